/**
 * Tiles out of the algebra: divides split a layout into tiles, products repeat a block.
 *
 *     divide    A o (B, complement of B)      mode 0: a tile, mode 1: the tiles
 *     product   (A, complement of A o B)      mode 0: the block, mode 1: its copies
 *
 * Source: CUTLASS 4, media/docs/cpp/cute/02_layout_algebra.md and include/cute/layout.hpp.
 */
import { messages } from '../../base/messages.ts';
import { allOf, andThen, failure, success, type Result } from '../../base/result.ts';
import { complement, composition, isTilers, type Tiler } from './algebra.ts';
import { type IntTuple, isInt, product } from './int-tuple.ts';
import {
  checked,
  concat,
  cosize,
  type Layout,
  makeLayout,
  modes,
  rank,
  size,
  unchecked,
} from './layout.ts';

/**
 * Divides split a layout into tiles and the layout of the tiles; `logical_divide(A, B)` is A o (B, complement of B).
 *
 *     A = (4,2,3):(2,1,8)  B = 4:2      ((2,2),(2,3)):((4,1),(2,8))     mode 0: a tile, mode 1: the six tiles
 *
 *     shape (M, N, L), tiler <TileM, TileN>
 *     logical_divide   ((TileM,RestM), (TileN,RestN), L)
 *     zipped_divide    ((TileM,TileN), (RestM,RestN,L))
 *     tiled_divide     ((TileM,TileN), RestM, RestN, L)
 *     flat_divide      (TileM, TileN, RestM, RestN, L)
 *
 * A tile that does not divide the layout is rounded up where CuTe's divisibility conditions allow it: the result then
 * reaches beyond the layout, which a warning reports.
 *
 * After it: rank 2 for a layout as tiler, and compatible(tiler, mode 0).
 */
export function logicalDivide(layout: Layout, tiler: Tiler): Result<Layout> {
  return byMode(layout, tiler, divideOnce);
}

/** The same with tiles and what is around them gathered in three ways. */
export const zippedDivide = gathering(divideOnce, zipped);
export const tiledDivide = gathering(divideOnce, tiled);
export const flatDivide = gathering(divideOnce, flat);

/** A layout split by another, into rank 2. */
type Split = (layout: Layout, tiler: Layout) => Result<Layout>;

/** Tile or block, and what is around it. */
type Halves = readonly [Layout, Layout];

function divideOnce(layout: Layout, tiler: Layout): Result<Layout> {
  const whole = size(layout);
  return andThen(complement(tiler, whole), (rest) =>
    andThen(composition(layout, concat([tiler, rest])), (divided) =>
      size(divided) > whole
        ? success(divided, [messages.cute.roundedUp(size(tiler), whole, size(divided))])
        : success(divided),
    ),
  );
}

/** Splits by mode where the tiler is a list; modes beyond it stay. */
function byMode(layout: Layout, tiler: Tiler, split: Split): Result<Layout> {
  if (tiler === undefined) return checked(layout);
  if (typeof tiler === 'number') return andThen(makeLayout(tiler, 1), (n) => split(layout, n));
  if (!isTilers(tiler)) return split(layout, tiler);
  const parts = modes(layout);
  if (tiler.length > parts.length) {
    return failure(messages.cute.tilerRank(tiler.length, parts.length));
  }
  const results = parts.map((part, i) => byMode(part, tiler[i], split));
  return andThen(allOf(results), (list) => checked(concat(list)));
}

/** Splits by mode and gathers first halves and second halves; a mode that is left as it is belongs to the second. */
function unzip(layout: Layout, tiler: Tiler, split: Split): Result<Halves> {
  if (tiler === undefined) return success([unchecked(1, 0), layout]);
  if (!isTilers(tiler)) {
    return andThen(byMode(layout, tiler, split), (both) => {
      const [first = both, second = both] = modes(both);
      return success([first, second]);
    });
  }
  const parts = modes(layout);
  if (tiler.length > parts.length) {
    return failure(messages.cute.tilerRank(tiler.length, parts.length));
  }
  const halves = tiler.map((item, i) => unzip(parts[i] ?? layout, item, split));
  return andThen(allOf(halves), (list) =>
    success([
      concat(list.map(([first]) => first)),
      concat([...list.map(([, second]) => second), ...parts.slice(tiler.length)]),
    ]),
  );
}

function gathering(split: Split, gather: (halves: Halves) => Result<Layout>) {
  return (layout: Layout, tiler: Tiler): Result<Layout> =>
    andThen(unzip(layout, tiler, split), gather);
}

function zipped(halves: Halves): Result<Layout> {
  return checked(concat(halves));
}

function tiled([first, second]: Halves): Result<Layout> {
  return checked(concat([first, ...modes(second)]));
}

