/**
 * The proof that comes with an answer: what each access costs, what it costs at least, and why nothing of the family is
 * better.
 *
 *     gfx950  load   0 conflict cycles, bound 0    every layout has at least as many: nothing is left to gain
 *
 * The argument is the strongest that holds:
 *
 * - `every-layout`: the counts meet the lower bounds of `bounds.ts`, which hold for all layouts that keep vectors whole.
 * - `linear`: the search over bank bits was exhausted, so no layout of that family that is linear over GF(2) has less.
 * - `listed`: the best of the families that were tried member by member, each with its size.
 */
import type { Bound } from './bounds.ts';
import type { AccessCount } from './count.ts';
import type { FamilyName } from './families.ts';
import type { LinearFamily } from './solve.ts';
import type { TileLayout } from '../layout/tile/tile-layout.ts';

/** The members of a family that were tried, and the best of them. */
export interface FamilyReport {
  readonly name: FamilyName;
  /** Widest instruction: smaller than the problem's where vectors were cut. */
  readonly widthBytes: number;
  /** `members`: one by one; `search`: members that cannot be better are excluded many at a time. */
  readonly by: 'members' | 'search';
  readonly size: number;
  /** Fewest conflict cycles, over all targets, of a legal member; absent when there is none. */
  readonly conflicts?: number | undefined;
  /** True when no member was left out. */
  readonly exhausted: boolean;
  /** Why its members are illegal: the first refusal. */
  readonly refused?: string | undefined;
}

export type Optimality =
  | { readonly kind: 'every-layout'; readonly unitBytes: number }
  | {
      readonly kind: 'linear';
      readonly family: LinearFamily;
      /** Choices of bank bits. */
      readonly size: number;
      readonly nodes: number;
    }
  | { readonly kind: 'listed'; readonly families: readonly FamilyReport[] };

/** What an access costs on a target under the layout, and at least under any. */
export interface Claim {
  readonly target: string;
  readonly access: string;
  readonly count: AccessCount;
  readonly bound: Bound;
}

export interface Certificate {
  readonly layout: TileLayout;
  /** Widest instruction that the counts are of. */
  readonly widthBytes: number;
  /** Bytes that no legal layout can part: what the bounds are about. */
  readonly unitBytes: number;
  readonly claims: readonly Claim[];
  /** Absent where a better layout is known: this one is offered for another merit. */
  readonly optimality?: Optimality | undefined;
}

/** How many members a family has: as a number, or as a power of two where nobody could list them. */
export function sizeText(size: number): string {
  if (size < MOST_LISTED) return String(size).replace(/\B(?=(\d{3})+$)/g, ',');
  const power = Math.log2(size);
  return `${Number.isInteger(power) ? '' : 'about '}2^${Math.round(power)}`;
}

const MOST_LISTED = 1_000_000;

/** Why nothing has fewer conflicts, in a sentence that says what was done. */
export function optimalityText(optimality: Optimality): string {
  switch (optimality.kind) {
    case 'every-layout':
      return `no layout that keeps units of ${optimality.unitBytes} B whole has fewer: the counts meet their lower bounds`;
    case 'linear':
      return (
        `no layout of the family '${optimality.family}' that is linear over GF(2) has fewer: a search over its ` +
        `${sizeText(optimality.size)} choices of bank bits excludes them`
      );
    case 'listed': {
      const { families } = optimality;
      const tried = families.filter(({ by }) => by === 'members');
      const members = tried.reduce((sum, { size }) => sum + size, 0);
      const searched = families.length - tried.length;
      const besides = searched === 0 ? '' : `, and of ${searched} searches of larger families`;
      return `the best of ${sizeText(members)} layouts that were tried one by one${besides}`;
    }
  }
}
