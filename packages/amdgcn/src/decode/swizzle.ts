/**
 * The pattern of ds_swizzle_b32, in LLVM's words.
 *
 *     0x8055 -> swizzle(QUAD_PERM,1,1,1,1)     0x041f -> swizzle(SWAP,1)     0x0018 -> swizzle(BROADCAST,8,0)
 *
 * Bit 15 chooses among four lanes; else five bits each of and, or and xor change the number of the lane.
 */
const QUAD = 0x8000;
const ROTATE = 0xc000;
const FFT = 0xe000;

/** `p` keeps a bit of the lane, `i` inverts it. */
function bitmaskText(and: number, or: number, xor: number): string {
  const zeros = or ^ xor;
  const ones = (and | or) ^ xor;
  const letters = [16, 8, 4, 2, 1].map((mask) => {
    const [low, high] = [(zeros & mask) !== 0, (ones & mask) !== 0];
    if (low === high) return low ? '1' : '0';
    return low ? 'i' : 'p';
  });
  return `swizzle(BITMASK_PERM,"${letters.join('')}")`;
}

export function swizzleText(offset: number): string {
  if ((offset & 0xff00) === QUAD) {
    const lanes = [0, 2, 4, 6].map((at) => (offset >> at) & 3);
    return `swizzle(QUAD_PERM,${lanes.join(',')})`;
  }
  if (offset >= FFT) return `swizzle(FFT,${offset & 31})`;
  if (offset >= ROTATE) return `swizzle(ROTATE,${(offset >> 10) & 1},${(offset >> 5) & 31})`;
  if ((offset & QUAD) !== 0) return String(offset);
  const [and, or, xor] = [offset & 31, (offset >> 5) & 31, (offset >> 10) & 31];
  const powerOfTwo = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;
  if (and === 31 && or === 0 && powerOfTwo(xor)) return `swizzle(SWAP,${xor})`;
  if (and === 31 && or === 0 && powerOfTwo(xor + 1)) return `swizzle(REVERSE,${xor + 1})`;
  const group = 32 - and;
  if (group > 1 && powerOfTwo(group) && or < group && xor === 0)
    return `swizzle(BROADCAST,${group},${or})`;
  return bitmaskText(and, or, xor);
}
