import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** Milliseconds of processor time since the start: what other programs on the machine take is not in it. */
export function processorNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor time of one call. */
export function processorTime(work: () => void): number {
  const begin = processorNow();
  work();
  return processorNow() - begin;
}

/**
 * Milliseconds of one call, of code that is cold. Processor time has that of compiling beside it, in other threads, wall time what others
 * take of the machine: the lower of the two is nearer to the time on a machine of its own.
 */
export interface Taken {
  readonly wall: number;
  readonly processor: number;
}

export function takenBy<T>(work: () => T): Taken & { readonly result: T } {
  const [begin, processorBegin] = [performance.now(), processorNow()];
  const result = work();
  return { wall: performance.now() - begin, processor: processorNow() - processorBegin, result };
}

export const lower = ({ wall, processor }: Taken): number => Math.min(wall, processor);

/** `0.70 s, 1.18 s of processor time`. */
export const shownTaken = ({ wall, processor }: Taken): string =>
  `${shownSeconds(wall)}, ${shownSeconds(processor)} of processor time`;

export const shownSeconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(2)} s`;

/** Milliseconds of each of `count` calls, after `warmUp` calls that are not counted. */
export function times(count: number, warmUp: number, work: () => void): number[] {
  for (let i = 0; i < warmUp; i++) work();
  return Array.from({ length: count }, () => time(work));
}

/** The same in processor time. */
export function processorTimes(count: number, warmUp: number, work: () => void): number[] {
  for (let i = 0; i < warmUp; i++) work();
  return Array.from({ length: count }, () => processorTime(work));
}

/** Runs a program to its end; its output, or `undefined` when it failed or is not there. */
export function output(command: string, args: readonly string[]): string | undefined {
  const result = spawnSync(command, args, { encoding: 'utf8' });
  return result.status === 0 ? result.stdout : undefined;
}

/** A native program to compare with, in a folder of its own. */
export interface Native {
  readonly folder: string;
  /** The numbers of the last line that it prints; `undefined` when it fails. */
  readonly run: (args: readonly string[]) => readonly number[] | undefined;
  readonly remove: () => void;
}

/** Compiles a C++ source with -O3; `undefined` where there is no g++. */
export function native(source: string): Native | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-bench-'));
  const program = join(folder, 'program');
  const remove = (): void => rmSync(folder, { recursive: true });
  if (output('g++', ['-O3', '-std=c++17', source, '-o', program]) === undefined) {
    remove();
    return undefined;
  }
  const run = (args: readonly string[]): readonly number[] | undefined =>
    output(program, args)?.trim().split('\n').at(-1)?.split(' ').map(Number);
  return { folder, run, remove };
}

/** One line of the bench: what was measured, the target, and whether it was met. */
export interface Verdict {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  /** `undefined` when there was no figure to compare with. */
  readonly met: boolean | undefined;
}

/** What the machine is worth at a moment: a product of matrices in C++, which nothing here changes. */
export function yardstick(source: string): { speed: () => string; remove: () => void } {
  const program = native(source);
  const speed = (): string => {
    const wall = performance.now();
    const [nanoseconds] = program?.run(['4000', '3']) ?? [];
    if (nanoseconds === undefined) return 'not measured, as there is no g++';
    const rate = (32 * 32 * 8 * 4000 * 1000) / nanoseconds;
    return `${rate.toFixed(0)} M multiply-adds/s in C++, ${(performance.now() - wall).toFixed(0)} ms for it`;
  };
  return { speed, remove: () => program?.remove() };
}
