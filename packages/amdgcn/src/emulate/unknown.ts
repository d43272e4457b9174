/**
 * Execution with unknown values: which registers, LDS words and memory words depend on what nobody gave.
 *
 *     s_load_dword s4, s[0:1], 0x18     s4 depends on argument n
 *     v_mul_lo_u32 v1, s4, v0           v1 as well
 *     ds_write_b32 v1, v2               its address is unknown: reported, not counted
 *     ds_write_b32 v0, v1               counted; the LDS words depend on n
 *
 * Each source has a bit; a register has the bits of everything it was made from. An unknown branch goes first where
 * nothing was executed before, so that a loop is executed once; unknown lanes of exec are taken to stay active.
 * Steps are wrapped, so a launch with all its arguments pays nothing.
 *
 * LIMITATIONS. 31 sources are told apart, the rest share one bit. Registers have one set for all lanes. Memory that
 * is stored to is followed by the address of the first active lane.
 */
import { messages } from '@ldscope/core';
import { dsPlaces } from '../isa/ds/ds.ts';
import { memoryParts } from '../isa/memory/memory.ts';
import { smemAddress } from '../isa/smem.ts';
import type { Instruction, Program } from '../text/program.ts';
import type { Code } from './code.ts';
import type { Environment } from './environment.ts';
import type { KernelArguments } from './arguments.ts';
import type { Preloaded } from './initial.ts';
import { Decisions } from './decisions.ts';
import { firstAddress, LdsUnknowns } from './unknown-memory.ts';
import { effectsOf, operandIds, shortName } from './unexecuted.ts';
import { registerIds } from './uses.ts';
import { SCALAR_ID } from './waits.ts';
import { EXEC, M0, type Step, type Wave } from './wave.ts';

const IDS = SCALAR_ID + 256;
const EXEC_ID = SCALAR_ID + EXEC;
const LAST_BIT = 31;
/** Names that are kept: the last bit stands for several. */
const NAMED = LAST_BIT + 4;

/** The names of what is unknown, one bit each. */
class Sources {
  readonly #labels: string[] = [];
  readonly #indices = new Map<string, number>();

  bit(label: string): number {
    let index = this.#indices.get(label);
    if (index === undefined) {
      index = this.#indices.size;
      this.#indices.set(label, index);
      if (index < NAMED) this.#labels.push(label);
    }
    return (1 << Math.min(index, LAST_BIT)) >>> 0;
  }

  describe(bits: number): string {
    const named = this.#labels.filter(
      (_, index) => ((bits >>> Math.min(index, LAST_BIT)) & 1) === 1,
    );
    const shown = named.slice(0, 3).join(', ');
    return named.length > 3 ? `${shown} and others` : shown;
  }
}

export class UnknownTracker {
  readonly #program: Program;
  readonly #code: Code;
  readonly #environment: Environment;
  readonly #given: KernelArguments;
  readonly #lineOf: (number: number) => number | undefined;
  readonly #sources = new Sources();
  readonly #decisions: Decisions;
  /** Bits of each register, by wave of the workgroup. */
  #registers: Uint32Array[] = [];
  readonly #lds: LdsUnknowns;
  /** The first branch that depends on the same sources. */
  readonly #branches = new Map<string, number>();
  /** Bits of words in memory, by address. */
  readonly #memory = new Map<number, number>();
  /** LDS instructions with executions that were not recorded, and why. */
  readonly dropped = new Map<number, string>();

  constructor(
    program: Program,
    code: Code,
    environment: Environment,
    given: KernelArguments,
    executions: Float64Array,
    lineOf: (number: number) => number | undefined,
  ) {
    this.#program = program;
    this.#lineOf = lineOf;
    this.#code = code;
    this.#environment = environment;
    this.#given = given;
    this.#lds = new LdsUnknowns(environment.lds.bytes);
    this.#decisions = new Decisions(executions);
  }

