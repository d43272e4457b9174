import { error, someOf } from './message.ts';

/** Formulas over unsigned 32-bit integers. */
export const expression = {
  leadingZero: (number: string) =>
    error(
      'expression/leading-zero',
      `${number} begins with 0: in C that is an octal number`,
      'leave the zero out, or write 0x for a hexadecimal number',
    ),
  literal: (number: string) =>
    error(
      'expression/literal',
      `${number.slice(0, 24)} does not fit in 32 bits`,
      'values go from 0 to 4294967295',
    ),
  tooLong: (limit: number) =>
    error(
      'expression/too-long',
      `the formula has more than ${limit} words`,
      'give names to its parts',
    ),
  doubleSlash: () =>
    error(
      'expression/double-slash',
      "'//' is not an operator",
      'write / : integers are divided rounding down',
    ),
  unknownName: (name: string, known: readonly string[]) =>
    error(
      'expression/unknown-name',
      `'${name.slice(0, 40)}' has no value`,
      known.length === 0 ? 'only numbers can be used here' : `use one of ${someOf(known)}`,
    ),
  definedTwice: (name: string) =>
    error(
      'expression/defined-twice',
      `'${name.slice(0, 40)}' is defined already`,
      'choose another name: each has one value',
    ),
  tableLength: (stated: number, given: number) =>
    error(
      'expression/table-length',
      `a table of ${stated} numbers has ${given}`,
      'make the length and the list agree',
    ),
  tableIndex: (name: string, index: number, length: number) =>
    error(
      'expression/table-index',
      `${name}[${index}] is outside of the table, which has ${length} numbers`,
      'take the index modulo the length',
    ),
  divisionByZero: (where: string) =>
    error(
      'expression/division-by-zero',
      `division by zero${where === '' ? '' : ` at ${where}`}`,
      'make sure that the divisor is never zero, or guard it with ?:',
    ),
  shift: (amount: number, where: string) =>
    error(
      'expression/shift',
      `a shift by ${amount} bits${where === '' ? '' : ` at ${where}`}: values have 32`,
      'shift by 0 to 31',
    ),
  overflow: (value: number, where: string) =>
    error(
      'expression/overflow',
      `the value ${value} is outside of unsigned 32-bit integers${where === '' ? '' : ` at ${where}`}`,
      'hardware would wrap around: keep each intermediate value from 0 to 4294967295',
    ),
  noResult: () =>
    error(
      'expression/no-result',
      'the formulas give no result',
      'end with a formula, or name the result',
    ),
};
