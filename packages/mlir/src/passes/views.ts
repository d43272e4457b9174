/**
 * Memrefs that show other memrefs: where an element of a view is in its source.
 *
 *     %v = memref.subview %m[16, 32] [16, 32] [1, 1]        [i, j] of %v is [i + 16, j + 32] of %m
 *     %e = memref.expand_shape %f [[0, 1]] ... [32, 64]     [i, j] of %e is [64 i + j] of %f
 */
import { integersOf } from '../ir/attribute-values.ts';
import type { Operation, Value } from '../ir/ir.ts';
import type { MemRefType } from '../ir/types.ts';
import { memrefOf } from './memref-types.ts';
import { add, constant, type Expression, quotient, remainder, scale, zero } from './expression.ts';
import type { IndexAnalysis } from './index-analysis.ts';

/** The source of a view, and indices there. */
export interface SourceIndices {
  readonly source: Value;
  readonly indices: readonly Expression[];
}

/**
 * The source of a view, and the indices there for indices of its result; `undefined` for what is not a view, or one whose
 * places do not follow from the operation alone (`memref.reinterpret_cast`, `memref.view`).
 */
export function indicesThrough(
  view: Operation,
  indices: readonly Expression[],
  analysis: IndexAnalysis,
): SourceIndices | undefined {
  const [source] = view.operands;
  const type = memrefOf(source);
  if (source === undefined || type === undefined) return undefined;
  const rule = isViewOperation(view) ? views[view.name] : undefined;
  return rule?.(view, source, type, indices, analysis);
}

type Rule = (
  view: Operation,
  source: Value,
  type: MemRefType,
  indices: readonly Expression[],
  analysis: IndexAnalysis,
) => SourceIndices | undefined;

const same: Rule = (_view, source, _type, indices) => ({ source, indices });

const subview: Rule = (view, source, _type, indices, analysis) => {
  const { offsets, sizes, strides } = viewLists(view, analysis);
  const kept = keptDimensions(sizes, memrefOf(view.results[0])?.shape?.length ?? 0);
  if (kept === undefined || strides.some((stride) => stride === undefined)) return undefined;
  const moved = offsets.map((offset, i) => {
    const own = kept.indexOf(i);
    return own < 0 ? offset : add(offset, scale(indices[own] ?? zero, strides[i] ?? 1));
  });
  return { source, indices: moved };
};

const expand: Rule = (view, source, _type, indices) => {
  const sizes = memrefOf(view.results[0])?.shape ?? [];
  if (!innerSizesKnown(groupsOf(view), sizes)) return undefined;
  return { source, indices: groupsOf(view).map((group) => join(group, sizes, indices)) };
};

const collapse: Rule = (view, source, type, indices) => {
  const sizes = type.shape ?? [];
  if (!innerSizesKnown(groupsOf(view), sizes)) return undefined;
  const split = groupsOf(view).flatMap((group, i) => digitsOf(indices[i] ?? zero, group, sizes));
  return { source, indices: split };
};

/** The operations whose result is the memory of their first operand, as far as a layout is followed through them. */
const views: Readonly<Record<string, Rule>> = {
  'iree_codegen.swizzle_hint': same,
  'memref.assume_alignment': same,
  'memref.cast': same,
  'memref.memory_space_cast': same,
  'memref.subview': subview,
  'memref.expand_shape': expand,
  'memref.collapse_shape': collapse,
  'memref.reinterpret_cast': () => undefined,
};

/** True for a view through which a layout is followed. */
export const isViewOperation = ({ name }: Operation): boolean => Object.hasOwn(views, name);

export function rootOf(value: Value): Value {
  let current = value;
  while (current.definition !== undefined && isViewOperation(current.definition)) {
    const [source] = current.definition.operands;
    if (source === undefined) break;
    current = source;
  }
  return current;
}

/** Offsets as expressions, sizes and strides where they are constant. */
export function viewLists(
  view: Operation,
  analysis: IndexAnalysis,
): {
  readonly offsets: readonly Expression[];
  readonly sizes: readonly (number | undefined)[];
  readonly strides: readonly (number | undefined)[];
} {
  const dynamic = view.operands.slice(1).map((operand) => analysis.expressionOf(operand));
  let next = 0;
  const take = (name: string): Expression[] =>
    integersOf(view, name).map((value) =>
      value === undefined ? (dynamic[next++] ?? zero) : constant(value),
    );
  const known = (expression: Expression): number | undefined =>
    expression.kind === 'constant' ? expression.value : undefined;
  const offsets = take('static_offsets');
  const sizes = take('static_sizes').map(known);
  return { offsets, sizes, strides: take('static_strides').map(known) };
}

/** A rank-reducing subview drops dimensions of size 1, the outermost first. */
export function keptDimensions(
  sizes: readonly (number | undefined)[],
  rank: number,
): readonly number[] | undefined {
  let surplus = sizes.length - rank;
  const kept = sizes.flatMap((size, i) => {
    if (surplus <= 0 || size !== 1) return [i];
    surplus--;
    return [];
  });
  return kept.length === rank ? kept : undefined;
}

export function groupsOf(view: Operation): number[][] {
  const attribute = view.attributes.get('reassociation');
  if (attribute?.kind !== 'array') return [];
  return attribute.elements.map((group) =>
    group.kind === 'array'
      ? group.elements.map((element) => (element.kind === 'integer' ? Number(element.value) : 0))
      : [],
  );
}

/** The outermost size of a group does not matter: its digit is what is left. */
function innerSizesKnown(
  groups: readonly (readonly number[])[],
  sizes: readonly (number | undefined)[],
): boolean {
  return groups.every((group) => group.slice(1).every((d) => sizes[d] !== undefined));
}

function join(
  group: readonly number[],
  sizes: readonly (number | undefined)[],
  indices: readonly Expression[],
): Expression {
  return group.reduce<Expression>(
    (sum, dimension) => add(scale(sum, sizes[dimension] ?? 1), indices[dimension] ?? zero),
    zero,
  );
}

/** The digits of an index in the dimensions of a group, the outermost unbounded. */
export function digitsOf(
  index: Expression,
  group: readonly number[],
  sizes: readonly (number | undefined)[],
): Expression[] {
  return group.map((dimension, i) => {
    const inner = group.slice(i + 1).reduce((all, later) => all * (sizes[later] ?? 1), 1);
    const digit = quotient(index, inner);
    return i === 0 ? digit : remainder(digit, sizes[dimension] ?? 1);
  });
}
