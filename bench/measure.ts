import { spawnSync } from 'node:child_process';

/** The middle value; with an even count the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

/** Milliseconds of one call. */
export function time(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/** Milliseconds of each of `count` calls, after `warmUp` calls that are not counted. */
export function times(count: number, warmUp: number, work: () => void): number[] {
  for (let i = 0; i < warmUp; i++) work();
  return Array.from({ length: count }, () => time(work));
}

/** Runs a program to its end; its output, or `undefined` when it failed or is not there. */
export function output(command: string, args: readonly string[]): string | undefined {
  const result = spawnSync(command, args, { encoding: 'utf8' });
  return result.status === 0 ? result.stdout : undefined;
}

/** One line of the bench: what was measured, the target, and whether it was met. */
export interface Verdict {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  /** `undefined` when there was nothing to hold the figure against. */
  readonly met: boolean | undefined;
}
