/** One launch: executes its workgroups one after another, and collects the results. */
import {
  type AccessTrace,
  codeChip,
  type CodeGraph,
  CommonState,
  coordinatesIn,
  Decisions,
  diagnose,
  type Diagnostic,
  emptyLaunch,
  executeClasses,
  executeWorkgroups,
  executionOf,
  type Extent,
  type Hazard,
  type LdsCoverage,
  type LdsObject,
  type LeftCommon,
  type LeftLds,
  type Message,
  messages,
  raceMessage,
  reportedHazard,
  type SeenHazard,
  volume,
  wavesPerWorkgroup,
  withBufferNames,
  type WorkgroupCounts,
  type WorkgroupState,
} from '@ldscope/core';
import { flatBytes, ldsCopy, memoryParts } from '../isa/memory/memory.ts';
import { ldsWaitText } from '../isa/salu/wait.ts';
import type { Environment } from '../state/environment.ts';
import { giveRegisters, takeRegisters } from '../state/register-memory.ts';
import { codeOf } from '../state/target.ts';
import { Waits } from '../state/waits.ts';
import { Wave, type WaveRegisters } from '../state/wave.ts';
import { registersOf } from '../text/kernel-registers.ts';
import type { Kernel, Program } from '../text/program.ts';
import { Alike } from './alike.ts';
import { layOutArguments, unknownKeys } from './arguments.ts';
import { Code } from './code.ts';
import { countsOf } from './counts.ts';
import { coverageOf } from './coverage.ts';
import { ldsGranule } from './granule.ts';
import { nullHidden } from './hidden-arguments.ts';
import {
  addQueue,
  dispatchPacket,
  GRID_BYTES,
  GRID_OFFSET,
  initialise,
  type Preloaded,
  type Surroundings,
} from './initial.ts';
import type { ExecuteOptions, Execution } from './options.ts';
import type { InstructionPlaces } from './places.ts';
import {
  type Failure,
  MAX_STEPS,
  polling,
  type RunContext,
  runWorkgroup,
  signalling,
} from './run.ts';
import type { LaunchShape } from './shape.ts';
import { isPure, type KernelSlice } from './slice.ts';
import { scheduled, TimingDependence, withOtherPairs } from './timing-dependence.ts';
import type { UnknownWords } from './unknown/state.ts';
import { UnknownTracker } from './unknown/tracker.ts';
import { unpredictable } from './unknown/unpredictable.ts';

/** With unknown values, all waves together may take as many steps as this number of waves. */
const BUDGET_WAVES = 4;
/**
 * One more workgroup is executed for figures of global memory only if all waves together have taken at most this number of
 * steps.
 */
const CHEAP_STEPS = 2 ** 17;
/** Reasons for not counting accesses whose number depends on the timing of waves. */
const SPINNING = 'of a loop that spins';
const SCHEDULED = 'whose executions depend on which wave is first';
/** The most paths that are followed through a kernel with unknown branches. */
const MOST_PASSES = 48;

/** The parts of an execution. */
interface LaunchParts {
  readonly program: Program;
  readonly graph: CodeGraph;
  readonly places: InstructionPlaces;
  readonly kernel: Kernel;
  readonly shape: LaunchShape;
  readonly environment: Environment;
  readonly symbol: (name: string) => number | undefined;
  readonly ldsObjects: readonly LdsObject[];
  readonly options: ExecuteOptions;
}

/** What the workgroups of a range leave for another thread; plain data. */
interface LeftLaunch {
  readonly common: LeftCommon;
  readonly executions: Float64Array;
  /** Instructions with accesses to LDS. */
  readonly recorded: readonly number[];
  readonly races: readonly SeenHazard[];
  readonly lds: LeftLds;
}

/** One execution of a launch. */
export class Launch {
  readonly #program: Program;
  readonly #graph: CodeGraph;
  readonly #kernel: Kernel;
  readonly #shape: LaunchShape;
  readonly #environment: Environment;
  readonly #options: ExecuteOptions;
  readonly #places: InstructionPlaces;
  readonly #ldsObjects: readonly LdsObject[];
  readonly #code: Code;
  readonly #around: Surroundings;
  readonly #executions: Float64Array;
  readonly #diagnostics: Diagnostic[] = [];
  /** Registers by wave; all workgroups use the same. */
  readonly #registers: WaveRegisters[] = [];
  #workgroups: WorkgroupCounts = { executed: 0, launched: 0 };
  /** Instructions executed by all waves, on all ways. */
  #steps = 0;
  /** A workgroup did not end. */
  #failed = false;
  #reached: readonly number[] = [];
  #tracker: UnknownTracker | undefined;
  /** All arguments are given, and every instruction can be executed. */
  #isGiven = true;
  /** Present where workgroups are put into classes. */
  #alike: Alike | undefined;
  readonly #symbol: (name: string) => number | undefined;
  #timing: TimingDependence | undefined;
  /** Instructions that are not recorded in a pass, by pass. */
  readonly #skipped: ReadonlySet<number>[] = [];

