/**
 * A program made ready: one step per instruction that a kernel can reach, with the registers it touches.
 *
 * Instructions that are only reached through computed addresses are compiled when execution gets there.
 */
import { type Message, messages } from '@ldscope/core';
import type { Blocks } from '@ldscope/core/vector';
import type { CompileContext, CompileInstruction, Family, RegisterUse } from '../state/compile.ts';
import { whyLeftOut } from '../isa/custom.ts';
import { dsFamily } from '../isa/ds/ds.ts';
import { factsOf, useOf } from '../isa/facts.ts';
import { memoryFamily } from '../isa/memory/memory.ts';
import { matrixFamily } from '../isa/mfma/use.ts';
import { chipsWith } from '../isa/names.ts';
import type { Unit } from '../isa/row.ts';
import { saluFamily } from '../isa/salu/salu.ts';
import { smemFamily } from '../isa/smem.ts';
import { valuFamily } from '../isa/valu/valu.ts';
import { codeAddress, type Instruction, instructionAt, type Program } from '../text/program.ts';
import { vectorPlan } from '../isa/valu/simd/plans.ts';
import type { Plan } from '../isa/valu/plan.ts';
import type { Environment } from '../state/environment.ts';
import { type Block, blocksOf } from './blocks.ts';
import { literalAddress } from './literal-address.ts';
import { shortName } from './unknown/unexecuted.ts';
import { registerIds } from '../state/uses.ts';
import { registerWords, wordBits } from '../state/waits.ts';
import { codeOf, type Target } from '../state/target.ts';
import { EXEC, NULL, NULL_WORDS, type Step } from '../state/wave.ts';

/** More entries than any loop needs; further ones are computed again. */
const MOST_USES = 2 ** 14;
/** What a disassembler writes for a word that it does not decode. */
const WORD = '.long';

export class Code {
  /** By instruction; a hole is an instruction that cannot be executed or was not reached yet. */
  readonly steps: (Step | undefined)[] = [];
  /** The words that the registers of an instruction are in (`wordBits`). */
  readonly wordBits: Int32Array;
  /** Registers that each instruction touches, as ids of `waits.ts`, one instruction behind the other. */
  #registers = new Uint16Array(1024);
  #registerCount = 0;
  readonly #firstRegister: Uint32Array;
  readonly #registersOf: Uint16Array;
  readonly #isCompiled: Uint8Array;
  /** The registers by words (`registerWords`), made on first use; instructions with the same registers share them. */
  readonly #words: (Int32Array | undefined)[] = [];
  readonly #wordsByRegisters = new Map<string, Int32Array>();
  /** Instructions in the order in which they were compiled: no other was executed. */
  readonly compiled: number[] = [];
  /** Wraps each step; gets `undefined` for an instruction that cannot be executed. */
  wrap: ((number: number, step: Step | undefined) => Step | undefined) | undefined;
  /** True once the instructions that the kernel reaches are compiled. */
  isPrepared = false;
  /** Runs of instructions that are executed as one; their steps are not wrapped. */
  blocks: Blocks<Block> | undefined;
  readonly #program: Program;
  readonly #families: Readonly<Record<Unit, Family>>;
  readonly #environment: Environment;
  /** Asked for again and again where a hazard is in a loop. */
  readonly #uses = new Map<number, RegisterUse>();
  readonly #symbol: (name: string) => number | undefined;
  /** An `s_setvskip` is among the compiled instructions. */
  #skipsVector = false;

