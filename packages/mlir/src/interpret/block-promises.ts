/**
 * The block and grid sizes that a kernel promises, and whether a launch has them.
 *
 *     known_block_size = array<i32: 32, 32, 1>       block=16x16    refused: the compiler has used 32 and 32
 *     gpu.thread_id x upper_bound 256                block=512      refused
 *     rocdl.flat_work_group_size = "64,256"          block=32       refused
 *     known_grid_size = array<i32: 2, 1, 1>          grid=3         refused
 *
 * Each origin is known by the name of its attribute. A `gpu.launch_func` of the module is another launch, not a promise.
 */
import { type Extent, type Message, messages, showExtent, volume } from '@ldscope/core';
import type { Operation } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { extent, type IdBound, idBound, statedShape } from '../module/workgroup-size.ts';
import { integerOf, integersOf, wordsOf } from './attributes.ts';

/** The first promise that a block breaks; `exported`: the block of IREE's export of the kernel. */
export function brokenPromise(
  kernel: Operation,
  given: Extent,
  exported: Extent | undefined,
): Message | undefined {
  const stated = statedShape(kernel);
  const { otherBlock, blockTooLarge } = messages.launch;
  const text = showExtent(given);
  if (stated?.from === 'nvvm.maxntid') {
    const most = volume(stated.shape);
    if (volume(given) > most) return blockTooLarge(text, most, stated.from);
  } else if (stated !== undefined && showExtent(stated.shape) !== text)
    return otherBlock(text, showExtent(stated.shape), stated.from);
  if (exported !== undefined && showExtent(exported) !== text)
    return otherBlock(text, showExtent(exported), 'workgroup_size of hal.executable.export');
  const flat = /^(\d+),(\d+)$/.exec(wordsOf(kernel, 'rocdl.flat_work_group_size'));
  const [least, most] = [Number(flat?.[1] ?? 1), Number(flat?.[2] ?? Infinity)];
  if (volume(given) > most) return blockTooLarge(text, most, 'rocdl.flat_work_group_size');
  if (volume(given) < least)
    return messages.launch.blockTooSmall(text, least, 'rocdl.flat_work_group_size');
  const flatMost = integerOf(kernel, 'rocdl.max_flat_work_group_size');
  if (flatMost !== undefined && volume(given) > flatMost)
    return blockTooLarge(text, flatMost, 'rocdl.max_flat_work_group_size');
  for (const op of walk([kernel])) {
    const bound = idBound(op, 'item');
    if (bound === undefined || given[bound.dimension] <= bound.size) continue;
    const from = originOf(bound, op.name, 'work-item');
    return blockTooLarge(text, bound.size, from, AXES[bound.dimension]);
  }
  return undefined;
}

/** The first promise that a grid breaks. */
export function brokenGridPromise(kernel: Operation, given: Extent): Message | undefined {
  const text = showExtent(given);
  for (const name of ['known_grid_size', 'gpu.known_grid_size']) {
    const stated = extent(integersOf(kernel, name));
    if (stated !== undefined && showExtent(stated) !== text)
      return messages.launch.otherGrid(text, showExtent(stated), name);
  }
  for (const op of walk([kernel])) {
    const bound = idBound(op, 'group');
    if (bound === undefined || given[bound.dimension] <= bound.size) continue;
    const from = originOf(bound, op.name, 'workgroup');
    return messages.launch.gridBeyond(text, bound.size, AXES[bound.dimension], from);
  }
  return undefined;
}

const AXES = ['x', 'y', 'z'] as const;

/** The place of a promise, in words. */
const originOf = ({ by }: IdBound, name: string, what: string): string =>
  by === 'range' ? `range of ${what} ids` : `upper_bound of ${name}`;
