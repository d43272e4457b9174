/**
 * Execution with unknown values: which registers and words of memory depend on what nobody gave.
 *
 *     ld.param.u32 %r1, [n]          r1 depends on argument n
 *     mad.lo.s32 %r2, %r1, %r3, 4    r2 as well, in all lanes
 *     st.shared.f32 [%r2], %f1       its address is unknown: reported, not counted
 *     st.shared.f32 [%r4], %f2       counted; the words depend on what %f2 was loaded from
 *
 * Memory behind an unknown pointer is unknown. At an unknown branch the lanes that do not know go one way together
 * (`Decisions` in core), and behind its join everything that its region may have written depends on it (`regions.ts`), so that
 * no address is ever computed from a value that one of the ways made. Lanes of an unknown guard are taken to be active.
 *
 * LIMITATIONS. A store to an unknown address is taken not to reach shared memory or a variable of the module, unless the address
 * is derived from one. A loop whose end is unknown is counted for one iteration.
 */
import { type Decisions, messages, type Sources } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { Frame, Group, Step, Warp } from '../../state/warp.ts';
import type { Instruction } from '../../text/program.ts';
import { spaceOf, textOf } from '../../isa/memory/context.ts';
import type { Code } from '../code.ts';
import type { Passed } from '../passing.ts';
import { LanePlaces, type Touched, touchedBy } from './access.ts';
import { comparisonOf, type Effects, effectsOf } from './effects.ts';
import { FROM_MODULE, FROM_SHARED, SOURCES } from './labels.ts';
import { LocalLabels, WordLabels } from './memory.ts';
import { Regions } from './regions.ts';
import { type Gathered, UnknownRegisters } from './registers.ts';

/** Bytes of memory that nobody gave. */
export interface UnknownBytes {
  readonly base: number;
  readonly bytes: number;
  readonly label: string;
}

export interface UnknownContext {
  readonly code: Code;
  readonly environment: Environment;
  readonly sources: Sources;
  readonly decisions: Decisions;
  /** By instruction: how often it was executed, on all ways together. */
  readonly executions: Float64Array;
  readonly bytes: readonly UnknownBytes[];
  /** The module has variables that kernels may write. */
  readonly hasGlobals: boolean;
  /** What a special register depends on; 0 for one that is known. */
  readonly specialLabels: (name: string) => number;
}

/** A branch that lanes have gone one way at, and not come to its join. */
interface Open {
  readonly branch: number;
  readonly join: number | undefined;
  readonly frame: Frame | undefined;
  lanes: number;
  labels: number;
  readonly written: readonly number[];
  readonly stores: number;
}

/** What is followed of one warp of the block. */
interface Followed {
  readonly registers: UnknownRegisters;
  readonly local: LocalLabels;
  readonly open: Open[];
  /** By version of a predicate: whether it holds on the way that was taken. */
  readonly facts: Map<string, boolean>;
  /** Lanes whose guard of this instruction is unknown, and what it depends on. */
  assumed: number;
  assumedLabels: number;
}

/** What instructions between a branch and its join may write. */
interface Written {
  readonly registers: readonly number[];
  /** A set of `STORES`. */
  readonly stores: number;
}

/** Memory that instructions may write. */
const STORES = { shared: 1, module: 2, local: 4, all: 7 } as const;

const ENDS: ReadonlySet<string> = new Set(['ret', 'exit']);
const TRAPS: ReadonlySet<string> = new Set(['trap', 'brkpt']);

export class UnknownTracker {
  /** LDS instructions with executions that were not recorded, and why. */
  readonly dropped = new Map<number, string>();
  /** Instructions that were executed where perhaps no launch executes them. */
  readonly uncertain = new Set<number>();
  /** Instructions whose accesses are left out: an earlier way has them. */
  skipped: ReadonlySet<number> = new Set();
  readonly #context: UnknownContext;
  readonly #code: Code;
  readonly #numbers = new Map<number, number>();
  readonly #effects = new Map<number, Effects>();
  readonly #regions = new Map<number, Regions>();
  readonly #written = new Map<number, Written>();
  readonly #joins: Uint8Array;
  readonly #shared = new WordLabels();
  readonly #module = new WordLabels();
  readonly #places = new LanePlaces();
  #warps = new Map<Warp, Followed>();
  /** The first branch and the first guard that depend on the same sources. */
  readonly #branches = new Map<string, number>();
  readonly #guards = new Map<string, number>();
  /** By `bar.red`: registers of results that wait for its predicates, and what those depend on. */
  /** What the arrivals that barriers in memory wait for depend on. */
  #arrivals = 0;
  readonly #reductions = new Map<number, { labels: number; waiting: (() => void)[] }>();

