/**
 * The shape of a launch: grid, block, cluster and shared memory, from the launch or from the kernel's directives.
 *
 *     launch block=32x8, kernel .reqntid 256      refused: two answers
 *     no launch,         kernel .maxntid 256      blocks of 256 threads, which `__launch_bounds__` allows
 */
import {
  blockProblem,
  type BlockQuestion,
  emptyLaunch,
  type ExecuteOptions,
  type Extent,
  type LaunchShape,
  type Message,
  messages,
  showExtent,
  volume,
} from '@ldscope/core';
import type { Module, PtxFunction } from '../text/program.ts';
import { specialsOf } from '../text/specials.ts';
import type { Layout } from './layout.ts';

/** Most blocks of a cluster, where the kernel allows it. */
const MOST_BLOCKS = 16;
export const ONE: Extent = [1, 1, 1];

/** The unknown part of the shape of the blocks; `undefined` where the launch or the kernel gives it. */
export function openBlock(
  { functions }: Module,
  { requiredBlock, mostThreads }: PtxFunction,
  reached: ReadonlySet<number>,
  { launch }: ExecuteOptions,
): BlockQuestion | undefined {
  if (launch?.block !== undefined || requiredBlock !== undefined) return undefined;
  const specials = new Set(
    [...reached].flatMap((number) =>
      (functions[number]?.instructions ?? []).flatMap(({ operands }) =>
        operands.flatMap(specialsOf),
      ),
    ),
  );
  const reads = (axis: string): boolean =>
    specials.has(`tid.${axis}`) || specials.has(`ntid.${axis}`);
  const axes = reads('z') ? 3 : reads('y') ? 2 : 1;
  // `__launch_bounds__` is written by hand.
  return { items: mostThreads, axes, isChosen: mostThreads !== undefined };
}

/** Dynamic shared memory by default: none, or all of the chip where arguments are not given either. */
function dynamicBytesOf(
  { sharedBytes, usesDynamic }: Layout,
  { launch, arguments: given, machine }: ExecuteOptions,
): number {
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const assumed = usesDynamic && given === undefined ? Math.max(0, most - sharedBytes) : 0;
  return launch?.dynamicLdsBytes ?? assumed;
}

/** Grid and block, from the launch or the kernel. */
export function shapeOf(
  { requiredBlock, requiredCluster, mostThreads }: PtxFunction,
  layout: Layout,
  options: ExecuteOptions,
): LaunchShape | Message {
  const { launch = emptyLaunch, machine } = options;
  const block =
    launch.block ??
    requiredBlock ??
    (mostThreads === undefined ? undefined : ([mostThreads, 1, 1] as const));
  if (block === undefined) return messages.launch.noBlock();
  const problem = blockProblem(block);
  if (problem !== undefined) return problem;
  const [given, own] = [block.join('x'), requiredBlock?.join('x')];
  if (own !== undefined && own !== given) return messages.launch.otherBlock(given, own, '.reqntid');
  if (mostThreads !== undefined && volume(block) > mostThreads)
    return messages.launch.blockTooLarge(given, mostThreads, '.maxntid');
  const dynamicLdsBytes = dynamicBytesOf(layout, options);
  const { bytesPerWorkgroup, staticBytes } = machine.sharedMemory;
  if (staticBytes !== undefined && layout.staticBytes > staticBytes.value)
    return messages.ptx.staticShared(layout.staticBytes, staticBytes.value);
  const most = bytesPerWorkgroup.value;
  const bytes = layout.sharedBytes + dynamicLdsBytes;
  if (bytes > most) return messages.execute.ldsTooLarge(bytes, most, machine.name);
  const grid = launch.grid ?? ONE;
  const cluster = launch.cluster ?? requiredCluster ?? ONE;
  if (requiredCluster !== undefined && requiredCluster.join('x') !== cluster.join('x'))
    return messages.launch.otherCluster(showExtent(cluster), showExtent(requiredCluster));
  if (volume(cluster) > MOST_BLOCKS || cluster.some((size, axis) => (grid[axis] ?? 1) % size !== 0))
    return messages.launch.cluster(showExtent(grid), showExtent(cluster), MOST_BLOCKS);
  return {
    grid,
    cluster,
    block,
    blockFrom:
      launch.block !== undefined
        ? 'the launch'
        : requiredBlock === undefined
          ? '.maxntid'
          : '.reqntid',
    waveSize: 32,
    dynamicLdsBytes,
  };
}
