/**
 * From registers to a matrix: one list says for each element of the matrix which word holds it.
 *
 *     into[n] = decode(u[base + words[n]] >> shifts[n])      words: 64 * register + lane, from the first register
 *
 * Broadcasts are part of the list and cost nothing when the instruction is executed: `cbsz` and `abid` let blocks
 * of A take another block's elements, `blgp` lets lanes of B take another lane's.
 */
import { elementsPerLane, operandPosition, type MatrixShape } from '@ldscope/core';
import { LANES, type Wave } from '../../state/wave.ts';
import type { ElementFormat } from './formats.ts';

export interface GatherTable {
  /** Offset of the (first) word of each element. */
  readonly words: Uint32Array;
  /** Low bit of each element in its word. */
  readonly shifts: Uint8Array;
}

export interface GatherOptions {
  /** Consecutive k of a lane; all of its elements when absent. */
  readonly chunk?: number | undefined;
  /** Whether k or the row runs fastest in the matrix: `row` for A, `k` for B. */
  readonly major: 'row' | 'k';
  /** The block whose elements a block takes. */
  readonly blockOf?: (block: number) => number;
  /** The lane whose registers a lane takes. */
  readonly laneOf?: (lane: number) => number;
}

/** Makes the list of an operand: of a `blocks x m x k` matrix (A), or a `blocks x k x n` one (B). */
export function gatherTable(
  shape: MatrixShape,
  bits: number,
  { chunk, major, blockOf = (block) => block, laneOf = (lane) => lane }: GatherOptions,
): GatherTable {
  const { m, k, blocks } = shape;
  const count = elementsPerLane(shape).operand;
  const index = (block: number, row: number, at: number): number =>
    major === 'row' ? (block * m + row) * k + at : (block * k + at) * m + row;
  const words = new Uint32Array(blocks * m * k);
  const shifts = new Uint8Array(blocks * m * k);
  for (let element = 0; element < count; element++) {
    for (let lane = 0; lane < LANES; lane++) {
      const at = operandPosition(shape, lane, element, chunk);
      const bit = element * bits;
      const to = index(at.block, at.row, at.k);
      words[to] = LANES * Math.floor(bit / 32) + laneOf(lane);
      shifts[to] = bit % 32;
    }
  }
  const plainWords = words.slice();
  const plainShifts = shifts.slice();
  for (let block = 0; block < blocks; block++) {
    const from = index(blockOf(block), 0, 0);
    const to = index(block, 0, 0);
    words.set(plainWords.subarray(from, from + m * k), to);
    shifts.set(plainShifts.subarray(from, from + m * k), to);
  }
  return { words, shifts };
}

/** Reads an operand that starts at word `base` of the wave's registers. */
export function gather(
  wave: Wave,
  base: number,
  format: ElementFormat,
  list: GatherTable,
  into: Float64Array,
): void {
  switch (format.kind) {
    case 'table':
      if (32 % format.bits === 0) gatherSmall(wave.u, base, format.bits, format.table, list, into);
      else gatherStraddling(wave.u, base, format.bits, format.table, list, into);
      return;
    case 'f32':
      gatherF32(wave.f, base, list, into);
      return;
    case 'xf32':
      gatherXf32(wave.u, base, list, into);
      return;
    default:
      gatherF64(wave.u, base, list, into);
  }
}

function gatherSmall(
  u: Uint32Array,
  base: number,
  bits: number,
  table: Float32Array,
  { words, shifts }: GatherTable,
  into: Float64Array,
): void {
  const mask = (1 << bits) - 1;
  for (let n = 0; n < words.length; n++) {
    const word = u[base + (words[n] ?? 0)] ?? 0;
    into[n] = table[(word >>> (shifts[n] ?? 0)) & mask] ?? 0;
  }
}

/** Elements of 6 bits begin in one word and end in the next. */
function gatherStraddling(
  u: Uint32Array,
  base: number,
  bits: number,
  table: Float32Array,
  { words, shifts }: GatherTable,
  into: Float64Array,
): void {
  const mask = (1 << bits) - 1;
  for (let n = 0; n < words.length; n++) {
    const at = base + (words[n] ?? 0);
    const shift = shifts[n] ?? 0;
    let value = (u[at] ?? 0) >>> shift;
    if (shift + bits > 32) value |= (u[at + LANES] ?? 0) << (32 - shift);
    into[n] = table[value & mask] ?? 0;
  }
}

function gatherF32(
  f: Float32Array,
  base: number,
  { words }: GatherTable,
  into: Float64Array,
): void {
  for (let n = 0; n < words.length; n++) into[n] = f[base + (words[n] ?? 0)] ?? 0;
}

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);
/** The bits of an xf32 that the matrix core reads: sign, exponent and 10 bits of the mantissa. */
const XF32_MASK = 0xffffe000;

function gatherXf32(
  u: Uint32Array,
  base: number,
  { words }: GatherTable,
  into: Float64Array,
): void {
  for (let n = 0; n < words.length; n++) {
    singleBits[0] = (u[base + (words[n] ?? 0)] ?? 0) & XF32_MASK;
    into[n] = single[0] ?? 0;
  }
}

const double = new Float64Array(1);
const doubleBits = new Uint32Array(double.buffer);

function gatherF64(u: Uint32Array, base: number, { words }: GatherTable, into: Float64Array): void {
  for (let n = 0; n < words.length; n++) {
    const at = base + (words[n] ?? 0);
    doubleBits[0] = u[at] ?? 0;
    doubleBits[1] = u[at + LANES] ?? 0;
    into[n] = double[0] ?? 0;
  }
}
