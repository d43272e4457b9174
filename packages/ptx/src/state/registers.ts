/**
 * Where the registers of a module are in the file of a warp, in words.
 *
 *     %r1   .b32     32 words, one per lane           %rd1  .b64   64 words, low and high of a lane side by side
 *     %p1   .pred    one word, a bit per lane         %tid.x ...   32 words, filled when the warp starts
 *
 * Each function has places of its own: calls move nothing, and a function that calls itself saves them.
 */
import { roundUp } from '@ldscope/core';
import type { PtxFunction, Register } from '../text/program.ts';
import { bitsOf } from '../text/types.ts';

const LANES = 32;

/** Words of a register. */
export function wordsOf({ type }: Register): number {
  const bits = bitsOf(type);
  if (type === 'pred') return 1;
  return bits === 128 ? 4 * LANES : bits === 64 ? 2 * LANES : LANES;
}

/** Words by which a function's registers begin at a whole row. */
const align = (words: number): number => roundUp(words, LANES);

export class RegisterFile {
  #words = 0;
  readonly #specials = new Map<string, number>();

  get words(): number {
    return this.#words;
  }

  /** Special registers that the module reads, with their places. */
  get specials(): ReadonlyMap<string, number> {
    return this.#specials;
  }

  /** The place of a special register. */
  special(name: string): number {
    const known = this.#specials.get(name);
    if (known !== undefined) return known;
    const at = this.#take(2 * LANES);
    this.#specials.set(name, at);
    return at;
  }

  /** Places of a function's registers by their ids, and the range that all of them take. */
  add({ registers }: PtxFunction): FunctionRegisters {
    const offsets = new Int32Array(registers.length);
    const start = this.#words;
    // Predicates are words of their own: they are behind the rows.
    for (const wide of [true, false]) {
      for (const register of registers) {
        if ((register.type === 'pred') === wide) continue;
        offsets[register.id] = this.#words;
        this.#words += wordsOf(register);
      }
    }
    this.#words = align(this.#words);
    return { offsets, start, end: this.#words };
  }

  #take(words: number): number {
    const at = this.#words;
    this.#words += words;
    return at;
  }
}

export interface FunctionRegisters {
  readonly offsets: Int32Array;
  readonly start: number;
  readonly end: number;
}