  /** Begins a workgroup, on the ways through the kernel of a pass. */
  begin(pass: number, waves: readonly Wave[], preloaded: readonly (readonly Preloaded[])[]): void {
    this.#decisions.begin(pass);
    this.#lds.reset();
    this.#registers = waves.map((_, index) => {
      const bits = new Uint32Array(IDS);
      for (const { register, word } of preloaded[index] ?? []) {
        bits[SCALAR_ID + register] = this.#argumentBits(word);
      }
      return bits;
    });
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
    if (mnemonic.startsWith('s_cbranch_')) return this.#onBranch(number, instruction, step);
    if (/^s_(setpc|swappc|rfe)/.test(mnemonic)) return this.#onJump(number, instruction, step);
    return this.#onRegisters(number, mnemonic, step);
  }

  #bits(wave: Wave, ids: readonly number[]): number {
    const registers = this.#registers[wave.index];
    let bits = 0;
    for (const id of ids) bits |= registers?.[id] ?? 0;
    return bits >>> 0;
  }

  /** Gives registers their bits; those of lanes that keep their old value stay in vector registers. */
  #mark(wave: Wave, ids: readonly number[], bits: number): void {
    const registers = this.#registers[wave.index];
    if (registers === undefined) return;
    const all = wave.s[EXEC] === 0xffffffff && wave.s[EXEC + 1] === 0xffffffff;
    for (const id of ids) {
      const kept = id < SCALAR_ID && !all ? (registers[id] ?? 0) : 0;
      registers[id] = bits | kept;
    }
  }

  #argumentBits(word: number): number {
    const index = this.#given.unknownWords[word] ?? 0;
    const argument = this.#given.unknown[index - 1];
    if (argument === undefined) return 0;
    return this.#sources.bit(`argument ${argument.name} (offset ${argument.offset})`);
  }

  /** What memory at an address depends on: an argument, or what was stored there. */
  #memoryBits(address: number, words: number): number {
    const { segment } = this.#given;
    let bits = 0;
    for (let word = 0; word < words; word++) {
      const at = Math.floor(address / 4) * 4 + 4 * word;
      const offset = at - segment.base;
      if (offset >= 0 && offset < segment.bytes) bits |= this.#argumentBits(offset >> 2);
      else bits |= this.#memory.get(at) ?? 0;
    }
    return bits >>> 0;
  }

  /** What is loaded through an unknown pointer. */
  #contentsOf(bits: number): number {
    return this.#sources.bit(`the memory behind ${this.#sources.describe(bits)}`) >>> 0;
  }

  #onRegisters(number: number, mnemonic: string, step: Step): Step {
    const use = this.#code.use(number);
    if (use === undefined) return step;
    const reads = registerIds({ reads: use.reads, writes: { rows: [], scalars: [] } });
    const writes = registerIds({ reads: { rows: [], scalars: [] }, writes: use.writes });
    const setsExec = writes.includes(EXEC_ID);
    const saves = mnemonic.includes('saveexec');
    return (wave) => {
      const bits = this.#bits(wave, reads);
      if (!setsExec || bits === 0) {
        step(wave);
        this.#mark(wave, writes, bits);
        return;
      }
      const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
      step(wave);
      wave.setPair(EXEC, low, high);
      const sources = this.#sources.describe(bits);
      const { findings } = this.#environment;
      findings.problem(number, messages.emulate.unknownMask(mnemonic, sources));
      // What is saved is exec as it was; the condition code says whether lanes are active.
      this.#mark(wave, writes, saves ? 0 : bits);
      this.#mark(wave, [EXEC_ID, EXEC_ID + 1], 0);
      if (saves) wave.scc = low !== 0 || high !== 0 ? 1 : 0;
    };
  }

  #onBranch(number: number, { mnemonic, operands }: Instruction, step: Step): Step {
    const use = this.#code.use(number);
    const reads = use === undefined ? [] : registerIds(use);
    const [operand] = operands;
    const target = operand?.kind === 'symbol' ? this.#program.labels.get(operand.name) : undefined;
    return (wave) => {
      const bits = this.#bits(wave, reads);
      if (bits === 0 || target === undefined) {
        step(wave);
        return;
      }
      const sources = this.#sources.describe(bits);
      // Loops of one bound have many branches: the first says it.
      const place = this.#branches.get(sources) ?? number;
      this.#branches.set(sources, place);
      const { findings } = this.#environment;
      findings.problem(place, messages.emulate.unknownBranch(mnemonic, sources));
      wave.pc = this.#decisions.next(wave.index, number, target);
    };
  }

  #onJump(number: number, { mnemonic }: Instruction, step: Step): Step {
    const use = this.#code.use(number);
    const reads =
      use === undefined ? [] : registerIds({ ...use, writes: { rows: [], scalars: [] } });
    return (wave) => {
      const bits = this.#bits(wave, reads);
      if (bits === 0) {
        step(wave);
        return;
      }
      const sources = this.#sources.describe(bits);
      this.#environment.findings.problem(number, messages.emulate.unknownJump(mnemonic, sources));
      wave.status = 'ended';
    };
  }

  #onScalarMemory(instruction: Instruction, number: number, step: Step): Step {
    const address = smemAddress(instruction);
    const use = this.#code.use(number);
    if (address === undefined || use === undefined) return this.#onRegisters(number, '', step);
    const places = operandIds(instruction, [1, 2]);
    const { writes } = use;
    const stores = writes.scalars.length === 0;
    const ids = writes.scalars.map((scalar) => SCALAR_ID + scalar);
    return (wave) => {
      const bits = this.#bits(wave, places);
      if (bits !== 0) {
        if (!stores) this.#mark(wave, ids, bits | this.#contentsOf(bits));
        wave.waits.scalar({ number, registers: ids });
        return;
      }
      const start = address(wave);
      step(wave);
      for (const [word, scalar] of writes.scalars.entries()) {
        this.#mark(wave, [SCALAR_ID + scalar], this.#memoryBits(start + 4 * word, 1));
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
    const flat = instruction.mnemonic.startsWith('flat_');
    const address = firstAddress(this.#environment, number, instruction, parts.addressOperands);
    if (parts.kind === 'lds')
      return this.#onCopy(number, instruction, step, places, parts.laneBytes);
    return (wave) => {
      const bits = this.#bits(wave, places);
      if (bits !== 0) {
        // Where it goes is unknown: a store is dropped. It is in flight all the same.
        if (targets.length > 0) this.#mark(wave, targets, bits | this.#contentsOf(bits));
        if (flat) wave.waits.flat({ number, registers: targets });
        else wave.waits.vector({ number, registers: targets });
        return;
      }
      const start = address(wave);
      step(wave);
      const dataBits = this.#bits(wave, data);
      if (parts.kind !== 'load' && (dataBits !== 0 || this.#memory.size > 0)) {
        for (let word = 0; word < data.length; word++) {
          const at = Math.floor(start / 4) * 4 + 4 * word;
          if (dataBits !== 0) this.#memory.set(at, dataBits);
          else this.#memory.delete(at);
        }
      }
      if (targets.length > 0) this.#mark(wave, targets, this.#memoryBits(start, targets.length));
    };
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
    const offset = instruction.modifiers.get('offset');
    const constant = typeof offset === 'number' ? offset : 0;
    return (wave) => {
      const m0 = this.#bits(wave, [SCALAR_ID + M0]);
      if (m0 !== 0) {
        this.#reportAddress(number, instruction.mnemonic, m0);
        this.#lds.spread(m0);
        wave.waits.vector({ number, registers: [] });
        return;
      }
      const bits = this.#bits(wave, places);
      findings.muted = bits !== 0;
      step(wave);
      findings.muted = false;
      const base = ((wave.s[M0] ?? 0) & (target === 'gfx950' ? 0x3ffff : 0xffff)) + constant;
      const contents = bits === 0 ? 0 : bits | this.#contentsOf(bits);
      this.#lds.markRange(base, 64 * laneBytes, contents);
    };
  }

  #onLds(number: number, instruction: Instruction, step: Step): Step {
    const places = dsPlaces(instruction);
    if (places === undefined) return this.#onRegisters(number, instruction.mnemonic, step);
    const use = this.#code.use(number);
    const { addressOperand, writes } = places;
    const addressIds =
      addressOperand === undefined ? [SCALAR_ID + M0] : operandIds(instruction, [addressOperand]);
    const others = (use?.reads.rows ?? []).filter((row) => !addressIds.includes(row));
    const targets = use?.writes.rows ?? [];
    const row = addressIds[0] ?? 0;
    return (wave) => {
      const bits = this.#bits(wave, addressIds);
      if (bits !== 0) {
        this.#reportAddress(number, instruction.mnemonic, bits);
        this.#mark(wave, targets, bits);
        if (writes) this.#lds.spread(bits | this.#bits(wave, others));
        wave.waits.lds({ number, registers: targets });
        return;
      }
      const base = addressOperand === undefined ? -1 : row;
      const found = this.#lds.bitsAt(wave, base, places);
      const stored = this.#bits(wave, others);
      step(wave);
      if (writes) this.#lds.mark(wave, base, places, stored);
      this.#mark(wave, targets, found | (writes ? stored : 0));
    };
  }

  #drop(number: number, reason: string): void {
    if (!this.dropped.has(number)) this.dropped.set(number, reason);
  }

  #reportAddress(number: number, mnemonic: string, bits: number): void {
    const sources = this.#sources.describe(bits);
    this.#drop(number, `whose address depends on ${sources}`);
    this.#environment.findings.problem(number, messages.emulate.unknownAddress(mnemonic, sources));
  }

  /** An instruction that cannot be executed: what it would write is unknown. */
  #unexecuted(number: number, instruction: Instruction): Step {
    const { mnemonic } = instruction;
    const line = this.#lineOf(number);
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
      const bits = (bit | this.#bits(wave, reads)) >>> 0;
      this.#mark(wave, writes, bits);
      if (writesLds) this.#lds.spread(bits);
      if (ends) wave.status = 'ended';
      if (target !== undefined) wave.pc = this.#decisions.next(wave.index, number, target);
    };
  }
}
