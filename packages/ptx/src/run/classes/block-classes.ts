/** A launch by classes of its blocks: one of each is executed, and counted as often as there are others that make the same accesses. */
import {
  type AccessTrace,
  type ExecuteOptions,
  executeClasses,
  type LaunchShape,
  type LeftOut,
  wavesPerWorkgroup,
  type WorkgroupCounts,
} from '@ldscope/core';
import type { SassRun } from '../../sass/run.ts';
import type { Alike } from './alike.ts';

/** One more block is executed for figures of global memory only if warps have executed at most this many instructions. */
const CHEAP_STEPS = 2 ** 17;

export interface BlockClassesRequest {
  readonly shape: LaunchShape;
  readonly options: ExecuteOptions;
  readonly alike: Alike;
  readonly leftOut: LeftOut;
  readonly sass: SassRun | undefined;
  /** Executes a block and gives its trace; `undefined` after a failure. */
  readonly run: (number: number) => AccessTrace | undefined;
  /** Instructions that the warps of a block executed. */
  readonly stepsOf: (number: number) => number;
}

/** Executes blocks by classes; `steps` are instructions of warps of all blocks that are counted. */
export function executeBlockClasses({
  shape,
  options,
  alike,
  leftOut,
  sass,
  run,
  stepsOf,
}: BlockClassesRequest): { readonly workgroups: WorkgroupCounts; readonly steps: number } {
  const each = wavesPerWorkgroup(shape);
  const wavesOf = (number: number): number[] =>
    Array.from({ length: each }, (_, index) => number * each + index);
  let last = 0;
  let [steps, executed] = [0, 0];
  const sameAs = (numbers: readonly number[]): readonly number[] => {
    if (leftOut.changes(undefined)) return [];
    const same = alike.of(last, numbers);
    return sass === undefined
      ? same
      : same.filter((number) => sass.goesAs(wavesOf(last), wavesOf(number)));
  };
  const workgroups = executeClasses(shape, options, {
    run: (number) => {
      last = number;
      const trace = run(number);
      executed += stepsOf(number);
      return trace;
    },
    alike: (numbers) => {
      const same = sameAs(numbers);
      steps += stepsOf(last) * (1 + same.length);
      sass?.repeat(wavesOf(last), same.length);
      return same;
    },
    // Instructions that SASS executes are counted.
    isCheap: () => sass === undefined && executed < CHEAP_STEPS,
  });
  return { workgroups, steps };
}
