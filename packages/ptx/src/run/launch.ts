/**
 * One launch: executes its blocks one after another, or together where they wait for each other, and collects the results.
 */
import {
  type AccessTrace,
  asksForClasses,
  CommonState,
  coordinatesIn,
  copyTrace,
  diagnose,
  type Diagnostic,
  type Direction,
  emptyLaunch,
  executeWorkgroups,
  type Execution,
  executionOf,
  Findings,
  type GlobalMemory,
  GlobalRecorder,
  type Hazard,
  type LaunchShape,
  type LdsCoverage,
  ldsCoverage,
  type LeftCommon,
  LeftOut,
  LineMap,
  locationOf,
  type Message,
  messages,
  Places,
  readableName,
  reportedHazard,
  type SeenHazard,
  type Site,
  volume,
  wavesPerWorkgroup,
  withBufferNames,
  type WorkgroupCounts,
  type WorkgroupState,
} from '@ldscope/core';
import { type Failure, MAX_STEPS, Warp, type WarpRegisters } from '@ldscope/simt';
import { OTHERS } from '../isa/async/distributed.ts';
import { sassDiagnostics, SassRun } from '../sass/run.ts';
import { type Block, type Environment, MOST_ACCESSES, Recorder } from '../state/environment.ts';
import { Heap } from '../state/heap.ts';
import { giveRegisters, ordinaryRegisters, takeRegisters } from '../state/register-memory.ts';
import type { Module, PtxFunction, Variable } from '../text/program.ts';
import { isClock, specialsOf } from '../text/specials.ts';
import type { Parameters } from './arguments.ts';
import { Alike } from './classes/alike.ts';
import { executeBlockClasses } from './classes/block-classes.ts';
import { clusterOf, clustersOf, executeTogether } from './cluster.ts';
import { ClusterBarrier } from './cluster-barrier.ts';
import { Clusters, type LeftClusters } from './clusters.ts';
import { Code } from './code.ts';
import { granuleOf } from './granule.ts';
import { WORKSPACE_BYTES } from './grid-wide.ts';
import type { Layout } from './layout.ts';
import { needsOrder } from './needs-order.ts';
import { factsOf } from '../rows/facts.ts';
import type { ExecutePtxOptions } from './options.ts';
import { Lacking } from './lacking.ts';
import { dependsOnSpecials } from './open-specials.ts';
import { raceMessage } from './race-message.ts';
import { PtxRun } from './own-controls.ts';
import { sassLaunchOf } from './sass-launch.ts';
import { ONE } from './shape.ts';
import { spinsOf } from './spins.ts';
import { SHARED_PLACE } from './slice/flow.ts';
import { sliceOfKernel } from './slice/slice.ts';
import { type BlockPlace, fillSpecials, lanesOf, unknownSpecial } from './specials.ts';
import { Ways } from './unknown/ways.ts';

/** Whether some instruction makes addresses of other blocks. */
const usesWindows = ({ functions }: Module, reached: ReadonlySet<number>): boolean =>
  [...reached].some((number) =>
    functions[number]?.instructions.some((one) => factsOf(one).gives === 'block-address'),
  );

const sumOf = (numbers: Iterable<number>): number => {
  let sum = 0;
  for (const one of numbers) sum += one;
  return sum;
};

/** Blocks in a row that have all blocks of their clusters. */
function unitOf({
  grid: [x, y],
  cluster: [, deep, high] = ONE,
  cluster = ONE,
}: LaunchShape): number {
  if (high > 1) return x * y * high;
  return deep > 1 ? x * deep : cluster[0];
}

/** What the blocks of a range leave for another thread; plain data. */
interface LeftLaunch {
  readonly common: LeftCommon;
  readonly steps: readonly (readonly [number, number])[];
  readonly clusters: LeftClusters;
  readonly uncounted: readonly (readonly [number, string])[];
}

/** The parts of an execution. */
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
  /** Blocks wait for all others of the grid. */
  readonly isTogether: boolean;
  /** Constants whose content is not given. */
  readonly constants: readonly Variable[];
}

