/** Sums of coalesced accesses by site and instruction, over any number of traces. */
import {
  type GlobalInstruction,
  type GlobalTrace,
  singleGlobalAccess,
} from '../access/global-trace.ts';
import type { Site } from '../access/wave-rows.ts';
import type { CoalescingModel } from '../machine/coalescing.ts';
import { coalesce } from './coalesce.ts';

/** What some accesses add up to; see `coalesce` for what counts. */
export interface GlobalSums {
  /** Executions by waves. */
  readonly executions: number;
  readonly transactions: number;
  readonly idealTransactions: number;
  readonly requestedBytes: number;
  readonly usefulBytes: number;
  readonly fetchedBytes: number;
}

export interface GlobalSiteTotals extends GlobalSums {
  readonly site: Site;
  readonly instruction: GlobalInstruction;
  /** Its execution with most transactions beyond the ideal, the first of several: a trace of one row. */
  readonly worst: GlobalTrace;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Sum extends Mutable<GlobalSiteTotals> {
  excess: number;
}

/** The sums of some workgroups, for `take`; plain data. */
export type LeftGlobals = readonly Readonly<Sum>[];

/**
 * Folds traces into totals; memory grows with the sites only.
 *
 *     const totals = new GlobalTotals(machine.coalescing[0]);
 *     totals.add(trace);
 *     for (const { site, instruction, transactions } of totals.sites()) ...
 */
export class GlobalTotals {
  readonly model: CoalescingModel;
  readonly #sums = new Map<string, Sum>();
  /** The last row, of a copy that may go on in the next. */
  #last:
    | { site?: number | undefined; wave?: number | undefined; order?: number | undefined }
    | undefined;

  constructor(model: CoalescingModel) {
    this.model = model;
  }

  /** Adds what `times` workgroups do. */
  add(trace: GlobalTrace, times = 1): void {
    const costs = coalesce(trace, this.model);
    /** The sums of this trace by its own numbers of site and instruction. */
    const known = new Map<number, Sum>();
    for (let row = 0; row < trace.count; row++) {
      const key = (trace.site[row] ?? 0) * 2 ** 16 + (trace.instruction[row] ?? 0);
      let sum = known.get(key);
      if (sum === undefined) known.set(key, (sum = this.#sumOf(trace, row)));
      const transactions = costs.transactions[row] ?? 0;
      const ideal = costs.idealTransactions[row] ?? 0;
      if (!this.#continues(trace, row)) sum.executions += times;
      sum.transactions += times * transactions;
      sum.idealTransactions += times * ideal;
      sum.requestedBytes += times * (costs.requestedBytes[row] ?? 0);
      sum.usefulBytes += times * (costs.usefulBytes[row] ?? 0);
      sum.fetchedBytes += times * (costs.fetchedBytes[row] ?? 0);
      if (transactions - ideal > sum.excess) {
        sum.excess = transactions - ideal;
        sum.worst = globalRow(trace, row);
      }
    }
  }

  leave(): LeftGlobals {
    return [...this.#sums.values()];
  }

  /** Adds the sums of later workgroups. */
  take(sums: LeftGlobals): void {
    for (const other of sums) {
      const key = keyOf(other);
      const sum = this.#sums.get(key);
      if (sum === undefined) {
        this.#sums.set(key, { ...other });
        continue;
      }
      Object.assign(sum, addSums(sum, other));
      if (other.excess > sum.excess) {
        sum.excess = other.excess;
        sum.worst = other.worst;
      }
    }
  }

  /** A copy of a box has a row for each 32 of its pieces: one execution. */
  #continues({ instructions, instruction, site, wave, order }: GlobalTrace, row: number): boolean {
    const before = this.#last;
    if (instructions[instruction[row] ?? 0]?.byCopyUnit !== true) {
      this.#last = undefined;
      return false;
    }
    this.#last = { site: site[row], wave: wave[row], order: order[row] };
    return before?.site === site[row] && before?.wave === wave[row] && before?.order === order[row];
  }

  /** The totals of each site and instruction, in the order in which they first came. */
  sites(): readonly GlobalSiteTotals[] {
    return [...this.#sums.values()];
  }

  #sumOf(trace: GlobalTrace, row: number): Sum {
    const index = trace.site[row] ?? 0;
    const site = trace.sites[index];
    const instruction = trace.instructions[trace.instruction[row] ?? 0];
    if (site === undefined || instruction === undefined) {
      throw new RangeError(`row ${row} names site ${index} or an instruction that is not there`);
    }
    const key = keyOf({ site, instruction });
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      sum = {
        ...NO_ACCESSES,
        site,
        instruction,
        worst: globalRow(trace, row),
        excess: 0,
      };
      this.#sums.set(key, sum);
    }
    return sum;
  }
}

const keyOf = ({ site, instruction }: Pick<GlobalSiteTotals, 'site' | 'instruction'>): string =>
  `${site.id} ${instruction.name}`;

export const NO_ACCESSES: GlobalSums = {
  executions: 0,
  transactions: 0,
  idealTransactions: 0,
  requestedBytes: 0,
  usefulBytes: 0,
  fetchedBytes: 0,
};

export function addSums(a: GlobalSums, b: GlobalSums): GlobalSums {
  return {
    executions: a.executions + b.executions,
    transactions: a.transactions + b.transactions,
    idealTransactions: a.idealTransactions + b.idealTransactions,
    requestedBytes: a.requestedBytes + b.requestedBytes,
    usefulBytes: a.usefulBytes + b.usefulBytes,
    fetchedBytes: a.fetchedBytes + b.fetchedBytes,
  };
}

/** A copy of one row as a trace of its own. */
function globalRow(trace: GlobalTrace, row: number): GlobalTrace {
  const instruction = trace.instructions[trace.instruction[row] ?? 0];
  if (instruction === undefined) throw new RangeError(`row ${row} has no instruction`);
  const site = trace.sites[trace.site[row] ?? 0];
  const start = row * trace.waveSize;
  const addresses = trace.addressBytes.slice(start, start + trace.waveSize);
  return singleGlobalAccess(instruction, addresses, {
    waveSize: trace.waveSize,
    maskLow: trace.activeMask[2 * row] ?? 0,
    maskHigh: trace.activeMask[2 * row + 1] ?? 0,
    site,
    movedSectors: trace.movedSectors?.[row] ?? 0,
  });
}
