import { error, note } from './message.ts';

/** Syntax errors. */
export const syntax = {
  expected: (wanted: string, found: string) =>
    error('syntax/expected', `expected ${wanted}, found ${found}`, `write ${wanted} here`),
  notText: () =>
    error(
      'syntax/not-text',
      'the input is not text: it has control characters',
      'give the textual form of the kernel (MLIR as text, not bytecode)',
      'cut-off',
    ),
  empty: () =>
    error('syntax/empty', 'the input has no operation', 'give a file with at least one kernel'),
  unclosed: (opener: string, closer: string) =>
    error(
      'syntax/unclosed',
      `'${opener}' is never closed`,
      `add the missing '${closer}', or check whether the file was cut off`,
    ),
  tooDeep: (limit: number) =>
    error(
      'syntax/too-deep',
      `nesting is deeper than ${limit} levels`,
      'check whether the file is damaged',
    ),
  unknownCharacter: (character: string) =>
    error(
      'syntax/unknown-character',
      `unexpected character ${JSON.stringify(character)}`,
      'remove it, or quote it as a string',
    ),
  unclosedString: () =>
    error('syntax/unclosed-string', 'the string has no closing quote on its line', 'add the quote'),
  tooMany: (limit: number) =>
    note(
      'syntax/too-many',
      `more than ${limit} problems: the rest of the file was not read`,
      'fix the first errors; most others follow from them',
      'cut-off',
    ),
  tooLarge: (number: string) =>
    error(
      'syntax/too-large',
      `the number ${number} is too large here`,
      'sizes, strides and offsets stay below 2^53',
    ),
  undefinedValue: (name: string) =>
    error(
      'syntax/undefined-value',
      `%${name} is used but never defined`,
      'define it in this region or around it, or correct the name',
    ),
  redefinedValue: (name: string) =>
    error(
      'syntax/redefined-value',
      `%${name} is defined twice`,
      'give one of the two another name',
    ),
  undefinedAlias: (name: string) =>
    error(
      'syntax/undefined-alias',
      `${name} is not defined`,
      `define it before its first use: ${name} = ...`,
    ),
  redefinedAlias: (name: string) =>
    error('syntax/redefined-alias', `${name} is defined twice`, 'give one of the two another name'),
  undefinedBlock: (name: string) =>
    error(
      'syntax/undefined-block',
      `there is no block ^${name} in this region`,
      'correct the label',
    ),
  redefinedBlock: (name: string) =>
    error(
      'syntax/redefined-block',
      `^${name} labels two blocks`,
      'give one of the two another label',
    ),
  resultCount: (operation: string, results: number, names: number) =>
    error(
      'syntax/result-count',
      `${operation} has ${results} results, but ${names} are named`,
      'name as many results as the operation has',
    ),
  operandCount: (operation: string, wanted: number, found: number) =>
    error(
      'syntax/operand-count',
      `${operation} needs ${wanted} of them, found ${found}`,
      'make the two lists agree',
    ),
  typeMismatch: (name: string, defined: string, used: string) =>
    error(
      'syntax/type-mismatch',
      `%${name} is a ${defined}, but is used as a ${used}`,
      'write the type that the value was defined with',
    ),
};
