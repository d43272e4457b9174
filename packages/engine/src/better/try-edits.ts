/**
 * The loop behind every recommendation for a source: each change is compiled, executed on the launches, compared with the source as it
 * is, counted and timed; of those that hold the best one is taken, buffer by buffer.
 *
 *     buffers -> edits -> compiled -> executed on each run -> judged -> the best of each buffer, together
 */
import type { Diagnostic, KernelRegisters, Result } from '@ldscope/core';
import { launchOf } from '../launch/launch-options.ts';
import type { Edit } from '../cpp/edit.ts';
import type { Candidate as CandidateOf, Tried as TriedOf } from '../tried/candidate.ts';
import { byMerit, compareMerit, faultOf } from '../tried/judge.ts';
import type { Measured } from '../tried/measured.ts';
import { changedTexts, collide, contain } from './edit.ts';
import { measure, type Run } from './measured.ts';
import { shifted } from './runs.ts';
import { type Proposal, worthTrying } from './predict.ts';

type Candidate = CandidateOf<Edit>;
type Tried = TriedOf<Edit>;

/** What a compiler made of texts for a chip, or why nothing. */
type Compiled = { readonly text: string } | { readonly problem: string };

/** Registers by the symbols of kernels, or why there is no machine code. */
type Assembled =
  | { readonly registers: ReadonlyMap<string, KernelRegisters> }
  | { readonly problem: string };

export interface TryOptions {
  /** The author's texts by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly runs: readonly Run[];
  /** The compiled source as it is, by chip. */
  readonly compiled: ReadonlyMap<string, string>;
  readonly compile: (texts: ReadonlyMap<string, string>, machine: string) => Promise<Compiled>;
  /** What an assembler makes of a compiled text that has no registers of its own; `undefined` for others, and without an assembler. */
  readonly assemble?:
    | ((compiled: string, machine: string) => Promise<Assembled | undefined>)
    | undefined;
  /** Changes of each buffer that conflicts, the most expensive buffer first. */
  readonly proposals: (before: readonly Measured[]) => readonly BufferProposals[];
  /** Changes that are compiled per buffer; 5 by default. */
  readonly most?: number | undefined;
  /** Called before each trial. */
  readonly onTrial?: ((done: number, all: number) => void) | undefined;
  readonly isOutOfTime?: (() => boolean) | undefined;
}

/** The changes that the text of one buffer allows. */
export interface BufferProposals {
  readonly name: string;
  readonly present: { readonly conflicts: number; readonly cycles: number };
  readonly proposals: readonly Proposal[];
}

const MOST_TRIALS = 5;

/** Tries the changes; fails where the source as it is cannot be executed on one of the runs. */
export async function tryEdits(options: TryOptions): Promise<Result<Tried>> {
  const { compiled } = options;
  const before: Measured[] = [];
  const runs: Run[] = [];
  const assembled = new Map<string, Assembled | undefined>();
  for (const [machine, text] of compiled)
    assembled.set(machine, await options.assemble?.(text, machine));
  for (const run of options.runs) {
    const text = compiled.get(run.machine) ?? '';
    const one = measure(text, run, registersOf(assembled.get(run.machine)));
    if (!one.ok) return one;
    runs.push(run);
    before.push(one.value);
    if (one.value.conflicts === 0) continue;
    // Conflicts that depend on what buffers hold are looked at with other contents as well.
    for (const other of shifted(run)) {
      const moved = measure(text, other);
      if (!moved.ok || moved.value.conflicts === one.value.conflicts) continue;
      runs.push(other);
      before.push(moved.value);
    }
  }
  const buffers = options.proposals(before);
  const { most = MOST_TRIALS } = options;
  const all = buffers.reduce((sum, { proposals }) => sum + Math.min(most, proposals.length), 0);
  const loop = new Loop({ ...options, runs }, before, all);
  for (const buffer of buffers) await loop.improve(buffer);
  return { ok: true, value: loop.outcome(), diagnostics: [] };
}

const registersOf = (
  assembled: Assembled | undefined,
): ReadonlyMap<string, KernelRegisters> | undefined =>
  assembled !== undefined && 'registers' in assembled ? assembled.registers : undefined;

class Loop {
  readonly #options: TryOptions;
  readonly #before: readonly Measured[];
  /** Trials at most. */
  readonly #all: number;
  readonly #candidates: Candidate[] = [];
  /** What is taken so far. */
  #edits: readonly Edit[] = [];
  #best: readonly Measured[];

  constructor(options: TryOptions, before: readonly Measured[], all: number) {
    this.#all = all;
    this.#options = options;
    this.#before = before;
    this.#best = before;
  }

