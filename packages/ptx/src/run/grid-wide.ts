/**
 * Launches whose blocks wait for all others of the grid: their blocks are executed together, as on a chip that has room for all.
 *
 *     cg::this_grid().sync()      reads the address of its barrier from %envreg1 and %envreg2: 0 without a cooperative launch
 *
 * Source: CUDA C++ Programming Guide, "Grid Synchronization"; cooperative_groups/details of CUDA 13.
 */
import {
  type ExecuteOptions,
  type LaunchShape,
  type Message,
  messages,
  volume,
} from '@ldscope/core';
import type { Module, Operand } from '../text/program.ts';

/** Bytes that the driver gives cooperative groups for the barrier of a grid, or more. */
export const WORKSPACE_BYTES = 1024;
/** The high and the low word of their address. */
export const WORKSPACE_SPECIALS = ['envreg1', 'envreg2'] as const;

/** Blocks that are executed together at most: some chips have as many at one time. */
const MOST_BLOCKS = 4096;

/** True for a launch whose blocks may wait for all others: by what the launch says, or because the kernel uses the barrier. */
export function isGridWide(
  { functions }: Module,
  reached: ReadonlySet<number>,
  { launch }: ExecuteOptions,
): boolean {
  return (
    launch?.cooperative === true ||
    [...reached].some((number) =>
      functions[number]?.instructions.some(({ operands }) => operands.some(readsWorkspace)),
    )
  );
}

const readsWorkspace = (operand: Operand): boolean =>
  operand.kind === 'special' && WORKSPACE_SPECIALS.some((name) => name === operand.name);

/** Why a grid is not executed together. */
export const gridProblem = ({ grid }: LaunchShape): Message | undefined =>
  volume(grid) > MOST_BLOCKS ? messages.launch.gridTogether(volume(grid), MOST_BLOCKS) : undefined;
