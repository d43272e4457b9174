/**
 * The offset that `ds_swizzle_b32` is given as words.
 *
 *     swizzle(QUAD_PERM, 0, 1, 2, 3)    1000 0000 dd cc bb aa       lane i of four reads lane i of the list
 *     swizzle(BITMASK_PERM, "01pip")    0 xxxxx ooooo aaaaa         lane = ((lane & a) | o) ^ x
 *     swizzle(BROADCAST, 8, 2)  swizzle(SWAP, 16)  swizzle(REVERSE, 8)     bit masks with a name
 *     swizzle(ROTATE, 1, 3)     1100 0 d sssss 00000                gfx9: rotates 32 lanes
 *     swizzle(FFT, 5)           1110 0000 000 mmmmm
 */

/** The offset; `undefined` when the words make none. */
export function swizzleOffset(list: readonly (bigint | string)[]): number | undefined {
  const [mode, ...values] = list;
  if (mode === 'BITMASK_PERM')
    return typeof values[0] === 'string' ? maskOffset(values[0]) : undefined;
  const numbers = values.map((value) => (typeof value === 'bigint' ? Number(value) : -1));
  const [first, second = 0] = numbers;
  if (first === undefined || numbers.some((value) => value < 0 || value > 32)) return undefined;
  const power = (first & (first - 1)) === 0;
  switch (mode) {
    case 'QUAD_PERM': {
      if (numbers.length !== 4 || numbers.some((value) => value > 3)) return undefined;
      return 0x8000 | numbers.reduce((all, value, lane) => all | (value << (2 * lane)), 0);
    }
    case 'BROADCAST':
      return power && first >= 2 && second < first ? mask(32 - first, second, 0) : undefined;
    case 'SWAP':
      return power && first >= 1 && first <= 16 ? mask(31, 0, first) : undefined;
    case 'REVERSE':
      return power && first >= 2 ? mask(31, 0, first - 1) : undefined;
    case 'ROTATE':
      return first <= 1 && second <= 31 ? 0xc000 | (first << 10) | (second << 5) : undefined;
    case 'FFT':
      return first <= 31 ? 0xe000 | first : undefined;
    default:
      return undefined;
  }
}

const mask = (and: number, or: number, xor: number): number => and | (or << 5) | (xor << 10);

/** Five characters, highest bit first: `0`, `1`, `p` (keep) and `i` (invert). */
function maskOffset(text: string): number | undefined {
  if (!/^[01pi]{5}$/.test(text)) return undefined;
  let and = 0;
  let or = 0;
  let xor = 0;
  for (let i = 0; i < 5; i++) {
    const bit = 16 >> i;
    const character = text[i];
    if (character === '1') or |= bit;
    if (character === 'p' || character === 'i') and |= bit;
    if (character === 'i') xor |= bit;
  }
  return mask(and, or, xor);
}
