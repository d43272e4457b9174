/**
 * Execution with unknown values: which registers, LDS words and memory words depend on what is not given.
 *
 *     s_load_dword s4, s[0:1], 0x18     s4 depends on argument n
 *     v_mul_lo_u32 v1, s4, v0           v1 as well, in the lanes that are active
 *     ds_write_b32 v1, v2               its address is unknown: reported, not counted
 *     ds_write_b32 v0, v1               counted; the LDS words depend on n
 *
 * Lanes of vector registers and bits of scalars are unknown one by one (`unknown-registers.ts`, `unknown-values.ts`). An
 * unknown branch goes where `decisions.ts` says, so that a loop is executed once; lanes behind an unknown mask are taken to
 * stay active, and a loop that waits for all of them to leave is left after one turn. Steps are wrapped, so a launch with all
 * its arguments pays nothing.
 *
 * LIMITATIONS. 31 sources are told apart, the rest share one name. A store to an unknown place is dropped: it is taken not to
 * reach memory that the kernel knows, except for private memory.
 */
import { type Asked, type Decisions, messages, Sources } from '@ldscope/core';
import { dsPlaces } from '../isa/ds/ds.ts';
import { type MemoryParts, memoryParts } from '../isa/memory/memory.ts';
import { smemAddress } from '../isa/smem.ts';
import { type Instruction, numberModifier, type Program } from '../text/program.ts';
import { type KernelArguments, NAMELESS } from './arguments.ts';
import type { Code } from './code.ts';
import type { Environment } from '../state/environment.ts';
import type { Preloaded } from './initial.ts';
import { effectsOf, operandIds, shortName } from './unexecuted.ts';
import { laneAddresses, LdsUnknowns } from './unknown-memory.ts';
import { UnknownRegisters } from './unknown-registers.ts';
import { guardOf, withRow } from './unknown-guards.ts';
import { conditionOf, sumTransfer } from './unknown-sums.ts';
import { valueTransfer } from './unknown-values.ts';
import { SCALAR_ID } from '../state/waits.ts';
import { EXEC, M0, SCC_NUMBER, type Step, VCC, type Wave } from '../state/wave.ts';
import { ldsBase } from '../state/lds-by-m0.ts';

const EXEC_ID = SCALAR_ID + EXEC;
const SCC_ID = SCALAR_ID + SCC_NUMBER;

/** What is followed of one wave of the workgroup. */
interface Followed {
  readonly registers: UnknownRegisters;
  /** How often exec was made of known values alone. */
  epoch: number;
  /** By branch on exec: the epoch of its last visit. */
  readonly visits: Map<number, number>;
  /** What the ways that were taken say of unknown values: whether what a comparison asks holds. */
  readonly facts: Map<string, boolean>;
}

/** Words of memory that are not given, beside the arguments. */
export interface UnknownWords {
  readonly base: number;
  readonly bytes: number;
  readonly label: string;
}

export interface UnknownContext {
  readonly program: Program;
  readonly code: Code;
  readonly environment: Environment;
  readonly given: KernelArguments;
  readonly unknownWords: readonly UnknownWords[];
  readonly executions: Float64Array;
  readonly decisions: Decisions;
  readonly lineOf: (number: number) => number | undefined;
}

export class UnknownTracker {
  readonly #context: UnknownContext;
  readonly #program: Program;
  readonly #code: Code;
  readonly #environment: Environment;
  readonly #given: KernelArguments;
  readonly #sources = new Sources();
  readonly #decisions: Decisions;
  #waves: Followed[] = [];
  readonly #lds: LdsUnknowns;
  /** The first branch and the first mask that depend on the same sources. */
  readonly #branches = new Map<string, number>();
  readonly #masks = new Map<string, number>();
  /** Labels of words in memory, by address. */
  readonly #memory = new Map<number, number>();
  /** Labels of stores that may have gone anywhere in private memory. */
  #private = 0;
  /** Words of the arguments that were read and belong to no argument of the metadata. */
  readonly nameless = new Set<string>();
  /** LDS instructions with executions that were not recorded, and why. */
  readonly dropped = new Map<number, string>();

