/** What the rows of the study say: shares with their denominators, and medians. */
import { groupBy } from '@ldscope/core';
import type { StudyRow } from './rows.ts';

/** Executed, wholly or in part. */
export const isCounted = ({ status }: StudyRow): boolean =>
  status === 'counted' || status === 'part';

/** Of these conflicts can be asked. */
export const accesses = (row: StudyRow): boolean => isCounted(row) && row.cycles > 0;

export const conflicts = (row: StudyRow): boolean => accesses(row) && row.conflictCycles > 0;

/** Of the LDS cycles of its executed workgroups. */
export const lostShare = ({ conflictCycles, cycles }: StudyRow): number => conflictCycles / cycles;

/** The value below which a share of them lie; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const percentText = (share: number, digits = 0): string =>
  `${(100 * share).toFixed(digits)} %`;

/** `12 of 40 (30 %)`. */
export function shareText(part: number, all: number): string {
  return all === 0 ? '-' : `${part} of ${all} (${percentText(part / all)})`;
}

export const causes = ['word', 'stride', 'rows', 'xor', 'scattered'] as const;

export const causeTitles: Readonly<Record<(typeof causes)[number], string>> = {
  word: 'one word for all lanes',
  stride: 'stride from lane to lane',
  rows: 'rows of whole bank periods',
  xor: 'swizzle that repeats',
  scattered: 'scattered',
};

/** The share of the conflict cycles of searched buffers that the recommended layouts remove. */
export const savedShare = ({ searchedCycles, remainingCycles }: StudyRow): number =>
  (searchedCycles - remainingCycles) / searchedCycles;

/** Kernels with conflicts whose time was simulated with and without them. */
export const isTimed = (row: StudyRow): boolean => conflicts(row) && row.timeCycles > 0;

export const timeShare = ({ timeCycles, timeWithoutConflicts }: StudyRow): number =>
  (timeCycles - timeWithoutConflicts) / timeCycles;

export function groupsOf<K extends string>(
  rows: readonly StudyRow[],
  key: (row: StudyRow) => K,
): readonly (readonly [K, readonly StudyRow[]])[] {
  const groups = groupBy(rows, key);
  return [...groups];
}
