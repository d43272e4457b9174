import { error, someOf } from './message.ts';

/** Definitions of types in C. */
export const cType = {
  notRead: (what: string, hint: string) => error('c-type/not-read', what, hint, 'launch'),
  unknown: (name: string, nearest: string | undefined, known: readonly string[]) =>
    error(
      'c-type/unknown',
      `'${name.slice(0, 60)}' is not a type that is known here`,
      nearest === undefined
        ? `define it before its use, or write its size as a known type: ${someOf(known)}`
        : `write '${nearest}', or define it before its use`,
      'launch',
    ),
  unknownConstant: (name: string) =>
    error(
      'c-type/unknown',
      `'${name.slice(0, 60)}' is not a constant that is known here`,
      'write the number, or define it before its use: constexpr int N = 3;',
      'launch',
    ),
  constant: (what: string) =>
    error('c-type/constant', `the number is ${what}`, 'write the number itself', 'launch'),
  count: (count: number) =>
    error(
      'c-type/count',
      `an array of ${count} elements has no place in the arguments of a kernel`,
      'write how many elements it has, at least one',
      'launch',
    ),
  tooLarge: (limit: number) =>
    error(
      'c-type/too-large',
      `the type takes more than ${limit} bytes, which no kernel takes as arguments`,
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
