/** Which entries of a configuration are about a kernel, or about one of its sites. */
import { fitsPattern, namesOf, type ReportSite } from '@ldscope/core';
import type { Limits, Selector } from './config.ts';

/** A checked kernel, as entries of the configuration select it. */
export interface Selected {
  readonly file: string;
  /** Its symbol. */
  readonly kernel: string;
  readonly machine: string;
}

/** True when a glob of the configuration matches a file. */
export type FitsFile = (glob: string, file: string) => boolean;

/** True when an entry is about the kernel; what it says of sites is left aside. */
export function selectsKernel(
  { file, kernel, machine }: Selector,
  one: Selected,
  fitsFile: FitsFile,
): boolean {
  const plain = kernel?.replaceAll(/\s/g, '');
  return (
    (file === undefined || fitsFile(file, one.file)) &&
    (plain === undefined || namesOf(one.kernel).some((name) => fitsPattern(name, plain))) &&
    (machine === undefined || machine === one.machine)
  );
}

/** True when an entry is about the site of a kernel that it is about. */
export function selectsSite(
  { buffer, instruction }: Selector,
  site: Pick<ReportSite, 'op' | 'buffer'> | undefined,
): boolean {
  if (site === undefined) return buffer === undefined && instruction === undefined;
  return (
    (buffer === undefined || fitsPattern(plainBuffer(site.buffer), plainBuffer(buffer))) &&
    (instruction === undefined || fitsPattern(site.op, instruction))
  );
}

/** True for entries about single sites. */
export const isOfSites = ({ buffer, instruction }: Selector): boolean =>
  buffer !== undefined || instruction !== undefined;

/** Each limit from the last entry that gives it. */
export function lastLimits(entries: readonly Limits[]): Limits {
  return {
    maxConflictCycles: entries.findLast(({ maxConflictCycles }) => maxConflictCycles !== undefined)
      ?.maxConflictCycles,
    maxWays: entries.findLast(({ maxWays }) => maxWays !== undefined)?.maxWays,
  };
}

/** MLIR's sigil may be left out. */
const plainBuffer = (name: string): string => name.replace(/^[%@]/, '');
