/**
 * Layouts of a kernel's buffers: each is written into the text, executed like the kernel as it is, proven, counted and judged. One
 * buffer after the other, each on top of what was taken before it, so that LDS and time are those of the whole kernel.
 *
 *     attempts -> of each kind of layout the best that can be written -> executed, proven, judged -> the best one
 */
import { append, type Diagnostic } from '@ldscope/core';
import { layoutWords } from '../layout/layout-words.ts';
import { effortOf, layoutKind } from '../tried/effort.ts';
import { compareMerit, faultOf } from '../tried/judge.ts';
import type { Measured } from '../tried/measured.ts';
import {
  type Attempt,
  doubtOf,
  type Executed,
  type LayoutCandidate,
  type LayoutPart,
  type Subject,
} from './subject.ts';

/** A text with some buffers in other layouts, and what came of it; not executed where it stops. */
export interface Trial<Seen> {
  readonly text: string;
  readonly candidate: LayoutCandidate;
  readonly executed?: Executed<Seen> | undefined;
}

/** Layouts of one buffer that are executed: one of each kind, and as many again where none of them holds. */
const MOST_TRIALS = 3;
/** Layouts of a kind that may turn out not to be writable before the kind is given up. */
const MOST_WRITINGS = 8;

export class LayoutTrials<Seen> {
  readonly #subject: Subject<Seen>;
  readonly candidates: LayoutCandidate[] = [];
  /** What is recommended so far; absent where nothing is. */
  taken: Trial<Seen> | undefined;
  #present: readonly Measured[] | undefined;

  constructor(subject: Subject<Seen>) {
    this.#subject = subject;
  }

  /** The kernel as it is, by machine. */
  get present(): readonly Measured[] {
    const { text, measured } = this.#subject;
    this.#present ??= this.#timed(text, measured);
    return this.#present;
  }

  /** Takes the best layout of a buffer; where there is none, why layouts cannot be written, and what became of those that were. */
  improve(
    index: number,
    attempts: readonly Attempt[],
  ):
    | { readonly problems: readonly Diagnostic[]; readonly tried: readonly Trial<Seen>[] }
    | undefined {
    const problems: Diagnostic[] = [];
    const kinds = new Map<string, Attempt[]>();
    for (const attempt of attempts.toSorted(byExpectation))
      append(kinds, layoutKind(attempt.choice.layout), attempt);
    const writable = [...kinds.values()].map((all) => this.#writable(index, all, problems));
    const tried: Trial<Seen>[] = [];
    for (let round = 1; round <= 2; round++) {
      for (const kind of writable) {
        if (tried.length >= round * MOST_TRIALS) break;
        const { value } = kind.next();
        if (value !== undefined) tried.push(this.#try(value.text, value.part));
      }
      const [best] = tried
        .filter(({ candidate }) => candidate.out === undefined)
        .toSorted((a, b) => compareMerit(a.candidate, b.candidate));
      if (best === undefined) continue;
      this.taken = best;
      return undefined;
    }
    return { problems, tried };
  }

  /** Those of a kind that can be written, the best first. */
  *#writable(
    index: number,
    attempts: readonly Attempt[],
    problems: Diagnostic[],
  ): Generator<{ readonly part: LayoutPart; readonly text: string }, undefined> {
    const { write, text, buffers } = this.#subject;
    const names = buffers[index]?.names ?? [];
    for (const { from, choice } of attempts.slice(0, MOST_WRITINGS)) {
      const { layout: to, optimality } = choice;
      const written = write(this.taken?.text ?? text, index, { from, to });
      if (!written.ok) {
        problems.push(...written.diagnostics);
        continue;
      }
      const { text: changed, ...counts } = written.value;
      const part: LayoutPart = {
        kind: layoutKind(to),
        ...counts,
        says: `${names.join(', ')}: ${layoutWords(to)}`,
        changes: [],
        index,
        name: names[0] ?? '',
        from,
        to,
        optimality: optimality === '' ? undefined : optimality,
      };
      yield { part, text: changed };
    }
  }

  /** Executes a text, and judges it. */
  #try(text: string, part: LayoutPart): Trial<Seen> {
    const edits = [...(this.taken?.candidate.edits ?? []), part];
    const executed = this.#subject.execute(text, edits);
    const candidate = { buffer: part.name, edits, ...this.#outcome(text, executed) };
    this.candidates.push(candidate);
    return { text, candidate, executed: executed.ok ? executed.value : undefined };
  }

  #outcome(
    text: string,
    executed: ReturnType<Subject<Seen>['execute']>,
  ): Omit<LayoutCandidate, 'buffer' | 'edits'> {
    if (!executed.ok) {
      const [{ message = '' } = {}] = executed.diagnostics;
      return { out: { reason: 'stops', detail: message } };
    }
    const { measured, proof } = executed.value;
    const doubt = doubtOf(proof);
    if (doubt !== undefined)
      return { after: measured, out: { reason: 'not proven', detail: doubt.step.detail } };
    // What the user chooses does not have to be better.
    if (this.#subject.options.layout !== undefined) return { after: measured };
    const after = this.#timed(text, measured);
    return { after, out: faultOf(this.taken?.candidate.after ?? this.present, after) };
  }

  /** With the time of the whole kernel, on chips that have a model of it. */
  #timed(text: string, all: readonly Measured[]): Measured[] {
    const { secondsOf } = this.#subject.options;
    return all.map((one) => ({ ...one, seconds: secondsOf?.(text, one.machine) }));
  }
}

/** The fewest conflicts that the search expects first, then what is easier to read. */
const byExpectation = ({ choice: a }: Attempt, { choice: b }: Attempt): number =>
  a.conflicts - b.conflicts ||
  effortOf({ kind: layoutKind(a.layout) }) - effortOf({ kind: layoutKind(b.layout) });
