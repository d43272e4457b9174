/**
 * What becomes of a `nested_layout` when its vector is transposed, projected or reshaped.
 *
 *     <thread_tile = [4, 16], element_tile = [4, 1], ...>   transposed [1, 0]     thread_tile = [16, 4], element_tile = [1, 4]
 *                                                           without dimension 0   thread_tile = [16], element_tile = [1]
 *
 * A dimension is five factors, element to subgroup; a reshape deals the same factors to other dimensions. Invariant:
 * every lane has the same elements in the same registers as before. Strides of tiles of one mean nothing and are 0.
 * Source: iree-org/iree @b48a5955 `VectorExtAttrs.cpp`.
 */
import {
  type NestedLayout,
  type nestedLayoutLists,
  nestedShape,
  printNestedLayout,
} from './nested-layout.ts';

type ListName = (typeof nestedLayoutLists)[number];

/** The layout with strides of 0 where nothing is distributed, as upstream keeps it. */
export function normalNestedLayout(layout: NestedLayout): NestedLayout {
  const strides = (tile: readonly number[], list: readonly number[]): number[] =>
    list.map((stride, d) => (tile[d] === 1 ? 0 : stride));
  return {
    ...layout,
    subgroup_strides: strides(layout.subgroup_tile, layout.subgroup_strides),
    thread_strides: strides(layout.thread_tile, layout.thread_strides),
  };
}

/** The layout whose dimension i is `dimensions[i]` of this one; a new dimension of size 1 where that is `undefined`. */
export function pickNestedDimensions(
  layout: NestedLayout,
  dimensions: readonly (number | undefined)[],
): NestedLayout {
  const pick = (name: ListName): number[] =>
    dimensions.map((d) => {
      const absent = name.endsWith('strides') ? 0 : 1;
      return d === undefined ? absent : (layout[name][d] ?? absent);
    });
  return fromLists(pick);
}

/** The layout without some dimensions: what is left of a vector that is reduced along them. */
export function dropNestedDimensions(
  layout: NestedLayout,
  dropped: readonly number[],
): NestedLayout {
  return pickNestedDimensions(
    layout,
    layout.element_tile.flatMap((_, d) => (dropped.includes(d) ? [] : [d])),
  );
}

/** The layout that has all dimensions of several, one behind the other. */
export function joinNestedLayouts(layouts: readonly NestedLayout[]): NestedLayout {
  return fromLists((name) => layouts.flatMap((layout) => layout[name]));
}

export function sameNestedLayout(a: NestedLayout, b: NestedLayout): boolean {
  return printNestedLayout(normalNestedLayout(a)) === printNestedLayout(normalNestedLayout(b));
}

/** True when elements change hands between two layouts of a vector: all but batch and outer tiles must be the same. */
export function needsSharedMemory(from: NestedLayout, to: NestedLayout): boolean {
  const hands = (layout: NestedLayout): NestedLayout => ({
    ...layout,
    batch_tile: [],
    outer_tile: [],
  });
  return !sameNestedLayout(hands(from), hands(to));
}

function fromLists(list: (name: ListName) => readonly number[]): NestedLayout {
  return {
    subgroup_tile: list('subgroup_tile'),
    batch_tile: list('batch_tile'),
    outer_tile: list('outer_tile'),
    thread_tile: list('thread_tile'),
    element_tile: list('element_tile'),
    subgroup_strides: list('subgroup_strides'),
    thread_strides: list('thread_strides'),
  };
}

/** One factor of a dimension: level 0 is the element, 4 the subgroup. */
interface Factor {
  readonly level: number;
  readonly size: number;
  readonly stride: number;
}

/** The layout of the same elements in another shape; `undefined` where no layout says it. */
export function reshapeNestedLayout(
  layout: NestedLayout,
  shape: readonly number[],
): NestedLayout | undefined {
  const factors = factorsOf(layout);
  const dimensions: Factor[][] = [];
  for (const size of shape.toReversed()) {
    const taken = takeDimension(factors, size);
    if (taken === undefined) return undefined;
    dimensions.unshift(taken);
  }
  if (factors.length > 0) return undefined;
  const tile = (level: number): number[] =>
    dimensions.map((list) => list.find((factor) => factor.level === level)?.size ?? 1);
  const strides = (level: number): number[] =>
    dimensions.map((list) => list.find((factor) => factor.level === level)?.stride ?? 0);
  return {
    subgroup_tile: tile(4),
    batch_tile: tile(3),
    outer_tile: tile(2),
    thread_tile: tile(1),
    element_tile: tile(0),
    subgroup_strides: strides(4),
    thread_strides: strides(1),
  };
}

/** All factors but 1, those of the last dimension first, elements before subgroups. */
function factorsOf(layout: NestedLayout): Factor[] {
  return nestedShape(layout)
    .flatMap((_, i, shape) => {
      const d = shape.length - 1 - i;
      const at = (list: readonly number[]): number => list[d] ?? 1;
      return [
        { level: 0, size: at(layout.element_tile), stride: 0 },
        { level: 1, size: at(layout.thread_tile), stride: at(layout.thread_strides) },
        { level: 2, size: at(layout.outer_tile), stride: 0 },
        { level: 3, size: at(layout.batch_tile), stride: 0 },
        { level: 4, size: at(layout.subgroup_tile), stride: at(layout.subgroup_strides) },
      ];
    })
    .filter(({ size }) => size > 1);
}

/** Takes factors for a dimension of a size: levels only rise, and two of one level must be one digit. */
function takeDimension(factors: Factor[], size: number): Factor[] | undefined {
  const taken: Factor[] = [];
  let left = size;
  while (left > 1) {
    const factor = factors.shift();
    if (factor === undefined) return undefined;
    const part = Math.min(factor.size, left);
    if (left % part !== 0 || factor.size % part !== 0) return undefined;
    if (part < factor.size) {
      factors.unshift({ ...factor, size: factor.size / part, stride: factor.stride * part });
    }
    left /= part;
    const last = taken.at(-1);
    if (last !== undefined && factor.level < last.level) return undefined;
    if (last === undefined || factor.level > last.level) {
      taken.push({ ...factor, size: part });
      continue;
    }
    if (factor.stride !== last.stride * last.size) return undefined;
    taken[taken.length - 1] = { ...last, size: last.size * part };
  }
  return taken;
}