  constructor(context: UnknownContext) {
    this.#context = context;
    this.#code = context.code;
    this.#joins = new Uint8Array(context.code.instructions.length + 1);
  }

  /** Ways were chosen that perhaps no launch has. */
  get hasDecided(): boolean {
    return this.#branches.size > 0 || this.#guards.size > 0;
  }

  get hasPlan(): boolean {
    return this.#context.decisions.hasPlan;
  }

  /** Begins a block, on the ways through the kernel of a pass. */
  begin(pass: number, warps: readonly Warp[]): void {
    const { decisions, specialLabels } = this.#context;
    decisions.begin(pass);
    this.#shared.clear();
    this.#reductions.clear();
    this.#arrivals = 0;
    if (pass === 0) this.#module.clear();
    const { specials } = this.#code.file;
    const follow = (): Followed => {
      const registers = new UnknownRegisters(this.#code.registerCount + specials.size + 1);
      for (const [name, at] of specials) {
        const labels = specialLabels(name);
        const number = this.#number(at);
        registers.versions[number] = registers.version(`%${name}`);
        if (labels !== 0) registers.write(number, -1, -1, labels);
      }
      return {
        registers,
        local: new LocalLabels(),
        open: [],
        facts: new Map<string, boolean>(),
        assumed: 0,
        assumedLabels: 0,
      };
    };
    this.#warps = new Map(warps.map((warp) => [warp, follow()]));
  }

  /** The number of a register by its place in the file of a warp. */
  #number(place: number): number {
    const known = this.#numbers.get(place);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(place, number);
    return number;
  }

