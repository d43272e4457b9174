/**
 * Coordinates of CuTe layouts, one at a time, as CUTLASS defines them: what the offsets of whole layouts are compared with.
 *
 *     shape (3,(2,3))     element 16, or (1,5), or (1,(1,2)):   16 = 1 + 3 * 5,   5 = 1 + 2 * 2
 */
import { cute, modulo } from '@ldscope/core';

type IntTuple = cute.IntTuple;

function isInt(tuple: IntTuple): tuple is number {
  return typeof tuple === 'number';
}

/** Levels of tuples: 0 for an integer. */
function tupleDepth(tuple: IntTuple): number {
  return isInt(tuple)
    ? 0
    : 1 + tuple.reduce<number>((most, item) => Math.max(most, tupleDepth(item)), 0);
}

/** True when every coordinate into shape `a` is one into shape `b`: each integer of `a` is the size of its place in `b`. */
export function compatible(a: IntTuple, b: IntTuple): boolean {
  if (isInt(a)) return a === cute.product(b);
  return !isInt(b) && a.length === b.length && a.every((item, i) => compatible(item, b[i] ?? []));
}

/**
 * The natural coordinate of an index, or of any coordinate into the shape. With strides, the coordinate that a compact
 * layout of them sends there: floor(index / stride) mod extent.
 */
export function idx2crd(coord: IntTuple, shape: IntTuple, stride?: IntTuple): IntTuple {
  if (stride !== undefined) return dividedBy(coord, shape, stride);
  if (isInt(shape)) {
    if (isInt(coord)) return coord;
    throw new RangeError('the coordinate is a tuple where the shape has an integer');
  }
  if (!isInt(coord)) return shape.map((extent, i) => idx2crd(coord[i] ?? 0, extent));
  let rest = coord;
  return shape.map((extent, i) => {
    const size = i === shape.length - 1 ? Infinity : cute.product(extent);
    const here = rest % size;
    rest = Math.trunc(rest / size);
    return idx2crd(here, extent);
  });
}

function dividedBy(coord: IntTuple, shape: IntTuple, stride: IntTuple): IntTuple {
  if (isInt(shape) || isInt(stride)) {
    if (!isInt(coord) || !isInt(shape) || !isInt(stride)) {
      throw new RangeError('coordinate, shape and stride are not tuples of one rank');
    }
    return shape === 1 || stride === 0 ? 0 : Math.trunc(coord / stride) % shape;
  }
  return shape.map((extent, i) =>
    dividedBy(isInt(coord) ? coord : (coord[i] ?? 0), extent, stride[i] ?? 0),
  );
}

/** The coordinate into `target` of the element that `coord` is in `source`; both shapes have the same size. */
export function crd2crd(coord: IntTuple, source: IntTuple, target: IntTuple): IntTuple {
  if (!isInt(coord) && !isInt(source) && !isInt(target) && source.length === target.length) {
    return coord.map((item, i) => crd2crd(item, source[i] ?? 1, target[i] ?? 1));
  }
  return idx2crd(isInt(coord) ? coord : cute.crd2idx(coord, source), target);
}

/** The swizzled offset; negative ones count as two's complement. */
export function applySwizzle(swizzle: cute.Swizzle, offset: number): number {
  const period = 2 ** 31;
  const low = modulo(offset, period);
  return offset - low + cute.swizzleBits(swizzle, low);
}

/** The offset of any coordinate: natural, by mode, or a single index. Throws a RangeError where it has another rank. */
export function at(layout: cute.CuteLayout, coord: IntTuple): number {
  const { shape, stride } = cute.strided(layout);
  const offset = cute.crd2idx(coord, shape, stride);
  return layout.kind === 'layout' ? offset : applySwizzle(layout.swizzle, layout.offset + offset);
}

/** Levels of modes: 0 for `8:1`, 1 for `(4,8):(8,1)`. */
export function depth(layout: cute.CuteLayout): number {
  return tupleDepth(cute.strided(layout).shape);
}
