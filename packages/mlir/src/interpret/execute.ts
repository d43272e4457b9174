/**
 * Executes a kernel: every workgroup of the launch, wave by wave between barriers, all lanes in lockstep.
 *
 * LIMITATIONS. One interleaving of the waves is executed (in order, each up to its next barrier, unless a
 * seed chooses another); hazards are those of all interleavings that make the same accesses. Workgroups run one
 * after another. Data that the caller does not give reads as zero.
 */
import {
  type AccessTrace,
  chooseKernel,
  diagnose,
  type Diagnostic,
  emptyLaunch,
  type Execution,
  executionOf,
  type Extent,
  hasErrors,
  LineMap,
  locationOf,
  messages,
  notExecuted,
  PairFindings,
  reportedHazard,
  volume,
  wavesPerWorkgroup,
  type WorkgroupState,
} from '@ldscope/core';
import type { Module } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { OperationPlaces } from '../module/places.ts';
import { argumentMemories } from './arguments.ts';
import { beginWave, emptyRegisters, type WaveSource } from './begin-waves.ts';
import { lowerKernel } from './flow/blocks.ts';
import { bindArguments } from './given-arguments.ts';
import { GlobalAccesses } from './global-accesses.ts';
import { messageOf } from './hazards/findings.ts';
import { followRead } from './hazards/used-reads.ts';
import { LdsShadow } from './hazards/lds-shadow.ts';
import {
  findKernels,
  type KernelSource,
  launchShape,
  type LaunchShape,
  symbolsOf,
} from './kernel.ts';
import { Lowering } from './lowering.ts';
import type { LoweredKernel } from './lowered-kernel.ts';
import { MEMORY_LIMIT, pageBudget } from './memory.ts';
import { executable } from './ops/index.ts';
import { isRawBarrier } from './ops/waits.ts';
import type { ExecuteOptions } from './options.ts';
import { prepareKernel } from './prepare/prepare.ts';
import { executeLaunch, type LeftRun } from './slice/launch.ts';
import { replaySliceOf } from './slice/replay-slice.ts';
import type { KernelSlice } from './slice/kernel-slice.ts';
import { shiftsOf } from './slice/shifts.ts';
import { flowsOf, sliceOf } from './slice/slice.ts';
import { Sliced } from './slice/sliced.ts';
import { type Random, randomOf } from './random.ts';
import { runWaves } from './run-waves.ts';
import { AssumedExecution } from './unknown/assumed.ts';
import { followUnknown } from './unknown/follow.ts';
import { openNames, openOf } from './unknown/open.ts';
import {
  assumptionsOf,
  changesExecution,
  coverageOf,
  hidesRaces,
  refusalsOf,
} from './unknown/outcome.ts';
import { Workgroup } from './workgroup.ts';

/**
 * Operations of one wave. A GEMM with K = 16384 takes some 30,000; a loop without end takes two seconds
 * to get there.
 */
const MAX_STEPS = 1_000_000;

