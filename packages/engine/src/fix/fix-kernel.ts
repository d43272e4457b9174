/**
 * From a kernel with conflicts to one without, and the proof that it computes the same.
 *
 *     execute -> which buffers conflict -> search a layout -> rewrite -> execute again -> compare
 *
 * The result has a text only when it is proven for the whole launch. What was executed in part is called sampled.
 */
import {
  type Diagnostic,
  distinctDiagnostics,
  elementView,
  FIX_SCHEMA,
  type FixedBuffer,
  type FixReport,
  hasErrors,
  messages,
  placeDiagnostics,
  type ProofStep,
  type RowLayout,
  runOptionsOf,
  success,
  type TileLayout,
} from '@ldscope/core';
import type { ParseResult, WorkgroupBuffer } from '@ldscope/mlir';
import { layoutWords, readLayout } from '../layout/layout-words.ts';
import { type Choice, chooseLayouts } from './choose-layout.ts';
import { correctSides } from './correct-sides.ts';
import type { CorrectedSide, FixOptions, FixOutcome } from '../source/fix-outcome.ts';
import { pitchBytes } from './lanes.ts';
import { conflictsOf, observe, type Observed } from '../buffers/observe.ts';
import { proveRewriting } from './prove.ts';
import { moveBuffer, readKernel, type ReadKernel } from '../buffers/read-kernel.ts';
import { mixedDiagnostic, type MixedLayout, mixedWords } from '../buffers/mixed-layouts.ts';
import { plainTraces } from '../buffers/plain-trace.ts';
import { presentTiles } from '../buffers/present-tiles.ts';
import { residentOf } from '../buffers/resident.ts';

export function fixKernel(text: string, options: FixOptions, parsed?: ParseResult): FixOutcome {
  const [machine] = options.machines;
  const read = machine === undefined ? [] : readKernel(text, machine, options, parsed);
  if (!('text' in read)) return end(text, options, 'failed', { diagnostics: read });
  return new Fixing(read, options).run();
}

interface Ending {
  readonly kernel?: string;
  readonly buffers?: readonly FixedBuffer[];
  readonly proof?: readonly ProofStep[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly workgroups?: Observed['workgroups'] | undefined;
  readonly result?: string;
}

function end(
  text: string,
  { machines }: FixOptions,
  verdict: FixReport['verdict'],
  { kernel = '', workgroups, buffers = [], proof = [], diagnostics = [], result }: Ending,
): FixOutcome {
  const report: FixReport = {
    schema: FIX_SCHEMA,
    kernel,
    machines: machines.map(({ name }) => name),
    verdict,
    workgroups,
    buffers,
    proof,
    diagnostics: placeDiagnostics(diagnostics, text),
  };
  return result === undefined ? { report } : { report, text: result };
}

/** The warning that some accesses of the kernel have no counts, so that their conflicts are unknown. */
function uncountedOf(before: readonly Observed[]): Diagnostic | undefined {
  for (const { account } of before) {
    const { instructions, counted, missing } = account;
    if (missing.length === 0) continue;
    const reasons = missing.map((one) => `${one.instructions} ${one.reason}`);
    return messages.fix.notCounted(instructions - counted, instructions, reasons);
  }
  return undefined;
}

const SELECTS_BUFFER = /\barith\.select\b.*\bmemref</;

/** Layouts that are tried before a buffer is given up. */
const MOST_ATTEMPTS = 24;

interface Attempt {
  readonly text: string;
  readonly from: TileLayout;
  readonly to: TileLayout;
  readonly changed: number;
  readonly accesses: number;
  readonly optimality?: string;
}

class Fixing {
  readonly #read: ReadKernel;
  readonly #options: FixOptions;
  readonly #diagnostics: Diagnostic[] = [];
  /** A buffer is left because its present layout does not allow to go on. */
  #refused = false;

  constructor(read: ReadKernel, options: FixOptions) {
    this.#read = read;
    this.#options = options;
  }

