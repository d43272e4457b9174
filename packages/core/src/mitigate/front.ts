/**
 * What a search lists of what it has found: the Pareto front with the best of the simple families, ordered.
 *
 *     whether vectors stay whole, then conflicts, then whether the kernel can be rewritten to it, then the other costs, then
 *     how simple it is to write
 */
import { greatestOf } from '../base/numbers.ts';
import type { TileLayout } from '../layout/tile/tile-layout.ts';
import type { Candidate, Entry, SearchOptions } from './candidate.ts';
import {
  compareByCost,
  complexityOf,
  dominates,
  isOvershadowed,
  objectivesOf,
  totalConflicts,
} from './rank.ts';

/** The layouts that were found with one set of instructions. */
interface Found {
  readonly entries: readonly Entry[];
  /** The layouts of each simple family with the fewest conflicts, on the front or not; the best is the last. */
  readonly simple: readonly (readonly Entry[])[];
}

/** An entry and the round that counted it. */
export interface Offer<Round extends Found> {
  readonly round: Round;
  readonly entry: Entry;
}

/** A form of a layout, and how hard it is to have. */
interface Weighed<Form> {
  readonly form: Form;
  /** 1 for a layout that the kernel cannot be rewritten to. */
  readonly effort: 0 | 1;
  readonly complexity: number;
}

/** The order of layouts with equal conflicts: those that can be written, then the simplest. */
export class Preference {
  readonly #notation: string | undefined;
  readonly #obstacleTo: SearchOptions['obstacleTo'];

  constructor({ notation, obstacleTo }: SearchOptions) {
    this.#notation = notation;
    this.#obstacleTo = obstacleTo;
  }

  /** True when the first is better in every respect: a layout that cannot be written does not replace one that can. */
  replaces(one: Candidate, other: Candidate): boolean {
    return (
      dominates(one.cost, other.cost) && this.#effortOf(one.layout) <= this.#effortOf(other.layout)
    );
  }

  weigh<Form extends Candidate>(form: Form): Weighed<Form> {
    const complexity = complexityOf(form.layout, this.#notation);
    return { form, effort: this.#effortOf(form.layout), complexity };
  }

  #effortOf(layout: TileLayout): 0 | 1 {
    return this.#obstacleTo?.(layout) === undefined ? 0 : 1;
  }

  /** The entry under the simplest of the layouts that cost the same. */
  simplestForm(entry: Entry): Entry {
    const { alternatives, counts, hash, ...self } = entry;
    if (alternatives.length === 0) return entry;
    const [best, ...rest] = [self, ...alternatives]
      .map((form) => this.weigh(form))
      .sort(byForm)
      .map(({ form }) => form);
    if (best === undefined || best === self) return entry;
    return { ...best, counts, hash, alternatives: rest };
  }

  /** Of layouts with equally few conflicts, the best of which is the last: the best, and the one that is simplest to write. */
  bestAndSimplest(fewest: readonly Entry[]): Entry[] {
    const best = fewest.at(-1);
    if (best === undefined) return [];
    const [simplest] = fewest
      .map((entry) => this.weigh(entry))
      .sort((a, b) => byForm(a, b) || compareByCost(a.form.cost, b.form.cost));
    return simplest === undefined || isAlike(simplest.form, best) ? [best] : [best, simplest.form];
  }
}

const byForm = (a: Weighed<Candidate>, b: Weighed<Candidate>): number =>
  a.effort - b.effort || a.complexity - b.complexity;

/** True for one placement, and for layouts of the same cost. */
function isAlike(a: Entry, b: Entry): boolean {
  const values = objectivesOf(b.cost);
  return a.hash === b.hash || objectivesOf(a.cost).every((value, i) => value === values[i]);
}

/** The list over all rounds, and what is left off it. `whole` has the simple families. */
export function listOf<Round extends Found>(
  rounds: readonly Round[],
  whole: Round,
  now: Entry,
  options: SearchOptions,
): { readonly front: readonly Offer<Round>[]; readonly others: readonly Offer<Round>[] } {
  const preference = new Preference(options);
  const offers = rounds.flatMap((round) => round.entries.map((entry) => ({ round, entry })));
  const pareto = offers.filter(
    ({ entry }) => !offers.some((other) => preference.replaces(other.entry, entry)),
  );
  const simple = whole.simple
    .flatMap((fewest) => preference.bestAndSimplest(fewest))
    .filter(
      (entry) =>
        totalConflicts(entry.cost) < totalConflicts(now.cost) &&
        !pareto.some(({ entry: other }) =>
          other.family === entry.family ? isAlike(other, entry) : other.hash === entry.hash,
        ),
    )
    .map((entry) => ({ round: whole, entry }));
  const widest = greatestOf(offers.map(({ entry }) => entry.widthBytes));
  const list = [...pareto, ...simple]
    .map(({ round, entry: offered }) => {
      const { form: entry, ...weight } = preference.weigh(preference.simplestForm(offered));
      return { round, entry, ...weight };
    })
    .sort(
      (a, b) =>
        // A layout that tears vectors does not serve a kernel that keeps its instructions.
        Number(a.entry.widthBytes < widest) - Number(b.entry.widthBytes < widest) ||
        totalConflicts(a.entry.cost) - totalConflicts(b.entry.cost) ||
        a.effort - b.effort ||
        compareByCost(a.entry.cost, b.entry.cost) ||
        a.complexity - b.complexity,
    );
  // A layout that cannot be written hides none that can.
  const isOther = (one: (typeof list)[number]): boolean =>
    isOvershadowed(
      one.entry,
      list.filter(({ effort }) => effort <= one.effort).map(({ entry }) => entry),
    );
  return { front: list.filter((one) => !isOther(one)), others: list.filter(isOther) };
}
