/**
 * Which `nested_layout` each vector of a function has: from the anchors forward to the users of what they give.
 *
 *     %a = iree_vector_ext.to_layout %x to layout(#l)     #l
 *     %s = arith.addf %a, %b                              #l
 *     %t = vector.transpose %s, [1, 0]                    #l with its dimensions swapped
 *
 * A value can be reached by several; the first that comes is its layout, four are looked at. What operands need of it is
 * then worked out backwards (`layout-fixup.ts`). Source: iree-org/iree @b48a5955 `VectorLayoutAnalysis.cpp`.
 */
import {
  dropNestedDimensions,
  joinNestedLayouts,
  type NestedLayout,
  normalNestedLayout,
  parseNestedLayout,
  pickNestedDimensions,
  reshapeNestedLayout,
  sameNestedLayout,
} from '@ldscope/core';
import type { AffineMap } from '../../../ir/affine.ts';
import { attributeOf, integersOf } from '../../../ir/attribute-values.ts';
import { type Attribute, resolveAttribute } from '../../../ir/types.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isElementwise } from '../../../rows/facts.ts';
import { toLayout } from './promotion-analysis.ts';
import { operationsIn, type Rewriter } from '../../rewriter.ts';
import { isShaped, vectorOf } from './vector-operations.ts';

const MOST_CANDIDATES = 4;

export type Layouts = Map<Value, NestedLayout>;

/** The layout that a `to_layout` asks for; `undefined` for an attribute that is not a nested layout. */
function layoutOf(op: Operation): NestedLayout | undefined {
  const attribute = attributeOf(op, 'layout');
  if (attribute?.kind !== 'opaque') return undefined;
  const read = parseNestedLayout(attribute.text);
  return read.ok ? normalNestedLayout(read.value) : undefined;
}

/** The first layout that reaches each value; the function stays as it is. */
export function forwardLayouts(func: Operation, rewriter: Rewriter): Layouts {
  const candidates = new Map<Value, NestedLayout[]>();
  const queue: Value[] = [];
  const add = (value: Value | undefined, layout: NestedLayout | undefined): void => {
    if (value === undefined || layout === undefined || !isShaped(value)) return;
    const list = candidates.get(value) ?? [];
    if (list.length >= MOST_CANDIDATES || list.some((one) => sameNestedLayout(one, layout))) return;
    candidates.set(value, [...list, layout]);
    queue.push(value);
  };
  const first = (value: Value | undefined): NestedLayout | undefined =>
    value && candidates.get(value)?.[0];
  for (const op of operationsIn(func.regions)) {
    if (op.name === toLayout) add(op.results[0], layoutOf(op));
  }
  for (let i = 0; i < queue.length; i++) {
    const value = queue[i];
    if (value === undefined) continue;
    for (const layout of candidates.get(value) ?? []) {
      for (const user of rewriter.usersOf(value)) {
        for (const [at, operand] of user.operands.entries()) {
          if (operand === value) propagate({ user, at, layout, add, first, rewriter });
        }
      }
    }
  }
  const layouts: Layouts = new Map();
  for (const [value, [layout]] of candidates) if (layout !== undefined) layouts.set(value, layout);
  return layouts;
}

interface Step {
  readonly user: Operation;
  /** The position of the operand that has the layout. */
  readonly at: number;
  readonly layout: NestedLayout;
  readonly add: (value: Value | undefined, layout: NestedLayout | undefined) => void;
  readonly first: (value: Value | undefined) => NestedLayout | undefined;
  readonly rewriter: Rewriter;
}