  run(): FixOutcome {
    const { text, description, buffers } = this.#read;
    const kernel = description.name;
    const wanted = this.#options.buffer;
    let workgroups: Observed['workgroups'] | undefined;
    const finish = (verdict: FixReport['verdict'], ending: Ending = {}): FixOutcome =>
      end(text, this.#options, verdict, {
        kernel,
        workgroups,
        ...ending,
        diagnostics: [...this.#diagnostics, ...(ending.diagnostics ?? [])],
      });
    if (wanted !== undefined && !buffers.some(({ names }) => names.includes(wanted))) {
      const names = buffers.flatMap((buffer) => buffer.names);
      return finish('failed', { diagnostics: [messages.fix.noBuffer(wanted, names)] });
    }
    const before = this.#observeAll(this.#read);
    const faults = before.flatMap(({ diagnostics }) => diagnostics);
    if (hasErrors(faults)) return finish('failed', { diagnostics: distinctDiagnostics(faults) });
    for (const each of distinctDiagnostics(faults)) this.#diagnostics.push(each);
    workgroups = before[0]?.workgroups;
    const { correct } = this.#options;
    if (correct !== undefined) return this.#correct(correct, before, finish);
    const chosen = buffers.flatMap((buffer, i) => (this.#isChosen(buffer, before, i) ? [i] : []));
    const elsewhere =
      wanted === undefined ? before.reduce((all, one) => all + one.elsewhere, 0) : 0;
    const isOfKernel = wanted === undefined && this.#options.layout === undefined;
    const uncounted = isOfKernel ? uncountedOf(before) : undefined;
    if (chosen.length + elsewhere === 0 && uncounted === undefined) return finish('nothing');
    let current = text;
    const notes = this.#diagnostics.length;
    if (uncounted !== undefined) this.#giveUp([uncounted]);
    if (elsewhere > 0 && this.#options.layout === undefined)
      this.#giveUp([messages.fix.elsewhere(elsewhere)]);
    const changes: { readonly index: number; readonly attempt: Attempt }[] = [];
    for (const index of chosen) {
      const attempt = this.#change(current, index, before);
      if (attempt === undefined) continue;
      current = attempt.text;
      changes.push({ index, attempt });
    }
    const [firstMachine] = this.#options.machines;
    if (this.#diagnostics.some(isBadRequest)) return finish('failed');
    const left = this.#diagnostics.length > notes;
    if (changes.length === 0 || firstMachine === undefined) {
      if (!left) return finish('nothing');
      const refused = this.#refused || this.#options.layout !== undefined;
      return finish(refused ? 'refused' : 'stuck');
    }
    const rewritten = readKernel(current, firstMachine, this.#options);
    if (!('text' in rewritten)) return finish('unproven', { diagnostics: rewritten });
    const after = this.#observeAll(rewritten);
    const changed = changes.map(({ index, attempt: { from, to } }) => ({
      name: buffers[index]?.names[0] ?? '',
      index,
      from,
      to,
    }));
    const proof = proveRewriting(this.#read, rewritten, before, after, changed, {
      machines: this.#options.machines,
      better: this.#options.layout === undefined,
    });
    const fixed = changes.map(({ index, attempt }) => this.#summary(index, attempt, before, after));
    const parts = { buffers: fixed, proof };
    return (
      this.#unproven(parts, before, finish) ??
      finish(left ? 'partial' : 'fixed', { ...parts, result: current })
    );
  }

  /** The outcome where a step of the proof fails, or its placement is only sampled; `undefined` where it is a proof. */
  #unproven(
    parts: Required<Pick<Ending, 'buffers' | 'proof'>>,
    [before]: readonly Observed[],
    finish: (verdict: FixReport['verdict'], ending?: Ending) => FixOutcome,
  ): FixOutcome | undefined {
    const failed = parts.proof.find(({ outcome }) => outcome === 'fails');
    if (failed !== undefined) {
      const isSelected = SELECTS_BUFFER.test(this.#read.text);
      const diagnostics = [messages.fix.unproven(failed.detail, isSelected)];
      return finish('unproven', { ...parts, diagnostics });
    }
    const sampled = parts.proof.find(
      ({ name, outcome }) => name === 'placement' && outcome === 'sampled',
    );
    if (sampled === undefined) return undefined;
    const { executed = 0, launched = 0 } = before?.workgroups ?? {};
    const diagnostics = [messages.fix.sampled(sampled.detail, executed === launched)];
    return finish('sampled', { ...parts, diagnostics });
  }

  /** Gives one side of each mixed buffer the layout of the other. */
  #correct(
    side: CorrectedSide,
    before: readonly Observed[],
    finish: (verdict: FixReport['verdict'], ending?: Ending) => FixOutcome,
  ): FixOutcome {
    const [machine] = this.#options.machines;
    const wanted = this.#options.buffer;
    const reread = (text: string): ReturnType<typeof readKernel> =>
      machine === undefined ? [] : readKernel(text, machine, this.#options);
    const corrections: { readonly index: number; readonly mixed: MixedLayout }[] = [];
    for (const [index, buffer] of this.#read.buffers.entries()) {
      if (wanted !== undefined && !buffer.names.includes(wanted)) continue;
      const present = presentTiles(this.#read, buffer, before, index);
      if (present.kind === 'mixed') corrections.push({ index, mixed: present });
    }
    const [first, second] = corrections;
    if (first === undefined) return finish('nothing', { diagnostics: [messages.fix.notMixed()] });
    if (second !== undefined) {
      const names = corrections.flatMap(({ index }) => this.#read.buffers[index]?.names ?? []);
      return finish('refused', { diagnostics: [messages.fix.severalMixed(names)] });
    }
    const buffer = this.#read.buffers[first.index];
    if (buffer === undefined) return finish('nothing');
    const corrected = correctSides(this.#read, buffer, first.mixed, side, reread);
    if (!corrected.ok) return finish('refused', { diagnostics: corrected.diagnostics });
    const { text, meant, plain, to, changed } = corrected.value;
    const [plainRead, now] = [reread(meant), reread(text)];
    if (!('text' in plainRead)) return finish('unproven', { diagnostics: plainRead });
    if (!('text' in now)) return finish('unproven', { diagnostics: now });
    const [old, after] = [this.#observeAll(plainRead), this.#observeAll(now)];
    const { index } = first;
    const moves = [{ name: buffer.names[0] ?? '', index, from: plain, to }];
    const proof = proveRewriting(plainRead, now, old, after, moves, {
      machines: this.#options.machines,
      better: false,
    });
    const attempt = { text, from: plain, to, changed, accesses: buffer.accesses.length };
    const summary = {
      ...this.#summary(index, attempt, before, after),
      before: mixedWords(first.mixed),
    };
    const parts = { buffers: [summary], proof };
    return this.#unproven(parts, before, finish) ?? finish('fixed', { ...parts, result: text });
  }

  #observeAll(read: ReadKernel): Observed[] {
    const { launch, workgroups, onProgress } = this.#options;
    const run = { ...runOptionsOf(this.#options), launch, workgroups, onProgress };
    return this.#options.machines.map((machine) => observe(read, machine, run));
  }

  /** A buffer that the user names, or that conflicts; all where the user chooses the layout. */
  #isChosen({ names }: WorkgroupBuffer, before: readonly Observed[], index: number): boolean {
    const { buffer, layout } = this.#options;
    if (buffer !== undefined && !names.includes(buffer)) return false;
    if (layout !== undefined) return true;
    return conflictsOf(before, index) > 0;
  }

  /** The text with one buffer changed; `undefined`, and a diagnostic, when that cannot be. */
  #change(text: string, index: number, before: readonly Observed[]): Attempt | undefined {
    const buffer = this.#read.buffers[index];
    if (buffer === undefined) return undefined;
    const names = buffer.names.join(', ');
    if (buffer.obstacles.length > 0) return this.#giveUp(buffer.obstacles);
    if (before.some((observed) => observed.buffers[index]?.complete === false)) {
      return this.#giveUp([messages.fix.partlyElsewhere(names)]);
    }
    const conflicts = conflictsOf(before, index);
    const problems: Diagnostic[] = [];
    const attempts: { readonly from: TileLayout; readonly choice: Choice }[] = [];
    const present = presentTiles(this.#read, buffer, before, index);
    if (present.kind === 'mixed') {
      this.#refused = true;
      return this.#giveUp([mixedDiagnostic(buffer.names, present, this.#read.text)]);
    }
    const copied = buffer.accesses.some(({ direction }) => direction === 'copy');
    const mustKnow = copied || this.#options.layout !== undefined;
    for (const { layout: from, unknown, isTorn } of present.tiles) {
      if (unknown !== undefined && (mustKnow || isTorn === true)) {
        this.#refused = true;
        return this.#giveUp([messages.fix.unknownLayout(names, unknown)]);
      }
      const found = this.#choices(from, buffer, index, before);
      if ('problems' in found) problems.push(...found.problems);
      else attempts.push(...found.choices.map((choice) => ({ from, choice })));
    }
    attempts.sort((a, b) => a.choice.conflicts - b.choice.conflicts);
    const machine = this.#options.machines[0];
    for (const { from, choice } of attempts.slice(0, MOST_ATTEMPTS)) {
      const read = machine && readKernel(text, machine, this.#options);
      if (read === undefined || !('text' in read)) break;
      const rewritten = moveBuffer(read, buffer, { from, to: choice.layout });
      if (rewritten.ok) {
        const { optimality, layout } = choice;
        const argument = optimality === '' ? {} : { optimality };
        return { ...rewritten.value, from, to: layout, ...argument };
      }
      for (const each of rewritten.diagnostics) problems.push(each);
    }
    if (problems.length > 0) return this.#giveUp(distinctDiagnostics(problems).slice(0, 3));
    return this.#giveUp([messages.fix.noBetter(names, conflicts)]);
  }

  #giveUp(problems: readonly Diagnostic[]): undefined {
    for (const each of problems) this.#diagnostics.push(each);
    return undefined;
  }

  #choices(
    from: RowLayout,
    buffer: WorkgroupBuffer,
    index: number,
    before: readonly Observed[],
  ): { readonly choices: readonly Choice[] } | { readonly problems: readonly Diagnostic[] } {
    const { layout, machines } = this.#options;
    if (layout !== undefined) {
      const read = typeof layout === 'string' ? readLayout(layout, from.tile) : success(layout);
      return read.ok
        ? { choices: [{ layout: read.value, conflicts: 0, optimality: '' }] }
        : { problems: read.diagnostics };
    }
    const traces = new Map(
      machines.flatMap((machine, m) => {
        const trace = before[m]?.buffers[index]?.traces[0];
        return trace === undefined ? [] : [[machine, trace] as const];
      }),
    );
    const objects = before[0]?.buffers[index]?.objects ?? [];
    const copyBytes = objects[0]?.bytes ?? 0;
    const otherBytes = (before[0]?.ldsBytes ?? 0) - objects.length * copyBytes;
    const plain = plainTraces(this.#read, buffer, index, from, {
      ...runOptionsOf(this.#options),
      machines,
      kernel: this.#read.description.name,
      launch: this.#options.launch,
    });
    const found = chooseLayouts({
      traces,
      plainTraces: plain,
      now: from,
      copies: objects.length,
      copyBytes,
      otherBytes,
      ...residentOf(before[0]?.kernel),
    });
    return found.ok ? found.value : { problems: found.diagnostics };
  }

  #summary(
    index: number,
    { from, to, changed, accesses, optimality }: Attempt,
    before: readonly Observed[],
    after: readonly Observed[],
  ): FixedBuffer {
    const { rows, columns, elementBytes } = elementView(to.tile);
    return {
      names: this.#read.buffers[index]?.names ?? [],
      rows,
      columns,
      elementBytes,
      before: layoutWords(from),
      after: layoutWords(to),
      bytesBefore: pitchBytes(from) * rows,
      bytesAfter: pitchBytes(to) * rows,
      accesses,
      changed,
      conflicts: this.#options.machines.map(({ name }, m) => {
        const [old, now] = [before[m]?.buffers[index], after[m]?.buffers[index]];
        return {
          machine: name,
          readBefore: old?.reads ?? 0,
          readAfter: now?.reads ?? 0,
          writeBefore: old?.writes ?? 0,
          writeAfter: now?.writes ?? 0,
        };
      }),
      optimality,
    };
  }
}

/** Diagnostics of the request rather than of the kernel. */
const isBadRequest = ({ about }: Diagnostic): boolean => about === 'layout';
