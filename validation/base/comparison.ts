/** What became of a case: each value that it expects, next to ours. */

/**
 * `inconsistent`: the case contradicts itself and every number of it that can hold does. `elsewhere`: it is of a pass that
 * we do not have. Neither is counted.
 */
type CaseVerdict = 'exact' | 'differs' | 'inconsistent' | 'elsewhere';

export interface CaseOutcome {
  readonly id: string;
  readonly kind: string;
  readonly verdict: CaseVerdict;
  /** What differs, or what contradicts what. */
  readonly remarks: readonly string[];
  /** Values that were compared. */
  readonly compared: number;
  /** Of a pass: what the default mode does otherwise, and why. */
  readonly notes?: readonly string[];
}

/** The outcome of a case that cannot be read. */
export function unreadableCase(id: string, reason: string): CaseOutcome {
  return { id, kind: 'unreadable', verdict: 'differs', remarks: [reason], compared: 0 };
}

/** Collects comparisons of one case. */
export class Comparison {
  readonly #remarks: string[] = [];
  readonly #notes: string[] = [];
  #compared = 0;

  /** Compares one value; values that the case does not have are left out. */
  equal(what: string, expected: unknown, ours: unknown): void {
    if (expected === undefined) return;
    this.#compared++;
    const [theirs, own] = [JSON.stringify(expected), JSON.stringify(ours)];
    if (theirs !== own) this.#remarks.push(`${what}: expected ${theirs}, ours ${own}`);
  }

  /** Something that keeps the case from being compared. */
  fail(what: string): void {
    this.#remarks.push(what);
  }

  /** Something that is right, and worth knowing. */
  note(what: string): void {
    this.#notes.push(what);
  }

  outcome(id: string, kind: string): CaseOutcome {
    const nothing = this.#compared === 0 && this.#remarks.length === 0;
    const remarks = nothing ? ['the case expects nothing that we compare'] : this.#remarks;
    const verdict = remarks.length === 0 ? 'exact' : 'differs';
    const notes = this.#notes.length === 0 ? {} : { notes: this.#notes };
    return { id, kind, verdict, remarks, compared: this.#compared, ...notes };
  }
}
