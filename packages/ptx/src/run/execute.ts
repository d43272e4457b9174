/** Executes a launch of one kernel: its blocks one after another, and what their warps did to shared memory. */
import {
  type AccessTrace,
  blockProblem,
  type BlockQuestion,
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
  type Direction,
  PairFindings,
  reportedHazard,
  type SeenHazard,
  showExtent,
  type Site,
  volume,
  wavesPerWorkgroup,
  withBufferNames,
} from '@ldscope/core';
import { type Block, type Environment, Recorder } from '../state/environment.ts';
import { Order } from '../state/order.ts';
import { OrderedShared } from '../state/ordered-shared.ts';
import { Warp } from '../state/warp.ts';
import { matchDiagnostics } from '../sass/diagnostics.ts';
import { SassMatcher } from '../sass/match.ts';
import type { SassFunction } from '../sass/program.ts';
import type { Module, Operand, PtxFunction } from '../text/program.ts';
import { layOutParameters, type Parameters } from './arguments.ts';
import { clusterOf, executeCluster } from './cluster.ts';
import { ClusterBarrier } from './cluster-barrier.ts';
import { Code } from './code.ts';
import { granuleOf } from './granule.ts';
import { type Layout, layOut } from './layout.ts';
import type { Failure } from './patience.ts';
import { needsOrder } from './needs-order.ts';
import { raceMessage } from './race-message.ts';
import { BlockRun, MAX_STEPS } from './run.ts';
import { fillSpecials, unknownSpecial } from './specials.ts';
import { Ways } from './unknown/ways.ts';

/** Most blocks of a cluster, where the kernel allows it. */
const MOST_BLOCKS = 16;
const ONE: Extent = [1, 1, 1];

/** Kernels of a module, in the order of the text. */
export function ptxKernels({ functions }: Module): readonly PtxFunction[] {
  return functions.filter(({ isEntry, hasBody }) => isEntry && hasBody);
}

/** The machine code that ptxas made of a module. */
export interface SassOf {
  readonly functions: readonly SassFunction[];
  /** The name of the listing that the user gave, for sites. */
  readonly file?: string | undefined;
}

export interface ExecutePtxOptions extends ExecuteOptions {
  /** With it, traces are of SASS: see `sass/match.ts`. */
  readonly sass?: SassOf | undefined;
}

/** Executes one kernel of a module. `text` is its source, for places in sites and hazards. */
export function executePtx(module: Module, text: string, options: ExecutePtxOptions): Execution {
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
  const question = openBlock(module, kernel, reached, options);
  const shape = shapeOf(kernel, layout, options);
  if ('code' in shape) {
    const asks = question !== undefined && question.items === undefined;
    const refused = nothing(kernel.name, shape, kernel);
    return { ...refused, blockQuestion: asks ? question : undefined };
  }
  const launch = { module, text, kernel, reached, shape, layout, parameters, memory, options };
  return { ...new Launch(launch).execute(), blockQuestion: question };
}

/** What is open about the shape of the blocks; `undefined` where the launch or the kernel gives it. */
function openBlock(
  { functions }: Module,
  { requiredBlock, mostThreads }: PtxFunction,
  reached: ReadonlySet<number>,
  { launch }: ExecuteOptions,
): BlockQuestion | undefined {
  if (launch?.block !== undefined || requiredBlock !== undefined) return undefined;
  const specials = new Set(
    [...reached].flatMap((number) =>
      (functions[number]?.instructions ?? []).flatMap(({ operands }) =>
        operands.flatMap(specialsOf),
      ),
    ),
  );
  const reads = (axis: string): boolean =>
    specials.has(`tid.${axis}`) || specials.has(`ntid.${axis}`);
  const axes = reads('z') ? 3 : reads('y') ? 2 : 1;
  // `__launch_bounds__` is written by hand.
  return { items: mostThreads, axes, isChosen: mostThreads !== undefined };
}

function specialsOf(operand: Operand): readonly string[] {
  if (operand.kind === 'special') return [operand.name];
  return operand.kind === 'vector' ? operand.elements.flatMap(specialsOf) : [];
}

