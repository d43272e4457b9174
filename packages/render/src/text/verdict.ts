/** The line that most readers want, in the words of every output. */
import type { Report } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { counted, grouped, percent } from './numbers.ts';
import { isCosted, isMisaligned } from './sites.ts';

/** The verdict in a line: `3 of 7 sites conflict: 24,576 of 40,960 LDS cycles (60.0 %)`. */
export function verdict(report: Report, terms: Terms): string {
  const { sites, totals } = report;
  if (sites.length === 0) return `The kernel does not access ${terms.sharedMemory}`;
  const conflicting = sites.filter((site) => site.bankConflict > 0).length;
  const misaligned = sites.filter(isMisaligned).length;
  const uncosted = sites.filter((site) => !isCosted(report, site)).length;
  const missing =
    (misaligned === 0 ? '' : `; ${counted(misaligned, 'site')} misaligned`) +
    (uncosted === 0 ? '' : `; ${counted(uncosted, 'site')} without a service rule not counted`);
  if (conflicting === 0) {
    const counting = counted(sites.length - uncosted, 'site');
    return `No bank conflicts: ${counting}, ${grouped(totals.idxActive)} ${terms.memoryCycles}${missing}`;
  }
  return (
    `${grouped(conflicting)} of ${counted(sites.length, 'site')} conflict${conflicting === 1 ? 's' : ''}: ` +
    `${grouped(totals.bankConflict)} of ${grouped(totals.idxActive)} ${terms.memoryCycles} ` +
    `(${percent(totals.bankConflict, totals.idxActive)})${missing}`
  );
}

/** How a reader takes the verdict: conflicts that cost a tenth of the cycles are heavy. */
export function verdictTone(report: Report): 'none' | 'good' | 'warn' | 'bad' {
  const { sites, totals } = report;
  if (sites.length === 0) return 'none';
  if (totals.bankConflict > 0 && 10 * totals.bankConflict >= totals.idxActive) return 'bad';
  const unclear = sites.some((site) => isMisaligned(site) || !isCosted(report, site));
  return totals.bankConflict > 0 || unclear ? 'warn' : 'good';
}

/** What people call the languages. */
const FRONTENDS: Readonly<Record<string, string>> = {
  'mlir': 'MLIR',
  'ttgir': 'Triton',
  'ck-tile': 'CK Tile',
  'spec': 'specification',
};

export function frontendName(frontend: string): string {
  return FRONTENDS[frontend] ?? frontend;
}
