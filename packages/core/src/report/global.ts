/**
 * The part of the report on global memory: what each site fetches, and what of it is useful.
 *
 * Sites are named as those of shared memory are, and a direct-to-LDS copy is a site of both. The order is that in
 * which a reader has something to gain: sites with transactions beyond the ideal first, the least efficient on top.
 */
import type { GlobalDirection, GlobalTrace } from '../access/global-trace.ts';
import { efficiency } from '../coalesce/coalesce.ts';
import { explainGlobalAccess } from '../coalesce/explain.ts';
import {
  addSums,
  type GlobalSums,
  type GlobalSiteTotals,
  NO_ACCESSES,
} from '../coalesce/totals.ts';
import type { CoalescingModel } from '../machine/coalescing.ts';
import type { Evidence } from '../machine/evidence.ts';
import { type Location, locationOf } from './location.ts';

export interface GlobalSite extends GlobalSums {
  /** What `ldscope explain --global --site` takes. */
  readonly id: string;
  readonly op: string;
  readonly direction: GlobalDirection;
  /** Bytes that one lane moves. */
  readonly widthBytes: number;
  /** The buffer as the source names it; empty where it is not known. */
  readonly buffer: string;
  readonly location: Location;
  /** The part of the fetched bytes that is useful; 1 is all. */
  readonly efficiency: number;
  /** Why its worst execution takes what it takes: the most telling sentence. */
  readonly reason: string;
  /** Made by the unit that copies boxes and ranges, whose sectors have counters of their own. */
  readonly byCopyUnit?: true;
  /** How many sectors it moves is not known: `transactions` are those of its addresses, and counters leave it out. */
  readonly hasUnknownSectors?: true;
  /** True where the distance between rows of the matrix is not given: each begins at a line, and none shares one. */
  readonly assumedPitch?: true;
}

export interface GlobalReport {
  readonly model: string;
  readonly title: string;
  /** What a transaction is called, and what it moves. */
  readonly unit: CoalescingModel['unit'];
  readonly transactionBytes: number;
  readonly usefulBytes: CoalescingModel['usefulBytes'];
  readonly evidence: Evidence;
  readonly source: string;
  readonly note?: string | undefined;
  readonly sites: readonly GlobalSite[];
  readonly totals: GlobalSums & { readonly efficiency: number };
}

export interface AnalysisGlobalSite extends GlobalSite {
  /** The execution with most transactions beyond the ideal: what `explain` shows. */
  readonly worst: GlobalTrace;
}

/** The sites of one model in the order of the report. */
export function globalSites(
  totals: readonly GlobalSiteTotals[],
  model: CoalescingModel,
): readonly AnalysisGlobalSite[] {
  const parts = new Map<string, number>();
  for (const { site } of totals) parts.set(site.id, (parts.get(site.id) ?? 0) + 1);
  const sites = totals.map((sums): AnalysisGlobalSite => {
    const { site, instruction, worst } = sums;
    const several = (parts.get(site.id) ?? 0) > 1;
    return {
      id: several ? `${site.id}/${instruction.name}` : site.id,
      op: instruction.name,
      direction: instruction.direction,
      widthBytes: instruction.widthBytes,
      buffer: site.buffer ?? '',
      location: locationOf(site),
      ...addSums(sums, NO_ACCESSES),
      efficiency: efficiency(sums.usefulBytes, sums.fetchedBytes),
      reason: explainGlobalAccess(worst, 0, model).reasons[0] ?? '',
      ...(instruction.byCopyUnit === true ? { byCopyUnit: true } : {}),
      ...(instruction.hasUnknownSectors === true ? { hasUnknownSectors: true } : {}),
      ...(site.assumedPitchBytes === undefined ? {} : { assumedPitch: true }),
      worst,
    };
  });
  return sites.sort(
    (a, b) =>
      Number(isIdeal(a)) - Number(isIdeal(b)) ||
      a.efficiency - b.efficiency ||
      b.transactions - a.transactions ||
      (a.location.line ?? 0) - (b.location.line ?? 0),
  );
}

/** True when no other arrangement of the same bytes would take fewer transactions. */
function isIdeal({ transactions, idealTransactions }: GlobalSums): boolean {
  return transactions === idealTransactions;
}

export function globalReport(
  sites: readonly AnalysisGlobalSite[],
  model: CoalescingModel,
): GlobalReport {
  const { name, title, unit, usefulBytes, transactionBytes } = model;
  const { value, evidence, source, note } = transactionBytes;
  const sums = sites.reduce<GlobalSums>((all, site) => addSums(all, site), NO_ACCESSES);
  return {
    model: name,
    title,
    unit,
    transactionBytes: value,
    usefulBytes,
    evidence,
    source,
    note,
    sites: sites.map(({ worst: _worst, ...site }) => site),
    totals: { ...sums, efficiency: efficiency(sums.usefulBytes, sums.fetchedBytes) },
  };
}
