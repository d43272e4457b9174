/**
 * A and B of WMMA: from registers to matrices of doubles, and their product.
 *
 *     left[16 slots]    row by row, `slots` elements each (k; of sparse A, half as many)
 *     right[k x 16]     a row per k, 16 columns each
 */
import {
  decodeTable,
  smallFloats,
  type WmmaForm,
  wmmaOperandOf,
  type WmmaType,
} from '@ldscope/core';
import { LANES, type VectorRegisters } from '../../state/wave.ts';

export interface SidePlan {
  readonly registers: number;
  readonly bits: number;
  /** Elements of a row of A or column of B. */
  readonly slots: number;
  readonly elements: number;
  readonly lanes: number;
  /** By element: its value by its bits. */
  readonly values: Float32Array;
  /** By element of all lanes: its word behind the first of the operand, its low bit, and where it goes in the matrix. */
  readonly words: Uint32Array;
  readonly shifts: Uint8Array;
  readonly into: Uint16Array;
}

const tables = new Map<string, Float32Array>();

/** Values of a type by their bits. */
export function valuesOf(type: WmmaType, signed: boolean): Float32Array {
  const key = `${type} ${signed}`;
  let values = tables.get(key);
  if (values === undefined) {
    values = makeValues(type, signed);
    tables.set(key, values);
  }
  return values;
}

const FORMATS: Readonly<Partial<Record<WmmaType, string>>> = {
  f16: 'f16',
  bf16: 'bf16',
  fp8: 'f8E4M3FN',
  bf8: 'f8E5M2',
};

function makeValues(type: WmmaType, signed: boolean): Float32Array {
  // Read as they are.
  if (type === 'f32') return new Float32Array();
  if (type === 'iu8' || type === 'iu4') {
    const bits = type === 'iu8' ? 8 : 4;
    return Float32Array.from({ length: 2 ** bits }, (_, code) =>
      signed ? (code << (32 - bits)) >> (32 - bits) : code,
    );
  }
  const format = smallFloats[FORMATS[type] ?? ''];
  if (format === undefined) throw new Error(`no number format of ${type}`);
  return new Float32Array(decodeTable(format));
}

/** How A or B of a form is read in waves of 32 or 64 lanes. */
export function sidePlan(
  form: WmmaForm,
  side: 'a' | 'b',
  waveSize: 32 | 64,
  signed: boolean,
): SidePlan {
  const { lanes, elements, bits, slots, at } = wmmaOperandOf(form, side, waveSize);
  const count = lanes * elements;
  const words = new Uint32Array(count);
  const shifts = new Uint8Array(count);
  const into = new Uint16Array(count);
  for (let lane = 0; lane < lanes; lane++) {
    for (let element = 0; element < elements; element++) {
      const n = lane * elements + element;
      const { row, slot } = at(lane, element);
      words[n] = LANES * Math.floor((element * bits) / 32) + lane;
      shifts[n] = (element * bits) % 32;
      into[n] = side === 'a' ? slots * row + slot : 16 * slot + row;
    }
  }
  const registers = (elements * bits) / 32;
  return {
    registers,
    bits,
    slots,
    elements,
    lanes,
    values: valuesOf(form[side], signed),
    words,
    shifts,
    into,
  };
}

/** Reads an operand that begins at word `base`. */
export function readSide(
  { u, f }: VectorRegisters,
  base: number,
  { words, shifts, into, values, bits }: SidePlan,
  matrix: Float64Array,
): void {
  if (bits === 32) {
    for (let n = 0; n < words.length; n++) matrix[into[n] ?? 0] = f[base + (words[n] ?? 0)] ?? 0;
    return;
  }
  const mask = 2 ** bits - 1;
  for (let n = 0; n < words.length; n++) {
    const word = u[base + (words[n] ?? 0)] ?? 0;
    matrix[into[n] ?? 0] = values[(word >>> (shifts[n] ?? 0)) & mask] ?? 0;
  }
}

/** Negates the elements in lower and in upper halves of registers. */
export function negateElements(
  matrix: Float64Array,
  { shifts, into }: SidePlan,
  low: boolean,
  high: boolean,
): void {
  for (let n = 0; n < into.length; n++) {
    if ((shifts[n] ?? 0) < 16 ? low : high) {
      const at = into[n] ?? 0;
      matrix[at] = -(matrix[at] ?? 0);
    }
  }
}

/** Adds A B to sums; with positions, A is sparse and they say which k its elements are of. */
export function multiplySides(
  left: Float64Array,
  right: Float64Array,
  slots: number,
  positions: Uint8Array | undefined,
  sums: Float64Array,
): void {
  for (let row = 0; row < 16; row++) {
    for (let slot = 0; slot < slots; slot++) {
      const a = left[slots * row + slot] ?? 0;
      const k = positions === undefined ? slot : (positions[slots * row + slot] ?? 0);
      for (let column = 0; column < 16; column++) {
        const at = 16 * row + column;
        sums[at] = (sums[at] ?? 0) + a * (right[16 * k + column] ?? 0);
      }
    }
  }
}
