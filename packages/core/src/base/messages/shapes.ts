import { error } from './message.ts';

/** Problems with sweeps of shapes. */
export const shapes = {
  parameter: (text: string) =>
    error(
      'shapes/parameter',
      `'${text}' is not a parameter with its values`,
      'write a name and whole numbers: M=64,128, or M=64..256:64 in steps, or M=16..256*2 in multiples',
    ),
  twice: (name: string) =>
    error('shapes/twice', `'${name}' is given twice`, 'give all its values at once'),
  noParameters: () =>
    error(
      'shapes/no-parameters',
      'no parameter is given',
      'name one with its values: --set M=64,128',
    ),
  tooMany: (count: number, most: number) =>
    error('shapes/too-many', `these are ${count} shapes, more than ${most}`, 'give fewer values'),
  unused: (names: readonly string[], files: readonly string[]) =>
    error(
      'shapes/unused',
      `nothing in ${files.join(', ')} depends on ${names.join(', ')}`,
      // The braces are those that a file has.
      'write ${M} or ${M / 2} where a number of the file depends on it; of C++ it is the macro M',
    ),
  layout: (name: string, known: readonly string[]) =>
    error(
      'shapes/layout',
      `'${name}' is not a layout of a sweep`,
      `choose among ${known.join(', ')}; a layout in any notation is given by --layout`,
    ),
  times: (text: string, files: readonly string[]) =>
    error(
      'shapes/times',
      `'${text}' is not a number of executions`,
      `write a formula of the parameters, for one file behind its name: ${files[0] ?? 'q.yaml'}=B * L / 64`,
    ),
} as const;
