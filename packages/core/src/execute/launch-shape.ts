/**
 * The shape of a launch, and the way through its workgroups.
 *
 *     grid 2 x 2    workgroup 0 at (0, 0, 0), 1 at (1, 0, 0), 2 at (0, 1, 0), 3 at (1, 1, 0)
 */
import { type Extent, volume } from '../access/launch.ts';
import type { AccessTrace } from '../access/trace.ts';
import type { Message } from '../base/diagnostic.ts';
import { readableName, symbolNamed } from '../base/kernel-names.ts';
import { messages } from '../base/messages.ts';
import type { WorkgroupOrigin } from '../report/coverage.ts';
import type { WorkgroupCounts } from '../report/report.ts';
import type { ExecuteOptions } from './options.ts';
import { Spread, type WorkgroupState } from './spread.ts';

export interface LaunchShape {
  readonly grid: Extent;
  readonly block: Extent;
  readonly blockFrom: WorkgroupOrigin;
  /** Workgroups that run together; one by default. */
  readonly cluster?: Extent | undefined;
  readonly waveSize: 32 | 64;
  /** Bytes of LDS that the launch adds to what the kernel declares. */
  readonly dynamicLdsBytes: number;
}

/** More work-items than any chip takes in a workgroup. */
const MOST_ITEMS = 1024;

/** What is wrong with the size of a workgroup for any chip. */
export function blockProblem(block: Extent): Message | undefined {
  const items = volume(block);
  return items > MOST_ITEMS ? messages.launch.tooLarge(items, MOST_ITEMS) : undefined;
}

export function wavesPerWorkgroup({ block, waveSize }: LaunchShape): number {
  return Math.ceil(volume(block) / waveSize);
}

/** Where a number is in a grid or block, x first. */
export function coordinatesIn([x, y]: Extent, number: number): Extent {
  return [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
}

/** The kernel to execute: by its symbol, its readable name, or a part that no other has. */
export function chooseKernel<K extends { readonly name: string }>(
  kernels: readonly K[],
  name?: string,
): K | Message {
  const symbols = kernels.map((kernel) => kernel.name);
  const names = symbols.map(readableName);
  const [first] = kernels;
  if (first === undefined) return messages.launch.noKernel(name, names);
  if (name === undefined)
    return kernels.length === 1 ? first : messages.launch.severalKernels(names);
  const symbol = symbolNamed(symbols, name);
  if (typeof symbol === 'object') return symbol;
  return kernels.find((kernel) => kernel.name === symbol) ?? messages.launch.noKernel(name, names);
}

/**
 * Executes workgroups one after another until one fails, as many as the options allow, and hands on their accesses. `run`
 * executes one and gives its trace, or `undefined` after a failure. `state`: absent where other threads cannot help.
 */
export function executeWorkgroups<State>(
  { grid }: LaunchShape,
  options: ExecuteOptions,
  run: (number: number, ids: Extent) => AccessTrace | undefined,
  state?: WorkgroupState<State>,
): WorkgroupCounts {
  const { workgroups, onWorkgroup, onProgress, onCounted, helpers, range, onLeft } = options;
  const launched = volume(grid);
  const { first, end: limit } = range ?? {
    first: 0,
    end: Math.min(launched, workgroups ?? launched),
  };
  const spread = state && helpers && new Spread(helpers, state, limit);
  let number = first;
  try {
    while (number < limit) {
      const other = spread?.next(number);
      if (other !== undefined) {
        number = other.end;
        onCounted?.(other.counts, number, limit);
      } else {
        const trace = run(number, coordinatesIn(grid, number));
        if (trace === undefined) return { executed: number - first, launched };
        number++;
        onWorkgroup?.(trace, number, limit);
      }
      if (onProgress?.(number, limit) === false) return { executed: number - first, launched };
    }
  } finally {
    spread?.end();
  }
  if (range !== undefined && state?.isOrdinary() === true) onLeft?.(state.leave());
  return { executed: limit - first, launched };
}
