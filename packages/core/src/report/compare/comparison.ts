/**
 * Two analyses of a kernel side by side, as data: before and after an edit, by two compilers, for two chips, or of two
 * kernels. Behind the text and the JSON of `ldscope compare`, and the page.
 */
import type { Totals } from '../../conflict/counters.ts';
import type { Account } from '../account.ts';
import type { Location } from '../location.ts';
import type { ReportSite, WorkgroupCounts } from '../report.ts';

export const COMPARE_SCHEMA = 'ldscope-compare/1';

/** A figure of both sides. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** Two analyses side by side: totals, which site is which, what each costs on either side, and what explains the change. */
export interface Comparison {
  readonly sides: Sides<ComparedSide>;
  /**
   * By conflict cycles of what both sides count. `unknown` where they are equal and a side has accesses that are not counted;
   * `none` where these are not of the same unit: LDS cycles and wavefronts.
   */
  readonly verdict: 'fewer' | 'more' | 'equal' | 'unknown' | 'none';
  /** Totals of the sites that both sides count: a site without cycles on one side is in neither sum. */
  readonly totals: Sides<Totals>;
  /** Sites whose conflicts changed most come first. */
  readonly sites: readonly SiteChange[];
  readonly buffers: readonly BufferChange[];
  readonly caveats: readonly Caveat[];
  /** What the executions left in memory; absent where no launch gives arguments. */
  readonly outputs?: ComparedOutputs | undefined;
}

/** The buffers of the launch after both executions, or why they were not compared. */
export type ComparedOutputs =
  | { readonly outcome: 'equal'; readonly bytes: number; readonly workgroups: Sides<number> }
  /** The first buffer that differs, with how many of its bytes. */
  | {
      readonly outcome: 'differ';
      readonly buffer: string;
      readonly bytes: number;
      readonly of: number;
      readonly workgroups: Sides<number>;
    }
  | { readonly outcome: 'not compared'; readonly reason: string };

export interface ComparedSide {
  readonly kernel: string;
  readonly machine: string;
  readonly model: string;
  readonly ldsBytes: number;
  readonly waves: number;
  readonly workgroups?: WorkgroupCounts | undefined;
  readonly hazards: number;
  /** What the figures of the side cover. */
  readonly account: Account;
}

/** Why figures of the two sides are not those of whole launches of the same work. */
export type Caveat =
  | {
      readonly kind: 'sample' | 'partial' | 'unknown-values' | 'iterations' | 'errors';
      readonly side: 'before' | 'after';
    }
  /** Sites whose instruction the chip lacks or has no rule for: they have no cost, and totals leave them out on both sides. */
  | { readonly kind: 'no-rule'; readonly side: 'before' | 'after'; readonly sites: number }
  /** Sites that the other side may have among those that it does not count: totals leave them out. */
  | { readonly kind: 'alone'; readonly side: 'before' | 'after'; readonly sites: number }
  /** Other numbers of waves were executed. */
  | ({ readonly kind: 'waves' } & Sides<number>);

/** A site of one side, with what its most expensive execution costs. */
export interface ComparedSite extends Pick<
  ReportSite,
  | 'id'
  | 'op'
  | 'direction'
  | 'buffer'
  | 'widthBytes'
  | 'executions'
  | 'idxActive'
  | 'bankConflict'
  | 'worstWays'
  | 'unserved'
> {
  readonly location: Location;
}

export interface SiteChange {
  /** Absent of a site that is new. */
  readonly before?: ComparedSite | undefined;
  /** Absent of a site that is gone. */
  readonly after?: ComparedSite | undefined;
  /** What differs between the two; empty where nothing does, and for a site of one side. */
  readonly causes: readonly Cause[];
  /** In the totals: its cycles are known on each side that has it, and the other side is known not to have it. */
  readonly isCompared: boolean;
}

/** One execution by a wave. */
export interface ExecutionCost {
  readonly cycles: number;
  readonly conflicts: number;
}

/** A difference that explains another cost of a site. Bytes and addresses are of its most expensive execution. */
export type Cause =
  /** Another chip or model; `cost` is that of the execution of `before` on either, absent where one has no rule for it. */
  | ({ readonly kind: 'machine'; readonly cost?: Sides<ExecutionCost> | undefined } & Sides<string>)
  /** Bytes that a lane moves. */
  | ({ readonly kind: 'width' } & Sides<number>)
  /** Another instruction of the same width. */
  | ({ readonly kind: 'instruction' } & Sides<string>)
  /** How often waves execute it. */
  | ({ readonly kind: 'executions' } & Sides<number>)
  /** Lanes that take part. */
  | ({ readonly kind: 'lanes' } & Sides<number>)
  /** Bytes between lanes whose numbers differ in one bit. */
  | {
      readonly kind: 'pitch';
      readonly steps: readonly ({ readonly bit: number } & Sides<number>)[];
    }
  /** Addresses are sums of steps on one side, and XORs on the other; or other XORs. */
  | ({ readonly kind: 'key' } & Sides<'steps' | 'xor'>)
  /** The same addresses, by other lanes. */
  | { readonly kind: 'order' }
  /** The same distances from an address that is a multiple of other bytes. */
  | ({ readonly kind: 'alignment' } & Sides<number>)
  /** Other addresses, of which none of the above holds. */
  | { readonly kind: 'addresses' }
  /** The most expensive execution is the same, others are not. */
  | { readonly kind: 'other-executions' };

export interface BufferChange {
  /** Its name on each side; absent of one that the side does not have. */
  readonly names: Partial<Sides<string>>;
  readonly idxActive: Sides<number>;
  readonly bankConflict: Sides<number>;
  /** In words, where the layouts of both sides are known. */
  readonly layouts?: Sides<string> | undefined;
  /** What differs between these: rows of another length, another XOR, or something else. */
  readonly causes: readonly ('pitch' | 'key' | 'order')[];
}
