/** What a descriptor that is printed promises to vector accesses. */
import type { DescriptorBase } from './descriptor-base.ts';

/**
 * The base with the promise that its last digit may be moved as a vector: as many elements as are next to each other at
 * a multiple of their size, up to 16 bytes. Without it CK Tile moves element by element behind an XOR.
 */
export function withVector(
  base: Extract<DescriptorBase, { readonly kind: 'naive' }>,
  elementBytes: number,
): DescriptorBase {
  const { lengths, strides } = base;
  const [length = 1] = lengths.slice(-1);
  if (strides.at(-1) !== 1) return base;
  let vector = 1;
  const fits = (count: number): boolean =>
    length % count === 0 && strides.slice(0, -1).every((stride) => stride % count === 0);
  while (2 * vector * elementBytes <= 16 && fits(2 * vector)) vector *= 2;
  return vector === 1 ? base : { ...base, vector: [vector, 1] };
}
