/**
 * CuTe's IntTuple, an integer or a tuple of IntTuples, and the three coordinates that a shape gives an element.
 *
 *     shape (3,(2,3))     element 16, or (1,5), or (1,(1,2)):   16 = 1 + 3 * 5,   5 = 1 + 2 * 2
 *
 * The first mode runs fastest (colexicographic). The last one is never bounded: an index beyond the shape goes on
 * there. Source: CUTLASS 4, media/docs/cpp/cute/01_layout.md; include/cute/stride.hpp.
 *
 * All integers count as static: CuTe's `_4` and `4` are one. Tuples are never empty.
 */
export type IntTuple = number | readonly IntTuple[];

export function isInt(tuple: IntTuple): tuple is number {
  return typeof tuple === 'number';
}

/** All integers, from left to right. */
export function flatten(tuple: IntTuple): number[] {
  return isInt(tuple) ? [tuple] : tuple.flatMap((item) => flatten(item));
}

/** The product of all integers: CuTe's `size` of a shape. */
export function product(tuple: IntTuple): number {
  return flatten(tuple).reduce((all, one) => all * one, 1);
}

/** Items of the outermost tuple; 1 for an integer. */
export function tupleRank(tuple: IntTuple): number {
  return isInt(tuple) ? 1 : tuple.length;
}

/** True when both have the same tuples at the same places. */
export function congruent(a: IntTuple, b: IntTuple): boolean {
  if (isInt(a) || isInt(b)) return isInt(a) && isInt(b);
  return a.length === b.length && a.every((item, i) => congruent(item, b[i] ?? []));
}

/** The same tuple with every integer replaced, in order. */
export function mapTuple(tuple: IntTuple, change: (value: number) => number): IntTuple {
  return isInt(tuple) ? change(tuple) : tuple.map((item) => mapTuple(item, change));
}

/** Strides of a shape whose first mode (`LayoutLeft`) runs fastest; sizes of 1 have stride 0, as CuTe's static ones. */
export function compactColMajor(shape: IntTuple, first = 1): IntTuple {
  let next = first;
  return mapTuple(shape, (extent) => {
    const stride = next;
    next *= extent;
    return extent === 1 ? 0 : stride;
  });
}

/** Strides of a shape whose last mode (`LayoutRight`) runs fastest. */
export function compactRowMajor(shape: IntTuple): IntTuple {
  let next = product(shape);
  return mapTuple(shape, (extent) => {
    next /= extent;
    return extent === 1 ? 0 : next;
  });
}

/**
 * The index of a coordinate: its natural coordinate times the strides; without strides, its place in colexicographic
 * order. Throws a RangeError for a tuple where the shape has an integer, or of another rank.
 */
export function crd2idx(coord: IntTuple, shape: IntTuple, stride?: IntTuple): number {
  return index(coord, shape, stride ?? exclusiveProducts(shape));
}

function index(coord: IntTuple, shape: IntTuple, stride: IntTuple): number {
  if (isInt(shape) || isInt(stride)) {
    if (isInt(coord) && isInt(stride)) return coord * stride;
    throw new RangeError('the coordinate is a tuple where the shape has an integer');
  }
  if (!isInt(coord) && coord.length !== shape.length) {
    throw new RangeError(`a coordinate of rank ${coord.length} in a shape of rank ${shape.length}`);
  }
  let rest = isInt(coord) ? coord : 0;
  let sum = 0;
  for (const [i, extent] of shape.entries()) {
    const size = i === shape.length - 1 ? Infinity : product(extent);
    const here = isInt(coord) ? rest % size : (coord[i] ?? 0);
    rest = Math.trunc(rest / size);
    sum += index(here, extent, stride[i] ?? 0);
  }
  return sum;
}

/** Strides of the colexicographic order; sizes of 1 count on, so that coordinates beyond them do. */
function exclusiveProducts(shape: IntTuple): IntTuple {
  let next = 1;
  return mapTuple(shape, (extent) => {
    const stride = next;
    next *= extent;
    return stride;
  });
}