  constructor({
    program,
    graph,
    places,
    kernel,
    shape,
    environment,
    symbol,
    ldsObjects,
    options,
  }: LaunchParts) {
    const { memory, scratch, target } = environment;
    this.#program = program;
    this.#graph = graph;
    this.#kernel = kernel;
    this.#shape = shape;
    this.#environment = environment;
    this.#options = options;
    this.#places = places;
    this.#ldsObjects = ldsObjects;
    this.#symbol = symbol;
    this.#code = new Code(program, environment, symbol);
    this.#executions = new Float64Array(program.instructions.length);
    const given = layOutArguments(kernel, shape, options, memory);
    for (const problem of [...given.problems, ...unknownKeys(program, options)]) {
      this.#report(problem, kernel.entry);
    }
    const packet = dispatchPacket(shape, given.segment.base);
    this.#around = {
      kernel,
      target,
      shape,
      arguments: given,
      scratchBase: scratch.base,
      dispatchPacket: memory.addBytes('the dispatch packet', packet).base,
      queue: addQueue(memory),
    };
    const most = options.machine.sharedMemory.bytesPerWorkgroup.value;
    if (shape.ldsBytes > most) {
      const beyond = messages.emulate.ldsBeyondChip(shape.ldsBytes, most, target);
      this.#report(beyond, kernel.entry);
    }
    const named = program.target;
    if (named !== undefined && codeChip(named) !== target) {
      this.#diagnostics.push(diagnose(messages.emulate.otherTarget(named, target)));
    }
  }

  /** Data that was left out is needed. */
  get #isMissed(): boolean {
    const { sliced, memory, scratch } = this.#environment;
    if (sliced === undefined) return false;
    const { leftOut } = sliced;
    return (
      leftOut.isMissed ||
      (this.#workgroups.classes !== undefined && leftOut.changes(memory.find(scratch.base)))
    );
  }

  /** Follows from here on how the accesses to LDS depend on the ids of workgroups. */
  #watch(ofLds: KernelSlice): Alike {
    const alike = new Alike(this.#program, ofLds, this.#around, this.#environment, this.#symbol);
    this.#code.wrap = (number, step) => step && alike.wrap(number, step);
    this.#code.wrapAll(this.#reached);
    this.#code.wrap = undefined;
    return alike;
  }

  /** Values are unknown, or instructions cannot be executed. */
  get followsUnknown(): boolean {
    return this.#tracker !== undefined;
  }

  /** Another schedule may give other counts (`timing-dependence.ts`), as far as that is known before or after this one. */
  get mayHandOver(): boolean {
    return wavesPerWorkgroup(this.#shape) > 1 && this.#timing?.mayHandOver === true;
  }

  get hasHandedOver(): boolean {
    return wavesPerWorkgroup(this.#shape) > 1 && this.#timing?.hasHandedOver === true;
  }

  /** Workgroups that were executed. */
  get executed(): number {
    return this.#workgroups.executed;
  }

  /** Gives back the registers of its waves, and LDS. */
  release(): void {
    giveRegisters(this.#registers.splice(0));
    this.#environment.lds.release();
  }

  /** Compiles what the kernel can reach, and registers its LDS instructions. */
  prepare(reached: readonly number[], ofLds: KernelSlice | undefined): void {
    const { recorder } = this.#environment;
    this.#reached = reached;
    const { sliced } = this.#environment;
    let sound = true;
    for (const number of reached) {
      if (!this.#code.compile(number)) sound = false;
      // Unneeded steps are dropped at once: the steps of all instructions would take most of a kernel's memory.
      else if (sliced !== undefined && !sliced.wants(number) && this.#isPure(number))
        this.#code.leaveOut(number);
    }
    this.#code.isPrepared = true;
    const { target, waveSize, lds } = this.#environment;
    this.#timing = new TimingDependence(
      this.#code,
      {
        program: this.#program,
        reached,
        successors: (number) => this.#graph.successors(number),
        mode: { target, waveSize },
      },
      lds,
    );
    lds.watchFlags(this.#timing.flags);
    const { polls } = this.#timing;
    if (polls.length > 0) {
      this.#code.wrap = (_, step) => step && polling(step);
      this.#code.wrapAll(polls);
      this.#code.wrap = (_, step) => step && signalling(step);
      this.#code.wrapAll(this.#timing.writes);
      this.#code.wrap = undefined;
    }
    if (ofLds !== undefined) this.#alike = this.#watch(ofLds);
    const { unknownWords } = this.#around.arguments;
    const isOpen = reached.some((number) => this.#isUnpredictable(number));
    this.#isGiven = sound && unknownWords.every((index) => index === 0);
    if (isOpen || !this.#isGiven) this.#track();
    const isPlain = this.#tracker === undefined && this.#alike === undefined;
    if (isPlain && this.#environment.log === undefined) this.#code.useBlocks();
    for (const number of reached) {
      const instruction = this.#program.instructions[number];
      const copies = instruction !== undefined && ldsCopy(instruction) !== undefined;
      if (copies || this.#code.classOf(number) === 'LDS') recorder.siteOf(number);
    }
  }

  /** Paths other than those of the known values may exist through the kernel. */
  get #hasOtherWays(): boolean {
    return this.#tracker !== undefined && (!this.#isGiven || this.#tracker.hasChosen);
  }

  /** A result that no launch determines is needed. */
  #isUnpredictable(number: number): boolean {
    const { sliced, target } = this.#environment;
    const instruction = this.#program.instructions[number];
    if (instruction === undefined || unpredictable(instruction, target) === undefined) return false;
    return sliced?.wants(number) ?? true;
  }

  #isPure(number: number): boolean {
    const instruction = this.#program.instructions[number];
    return instruction !== undefined && isPure(instruction, this.#environment);
  }

  /** The size of the grid in the dispatch packet, unless the launch gives it. */
  #unknownWords(): UnknownWords[] {
    if (this.#options.launch?.grid !== undefined || this.#options.arguments !== undefined)
      return [];
    const base = this.#around.dispatchPacket + GRID_OFFSET;
    return [{ base, bytes: GRID_BYTES, label: 'the size of the grid' }];
  }

  /** Follows unknown values from here on. */
  #track(): void {
    const given = this.#around.arguments;
    const tracker = new UnknownTracker({
      program: this.#program,
      code: this.#code,
      environment: this.#environment,
      given,
      unknownWords: this.#unknownWords(),
      executions: this.#executions,
      decisions: new Decisions(this.#executions, this.#graph),
      lineOf: (number) => this.#places.location(number).line,
    });
    this.#tracker = tracker;
    this.#code.wrap = (number, step) => tracker.wrap(number, step);
    this.#code.wrapAll(this.#reached);
    const names = given.unknown
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('hidden_'));
    if (names.length > 0) this.#report(messages.emulate.noArguments(names), this.#kernel.entry);
  }

  execute(): void {
    const launched = volume(this.#shape.grid);
    if (!this.#around.arguments.fits) this.#workgroups = { executed: 0, launched };
    else if (this.#alike === undefined)
      this.#workgroups = executeWorkgroups(
        this.#shape,
        this.#options,
        (number, ids) => this.#execute(number, ids),
        this.#state(),
      );
    else this.#executeClasses(this.#alike);
  }

  /** The state for other threads; they do not follow unknown values, whose ways build on each other. */
  #state(): WorkgroupState<LeftLaunch> | undefined {
    const { sliced, memory, scratch, findings, lds, recorder, log } = this.#environment;
    if (sliced === undefined || this.#tracker !== undefined || log !== undefined) return undefined;
    const { leftOut } = sliced;
    const own = memory.find(scratch.base);
    const isRange = this.#options.range !== undefined;
    const common = new CommonState({ memory, findings, leftOut, own }, isRange);
    return {
      unit: 1,
      // Loops that spin leave out what they are known to wait for by then.
      isOrdinary: () => !this.#failed && common.isOrdinary && this.#spins().length === 0,
      isOver: this.#options.isTimeUp,
      leave: () => ({
        common: common.leave(),
        executions: this.#executions,
        recorded: recorder.recorded,
        races: lds.races.all,
        lds: lds.leave(),
      }),
      take: (left) => {
        if (!common.take(left.common)) return false;
        for (const [number, count] of left.executions.entries()) {
          if (count === 0) continue;
          this.#code.compile(number);
          this.#executions[number] = (this.#executions[number] ?? 0) + count;
        }
        for (const number of left.recorded) recorder.siteOf(number);
        lds.races.take(left.races);
        lds.take(left.lds);
        return true;
      },
    };
  }

  #executeClasses(alike: Alike): void {
    const { leftOut } = this.#environment.sliced ?? {};
    const own = this.#environment.memory.find(this.#environment.scratch.base);
    const coordinates = (number: number): Extent => coordinatesIn(this.#shape.grid, number);
    this.#workgroups = executeClasses(this.#shape, this.#options, {
      run: (number) => {
        alike.begin(wavesPerWorkgroup(this.#shape));
        const trace = this.#execute(number, coordinates(number));
        alike.end();
        return trace;
      },
      alike: (numbers) => (leftOut?.changes(own) === true ? [] : alike.of(numbers, coordinates)),
      isCheap: () => this.#steps < CHEAP_STEPS,
    });
    const untouched = new Set([own, this.#around.arguments.segment]);
    if (this.#workgroups.classes !== undefined && leftOut?.restsOnStores(untouched) === true)
      this.#diagnostics.push(diagnose(messages.launch.classesRest()));
  }

  /** The accesses of a workgroup; `undefined` for a workgroup that does not end, whose accesses are incomplete. */
  #execute(number: number, ids: Extent): AccessTrace | undefined {
    const { recorder, global, log, memory, scratch } = this.#environment;
    recorder.begin();
    // What private memory holds is undefined, here 0, as in LDS.
    memory.find(scratch.base)?.clear();
    const failure = this.#runWorkgroup(number, ids);
    global?.flush();
    if (log !== undefined) this.#options.onExecuted?.(log.take());
    // The launch will be executed again with the data that was left out, so this execution stops.
    if (failure === undefined && this.#environment.sliced?.leftOut.isMissed === true)
      return undefined;
    if (failure === undefined) {
      const spinning = this.#timing?.spinning(this.#spins());
      return withBufferNames(recorder.finish(spinning), this.#ldsObjects);
    }
    this.#report(failure.message, failure.number);
    this.#failed = true;
    return undefined;
  }

  /** One pass, or with unknown values as many as lead to instructions that were not executed before. */
  #runWorkgroup(number: number, ids: Extent): Failure | undefined {
    const { recorder } = this.#environment;
    const maxSteps = this.#options.maxSteps ?? MAX_STEPS;
    const budget = this.#budget(maxSteps);
    const run: RunContext = {
      code: this.#code,
      executions: this.#executions,
      environment: this.#environment,
      instructions: this.#program.instructions,
      maxSteps,
      lastFirst: this.#options.lastFirst === true,
      budget: budget && ((steps) => budget(this.#steps + steps)),
    };
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const preloaded: (readonly Preloaded[])[] = [];
      const waves = this.#waves(number, ids, preloaded);
      this.#tracker?.begin(pass, waves, preloaded);
      const skipped = (this.#skipped[pass] ??= new Set(this.#executed()));
      recorder.skip(skipped);
      if (pass > 0) this.#environment.log?.pause();
      this.#environment.global?.skip(skipped);
      const before = this.#executed().length;
      const rows = recorder.count;
      const executions = this.#tracker === undefined ? undefined : this.#compiledExecutions();
      const failure = runWorkgroup(waves, run);
      this.#environment.lds.finish();
      this.#steps += waves.reduce((sum, { steps }) => sum + steps, 0);
      if (failure !== undefined && (pass === 0 || executions === undefined)) return failure;
      if (failure !== undefined && executions !== undefined) {
        // A path that does not end counts as one that was not followed.
        recorder.truncate(rows);
        for (const [index, compiled] of this.#code.compiled.entries())
          this.#executions[compiled] = executions[index] ?? 0;
        break;
      }
      if (this.#tracker === undefined || !this.#hasOtherWays) return undefined;
      if (budget?.(this.#steps) !== undefined) break;
      const again = pass + 1 < this.#skipped.length;
      if (
        !again &&
        (number > 0 ||
          (this.#executed().length === before && !this.#tracker.hasPlan) ||
          this.#notReached().length === 0)
      )
        break;
    }
    return undefined;
  }

  /** Why an execution ends before its waves do; with unknown values also because its steps are used up. */
  #budget(limit: number): ((steps: number) => Message | undefined) | undefined {
    const { isOutOfTime, isTimeUp } = this.#options;
    if (this.#tracker === undefined) {
      return isTimeUp && (() => (isTimeUp() ? messages.execute.timeIsUp() : undefined));
    }
    return (steps) => {
      if (steps >= BUDGET_WAVES * limit) return messages.execute.stepBudget(steps);
      return isOutOfTime?.() === true ? messages.execute.timeBudget() : undefined;
    };
  }

  /** Execution counts of the instructions compiled so far, in their order. */
  #compiledExecutions(): Float64Array {
    return Float64Array.from(this.#code.compiled, (number) => this.#executions[number] ?? 0);
  }

  /** The instructions of the kernel that were executed. */
  #executed(): number[] {
    return this.#reached.filter((number) => (this.#executions[number] ?? 0) > 0);
  }

  /** LDS instructions that no path has reached. */
  #notReached(): number[] {
    return this.#reached.filter(
      (number) => (this.#executions[number] ?? 0) === 0 && this.#mayAccessLds(number),
    );
  }

  #mayAccessLds(number: number): boolean {
    if (ldsGranule(this.#program, number) !== undefined) return true;
    const instruction = this.#program.instructions[number];
    const isFlat = instruction !== undefined && flatBytes(instruction) !== undefined;
    return isFlat && this.#environment.lds.bytes > 0;
  }

  /** Instructions that loops wait for. */
  #spins(): readonly number[] {
    const waves = volume(this.#shape.grid) * wavesPerWorkgroup(this.#shape);
    return this.#timing?.spins(this.#executions, waves) ?? [];
  }

  /**
   * Instructions whose counts hold for one schedule only, and why: those of loops that spin, and those that another
   * execution counts differently.
   */
  #reportTiming(other: Execution | undefined): ReadonlyMap<number, string> {
    const spins = this.#spins();
    const spinning = this.#timing?.spinning(spins) ?? new Set();
    const mnemonicOf = (number: number): string =>
      this.#program.instructions[number]?.mnemonic ?? '';
    for (const number of spins) this.#report(messages.emulate.spin(mnemonicOf(number)), number);
    const isMemory = (number: number): boolean =>
      !spinning.has(number) && ['LDS', 'VMEM', 'SMEM'].includes(this.#code.classOf(number) ?? '');
    const isCompared = other?.workgroups.executed === this.#workgroups.executed;
    const differing =
      other === undefined || !isCompared || this.#failed
        ? []
        : scheduled(this.#executions, other.executions, isMemory);
    const [first] = differing;
    if (first !== undefined)
      this.#report(messages.emulate.scheduled(mnemonicOf(first), differing.length), first);
    return new Map([
      ...differing.map((number) => [number, SCHEDULED] as const),
      ...[...spinning].map((number) => [number, SPINNING] as const),
    ]);
  }

  /** `other`: the result of another schedule, where it may differ. */
  result(other?: Execution): Execution {
    const workgroups = this.#workgroups;
    const timed = this.#reportTiming(other);
    if (this.#hasOtherWays && workgroups.executed > 0) this.#reportNotReached();
    const { findings, lds } = this.#environment;
    const { assumesLds } = this.#shape;
    const ldsBytes = assumesLds ? Math.min(lds.touched, lds.bytes) : lds.bytes;
    if (assumesLds && workgroups.executed > 0) {
      this.#report(messages.emulate.assumedLds(ldsBytes), this.#kernel.entry);
    }
    const { nameless } = this.#tracker ?? {};
    if (nameless !== undefined && nameless.size > 0)
      this.#report(messages.emulate.noArguments([...nameless]), this.#kernel.entry);
    const mayNotHappen = this.#tracker?.hasDecided === true;
    for (const { number, message } of findings.problems)
      this.#report(mayNotHappen ? messages.emulate.onSomeWay(message) : message, number);
    const nulls = nullHidden(this.#kernel, this.#options.launch ?? emptyLaunch);
    if (nulls.length > 0 && findings.problems.some(({ message }) => message.about === 'no-memory'))
      this.#report(messages.emulate.nullHidden(nulls), this.#kernel.entry);
    const kernel = {
      name: this.#kernel.name,
      frontend: 'amdgcn',
      ldsBytes,
      registers: registersOf(this.#kernel),
      ldsInstructions: this.#coverage(timed),
    };
    const hazards = withOtherPairs(this.#hazards(), other);
    return {
      ...executionOf(kernel, this.#shape, workgroups, hazards, this.#diagnostics),
      counts: countsOf(this.#code, this.#executions, this.#shape.waveSize),
      isMissed: this.#isMissed || other?.isMissed === true,
      ldsObjects: this.#ldsObjects.length === 0 ? undefined : this.#ldsObjects,
      exceedsLds: lds.touched > this.#shape.ldsBytes,
      executions: this.#executions,
      unknownArguments: this.#around.arguments.unknown,
      openBranches: this.#tracker?.openBranches ?? [],
    };
  }

  #coverage(timed: ReadonlyMap<number, string>): LdsCoverage {
    const executions = this.#executions;
    const reached = new Set(this.#reached);
    for (const number of this.#code.compiled.toSorted((a, b) => a - b))
      if ((executions[number] ?? 0) > 0) reached.add(number);
    const unreached = this.#failed
      ? 'not reached before the kernel stopped'
      : this.#hasOtherWays
        ? 'not reached'
        : undefined;
    const dropped = new Map([...(this.#tracker?.dropped ?? []), ...timed]);
    const { recorder, lds } = this.#environment;
    const isRecorded = (number: number): boolean => recorder.has(number);
    const hasLds = lds.bytes > 0;
    return coverageOf(this.#program, {
      reached,
      executions,
      dropped,
      isRecorded,
      hasLds,
      unreached,
    });
  }

  #reportNotReached(): void {
    for (const number of this.#notReached()) {
      const mnemonic = this.#program.instructions[number]?.mnemonic ?? '';
      this.#report(messages.emulate.notReached(mnemonic), number);
    }
  }

  /** In the order of the instructions. */
  #hazards(): readonly Hazard[] {
    const { findings, lds } = this.#environment;
    // Dropped stores make LDS look unwritten, and paths that no launch takes may skip stores.
    const incomplete =
      this.#tracker !== undefined && (this.#tracker.dropped.size > 0 || this.#tracker.hasDecided);
    const locate = (number: number): Hazard['location'] => this.#places.location(number);
    const single = findings.hazards.map(({ number, message, count }) => ({
      number,
      hazard: { ...message, location: locate(number), count },
    }));
    // Unknown values may or may not differ, and dropped stores may have written.
    const races = lds.races.all.filter(
      ({ kind }) =>
        (kind !== 'colliding-lanes' || this.#tracker === undefined) &&
        (kind !== 'uninitialized' || !incomplete),
    );
    const pairs = races.map((race) => ({
      number: race.site,
      hazard: reportedHazard(
        race,
        (number) => lds.directionOf(number),
        (hazard, second, first) => raceMessage(hazard, second, first, this.#waitFor(race.other)),
        this.#ldsObjects,
        locate,
      ),
    }));
    return [...single, ...pairs].sort((a, b) => a.number - b.number).map(({ hazard }) => hazard);
  }

  /** The instruction that waits for an access to LDS. */
  #waitFor(number: number): string {
    const instruction = this.#program.instructions[number];
    const kind = instruction && memoryParts(instruction)?.kind;
    const access = kind === 'lds' ? 'load' : kind === 'async' ? kind : 'lds';
    return ldsWaitText(access, this.#environment.target);
  }

  #waves(workgroup: number, ids: Extent, preloaded: (readonly Preloaded[])[]): Wave[] {
    const count = wavesPerWorkgroup(this.#shape);
    const { lds, target } = this.#environment;
    const counters = codeOf(target).counters.value;
    const waves = Array.from({ length: count }, (_, index) => {
      const waits = new Waits((tag) => lds.settle(tag), counters);
      const number = workgroup * count + index;
      const registers = (this.#registers[index] ??= takeRegisters());
      const wave = new Wave(number, index, waits, registers, this.#shape.waveSize);
      preloaded.push(initialise(wave, this.#around, ids));
      return wave;
    });
    for (const wave of waves) wave.peers = waves;
    lds.reset(waves, ids);
    return waves;
  }

  #report(message: Message, number: number): void {
    this.#diagnostics.push(diagnose(message, this.#program.instructions[number]?.span));
  }
}
