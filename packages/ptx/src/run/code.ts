/**
 * A program made ready for warps: a step for each instruction that computes, and the control flow of the others.
 *
 * The instructions of all functions follow one another. Steps are made when their instruction is reached first.
 */
import { type Message, messages, type Slice } from '@ldscope/core';
import { LEFT_OUT, type Order, orderOf, type RunnableBlock, type Step } from '@ldscope/simt';
import type { Blocks } from '@ldscope/core/vector';
import type { Environment } from '../state/environment.ts';
import { type FunctionRegisters, RegisterFile, wordsOf } from '../state/registers.ts';
import { productRegisters, watched } from '../isa/async/wgmma-registers.ts';
import { compileWarpgroupProduct } from '../isa/async/wgmma.ts';
import { compileStep } from '../isa/compile.ts';
import { formProblem } from '../isa/form-problem.ts';
import type { MemoryContext } from '../isa/memory/context.ts';
import { warpLoadOf } from '../isa/memory/warp-load.ts';
import { type Names, sourceOf } from '../isa/operands.ts';
import { plansOf } from '../isa/plan.ts';
import {
  factsOf,
  isComputation,
  isUpdate,
  mayFollow,
  memoryOf,
  readsFirst,
} from '../rows/facts.ts';
import type { Instruction, Module, PtxFunction } from '../text/program.ts';
import { specialsOf } from '../text/specials.ts';
import { blocksOf } from './blocks.ts';
import { functionAt, type Layout } from './layout.ts';
import {
  barrierOf,
  type Control,
  nameOf,
  own,
  placesOf,
  runtimeFunction,
  wordIn,
} from './controls.ts';
import type { Passed } from './passing.ts';
import { registersRead } from './registers-read.ts';

interface Part {
  readonly start: number;
  readonly registers: FunctionRegisters;
  readonly order: Order;
  readonly names: Names;
  /** Ids of registers that its instructions read. */
  readonly reads: () => ReadonlySet<number>;
  /** Ids of registers that products of warpgroups use. */
  readonly products: () => ReadonlySet<number>;
}

export class Code {
  readonly instructions: readonly Instruction[];
  /** By instruction; `undefined` until it is reached, and where control goes elsewhere. */
  readonly steps: (Step | undefined)[];
  readonly controls: (Control | undefined)[];
  readonly order: Float64Array;
  /** The place of the predicate that guards an instruction; -1 without one. */
  readonly guards: Int32Array;
  readonly negated: Uint8Array;
  /** How many instructions from one on are not computed, once that is counted. */
  readonly leftOut: Uint32Array;
  readonly file = new RegisterFile();
  /** Runs of instructions that are executed as one; absent where steps are wrapped. */
  blocks: Blocks<RunnableBlock> | undefined;
  /** Wraps a step so that it also tracks unknown values. */
  wrap: ((number: number, step: Step) => Step) | undefined;
  readonly #module: Module;
  readonly environment: Environment;
  /** Results that are required; all without it. */
  readonly #slice: Pick<Slice, 'wants'> | undefined;
  readonly #layout: Layout;
  /** By function; `undefined` for those that are not executed. */
  readonly #parts: readonly (Part | undefined)[];
  readonly #owner: Int32Array;

