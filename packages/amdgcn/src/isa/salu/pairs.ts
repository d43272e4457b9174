/**
 * Scalar instructions with operands of 64 bits, one row each; a value is a low and a high word.
 * Source: AMD CDNA3 ISA, "Scalar ALU Operations".
 */
import { countOnes } from '@ldscope/core';
import { EXEC, type Wave } from '../../state/wave.ts';
import type { Logic } from '../row.ts';
import {
  bitwise,
  computes,
  flag,
  type Implicit,
  type Make,
  moveBy,
  type PairAction,
  pairs,
  row,
  type SaluRow,
  SCC,
  tableOf,
} from './row.ts';
import { lowestOne, quadMask, reverseBits, wholeQuads } from './words.ts';

function store(wave: Wave, d: number, low: number, high: number): void {
  wave.setPair(d, low, high);
  flag(wave, low !== 0 || high !== 0);
}

/** Shifts a pair; `by` is 0 to 63. */
function shiftLeft(wave: Wave, d: number, low: number, high: number, by: number): void {
  if (by >= 32) store(wave, d, 0, low << (by - 32));
  else if (by === 0) store(wave, d, low, high);
  else store(wave, d, low << by, (high << by) | (low >>> (32 - by)));
}

/** Shifts a pair right; `fill` comes in from above: 0 or -1. */
function shiftRight(
  wave: Wave,
  d: number,
  low: number,
  high: number,
  by: number,
  fill: number,
): void {
  if (by === 0) store(wave, d, low, high);
  else if (by < 32)
    store(wave, d, (low >>> by) | (high << (32 - by)), (high >>> by) | (fill << (32 - by)));
  else if (by === 32) store(wave, d, high, fill);
  else store(wave, d, (high >>> (by - 32)) | (fill << (64 - by)), fill);
}

/** Offset in the low 6 bits, width in bits 16-22. */
function field(signed: boolean): Make {
  return pairs((wave, d, al, ah, bl) => {
    const width = (bl >>> 16) & 0x7f;
    const fill = signed && ah >>> 31 === 1 ? -1 : 0;
    shiftRight(wave, d, al, ah, bl & 63, fill);
    if (width >= 64) return;
    const [low, high] = [wave.s[d] ?? 0, wave.s[d + 1] ?? 0];
    // Shifts the field to the top and back, so that the bits above it are dropped or become its sign.
    shiftLeft(wave, d, low, high, (64 - width) & 63);
    const [upLow, upHigh] = width === 0 ? [0, 0] : [wave.s[d] ?? 0, wave.s[d + 1] ?? 0];
    const sign = signed && upHigh >>> 31 === 1 ? -1 : 0;
    shiftRight(wave, d, upLow, upHigh, (64 - width) & 63, sign);
  });
}

const leading = (low: number, high: number): number =>
  high !== 0 ? Math.clz32(high) : low !== 0 ? 32 + Math.clz32(low) : -1;
const lowest = (low: number, high: number): number =>
  low !== 0 ? lowestOne(low) : high !== 0 ? 32 + lowestOne(high) : -1;

/** One word from a pair. */
const toWord = (
  name: string,
  result: (low: number, high: number) => number,
  scc?: 'nonzero',
): SaluRow =>
  row(
    name,
    'w1 r2',
    ({ d, a }) =>
      (wave) => {
        const value = result(a.low(wave), a.high(wave)) >>> 0;
        wave.s[d] = value;
        if (scc !== undefined) flag(wave, value !== 0);
      },
    scc === undefined ? computes : { ...computes, writes: SCC },
  );

const none = {};
const writesScc = { writes: SCC };
const readsScc = { reads: SCC };

const pair = (name: string, operands: string, implicit: Implicit, act: PairAction): SaluRow =>
  row(name, operands, pairs(act), { ...computes, ...implicit });
const logic = (verb: string, operands: string, result: (a: number, b: number) => number): SaluRow =>
  row(`s_${verb}_b64`, operands, bitwise(result), {
    ...computes,
    ...writesScc,
    logic: { table: tableOf(result) },
  });

/** exec becomes `result(source, exec)`; the destination gets exec as it was, or as it becomes. */
function withExec(
  name: string,
  result: (source: number, exec: number) => number,
  destination: 'old' | 'new',
): SaluRow {
  const logic: Logic = { table: tableOf(result), exec: destination === 'old' ? 'saved' : 'copied' };
  return row(
    name,
    'w2 r2',
    ({ d, a }) =>
      (wave) => {
        const [oldLow, oldHigh] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
        const low = result(a.low(wave), oldLow) >>> 0;
        const high = result(a.high(wave), oldHigh) >>> 0;
        if (destination === 'old') wave.setPair(d, oldLow, oldHigh);
        else wave.setPair(d, low, high);
        store(wave, EXEC, low, high);
      },
    { ...computes, logic, reads: [EXEC, EXEC + 1], writes: [EXEC, EXEC + 1, ...SCC] },
  );
}

const move: Make = pairs((wave, d, al, ah) => wave.setPair(d, al, ah));

/** Writes one bit of a pair: the source names it. */
const setBit = (value: 0 | 1): Make =>
  pairs((wave, d, al, ah, bl) => {
    const bit = 1 << (bl & 31);
    const inHigh = (bl & 32) !== 0;
    const change = (word: number): number => (value === 1 ? word | bit : word & ~bit);
    wave.setPair(d, inHigh ? al : change(al), inHigh ? change(ah) : ah);
  });