function propagate(step: Step): void {
  const { user, at, layout, add, rewriter } = step;
  const [result, second] = user.results;
  if (isElementwise(user)) {
    for (const one of user.results) add(one, layout);
    return;
  }
  switch (user.name) {
    case 'scf.for':
      add(user.regions[0]?.blocks[0]?.arguments[at - 2], layout);
      add(user.results[at - 3], layout);
      return;
    case 'scf.yield': {
      const parent = rewriter.parentOf(user);
      if (parent?.name === 'scf.for') {
        add(parent.regions[0]?.blocks[0]?.arguments[at + 1], layout);
        add(parent.results[at], layout);
      } else if (parent?.name === 'scf.if') {
        add(parent.results[at], layout);
      }
      return;
    }
    case 'vector.yield':
      add(rewriter.parentOf(user)?.results[at], layout);
      return;
    case 'vector.multi_reduction':
      add(
        result,
        at === 0 ? dropNestedDimensions(layout, integersIn(user, 'reduction_dims')) : layout,
      );
      if (at === 0) addMask(step, layout);
      return;
    case 'vector.scan':
      if (at === 0) add(result, layout);
      add(
        second,
        at === 0 ? dropNestedDimensions(layout, integersIn(user, 'reduction_dim')) : layout,
      );
      return;
    case 'vector.transpose':
      add(result, pickNestedDimensions(layout, integersIn(user, 'permutation')));
      return;
    case 'vector.contract':
      if (at === 2) add(result, layout);
      else contractLayouts(step);
      return;
    case 'vector.gather':
      add(result, layout);
      return;
    case 'vector.shape_cast':
      add(result, reshapeNestedLayout(layout, vectorOf(result)?.shape ?? []));
      return;
    case 'iree_vector_ext.arg_compare':
      argCompareLayouts(step);
      return;
    default:
      return;
  }
}

/** A mask around an operation has the layout of what it masks. */
function addMask({ user, add, rewriter }: Step, layout: NestedLayout | undefined): void {
  const mask = rewriter.parentOf(user);
  if (mask?.name === 'vector.mask') add(mask.operands[0], layout);
}

function contractLayouts(step: Step): void {
  const { user, at, layout, add, first } = step;
  const [lhsMap, rhsMap, resultMap] = mapsOf(user);
  const own = at === 0 ? lhsMap : rhsMap;
  if (own?.results.length === own?.dimensions) addMask(step, inverseLayout(layout, own));
  const [lhs, rhs] = [first(user.operands[0]), first(user.operands[1])];
  if (lhs === undefined || rhs === undefined || resultMap === undefined) return;
  const parts = resultMap.results.map((expression) => {
    const of = (map: AffineMap | undefined, side: NestedLayout): NestedLayout | undefined => {
      const d = map?.results.findIndex(
        (other) =>
          other.kind === 'dimension' &&
          expression.kind === 'dimension' &&
          other.index === expression.index,
      );
      return d === undefined || d < 0 ? undefined : pickNestedDimensions(side, [d]);
    };
    const [left, right] = [of(lhsMap, lhs), of(rhsMap, rhs)];
    if (left !== undefined && right !== undefined && !sameNestedLayout(left, right)) {
      return undefined;
    }
    return left ?? right;
  });
  const known = parts.flatMap((part) => part ?? []);
  if (known.length === parts.length) add(user.results[0], joinNestedLayouts(known));
}

/** The layout of the iteration space of an operand whose map is a permutation. */
function inverseLayout(layout: NestedLayout, map: AffineMap | undefined): NestedLayout | undefined {
  if (map === undefined) return undefined;
  const dimensions = Array.from({ length: map.dimensions }, (_, d) =>
    map.results.findIndex((one) => one.kind === 'dimension' && one.index === d),
  );
  return dimensions.includes(-1) ? undefined : pickNestedDimensions(layout, dimensions);
}

/** Operands: value, an index perhaps, then the two initial ones. */
function argCompareLayouts({ user, at, layout, add }: Step): void {
  const inputs = user.operands.length - 2 - (user.operands.length > 4 ? 1 : 0);
  const reduced = dropNestedDimensions(layout, integersIn(user, 'dimension'));
  if (at < inputs) for (const result of user.results) add(result, reduced);
  else add(user.results[at - inputs], layout);
}

export function integersIn(op: Operation, name: string): number[] {
  const attribute = attributeOf(op, name);
  if (attribute?.kind === 'integer') return [Number(attribute.value)];
  return integersOf(op, name).flatMap((value) => value ?? []);
}

/** The indexing maps of an operation. */
export function mapsOf(op: Operation): AffineMap[] {
  const maps = attributeOf(op, 'indexing_maps');
  return maps?.kind === 'array' ? maps.elements.flatMap((one) => mapOf(one) ?? []) : [];
}

export function mapOf(attribute: Attribute | undefined): AffineMap | undefined {
  const resolved = attribute && resolveAttribute(attribute);
  return resolved?.kind === 'affine_map' ? resolved.map : undefined;
}