  /**
   * `reached`: the functions that are executed; the others take no registers. `slice`: the instructions that are computed;
   * all of them without it.
   */
  constructor(
    module: Module,
    reached: ReadonlySet<number>,
    environment: Environment,
    layout: Layout,
    slice?: Pick<Slice, 'wants'>,
  ) {
    this.#module = module;
    this.environment = environment;
    this.#slice = slice;
    this.#layout = layout;
    this.instructions = module.functions.flatMap(({ instructions }, number) =>
      reached.has(number) ? instructions : [],
    );
    const { length } = this.instructions;
    for (const { operands } of this.instructions)
      // Special registers have their places before warps are made.
      for (const name of operands.flatMap(specialsOf)) this.file.special(name);
    this.steps = Array.from({ length }, () => undefined);
    this.controls = Array.from({ length }, () => undefined);
    this.order = new Float64Array(length);
    this.guards = new Int32Array(length).fill(-1);
    this.negated = new Uint8Array(length);
    this.leftOut = new Uint32Array(length);
    this.#owner = new Int32Array(length);
    let start = 0;
    this.#parts = module.functions.map((of, number) => {
      if (!reached.has(number)) return undefined;
      const registers = this.file.add(of);
      const from = start;
      const names: Names = {
        offsetOf: (id) => registers.offsets[id] ?? 0,
        special: (name) => this.file.special(name),
        addressOf: (name) => layout.addressOf(number, name),
      };
      const order = orderOf(of.instructions.length, (index) => this.#successors(number, index));
      for (const [index, { guard }] of of.instructions.entries()) {
        this.order[from + index] = order.numbers[index] ?? 0;
        this.#owner[from + index] = number;
        if (guard === undefined) continue;
        this.guards[from + index] = registers.offsets[guard.register.id] ?? 0;
        this.negated[from + index] = guard.negated ? 1 : 0;
      }
      start += of.instructions.length;
      let reads: ReadonlySet<number> | undefined;
      let products: ReadonlySet<number> | undefined;
      return {
        start: from,
        registers,
        order,
        names,
        reads: () => (reads ??= registersRead(of.instructions)),
        products: () => (products ??= productRegisters(of)),
      };
    });
  }

  entryOf(functionNumber: number): number {
    return this.#parts[functionNumber]?.start ?? 0;
  }

  ownerOf(number: number): number {
    return this.#owner[number] ?? 0;
  }

  registersOf(functionNumber: number): FunctionRegisters | undefined {
    return this.#parts[functionNumber]?.registers;
  }

  frameBytes(functionNumber: number): number {
    return this.#layout.frameBytes(functionNumber);
  }

  /** Where a group waits that goes from one instruction of a function to another. */
  orderFrom(from: number, to: number): number {
    const part = this.#parts[this.ownerOf(from)];
    return part === undefined ? 0 : part.order.of(from - part.start, to - part.start);
  }

  /** From here on, runs of instructions that compute may be executed as one: their steps are not wrapped. */
  useBlocks(kernel: PtxFunction): void {
    this.blocks = blocksOf({
      kernel,
      length: this.instructions.length,
      plans: (number) => {
        const step = this.steps[number];
        if (step === undefined) return undefined;
        return step === LEFT_OUT ? [] : plansOf(step);
      },
      load: (number) => {
        const step = this.steps[number];
        return step && warpLoadOf(step);
      },
      environment: this.environment,
      guard: (number) => {
        const place = this.guards[number] ?? -1;
        return place < 0 ? undefined : { place, isNegated: this.negated[number] === 1 };
      },
      order: this.order,
    });
  }

  /** Makes an instruction ready; a message when it cannot be executed. */
  compile(number: number): Message | undefined {
    const instruction = this.instructions[number];
    const part = this.#parts[this.ownerOf(number)];
    const of = this.#module.functions[this.ownerOf(number)];
    if (instruction === undefined || part === undefined || of === undefined) return undefined;
    const problem = formProblem(instruction);
    if (problem !== undefined) return problem;
    const control = this.#control(instruction, part);
    if (control !== undefined) {
      if ('code' in control) return control;
      this.controls[number] = control;
      return undefined;
    }
    const wanted = this.#slice?.wants(number) ?? true;
    const context: MemoryContext = {
      number,
      instruction,
      names: part.names,
      environment: this.environment,
      isEntry: of.isEntry,
      movesData: wanted,
      frameBytes: this.frameBytes(this.ownerOf(number)),
      isRead: ({ id }) => part.reads().has(id),
    };
    const memory = memoryOf(instruction);
    // Four warps execute it together.
    if (memory === 'product') {
      const together = compileWarpgroupProduct(context);
      if (typeof together !== 'function') return together;
      this.controls[number] = own({ kind: 'warpgroup', step: together });
      return undefined;
    }
    const compiled = compileStep(context);
    if (typeof compiled !== 'function') return compiled;
    const step = wanted || !isComputation(instruction) ? compiled : LEFT_OUT;
    const products = part.products();
    const checked =
      products.size === 0 ? step : watched(context, products, !readsFirst(instruction), step);
    const followed = this.wrap?.(number, checked) ?? checked;
    if (memory === 'mbarrier-test') this.controls[number] = { kind: 'poll', step: followed };
    else if (this.environment.inTurns && isExchange(instruction))
      this.controls[number] = { kind: 'turn', step: counting(followed) };
    else this.steps[number] = polls(instruction) ? counting(followed) : followed;
    return undefined;
  }

  /** How many instructions from one on are not computed: at least that one. */
  countLeftOut(number: number): number {
    let end = number + 1;
    while (this.steps[end] === LEFT_OUT) end++;
    // The next instruction may not be ready yet.
    if (this.steps[end] !== undefined || this.controls[end] !== undefined)
      this.leftOut[number] = end - number;
    return end - number;
  }

  /** Registers of all functions that are executed. */
  get registerCount(): number {
    return this.#module.functions.reduce(
      (sum, { registers }, number) =>
        this.#parts[number] === undefined ? sum : sum + registers.length,
      0,
    );
  }

  /** The meaning of an instruction's operands. */
  namesOf(number: number): Names | undefined {
    return this.#parts[this.ownerOf(number)]?.names;
  }

  /** True for an instruction of a kernel, whose parameters all threads share. */
  isInEntry(number: number): boolean {
    return this.#module.functions[this.ownerOf(number)]?.isEntry === true;
  }

  /** The first instruction of a function, and how many it has. */
  rangeOf(functionNumber: number): { readonly start: number; readonly count: number } {
    const count = this.#module.functions[functionNumber]?.instructions.length ?? 0;
    return { start: this.entryOf(functionNumber), count };
  }

  /** Instructions of the same function that may follow one; calls come back. */
  successors(number: number): readonly number[] {
    const owner = this.ownerOf(number);
    const start = this.entryOf(owner);
    return this.#successors(owner, number - start).map((next) => start + next);
  }

  /** Where the functions begin that an instruction may enter by their names. */
  calleesOf(number: number): readonly number[] {
    const instruction = this.instructions[number];
    if (instruction === undefined || factsOf(instruction).control !== 'call') return [];
    return instruction.operands.flatMap((operand) => {
      if (operand.kind !== 'symbol') return [];
      const callee = this.#module.functions.findIndex(({ name }) => name === operand.name);
      const part = this.#parts[callee];
      return part === undefined ? [] : [part.start];
    });
  }

  /** Functions that a kernel may call, itself among them: those that are named, also in tables of addresses. */
  static reachedFrom(module: Module, entry: number): ReadonlySet<number> {
    const numbers = new Map(
      module.functions.map(({ name, hasBody }, number) => [name, hasBody ? number : -1]),
    );
    const reached = new Set<number>();
    const pending = [entry];
    const reach = (name: string): void => {
      const callee = numbers.get(name);
      if (callee !== undefined && callee >= 0) pending.push(callee);
    };
    for (const { references } of module.variables) for (const { name } of references) reach(name);
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      if (reached.has(number)) continue;
      reached.add(number);
      for (const { operands } of module.functions[number]?.instructions ?? [])
        for (const operand of operands) if (operand.kind === 'symbol') reach(operand.name);
    }
    return reached;
  }

  /** Instructions of a function that may follow one of it; calls come back. */
  #successors(functionNumber: number, index: number): readonly number[] {
    const of = this.#module.functions[functionNumber];
    const instruction = of?.instructions[index];
    if (of === undefined || instruction === undefined) return [];
    const next = index + 1 < of.instructions.length ? [index + 1] : [];
    const { guard, operands } = instruction;
    const { control } = factsOf(instruction);
    if (mayFollow(instruction)) return next;
    const after = guard === undefined ? [] : next;
    if (control !== 'branch' && control !== 'table') return after;
    const labels =
      control === 'branch' ? [nameOf(operands[0])] : (of.tables.get(nameOf(operands[1])) ?? []);
    const targets = labels.flatMap((label) => of.labels.get(label) ?? []);
    return [...new Set([...after, ...targets.filter((target) => target < of.instructions.length)])];
  }

  #control(instruction: Instruction, part: Part): Control | Message | undefined {
    const { operands, modifiers } = instruction;
    const { names } = part;
    const of = this.#module.functions[this.#parts.indexOf(part)];
    const { control } = factsOf(instruction);
    switch (control) {
      case 'branch': {
        const label = nameOf(operands[0]);
        const target = of?.labels.get(label);
        return target === undefined
          ? messages.ptx.unknownSymbol(label)
          : { kind: 'branch', target: part.start + target };
      }
      case 'table': {
        const index = sourceOf(operands[0], names);
        const labels = of?.tables.get(nameOf(operands[1]));
        if (index === undefined || labels === undefined)
          return messages.ptx.unknownSymbol(nameOf(operands[1]));
        const targets = labels.flatMap((label) => of?.labels.get(label) ?? []);
        return {
          kind: 'table',
          index: wordIn(index),
          place: index.kind === 'register' ? index.offset : undefined,
          targets: targets.map((target) => part.start + target),
        };
      }
      case 'exit':
        return { kind: 'exit' };
      case 'return':
      case 'trap':
        return own({ kind: control });
      case 'break':
        return own({ kind: 'trap' });
      case 'call':
        return this.#call(instruction, part);
      case 'barrier':
        return barrierOf(modifiers, operands, names);
      case 'none':
        return undefined;
    }
  }

  /** `call (results), callee, (arguments)`: any of the lists may be absent. */
  #call({ operands }: Instruction, { names }: Part): Control | Message {
    const lists = operands.filter((operand) => operand.kind === 'list');
    const index = operands.findIndex((operand) => operand.kind !== 'list');
    const callee = operands[index];
    const [results, passed] = index > 0 ? [lists[0], lists[1]] : [undefined, lists[0]];
    if (callee === undefined) return messages.ptx.operand('call', 1);
    const [given, taken] = [placesOf(passed, names), placesOf(results, names)];
    if (given === undefined || taken === undefined) return messages.ptx.operand('call', 1);
    if (callee.kind === 'symbol') {
      const number = this.#module.functions.findIndex(
        ({ name, hasBody }) => name === callee.name && hasBody,
      );
      if (number >= 0) return own({ kind: 'call', callee: number, passed: given, results: taken });
      const name = runtimeFunction(callee.name);
      return name === undefined
        ? messages.ptx.unknownSymbol(callee.name)
        : own({ kind: 'runtime', name, passed: given, results: taken });
    }
    const source = sourceOf(callee, names);
    return source === undefined
      ? messages.ptx.operand('call', 1)
      : own({ kind: 'call', callee: source, passed: given, results: taken });
  }

  /** Where a function has its parameters or results. */
  placesOf(functionNumber: number, which: 'parameters' | 'results'): readonly Passed[] {
    const of = this.#module.functions[functionNumber];
    const { offsets } = this.registersOf(functionNumber) ?? {};
    return (of?.[which] ?? []).map(({ name, bytes, register }): Passed => {
      if (register === undefined)
        return {
          kind: 'frame',
          at: this.#layout.addressOf(functionNumber, name)?.value ?? 0,
          bytes,
        };
      const offset = offsets?.[register.id] ?? 0;
      return {
        kind: 'value',
        source: { kind: 'register', offset, type: register.type, negated: false },
      };
    });
  }

  /** Each register of a function: its place and words. */
  forEachRegister(functionNumber: number, of: (offset: number, words: number) => void): void {
    const registers = this.registersOf(functionNumber);
    for (const register of this.#module.functions[functionNumber]?.registers ?? []) {
      of(registers?.offsets[register.id] ?? 0, wordsOf(register));
    }
  }

  /** The function at an address; `undefined` where there is none that can be reached. */
  calleeAt(address: number): number | undefined {
    const number = functionAt(address);
    return this.#parts[number] === undefined ? undefined : number;
  }
}

/** True for instructions by which a loop may wait: atomics, and loads that see the writes of others. */
const polls = (instruction: Instruction): boolean =>
  (isUpdate(instruction) && !readsFirst(instruction)) ||
  (memoryOf(instruction) === 'load' &&
    ['volatile', 'relaxed', 'acquire'].some((word) => instruction.modifiers.includes(word)));

const isExchange = (instruction: Instruction): boolean =>
  isUpdate(instruction) &&
  !instruction.modifiers.includes('global') &&
  ['cas', 'exch'].some((word) => instruction.modifiers.includes(word));

const counting =
  (step: Step): Step =>
  (warp, mask) => {
    warp.polls++;
    warp.spins++;
    step(warp, mask);
  };
