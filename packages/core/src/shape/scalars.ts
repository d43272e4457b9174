/**
 * Numbers as files give them: as numbers, as `bigint` where a double would lose bits, or as text, for files that are written as JSON.
 *
 *     9223372036854775807n     '0xffffffff'     '-9223372036854775783'     'nan'
 */

/** Numbers as text. A JSON Schema has no flags of patterns, so both cases are written out. */
export const INTEGER_TEXT = /^[+-]?([0-9]+|0[xX][0-9a-fA-F]+)$/;
export const FLOAT_TEXT =
  /^[+-]?([0-9]+\.?[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?|[iI][nN][fF]|[nN][aA][nN])$/;

/** Longest text of a number. */
export const MOST_NUMBER_TEXT = 40;

const isIntegerText = (text: string): boolean =>
  text.length <= MOST_NUMBER_TEXT && INTEGER_TEXT.test(text);
const isFloatText = (text: string): boolean =>
  text.length <= MOST_NUMBER_TEXT && FLOAT_TEXT.test(text);

/** The values of an integer type, signed and unsigned together. */
export const integerRange = (bits: number): readonly [low: bigint, high: bigint] => [
  -(1n << BigInt(bits - 1)),
  (1n << BigInt(bits)) - 1n,
];

/** The integer that a value stands for; `undefined` when it is none. */
export function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value !== 'string' || !isIntegerText(value)) return undefined;
  const magnitude = BigInt(value.replace(/^[+-]/, ''));
  return value.startsWith('-') ? -magnitude : magnitude;
}

/** The number that a value stands for; `undefined` when it is none. */
export function floatOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !isFloatText(value)) return undefined;
  const text = value.toLowerCase();
  if (text.endsWith('nan')) return NaN;
  return Number(text.replace('inf', 'Infinity'));
}