export const pairRows: readonly SaluRow[] = [
  row('s_mov_b64', 'w2 r2', move, { ...computes, logic: { table: tableOf((a) => a) } }),
  pair('s_cmov_b64', 'b2 r2', readsScc, (wave, d, al, ah, bl, bh) =>
    wave.scc === 1 ? wave.setPair(d, bl, bh) : wave.setPair(d, al, ah),
  ),
  logic('not', 'w2 r2', (a) => ~a),
  row('s_wqm_b64', 'w2 r2', bitwise(wholeQuads), { ...computes, ...writesScc }),
  pair('s_quadmask_b64', 'w2 r2', writesScc, (wave, d, al, ah) =>
    store(wave, d, quadMask(al) | (quadMask(ah) << 8), 0),
  ),
  pair('s_brev_b64', 'w2 r2', none, (wave, d, al, ah) =>
    wave.setPair(d, reverseBits(ah), reverseBits(al)),
  ),
  toWord('s_bcnt0_i32_b64', (low, high) => 64 - countOnes(low) - countOnes(high), 'nonzero'),
  toWord('s_bcnt1_i32_b64', (low, high) => countOnes(low) + countOnes(high), 'nonzero'),
  toWord('s_ff0_i32_b64', (low, high) => lowest(~low >>> 0, ~high >>> 0)),
  toWord('s_ff1_i32_b64', lowest),
  toWord('s_flbit_i32_b64', leading),
  toWord('s_flbit_i32_i64', (low, high) =>
    high >>> 31 === 1 ? leading(~low >>> 0, ~high >>> 0) : leading(low, high),
  ),
  row('s_bitset0_b64', 'b2 r1', setBit(0), computes),
  row('s_bitset1_b64', 'b2 r1', setBit(1), computes),
  // Each bit of the word twice.
  pair('s_bitreplicate_b64_b32', 'w2 r1', none, (wave, d, a) => {
    const spread = (half: number): number => {
      let result = 0;
      for (let bit = 0; bit < 16; bit++) if ((half >>> bit) & 1) result |= 3 << (2 * bit);
      return result;
    };
    wave.setPair(d, spread(a & 0xffff), spread(a >>> 16));
  }),
  pair('s_cselect_b64', 'w2 r2 r2', readsScc, (wave, d, al, ah, bl, bh) =>
    wave.scc === 1 ? wave.setPair(d, al, ah) : wave.setPair(d, bl, bh),
  ),
  logic('and', 'w2 r2 r2', (a, b) => a & b),
  logic('or', 'w2 r2 r2', (a, b) => a | b),
  logic('xor', 'w2 r2 r2', (a, b) => a ^ b),
  logic('andn2', 'w2 r2 r2', (a, b) => a & ~b),
  logic('orn2', 'w2 r2 r2', (a, b) => a | ~b),
  logic('nand', 'w2 r2 r2', (a, b) => ~(a & b)),
  logic('nor', 'w2 r2 r2', (a, b) => ~(a | b)),
  logic('xnor', 'w2 r2 r2', (a, b) => ~(a ^ b)),
  pair('s_lshl_b64', 'w2 r2 r1', writesScc, (wave, d, al, ah, bl) =>
    shiftLeft(wave, d, al, ah, bl & 63),
  ),
  pair('s_lshr_b64', 'w2 r2 r1', writesScc, (wave, d, al, ah, bl) =>
    shiftRight(wave, d, al, ah, bl & 63, 0),
  ),
  pair('s_ashr_i64', 'w2 r2 r1', writesScc, (wave, d, al, ah, bl) =>
    shiftRight(wave, d, al, ah, bl & 63, (ah | 0) < 0 ? -1 : 0),
  ),
  pair('s_bfm_b64', 'w2 r1 r1', none, (wave, d, al, _ah, bl) => {
    const { scc } = wave;
    const width = al & 63;
    const low = width >= 32 ? 0xffffffff : 2 ** width - 1;
    const high = width > 32 ? 2 ** (width - 32) - 1 : 0;
    shiftLeft(wave, d, low, high, bl & 63);
    wave.scc = scc;
  }),
  row('s_bfe_u64', 'w2 r2 r1', field(false), { ...computes, writes: SCC }),
  row('s_bfe_i64', 'w2 r2 r1', field(true), { ...computes, writes: SCC }),

  withExec('s_and_saveexec_b64', (a, exec) => a & exec, 'old'),
  withExec('s_or_saveexec_b64', (a, exec) => a | exec, 'old'),
  withExec('s_xor_saveexec_b64', (a, exec) => a ^ exec, 'old'),
  withExec('s_andn2_saveexec_b64', (a, exec) => a & ~exec, 'old'),
  withExec('s_orn2_saveexec_b64', (a, exec) => a | ~exec, 'old'),
  withExec('s_nand_saveexec_b64', (a, exec) => ~(a & exec), 'old'),
  withExec('s_nor_saveexec_b64', (a, exec) => ~(a | exec), 'old'),
  withExec('s_xnor_saveexec_b64', (a, exec) => ~(a ^ exec), 'old'),
  withExec('s_andn1_saveexec_b64', (a, exec) => ~a & exec, 'old'),
  withExec('s_orn1_saveexec_b64', (a, exec) => ~a | exec, 'old'),
  withExec('s_andn1_wrexec_b64', (a, exec) => ~a & exec, 'new'),
  withExec('s_andn2_wrexec_b64', (a, exec) => a & ~exec, 'new'),
  ...moveBy('b64'),
];