/** Shared memory that the launch gives where it says nothing: none, and all of the chip where arguments are not given either. */
function dynamicBytesOf(
  { sharedBytes, usesDynamic }: Layout,
  { launch, arguments: given, machine }: ExecuteOptions,
): number {
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const assumed = usesDynamic && given === undefined ? Math.max(0, most - sharedBytes) : 0;
  return launch?.dynamicLdsBytes ?? assumed;
}

/** Grid and block, from the launch or the kernel. */
function shapeOf(
  { requiredBlock, requiredCluster, mostThreads }: PtxFunction,
  layout: Layout,
  options: ExecutePtxOptions,
): LaunchShape | Message {
  const { launch = emptyLaunch, machine } = options;
  const block =
    launch.block ??
    requiredBlock ??
    (mostThreads === undefined ? undefined : ([mostThreads, 1, 1] as const));
  if (block === undefined) return messages.launch.noBlock();
  const problem = blockProblem(block);
  if (problem !== undefined) return problem;
  const [given, own] = [block.join('x'), requiredBlock?.join('x')];
  if (own !== undefined && own !== given) return messages.launch.otherBlock(given, own, '.reqntid');
  if (mostThreads !== undefined && volume(block) > mostThreads)
    return messages.launch.blockTooLarge(given, mostThreads);
  const dynamicLdsBytes = dynamicBytesOf(layout, options);
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
    blockFrom:
      launch.block !== undefined
        ? 'the launch'
        : requiredBlock === undefined
          ? '.maxntid'
          : '.reqntid',
    waveSize: 32,
    dynamicLdsBytes,
  };
}

/** Whether some instruction makes addresses of other blocks. */
const usesWindows = ({ functions }: Module, reached: ReadonlySet<number>): boolean =>
  [...reached].some((number) =>
    functions[number]?.instructions.some(({ opcode }) => opcode === 'mapa'),
  );

/** What an execution is made of. */
interface LaunchParts {
  readonly module: Module;
  readonly text: string;
  readonly kernel: PtxFunction;
  readonly reached: ReadonlySet<number>;
  readonly shape: LaunchShape;
  readonly layout: Layout;
  readonly parameters: Parameters;
  readonly memory: GlobalMemory;
  readonly options: ExecutePtxOptions;
}

/** One execution of a launch. */
class Launch {
  readonly #module: Module;
  readonly #kernel: PtxFunction;
  readonly #shape: LaunchShape;
  readonly #layout: Layout;
  readonly #options: ExecutePtxOptions;
  readonly #environment: Environment;
  readonly #code: Code;
  readonly #places: Places;
  readonly #diagnostics: Diagnostic[] = [];
  /** Accesses of blocks that were executed with another of their cluster. */
  readonly #traces = new Map<number, AccessTrace>();
  /** Present where values are unknown. */
  readonly #ways: Ways | undefined;
  /** Present where SASS was given that has the kernel. */
  readonly #matcher: SassMatcher | undefined;
  #failed = false;
  /** Instructions, by warps. */
  #executed = 0;