  constructor(
    program: Program,
    environment: Environment,
    symbol: (name: string) => number | undefined,
  ) {
    this.#program = program;
    this.#environment = environment;
    this.#symbol = symbol;
    const { target } = environment;
    this.#families = {
      SALU: saluFamily(target),
      SMEM: smemFamily(environment),
      LDS: dsFamily(environment),
      VMEM: memoryFamily(environment),
      MFMA: matrixFamily(target),
      VALU: valuFamily(target),
    };
    // Holes cost no call each, and a library has a million instructions.
    const { length } = program.instructions;
    this.steps.length = length;
    this.#words.length = length;
    this.wordBits = new Int32Array(length);
    this.#firstRegister = new Uint32Array(length);
    this.#registersOf = new Uint16Array(length);
    this.#isCompiled = new Uint8Array(length);
  }

  /** Compiles an instruction; reports and gives false when it cannot be executed. */
  compile(number: number): boolean {
    const instruction = this.#program.instructions[number];
    if (instruction === undefined) return false;
    if (this.steps[number] !== undefined) return true;
    const { findings, target, waveSize } = this.#environment;
    const report = (message: Message): void => findings.problem(number, message);
    const compiler = this.#compilerOf(instruction);
    if (this.#isCompiled[number] === 0) this.compiled.push(number);
    this.#isCompiled[number] = 1;
    if (instruction.malformed === true || instruction.paired?.malformed === true) {
      // Its errors were reported when the text was read, to the kernels that reach it.
      if (this.isPrepared) report(messages.emulate.unreadable());
      return this.#put(number, undefined);
    }
    if (compiler === undefined) {
      const name = shortName(instruction.mnemonic);
      const why = whyLeftOut(name);
      const others = chipsWith(instruction.mnemonic);
      const [word] = instruction.operands;
      report(
        instruction.mnemonic === WORD && word?.kind === 'integer'
          ? messages.emulate.undecoded(Number(word.value), target)
          : why !== undefined
            ? messages.emulate.notExecuted(name, why)
            : others.length > 0
              ? messages.emulate.lackingInstruction(name, target, others)
              : messages.emulate.unknownInstruction(name, target),
      );
      return this.#put(number, undefined);
    }
    const { paired } = instruction;
    const large = tooLarge(instruction, target) ?? (paired && tooLarge(paired, target));
    if (large !== undefined) {
      report(messages.execute.malformed(instruction.mnemonic, large));
      return this.#put(number, undefined);
    }
    const context = this.#context(number, report);
    const use = useOf(instruction, this.#environment);
    if (use !== undefined) this.#keepRegisters(number, registerIds(use));
    const written = use?.writes.scalars ?? [];
    if (waveSize === 32 && written.includes(EXEC + 1)) {
      report(messages.execute.unsupported(instruction.mnemonic, 'exec_hi in waves of 32 lanes'));
      return this.#put(number, undefined);
    }
    const step = compiler(instruction, context);
    return this.#put(number, written.includes(NULL) ? forgetting(step) : step);
  }

  #keepRegisters(number: number, ids: readonly number[]): void {
    const end = this.#registerCount + ids.length;
    if (end > this.#registers.length) {
      const larger = new Uint16Array(2 * end);
      larger.set(this.#registers);
      this.#registers = larger;
    }
    this.#registers.set(ids, this.#registerCount);
    this.#firstRegister[number] = this.#registerCount;
    this.#registersOf[number] = ids.length;
    this.#registerCount = end;
    this.wordBits[number] = wordBits(ids);
  }

  /** Registers that an instruction touches, as ids of `waits.ts`. */
  idsOf(number: number): Uint16Array {
    const first = this.#firstRegister[number] ?? 0;
    return this.#registers.subarray(first, first + (this.#registersOf[number] ?? 0));
  }

  /** The same by words (`registerWords`). */
  wordsOf(number: number): Int32Array {
    const known = this.#words[number];
    if (known !== undefined) return known;
    const ids = this.idsOf(number);
    const key = ids.join();
    const words = this.#wordsByRegisters.get(key) ?? registerWords(ids);
    this.#wordsByRegisters.set(key, words);
    this.#words[number] = words;
    return words;
  }

  #context(number: number, report: (message: Message) => void): CompileContext {
    const { target, waveSize } = this.#environment;
    return {
      target,
      waveSize,
      number,
      label: (name) => this.#program.labels.get(name),
      addressOf: (at) => codeAddress(this.#program, at),
      numberAt: (address) => instructionAt(this.#program, address),
      literalAddress: () => literalAddress(this.#program, number),
      symbol: this.#symbol,
      report,
    };
  }

  /** From here on, runs of vector instructions may be executed at once. */
  useBlocks(): void {
    const { labels } = this.#program;
    const isVector = (number: number): boolean => {
      const unit = this.classOf(number);
      return unit === 'VALU' || unit === 'MFMA';
    };
    const first = this.compiled.filter((number) => !isVector(number - 1));
    const starts = [...first, ...labels.values()].filter(isVector);
    this.blocks = blocksOf(
      {
        waveSize: this.#environment.waveSize,
        program: this.#program,
        ids: (number) => this.idsOf(number),
        plan: (number) => this.#plan(number),
      },
      starts,
    );
  }

  #plan(number: number): Plan | 'idle' | undefined {
    const instruction = this.#program.instructions[number];
    const step = this.steps[number];
    if (instruction === undefined || step === undefined) return undefined;
    return step === idle
      ? 'idle'
      : vectorPlan(
          instruction,
          this.#context(number, () => {}),
        );
  }

  /** Makes a step without effect of an instruction whose results are never used. */
  leaveOut(number: number): void {
    if (this.steps[number] !== undefined) this.steps[number] = idle;
  }

  /** Wraps the steps that were compiled without `wrap`. */
  wrapAll(numbers: readonly number[]): void {
    for (const number of numbers) this.#put(number, this.steps[number]);
  }

  #put(number: number, step: Step | undefined): boolean {
    const final = this.wrap === undefined ? step : this.wrap(number, step);
    this.steps[number] = this.#skipsVector ? this.#unlessSkipped(number, final) : final;
    const instruction = this.#program.instructions[number];
    const { control } = instruction ? factsOf(instruction, this.#environment.target) : {};
    if (!this.#skipsVector && control === 'skip') {
      this.#skipsVector = true;
      for (const before of this.compiled)
        this.steps[before] = this.#unlessSkipped(before, this.steps[before]);
    }
    return final !== undefined;
  }

  /** A step that has no effect while vector instructions are skipped, unless it is scalar. */
  #unlessSkipped(number: number, step: Step | undefined): Step | undefined {
    const unit = this.classOf(number);
    if (step === undefined || unit === undefined || unit === 'SALU' || unit === 'SMEM') return step;
    return (wave) => {
      if (!wave.skipsVector) step(wave);
    };
  }

  /** The unit that executes an instruction; `undefined` when none does. */
  classOf(number: number): Unit | undefined {
    const instruction = this.#program.instructions[number];
    if (instruction === undefined || this.#compilerOf(instruction) === undefined) return undefined;
    const { unit } = factsOf(instruction, this.#environment.target);
    return unit === 'unknown' ? undefined : unit;
  }

  /** The registers that an instruction touches; `undefined` when they are not known. */
  use(number: number): RegisterUse | undefined {
    const known = this.#uses.get(number);
    if (known !== undefined) return known;
    const instruction = this.#program.instructions[number];
    const use = instruction && useOf(instruction, this.#environment);
    if (this.#uses.size >= MOST_USES) this.#uses.clear();
    if (use !== undefined) this.#uses.set(number, use);
    return use;
  }

  #compilerOf(instruction: Instruction): CompileInstruction | undefined {
    const { unit } = factsOf(instruction, this.#environment.target);
    return unit === 'unknown' ? undefined : this.#families[unit].get(instruction.mnemonic);
  }
}

const idle: Step = () => {};

/** A step that writes `null`, which reads as 0 afterwards as before. */
function forgetting(step: Step | undefined): Step | undefined {
  if (step === undefined) return undefined;
  return (wave) => {
    step(wave);
    wave.s.fill(0, NULL, NULL + NULL_WORDS);
  };
}

/** Registers of a wave, by file. */
function registersOf(target: Target): Readonly<Record<'v' | 'a' | 's', number>> {
  const code = codeOf(target);
  // Registers above v255 are there on gfx1250 (`high-registers.ts`).
  const isTaken = code.family === 'cdna' ? code.matrix !== undefined : code.generation === 5;
  const accumulators = isTaken ? 256 : 0;
  return { v: 256, a: accumulators, s: code.scalarRegisters.value };
}

/** A register, constant or offset that no encoding has room for, as a text; `undefined` where all fit. */
function tooLarge(instruction: Instruction, target: Target): string | undefined {
  const { operands, modifiers } = instruction;
  const sizes = registersOf(target);
  const bits = factsOf(instruction, target).wide === true ? 64 : 32;
  for (const operand of operands) {
    if (operand.kind === 'register') {
      const { file, index, count } = operand;
      const size = sizes[file];
      if (index + count > size) return `there is no register ${file}${Math.max(index, size)}`;
    }
    if (operand.kind !== 'integer') continue;
    const { value } = operand;
    const signed = BigInt.asUintN(64, value) === value ? BigInt.asIntN(64, value) : value;
    const fits = BigInt.asUintN(bits, value) === value || BigInt.asIntN(bits, signed) === signed;
    if (!fits) return `a constant has more than ${bits} bits`;
  }
  const offset = modifiers.get('offset');
  const fits = typeof offset !== 'number' || Math.abs(offset) < 2 ** 21;
  return fits ? undefined : `the offset ${offset} is larger than any instruction has`;
}
