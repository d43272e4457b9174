/**
 * Arguments that compilers add behind those of the source, and their values in a launch.
 *
 *     grid 3 x 2, block 64 x 2     hidden_block_count_x 3, hidden_group_size_y 2, hidden_grid_dims 2, hidden_remainder_x 0
 *
 * LIMITATIONS. Workgroups are whole, so remainders are 0. Services of a host program (printf, host calls, the heap, queues)
 * do not exist: their pointers are null unless the launch gives them. Source: LLVM AMDGPUUsage, "Code Object V5 Metadata".
 */
import type { Extent, Launch } from '@ldscope/core';
import { PRIVATE_APERTURE, SHARED_APERTURE } from '../state/scalars.ts';
import type { Kernel } from '../text/program.ts';
import type { LaunchShape } from './shape.ts';

export interface HiddenArgument {
  /** As metadata and launch files have it. */
  readonly name: string;
  /** A description, in a sentence. */
  readonly about: string;
  readonly valueOf: (shape: LaunchShape) => number;
  /** A pointer to data that only a host program has. */
  readonly isHost?: boolean;
}

const AXES = ['x', 'y', 'z'] as const;

function perAxis(
  name: string,
  about: string,
  extentOf: (shape: LaunchShape) => Extent,
): HiddenArgument[] {
  return AXES.map((axis, i) => ({
    name: `${name}_${axis}`,
    about: `${about} in ${axis}.`,
    valueOf: (shape) => extentOf(shape)[i] ?? 0,
  }));
}

const nowhere = (name: string, about: string): HiddenArgument => ({
  name,
  about: `${about}; 0 by default.`,
  valueOf: () => 0,
  isHost: true,
});

const NO_OFFSET: Extent = [0, 0, 0];

/** All of them, in the order of LLVM's documentation. */
export const hiddenArguments: readonly HiddenArgument[] = [
  ...perAxis('hidden_block_count', 'Workgroups', ({ grid }) => grid),
  ...perAxis('hidden_group_size', 'Work-items of a workgroup', ({ block }) => block),
  ...perAxis('hidden_remainder', 'Work-items of the last, partial workgroup', () => NO_OFFSET),
  ...perAxis('hidden_global_offset', 'The first global id', () => NO_OFFSET),
  { name: 'hidden_grid_dims', about: 'Axes of the grid, 1 to 3.', valueOf: dimensions },
  {
    name: 'hidden_dynamic_lds_size',
    about: 'Bytes of LDS that the launch adds.',
    valueOf: ({ dynamicLdsBytes }) => dynamicLdsBytes,
  },
  {
    name: 'hidden_private_base',
    about: 'High half of generic addresses of private memory.',
    valueOf: () => PRIVATE_APERTURE,
  },
  {
    name: 'hidden_shared_base',
    about: 'High half of generic addresses of LDS.',
    valueOf: () => SHARED_APERTURE,
  },
  nowhere('hidden_printf_buffer', 'Buffer of printf'),
  nowhere('hidden_hostcall_buffer', 'Buffer of calls to the host'),
  nowhere('hidden_default_queue', 'Queue of the device'),
  nowhere('hidden_completion_action', 'Action at the end of the kernel'),
  nowhere('hidden_multigrid_sync_arg', 'What grids of several devices wait for'),
  nowhere('hidden_heap_v1', 'Heap of the device'),
  nowhere('hidden_queue_ptr', 'Queue of the dispatch'),
];

const byName: ReadonlyMap<string, HiddenArgument> = new Map(
  hiddenArguments.map((argument) => [argument.name, argument]),
);

/** The hidden argument of a kind of value; `undefined` for padding and for kinds that are not known. */
export const hiddenArgument = (valueKind: string): HiddenArgument | undefined =>
  byName.get(valueKind);

/** Pointers to data of a host program that a kernel takes and the launch does not give. */
export function nullHidden(kernel: Kernel, { scalars }: Pick<Launch, 'scalars'>): string[] {
  const names = (kernel.metadata?.arguments ?? []).map(({ valueKind }) => valueKind);
  return names.filter((name) => hiddenArgument(name)?.isHost === true && !scalars.has(name));
}

export function dimensions({ grid, block }: LaunchShape): number {
  if (grid[2] * block[2] > 1) return 3;
  return grid[1] * block[1] > 1 ? 2 : 1;
}