/** One execution of a launch. */
export class Launch {
  readonly #module: Module;
  readonly #kernel: PtxFunction;
  readonly #shape: LaunchShape;
  readonly #layout: Layout;
  readonly #options: ExecutePtxOptions;
  readonly #environment: Environment;
  readonly #code: Code;
  readonly #places: Places;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #clusters: Clusters;
  /** The address of the barrier of the grid, where there is one. */
  readonly #workspace: number;
  /** Blocks by cluster, where all of the grid are executed together. */
  readonly #groups: readonly (readonly number[])[] | undefined;
  /** Accesses of blocks that were executed with another one. */
  readonly #traces = new Map<number, AccessTrace>();
  /** Present where values are unknown. */
  readonly #ways: Ways | undefined;
  readonly #lacking: Lacking;
  readonly #reached: ReadonlySet<number>;
  /** Present where SASS was given that has the kernel. */
  readonly #sass: SassRun | undefined;
  /** Present where blocks are put into classes. */
  readonly #alike: Alike | undefined;
  /** Registers by the places of warps. */
  readonly #registers: WarpRegisters[] = [];
  #failed = false;
  /** Instructions of warps, by blocks that were executed. */
  readonly #steps = new Map<number, number>();

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
    isTogether,
    constants,
  }: LaunchParts) {
    this.#module = module;
    this.#kernel = kernel;
    this.#shape = shape;
    this.#layout = layout;
    this.#options = options;
    this.#places = new Places(new LineMap(text), options.file);
    const findings = new Findings();
    this.#reached = reached;
    this.#lacking = new Lacking(module, reached, options.machine);
    const siteOf = (number: number): Site => this.#site(number);
    const sharedBytes = layout.sharedBytes + shape.dynamicLdsBytes;
    const isKnown =
      parameters.unknown.length === 0 &&
      (options.arguments !== undefined || constants.length === 0) &&
      !dependsOnSpecials(module, reached, layout, options);
    this.#sass = isKnown ? this.#sassOf(kernel.name, parameters, memory) : undefined;
    const isForSass = this.#sass !== undefined;
    const isSliced = options.accessesOnly === true && options.arguments !== undefined && isKnown;
    const slice = isSliced
      ? sliceOfKernel({ module, reached, ofGlobal: true, required: [] })
      : undefined;
    const leftOut = slice && new LeftOut();
    // Where other threads help, what is read and stored is noted, whatever is computed.
    const isShared = options.helpers !== undefined || options.range !== undefined;
    const isWide = volume(shape.cluster ?? ONE) > 1;
    this.#groups = isTogether ? clustersOf(shape.grid, shape.cluster ?? ONE) : undefined;
    this.#clusters = new Clusters({
      shape,
      count: this.#groups?.length ?? 1,
      sharedBytes,
      granule: granuleOf(module, reached),
      isOrdered: isWide || needsOrder(module, reached),
      leftOut: slice?.wantsMemory(SHARED_PLACE) === true ? undefined : leftOut,
      recorder: () => new Recorder(siteOf, isForSass, this.#lacking.instructions),
    });
    this.#workspace = isTogether
      ? memory.addSparse('the barrier of the grid', WORKSPACE_BYTES).base
      : 0;
    const [first] = this.#clusters.all;
    const [block] = first?.blocks ?? [];
    if (first === undefined || block === undefined) throw new Error('a cluster has blocks');
    this.#environment = {
      ...first,
      ...block,
      memory,
      heap: new Heap(memory),
      rank: 0,
      hasWindows: isWide || usesWindows(module, reached),
      inTurns: options.inTurns === true,
      changes: 0,
      unknown: parameters.unknown.map(({ offset, bytes }) => ({
        base: parameters.region.base + offset,
        bytes,
      })),
      open: 'nothing',
      hasUnknownData: false,
      openArrivals: undefined,
      openPhases: new Set(),
      global: options.onGlobal && new GlobalRecorder(32, options.onGlobal),
      findings,
      leftOut: leftOut ?? (isShared ? new LeftOut(true) : undefined),
      uncounted: new Map(),
      siteOf,
    };
    this.#code = new Code(module, reached, this.#environment, layout, slice);
    const ofShared =
      slice !== undefined && !isTogether && reached.size === 1 && asksForClasses(shape, options)
        ? sliceOfKernel({ module, reached, ofGlobal: false, required: [] })
        : undefined;
    this.#alike =
      ofShared &&
      new Alike({
        module,
        reached,
        layout,
        environment: this.#environment,
        slice: ofShared,
        shape,
        placeOf: (number, rank) => this.#placeOf(number, rank),
      });
    if (this.#sass !== undefined) {
      this.#sass.comparesBlocks = ofShared !== undefined;
      if (leftOut !== undefined) this.#sass.onRead = (region) => leftOut.read(region);
    }
    this.#ways = this.#waysOf(parameters, constants, isKnown);
    if (this.#ways !== undefined && options.sass !== undefined)
      this.#diagnostics.push(diagnose(messages.sass.needsArguments()));
  }

  /** The kernel in the machine code that was given; absent where values are unknown, since a warp takes many ways then. */
  #sassOf(kernel: string, parameters: Parameters, memory: GlobalMemory): SassRun | undefined {
    const { sass: given, machine, inTurns = false, isOutOfTime } = this.#options;
    if (given === undefined) return undefined;
    const sass = given.functions.find(({ name }) => name === kernel);
    const layout = this.#layout;
    if (sass !== undefined)
      return new SassRun({
        sass,
        machine: machine.name,
        file: given.file,
        launch: sassLaunchOf(machine, this.#shape, layout, parameters, (number, rank) =>
          this.#placeOf(number, rank),
        ),
        memory,
        variables: layout.sharedObjects.length + Number(layout.usesDynamic),
        inTurns,
        isOutOfTime,
        isChecked: given.isChecked === true,
      });
    const names = given.functions.map(({ name }) => name);
    this.#diagnostics.push(diagnose(messages.sass.noFunction(kernel, names)));
    return undefined;
  }

  /** Follows unknown values where there are some. */
  #waysOf(
    { region, unknown }: Parameters,
    constants: readonly Variable[],
    isKnown: boolean,
  ): Ways | undefined {
    const { arguments: given, launch, isOutOfTime, maxSteps = MAX_STEPS } = this.#options;
    const names = unknown.map(({ name }) => name);
    const variables = constants.map(({ name }) => readableName(name));
    const missing = [...names, ...variables.map((name) => `constant ${name}`)];
    if (given !== undefined && variables.length > 0)
      this.#diagnostics.push(diagnose(messages.ptx.zeroConstants(variables), this.#kernel.span));
    if (isKnown) return undefined;
    if (given === undefined && missing.length > 0)
      this.#diagnostics.push(diagnose(messages.emulate.noArguments(missing), this.#kernel.span));
    const entry = this.#module.functions.indexOf(this.#kernel);
    const code = this.#code;
    const ways = new Ways(
      { code, environment: this.#environment, maxSteps, isOutOfTime },
      {
        bytes: [
          ...unknown.map(({ name, offset, bytes }) => ({
            base: region.base + offset,
            bytes,
            label: `argument ${name}`,
          })),
          ...(given === undefined ? constants : []).map(({ name, bytes }) => ({
            base: this.#layout.addressOf(entry, name)?.value ?? 0,
            bytes,
            label: `constant ${readableName(name)}`,
          })),
        ],
        specialLabel: (name) => unknownSpecial(name, launch ?? emptyLaunch, this.#layout),
        hasGlobals:
          given !== undefined || this.#module.variables.some(({ space }) => space === 'global'),
      },
    );
    code.wrap = (number, step) => ways.tracker.wrap(number, step);
    return ways;
  }

  execute(): Execution {
    const { shared, findings, leftOut } = this.#environment;
    if (this.#ways === undefined && this.#alike === undefined) this.#code.useBlocks(this.#kernel);
    const { workgroups, steps } = this.#blocks();
    if (workgroups.executed > 0) {
      for (const number of this.#ways?.notReached() ?? [])
        this.#report(messages.ptx.notReached(this.#nameOf(number)), number);
    }
    for (const number of this.#spins())
      this.#report(messages.ptx.spin(this.#nameOf(number)), number);
    const newer = this.#lacking.newerTarget;
    if (newer !== undefined) this.#diagnostics.push(diagnose(newer, this.#module.targetSpan));
    const mayNotHappen = this.#ways?.tracker.hasDecided === true;
    for (const { number, message } of findings.problems)
      this.#report(mayNotHappen ? messages.emulate.onSomeWay(message) : message, number);
    const { touched } = this.#clusters;
    if (this.#assumesShared && workgroups.executed > 0)
      this.#diagnostics.push(diagnose(messages.emulate.assumedLds(touched), this.#kernel.span));
    if (this.#sass !== undefined)
      this.#diagnostics.push(...sassDiagnostics(this.#sass, this.#options.machine.name));
    else if (touched > 0) this.#diagnostics.push(diagnose(messages.ptx.beforePtxas()));
    if (workgroups.classes !== undefined && leftOut?.restsOnStores(new Set()) === true)
      this.#diagnostics.push(diagnose(messages.launch.classesRest(), this.#kernel.span));
    const { name } = this.#kernel;
    const ldsBytes = this.#assumesShared ? Math.min(touched, shared.bytes) : shared.bytes;
    return {
      ...executionOf(
        {
          name,
          frontend: 'ptx',
          ldsBytes,
          ldsInstructions: this.#coverage(),
          sass: this.#sass?.summary(),
          ...(this.#ways === undefined
            ? { executedInstructions: steps }
            : { hasUnknownValues: true }),
        },
        this.#shape,
        workgroups,
        this.#hazards(),
        this.#diagnostics,
      ),
      isMissed:
        leftOut?.isMissed === true ||
        (workgroups.classes !== undefined && leftOut?.changes(undefined) === true),
      ldsObjects: this.#layout.sharedObjects,
      exceedsLds: touched > ldsBytes,
    };
  }

  /** Executes the blocks of the launch; also returns the instructions that their warps executed. */
  #blocks(): { readonly workgroups: WorkgroupCounts; readonly steps: number } {
    const { leftOut } = this.#environment;
    const run = (number: number): AccessTrace | undefined => this.#block(number);
    const [shape, options, sass] = [this.#shape, this.#options, this.#sass];
    const stepsOf = (number: number): number => this.#steps.get(number) ?? 0;
    try {
      if (this.#alike !== undefined && leftOut !== undefined)
        return executeBlockClasses({
          shape,
          options,
          alike: this.#alike,
          leftOut,
          sass,
          run,
          stepsOf,
        });
      const workgroups = executeWorkgroups(shape, options, run, this.#state());
      return { workgroups, steps: sumOf(this.#steps.values()) };
    } finally {
      giveRegisters(this.#registers.splice(0));
      this.#clusters.release();
    }
  }

  /**
   * The state for other threads; absent where blocks wait for all others, where clocks go on from block to block, where machine code
   * is executed beside PTX, and where values are unknown.
   */
  #state(): WorkgroupState<LeftLaunch> | undefined {
    const { leftOut, memory, heap, findings, uncounted } = this.#environment;
    const isAlone = this.#groups !== undefined || this.#sass !== undefined || this.#readsClock;
    if (leftOut === undefined || isAlone || this.#ways !== undefined) return undefined;
    const isRange = this.#options.range !== undefined;
    const common = new CommonState({ memory, findings, leftOut }, isRange);
    return {
      unit: unitOf(this.#shape),
      isOrdinary: () => !this.#failed && !heap.isUsed && common.isOrdinary,
      isOver: this.#options.isOutOfTime,
      leave: () => ({
        common: common.leave(),
        steps: [...this.#steps],
        clusters: this.#clusters.leave(),
        uncounted: [...uncounted],
      }),
      take: (left) => {
        if (!common.take(left.common)) return false;
        for (const [number, steps] of left.steps) this.#steps.set(number, steps);
        this.#clusters.take(left.clusters);
        for (const [number, name] of left.uncounted)
          if (!uncounted.has(number)) uncounted.set(number, name);
        return true;
      },
    };
  }

  get #readsClock(): boolean {
    return this.#code.instructions.some(({ operands }) =>
      operands.flatMap(specialsOf).some((name) => isClock(name)),
    );
  }

  /** Instructions that touched shared memory and that loops spin on. */
  #spins(): readonly number[] {
    const touched = new Set(
      this.#clusters.blocks.flatMap(({ recorder }) => [...recorder.instructions]),
    );
    return [...this.#reached].flatMap((number) => {
      const of = this.#module.functions[number];
      const start = this.#code.entryOf(number);
      const spins = of === undefined ? [] : spinsOf(of);
      return spins.map((one) => start + one).filter((one) => touched.has(one));
    });
  }

  /** Instructions that touched shared memory, and those of them that have no counts. */
  #coverage(): LdsCoverage {
    const { blocks } = this.#clusters;
    const uncounted = this.#sass?.uncounted ?? this.#environment.uncounted;
    for (const { recorder } of blocks)
      for (const number of recorder.lacked) uncounted.set(number, this.#nameOf(number));
    // Numbers of SASS are addresses.
    for (const number of this.#spins())
      uncounted.set(this.#sass === undefined ? number : -1 - number, 'a loop that spins');
    if (this.#sass !== undefined)
      for (const [number, name] of this.#environment.uncounted)
        if (name === OTHERS) uncounted.set(-1 - number, name);
    const counted = [
      ...(this.#sass?.executed ?? blocks.flatMap(({ recorder }) => [...recorder.instructions])),
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

  /**
   * The accesses of a block; none for a block that does not end. Blocks of one cluster are executed with the first of them.
   */
  #block(number: number): AccessTrace | undefined {
    const known = this.#traces.get(number);
    if (known !== undefined) {
      this.#traces.delete(number);
      return known;
    }
    const { grid, cluster = ONE } = this.#shape;
    const groups = this.#groups ?? [clusterOf(grid, cluster, number).numbers];
    const traces = this.#together(groups);
    for (const [other, trace] of traces ?? [])
      if (other !== number)
        this.#traces.set(other, this.#groups === undefined ? copyTrace(trace) : trace);
    return traces?.get(number);
  }

  /** Executes the blocks of clusters, which are given by rank, and returns the accesses of each block. */
  #together(groups: readonly (readonly number[])[]): Map<number, AccessTrace> | undefined {
    const { blocks } = this.#clusters;
    for (const { recorder } of blocks) recorder.begin();
    const [alone] = groups;
    // Blocks of a whole grid wait for each other.
    if (groups.length === 1 && alone !== undefined)
      this.#sass?.begin(alone.map((number) => this.#wavesOf(number)));
    else this.#sass?.skip(groups.flat().length);
    const failure =
      this.#ways === undefined
        ? this.#run(groups)
        : this.#ways.run(groups[0]?.[0] ?? 0, blocks, (begin) => this.#run(groups, begin));
    this.#environment.global?.flush();
    // The launch is executed again with everything computed: this execution does not count.
    if (this.#environment.leftOut?.isMissed === true) return undefined;
    if (failure === undefined)
      return new Map(
        groups.flat().map((number, place) => [number, this.#traceOf(number, place, blocks[place])]),
      );
    this.#report(failure.message, failure.number);
    this.#failed = true;
    return undefined;
  }

  #traceOf(number: number, place: number, block: Block | undefined): AccessTrace {
    const { recorder } = block ?? this.#environment;
    for (const beyond of recorder.beyond) this.#cut(beyond);
    const trace = withBufferNames(recorder.finish(), this.#layout.sharedObjects);
    return this.#sass?.trace(place, this.#wavesOf(number), trace) ?? trace;
  }

  /** The warps of a block. */
  #wavesOf(number: number): readonly number[] {
    const each = wavesPerWorkgroup(this.#shape);
    return Array.from({ length: each }, (_, i) => number * each + i);
  }

  /** An instruction has too many accesses to record: its figures are those of the first ones. */
  #cut(number: number): void {
    const name = this.#nameOf(number);
    const message = messages.ptx.tooManyAccesses(name, MOST_ACCESSES);
    const { findings, uncounted } = this.#environment;
    if (findings.hasProblem(number, message.code)) return;
    findings.problem(number, message);
    // Numbers of SASS are addresses.
    if (this.#sass === undefined) uncounted.set(number, name);
    else this.#sass.uncounted.set(-1 - number, name);
  }

  /** Runs the warps of clusters to their end, on one way. */
  #run(
    groups: readonly (readonly number[])[],
    begin?: (warps: readonly Warp[]) => void,
  ): Failure | undefined {
    const { maxSteps = MAX_STEPS, isOutOfTime } = this.#options;
    const { all } = this.#clusters;
    const each = all[0]?.blocks.length ?? 1;
    const warps = groups.map((numbers, cluster) =>
      numbers.map((number, rank) => this.#warps(number, rank, each * cluster + rank)),
    );
    begin?.(warps.flat(2));
    this.#clusters.beginOrder();
    this.#alike?.begin(warps.flat());
    const visitor = this.#ways?.tracker ?? this.#alike;
    const running = all.map((cluster, index) => {
      const own = warps[index] ?? [];
      for (const [rank, { shared }] of cluster.blocks.entries()) {
        const number = groups[index]?.[rank] ?? 0;
        shared.reset(own[rank] ?? [], coordinatesIn(this.#shape.grid, number));
      }
      const barrier = new ClusterBarrier(own.flat(), this.#code);
      const runs = own.map((some) => new PtxRun(some, this.#code, barrier, maxSteps, visitor));
      return { cluster, runs };
    });
    const { leftOut } = this.#environment;
    // A warp that waits for data that was left out would wait for ever.
    const isDone =
      leftOut === undefined ? isOutOfTime : () => leftOut.isMissed || isOutOfTime?.() === true;
    const failure = executeTogether(running, this.#environment, isDone);
    for (const { shared } of this.#clusters.blocks) shared.finish();
    for (const [index, numbers] of groups.entries()) {
      for (const [rank, number] of numbers.entries()) {
        const own = warps[index]?.[rank] ?? [];
        const steps = own.reduce((sum, warp) => sum + warp.steps, 0);
        this.#steps.set(number, (this.#steps.get(number) ?? 0) + steps);
      }
    }
    return failure;
  }

  /** The size of dynamic shared memory is not given. */
  get #assumesShared(): boolean {
    const { launch, arguments: given } = this.#options;
    return this.#layout.usesDynamic && launch?.dynamicLdsBytes === undefined && given === undefined;
  }

  /** The warps of a block. */
  #warps(number: number, rank: number, place: number): Warp[] {
    const count = wavesPerWorkgroup(this.#shape);
    const entry = this.#module.functions.indexOf(this.#kernel);
    const start = this.#code.entryOf(entry);
    return Array.from({ length: count }, (_, index) => {
      const mask = lanesOf(this.#shape, index);
      const { words, specials } = this.#code.file;
      const registers = this.#registersOf(place * count + index, words);
      const warp = new Warp(number * count + index, index, rank, place, registers, mask, start);
      warp.reserve(this.#code.frameBytes(entry));
      fillSpecials(warp, specials, this.#placeOf(number, rank));
      return warp;
    });
  }

  /** Registers of a warp, by its place among those that are executed together: all blocks there use the same. */
  #registersOf(place: number, words: number): WarpRegisters {
    // Only blocks of instructions see the memory of compiled code.
    if (this.#code.blocks === undefined) return ordinaryRegisters(words);
    return (this.#registers[place] ??= takeRegisters(words));
  }

  #placeOf(number: number, rank: number): BlockPlace {
    const { grid, block, cluster = ONE, dynamicLdsBytes } = this.#shape;
    return {
      grid,
      block,
      ids: coordinatesIn(grid, number),
      cluster,
      rank,
      warps: wavesPerWorkgroup(this.#shape),
      dynamicBytes: dynamicLdsBytes,
      totalBytes: this.#environment.shared.bytes,
      workspace: this.#workspace,
    };
  }

  #site(number: number): Site {
    const instruction = this.#code.instructions[number];
    if (instruction === undefined) return { id: `instruction ${number}` };
    const { source } = instruction;
    const site = this.#places.site(instruction.span);
    return { ...site, ...(source === undefined ? {} : { source }) };
  }

  #hazards(): Hazard[] {
    const lacking = this.#lacking.hazards((span) => locationOf(this.#places.site(span)));
    // The remaining accesses of a failed launch are not known.
    if (this.#failed) return lacking;
    const directionOf = (site: number): Direction | undefined => this.#clusters.directionOf(site);
    const tracker = this.#ways?.tracker;
    // Stores that were left out make memory look unwritten, and two paths may exclude each other.
    const isCertain = ({ kind, site, other }: SeenHazard): boolean =>
      tracker === undefined ||
      (!tracker.uncertain.has(site) &&
        !tracker.uncertain.has(other) &&
        (kind !== 'uninitialized' || (tracker.dropped.size === 0 && !tracker.hasDecided)));
    const races = this.#clusters.races
      .filter(isCertain)
      .map((race) =>
        reportedHazard(race, directionOf, raceMessage, this.#layout.sharedObjects, (site) =>
          locationOf(this.#site(site)),
        ),
      );
    return [...lacking, ...races];
  }

  #nameOf(number: number): string {
    const { opcode = '', modifiers = [] } = this.#code.instructions[number] ?? {};
    return [opcode, ...modifiers].join('.');
  }

  /** A message at an instruction; behind the last one, at the kernel. */
  #report(message: Message, number: number): void {
    const { span } = this.#code.instructions[number] ?? this.#kernel;
    this.#diagnostics.push(diagnose(message, span));
  }
}
