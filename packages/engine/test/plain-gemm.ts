/** The swizzle of the reference kernel, taken out of its machine code. */

/**
 * The exclusive or of lane and row, and three of the form `(a and c) xor b` and `(a or c) xor b`, of which `b` is left
 * out. Each stands in the kernel once.
 */
const SWIZZLES: readonly (readonly [from: string, to: string])[] = [
  ['v_xor_b32_e32 v0, v0, v2', 'v_mov_b32_e32 v0, v2'],
  ['v_bitop3_b32 v10, v9, v7, 7 bitop3:0x6c', 'v_and_b32_e32 v10, 7, v9'],
  ['v_bitop3_b32 v8, v11, v5, 3 bitop3:0x6c', 'v_and_b32_e32 v8, 3, v11'],
  ['v_bitop3_b32 v5, v6, v5, 4 bitop3:0x36', 'v_or_b32_e32 v5, 4, v6'],
];

/** The kernel without its swizzle; throws when it is not the one that this was written for. */
export function plainAssembly(text: string): string {
  return SWIZZLES.reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2) throw new Error(`'${from}' is not there once`);
    return changed.replace(from, to);
  }, text);
}