  constructor({
    module,
    text,
    kernel,
    reached,
    shape,
    layout,
    parameters,
    memory,
    options,
  }: LaunchParts) {
    this.#module = module;
    this.#kernel = kernel;
    this.#shape = shape;
    this.#layout = layout;
    this.#options = options;
    this.#places = new Places(new LineMap(text), options.file);
    const findings = new Findings();
    const siteOf = (number: number): Site => this.#site(number);
    const sharedBytes = layout.sharedBytes + shape.dynamicLdsBytes;
    const isMatched =
      parameters.unknown.length === 0 &&
      options.sass?.functions.some(({ name }) => name === kernel.name) === true;
    const count = volume(shape.cluster ?? ONE);
    const isOrdered = count > 1 || needsOrder(module, reached);
    const order = isOrdered ? new Order(wavesPerWorkgroup(shape), count) : undefined;
    const [races, granule] = [new PairFindings(), granuleOf(module, reached)];
    const makeBlock = (): Block => ({
      shared:
        order === undefined
          ? new Lds(sharedBytes, granule, findings)
          : new OrderedShared(sharedBytes, granule, order, races),
      recorder: new Recorder(siteOf, isMatched),
    });
    const block = makeBlock();
    const blocks = [block, ...Array.from({ length: count - 1 }, makeBlock)];
    this.#environment = {
      ...block,
      memory,
      blocks,
      rank: 0,
      order,
      hasWindows: blocks.length > 1 || usesWindows(module, reached),
      changes: 0,
      unknown: parameters.unknown.map(({ offset, bytes }) => ({
        base: parameters.region.base + offset,
        bytes,
      })),
      global: options.onGlobal && new GlobalRecorder(32, options.onGlobal),
      findings,
      uncounted: new Map(),
      siteOf,
    };
    this.#code = new Code(module, reached, this.#environment, layout);
    this.#ways = this.#waysOf(parameters);
    this.#matcher = this.#matcherOf(kernel.name);
  }

  /** The kernel in the machine code that was given; absent where values are unknown, since a warp takes many ways then. */
  #matcherOf(kernel: string): SassMatcher | undefined {
    const { sass } = this.#options;
    if (sass === undefined) return undefined;
    if (this.#ways !== undefined) {
      this.#diagnostics.push(diagnose(messages.sass.needsArguments()));
      return undefined;
    }
    const compiled = sass.functions.find(({ name }) => name === kernel);
    if (compiled !== undefined) return new SassMatcher(compiled, sass.file);
    const names = sass.functions.map(({ name }) => name);
    this.#diagnostics.push(diagnose(messages.sass.noFunction(kernel, names)));
    return undefined;
  }

  /** Follows unknown values where arguments are. */
  #waysOf({ region, unknown }: Parameters): Ways | undefined {
    if (unknown.length === 0) return undefined;
    const { launch, isOutOfTime, maxSteps = MAX_STEPS } = this.#options;
    const names = unknown.map(({ name }) => name);
    this.#diagnostics.push(diagnose(messages.emulate.noArguments(names), this.#kernel.span));
    const code = this.#code;
    const ways = new Ways(
      { code, environment: this.#environment, maxSteps, isOutOfTime },
      {
        bytes: unknown.map(({ name, offset, bytes }) => ({
          base: region.base + offset,
          bytes,
          label: `argument ${name}`,
        })),
        specialLabel: (name) => unknownSpecial(name, launch ?? emptyLaunch, this.#layout),
        hasGlobals: this.#module.variables.some(({ space }) => space === 'global'),
      },
    );
    code.wrap = (number, step) => ways.tracker.wrap(number, step);
    return ways;
  }

  execute(): Execution {
    const { blocks, shared, findings } = this.#environment;
    const workgroups = executeWorkgroups(this.#shape, this.#options, (number) =>
      this.#block(number),
    );
    if (workgroups.executed > 0) {
      for (const number of this.#ways?.notReached() ?? [])
        this.#report(messages.ptx.notReached(this.#nameOf(number)), number);
    }
    const mayNotHappen = this.#ways?.tracker.hasDecided === true;
    for (const { number, message } of findings.problems)
      this.#report(mayNotHappen ? messages.emulate.onSomeWay(message) : message, number);
    const touched = Math.max(...blocks.map((block) => block.shared.touched));
    if (this.#assumesShared && workgroups.executed > 0)
      this.#diagnostics.push(diagnose(messages.emulate.assumedLds(touched), this.#kernel.span));
    if (this.#matcher !== undefined) this.#diagnostics.push(...matchDiagnostics(this.#matcher));
    else if (touched > 0) this.#diagnostics.push(diagnose(messages.ptx.beforePtxas()));
    const { name } = this.#kernel;
    const ldsBytes = this.#assumesShared ? Math.min(touched, shared.bytes) : shared.bytes;
    return {
      ...executionOf(
        {
          name,
          frontend: 'ptx',
          ldsBytes,
          ldsInstructions: this.#coverage(),
          sass: this.#matcher?.summary(),
          ...(this.#ways === undefined
            ? { executedInstructions: this.#executed }
            : { hasUnknownValues: true }),
        },
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
    const { blocks } = this.#environment;
    const uncounted = this.#matcher?.match.uncounted ?? this.#environment.uncounted;
    const counted = [
      ...(this.#matcher?.match.executed ??
        blocks.flatMap(({ recorder }) => [...recorder.instructions])),
    ];
    if (this.#ways !== undefined) {
      const { instructions, reasons } = this.#ways.coverage(counted, uncounted);
      return ldsCoverage(instructions, reasons);
    }
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
    for (const { recorder } of blocks) recorder.begin();
    const failure =
      this.#ways === undefined
        ? this.#run(numbers)
        : this.#ways.run(numbers[0] ?? 0, (begin) => this.#run(numbers, begin));
    global?.flush();
    if (failure === undefined)
      return blocks.map(({ recorder }, rank) => {
        const trace = withBufferNames(recorder.finish(), this.#layout.sharedObjects);
        const each = wavesPerWorkgroup(this.#shape);
        const own = Array.from({ length: each }, (_, i) => (numbers[rank] ?? 0) * each + i);
        return this.#matcher === undefined ? trace : this.#matcher.trace(trace, own);
      });
    this.#report(failure.message, failure.number);
    this.#failed = true;
    return undefined;
  }

  /** Runs the warps of a cluster to their end, on one way. */
  #run(numbers: readonly number[], begin?: (warps: readonly Warp[]) => void): Failure | undefined {
    const { blocks } = this.#environment;
    const { maxSteps = MAX_STEPS, isOutOfTime } = this.#options;
    const warps = numbers.map((number, rank) => this.#warps(number, rank));
    begin?.(warps.flat());
    const order = new Order(wavesPerWorkgroup(this.#shape), blocks.length);
    if (this.#environment.order !== undefined) this.#environment.order = order;
    for (const [rank, { shared }] of blocks.entries()) {
      if (shared instanceof OrderedShared) shared.begin(order);
      shared.reset(warps[rank] ?? [], coordinatesIn(this.#shape.grid, numbers[rank] ?? 0));
    }
    const barrier = new ClusterBarrier(warps.flat(), this.#code);
    const tracker = this.#ways?.tracker;
    const runs = warps.map((own) => new BlockRun(own, this.#code, barrier, maxSteps, tracker));
    const failure = executeCluster(runs, this.#environment, isOutOfTime);
    for (const { shared } of blocks) shared.finish();
    for (const { steps } of warps.flat()) this.#executed += steps;
    return failure;
  }

  /** Nobody says how much shared memory there is beyond what the kernel declares. */
  get #assumesShared(): boolean {
    const { launch, arguments: given } = this.#options;
    return this.#layout.usesDynamic && launch?.dynamicLdsBytes === undefined && given === undefined;
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
    const { blocks, shared } = this.#environment;
    const directionOf = (site: number): Direction | undefined =>
      blocks.map((block) => block.shared.directionOf(site)).find((found) => found !== undefined);
    const tracker = this.#ways?.tracker;
    // Stores that were left out make memory look unwritten, and no launch may have both of two ways.
    const isCertain = ({ kind, site, other }: SeenHazard): boolean =>
      tracker === undefined ||
      (!tracker.uncertain.has(site) &&
        !tracker.uncertain.has(other) &&
        (kind !== 'uninitialized' || (tracker.dropped.size === 0 && !tracker.hasDecided)));
    return shared.races.all
      .filter(isCertain)
      .map((race) =>
        reportedHazard(race, directionOf, raceMessage, this.#layout.sharedObjects, (site) =>
          locationOf(this.#site(site)),
        ),
      );
  }

  #nameOf(number: number): string {
    const { opcode = '', modifiers = [] } = this.#code.instructions[number] ?? {};
    return [opcode, ...modifiers].join('.');
  }

  #report(message: Message, number: number): void {
    this.#diagnostics.push(diagnose(message, this.#code.instructions[number]?.span));
  }
}