function flat([first, second]: Halves): Result<Layout> {
  return checked(concat([...modes(first), ...modes(second)]));
}

/**
 * Products repeat a layout over another; `logical_product(A, B)` is (A, complement of A o B).
 *
 *     A = (2,2):(4,1)  B = 6:1         ((2,2),(2,3)):((4,1),(2,8))     mode 0: the block, mode 1: its six copies
 *
 *     block (2,5):(5,1), tiler (3,4):(1,3)
 *     blocked_product   ((2,3),(5,4))     blocks next to each other
 *     raked_product     ((3,2),(4,5))     blocks interleaved
 *
 * As CUTLASS's current headers do, the blocked product leaves its modes as they are; earlier ones coalesced each:
 * `coalesce(result, [1, 1])`.
 *
 * After it: rank 2 for a layout as tiler, mode 0 is the block, and compatible(tiler, mode 1).
 */
export function logicalProduct(block: Layout, tiler: Tiler): Result<Layout> {
  return byMode(block, tiler, multiplyOnce);
}

/** The same with blocks and what is around them gathered in three ways. */
export const zippedProduct = gathering(multiplyOnce, zipped);
export const tiledProduct = gathering(multiplyOnce, tiled);
export const flatProduct = gathering(multiplyOnce, flat);

/** After it: the rank is the larger of both; mode i is (block's mode i, tiler's mode i). */
export function blockedProduct(block: Layout, tiler: Layout): Result<Layout> {
  return byRank(block, tiler, (inner, outer) => concat([inner, outer]));
}

/** After it: the rank is the larger of both; mode i is (tiler's mode i, block's mode i). */
export function rakedProduct(block: Layout, tiler: Layout): Result<Layout> {
  return byRank(block, tiler, (inner, outer) => concat([outer, inner]));
}

/**
 * Repeats a block until it has a shape. `order` has a number per mode of the shape: the block is repeated first along
 * the mode with the smallest one; by default along the first. Fails when the block does not divide the shape.
 *
 * After it: mode i has the size of the shape's mode i.
 */
export function tileToShape(
  block: Layout,
  shape: IntTuple,
  order?: readonly number[],
): Result<Layout> {
  const target = (isInt(shape) ? [shape] : shape).map((extent) => product(extent));
  if (rank(block) > target.length) {
    return failure(messages.cute.tilerRank(rank(block), target.length));
  }
  if (order !== undefined && order.length !== target.length) {
    return failure(messages.cute.tilerRank(order.length, target.length));
  }
  const whole = ofRank(block, target.length);
  const extents = modes(whole).map((mode) => size(mode));
  const counts = target.map((extent, i) => extent / (extents[i] ?? 1));
  const odd = counts.findIndex((count) => !(Number.isSafeInteger(count) && count > 0));
  if (odd >= 0) {
    return failure(messages.cute.notDivided(odd, extents[odd] ?? 1, target[odd] ?? 0));
  }
  return blockedProduct(whole, orderedLayout(counts, order ?? counts.map((_, i) => i)));
}

/** `make_ordered_layout`: compact, the mode with the smallest order runs fastest. */
function orderedLayout(extents: readonly number[], order: readonly number[]): Layout {
  const strides = extents.map((extent, i) =>
    extent === 1
      ? 0
      : extents.reduce(
          (all, other, j) => ((order[j] ?? 0) < (order[i] ?? 0) ? all * other : all),
          1,
        ),
  );
  return unchecked(extents, strides);
}

function multiplyOnce(block: Layout, tiler: Layout): Result<Layout> {
  return andThen(complement(block, size(block) * cosize(tiler)), (copies) =>
    andThen(composition(copies, tiler), (repeated) => checked(concat([block, repeated]))),
  );
}

function byRank(
  block: Layout,
  tiler: Layout,
  join: (inner: Layout, outer: Layout) => Layout,
): Result<Layout> {
  const most = Math.max(rank(block), rank(tiler));
  const [inner, outer] = [ofRank(block, most), ofRank(tiler, most)];
  return andThen(multiplyOnce(inner, outer), (both) => {
    const [first = both, second = both] = modes(both);
    const others = most === 1 ? [second] : modes(second);
    const firsts = most === 1 ? [first] : modes(first);
    return checked(concat(firsts.map((mode, i) => join(mode, others[i] ?? unchecked(1, 0)))));
  });
}

/** `append<R>`: modes 1:0 up to a rank. */
function ofRank(layout: Layout, most: number): Layout {
  if (rank(layout) >= most) return layout;
  const missing = Array.from({ length: most - rank(layout) }, () => unchecked(1, 0));
  return concat([...modes(layout), ...missing]);
}
