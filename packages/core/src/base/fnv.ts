/**
 * Sums of 32 bits (FNV-1a): each step is one-to-one in both of its arguments, so that where one value differs the sum does.
 *
 *     [3, 1, 4].reduce(mixed, FNV_START) >>> 0
 */
export const FNV_START = 0x811c9dc5;

export const mixed = (sum: number, value: number): number => Math.imul(sum ^ value, 0x01000193);
