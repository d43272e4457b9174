/**
 * The mark that an editor shows at a line: the cost of an access, or the verdict on a kernel.
 *
 *     32 ways: 7,936 of 8,192 LDS cycles are conflicts (96.9 %)
 *     gfx942: 2 of 4 LDS accesses have bank conflicts: 7,936 of 12,288 LDS cycles (64.6 %)
 */
import { findMachine, type Report, type ReportSite } from '@ldscope/core';
import { termsFor } from '../text/terminology.ts';
import { unservedWords } from '../text/coverage.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { sampledPart } from '../text/sample.ts';
import { verdict } from '../text/verdict.ts';

/** The cost of a site in the launch, or in the part of it that was executed. */
export function siteMark(site: ReportSite, { machine, kernel }: Report): string {
  const { worstWays, bankConflict, idxActive, unserved } = site;
  if (unserved !== undefined) return unservedWords[unserved];
  const terms = termsFor(findMachine(machine));
  const part = sampledPart(kernel, terms);
  const cost =
    bankConflict === 0
      ? `no conflicts, ${grouped(idxActive)} ${terms.memoryCycles}`
      : `${counted(worstWays, 'way')}: ${grouped(bankConflict)} of ${grouped(idxActive)} ` +
        `${terms.memoryCycles} are conflicts (${percent(bankConflict, idxActive)})`;
  return part === undefined ? cost : `${cost} in ${part}`;
}

/** The same in a few words: `32 ways, 7,936 conflict cycles`. */
export function siteHint({ worstWays, bankConflict }: ReportSite, { machine }: Report): string {
  const { cycles } = termsFor(findMachine(machine));
  return `${counted(worstWays, 'way')}, ${grouped(bankConflict)} conflict ${cycles}`;
}

/** `ds_read_b32 of %tile` */
export const siteTitle = ({ op, buffer }: Pick<ReportSite, 'op' | 'buffer'>): string =>
  buffer === '' ? op : `${op} of ${buffer}`;

/** The verdict on a kernel, with its chip. */
export const kernelMark = (report: Report): string =>
  `${report.machine}: ${verdict(report, termsFor(findMachine(report.machine)))}`;
