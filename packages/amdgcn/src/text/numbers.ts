/** Integers as the assembler writes them: `12`, `0x1F`, `0b101`, `017` (octal), `4ULL`. */

/** The value of an integer word; `undefined` when it is none (`08`). */
export function integerValue(text: string, start: number, end: number): bigint | undefined {
  // Nearly all numbers are short and decimal.
  let small = 0;
  let at = start;
  const first = text.charCodeAt(at);
  if (end - start <= 9 && (first !== 0x30 || end - start === 1)) {
    for (; at < end; at++) {
      const digit = text.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) break;
      small = small * 10 + digit;
    }
    if (at === end) return BigInt(small);
  }
  const digits = text
    .slice(start, end)
    .replace(/[uUlL]+$/, '')
    .toLowerCase();
  if (digits === '0x') return undefined;
  if (!/^0[0-9]/.test(digits)) return BigInt(digits);
  return /^[0-7]+$/.test(digits) ? BigInt(`0o${digits}`) : undefined;
}
