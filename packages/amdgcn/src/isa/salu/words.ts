/**
 * Scalar instructions with a result of 32 bits (SOP1, SOP2, SOPK), one row each.
 * Source: AMD CDNA3 ISA, "Scalar ALU Operations"; sources arrive as unsigned words.
 */
import { countOnes, signedHalf } from '@ldscope/core';
import type { Wave } from '../../state/wave.ts';
import type { Sum } from '../row.ts';
import {
  computes,
  flag,
  type Implicit,
  moveBy,
  row,
  type SaluFacts,
  type SaluRow,
  SCC,
  tableOf,
  words,
} from './row.ts';

function addSigned(a: number, b: number, wave: Wave): number {
  const sum = (a | 0) + (b | 0);
  flag(wave, sum !== (sum | 0));
  return sum;
}

function subtractSigned(a: number, b: number, wave: Wave): number {
  const difference = (a | 0) - (b | 0);
  flag(wave, difference !== (difference | 0));
  return difference;
}

function sum(a: number, b: number, wave: Wave): number {
  flag(wave, a + b > 0xffffffff);
  return a + b;
}

function select(wave: Wave, first: boolean, a: number, b: number): number {
  flag(wave, first);
  return first ? a : b;
}

/** Bits of a field: offset in the low 5 bits, width in bits 16-22. */
function field(a: number, b: number): number {
  const width = (b >>> 16) & 0x7f;
  if (width === 0) return 0;
  const shifted = a >>> (b & 31);
  return width >= 32 ? shifted : shifted & (2 ** width - 1);
}

function signedField(a: number, b: number): number {
  const width = (b >>> 16) & 0x7f;
  if (width === 0) return 0;
  const shifted = (a | 0) >> (b & 31);
  return width >= 32 ? shifted : (shifted << (32 - width)) >> (32 - width);
}

function highProduct(a: number, b: number): number {
  const low = (a & 0xffff) * b;
  const high = (a >>> 16) * b;
  return Math.floor((high + Math.floor(low / 65536)) / 65536);
}

function signedHighProduct(a: number, b: number): number {
  const unsigned = highProduct(a, b);
  return unsigned - (a >>> 31 === 1 ? b : 0) - (b >>> 31 === 1 ? a : 0);
}

export function reverseBits(a: number): number {
  let value = a;
  value = ((value >>> 1) & 0x55555555) | ((value & 0x55555555) << 1);
  value = ((value >>> 2) & 0x33333333) | ((value & 0x33333333) << 2);
  value = ((value >>> 4) & 0x0f0f0f0f) | ((value & 0x0f0f0f0f) << 4);
  value = ((value >>> 8) & 0x00ff00ff) | ((value & 0x00ff00ff) << 8);
  return ((value >>> 16) | (value << 16)) >>> 0;
}

/** Position of the lowest one; -1 when there is none. */
export function lowestOne(a: number): number {
  return a === 0 ? -1 : 31 - Math.clz32(a & -a);
}

/** Zeros above the highest one; -1 when there is none. */
const leadingZeros = (a: number): number => (a === 0 ? -1 : Math.clz32(a));

/** Bits that repeat the sign, counted from the top; -1 when all do. */
const signBits = (a: number): number => leadingZeros((a | 0) < 0 ? ~a >>> 0 : a);

/** Each group of four bits becomes all ones when one of its bits is set. */
export function wholeQuads(a: number): number {
  const any = (a | (a >>> 1) | (a >>> 2) | (a >>> 3)) & 0x11111111;
  return (any * 15) >>> 0;
}

/** One bit for each group of four that has a bit set. */
export function quadMask(a: number): number {
  let mask = 0;
  for (let quad = 0; quad < 8; quad++) if (((a >>> (4 * quad)) & 15) !== 0) mask |= 1 << quad;
  return mask;
}

const writesScc = { writes: SCC };
const short = { short: true } as const;
const readsScc = { reads: SCC };
const both = { reads: SCC, writes: SCC };

type Result = (a: number, b: number, wave: Wave) => number;

type Others = Implicit & Omit<Partial<SaluFacts>, keyof typeof computes>;

const word = (name: string, operands: string, others: Others, result: Result): SaluRow =>
  row(name, operands, words(result), { ...computes, ...others });
/** Sets scc where the result is not 0. */
const tested = (name: string, operands: string, result: Result, others: Others = {}): SaluRow =>
  row(name, operands, words(result, 'nonzero'), { ...computes, ...writesScc, ...others });
const logic = (verb: string, operands: string, result: (a: number, b: number) => number): SaluRow =>
  tested(`s_${verb}_b32`, operands, result, { logic: { table: tableOf(result) } });
const unary = (name: string, result: (a: number) => number): SaluRow =>
  word(name, 'w1 r1', {}, result);
const unaryScc = (name: string, result: (a: number) => number): SaluRow =>
  tested(name, 'w1 r1', result);
const binary = (name: string, result: Result): SaluRow => word(name, 'w1 r1 r1', {}, result);
const flagged = (name: string, result: Result, sum?: Sum): SaluRow =>
  word(name, 'w1 r1 r1', { ...writesScc, ...(sum && { sum }) }, result);

