/** Executes a launch of one kernel: its blocks one after another, and what their warps did to shared memory. */
import {
  type AccessTrace,
  blockProblem,
  chooseKernel,
  coordinatesIn,
  copyTrace,
  diagnose,
  type Diagnostic,
  emptyLaunch,
  type ExecuteOptions,
  executeWorkgroups,
  type Execution,
  executionOf,
  type Extent,
  Findings,
  GlobalMemory,
  GlobalRecorder,
  type Hazard,
  type LaunchShape,
  type LdsCoverage,
  Lds,
  ldsCoverage,
  LineMap,
  locationOf,
  type Message,
  messages,
  notExecuted,
  Places,
  raceMessage,
  reportedHazard,
  showExtent,
  type Site,
  volume,
  wavesPerWorkgroup,
  withBufferNames,
} from '@ldscope/core';
import { type Environment, Recorder } from '../state/environment.ts';
import { Warp } from '../state/warp.ts';
import type { Module, PtxFunction } from '../text/program.ts';
import { layOutParameters } from './arguments.ts';
import { clusterOf, executeCluster } from './cluster.ts';
import { ClusterBarrier } from './cluster-barrier.ts';
import { Code } from './code.ts';
import { type Layout, layOut } from './layout.ts';
import { BlockRun, MAX_STEPS } from './run.ts';
import { fillSpecials } from './specials.ts';

/** Most blocks of a cluster, where the kernel allows it. */
const MOST_BLOCKS = 16;
const ONE: Extent = [1, 1, 1];

/** Kernels of a module, in the order of the text. */
export function ptxKernels({ functions }: Module): readonly PtxFunction[] {
  return functions.filter(({ isEntry, hasBody }) => isEntry && hasBody);
}

/** Executes one kernel of a module. `text` is its source, for places in sites and hazards. */
export function executePtx(module: Module, text: string, options: ExecuteOptions): Execution {
  const nothing = (name: string, message: Message, of?: PtxFunction): Execution =>
    notExecuted('ptx', name, [diagnose(message, of?.span)]);
  const { machine } = options;
  if (machine.vendor !== 'NVIDIA') return nothing('', messages.ptx.noMachine(machine.name));
  if (module.addressBits === 32) return nothing('', messages.ptx.narrowAddresses());
  const kernels = ptxKernels(module);
  if (kernels.length === 0) return nothing('', messages.ptx.noFunctions());
  const kernel = chooseKernel(kernels, options.kernel);
  if ('code' in kernel) return nothing('', kernel);
  const memory = new GlobalMemory();
  const parameters = layOutParameters(kernel, options, memory);
  if (parameters.problems.length > 0) {
    return notExecuted(
      'ptx',
      kernel.name,
      parameters.problems.map((problem) => diagnose(problem, kernel.span)),
    );
  }
  const entry = module.functions.indexOf(kernel);
  const reached = Code.reachedFrom(module, entry);
  const layout = layOut(module, reached, memory, parameters.region.base, parameters.offsets);
  const shape = shapeOf(kernel, layout, options);
  if ('code' in shape) return nothing(kernel.name, shape, kernel);
  return new Launch(module, text, kernel, reached, shape, layout, memory, options).execute();
}

