/**
 * From the text of a kernel to its analysis: the function behind `ldscope analyze` and the library's door.
 */
import {
  type AccessTrace,
  type Analysis,
  type CoalescingModel,
  type ConflictModel,
  diagnose,
  type Diagnostic,
  findCoalescing,
  findModel,
  hasErrors,
  LineMap,
  type Machine,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
  type RunOptions,
  runOptionsOf,
  symbolsNamed,
} from '@ldscope/core';
import { readSass } from '@ldscope/ptx';
import { withExplored } from '../execute/interleavings.ts';
import { helpersFor, type Threads } from '../execute/launch-job.ts';
import type { Explored } from '../source/explored.ts';
import {
  assumedMachineFor,
  chipOf,
  machineNames,
  resolveMachine,
  takenNote,
} from '../input/machine-choice.ts';
import { launchFor, launchOf, type LaunchOptions } from '../launch/launch-options.ts';
import { nvidiaLaunchProblem } from '../execute/nvidia-launch.ts';
import { choosePart, type Part, type ReadOptions } from '../read/parts.ts';
import { settleBlock } from '../execute/block-shape.ts';
import { executeToReport } from '../execute/executed-report.ts';
import {
  type Abilities,
  abilitiesOf,
  type ExecutableSource,
  type ExecutionRequest,
  isExecutable,
} from '../source/source.ts';
import { type TimeOptions, timeBudgetOf } from '../input/time-budget.ts';

/** Without a kernel each kernel of the text is analyzed. */
export interface AnalyzeOptions extends RunOptions, ReadOptions, LaunchOptions, TimeOptions {
  /** A chip, product or architecture: `gfx950`, `mi300x`, `hopper`. By default what the kernel names, else gfx950. */
  readonly machine?: string | undefined;
  /** One of the machine's models; the first by default. */
  readonly model?: string | undefined;
  /** One of its models of global memory; the first by default. */
  readonly coalescing?: string | undefined;
  /** Most workgroups to execute: 64 by default; more of them rarely change the answer. */
  readonly workgroups?: number | 'all' | undefined;
  /** Random interleavings of the waves to execute as well, for kernels in MLIR. */
  readonly interleavings?: number | undefined;
  /** The number of the first interleaving; 1 by default. */
  readonly seed?: number | undefined;
  /** For PTX: a listing of the machine code compiled from it, and its name where the user gave it. Sites are then those of SASS. */
  readonly sass?: SassText | undefined;
  /** Other threads that may execute some of the workgroups, of `ldscope/threads`; none by default, nor with `onTrace`. */
  readonly threads?: Threads | undefined;
  /** Called after each interleaving. */
  readonly onInterleaving?: ((done: number, all: number) => void) | undefined;
  /** Called after each workgroup. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
  /** Takes the accesses of each workgroup, and how many it stands for; they are valid during the call. */
  readonly onTrace?: ((trace: AccessTrace, times: number) => void) | undefined;
}

/** A listing of SASS, as nvdisasm or cuobjdump print it. */
export interface SassText {
  readonly text: string;
  readonly file?: string | undefined;
}

/** A kernel after its analysis: the report, or the diagnostics with the reason for its absence. */
export interface Analyzed {
  /** The symbol of the kernel, where the input names several; also of one that could not be executed. */
  readonly kernel?: string;
  /**
   * Absent when nothing was executed. With errors among the diagnostics it covers the part that could be executed:
   * machine code only.
   */
  readonly analysis?: Analysis;
  /** What the analysis is for, as far as it could be settled. */
  readonly machine?: Machine;
  readonly model?: ConflictModel;
  readonly coalescing?: CoalescingModel;
  /** What commands can do with the text; absent where it was not read. */
  readonly abilities?: Abilities;
  readonly diagnostics: readonly ReportDiagnostic[];
}

const USUAL_WORKGROUPS = 64;

/**
 * Executes a kernel and counts its bank conflicts. Never throws on an input; what is wrong is in `diagnostics`. It takes
 * the kernel that the options name, or the first of several.
 */
export function analyzeKernel(text: string, options: AnalyzeOptions = {}): Analyzed {
  const [first] = analyzeKernels(text, options);
  if (first === undefined) throw new Error('an analysis gives at least one result');
  return first;
}

