/**
 * Types of elements that tiles of matrix products have, by their size: banks see bits, not their meaning.
 *
 *     'fp4'    4 bits, two per byte    an address of a tile counts bytes, so two neighbours share one
 */
export const elementTypes = ['f32', 'f16', 'fp8', 'fp4'] as const;
export type ElementType = (typeof elementTypes)[number];

const bits: Readonly<Record<ElementType, number>> = { f32: 32, f16: 16, fp8: 8, fp4: 4 };

const texts: Readonly<Record<ElementType, string>> = {
  f32: 'f32',
  f16: 'f16, bf16',
  fp8: 'fp8, int8',
  fp4: 'fp4, int4',
};

/** Half a byte for 4-bit elements. */
export const bytesOf = (type: ElementType): number => bits[type] / 8;

/** `fp8, int8`: all types of the size. */
export const typeText = (type: ElementType): string => texts[type];