/** Grid and block, from the launch or the kernel. */
function shapeOf(
  { requiredBlock, requiredCluster, mostThreads }: PtxFunction,
  layout: Layout,
  { launch = emptyLaunch, machine }: ExecuteOptions,
): LaunchShape | Message {
  const block = launch.block ?? requiredBlock;
  if (block === undefined) return messages.launch.noBlock();
  const problem = blockProblem(block);
  if (problem !== undefined) return problem;
  const [given, own] = [block.join('x'), requiredBlock?.join('x')];
  if (own !== undefined && own !== given) return messages.launch.otherBlock(given, own, '.reqntid');
  if (mostThreads !== undefined && volume(block) > mostThreads)
    return messages.launch.blockTooLarge(given, mostThreads);
  const dynamicLdsBytes = launch.dynamicLdsBytes ?? 0;
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const bytes = layout.sharedBytes + dynamicLdsBytes;
  if (bytes > most) return messages.execute.ldsTooLarge(bytes, most, machine.name);
  const grid = launch.grid ?? ONE;
  const cluster = launch.cluster ?? requiredCluster ?? ONE;
  if (requiredCluster !== undefined && requiredCluster.join('x') !== cluster.join('x'))
    return messages.launch.otherCluster(showExtent(cluster), showExtent(requiredCluster));
  if (volume(cluster) > MOST_BLOCKS || cluster.some((size, axis) => (grid[axis] ?? 1) % size !== 0))
    return messages.launch.cluster(showExtent(grid), showExtent(cluster), MOST_BLOCKS);
  return {
    grid,
    cluster,
    block,
    blockFrom: launch.block === undefined ? '.reqntid' : 'the launch',
    waveSize: 32,
    dynamicLdsBytes,
  };
}

/** Whether some instruction makes addresses of other blocks. */
const usesWindows = ({ functions }: Module, reached: ReadonlySet<number>): boolean =>
  [...reached].some((number) =>
    functions[number]?.instructions.some(({ opcode }) => opcode === 'mapa'),
  );

/** One execution of a launch. */
class Launch {
  readonly #module: Module;
  readonly #kernel: PtxFunction;
  readonly #shape: LaunchShape;
  readonly #layout: Layout;
  readonly #options: ExecuteOptions;
  readonly #environment: Environment;
  readonly #code: Code;
  readonly #places: Places;
  readonly #diagnostics: Diagnostic[] = [];
  /** Accesses of blocks that were executed with another of their cluster. */
  readonly #traces = new Map<number, AccessTrace>();
  #failed = false;

