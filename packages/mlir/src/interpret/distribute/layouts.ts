/**
 * The `nested_layout` of a product, from those of its operands.
 *
 *     A (m, k) by #a, B (k, n) by #b       result (m, n): m as in #a, n as in #b
 *
 * Invariant: dimensions that operands share are distributed in the same way, and no two dimensions of the result share lanes.
 * Source: iree-org/iree `Codegen/Dialect/VectorExt/IR/VectorExtAttrs.cpp` (getRecombinedLayout).
 */
import {
  joinNestedLayouts,
  type NestedLayout,
  nestedLayoutFaults,
  pickNestedDimensions,
  sameNestedLayout,
} from '@ldscope/core';
import type { AffineMap } from '../../ir/affine.ts';

/** The layout of a product from those of its operands; `undefined` where they disagree or two dimensions share lanes. */
export function recombineLayouts(
  operands: readonly { readonly layout: NestedLayout; readonly map: AffineMap }[],
  result: AffineMap,
  subgroupSize: number,
): NestedLayout | undefined {
  const parts = result.results.map((expression) => {
    if (expression.kind !== 'dimension') return undefined;
    const found = operands.flatMap(({ layout, map }) => {
      const d = map.results.findIndex(
        (other) => other.kind === 'dimension' && other.index === expression.index,
      );
      return d < 0 ? [] : [pickNestedDimensions(layout, [d])];
    });
    const [first] = found;
    return first !== undefined && found.every((part) => sameNestedLayout(part, first))
      ? first
      : undefined;
  });
  const known = parts.flatMap((part) => (part === undefined ? [] : [part]));
  if (known.length !== parts.length) return undefined;
  const layout = joinNestedLayouts(known);
  return nestedLayoutFaults(layout, subgroupSize).length === 0 ? layout : undefined;
}