export const wordRows: readonly SaluRow[] = [
  word('s_mov_b32', 'w1 r1', { sum: 'a', logic: { table: tableOf((a) => a) } }, (a) => a),
  word('s_movk_i32', 'w1 r1', short, signedHalf),
  word('s_cmov_b32', 'b1 r1', readsScc, (old, a, wave) => (wave.scc === 1 ? a : old)),
  word('s_cmovk_i32', 'b1 r1', { ...readsScc, ...short }, (old, a, wave) =>
    wave.scc === 1 ? signedHalf(a) : old,
  ),
  logic('not', 'w1 r1', (a) => ~a),
  unaryScc('s_wqm_b32', wholeQuads),
  unaryScc('s_quadmask_b32', quadMask),
  unary('s_brev_b32', reverseBits),
  unaryScc('s_bcnt0_i32_b32', (a) => 32 - countOnes(a)),
  unaryScc('s_bcnt1_i32_b32', countOnes),
  unary('s_ff0_i32_b32', (a) => lowestOne(~a >>> 0)),
  unary('s_ff1_i32_b32', lowestOne),
  unary('s_flbit_i32_b32', leadingZeros),
  unary('s_flbit_i32', signBits),
  unary('s_sext_i32_i8', (a) => (a << 24) >> 24),
  unary('s_sext_i32_i16', (a) => (a << 16) >> 16),
  word('s_bitset0_b32', 'b1 r1', {}, (old, a) => old & ~(1 << (a & 31))),
  word('s_bitset1_b32', 'b1 r1', {}, (old, a) => old | (1 << (a & 31))),
  unaryScc('s_abs_i32', (a) => Math.abs(a | 0)),

  flagged('s_add_u32', sum, 'a + b'),
  flagged(
    's_sub_u32',
    (a, b, wave) => {
      flag(wave, b > a);
      return a - b;
    },
    'a - b',
  ),
  flagged('s_add_i32', addSigned, 'a + b'),
  flagged('s_sub_i32', subtractSigned, 'a - b'),
  word('s_addk_i32', 'b1 r1', { ...writesScc, ...short, sum: 'd + a' }, (old, a, wave) =>
    addSigned(old, signedHalf(a), wave),
  ),
  word('s_mulk_i32', 'b1 r1', { ...short, sum: 'd * a' }, (old, a) =>
    Math.imul(old, signedHalf(a)),
  ),
  word('s_addc_u32', 'w1 r1 r1', both, (a, b, wave) => sum(a, b + wave.scc, wave)),
  word('s_subb_u32', 'w1 r1 r1', both, (a, b, wave) => {
    const taken = b + wave.scc;
    flag(wave, taken > a);
    return a - taken;
  }),
  flagged('s_min_i32', (a, b, wave) => select(wave, (a | 0) < (b | 0), a, b)),
  flagged('s_min_u32', (a, b, wave) => select(wave, a < b, a, b)),
  // The ISA document writes >= here; tinygrad corrects it to > after runs on hardware. It shows in scc only.
  flagged('s_max_i32', (a, b, wave) => select(wave, (a | 0) > (b | 0), a, b)),
  flagged('s_max_u32', (a, b, wave) => select(wave, a > b, a, b)),
  word('s_cselect_b32', 'w1 r1 r1', readsScc, (a, b, wave) => (wave.scc === 1 ? a : b)),
  logic('and', 'w1 r1 r1', (a, b) => a & b),
  logic('or', 'w1 r1 r1', (a, b) => a | b),
  logic('xor', 'w1 r1 r1', (a, b) => a ^ b),
  logic('andn2', 'w1 r1 r1', (a, b) => a & ~b),
  logic('orn2', 'w1 r1 r1', (a, b) => a | ~b),
  logic('nand', 'w1 r1 r1', (a, b) => ~(a & b)),
  logic('nor', 'w1 r1 r1', (a, b) => ~(a | b)),
  logic('xnor', 'w1 r1 r1', (a, b) => ~(a ^ b)),
  tested('s_lshl_b32', 'w1 r1 r1', (a, b) => a << (b & 31), { sum: 'a << b' }),
  tested('s_lshr_b32', 'w1 r1 r1', (a, b) => a >>> (b & 31)),
  tested('s_ashr_i32', 'w1 r1 r1', (a, b) => (a | 0) >> (b & 31)),
  binary('s_bfm_b32', (a, b) => (2 ** (a & 31) - 1) << (b & 31)),
  word('s_mul_i32', 'w1 r1 r1', { sum: 'a * b' }, (a, b) => Math.imul(a, b)),
  binary('s_mul_hi_u32', highProduct),
  binary('s_mul_hi_i32', signedHighProduct),
  tested('s_bfe_u32', 'w1 r1 r1', field),
  tested('s_bfe_i32', 'w1 r1 r1', signedField),
  tested('s_absdiff_i32', 'w1 r1 r1', (a, b) => Math.abs(((a | 0) - (b | 0)) | 0)),
  ...([1, 2, 3, 4] as const).map((by) =>
    flagged(`s_lshl${by}_add_u32`, (a, b, wave) => sum(a * 2 ** by, b, wave), `(a << ${by}) + b`),
  ),
  binary('s_pack_ll_b32_b16', (a, b) => (a & 0xffff) | (b << 16)),
  binary('s_pack_lh_b32_b16', (a, b) => (a & 0xffff) | (b & 0xffff0000)),
  binary('s_pack_hh_b32_b16', (a, b) => (a >>> 16) | (b & 0xffff0000)),
  ...moveBy('b32'),
];