  constructor(
    module: Module,
    text: string,
    kernel: PtxFunction,
    reached: ReadonlySet<number>,
    shape: LaunchShape,
    layout: Layout,
    memory: GlobalMemory,
    options: ExecuteOptions,
  ) {
    this.#module = module;
    this.#kernel = kernel;
    this.#shape = shape;
    this.#layout = layout;
    this.#options = options;
    this.#places = new Places(new LineMap(text), options.file);
    const findings = new Findings();
    const siteOf = (number: number): Site => this.#site(number);
    const sharedBytes = layout.sharedBytes + shape.dynamicLdsBytes;
    const blocks = Array.from({ length: volume(shape.cluster ?? ONE) }, () => ({
      shared: new Lds(sharedBytes, 1, findings),
      recorder: new Recorder(siteOf),
    }));
    const [block = { shared: new Lds(sharedBytes, 1, findings), recorder: new Recorder(siteOf) }] =
      blocks;
    this.#environment = {
      ...block,
      memory,
      blocks,
      rank: 0,
      hasWindows: blocks.length > 1 || usesWindows(module, reached),
      changes: 0,
      global: options.onGlobal && new GlobalRecorder(32, options.onGlobal),
      findings,
      uncounted: new Map(),
      siteOf,
    };
    this.#code = new Code(module, reached, this.#environment, layout);
  }

  execute(): Execution {
    const { blocks, shared, findings } = this.#environment;
    const workgroups = executeWorkgroups(this.#shape, this.#options, (number) =>
      this.#block(number),
    );
    for (const { number, message } of findings.problems) this.#report(message, number);
    const touched = Math.max(...blocks.map((block) => block.shared.touched));
    if (touched > 0) this.#diagnostics.push(diagnose(messages.ptx.beforePtxas()));
    const { name } = this.#kernel;
    const ldsBytes = shared.bytes;
    return {
      ...executionOf(
        { name, frontend: 'ptx', ldsBytes, ldsInstructions: this.#coverage() },
        this.#shape,
        workgroups,
        this.#hazards(),
        this.#diagnostics,
      ),
      ldsObjects: this.#layout.sharedObjects,
      exceedsLds: touched > ldsBytes,
    };
  }

  /** Instructions that touched shared memory, and those of them that have no counts. */
  #coverage(): LdsCoverage {
    const { blocks, uncounted } = this.#environment;
    const counted = blocks.flatMap(({ recorder }) => [...recorder.instructions]);
    const all = new Set([...counted, ...uncounted.keys()]);
    return ldsCoverage(
      all.size,
      [...uncounted.values()].map((name) => `of ${name}`),
    );
  }

  /** The accesses of a block; of one that does not end there are none. Its cluster is executed with its first block. */
  #block(number: number): AccessTrace | undefined {
    const known = this.#traces.get(number);
    if (known !== undefined) {
      this.#traces.delete(number);
      return known;
    }
    const { grid, cluster = ONE } = this.#shape;
    const { rank, numbers } = clusterOf(grid, cluster, number);
    const traces = this.#cluster(numbers);
    if (traces === undefined) return undefined;
    for (const [other, trace] of traces.entries())
      if (other !== rank) this.#traces.set(numbers[other] ?? 0, copyTrace(trace));
    return traces[rank];
  }

  /** Executes the blocks of a cluster, which are given by rank, and gives their accesses. */
  #cluster(numbers: readonly number[]): AccessTrace[] | undefined {
    const { blocks, global } = this.#environment;
    const { maxSteps = MAX_STEPS, isOutOfTime } = this.#options;
    const warps = numbers.map((number, rank) => this.#warps(number, rank));
    for (const [rank, { recorder, shared }] of blocks.entries()) {
      recorder.begin();
      shared.reset(warps[rank] ?? [], coordinatesIn(this.#shape.grid, numbers[rank] ?? 0));
    }
    const barrier = new ClusterBarrier(warps.flat(), this.#code);
    const runs = warps.map((own) => new BlockRun(own, this.#code, barrier, maxSteps));
    const failure = executeCluster(runs, this.#environment, maxSteps, isOutOfTime);
    for (const { shared } of blocks) shared.finish();
    global?.flush();
    if (failure === undefined)
      return blocks.map(({ recorder }) =>
        withBufferNames(recorder.finish(), this.#layout.sharedObjects),
      );
    this.#report(failure.message, failure.number);
    this.#failed = true;
    return undefined;
  }

  /** The warps of a block. */
  #warps(number: number, rank: number): Warp[] {
    const { grid, block, cluster = ONE, dynamicLdsBytes } = this.#shape;
    const count = wavesPerWorkgroup(this.#shape);
    const threads = volume(block);
    const entry = this.#module.functions.indexOf(this.#kernel);
    const start = this.#code.entryOf(entry);
    return Array.from({ length: count }, (_, index) => {
      const lanes = Math.min(32, threads - 32 * index);
      const mask = lanes === 32 ? -1 : (1 << lanes) - 1;
      const { words, specials } = this.#code.file;
      const warp = new Warp(number * count + index, index, rank, words, mask, start);
      warp.reserve(this.#code.frameBytes(entry));
      fillSpecials(warp, specials, {
        grid,
        block,
        ids: coordinatesIn(grid, number),
        cluster,
        rank,
        warps: count,
        dynamicBytes: dynamicLdsBytes,
        totalBytes: this.#environment.shared.bytes,
      });
      return warp;
    });
  }

  #site(number: number): Site {
    const instruction = this.#code.instructions[number];
    if (instruction === undefined) return { id: `instruction ${number}` };
    const { source } = instruction;
    const site = this.#places.site(instruction.span);
    return { ...site, ...(source === undefined ? {} : { source }) };
  }

  #hazards(): Hazard[] {
    // Of a launch that failed nobody knows which accesses were still to come.
    if (this.#failed) return [];
    // What barriers in shared memory keep in order is not known to the shadow.
    const { changes, blocks, shared } = this.#environment;
    if (changes > 0 || blocks.length > 1) return [];
    return shared.races.all.map((race) =>
      reportedHazard(
        race,
        (site) => shared.directionOf(site),
        raceMessage,
        this.#layout.sharedObjects,
        (site) => locationOf(this.#site(site)),
      ),
    );
  }

  #report(message: Message, number: number): void {
    this.#diagnostics.push(diagnose(message, this.#code.instructions[number]?.span));
  }
}