/** The same for every kernel of a text, or for the one that the options name; at least one result. */
export function analyzeKernels(whole: string, options: AnalyzeOptions = {}): Analyzed[] {
  const time = timeBudgetOf(options);
  const part = choosePart(whole, options);
  if (!part.ok) return [{ diagnostics: placeDiagnostics(part.diagnostics, whole) }];
  const { text, notes } = part.value;
  const lines = new LineMap(text);
  const place = (diagnostics: readonly Diagnostic[]): ReportDiagnostic[] =>
    placeDiagnostics([...notes, ...diagnostics], lines);
  const choice = chooseMachine(part.value, whole, options);
  if (choice.machine === undefined) return [{ diagnostics: place(choice.diagnostics) }];
  const { machine, model, coalescing } = choice;
  const failed = (...diagnostics: readonly Diagnostic[]): Analyzed => ({
    machine,
    model,
    diagnostics: place(diagnostics),
  });
  const launch = launchOf(options);
  if (!launch.ok) return [failed(...launch.diagnostics)];
  const read = part.value.source();
  if (!read.ok) return [failed(...read.diagnostics)];
  const source = read.value;
  const abilities = abilitiesOf(source);
  const { readable = !hasErrors(source.diagnostics) } = source;
  if (!isExecutable(source) || (hasErrors(source.diagnostics) && !readable)) {
    return [{ ...failed(...source.diagnostics), abilities }];
  }
  const sass = options.sass === undefined ? undefined : readSass(options.sass.text);
  if (sass !== undefined && source.language.name !== 'ptx')
    return [failed(diagnose(messages.sass.notPtx(source.language.title)))];
  if (sass !== undefined && hasErrors(sass.diagnostics)) return [failed(...sass.diagnostics)];
  const request: ExecutionRequest = {
    machine,
    sass: sass && { functions: sass.functions, file: options.sass?.file },
    model,
    launch: launch.value,
    ...runOptionsOf(options),
    workgroups: options.workgroups === 'all' ? undefined : (options.workgroups ?? USUAL_WORKGROUPS),
    ...time,
    onWorkgroup: (trace, done, all, times = 1) => {
      options.onProgress?.(done, all);
      options.onTrace?.(trace, times);
    },
    onCounted: (_, done, all) => options.onProgress?.(done, all),
    helpersFor: (asked, models) =>
      options.onTrace === undefined && options.frontends === undefined
        ? helpersFor(
            options.threads,
            { text, file: options.file, source, isGiven: options.source !== undefined },
            asked,
            models,
          )
        : undefined,
  };
  const analyzeOne = (kernel: string | undefined): Analyzed => {
    // Each kernel costs some time before its first instruction, and a library has hundreds.
    const own = launchFor(options, kernel);
    const isUnknown = source.program !== undefined && own.arguments === undefined;
    if (isUnknown && time.isOutOfTime?.() === true)
      return failed(diagnose(messages.execute.timeBudget()));
    const launched = launchOf(own);
    if (!launched.ok) return failed(...launched.diagnostics);
    const named: ExecutionRequest = {
      ...request,
      launch: launched.value,
      arguments: own.arguments,
      globals: own.globals,
      kernel,
    };
    const misfit = nvidiaLaunchProblem(source, named);
    if (misfit !== undefined) return failed(diagnose(misfit));
    const unknownValues = own.arguments === undefined;
    const followed = { ...named, unknownValues };
    const { builder, execution, begun } = executeToReport(source, followed, choice);
    const read = source.diagnosticsOf?.(kernel) ?? source.diagnostics;
    const diagnostics = [...read, ...execution.diagnostics, ...choice.diagnostics];
    const settled = settleBlock(source, named, execution, choice);
    if (hasErrors(settled)) {
      // A fault in a block of our choice may not occur in any block that is launched.
      const notes = execution.diagnostics.filter(({ severity }) => severity === 'note');
      return failed(...settled, ...read, ...notes, ...choice.diagnostics);
    }
    for (const each of settled) diagnostics.push(each);
    if (hasErrors(diagnostics) && !(readable && begun)) return failed(...diagnostics);
    const explored = explore(source, named, options);
    for (const each of explored.diagnostics) diagnostics.push(each);
    const { lacking, withoutRule } = builder.unserved;
    for (const op of lacking)
      diagnostics.push(diagnose(messages.execute.noInstruction(op, machine.name)));
    for (const op of withoutRule)
      diagnostics.push(diagnose(messages.execute.noRule(op, machine.name)));
    const placed = place(diagnostics);
    const hazards = withExplored(execution.hazards, explored.hazards);
    const finished = builder.finish(execution.kernel, hazards, placed);
    const hints = source.hints?.(named);
    const { advice, elements, ldsObjects } = execution;
    const report = { ...finished.report, advice, hints };
    const analysis = { ...finished, report, elements, ldsObjects };
    return { analysis, machine, model, coalescing, diagnostics: placed };
  };
  const kernels = options.kernel === undefined ? kernelsOf(source) : named(source, options.kernel);
  if (kernels.length === 0) return [{ ...analyzeOne(undefined), abilities }];
  return kernels.map((kernel) => ({ kernel, ...analyzeOne(kernel), abilities }));
}

