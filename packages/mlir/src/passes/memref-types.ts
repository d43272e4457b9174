/** Questions about memref types that have one answer for all passes. */
import type { Value } from '../ir/ir.ts';
import { type MemRefType, resolveType } from '../ir/types.ts';

export function memrefOf(value: Value | undefined): MemRefType | undefined {
  const type = value && resolveType(value.type);
  return type?.kind === 'memref' ? type : undefined;
}

/** All sizes of a shape; `undefined` when one is not known. */
export function staticShape({ shape }: MemRefType): readonly number[] | undefined {
  if (shape === undefined || shape.includes(undefined)) return undefined;
  return shape.map((size) => size ?? 0);
}

/** Elements of a memref; `undefined` when a size is not known. */
export function elementCount(type: MemRefType): number | undefined {
  return staticShape(type)?.reduce((all, size) => all * size, 1);
}

/** Strides in elements; `undefined` where the layout does not specify them. */
export function stridesOf({
  shape,
  layout,
}: MemRefType): readonly (number | undefined)[] | undefined {
  if (layout?.kind === 'strided') return layout.strides;
  if (layout !== undefined || shape === undefined) return undefined;
  const strides: (number | undefined)[] = [];
  let stride: number | undefined = 1;
  for (const size of shape.toReversed()) {
    strides.unshift(stride);
    stride = stride === undefined || size === undefined ? undefined : stride * size;
  }
  return strides;
}

/** True when every size is known and the elements follow each other, row after row; the offset does not matter. */
export function isContiguousRowMajor(type: MemRefType): boolean {
  const shape = staticShape(type);
  const strides = stridesOf(type);
  if (shape === undefined || strides === undefined) return false;
  let [dimension, expected] = [shape.length - 1, 1];
  for (; dimension >= 0 && strides[dimension] === expected; dimension--) {
    expected *= shape[dimension] ?? 1;
  }
  // The strides of outer dimensions of one element do not matter.
  return shape.slice(0, dimension + 1).every((size) => size === 1);
}

/** How many of the last dimensions follow each other without a gap; strides of dimensions of one element do not matter. */
export function contiguousTrailing(type: MemRefType): number {
  const { shape, layout } = type;
  const strides = stridesOf(type);
  if (shape === undefined || strides === undefined) return 0;
  if (layout === undefined) return shape.length;
  let expected = 1;
  for (let d = shape.length - 1; d >= 0; d--) {
    const size = shape[d];
    if (size === 1) continue;
    if (strides[d] !== expected) return shape.length - 1 - d;
    if (size === undefined) return shape.length - d;
    expected *= size;
  }
  return shape.length;
}
