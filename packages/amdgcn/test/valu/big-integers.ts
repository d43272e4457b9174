/** Integers without a limit, as models of instructions compute with them. */
export const u = (bits: number, value: bigint): bigint => BigInt.asUintN(bits, value);
export const i = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
export const at = (s: readonly bigint[], index: number): bigint => s[index] ?? 0n;
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const field = (value: bigint, low: number, bits: number): bigint =>
  (value >> BigInt(low)) & ((1n << BigInt(bits)) - 1n);
