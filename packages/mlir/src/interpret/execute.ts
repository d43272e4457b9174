/**
 * Executes a kernel: every workgroup of the launch, wave by wave between barriers, all lanes in lockstep.
 *
 * LIMITATIONS. One interleaving of the waves is executed (in order, each up to its next barrier, unless a
 * seed chooses another); hazards are those of all interleavings that make the same accesses. Workgroups run one
 * after another. Data that the caller does not give reads as zero.
 */
import {
  diagnose,
  type Diagnostic,
  emptyLaunch,
  hasErrors,
  type Hazard,
  LineMap,
  type Message,
  messages,
  PairFindings,
  reportedHazard,
  type Site,
  type Span,
  volume,
} from '@ldscope/core';
import type { Module } from '../ir/ir.ts';
import { argumentMemories, argumentView, bufferParameters } from './arguments.ts';
import { lowerKernel } from './flow/blocks.ts';
import { GlobalAccesses } from './global-accesses.ts';
import { messageOf } from './hazards/findings.ts';
import { LdsShadow } from './hazards/lds-shadow.ts';
import {
  findKernels,
  type KernelSource,
  launchShape,
  type LaunchShape,
  symbolsOf,
} from './kernel.ts';
import { type LoweredKernel, Lowering } from './lowering.ts';
import { type Memory, MEMORY_LIMIT, pageBudget } from './memory.ts';
import { executable } from './ops/index.ts';
import type { ExecuteOptions, Execution } from './options.ts';
import { prepareKernel } from './prepare/prepare.ts';
import { type Random, randomOf } from './random.ts';
import { runWaves } from './run-waves.ts';
import { Wave } from './wave.ts';
import { Workgroup } from './workgroup.ts';

/**
 * Operations of one wave. A GEMM with K = 16384 takes some 30,000; a loop without end takes two seconds
 * to get there.
 */
const MAX_STEPS = 1_000_000;

/** Runs one kernel of a module. `text` is its source, for places in sites and hazards. */
export function executeKernel(module: Module, text: string, options: ExecuteOptions): Execution {
  const kernels = findKernels(module);
  const source = chooseKernel(kernels, options.kernel);
  if ('code' in source) return nothing('', [diagnose(source)]);
  const launched = launchShape(module, source, options.machine, options.launch ?? emptyLaunch);
  if (launched.shape === undefined) return nothing(source.name, launched.diagnostics);
  const { kernel: chosen, diagnostics: found } = prepareKernel(source, launched.shape);
  const places = new Places(text, options.file);
  const lowering = new Lowering(options.machine, launched.shape, executable, (span) =>
    places.site(span),
  );
  lowering.diagnostics.push(...found);
  lowering.symbols = symbolsOf(module, source.op);
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
  const needed = registerBytes * volume(launched.shape.block);
  if (needed > MEMORY_LIMIT) {
    const what = `${needed} bytes of registers`;
    lowering.report(messages.execute.tooLarge('the kernel', what, MEMORY_LIMIT), chosen.op.span);
  }
  if (lowering.failed) return nothing(chosen.name, lowering.diagnostics);
  const run = new Run(chosen, lowered, launched.shape, options);
  run.execute();
  const executed = run.executed;
  const waves = executed * run.wavesPerWorkgroup;
  const launchedGroups = volume(launched.shape.grid);
  const diagnostics = [...lowering.diagnostics, ...run.diagnostics];
  if (executed < launchedGroups && !hasErrors(diagnostics)) {
    diagnostics.push(diagnose(messages.launch.someWorkgroups(executed, launchedGroups)));
  }
  return {
    kernel: {
      name: chosen.name,
      frontend: 'mlir',
      waves,
      ldsBytes: lowered.ldsBytes,
      workgroups: { executed, launched: launchedGroups },
      wavesPerWorkgroup: run.wavesPerWorkgroup,
      block: { shape: launched.shape.block, from: launched.shape.blockFrom },
    },
    hazards: run.hazards((site) => places.hazardSite(lowered.siteSpans[site])),
    diagnostics,
    workgroups: { executed, launched: launchedGroups },
    ldsObjects: lowered.ldsObjects,
  };
}

/** Names of the kernels of a module, in order. */
export function kernelNames(module: Module): string[] {
  return findKernels(module).map(({ name }) => name);
}

function chooseKernel(kernels: readonly KernelSource[], name?: string): KernelSource | Message {
  const names = kernels.map((kernel) => kernel.name);
  const [first] = kernels;
  if (first === undefined) return messages.launch.noKernel(name, names);
  if (name === undefined)
    return kernels.length === 1 ? first : messages.launch.severalKernels(names);
  return kernels.find((kernel) => kernel.name === name) ?? messages.launch.noKernel(name, names);
}

function nothing(name: string, diagnostics: readonly Diagnostic[]): Execution {
  return {
    kernel: { name, frontend: 'mlir', waves: 0, ldsBytes: 0 },
    hazards: [],
    diagnostics,
    workgroups: { executed: 0, launched: 0 },
  };
}

/** Sites and places of operations in the source text. */
class Places {
  readonly #lines: LineMap;
  readonly #file: string | undefined;

  constructor(text: string, file: string | undefined) {
    this.#lines = new LineMap(text);
    this.#file = file;
  }

