/** The shape of a launch: workgroup, LDS and private memory, as the kernel declares and the user gives them. */
import {
  greatestOf,
  blockProblem,
  type BlockQuestion,
  type Extent,
  type LaunchShape as CommonShape,
  type Message,
  messages,
  showExtent,
  volume,
  type WorkgroupOrigin,
} from '@ldscope/core';
import type { Kernel, Program } from '../text/program.ts';
import type { WaveSize } from '../state/target.ts';
import type { ExecuteOptions } from './options.ts';

export interface LaunchShape extends CommonShape {
  readonly ldsBytes: number;
  /** The size of dynamic LDS is not given: the kernel is assumed to have all LDS of the chip. */
  readonly assumesLds: boolean;
  /** Private memory of one lane. */
  readonly privateBytes: number;
}

/** Work-items along one axis of the grid: the dispatch packet has 32 bits for them. */
const MOST_GRID_ITEMS = 2 ** 32 - 1;
/** More LDS than any chip has: not simulated. Between this and what the chip has, a warning says so. */
const MOST_LDS_BYTES = 2 ** 20;
/** Bytes of private memory per lane for a stack of unknown size. */
const DYNAMIC_STACK_BYTES = 16384;

/** A field of the kernel descriptor; 0 when it is not there. */
export function descriptorField(kernel: Kernel, name: string): number {
  return kernel.descriptor?.get(name) ?? 0;
}

export function launchShape(
  program: Program,
  kernel: Kernel,
  usesLds: boolean,
  options: ExecuteOptions,
): LaunchShape | Message {
  const { machine, launch } = options;
  const { metadata } = kernel;
  const flat = metadata?.maxFlatWorkgroupSize;
  const block =
    launch?.block ??
    metadata?.requiredWorkgroupSize ??
    (flat === undefined ? undefined : ([flat, 1, 1] as const));
  const blockFrom: WorkgroupOrigin =
    launch?.block !== undefined
      ? 'the launch'
      : metadata?.requiredWorkgroupSize !== undefined
        ? 'reqd_workgroup_size'
        : '.max_flat_workgroup_size';
  if (block === undefined) return messages.launch.noBlock();
  const grid = launch?.grid ?? ([1, 1, 1] as const);
  if (!isExtent(block)) return messages.launch.extent('block', block.join('x'));
  if (!isExtent(grid)) return messages.launch.extent('grid', grid.join('x'));
  const problem = blockProblem(block);
  if (problem !== undefined) return problem;
  const items = volume(block);
  const required = metadata?.requiredWorkgroupSize;
  if (required !== undefined && showExtent(block) !== showExtent(required)) {
    const [given, own] = [showExtent(block), showExtent(required)];
    return messages.launch.otherBlock(given, own, 'reqd_workgroup_size');
  }
  if (flat !== undefined && flat > 0 && items > flat) {
    return messages.launch.blockTooLarge(showExtent(block), flat, '.max_flat_workgroup_size');
  }
  const longest = greatestOf(grid.map((size, axis) => size * (block[axis] ?? 1)));
  if (longest > MOST_GRID_ITEMS) return messages.launch.gridTooLarge(longest, MOST_GRID_ITEMS);
  const declared = declaredLds(program, kernel);
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const assumesLds = launch?.dynamicLdsBytes === undefined && declared === 0 && usesLds;
  const dynamicLdsBytes = launch?.dynamicLdsBytes ?? (assumesLds ? most : 0);
  const ldsBytes = declared + dynamicLdsBytes;
  if (ldsBytes > MOST_LDS_BYTES) {
    return messages.execute.ldsTooLarge(ldsBytes, most, machine.name);
  }
  return {
    grid,
    block,
    blockFrom,
    waveSize: waveSizeOf(kernel, machine.waveSizes),
    ldsBytes,
    dynamicLdsBytes,
    assumesLds,
    privateBytes: privateBytes(kernel),
  };
}

/** Lanes of a wave: as the descriptor or the metadata states, else as the assembler takes it, which is the narrowest. */
function waveSizeOf({ descriptor, metadata }: Kernel, sizes: readonly WaveSize[]): WaveSize {
  const narrow = descriptor?.get('wavefront_size32');
  const stated = narrow === undefined ? metadata?.wavefrontSize : narrow === 0 ? 64 : 32;
  return sizes.find((size) => size === stated) ?? sizes[0] ?? 64;
}

/** The size of workgroups is `.max_flat_workgroup_size` where it is not given otherwise. */
const COMPILER_DEFAULT = 1024;

/** The unknown part of the workgroup's shape; `undefined` when the launch or the kernel gives it. */
export function openBlock(
  { descriptor, metadata }: Kernel,
  { launch }: Pick<ExecuteOptions, 'launch'>,
): BlockQuestion | undefined {
  if (launch?.block !== undefined || metadata?.requiredWorkgroupSize !== undefined)
    return undefined;
  const items = metadata?.maxFlatWorkgroupSize;
  const last = descriptor?.get('system_vgpr_workitem_id') ?? 0;
  const axes = last >= 2 ? 3 : last === 1 ? 2 : 1;
  return { items, axes, isChosen: items !== undefined && items !== COMPILER_DEFAULT };
}

/** True for sizes that a launch can have. */
function isExtent(extent: Extent): boolean {
  return extent.every((size) => Number.isSafeInteger(size) && size > 0);
}

function declaredLds(program: Program, kernel: Kernel): number {
  const described =
    kernel.descriptor?.get('group_segment_fixed_size') ?? kernel.metadata?.groupSegmentSize;
  if (described !== undefined) return described;
  return program.ldsObjects.reduce(
    (end, { offsetBytes, sizeBytes }) => Math.max(end, offsetBytes + sizeBytes),
    0,
  );
}

function privateBytes(kernel: Kernel): number {
  const fixed =
    kernel.descriptor?.get('private_segment_fixed_size') ??
    kernel.metadata?.privateSegmentSize ??
    0;
  const grows =
    kernel.metadata?.dynamicStack === true || descriptorField(kernel, 'uses_dynamic_stack') !== 0;
  return Math.ceil((fixed + (grows ? DYNAMIC_STACK_BYTES : 0)) / 16) * 16;
}
