/** Gives every buffer that conflicts the best layout of those that were tried, or says why it keeps the one that it has. */
import { type Diagnostic, distinctDiagnostics, type FixReport, messages } from '@ldscope/core';
import { byMerit } from '../tried/judge.ts';
import { timeStep, triedChange } from '../tried/report.ts';
import { LayoutTrials, type Trial } from './layout-trials.ts';
import type { Ending } from './outcome.ts';
import { doubtOf, type Subject } from './subject.ts';

/** The verdict and the report of a kernel that can be executed. */
export function fixLayouts<Seen>(subject: Subject<Seen>): [FixReport['verdict'], Ending] {
  return new Fixing(subject).run();
}

class Fixing<Seen> {
  readonly #subject: Subject<Seen>;
  readonly #trials: LayoutTrials<Seen>;
  /** Why something keeps its layout. */
  readonly #reasons: Diagnostic[] = [];
  /** A buffer is left because its present layout does not allow to go on. */
  #isUnclear = false;
  /** The first rewriting that is not proven. */
  #doubted: { readonly trial: Trial<Seen>; readonly verdict: 'unproven' | 'sampled' } | undefined;

  constructor(subject: Subject<Seen>) {
    this.#subject = subject;
    this.#trials = new LayoutTrials(subject);
  }

  run(): [FixReport['verdict'], Ending] {
    const { buffers, options, unknown } = this.#subject;
    const { buffer, layout } = options;
    if (layout === undefined && buffer === undefined) this.#reasons.push(...unknown);
    // What LDS is spent on first; all where the user chooses the layout.
    const chosen = buffers
      .map((one, index) => ({ ...one, index }))
      .filter(({ names }) => buffer === undefined || names.includes(buffer))
      .filter(({ conflicts }) => layout !== undefined || conflicts > 0)
      .toSorted((a, b) => b.conflicts - a.conflicts);
    for (const { index } of chosen) this.#improve(index);
    const diagnostics = this.#reasons;
    if (diagnostics.some(isBadRequest)) return ['failed', { diagnostics }];
    const { taken, candidates } = this.#trials;
    const tried =
      layout !== undefined || candidates.length === 0
        ? undefined
        : byMerit(candidates, taken?.candidate).map((one) =>
            triedChange(this.#trials.present, one),
          );
    if (taken !== undefined) {
      const time = tried === undefined ? [] : [timeStep(taken.candidate.after ?? [])];
      const { buffers: changed, proof } = this.#partsOf(taken);
      const parts = { buffers: changed, proof: [...proof, ...time], candidates: tried };
      const verdict = diagnostics.length > 0 ? 'partial' : 'fixed';
      return [verdict, { ...parts, diagnostics, result: taken.text }];
    }
    const rest = { candidates: tried, diagnostics };
    if (this.#doubted !== undefined) {
      const { trial, verdict } = this.#doubted;
      return [verdict, { ...this.#partsOf(trial), ...rest }];
    }
    if (diagnostics.length === 0) return ['nothing', rest];
    return [this.#isUnclear || layout !== undefined ? 'refused' : 'stuck', rest];
  }

  #partsOf({ candidate, executed }: Trial<Seen>): Pick<FixReport, 'buffers' | 'proof'> {
    if (executed === undefined) return { buffers: [], proof: [] };
    const { seen, proof } = executed;
    const parts = candidate.edits.toSorted((a, b) => a.index - b.index);
    return { buffers: parts.map((part) => this.#subject.summary(part, seen)), proof };
  }

  #improve(index: number): void {
    const { names = [], conflicts = 0 } = this.#subject.buffers[index] ?? {};
    const name = names.join(', ');
    const attempts = this.#subject.attempts(index);
    if ('refused' in attempts) {
      this.#isUnclear ||= attempts.isUnclear === true;
      this.#reasons.push(...attempts.refused);
      return;
    }
    const failed = this.#trials.improve(index, attempts.all);
    if (failed === undefined) return;
    for (const trial of failed.tried) {
      const doubt = doubtOf(trial.executed?.proof ?? []);
      if (doubt === undefined) continue;
      this.#doubted ??= { trial, verdict: doubt.verdict };
      this.#reasons.push(this.#subject.doubtful(doubt, name));
      return;
    }
    const problems = distinctDiagnostics([...attempts.problems, ...failed.problems]);
    const outs = failed.tried.flatMap(({ candidate: { edits, out } }) =>
      out === undefined ? [] : [`${edits.at(-1)?.says ?? ''} (${out.reason}: ${out.detail})`],
    );
    const isUnwritten = outs.length === 0 && problems.length > 0;
    if (isUnwritten) this.#reasons.push(...problems.slice(0, 3));
    else this.#reasons.push(messages.fix.noBetter(name, conflicts, outs));
  }
}

/** Diagnostics of the request rather than of the kernel. */
const isBadRequest = ({ about }: Diagnostic): boolean => about === 'layout';