/** Each kernel by its name; none where a name does not choose one, which the frontend reports then. */
function kernelsOf({ kernels = [] }: ExecutableSource): readonly string[] {
  return new Set(kernels).size === kernels.length ? kernels : [];
}

/** The kernels that a name or pattern means; the name itself where it means none or is in doubt, which is reported then. */
function named(source: ExecutableSource, name: string): readonly string[] {
  const symbols = symbolsNamed(kernelsOf(source), name);
  return symbols.length === 0 ? [name] : symbols;
}

function explore(
  source: ExecutableSource,
  request: ExecutionRequest,
  { interleavings, seed = 1, onInterleaving }: AnalyzeOptions,
): Explored {
  if (interleavings === undefined) return { hazards: [], diagnostics: [] };
  const notKnown = { hazards: [], diagnostics: [diagnose(messages.usage.noInterleavings())] };
  return source.explore?.(request, { interleavings, seed, onInterleaving }) ?? notKnown;
}

type Choice =
  | {
      readonly machine: Machine;
      readonly model: ConflictModel;
      readonly coalescing: CoalescingModel;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly machine?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** The machine that was requested, or that the kernel names, or the default one; and its models. */
function chooseMachine(part: Part, whole: string, options: AnalyzeOptions): Choice {
  const { text } = part;
  const { machine: asked, model: name, coalescing: granule } = options;
  const named =
    asked === undefined
      ? (options.source?.target ?? chipOf(text, whole) ?? targetOf(part))
      : undefined;
  const found = resolveMachine(asked ?? named ?? '');
  const assumed = asked === undefined && found === undefined;
  const likely = assumed && named === undefined ? likelyChipOf(part) : undefined;
  const machine =
    found ?? (assumed ? resolveMachine(likely ?? assumedMachineFor(text, named)) : undefined);
  if (machine === undefined) {
    return {
      diagnostics: [diagnose(messages.usage.unknownMachine(asked ?? '', machineNames()))],
    };
  }
  const model = findModel(machine, name);
  if (model === undefined) {
    const known = machine.models.map((candidate) => candidate.name);
    return {
      diagnostics: [diagnose(messages.usage.unknownModel(name ?? '', machine.name, known))],
    };
  }
  const coalescing = findCoalescing(machine, granule);
  if (coalescing === undefined) {
    const known = machine.coalescing.map((candidate) => candidate.name);
    return {
      diagnostics: [diagnose(messages.usage.unknownCoalescing(granule ?? '', machine.name, known))],
    };
  }
  if (asked !== undefined) return { machine, model, coalescing, diagnostics: [] };
  return {
    machine,
    model,
    coalescing,
    diagnostics: [takenNote(machine, named, likely === machine.name)],
  };
}

/** The chip that a text names in its own way: the header of a schedule. */
function targetOf(part: Part): string | undefined {
  const read = part.source();
  return read.ok ? read.value.target : undefined;
}

/** The chip whose instructions a text has that names none. */
function likelyChipOf(part: Part): string | undefined {
  const read = part.source();
  return read.ok ? read.value.likelyChip?.() : undefined;
}