  /** Takes the best change of a buffer on top of those of the buffers before it. */
  async improve({ name, proposals, present }: BufferProposals): Promise<void> {
    const { most = MOST_TRIALS, isOutOfTime } = this.#options;
    if (this.#best.every(({ conflicts }) => conflicts === 0)) return;
    const free = proposals.filter(
      ({ edit }) => !collide(this.#edits, edit) && !contain(this.#edits, edit),
    );
    const held: (Candidate & { readonly after: readonly Measured[] })[] = [];
    let rest = worthTrying(free, { ...present, tears: 'nothing' }, most).map(({ edit }) => ({
      kind: edit.kind,
      trial: new Trial([...this.#edits, edit], this.#options),
    }));
    for (let [one, ...others] = rest; one !== undefined; [one, ...others] = rest) {
      rest = others;
      if (isOutOfTime?.() === true) break;
      // The compiler is at the next one while this one is executed.
      one.trial.compile();
      others[0]?.trial.compile();
      const candidate = { buffer: name, ...(await this.#judge(one.trial)) };
      this.#candidates.push(candidate);
      if (candidate.out === undefined && candidate.after !== undefined)
        held.push({ ...candidate, after: candidate.after });
      // What changes the results by the length of rows does so at every length.
      if (candidate.out?.reason === 'other results')
        rest = rest.filter(({ kind }) => kind !== one.kind);
    }
    const [best] = held.toSorted(compareMerit);
    if (best === undefined) return;
    this.#edits = best.edits;
    this.#best = best.after;
  }

  async #judge(trial: Trial): Promise<Outcome> {
    this.#options.onTrial?.(this.#candidates.length, this.#all);
    const candidate = await trial.execute();
    const { after } = candidate;
    return after === undefined ? candidate : { ...candidate, out: faultOf(this.#best, after) };
  }

  outcome(): Tried {
    const best = this.#candidates.find(({ edits }) => edits === this.#edits);
    return {
      before: this.#before,
      best: best?.after && { ...best, after: best.after },
      candidates: byMerit(this.#candidates, best),
    };
  }
}

/** What came of changes. */
type Outcome = Omit<Candidate, 'buffer'>;

/** A compiled text with its registers, as far as they are known. */
type Made =
  | {
      readonly text: string;
      readonly registers?: ReadonlyMap<string, KernelRegisters> | undefined;
    }
  | { readonly problem: string };

/** Changes that are compiled for each chip, and executed in each run. */
class Trial {
  readonly #edits: readonly Edit[];
  readonly #options: TryOptions;
  #made: ReadonlyMap<string, Promise<Made>> | undefined;

  constructor(edits: readonly Edit[], options: TryOptions) {
    this.#edits = edits;
    this.#options = options;
  }

  /** Begins to compile, once. */
  compile(): ReadonlyMap<string, Promise<Made>> {
    const { texts, runs } = this.#options;
    if (this.#made === undefined) {
      const changed = changedTexts(texts, this.#edits);
      const machines = new Set(runs.map(({ machine }) => machine));
      this.#made = new Map([...machines].map((machine) => [machine, this.#make(changed, machine)]));
    }
    return this.#made;
  }

  async #make(texts: ReadonlyMap<string, string>, machine: string): Promise<Made> {
    const { compile, assemble } = this.#options;
    const compiled = await compile(texts, machine);
    const assembled = 'text' in compiled ? await assemble?.(compiled.text, machine) : undefined;
    return { ...compiled, ...assembled };
  }

  /** What came of it; not judged where it was executed. */
  async execute(): Promise<Outcome> {
    const edits = this.#edits;
    const after: Measured[] = [];
    for (const run of this.#options.runs) {
      const compiled = await this.compile().get(run.machine);
      if (compiled === undefined || 'problem' in compiled)
        return out(edits, 'does not compile', compiled?.problem ?? '');
      const one = measure(compiled.text, withLds(run, edits), compiled.registers);
      if (!one.ok) return out(edits, 'stops', firstMessage(one.diagnostics));
      after.push(one.value);
    }
    return { edits, after };
  }
}

const out = (
  edits: readonly Edit[],
  reason: NonNullable<Candidate['out']>['reason'],
  detail: string,
): Outcome => ({ edits, out: { reason, detail } });

const firstMessage = ([first]: readonly Diagnostic[]): string =>
  first?.message ?? 'it does not end';

/** The run with the dynamic shared memory that the changes take. */
function withLds(run: Run, edits: readonly Edit[]): Run {
  const present = dynamicBytesOf(run);
  if (present === undefined) return run;
  const { extents } = run.options;
  const dynamicLdsBytes = grownBytes(edits, present);
  return { ...run, options: { ...run.options, extents: { ...extents, dynamicLdsBytes } } };
}

/** Dynamic shared memory that a launch gives. */
export function dynamicBytesOf({ options }: Run): number | undefined {
  const launch = launchOf(options);
  return launch.ok ? launch.value.dynamicLdsBytes : undefined;
}

/** What it has to give after changes. */
export const grownBytes = (edits: readonly Edit[], present: number): number =>
  edits.reduce((bytes, { dynamicBytes }) => dynamicBytes?.(bytes) ?? bytes, present);
