/**
 * CuTe's algebra by name, for texts that use it.
 *
 *     logical_divide((4,2,3):(2,1,8), 4:2)                   ((2,2),(2,3)):((4,1),(2,8))
 *     tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64))  the atom of a swizzle, repeated until the tile is full
 *
 * Names are CUTLASS's. An operation on a swizzled layout acts below the swizzle, as there.
 */
import { messages } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { allOf, andThen, failure, type Result, success } from '../../base/result.ts';
import {
  coalesce,
  complement,
  composition,
  filter,
  isTilers,
  leftInverse,
  rightInverse,
  type Tiler,
} from './algebra.ts';
import { downcast, recast, upcast } from './convert.ts';
import type { IntTuple } from './int-tuple.ts';
import { type CuteLayout, type Layout, makeLayout, under } from './layout.ts';
import { composeSwizzles, type Swizzle } from './swizzle.ts';
import * as tiling from './tiling.ts';

/** An argument of a call: `4:2`, `Sw<3,3,3>`, `8`, `(3,8)` or `<3:1,_>`, `_`. */
export type Operand =
  | { readonly kind: 'layout'; readonly layout: CuteLayout }
  | { readonly kind: 'swizzle'; readonly swizzle: Swizzle }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'list'; readonly items: readonly Operand[] }
  | { readonly kind: 'keep' };

/** An operation: how many operands it takes, and what they give. */
interface Call {
  readonly least: number;
  readonly most: number;
  readonly apply: (operands: readonly Operand[]) => Result<CuteLayout>;
}

/** The layout that a call gives. Fails for names and operands that CuTe does not have, and as the operation does. */
export function applyCall(name: string, operands: readonly Operand[]): Result<CuteLayout> {
  const call = calls.get(name);
  if (call === undefined) {
    return failure(messages.cute.unknownCall(name, nearestName(name, callNames), callNames));
  }
  const { least, most } = call;
  if (operands.length < least || operands.length > most) {
    return failure(messages.cute.operandCount(name, least, most, operands.length));
  }
  return call.apply(operands);
}

const calls: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['make_layout', of(1, 2, ([shape, stride]) => makeLayoutOf(shape, stride))],
  ['coalesce', of(1, 2, ([a, profile]) => byProfile(a, profile, coalesce))],
  ['filter', of(1, 2, ([a, profile]) => byProfile(a, profile, filter))],
  ['complement', of(1, 2, ([a, cotarget]) => complementOf(a, cotarget))],
  ['composition', of(2, 2, ([a, b]) => compositionOf(a, b))],
  ['logical_divide', tiled(tiling.logicalDivide)],
  ['zipped_divide', tiled(tiling.zippedDivide)],
  ['tiled_divide', tiled(tiling.tiledDivide)],
  ['flat_divide', tiled(tiling.flatDivide)],
  ['logical_product', tiled(tiling.logicalProduct)],
  ['zipped_product', tiled(tiling.zippedProduct)],
  ['tiled_product', tiled(tiling.tiledProduct)],
  ['flat_product', tiled(tiling.flatProduct)],
  ['blocked_product', repeated(tiling.blockedProduct)],
  ['raked_product', repeated(tiling.rakedProduct)],
  ['tile_to_shape', of(2, 3, ([a, shape, order]) => tileToShapeOf(a, shape, order))],
  ['right_inverse', of(1, 1, ([a]) => andThen(layoutOf(a), rightInverse))],
  ['left_inverse', of(1, 1, ([a]) => andThen(layoutOf(a), leftInverse))],
  ['upcast', of(2, 2, ([factor, a]) => cast(factor, a, upcast))],
  ['downcast', of(2, 2, ([factor, a]) => cast(factor, a, downcast))],
  ['recast_layout', of(3, 3, ([from, to, a]) => recastOf(from, to, a))],
]);

/** Names that `applyCall` knows. */
export const callNames: readonly string[] = [...calls.keys()];

type Given = Operand | undefined;

function of(least: number, most: number, apply: Call['apply']): Call {
  return { least, most, apply };
}

function tiled(operation: (layout: Layout, tiler: Tiler) => Result<Layout>): Call {
  return of(2, 2, ([a, b]) =>
    withBoth(layoutOf(a), tilerOf(b), (layout, tiler) =>
      under(layout, (inner) => operation(inner, tiler)),
    ),
  );
}

function repeated(operation: (block: Layout, tiler: Layout) => Result<Layout>): Call {
  return of(2, 2, ([a, b]) =>
    withBoth(layoutOf(a), stridedOf(b), (layout, tiler) =>
      under(layout, (inner) => operation(inner, tiler)),
    ),
  );
}

function makeLayoutOf(shape: Given, stride: Given): Result<CuteLayout> {
  if (stride === undefined) return andThen(tupleOf(shape), (extents) => makeLayout(extents));
  return withBoth(tupleOf(shape), tupleOf(stride), makeLayout);
}

