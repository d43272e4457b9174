/**
 * Runs of instructions that are executed as one: compiled to WebAssembly when they have been executed often enough.
 *
 *     add ─┐
 *     shl  ├ a block: one call for four lanes at a time, nothing dispatched between
 *     fma ─┘
 *     load   a step
 *
 * A block is another way to do what the steps of its instructions do, so that whoever runs them may take either.
 */
import { encodeModule, instantiate } from '../wasm/module.ts';
import type { ModuleFunction } from '../wasm/module.ts';
import type { RegisterMemory } from './register-memory.ts';

/** Instructions of a block at most: engines optimise a function as a whole. */
export const LONGEST_BLOCK = 48;
/** Blocks that are kept for the process. */
const MOST_KEPT = 4096;

/** By instruction: how often execution came to it where a block may begin; it begins nowhere else. */
export type Heat = Uint16Array;

export const coldProgram = (length: number): Heat => new Uint16Array(length + 1);

/** The blocks of a program by the instructions that they begin at. */
export class Blocks<Block extends { readonly length: number }> {
  /** Blocks that programs of this process have had so far, compiled for them or kept from others: tests read it. */
  static had = 0;

  /** How often an instruction is executed before it is worth a block. */
  readonly #often: number;
  readonly #heat: Heat;
  readonly #isMade: Uint8Array;
  readonly #blocks: (Block | undefined)[] = [];
  readonly #make: (start: number) => Block | undefined;

  /**
   * `starts`: where a block may begin; where one ends another may. `make`: the longest block from an instruction on. `heat`: of the
   * program, where it was executed before.
   */
  constructor(
    length: number,
    starts: Iterable<number>,
    often: number,
    make: (start: number) => Block | undefined,
    heat = coldProgram(length),
  ) {
    this.#heat = heat;
    for (const number of starts) this.#heat[number] ||= 1;
    this.#isMade = new Uint8Array(length);
    this.#blocks.length = length;
    this.#often = often;
    this.#make = make;
  }

  /** The block that begins at an instruction that is to be executed, once that has happened often. */
  at(number: number): Block | undefined {
    const heat = this.#heat[number] ?? 0;
    if (heat === 0) return undefined;
    if (heat < this.#often) {
      this.#heat[number] = heat + 1;
      return undefined;
    }
    if (this.#isMade[number] === 0) this.#blocks[number] = this.#made(number);
    return this.#blocks[number];
  }

  #made(number: number): Block | undefined {
    this.#isMade[number] = 1;
    const block = this.#make(number);
    this.#heat[number + (block?.length ?? 1)] ||= 1;
    if (block === undefined || block.length <= 1) return undefined;
    Blocks.had += 1;
    return block;
  }
}

/** Compiled code, kept for all launches of the process by what it does. */
export class CompiledCode<Compiled> {
  readonly #kept = new Map<string, Compiled | undefined>();

  get(key: string, compile: () => Compiled | undefined): Compiled | undefined {
    if (!this.#kept.has(key)) {
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, compile());
    }
    return this.#kept.get(key);
  }
}

/** A function ready to run on the registers in a memory; `undefined` where the engine cannot or may not. */
export function compiledFunction(
  registers: RegisterMemory,
  of: ModuleFunction,
): ((...parameters: number[]) => void) | undefined {
  const { memory } = registers;
  return memory && instantiate(encodeModule('imported', [of]), memory)?.call(of.name);
}
