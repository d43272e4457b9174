/**
 * Value types in execution: which are views of memory, and how many registers the others take.
 *
 *     memref<64xf32>    a view of memory
 *     vector<4xf32>     4 registers in each lane
 */
import type { AffineMap } from '../ir/affine.ts';
import { resolveType, type Type } from '../ir/types.ts';
import { elementType } from './elements.ts';
import { registersOf } from './llvm/types.ts';

/** Memrefs, and the bindings and pointers that stand for buffers. */
export function isMemory(type: Type): boolean {
  const resolved = resolveType(type);
  return (
    resolved.kind === 'memref' ||
    (resolved.kind === 'opaque' && resolved.text === '!stream.binding')
  );
}

/** True for integers that may need more bits than a double has. */
export function mayBeWide(type: Type): boolean {
  if (isMemory(type)) return false;
  const resolved = resolveType(type);
  const element = elementType('element' in resolved ? resolved.element : resolved);
  return element?.float === false && element.width > 53;
}

/** False for a memref whose layout is a map or an attribute that strides do not express. */
export function hasStrides(type: Type): boolean {
  const resolved = resolveType(type);
  if (resolved.kind !== 'memref' || resolved.layout === undefined) return true;
  const { layout, shape } = resolved;
  if (layout.kind === 'strided')
    return shape === undefined || shape.length === layout.strides.length;
  return layout.kind === 'affine' && isIdentity(layout.map);
}

function isIdentity({ results, dimensions }: AffineMap): boolean {
  return (
    results.length === dimensions &&
    results.every((result, i) => result.kind === 'dimension' && result.index === i)
  );
}

/** Registers that one lane holds of a value: the elements of a vector, the scalars of an aggregate. */
export function elementCount(type: Type): number {
  return registersOf(type);
}
