/** The kernel's own facts about its workgroup: attributes of compilers, and bounds of work-item ids. */
import type { Extent, WorkgroupOrigin, WorkgroupShape } from '@ldscope/core';
import { integerOf, integersOf, wordsOf } from '../ir/attribute-values.ts';
import type { Operation } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { dimensionOf, factsOf } from '../rows/facts.ts';
import type { IdKind } from '../rows/row.ts';

const STATED_SIZES: readonly (readonly [attribute: string, from: WorkgroupOrigin])[] = [
  ['known_block_size', 'known_block_size'],
  ['gpu.known_block_size', 'known_block_size'],
  ['rocdl.reqd_work_group_size', 'rocdl.reqd_work_group_size'],
  ['nvvm.reqntid', 'nvvm.reqntid'],
  ['nvvm.maxntid', 'nvvm.maxntid'],
];

/** True for a kernel that asks for ids beyond the first dimension: a flat size does not say how they share it. */
function hasMoreDimensions(kernel: Operation): boolean {
  for (const op of walk([kernel]))
    if (factsOf(op).id === 'item' && dimensionOf(op) > 0) return true;
  return false;
}

/** Work-items of a workgroup, by an attribute of the kernel: IREE's `translation_info`, `known_block_size`. */
export function statedBlock(kernel: Operation): Extent | undefined {
  return statedShape(kernel)?.shape;
}

/** The same with the attribute that says it. */
export function statedShape(kernel: Operation): WorkgroupShape | undefined {
  const translation = wordsOf(kernel, 'translation_info');
  const listed = /workgroup_size = \[([\d, ]+)\]/.exec(translation)?.[1];
  if (listed !== undefined)
    return shapeFrom('workgroup_size of translation_info', extent(listed.split(',').map(Number)));
  for (const [name, from] of STATED_SIZES) {
    const sizes = integersOf(kernel, name);
    if (sizes.length > 0) return shapeFrom(from, extent(sizes));
  }
  // `"256,256"`: least and most work-items in all.
  const flat = /^(\d+),\1$/.exec(wordsOf(kernel, 'rocdl.flat_work_group_size'))?.[1];
  if (flat === undefined || hasMoreDimensions(kernel)) return undefined;
  return shapeFrom('rocdl.flat_work_group_size', extent([Number(flat)]));
}

/** A shape that is known, with where it comes from. */
export function shapeFrom(
  from: WorkgroupOrigin,
  shape: Extent | undefined,
): WorkgroupShape | undefined {
  return shape && { shape, from };
}

/** The promise of an id about the size of its dimension. */
export interface IdBound {
  readonly dimension: 0 | 1 | 2;
  readonly size: number;
  readonly by: 'upper_bound' | 'range';
}

/** `gpu.thread_id x upper_bound 256`, `rocdl.workitem.id.x range <i32, 0, 256>`: of an id of the kind. */
export function idBound(op: Operation, kind: IdKind): IdBound | undefined {
  const { id, promise: by } = factsOf(op);
  if (id !== kind || by === undefined) return undefined;
  const end = /, *(\d+)>?$/.exec(wordsOf(op, 'range'))?.[1];
  const size = by === 'range' ? end && Number(end) : integerOf(op, 'upper_bound');
  return typeof size === 'number' ? { dimension: dimensionOf(op), size, by } : undefined;
}

/** The sizes that promises of one kind imply. */
export function boundedExtent(
  kernel: Operation,
  kind: IdKind,
  by: IdBound['by'],
): Extent | undefined {
  const sizes: [number, number, number] = [1, 1, 1];
  let known = false;
  for (const op of walk([kernel])) {
    const bound = idBound(op, kind);
    if (bound?.by !== by) continue;
    sizes[bound.dimension] = bound.size;
    known = true;
  }
  return known ? extent(sizes) : undefined;
}

/** Lanes of a wave, by IREE's `translation_info`. */
export function statedWaveSize(kernel: Operation): number | undefined {
  const size = /subgroup_size = (\d+)/.exec(wordsOf(kernel, 'translation_info'))?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Up to three positive sizes, the rest 1. */
export function extent(sizes: readonly (number | undefined)[]): Extent | undefined {
  const [x = 1, y = 1, z = 1] = sizes;
  if (sizes.length === 0 || sizes.some((size) => size === undefined)) return undefined;
  return [x, y, z].every((size) => Number.isSafeInteger(size) && size > 0) ? [x, y, z] : undefined;
}