  #of(warp: Warp): Followed {
    const followed = this.#warps.get(warp);
    if (followed === undefined) throw new RangeError(`warp ${warp.index} was not begun`);
    return followed;
  }

  #effectsOf(number: number): Effects | undefined {
    const known = this.#effects.get(number);
    const instruction = this.#code.instructions[number];
    const names = this.#code.namesOf(number);
    if (known !== undefined || instruction === undefined || names === undefined) return known;
    const found = effectsOf(instruction, names);
    const effects = {
      ...found,
      reads: found.reads.map((place) => this.#number(place)),
      writes: found.writes.map((place) => this.#number(place)),
      addresses: found.addresses.map((place) => this.#number(place)),
    };
    this.#effects.set(number, effects);
    return effects;
  }

  /**
   * Asked before each instruction with the lanes that its guard lets through; gives those that it is executed for. Here lanes
   * come to joins, and unknown branches go one way.
   */
  visit(warp: Warp, group: Group, number: number, active: number): number {
    const followed = this.#of(warp);
    const { executions } = this.#context;
    if (this.#joins[number] === 1) this.#arrive(followed, group, number);
    followed.assumed = 0;
    const instruction = this.#code.instructions[number];
    const guard = this.#code.guards[number] ?? -1;
    let lanes = active;
    if (guard >= 0 && instruction !== undefined) {
      const register = this.#number(guard);
      const unknown = (followed.registers.lanes[register] ?? 0) & group.mask;
      if (unknown !== 0) {
        const labels = followed.registers.labelsOf(register, unknown);
        lanes = this.#settle(warp, followed, group, number, instruction, active, unknown, labels);
      }
    }
    if (instruction?.opcode === 'brx') this.#chooseEntry(warp, followed, number, lanes);
    if (lanes !== 0) {
      executions[number] = (executions[number] ?? 0) + 1;
      const isInside = followed.open.some(
        (one) => one.join !== undefined && (one.lanes & lanes) !== 0,
      );
      if (followed.assumed !== 0 || isInside) this.uncertain.add(number);
    }
    if (instruction !== undefined && lanes !== 0)
      this.#onControl(warp, followed, group, number, lanes);
    return lanes;
  }

  /** The lanes of an instruction whose guard is unknown in some of them. */
  #settle(
    warp: Warp,
    followed: Followed,
    group: Group,
    number: number,
    { opcode }: Instruction,
    active: number,
    unknown: number,
    labels: number,
  ): number {
    const known = active & ~unknown;
    if (opcode === 'bra') {
      const taken = this.#decide(warp, followed, number, labels);
      this.#openRegion(followed, group, number, unknown, labels);
      return taken ? known | unknown : known;
    }
    if (TRAPS.has(opcode)) return known;
    const text = `@${this.#code.negated[number] === 1 ? '!' : ''}p ${opcode}`;
    if (ENDS.has(opcode)) {
      this.#reportGuard(number, text, labels);
      return known;
    }
    const holds = this.#fact(followed, number);
    if (holds === false) return known;
    followed.assumed = unknown;
    followed.assumedLabels = labels;
    if (this.#touches(number).length > 0) this.#reportGuard(number, text, labels);
    return known | unknown;
  }

  /** What the way that was taken says of the guard of an instruction. */
  #fact({ registers, facts }: Followed, number: number): boolean | undefined {
    const version = registers.versions[this.#number(this.#code.guards[number] ?? -1)] ?? 0;
    const fact = facts.get(`v${Math.abs(version)}`);
    if (fact === undefined) return undefined;
    return fact === (version > 0 !== (this.#code.negated[number] === 1));
  }

  /** Which way lanes go that do not know; says so once per source. */
  #decide(warp: Warp, { registers, facts }: Followed, number: number, labels: number): boolean {
    const { decisions, environment, sources } = this.#context;
    const said = sources.describe(labels);
    const place = this.#branches.get(said) ?? number;
    this.#branches.set(said, place);
    environment.findings.problem(place, messages.ptx.unknownBranch(said));
    const control = this.#code.controls[number];
    const target = control?.kind === 'branch' ? control.target : number + 1;
    const version = registers.versions[this.#number(this.#code.guards[number] ?? -1)] ?? 0;
    const asks = `v${Math.abs(version)}`;
    const holdsWhenTaken = version > 0 !== (this.#code.negated[number] === 1);
    const fact = facts.get(asks);
    const answer = fact === undefined ? undefined : fact === holdsWhenTaken;
    const asked = { asks, holdsWhenTaken };
    const taken = decisions.next(warp.index, number, target, asked, answer) === target;
    facts.set(asks, taken === holdsWhenTaken);
    return taken;
  }

  #reportGuard(number: number, text: string, labels: number): void {
    const { environment, sources } = this.#context;
    const said = sources.describe(labels);
    const place = this.#guards.get(said) ?? number;
    this.#guards.set(said, place);
    if (place === number)
      environment.findings.problem(number, messages.ptx.unknownGuard(text, said));
  }

  /** Lanes have gone one way at a branch. */
  #openRegion(
    followed: Followed,
    { frame }: Group,
    branch: number,
    lanes: number,
    labels: number,
  ): void {
    const same = followed.open.find((one) => one.branch === branch && one.frame === frame);
    if (same !== undefined) {
      same.lanes |= lanes;
      same.labels |= labels;
      return;
    }
    const { join, written, stores } = this.#regionOf(branch);
    if (join !== undefined) this.#joins[join] = 1;
    followed.open.push({ branch, join, frame, lanes, labels, written, stores });
  }

  #regionOf(branch: number): {
    readonly join: number | undefined;
    readonly written: readonly number[];
    readonly stores: number;
  } {
    const owner = this.#code.ownerOf(branch);
    const { start, count } = this.#code.rangeOf(owner);
    let regions = this.#regions.get(owner);
    if (regions === undefined) {
      const within = (number: number): number[] =>
        this.#code.successors(start + number).map((next) => next - start);
      regions = new Regions(count, within);
      this.#regions.set(owner, regions);
    }
    const { join, inside } = regions.of(branch - start);
    let known = this.#written.get(branch);
    if (known === undefined) {
      const registers = new Set<number>();
      let stores = 0;
      for (const number of inside) {
        const instruction = this.#code.instructions[start + number];
        for (const one of this.#effectsOf(start + number)?.writes ?? []) registers.add(one);
        if (instruction !== undefined) stores |= storesOf(instruction);
      }
      known = { registers: [...registers], stores };
      this.#written.set(branch, known);
    }
    // Lanes that meet where they end have left early: nothing is behind it.
    const meets =
      join !== undefined && !ENDS.has(this.#code.instructions[start + join]?.opcode ?? '');
    const at = meets ? start + join : undefined;
    return { join: at, written: known.registers, stores: known.stores };
  }

  /** Lanes come to a join: what its region may have written depends on the branch. */
  #arrive(followed: Followed, { mask, frame }: Group, number: number): void {
    for (const one of followed.open) {
      if (one.join !== number || one.frame !== frame) continue;
      const lanes = one.lanes & mask;
      if (lanes === 0) continue;
      one.lanes &= ~lanes;
      for (const register of one.written) {
        followed.registers.write(register, lanes, lanes, one.labels);
        followed.registers.fresh(register);
      }
      if (one.stores !== 0) this.#spread(followed, one.labels, one.stores);
    }
    this.#close(followed);
  }

  #close(followed: Followed): void {
    for (let index = followed.open.length - 1; index >= 0; index--)
      if (followed.open[index]?.lanes === 0) followed.open.splice(index, 1);
  }

  #spread({ local }: Followed, labels: number, stores: number): void {
    if ((stores & STORES.shared) !== 0) this.#shared.spread(labels);
    if ((stores & STORES.module) !== 0 && this.#context.hasGlobals) this.#module.spread(labels);
    if ((stores & STORES.local) !== 0) local.spread(labels);
  }

  /** An unknown entry of a table: one that leads to what was not executed, else the first. */
  #chooseEntry(warp: Warp, followed: Followed, number: number, lanes: number): void {
    const control = this.#code.controls[number];
    if (control?.kind !== 'table' || control.index.kind !== 'register') return;
    const register = this.#number(control.index.offset);
    const unknown = (followed.registers.lanes[register] ?? 0) & lanes;
    if (unknown === 0) return;
    const labels = followed.registers.labelsOf(register, unknown);
    const { environment, executions, sources } = this.#context;
    environment.findings.problem(number, messages.ptx.unknownBranch(sources.describe(labels)));
    this.#branches.set(sources.describe(labels), number);
    this.#openRegion(followed, warp.group, number, unknown, labels);
    const fresh = control.targets.findIndex((target) => executions[target] === 0);
    for (let lane = 0; lane < 32; lane++)
      if ((unknown >>> lane) & 1) warp.i[control.index.offset + lane] = Math.max(0, fresh);
  }

  /** What control instructions do to words and registers: calls copy, barriers reduce, lanes end. */
  #onControl(warp: Warp, followed: Followed, group: Group, number: number, lanes: number): void {
    const control = this.#code.controls[number];
    if (control === undefined) return;
    const base = group.frame?.base ?? 0;
    if (control.kind === 'exit' || (control.kind === 'return' && group.frame === undefined)) {
      for (const one of followed.open) one.lanes &= ~lanes;
      this.#close(followed);
    } else if (control.kind === 'return' && group.frame !== undefined) {
      const { frame } = group;
      const call = this.#code.controls[frame.call];
      const results = this.#code.placesOf(frame.callee, 'results');
      const values = this.#take(followed, lanes, results, frame.base);
      if (frame.saved !== undefined) this.#forget(followed, lanes, frame.callee);
      if (call?.kind === 'call')
        this.#give(followed, lanes, values, call.results, frame.outer?.base ?? 0);
      for (const one of followed.open) {
        if (one.frame !== frame || (one.lanes & lanes) === 0) continue;
        one.lanes &= ~lanes;
        this.#spread(followed, one.labels, STORES.all);
      }
      this.#close(followed);
    } else if (control.kind === 'call') {
      const callee =
        typeof control.callee === 'number' ? control.callee : this.#calleeOf(warp, number, lanes);
      if (callee === undefined) return;
      const parameters = this.#code.placesOf(callee, 'parameters');
      const inner = base + this.#code.frameBytes(this.#code.ownerOf(number));
      const values = this.#take(followed, lanes, control.passed, base);
      this.#give(followed, lanes, values, parameters, inner);
    } else if (control.kind === 'warpgroup') {
      this.#onProduct(warp, followed, number, lanes);
    } else if (control.kind === 'barrier' && control.reduction !== undefined) {
      this.#reduce(followed, number, lanes, control.reduction.target);
    }
  }

  /** A product of a warpgroup: its matrices in shared memory are unknown as a whole. */
  #onProduct(warp: Warp, followed: Followed, number: number, lanes: number): void {
    const effects = this.#effectsOf(number);
    if (effects === undefined) return;
    const { sources } = this.#context;
    const labels = this.#addressLabels(followed, effects, lanes);
    if (labels !== 0) warp.fail(messages.ptx.unknownDescriptor(sources.describe(labels)));
    const result = { lanes: -1, labels: sources.bit('what wgmma multiplies') };
    this.#write(followed, effects.writes, lanes, result);
  }

  /** A function whose address is unknown: nothing of it can be executed. */
  #calleeOf(warp: Warp, number: number, lanes: number): number | undefined {
    const control = this.#code.controls[number];
    if (control?.kind !== 'call' || typeof control.callee === 'number') return undefined;
    if (control.callee.kind !== 'register') return undefined;
    const { registers } = this.#of(warp);
    const labels = registers.labelsOf(this.#number(control.callee.offset), lanes);
    if (labels !== 0) {
      warp.fail(messages.ptx.unknownCall(this.#context.sources.describe(labels)));
      return undefined;
    }
    const lane = 31 - Math.clz32(lanes & -lanes);
    return this.#code.calleeAt(warp.i[control.callee.offset + 2 * lane] ?? 0);
  }

  /** What values that a call passes depend on, by lane: the first word of each place stands for all of it. */
  #take(
    { registers, local }: Followed,
    lanes: number,
    places: readonly Passed[],
    base: number,
  ): readonly Uint32Array[] {
    return places.map((place) => {
      const labels = new Uint32Array(32);
      if (place.kind === 'value' && place.source.kind === 'constant') return labels;
      for (let lane = 0; lane < 32; lane++) {
        if (((lanes >>> lane) & 1) === 0) continue;
        if (place.kind === 'frame') labels[lane] = local.at(lane, base + place.at, place.bytes);
        else if (place.source.kind === 'register') {
          const register = this.#number(place.source.offset);
          const origin = (registers.labels[register] ?? 0) & ~SOURCES;
          labels[lane] = origin | registers.labelsOf(register, 1 << lane);
        }
      }
      return labels;
    });
  }

  #give(
    { registers, local }: Followed,
    lanes: number,
    values: readonly Uint32Array[],
    places: readonly Passed[],
    base: number,
  ): void {
    for (const [index, place] of places.entries()) {
      for (let lane = 0; lane < 32; lane++) {
        if (((lanes >>> lane) & 1) === 0) continue;
        const labels = values[index]?.[lane] ?? 0;
        const unknown = (labels & SOURCES) === 0 ? 0 : 1 << lane;
        if (place.kind === 'frame') local.put(lane, base + place.at, place.bytes, labels);
        else if (place.source.kind === 'register') {
          const register = this.#number(place.source.offset);
          registers.write(register, 1 << lane, unknown, labels);
          registers.fresh(register);
        }
      }
    }
  }

  /** Registers of a function that has called itself: what they were before is not kept. */
  #forget({ registers }: Followed, lanes: number, functionNumber: number): void {
    const labels = this.#context.sources.bit('what is left of a recursive call');
    this.#code.forEachRegister(functionNumber, (offset) => {
      registers.write(this.#number(offset), lanes, lanes, labels);
      registers.fresh(this.#number(offset));
    });
  }

  /** `bar.red`: all threads get what the predicates of all give. */
  #reduce(followed: Followed, number: number, lanes: number, target: number): void {
    const effects = this.#effectsOf(number);
    if (effects === undefined) return;
    const gathered = this.#gather(followed, effects, lanes);
    const register = this.#number(target);
    const state = this.#reductions.get(number) ?? { labels: 0, waiting: [] };
    this.#reductions.set(number, state);
    const write = (): void => {
      followed.registers.write(register, lanes, state.labels === 0 ? 0 : lanes, state.labels);
      followed.registers.fresh(register);
    };
    if (gathered.lanes !== 0) state.labels |= gathered.labels & SOURCES;
    if (followed.assumed !== 0) state.labels |= followed.assumedLabels;
    for (const one of followed.open) if (one.lanes !== 0) state.labels |= one.labels;
    state.waiting.push(write);
    for (const one of state.labels === 0 ? [write] : state.waiting) one();
  }

  #gather({ registers }: Followed, effects: Effects, mask: number): Gathered {
    const into: Gathered = { lanes: 0, labels: effects.origin };
    for (const register of effects.reads) registers.gather(into, register, mask);
    return into;
  }

  /** The step that also follows unknown values; made for `Code.wrap`. */
  wrap(number: number, step: Step): Step {
    const instruction = this.#code.instructions[number];
    const effects = this.#effectsOf(number);
    if (instruction === undefined || effects === undefined) return step;
    const touched = this.#touches(number);
    if (touched === 'others') return this.#onOther(number, instruction, effects, step);
    if (touched.length > 0) return this.#onMemory(number, instruction, effects, touched, step);
    return this.#onRegisters(number, instruction, effects, step);
  }

  #touches(number: number): readonly Touched[] | 'others' {
    const instruction = this.#code.instructions[number];
    const names = this.#code.namesOf(number);
    if (instruction === undefined || names === undefined) return [];
    return touchedBy(instruction, names, this.#code.isInEntry(number)) ?? 'others';
  }

  #onRegisters(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const { opcode } = instruction;
    const { findings } = this.#context.environment;
    const isExchange = effects.isMixed;
    // What a lane gets from others depends on which of them are here.
    const countsLanes = isExchange && !/mma|^movmatrix$/.test(opcode);
    const isComputed = !isExchange && opcode !== 'mbarrier';
    return (warp, mask) => {
      const followed = this.#of(warp);
      const gathered = this.#gather(followed, effects, mask);
      const unknownPlace = this.#addressLabels(followed, effects, mask);
      if (unknownPlace !== 0) {
        this.#drop(number, textOf(instruction), this.#context.sources.describe(unknownPlace));
        this.#write(followed, effects.writes, mask, { ...gathered, lanes: -1 });
        return;
      }
      if (opcode === 'mbarrier') {
        // A phase ends when others have arrived, as often as somebody said.
        if (gathered.lanes !== 0) this.#arrivals |= gathered.labels & SOURCES;
        gathered.lanes = this.#arrivals === 0 ? 0 : -1;
        gathered.labels |= this.#arrivals;
      }
      if (isExchange && gathered.lanes !== 0) gathered.lanes = -1;
      if (countsLanes) {
        for (const one of followed.open) {
          if ((one.lanes & mask) === 0 || one.join === undefined) continue;
          gathered.lanes = -1;
          gathered.labels |= one.labels;
        }
      }
      const version = isComputed ? this.#versionOf(followed, effects) : undefined;
      // On a way that was chosen a phase may have other arrivals than on any that a launch takes.
      findings.muted = opcode === 'mbarrier' && (this.hasDecided || followed.assumed !== 0);
      step(warp, mask);
      findings.muted = false;
      this.#write(followed, effects.writes, mask, gathered, version);
    };
  }

  /** The version of what an instruction computes of its sources. */
  #versionOf({ registers }: Followed, { text, reads }: Effects): number {
    const of = `${text} ${reads.map((register) => registers.versions[register] ?? 0).join(' ')}`;
    const [asked, isOpposite] = comparisonOf(of);
    return isOpposite ? -registers.version(asked) : registers.version(asked);
  }

  #write(
    { registers, assumed, assumedLabels }: Followed,
    writes: readonly number[],
    mask: number,
    { lanes, labels }: Gathered,
    version?: number,
  ): void {
    for (const [index, register] of writes.entries()) {
      registers.write(
        register,
        mask,
        lanes | assumed,
        labels | (assumed === 0 ? 0 : assumedLabels),
      );
      if (version === undefined || assumed !== 0) registers.fresh(register);
      else
        registers.versions[register] =
          index === 0 ? version : registers.version(`${version}.${index}`);
    }
  }

  /** An access whose places are known here. */
  #onMemory(
    number: number,
    instruction: Instruction,
    effects: Effects,
    touched: readonly Touched[],
    step: Step,
  ): Step {
    const { environment, sources } = this.#context;
    const { findings } = environment;
    const name = textOf(instruction);
    const isAtomic = instruction.opcode === 'atom' || instruction.opcode === 'red';
    const isCopy = touched.length > 1;
    const data = effects.reads.filter((register) => !effects.addresses.includes(register));
    const places = touched.map((place) => ({
      place,
      base: this.#baseOf(instruction, place, number),
    }));
    return (warp, mask) => {
      const followed = this.#of(warp);
      const { registers } = followed;
      const gathered: Gathered = { lanes: 0, labels: 0 };
      for (const register of data) registers.gather(gathered, register, mask);
      let open = 0;
      for (const { place, base } of places) {
        if (base === undefined) continue;
        const labels = registers.labelsOf(base, mask & place.lanes);
        if (labels === 0) continue;
        const whole = registers.labels[base] ?? 0;
        open |= labels;
        const inShared =
          place.space === 'shared' || (place.space === 'generic' && (whole & FROM_SHARED) !== 0);
        const said = sources.describe(labels);
        if (inShared) {
          this.#drop(number, name, said);
          if (place.writes) this.#shared.spread(labels | gathered.labels);
        } else if (place.space === 'local' && place.writes) followed.local.spread(labels);
        else if (place.writes && (whole & FROM_MODULE) !== 0)
          this.#module.spread(labels | gathered.labels);
        if (inShared || !isCopy) {
          const contents = place.reads ? sources.bit(`the memory behind ${said}`) : 0;
          this.#write(followed, effects.writes, mask, { lanes: -1, labels: labels | contents });
          return;
        }
      }
      for (const { place } of places) {
        this.#places.find(place, warp, mask);
        if (place.reads && !(isCopy && open !== 0)) this.#read(warp, followed, place, gathered);
        if ((effects.isMixed || isAtomic) && (gathered.labels & SOURCES) !== 0) gathered.lanes = -1;
      }
      if (isCopy && open !== 0) {
        gathered.lanes = -1;
        gathered.labels |= open | sources.bit(`the memory behind ${sources.describe(open)}`);
      }
      for (const { place } of places) {
        if (!place.writes) continue;
        this.#places.find(place, warp, mask);
        this.#store(warp, followed, place.bytes, gathered);
      }
      findings.muted = open !== 0;
      if (environment.global !== undefined)
        environment.global.muted = open !== 0 || this.skipped.has(number);
      step(warp, mask);
      findings.muted = false;
      if (environment.global !== undefined) environment.global.muted = false;
      const isParameter = instruction.opcode === 'ld' && instruction.modifiers.includes('param');
      const version =
        isParameter && data.length === 0 && effects.addresses.length === 0
          ? registers.version(effects.text)
          : undefined;
      this.#write(followed, effects.writes, mask, gathered, version);
    };
  }

  /** The register of an address. */
  #baseOf({ operands }: Instruction, { operand }: Touched, number: number): number | undefined {
    const address = operands[operand];
    const names = this.#code.namesOf(number);
    if (address?.kind !== 'address' || address.base?.kind !== 'register') return undefined;
    return names && this.#number(names.offsetOf(address.base.register.id));
  }

  /** Gathers what the words depend on that lanes read. */
  #read(warp: Warp, { local }: Followed, { bytes, space }: Touched, into: Gathered): void {
    const isConstant = space === 'const';
    const { split, mask } = this.#places;
    for (let lane = 0, rest = mask; rest !== 0; lane++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const isGlobal = ((split.global >>> lane) & 1) === 1;
      const address = this.#places.addressOf(lane, isGlobal);
      const labels = isGlobal
        ? this.#globalLabels(address, bytes, isConstant)
        : (split.shared >>> lane) & 1
          ? this.#shared.at(inBlock(warp, address), bytes)
          : local.at(lane, address, bytes);
      into.labels |= labels;
      if ((labels & SOURCES) !== 0) into.lanes |= 1 << lane;
    }
  }

  /** Nothing writes constants. */
  #globalLabels(address: number, bytes: number, isConstant: boolean): number {
    let labels = isConstant ? 0 : this.#module.at(address, bytes);
    for (const one of this.#context.bytes) {
      if (address < one.base + one.bytes && address + bytes > one.base)
        labels |= this.#context.sources.bit(one.label);
    }
    return labels;
  }

  /** The words that lanes store depend on what was gathered. */
  #store(warp: Warp, followed: Followed, bytes: number, { lanes, labels }: Gathered): void {
    const { split, mask } = this.#places;
    const unknown = lanes | followed.assumed;
    const names = labels | (followed.assumed === 0 ? 0 : followed.assumedLabels);
    for (let lane = 0, rest = mask; rest !== 0; lane++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const isGlobal = ((split.global >>> lane) & 1) === 1;
      const address = this.#places.addressOf(lane, isGlobal);
      const isUnknown = ((unknown >>> lane) & 1) === 1;
      const own = isUnknown ? names : labels & ~SOURCES;
      if (isGlobal) this.#module.put(address, bytes, own & SOURCES);
      else if ((split.shared >>> lane) & 1)
        this.#shared.put(inBlock(warp, address), bytes, own & SOURCES);
      else followed.local.put(lane, address, bytes, own);
    }
  }

  #drop(number: number, name: string, said: string): void {
    if (!this.dropped.has(number)) this.dropped.set(number, `whose address depends on ${said}`);
    this.#context.environment.findings.problem(number, messages.ptx.unknownAddress(name, said));
  }

  /** An instruction whose accesses are not known here: what it may have changed is unknown. */
  #onOther(number: number, instruction: Instruction, effects: Effects, step: Step): Step {
    const { environment, sources } = this.#context;
    const name = textOf(instruction);
    const label = sources.bit(`what ${name} brings`);
    const isShared = instruction.modifiers.some((one) => one.startsWith('shared'));
    return (warp, mask) => {
      const followed = this.#of(warp);
      const gathered = this.#gather(followed, effects, mask);
      const bases = this.#addressLabels(followed, effects, mask);
      const origins = effects.addresses.reduce(
        (all, register) => all | (followed.registers.labels[register] ?? 0),
        effects.origin,
      );
      const result = { lanes: -1, labels: gathered.labels | label };
      const inShared = isShared || (origins & FROM_SHARED) !== 0;
      if (inShared) this.#shared.spread(label | gathered.labels);
      if (bases !== 0 && inShared) {
        this.#drop(number, name, sources.describe(bases));
        this.#write(followed, effects.writes, mask, result);
        return;
      }
      environment.findings.muted = bases !== 0;
      if (environment.global !== undefined)
        environment.global.muted = bases !== 0 || this.skipped.has(number);
      step(warp, mask);
      environment.findings.muted = false;
      if (environment.global !== undefined) environment.global.muted = false;
      this.#write(followed, effects.writes, mask, result);
    };
  }

  /** What the addresses of an instruction depend on; 0 where they are known. */
  #addressLabels({ registers }: Followed, { addresses }: Effects, mask: number): number {
    let labels = 0;
    for (const register of addresses) labels |= registers.labelsOf(register, mask);
    return labels;
  }
}

/** Shared memory of the blocks of a cluster, one behind the other. */
const inBlock = ({ rank }: Warp, address: number): number => 2 ** 24 * rank + address;

/** The memory that an instruction may change: what is read behind its region may be of it. */
function storesOf({ opcode, modifiers }: Instruction): number {
  if (opcode === 'cp' || opcode === 'stmatrix') return STORES.shared;
  if (opcode === 'call') return STORES.all;
  if (!/^(?:st|atom|red|wmma|multimem)$/.test(opcode) || modifiers[0] === 'load') return 0;
  switch (spaceOf(modifiers)) {
    case 'shared':
      return STORES.shared;
    case 'global':
      return STORES.module;
    case 'local':
      return STORES.local;
    case 'param':
      return 0;
    default:
      return STORES.all;
  }
}