/** Runs one kernel of a module. `text` is its source, for places in sites and hazards. */
export function executeKernel(module: Module, text: string, options: ExecuteOptions): Execution {
  const source = chooseKernel(findKernels(module), options.kernel);
  if ('code' in source) return notExecuted('mlir', '', [diagnose(source)]);
  const launched = launchShape(module, source, options.machine, options.launch ?? emptyLaunch);
  if (launched.shape === undefined) return notExecuted('mlir', source.name, launched.diagnostics);
  const bound = bindArguments(source, options.arguments);
  if (hasErrors(bound.diagnostics)) return notExecuted('mlir', source.name, bound.diagnostics);
  const scalars = new Map([...bound.scalars, ...launched.shape.scalars]);
  const buffers = new Map([...bound.buffers, ...(options.buffers ?? [])]);
  const shape = { ...launched.shape, scalars };
  const { kernel: chosen, diagnostics: found } = prepareKernel(source, shape, options.machine);
  const places = new OperationPlaces(module, new LineMap(text), options.file);
  const symbols = symbolsOf(module, source.op);
  const followsReads = hasRawBarriers(module);
  const newLowering = (): Lowering => {
    const made = new Lowering(options.machine, shape, executable, (span) => places.site(span));
    made.symbols = symbols;
    if (followsReads) made.followRead = followRead;
    return made;
  };
  const lowering = newLowering();
  for (const each of [...launched.diagnostics, ...found]) lowering.diagnostics.push(each);
  if (options.unknownValues === true) planUnknown(chosen, shape, buffers, lowering);
  // An interleaving is one of steps, of which a slice has fewer.
  const isSliced = options.accessesOnly === true && options.seed === undefined;
  const flows = isSliced ? flowsOf(chosen.op, symbols) : undefined;
  lowering.slice = flows && sliceOf(flows);
  lowerKernel(chosen, lowering);
  const lowered = lowering.finish();
  const limit = options.machine.sharedMemory.bytesPerWorkgroup.value;
  if (lowered.ldsBytes > limit) {
    const { ldsBytes } = lowered;
    lowering.report(
      messages.execute.ldsTooLarge(ldsBytes, limit, options.machine.name),
      chosen.op.span,
    );
  }
  const registerBytes = lowered.dataSizes.reduce((sum, size) => sum + 8 * size, 0);
  const needed = registerBytes * volume(shape.block);
  if (needed > MEMORY_LIMIT) {
    const what = `${needed} bytes of registers`;
    lowering.report(messages.execute.tooLarge('the kernel', what, MEMORY_LIMIT), chosen.op.span);
  }
  if (lowering.failed) return notExecuted('mlir', chosen.name, lowering.diagnostics);
  const { assumed } = lowering;
  const { slice } = lowering;
  const sliced = slice && new Sliced(slice);
  const run = new Run(chosen, lowered, shape, { ...options, buffers }, assumed?.left, sliced);
  const parts =
    flows === undefined || assumed !== undefined
      ? undefined
      : {
          sliceFor: (of: 'lds' | 'global') => replaySliceOf(chosen.op, flows, of),
          shifts: () => shiftsOf(flows),
          lower: (part: KernelSlice) => {
            const again = newLowering();
            again.slice = part;
            lowerKernel(chosen, again);
            return again.finish();
          },
        };
  const workgroups = executeLaunch(shape, options, options.maxSteps ?? MAX_STEPS, run, parts);
  const { ldsBytes, ldsObjects, sites, siteSpans } = lowered;
  const pairs = assumed !== undefined && hidesRaces(assumed) ? [] : run.findings.all;
  const hazards = pairs.map((hazard) =>
    reportedHazard(
      hazard,
      (site) => sites[site]?.direction,
      (seen, second, first) => messageOf(seen, second, first, options.machine.vendor),
      ldsObjects,
      (site) => {
        const span = siteSpans[site];
        return span === undefined ? {} : locationOf(places.site(span));
      },
    ),
  );
  const coverage = coverageOf(sites, assumed, lowering.uncounted);
  const kernel = {
    name: chosen.name,
    frontend: 'mlir',
    ldsBytes,
    ...(coverage && { ldsInstructions: coverage }),
    passing: lowering.passing,
    ...(assumed && { hasUnknownValues: true }),
  };
  const said = assumed === undefined ? [] : assumptionsOf(assumed.plan);
  const diagnostics = [...lowering.diagnostics, ...said, ...run.diagnostics];
  const execution = executionOf(kernel, shape, workgroups, hazards, diagnostics);
  return { ...execution, ldsObjects, ...(run.isMissed ? { isMissed: true } : {}) };
}

/** Plans the execution of a kernel with values that the launch does not give, where it has such values. */
function planUnknown(
  kernel: KernelSource,
  shape: LaunchShape,
  buffers: ReadonlyMap<number, Uint8Array>,
  lowering: Lowering,
): void {
  const open = openOf(kernel, shape, buffers, lowering.symbols);
  const scalars = openNames(kernel.op, open);
  const plan = followUnknown(kernel.op, open);
  const refusals = refusalsOf(plan);
  for (const { op, source } of refusals)
    if (source?.kind === 'memory') lowering.report(messages.execute.zeroMemory(op.name), op.span);
  // A refused kernel asks for its scalars where it reads them.
  if (refusals.length > 0 || (scalars.length === 0 && !changesExecution(plan))) return;
  lowering.assumed = new AssumedExecution(plan);
  if (scalars.length > 0) lowering.report(messages.execute.unknownValues(scalars), kernel.op.span);
}

/** Whether some barrier leaves accesses to LDS in flight. */
function hasRawBarriers({ operations }: Module): boolean {
  for (const op of walk(operations)) if (isRawBarrier(op)) return true;
  return false;
}

/** Names of the kernels of a module, in order. */
export function kernelNames(module: Module): string[] {
  return findKernels(module).map(({ name }) => name);
}

/** One execution of a launch. */
class Run {
  readonly diagnostics: Diagnostic[] = [];
  readonly findings = new PairFindings();
  readonly #waveCount: number;
  readonly source: WaveSource;
  readonly #options: ExecuteOptions;
  readonly #shadow: LdsShadow;
  readonly #random: Random | undefined;
  readonly global: GlobalAccesses | undefined;
  readonly #left: ReadonlySet<number> | undefined;
  readonly sliced: Sliced | undefined;
  /** Operations so far. */
  steps = 0;
  #failed = false;

