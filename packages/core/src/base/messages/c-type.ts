import { error, someOf } from './message.ts';

/** Definitions of types in C. */
export const cType = {
  notRead: (what: string, hint: string) => error('c-type/not-read', what, hint, 'launch'),
  unknown: (name: string, nearest: string | undefined, known: readonly string[]) =>
    error(
      'c-type/unknown',
      `'${name.slice(0, 60)}' is not a known type`,
      nearest === undefined
        ? `define it before its use, or write its size as a known type: ${someOf(known)}`
        : `write '${nearest}', or define it before its use`,
      'launch',
    ),
  unknownConstant: (name: string) =>
    error(
      'c-type/unknown',
      `'${name.slice(0, 60)}' is not a known constant`,
      'write the number, or define it before its use: constexpr int N = 3;',
      'launch',
    ),
  constant: (what: string) =>
    error('c-type/constant', `the number is ${what}`, 'write the number itself', 'launch'),
  count: (count: number) =>
    error(
      'c-type/count',
      `an array of ${count} elements cannot be a kernel argument`,
      'give at least one element',
      'launch',
    ),
  tooLarge: (limit: number) =>
    error(
      'c-type/too-large',
      `the type takes more than ${limit} bytes, more than a kernel's arguments can hold`,
      'pass a pointer to it',
      'launch',
    ),
  alignment: (value: number, least: number) =>
    error(
      'c-type/alignment',
      value < least
        ? `an alignment of ${value} is less than the ${least} that the type has`
        : `${value} is not an alignment`,
      `write a power of two, from ${least} to 4096`,
      'launch',
    ),
  twice: (name: string) =>
    error('c-type/twice', `${name} is defined twice`, 'give one of the two another name', 'launch'),
  noStruct: () =>
    error('c-type/no-struct', 'the text defines no struct', 'write struct NAME { ... };', 'launch'),
};
