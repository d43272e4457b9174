/**
 * The type of a view when its source gets another layout: what upstream's verifiers infer.
 *
 *     source    memref<4x32x64xf32, strided<[2112, 66, 1]>>, rows padded from 64 to 66
 *     expand    [[0], [1, 2], [3, 4]] to 4x2x16x8x8     strides [2112, 1056, 66, 8, 1]
 *     collapse  [[0, 1], [2]] to 128x64                 strides [66, 1]: 2112 is 32 rows of 66
 *     collapse  [[0], [1, 2]]                           none: a row does not follow the one before
 *     subview   [i, 0, 0] [1, 32, 64]                   strides as they are, the offset is not known
 *
 * `undefined` where upstream refuses too. Source: llvm-project 22 `MemRefOps.cpp` (computeExpandedType,
 * computeCollapsedType, isGuaranteedCollapsible, inferResultType, inferRankReducedResultType).
 */
import { integersOf } from '../../../ir/attribute-values.ts';
import type { Operation } from '../../../ir/ir.ts';
import type { Dimension, MemRefType } from '../../../ir/types.ts';
import { memrefOf, stridesOf } from '../../memref-types.ts';
import { groupsOf } from '../../views.ts';

type Rule = (
  view: Operation,
  source: MemRefType,
  shape: readonly Dimension[],
) => MemRefType | undefined;

/** Views whose type follows from that of their source. */
const rules: Readonly<Record<string, Rule>> = {
  'memref.cast': (_view, source, shape) => withLayout({ ...source, shape }, source),
  'memref.subview': subviewType,
  'memref.expand_shape': expandedType,
  'memref.collapse_shape': collapsedType,
};

export const isTypedView = ({ name }: Operation): boolean => Object.hasOwn(rules, name);

/** The type of a view of a memref of type `source`. */
export function viewType(view: Operation, source: MemRefType): MemRefType | undefined {
  const now = memrefOf(view.results[0]);
  if (now?.shape === undefined || source.shape === undefined) return undefined;
  return isTypedView(view) ? rules[view.name]?.(view, source, now.shape) : undefined;
}

const times = (a: Dimension, b: Dimension): Dimension =>
  a === undefined || b === undefined ? undefined : a * b;

/** A row of stride 1 is the identity, however it is spelled; more dimensions with strides never are. */
function isIdentity({ layout }: MemRefType): boolean {
  if (layout === undefined) return true;
  const isRow = layout.kind === 'strided' && layout.strides.length === 1;
  return isRow && layout.strides[0] === 1 && layout.offset === 0;
}

/** A type with the layout of another; the identity layout has none. */
function withLayout(type: MemRefType, { layout }: Pick<MemRefType, 'layout'>): MemRefType {
  const { element, shape, memorySpace } = type;
  return {
    kind: 'memref',
    shape,
    element,
    ...(layout && { layout }),
    ...(memorySpace && { memorySpace }),
  };
}

export function stridedType(
  source: MemRefType,
  shape: readonly Dimension[],
  strides: readonly Dimension[],
  offset: Dimension,
): MemRefType {
  return { ...source, shape, layout: { kind: 'strided', strides, offset } };
}

/** `undefined` for a layout that is not strides and offset. */
function offsetOf({ layout }: MemRefType): { readonly value: Dimension } | undefined {
  if (layout === undefined) return { value: 0 };
  return layout.kind === 'strided' ? { value: layout.offset } : undefined;
}

function subviewType(
  view: Operation,
  source: MemRefType,
  result: readonly Dimension[],
): MemRefType | undefined {
  const strides = stridesOf(source);
  const start = offsetOf(source);
  if (strides === undefined || start === undefined) return undefined;
  const offsets = integersOf(view, 'static_offsets');
  const sizes = integersOf(view, 'static_sizes');
  const steps = integersOf(view, 'static_strides');
  const offset = offsets.reduce<Dimension>((sum, one, d) => {
    const moved = one === 0 ? 0 : times(one, strides[d]);
    return sum === undefined || moved === undefined ? undefined : sum + moved;
  }, start.value);
  const own = strides.map((stride, d) => times(stride, steps[d]));
  if (result.length === sizes.length) return stridedType(source, sizes, own, offset);
  const kept = keptForShape(sizes, result);
  if (kept === undefined) return undefined;
  return stridedType(
    source,
    result,
    kept.map((d) => own[d]),
    offset,
  );
}

/** The dimensions of a rank-reducing subview that stay: sizes are matched in order, ones that do not match go. */
function keptForShape(
  sizes: readonly Dimension[],
  result: readonly Dimension[],
): number[] | undefined {
  const kept: number[] = [];
  for (const [d, size] of sizes.entries()) {
    if (kept.length < result.length && size === result[kept.length]) kept.push(d);
    else if (size !== 1) return undefined;
  }
  return kept.length === result.length ? kept : undefined;
}

function expandedType(
  view: Operation,
  source: MemRefType,
  shape: readonly Dimension[],
): MemRefType | undefined {
  if (isIdentity(source)) return withLayout({ ...source, shape }, {});
  const strides = stridesOf(source);
  const start = offsetOf(source);
  if (strides === undefined || start === undefined) return undefined;
  const expanded: Dimension[] = [];
  for (const [i, group] of groupsOf(view).entries()) {
    let stride = strides[i];
    for (const dimension of group.toReversed()) {
      expanded[dimension] = stride;
      stride = times(stride, shape[dimension]);
    }
  }
  return stridedType(source, shape, expanded, start.value);
}

function collapsedType(
  view: Operation,
  source: MemRefType,
  shape: readonly Dimension[],
): MemRefType | undefined {
  if (isIdentity(source)) return withLayout({ ...source, shape }, {});
  const strides = stridesOf(source);
  const start = offsetOf(source);
  const sizes = source.shape;
  if (strides === undefined || start === undefined || sizes === undefined) return undefined;
  const groups = groupsOf(view);
  const collapsed = groups.map((group) => groupStride(group, sizes, strides));
  const follows = groups.every((group, i) => isOneRun(group, collapsed[i], sizes, strides));
  return follows ? stridedType(source, shape, collapsed, start.value) : undefined;
}

/** The stride of the last dimension of a group, not counting ones: their strides mean nothing. */
function groupStride(
  group: readonly number[],
  sizes: readonly Dimension[],
  strides: readonly Dimension[],
): Dimension {
  const last = group.findLastIndex((d) => sizes[d] !== 1);
  const dimension = group[Math.max(0, last)] ?? 0;
  const isCertain = sizes[dimension] !== undefined || last <= 0;
  return isCertain ? strides[dimension] : undefined;
}

/** True when each dimension of a group surely begins where the one inside it ends. */
function isOneRun(
  group: readonly number[],
  innermost: Dimension,
  sizes: readonly Dimension[],
  strides: readonly Dimension[],
): boolean {
  let stride = innermost;
  for (let i = group.length - 1; i > 0; i--) {
    stride = times(stride, sizes[group[i] ?? 0]);
    const outer = group[i - 1] ?? 0;
    if (sizes[outer] === 1) continue;
    if (stride === undefined || strides[outer] !== stride) return false;
  }
  return true;
}
