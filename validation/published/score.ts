/** What became of one published measurement, and how many became what. */

/**
 * `exact`: predicted and equal. `differs`: predicted and not equal. `open`: measured, but not predicted.
 * `near`: a time that the simulator predicts within 15 percent. `far`: one that it does not.
 * `unmeasured`: the entry holds a statement, no measurement.
 */
type Verdict = 'exact' | 'differs' | 'near' | 'far' | 'open' | 'unmeasured';

export interface Score {
  readonly id: string;
  readonly chip: string;
  readonly measured: string;
  readonly predicted?: string;
  readonly verdict: Verdict;
  /** Why it differs, why it is not predicted, or what the reader should know of an exact one. */
  readonly reason?: string;
  /** More about the reason, which is the same for many scores. */
  readonly detail?: string;
  /** What the alternative of a disputed rule predicts. */
  readonly other?: string;
  /** The rules were made from this very datum, so it checks consistency and not prediction. */
  readonly circular?: boolean;
  /** For a time: the series it belongs to and the cycles that we predict. */
  readonly time?: { readonly series: string; readonly value: number; readonly cycles: number };
}

/** The score of a measurement that cannot be read: a miss. */
export function unreadableScore(id: string, reason: string): Score {
  return { id, chip: 'unknown chip', measured: 'unreadable', verdict: 'differs', reason };
}

export interface Tally {
  readonly exact: number;
  readonly differs: number;
  readonly near: number;
  readonly far: number;
  readonly open: number;
  readonly unmeasured: number;
  readonly circular: number;
}

export function tally(scores: readonly Score[]): Tally {
  const count = (test: (score: Score) => boolean): number => scores.filter(test).length;
  return {
    exact: count(({ verdict }) => verdict === 'exact'),
    differs: count(({ verdict }) => verdict === 'differs'),
    near: count(({ verdict }) => verdict === 'near'),
    far: count(({ verdict }) => verdict === 'far'),
    open: count(({ verdict }) => verdict === 'open'),
    unmeasured: count(({ verdict }) => verdict === 'unmeasured'),
    circular: count((score) => score.verdict === 'exact' && score.circular === true),
  };
}

/** Entries that carry a measurement. */
export function measurements({ exact, differs, near, far, open }: Tally): number {
  return exact + differs + near + far + open;
}

/** How the times of a series agree with predicted cycles: of pairs whose cycles differ, those in order. */
export function timesInOrder(scores: readonly Score[]): {
  readonly pairs: number;
  readonly ordered: number;
} {
  const times = scores.flatMap((score) => score.time ?? []);
  let pairs = 0;
  let ordered = 0;
  for (const [index, a] of times.entries()) {
    for (const b of times.slice(index + 1)) {
      if (a.series !== b.series || a.cycles === b.cycles) continue;
      pairs++;
      if (a.cycles < b.cycles === a.value < b.value) ordered++;
    }
  }
  return { pairs, ordered };
}