  /** `left`: sites that are not counted, to which the execution adds; `sliced`: only accesses are computed. */
  constructor(
    kernel: KernelSource,
    lowered: LoweredKernel,
    shape: LaunchShape,
    options: ExecuteOptions,
    left?: ReadonlySet<number>,
    sliced?: Sliced,
  ) {
    this.#left = left;
    this.sliced = sliced;
    this.#options = options;
    this.#random = options.seed === undefined ? undefined : randomOf(options.seed);
    this.#waveCount = wavesPerWorkgroup(shape);
    const { ldsBytes, sites } = lowered;
    const leftOut = sliced?.keepsLds === false ? sliced.leftOut : undefined;
    this.#shadow = new LdsShadow(ldsBytes, this.#waveCount, sites, this.findings, leftOut);
    const { machine, onGlobal } = options;
    const { globalSources } = lowered;
    this.global =
      onGlobal && new GlobalAccesses(shape.waveSize, machine.isa, globalSources, onGlobal);
    const numbers = [...lowered.bindings.keys()];
    const memories = argumentMemories(kernel, numbers, options.buffers ?? new Map(), pageBudget());
    this.source = { kernel, shape, lowered, memories };
  }

  /** Failures, and uses of data that was left out, are left to an execution of everything, which reports them. */
  get isMissed(): boolean {
    return this.sliced !== undefined && (this.#failed || this.sliced.isMissed);
  }

  /** A part of a workgroup could not be executed. */
  fail(): void {
    this.#failed = true;
  }

  /** The state for other threads; they execute accesses alone, with the waves in order, of kernels without unknown values. */
  state(): WorkgroupState<LeftRun> | undefined {
    const { sliced, global, findings } = this;
    if (sliced === undefined || this.#left !== undefined || this.#random !== undefined)
      return undefined;
    const { leftOut } = sliced;
    const blocks = [...this.source.memories.values()].map(({ block }) => block);
    return {
      unit: 1,
      isOrdinary: () =>
        !this.#failed &&
        this.diagnostics.length === 0 &&
        !sliced.isMissed &&
        !leftOut.hasWrites &&
        !leftOut.changes(undefined),
      leave: () => ({
        races: findings.all,
        sources: global?.leave() ?? [],
        regions: leftOut.leave((region) => blocks.indexOf(region)),
        isLate: sliced.isLate,
      }),
      take: ({ races, sources, regions, isLate }) => {
        // Which buffers are used is the same, whoever executes these workgroups.
        if (!leftOut.take(regions, (number) => blocks[number])) return false;
        if (global?.take(sources) === false) return false;
        findings.take(races);
        sliced.takeLate(isLate);
        return true;
      },
    };
  }

  /** The accesses of a workgroup; `undefined` after a failure. */
  execute(number: number, ids: Extent): AccessTrace | undefined {
    const workgroup = this.#workgroup(number, ids);
    const completed = this.#runWorkgroup(workgroup);
    this.global?.flush();
    this.#failed ||= !completed;
    return completed && !this.isMissed ? workgroup.trace(this.#left) : undefined;
  }

  #workgroup(number: number, ids: Extent): Workgroup {
    const { machine, asyncCompletion = 'late', seed } = this.#options;
    const { ldsBytes, sites, hasRawBarriers } = this.source.lowered;
    return new Workgroup(number, ids, {
      waveCount: this.#waveCount,
      waveSize: this.source.shape.waveSize,
      ldsBytes,
      hasRawBarriers,
      isa: machine.isa,
      sites,
      // An interleaving decides itself when copies arrive.
      asyncCompletion: seed === undefined ? asyncCompletion : 'late',
      shadow: this.#shadow,
      global: this.global,
      sliced: this.sliced,
    });
  }

  /** Runs all waves to their end; false after a failure. */
  #runWorkgroup(workgroup: Workgroup): boolean {
    const waves = Array.from({ length: this.#waveCount }, (_, i) =>
      beginWave(this.source, workgroup, i, emptyRegisters(this.source)),
    );
    const completed = runWaves(waves, {
      program: this.source.lowered,
      maxSteps: this.#options.maxSteps ?? MAX_STEPS,
      random: this.#random,
      report: (diagnostic) => this.#report(diagnostic),
      onEpoch: () => workgroup.shadow.endEpoch(),
    });
    for (const { steps } of waves) this.steps += steps;
    return completed;
  }

  /** A diagnostic that every workgroup repeats is reported once. */
  #report(diagnostic: Diagnostic): void {
    if (this.diagnostics.some(({ code }) => code === diagnostic.code)) return;
    this.diagnostics.push(diagnostic);
  }
}
