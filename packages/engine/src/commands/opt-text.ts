/**
 * A text of MLIR through passes, and which passes would change it: what `ldscope opt` does, for a page.
 *
 *     passesFor(text)                       [{ name: 'iree-swizzle', outcome: 'changes' }, { name: 'cse', outcome: 'nothing' }, ...]
 *     optText(text, 'canonicalize,cse')     { before, states, after, allocations, diagnostics }
 *
 * `before` is the text as ldscope prints it without any pass, so that a difference is what the passes did and not how it is written.
 */
import {
  type AllocationDecisions,
  type Diagnostic,
  distinctDiagnostics,
  diagnose,
  type Machine,
  messages,
  type OptState,
  placeDiagnostics,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  type Likeness,
  observeAllocations,
  parsePassList,
  type PassEnvironment,
  type PassStep,
  passes,
  pipelines,
  printPassStep,
} from '@ldscope/mlir';
import { machinesFor } from '../input/machine-choice.ts';
import type { Transformed } from '../opt/transform.ts';
import { executeStates } from './opt-states.ts';
import { findFrontend } from '../read/read-source.ts';
import type { Frontend } from '../source/source.ts';

export interface OptTextOptions {
  readonly file?: string | undefined;
  /** The chip; by default what the text names. */
  readonly machine?: string | undefined;
  readonly like?: Likeness | undefined;
  readonly resolvableBy?: 'iree' | undefined;
}

/** A state of a text with the result of executing it. */
interface ExecutedState extends OptState {
  readonly mlir: string;
}

/** The result of passes over a text. */
export interface OptimizedText {
  /** The passes with their options, pipelines decomposed. */
  readonly passes: readonly string[];
  readonly machine?: string;
  readonly before?: string;
  /** Absent when something failed. */
  readonly after?: string;
  /** The text before all passes, and after each pass that changes it, up to one that fails. */
  readonly states: readonly ExecutedState[];
  readonly allocations: readonly AllocationDecisions[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** Runs a list of passes, as the command takes it; never throws on an input. */
export function optText(text: string, list: string, options: OptTextOptions = {}): OptimizedText {
  const refused = (diagnostics: readonly Diagnostic[]): OptimizedText => ({
    passes: [],
    states: [],
    allocations: [],
    diagnostics: placeDiagnostics(diagnostics, text),
  });
  const steps = parsePassList(list);
  if (!steps.ok) return refused(steps.diagnostics);
  const ready = readyFor(text, options);
  if ('problem' in ready) return refused([ready.problem]);
  const { run, machine, notes } = ready;
  const outcome = run(steps.value);
  const { mlir: before } = run([]);
  const executed = executeStates(outcome.states, machine);
  const states = executed.map((state, i) => ({ ...state, mlir: outcome.states[i]?.mlir ?? '' }));
  const said = [...notes, ...distinctDiagnostics(outcome.diagnostics)];
  return {
    passes: steps.value.map(printPassStep),
    machine: machine.name,
    ...(before === undefined ? {} : { before }),
    ...(outcome.mlir === undefined ? {} : { after: outcome.mlir }),
    states,
    allocations: outcome.allocations,
    diagnostics: placeDiagnostics(said, text),
  };
}

/** A pass or pipeline, and what it alone would do to a text. */
export interface PassFor {
  readonly name: string;
  readonly summary: string;
  readonly isPipeline: boolean;
  readonly outcome: 'changes' | 'nothing' | 'fails';
  /** Why it fails. */
  readonly why?: string;
}

/** All passes and pipelines, each tried alone; none for a text that passes do not read. */
export function passesFor(
  text: string,
  options: OptTextOptions & { readonly onProgress?: (done: number, all: number) => void } = {},
): readonly PassFor[] {
  const ready = readyFor(text, options);
  if ('problem' in ready) return [];
  const { mlir: before } = ready.run([]);
  if (before === undefined) return [];
  const all = [
    ...pipelines.map((one) => ({ ...one, isPipeline: true })),
    ...passes.map((one) => ({ ...one, isPipeline: false })),
  ];
  return all.map(({ name, summary, isPipeline }, index): PassFor => {
    options.onProgress?.(index, all.length);
    const steps = parsePassList(name);
    const made = steps.ok ? ready.run(steps.value) : undefined;
    const known = { name, summary, isPipeline };
    if (made?.mlir !== undefined)
      return { ...known, outcome: made.mlir === before ? 'nothing' : 'changes' };
    const why = made?.diagnostics.find(({ severity }) => severity === 'error')?.message;
    return { ...known, outcome: 'fails', ...(why === undefined ? {} : { why }) };
  });
}

interface Ready {
  readonly machine: Machine;
  readonly notes: readonly Diagnostic[];
  readonly run: (steps: readonly PassStep[]) => Transformed;
}

/** A text that passes read, on its chip; or why they do not. */
function readyFor(
  text: string,
  { file, machine: wanted, like = 'corrected', resolvableBy }: OptTextOptions,
): Ready | { readonly problem: Diagnostic } {
  const transform: Frontend['transform'] = findFrontend(text, file)?.transform;
  if (transform === undefined)
    return { problem: diagnose(messages.opt.notMlir(file ?? 'the text')) };
  const choice = machinesFor(wanted === undefined ? [] : [wanted], text);
  if ('code' in choice) return { problem: choice };
  const [machine] = choice.machines;
  if (machine === undefined) return { problem: diagnose(messages.opt.notMlir(file ?? 'the text')) };
  const observe = observeAllocations(machine);
  const environment: PassEnvironment = { machine, like, resolvableBy, observe };
  return { machine, notes: choice.notes, run: (steps) => transform(text, steps, environment) };
}