  constructor(context: UnknownContext) {
    this.#context = context;
    this.#program = context.program;
    this.#code = context.code;
    this.#environment = context.environment;
    this.#given = context.given;
    this.#decisions = context.decisions;
    this.#lds = new LdsUnknowns(context.environment.lds.bytes, context.environment.target);
  }

  /** Begins a workgroup, on the ways through the kernel of a pass. */
  begin(pass: number, waves: readonly Wave[], preloaded: readonly (readonly Preloaded[])[]): void {
    this.#decisions.begin(pass);
    this.#lds.reset();
    this.#waves = waves.map((_, index) => {
      const registers = new UnknownRegisters();
      for (const { register, word } of preloaded[index] ?? []) {
        const labels = this.#argumentLabels(word);
        registers.writeScalar(SCALAR_ID + register, labels === 0 ? 0 : -1, labels);
        registers.nameArgument(SCALAR_ID + register, word, waves[index]?.s[register] ?? 0);
      }
      return {
        registers,
        epoch: 0,
        visits: new Map<number, number>(),
        facts: new Map<string, boolean>(),
      };
    });
  }

  /** Ways were chosen that perhaps no launch has. */
  get hasDecided(): boolean {
    return this.#branches.size > 0;
  }

  /** Another pass has something to look for. */
  get hasPlan(): boolean {
    return this.#decisions.hasPlan;
  }

  /** The step that also follows unknown values; made for `Code.wrap`. */
  wrap(number: number, step: Step | undefined): Step | undefined {
    const instruction = this.#program.instructions[number];
    if (instruction === undefined) return undefined;
    if (step === undefined) return this.#unexecuted(number, instruction);
    const unit = this.#code.classOf(number);
    if (unit === 'LDS') return this.#onLds(number, instruction, step);
    if (unit === 'VMEM') return this.#onMemory(number, instruction, step);
    if (unit === 'SMEM') return this.#onScalarMemory(instruction, number, step);
    const { mnemonic } = instruction;
    if (mnemonic.startsWith('s_cbranch_exec')) return this.#onExecBranch(number, instruction, step);
    if (mnemonic.startsWith('s_cbranch_')) return this.#onBranch(number, instruction, step);
    if (/^s_(setpc|swappc|rfe)/.test(mnemonic)) return this.#onJump(number, instruction, step);
    if (mnemonic === 's_setvskip') return this.#onSkip(number, instruction, step);
    return this.#onRegisters(number, instruction, step);
  }

  #of(wave: Wave): Followed {
    const followed = this.#waves[wave.index];
    if (followed === undefined) throw new RangeError(`wave ${wave.index} was not begun`);
    return followed;
  }

  #argumentLabels(word: number): number {
    const index = this.#given.unknownWords[word] ?? 0;
    if (index === NAMELESS) {
      const name = `kernarg+${4 * word}`;
      this.nameless.add(name);
      return this.#sources.bit(`argument ${name}`);
    }
    const argument = this.#given.unknown[index - 1];
    if (argument === undefined) return 0;
    return this.#sources.bit(`argument ${argument.name} (offset ${argument.offset})`);
  }

  /** What the word of memory at an address depends on: an argument, or what was stored there. */
  #wordLabels(address: number): number {
    const { segment } = this.#given;
    const offset = address - segment.base;
    if (offset >= 0 && offset < segment.bytes) return this.#argumentLabels(offset >> 2);
    for (const { base, bytes, label } of this.#context.unknownWords) {
      if (address >= base && address < base + bytes) return this.#sources.bit(label);
    }
    return this.#memory.get(address) ?? 0;
  }

  /** What is loaded through an unknown pointer. */
  #contentsOf(labels: number): number {
    return this.#sources.bit(`the memory behind ${this.#sources.describe(labels)}`) >>> 0;
  }

  #onRegisters(number: number, instruction: Instruction, step: Step): Step {
    const use = this.#code.use(number);
    if (use === undefined) return step;
    const { before, after } = valueTransfer(instruction, use, this.#environment);
    const sum = sumTransfer(instruction);
    if (sum !== undefined) {
      return (wave) => {
        const { registers } = this.#of(wave);
        const terms = sum.before(registers, wave, number);
        before(registers, wave);
        step(wave);
        after(registers, wave);
        if (terms !== undefined) sum.after(registers, terms);
      };
    }
    const guard = guardOf(instruction);
    const [chosen] = use.writes.rows;
    if (guard !== undefined && chosen !== undefined) {
      return (wave) => {
        const { registers } = this.#of(wave);
        const inside = guard(registers, wave);
        before(registers, wave);
        step(wave);
        after(registers, wave);
        const isUnknown = registers.labelsOfActive([chosen], wave) !== 0;
        if (inside !== undefined && isUnknown) registers.guard(chosen, inside);
      };
    }
    const condition = conditionOf(instruction);
    if (condition !== undefined) {
      return (wave) => {
        const { registers } = this.#of(wave);
        const asked = condition(registers, wave, number);
        before(registers, wave);
        step(wave);
        after(registers, wave);
        if (asked?.asks === '') registers.setTerms(SCC_ID, new Map());
        else registers.condition = asked;
      };
    }
    const setsExec = use.writes.scalars.some((scalar) => scalar === EXEC || scalar === EXEC + 1);
    if (!setsExec) {
      return (wave) => {
        const { registers } = this.#of(wave);
        before(registers, wave);
        step(wave);
        after(registers, wave);
      };
    }
    return (wave) => {
      const followed = this.#of(wave);
      const { registers } = followed;
      const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
      before(registers, wave);
      step(wave);
      after(registers, wave);
      this.#settleExec(number, instruction.mnemonic, wave, followed, low, high);
    };
  }

  /** Lanes whose bit of exec is unknown are active when they were, or when the new mask has them. */
  #settleExec(
    number: number,
    mnemonic: string,
    wave: Wave,
    followed: Followed,
    oldLow: number,
    oldHigh: number,
  ): void {
    const { registers } = followed;
    const unknownLow = registers.low[EXEC_ID] ?? 0;
    const unknownHigh = registers.low[EXEC_ID + 1] ?? 0;
    if ((unknownLow | unknownHigh) === 0) {
      followed.epoch++;
      return;
    }
    wave.s[EXEC] = (wave.s[EXEC] ?? 0) | (oldLow & unknownLow);
    wave.s[EXEC + 1] = (wave.s[EXEC + 1] ?? 0) | (oldHigh & unknownHigh);
    this.#reportMask(number, mnemonic, registers.labelsOf([EXEC_ID, EXEC_ID + 1]));
  }

  /** Which lanes take part is unknown. Loops and restored masks have many places: the first says it. */
  #reportMask(number: number, mnemonic: string, labels: number): void {
    const sources = this.#sources.describe(labels);
    const place = this.#masks.get(sources) ?? number;
    this.#masks.set(sources, place);
    if (place !== number) return;
    this.#environment.findings.problem(number, messages.emulate.unknownMask(mnemonic, sources));
  }

  /** Goes one of the ways of an unknown branch, and says so. `asked`: what it asks, and whether that holds when it is taken. */
  #decide(
    wave: Wave,
    number: number,
    mnemonic: string,
    target: number,
    labels: number,
    asked?: Asked,
  ): void {
    const sources = this.#sources.describe(labels);
    // Loops of one bound have many branches: the first says it.
    const place = this.#branches.get(sources) ?? number;
    this.#branches.set(sources, place);
    const { findings } = this.#environment;
    findings.problem(place, messages.emulate.unknownBranch(mnemonic, sources));
    if (asked === undefined) {
      wave.pc = this.#decisions.next(wave.index, number, target);
      return;
    }
    const { facts } = this.#of(wave);
    const { asks, holdsWhenTaken } = asked;
    const fact = facts.get(asks);
    const answer = fact === undefined ? undefined : fact === holdsWhenTaken;
    wave.pc = this.#decisions.next(wave.index, number, target, asked, answer);
    facts.set(asks, (wave.pc === target) === holdsWhenTaken);
  }

  #targetOf({ operands: [operand] }: Instruction): number | undefined {
    return operand?.kind === 'symbol' ? this.#program.labels.get(operand.name) : undefined;
  }

  /** A branch on scc or vcc. */
  #onBranch(number: number, instruction: Instruction, step: Step): Step {
    const { mnemonic } = instruction;
    const target = this.#targetOf(instruction);
    if (target === undefined) return step;
    const onVcc = mnemonic.includes('vcc');
    const takenBy = mnemonic.endsWith('scc1') ? 1 : 0;
    return (wave) => {
      const { registers } = this.#of(wave);
      const labels = onVcc ? zeroLabels(registers, wave, VCC) : (registers.labels[SCC_ID] ?? 0);
      if (labels === 0) {
        step(wave);
        return;
      }
      const condition = onVcc ? undefined : registers.condition;
      const asked = condition && {
        asks: condition.asks,
        holdsWhenTaken: condition.truth === takenBy,
      };
      this.#decide(wave, number, mnemonic, target, labels, asked);
    };
  }

  /**
   * A branch that asks whether lanes are active: where that is only taken to be so, the lanes stay, once. When the wave comes
   * back to the branch with exec never known in between, it is in a loop that lanes leave one by one.
   */
  #onExecBranch(number: number, instruction: Instruction, step: Step): Step {
    const { mnemonic } = instruction;
    const target = this.#targetOf(instruction);
    if (target === undefined) return step;
    const stay = mnemonic.endsWith('execz') ? number + 1 : target;
    const { executions } = this.#context;
    return (wave) => {
      const { registers, visits, epoch } = this.#of(wave);
      const labels = zeroLabels(registers, wave, EXEC);
      if (labels === 0) {
        step(wave);
        return;
      }
      const again = visits.get(number) === epoch;
      visits.set(number, epoch);
      if (!again && (stay === number + 1 || executions[stay] === 0)) wave.pc = stay;
      else this.#decide(wave, number, mnemonic, target, labels);
    };
  }

  #onJump(number: number, { mnemonic }: Instruction, step: Step): Step {
    const use = this.#code.use(number);
    const reads = (use?.reads.scalars ?? []).map((scalar) => SCALAR_ID + scalar);
    const writes = (use?.writes.scalars ?? []).map((scalar) => SCALAR_ID + scalar);
    return (wave) => {
      const { registers } = this.#of(wave);
      const labels = registers.labelsOf(reads);
      if (labels === 0) {
        step(wave);
        registers.mark(writes, 0, wave);
        return;
      }
      const sources = this.#sources.describe(labels);
      this.#environment.findings.problem(number, messages.emulate.unknownJump(mnemonic, sources));
      wave.status = 'ended';
    };
  }

  /** Vector instructions that may be skipped are taken to be executed. */
  #onSkip(number: number, instruction: Instruction, step: Step): Step {
    const reads = operandIds(instruction, [0, 1]);
    return (wave) => {
      const labels = this.#of(wave).registers.labelsOf(reads);
      step(wave);
      if (labels === 0) return;
      wave.skipsVector = false;
      const sources = this.#sources.describe(labels);
      this.#environment.findings.problem(number, messages.emulate.unknownSkip(sources));
    };
  }

  #onScalarMemory(instruction: Instruction, number: number, step: Step): Step {
    const address = smemAddress(instruction);
    const use = this.#code.use(number);
    if (address === undefined || use === undefined)
      return this.#onRegisters(number, instruction, step);
    const places = operandIds(instruction, [1, 2]);
    const { writes } = use;
    const stores = writes.scalars.length === 0;
    const ids = writes.scalars.map((scalar) => SCALAR_ID + scalar);
    const isWhole = !/_[iu](8|16)$/.test(instruction.mnemonic);
    return (wave) => {
      const { registers } = this.#of(wave);
      const labels = registers.labelsOf(places);
      if (labels !== 0) {
        if (!stores) registers.mark(ids, labels | this.#contentsOf(labels), wave);
        wave.waits.scalar({ number, registers: ids });
        return;
      }
      const start = Math.floor(address(wave) / 4) * 4;
      step(wave);
      for (const [word, id] of ids.entries()) {
        const found = this.#wordLabels(start + 4 * word);
        registers.writeScalar(id, found === 0 ? 0 : -1, found);
        const offset = start + 4 * word - this.#given.segment.base;
        if (found !== 0 && isWhole && offset >= 0 && offset < this.#given.segment.bytes)
          registers.nameArgument(id, offset >> 2, wave.s[id - SCALAR_ID] ?? 0);
      }
    };
  }

  #onMemory(number: number, instruction: Instruction, step: Step): Step {
    const parts = memoryParts(instruction);
    const use = this.#code.use(number);
    if (parts === undefined || use === undefined || parts.kind === 'idle') return step;
    const places = operandIds(instruction, parts.addressOperands);
    const data = operandIds(instruction, parts.dataOperand < 0 ? [] : [parts.dataOperand]);
    const targets = use.writes.rows;
    const { mnemonic } = instruction;
    const flat = mnemonic.startsWith('flat_');
    const mayBePrivate = !mnemonic.startsWith('global_');
    const addresses = laneAddresses(this.#environment, number, instruction, parts.address);
    if (parts.kind === 'lds')
      return this.#onCopy(number, instruction, step, places, parts.laneBytes);
    if (parts.kind === 'async') return this.#onAsync(number, instruction, step, parts);
    const writes = parts.kind !== 'load';
    const words = Math.max(1, targets.length);
    return (wave) => {
      const { registers } = this.#of(wave);
      const labels = registers.labelsOfActive(places, wave);
      if (labels !== 0) {
        // Where it goes is unknown: a store is dropped. It is in flight all the same.
        if (writes && mayBePrivate) this.#private |= labels;
        if (targets.length > 0) registers.mark(targets, labels | this.#contentsOf(labels), wave);
        if (flat) wave.waits.flat({ number, registers: targets });
        else wave.waits.vector({ number, registers: targets });
        return;
      }
      const found = new Uint32Array(targets.length * 64);
      if (targets.length > 0) {
        addresses(wave, (address, lane, step_) => {
          for (let word = 0; word < words; word++)
            found[64 * word + lane] = this.#wordLabels(address + word * step_);
        });
      }
      if (writes) this.#store(wave, registers, data, addresses);
      step(wave);
      const mixed = parts.exchanges ? found.reduce((all, one) => all | one, 0) : 0;
      for (const [word, row] of targets.entries()) {
        registers.begin();
        if (mayBePrivate && this.#private !== 0) registers.gather(-1, -1, this.#private);
        for (let lane = 0; lane < 64; lane++) {
          const own = found[64 * word + lane] ?? 0;
          if (own !== 0) registers.gatherLane(lane, own);
        }
        if (mixed !== 0) registers.gather(-1, -1, mixed);
        registers.writeRow(row, wave);
      }
    };
  }

  /** Words of memory depend on what the lanes store there. */
  #store(
    wave: Wave,
    registers: UnknownRegisters,
    data: readonly number[],
    addresses: ReturnType<typeof laneAddresses>,
  ): void {
    if (registers.labelsOfActive(data, wave) === 0 && this.#memory.size === 0) return;
    addresses(wave, (address, lane, step) => {
      for (const [word, row] of data.entries()) {
        const at = address + word * step;
        if (registers.isUnknownLane([row], lane)) this.#memory.set(at, registers.labels[row] ?? 0);
        else this.#memory.delete(at);
      }
    });
  }

  /** Direct-to-LDS: what is copied may be unknown while the place in LDS is known. */
  #onCopy(
    number: number,
    instruction: Instruction,
    step: Step,
    places: readonly number[],
    laneBytes: number,
  ): Step {
    const { findings, target } = this.#environment;
    const baseOf = ldsBase(target, 'copy');
    const constant = numberModifier(instruction, 'offset');
    return (wave) => {
      const { registers } = this.#of(wave);
      const m0 = registers.labels[SCALAR_ID + M0] ?? 0;
      if (m0 !== 0) {
        this.#reportAddress(number, instruction.mnemonic, m0);
        this.#lds.spread(m0);
        wave.waits.vector({ number, registers: [] });
        return;
      }
      const labels = registers.labelsOfActive(places, wave);
      findings.muted = labels !== 0;
      step(wave);
      findings.muted = false;
      const base = baseOf(wave) + constant;
      const contents = labels === 0 ? 0 : labels | this.#contentsOf(labels);
      this.#lds.markRange(base, 64 * laneBytes, contents);
    };
  }

  /** A copy whose addresses of either side are in registers, one of which may be unknown. */
  #onAsync(number: number, instruction: Instruction, step: Step, parts: MemoryParts): Step {
    const { findings } = this.#environment;
    const ldsIds = operandIds(instruction, [parts.dataOperand]);
    const [row = 0] = ldsIds;
    const memoryIds = operandIds(instruction, parts.addressOperands);
    const addresses = laneAddresses(this.#environment, number, instruction, parts.address);
    const { bytes } = parts.address;
    const toLds = parts.direction === 'to-lds';
    const offsets = [numberModifier(instruction, 'offset')];
    const places = { bytes, offsets, addressOperand: parts.dataOperand, byM0: undefined };
    const inLds = { ...places, reads: !toLds, writes: toLds, exchanges: false };
    return (wave) => {
      const { registers } = this.#of(wave);
      const unknownPlace = registers.labelsOfActive(ldsIds, wave);
      if (unknownPlace !== 0) {
        this.#reportAddress(number, instruction.mnemonic, unknownPlace);
        if (toLds) this.#lds.spread(unknownPlace);
        wave.waits.async({ number, registers: [] });
        return;
      }
      const labels = registers.labelsOfActive(memoryIds, wave);
      registers.begin();
      if (!toLds) this.#lds.read(wave, row, inLds, registers);
      else if (labels !== 0) registers.gather(-1, -1, labels | this.#contentsOf(labels));
      else this.#gatherMemory(wave, registers, addresses, bytes);
      if (toLds) this.#lds.write(wave, row, inLds, registers);
      else if (labels === 0) this.#markMemory(wave, registers, addresses, bytes);
      findings.muted = labels !== 0;
      step(wave);
      findings.muted = false;
    };
  }

  /** Gathers what the words depend on that lanes load. */
  #gatherMemory(
    wave: Wave,
    registers: UnknownRegisters,
    addresses: ReturnType<typeof laneAddresses>,
    bytes: number,
  ): void {
    addresses(wave, (address, lane, step) => {
      for (let word = 0; 4 * word < bytes; word++) {
        const labels = this.#wordLabels(address + word * step);
        if (labels !== 0) registers.gatherLane(lane, labels);
      }
    });
  }

  /** The words that lanes store depend on what was gathered. */
  #markMemory(
    wave: Wave,
    registers: UnknownRegisters,
    addresses: ReturnType<typeof laneAddresses>,
    bytes: number,
  ): void {
    const labels = registers.gatheredLabels;
    if (labels === 0 && this.#memory.size === 0) return;
    addresses(wave, (address, lane, step) => {
      for (let word = 0; 4 * word < bytes; word++) {
        const at = address + word * step;
        if (registers.isGathered(lane)) this.#memory.set(at, labels);
        else if (bytes >= 4) this.#memory.delete(at);
      }
    });
  }

  #onLds(number: number, instruction: Instruction, step: Step): Step {
    const places = dsPlaces(instruction);
    if (places === undefined) return this.#onRegisters(number, instruction, step);
    const use = this.#code.use(number);
    const { addressOperand, reads, writes } = places;
    const addressIds =
      addressOperand === undefined ? [SCALAR_ID + M0] : operandIds(instruction, [addressOperand]);
    const others = (use?.reads.rows ?? []).filter((row) => !addressIds.includes(row));
    const targets = use?.writes.rows ?? [];
    const row = addressIds[0] ?? 0;
    const base = addressOperand === undefined ? -1 : row;
    const access = (wave: Wave, registers: UnknownRegisters): void => {
      registers.begin();
      // What is stored; of a load, the half of its target that stays.
      for (const other of others) registers.readRow(other);
      // An atomic makes of what was there what it returns and what it stores.
      if (reads) this.#lds.read(wave, base, places, registers);
      if (places.exchanges) registers.spreadGathered();
      if (writes) this.#lds.write(wave, base, places, registers);
      step(wave);
      for (const target of targets) registers.writeRow(target, wave);
    };
    return (wave) => {
      const { registers } = this.#of(wave);
      const labels = registers.labelsOfActive(addressIds, wave);
      const inside = labels === 0 ? undefined : registers.guardOf(row);
      if (inside !== undefined) {
        this.#reportMask(number, instruction.mnemonic, labels);
        withRow(wave, row, inside, targets, () => access(wave, registers));
        return;
      }
      if (labels !== 0) {
        this.#reportAddress(number, instruction.mnemonic, labels);
        registers.mark(targets, labels, wave);
        if (writes) this.#lds.spread(labels | registers.labelsOfActive(others, wave));
        wave.waits.lds({ number, registers: targets });
        return;
      }
      access(wave, registers);
    };
  }

  #drop(number: number, reason: string): void {
    if (!this.dropped.has(number)) this.dropped.set(number, reason);
  }

  #reportAddress(number: number, mnemonic: string, labels: number): void {
    const sources = this.#sources.describe(labels);
    this.#drop(number, `whose address depends on ${sources}`);
    this.#environment.findings.problem(number, messages.emulate.unknownAddress(mnemonic, sources));
  }

  /** An instruction that cannot be executed: what it would write is unknown. */
  #unexecuted(number: number, instruction: Instruction): Step {
    const { mnemonic } = instruction;
    const line = this.#context.lineOf(number);
    const place = line === undefined ? '' : ` in line ${line}`;
    const source = `the result of ${shortName(mnemonic)}${place}`;
    const bit = this.#sources.bit(source);
    const { reads, writes, ends, writesLds, masks, branch } = effectsOf(
      instruction,
      this.#code.use(number),
    );
    const target = branch === undefined ? undefined : this.#program.labels.get(branch);
    const { findings } = this.#environment;
    return (wave) => {
      this.#drop(number, 'that cannot be executed');
      if (masks)
        findings.problem(number, messages.emulate.unknownMask(shortName(mnemonic), source));
      if (target !== undefined)
        findings.problem(number, messages.emulate.unknownBranch(shortName(mnemonic), source));
      const { registers } = this.#of(wave);
      const labels = (bit | registers.labelsOf(reads)) >>> 0;
      registers.mark(writes, labels, wave);
      if (writesLds) this.#lds.spread(labels);
      if (ends) wave.status = 'ended';
      if (target !== undefined) wave.pc = this.#decisions.next(wave.index, number, target);
    };
  }
}

/** What the answer to "is this pair zero" depends on: nothing, where a bit is known to be 1 or all are known. */
function zeroLabels(registers: UnknownRegisters, wave: Wave, scalar: number): number {
  const id = SCALAR_ID + scalar;
  const ids = wave.size === 64 ? [id, id + 1] : [id];
  let unknown = 0;
  let certain = 0;
  for (const [word, one] of ids.entries()) {
    const bits = registers.low[one] ?? 0;
    unknown |= bits;
    certain |= (wave.s[scalar + word] ?? 0) & ~bits;
  }
  return unknown === 0 || certain !== 0 ? 0 : registers.labelsOf(ids);
}