  site(span: Span): Site {
    const { line, column } = this.#lines.place(span.start);
    const file = this.#file === undefined ? {} : { file: this.#file };
    const text = this.#lines.line(line).trim();
    return { id: `${line}:${column}`, ...file, line, column, text };
  }

  hazardSite(span: Span | undefined): Hazard['location'] {
    if (span === undefined) return {};
    const { id: _id, ...location } = this.site(span);
    return location;
  }
}

/** One execution of a launch. */
class Run {
  readonly wavesPerWorkgroup: number;
  readonly diagnostics: Diagnostic[] = [];
  executed = 0;
  readonly #kernel: KernelSource;
  readonly #lowered: LoweredKernel;
  readonly #shape: LaunchShape;
  readonly #options: ExecuteOptions;
  readonly #memories: ReadonlyMap<number, Memory>;
  readonly #findings = new PairFindings();
  readonly #shadow: LdsShadow;
  readonly #random: Random | undefined;
  readonly #global: GlobalAccesses | undefined;

  constructor(
    kernel: KernelSource,
    lowered: LoweredKernel,
    shape: LaunchShape,
    options: ExecuteOptions,
  ) {
    this.#kernel = kernel;
    this.#lowered = lowered;
    this.#shape = shape;
    this.#options = options;
    this.#random = options.seed === undefined ? undefined : randomOf(options.seed);
    this.wavesPerWorkgroup = volume(shape.block) / shape.waveSize;
    const { ldsBytes, sites } = lowered;
    this.#shadow = new LdsShadow(ldsBytes, this.wavesPerWorkgroup, sites, this.#findings);
    const { machine, onGlobal } = options;
    const { globalSources } = lowered;
    this.#global =
      onGlobal && new GlobalAccesses(shape.waveSize, machine.isa, globalSources, onGlobal);
    const numbers = [...lowered.bindings.keys()];
    this.#memories = argumentMemories(kernel, numbers, options.buffers ?? new Map(), pageBudget());
  }

  execute(): void {
    const { grid } = this.#shape;
    const all = volume(grid);
    const limit = Math.min(all, this.#options.workgroups ?? all);
    for (let number = 0; number < limit; number++) {
      const x = number % grid[0];
      const y = Math.floor(number / grid[0]) % grid[1];
      const z = Math.floor(number / (grid[0] * grid[1]));
      const workgroup = this.#workgroup(number, [x, y, z]);
      const completed = this.#runWorkgroup(workgroup);
      this.#global?.flush();
      if (!completed) return;
      this.executed++;
      this.#options.onWorkgroup?.(workgroup.trace(), this.executed, limit);
    }
  }

  /** Hazards of all workgroups, with their places. */
  hazards(locate: (site: number) => Hazard['location']): Hazard[] {
    const { sites, ldsObjects } = this.#lowered;
    const directions = sites.map(({ direction }) => direction);
    return this.#findings.all.map((hazard) =>
      reportedHazard(hazard, (site) => directions[site], messageOf, ldsObjects, locate),
    );
  }

  #workgroup(number: number, ids: readonly [number, number, number]): Workgroup {
    const { machine, asyncCompletion = 'late', seed } = this.#options;
    const { ldsBytes, sites } = this.#lowered;
    return new Workgroup(number, ids, {
      waveCount: this.wavesPerWorkgroup,
      waveSize: this.#shape.waveSize,
      ldsBytes,
      isa: machine.isa,
      sites,
      // An interleaving decides itself when copies arrive.
      asyncCompletion: seed === undefined ? asyncCompletion : 'late',
      shadow: this.#shadow,
      global: this.#global,
    });
  }

  /** Runs all waves to their end; false after a failure. */
  #runWorkgroup(workgroup: Workgroup): boolean {
    const waves = Array.from({ length: this.wavesPerWorkgroup }, (_, i) =>
      this.#wave(workgroup, i),
    );
    return runWaves(waves, {
      program: this.#lowered,
      maxSteps: this.#options.maxSteps ?? MAX_STEPS,
      random: this.#random,
      report: (diagnostic) => this.#report(diagnostic),
      onEpoch: () => workgroup.shadow.endEpoch(),
    });
  }

  /** What every workgroup says again is said once. */
  #report(diagnostic: Diagnostic): void {
    if (this.diagnostics.some(({ code }) => code === diagnostic.code)) return;
    this.diagnostics.push(diagnostic);
  }

  #wave(workgroup: Workgroup, index: number): Wave {
    const { block, waveSize } = this.#shape;
    const ids = [0, 1, 2].map(() => new Float64Array(waveSize));
    const [xs = new Float64Array(), ys = new Float64Array(), zs = new Float64Array()] = ids;
    for (let lane = 0; lane < waveSize; lane++) {
      const linear = index * waveSize + lane;
      xs[lane] = linear % block[0];
      ys[lane] = Math.floor(linear / block[0]) % block[1];
      zs[lane] = Math.floor(linear / (block[0] * block[1]));
    }
    const { dataSizes, memrefSlots, bindings } = this.#lowered;
    const wave = new Wave(
      workgroup,
      index,
      waveSize,
      waveSize,
      [xs, ys, zs],
      dataSizes,
      memrefSlots,
    );
    const parameters = bufferParameters(this.#kernel);
    for (const [number, slot] of bindings) {
      const memory = this.#memories.get(number);
      if (memory === undefined) continue;
      wave.memrefs[slot] = argumentView(memory, parameters[number], waveSize);
    }
    return wave;
  }
}
