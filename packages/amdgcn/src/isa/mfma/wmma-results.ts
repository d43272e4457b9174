/** Where C and D of WMMA are in registers, and the indices of sparse A. */
import { type WmmaForm, wmmaRow } from '@ldscope/core';
import { LANES } from '../../state/wave.ts';
import type { SidePlan } from './wmma-sides.ts';

export interface ResultPlan {
  readonly registers: number;
  /** By element, row by row: its word behind the first of the operand, and the low bit of packed halves. */
  readonly words: Uint32Array;
  readonly shifts: Uint8Array;
}

/** The places of D of a form; from RDNA4 on results of 16 bits are packed, on RDNA3 they take half of a register each. */
export function resultPlan(form: WmmaForm, waveSize: 32 | 64): ResultPlan {
  const count = 256 / waveSize;
  const packed = form.generation >= 4 && (form.d === 'f16' || form.d === 'bf16');
  const words = new Uint32Array(256);
  const shifts = new Uint8Array(256);
  for (let lane = 0; lane < waveSize; lane++) {
    for (let element = 0; element < count; element++) {
      const n = 16 * wmmaRow(form, waveSize, lane, element) + (lane % 16);
      words[n] = LANES * (packed ? element >> 1 : element) + lane;
      shifts[n] = packed && element % 2 === 1 ? 16 : 0;
    }
  }
  return { registers: packed ? count / 2 : count, words, shifts };
}

/** By element of sparse A, row by row: word and low bit of its two bits of index, and the first k that it may be of. */
export interface IndexPlan {
  readonly words: Uint32Array;
  readonly shifts: Uint8Array;
  readonly first: Uint8Array;
}

/**
 * The lane that holds elements of A holds their indices, two bits each in the order of the elements. The bits that they need
 * are a set; the register has several sets unless one fills it. `undefined` for a set that it does not have.
 */
export function indexPlan(a: SidePlan, set: number): IndexPlan | undefined {
  const bits = 2 * a.elements;
  if ((set + 1) * bits > 32) return undefined;
  const words = new Uint32Array(a.into.length);
  const shifts = new Uint8Array(a.into.length);
  const first = new Uint8Array(a.into.length);
  for (const [n, place] of a.into.entries()) {
    words[place] = Math.floor(n / a.elements);
    shifts[place] = set * bits + 2 * (n % a.elements);
    first[place] = 4 * ((place % a.slots) >> 1);
  }
  return { words, shifts, first };
}

/** The k of each element of A. */
export function readIndices(
  u: Uint32Array,
  base: number,
  { words, shifts, first }: IndexPlan,
  positions: Uint8Array,
): void {
  for (let n = 0; n < words.length; n++) {
    const index = ((u[base + (words[n] ?? 0)] ?? 0) >>> (shifts[n] ?? 0)) & 3;
    positions[n] = (first[n] ?? 0) + index;
  }
}
