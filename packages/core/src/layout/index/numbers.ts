import type { Arithmetic, Division } from './arithmetic.ts';
import { magicNumbers, magicQuotient } from './magic.ts';

/** Index maps on plain numbers: one index at a time. */
export const numbers: Arithmetic<number> = {
  constant: (value) => value,
  add: (a, b) => a + b,
  scale: (a, factor) => a * factor,
  quotient: divide,
  remainder: (a, divisor, by) => a - divide(a, divisor, by) * divisor,
  xor: (a, b) => a ^ b,
  lookUp: (a, table) => table[a] ?? 0,
};

/** Only negative dividends tell the two divisions apart. */
function divide(a: number, divisor: number, by?: Division): number {
  if (by === 'magic' && a < 0) return magicQuotient(a, magicNumbers(divisor));
  return Math.trunc(a / divisor) + 0;
}
