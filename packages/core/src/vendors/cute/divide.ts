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
 * reaches beyond the layout, which is said in a warning. Source: CUTLASS 4, media/docs/cpp/cute/02_layout_algebra.md.
 */
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';
import { complement } from './complement.ts';
import { composition, isTilers, type Tiler } from './composition.ts';
import { checked, concat, type Layout, makeLayout, modes, size, unchecked } from './layout.ts';
import { all, andThen } from './steps.ts';

/** After it: rank 2 for a layout as tiler, and compatible(tiler, mode 0). */
export function logicalDivide(layout: Layout, tiler: Tiler): Result<Layout> {
  return byMode(layout, tiler, divideOnce);
}

export function zippedDivide(layout: Layout, tiler: Tiler): Result<Layout> {
  return andThen(unzip(layout, tiler, divideOnce), zipped);
}

export function tiledDivide(layout: Layout, tiler: Tiler): Result<Layout> {
  return andThen(unzip(layout, tiler, divideOnce), tiled);
}

export function flatDivide(layout: Layout, tiler: Tiler): Result<Layout> {
  return andThen(unzip(layout, tiler, divideOnce), flat);
}

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
export function byMode(layout: Layout, tiler: Tiler, split: Split): Result<Layout> {
  if (tiler === undefined) return checked(layout);
  if (typeof tiler === 'number') return andThen(makeLayout(tiler, 1), (n) => split(layout, n));
  if (!isTilers(tiler)) return split(layout, tiler);
  const parts = modes(layout);
  if (tiler.length > parts.length) {
    return failure(messages.cute.tilerRank(tiler.length, parts.length));
  }
  const results = parts.map((part, i) => byMode(part, tiler[i], split));
  return andThen(all(results), (list) => checked(concat(list)));
}

/** Splits by mode and gathers first halves and second halves; a mode that is left as it is belongs to the second. */
export function unzip(layout: Layout, tiler: Tiler, split: Split): Result<Halves> {
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
  return andThen(all(halves), (list) =>
    success([
      concat(list.map(([first]) => first)),
      concat([...list.map(([, second]) => second), ...parts.slice(tiler.length)]),
    ]),
  );
}

export function zipped(halves: Halves): Result<Layout> {
  return checked(concat(halves));
}

export function tiled([first, second]: Halves): Result<Layout> {
  return checked(concat([first, ...modes(second)]));
}

export function flat([first, second]: Halves): Result<Layout> {
  return checked(concat([...modes(first), ...modes(second)]));
}