function byProfile(
  a: Given,
  profile: Given,
  operation: (layout: Layout, profile?: IntTuple) => Layout,
): Result<CuteLayout> {
  const steps = profile === undefined ? success(undefined) : tupleOf(profile);
  return withBoth(layoutOf(a), steps, (layout, tuple) =>
    under(layout, (inner) => success(operation(inner, tuple))),
  );
}

function complementOf(a: Given, cotarget: Given): Result<CuteLayout> {
  const bound = cotarget === undefined ? success(undefined) : tupleOf(cotarget);
  return withBoth(stridedOf(a), bound, complement);
}

/** A swizzle may be at the left: `composition(Sw<3,3,3>, (8,64):(64,1))`. */
function compositionOf(a: Given, b: Given): Result<CuteLayout> {
  if (a?.kind !== 'swizzle') {
    return withBoth(layoutOf(a), tilerOf(b), (layout, tiler) =>
      under(layout, (inner) => composition(inner, tiler)),
    );
  }
  return andThen(layoutOf(b), (layout) => {
    if (layout.kind === 'layout') {
      return success({ kind: 'composed' as const, swizzle: a.swizzle, offset: 0, layout });
    }
    return andThen(composeSwizzles(a.swizzle, layout.swizzle), (swizzle) =>
      success({ ...layout, swizzle }),
    );
  });
}

function tileToShapeOf(a: Given, shape: Given, order: Given): Result<CuteLayout> {
  const given = order === undefined ? success(undefined) : integersOf(order);
  return withBoth(layoutOf(a), allOf([tupleOf(shape)]), (layout, [target = 1]) =>
    andThen(given, (modeOrder) =>
      under(layout, (inner) => tiling.tileToShape(inner, target, modeOrder)),
    ),
  );
}

function cast(
  factor: Given,
  a: Given,
  operation: (layout: CuteLayout, factor: number) => Result<CuteLayout>,
): Result<CuteLayout> {
  return withBoth(positiveOf(factor), layoutOf(a), (by, layout) => operation(layout, by));
}

function recastOf(from: Given, to: Given, a: Given): Result<CuteLayout> {
  return withBoth(
    allOf([positiveOf(from), positiveOf(to)]),
    layoutOf(a),
    ([old = 1, now = 1], layout) => recast(layout, old, now),
  );
}

function withBoth<A, B, C>(a: Result<A>, b: Result<B>, next: (a: A, b: B) => Result<C>): Result<C> {
  return andThen(a, (first) => andThen(b, (second) => next(first, second)));
}

function layoutOf(operand: Given): Result<CuteLayout> {
  if (operand?.kind === 'layout') return success(operand.layout);
  return failure(messages.cute.operand('a layout', shown(operand)));
}

function stridedOf(operand: Given): Result<Layout> {
  if (operand?.kind === 'layout' && operand.layout.kind === 'layout') {
    return success(operand.layout);
  }
  return failure(messages.cute.operand('a layout without a swizzle', shown(operand)));
}

function tilerOf(operand: Given): Result<Tiler> {
  if (operand === undefined || operand.kind === 'keep') return success(undefined);
  if (operand.kind === 'integer') {
    return andThen(positiveOf(operand), (value): Result<Tiler> => success(value));
  }
  if (operand.kind !== 'list') return stridedOf(operand);
  return andThen(allOf(operand.items.map((item) => tilerOf(item))), (tilers): Result<Tiler> =>
    isTilers(tilers) ? success(tilers) : success(undefined),
  );
}

function tupleOf(operand: Given): Result<IntTuple> {
  if (operand?.kind === 'integer') return success(operand.value);
  if (operand?.kind === 'list') return allOf(operand.items.map((item) => tupleOf(item)));
  return failure(messages.cute.operand('integers', shown(operand)));
}

function integersOf(operand: Given): Result<number[]> {
  const items = operand?.kind === 'list' ? operand.items : [operand];
  return allOf(
    items.map((item) =>
      item?.kind === 'integer'
        ? success(item.value)
        : failure(messages.cute.operand('integers', shown(item))),
    ),
  );
}

function positiveOf(operand: Given): Result<number> {
  if (operand?.kind === 'integer' && operand.value > 0) return success(operand.value);
  return failure(messages.cute.operand('a positive integer', shown(operand)));
}

function shown(operand: Given): string {
  switch (operand?.kind) {
    case undefined:
      return 'nothing';
    case 'layout':
      return operand.layout.kind === 'composed' ? 'a swizzled layout' : 'a layout';
    case 'swizzle':
      return 'a swizzle';
    case 'integer':
      return String(operand.value);
    case 'list':
      return 'a tuple';
    case 'keep':
      return "'_'";
  }
}
