/**
 * LDS atomics: one row per mnemonic. Lanes act one after the other, lane 0 first.
 *
 * `cmpst` takes what to compare with first and what to store second, the other way round than vector memory.
 * `append` and `consume` add or subtract the number of active lanes at M0 + offset; every lane gets the old value.
 * Source: AMD CDNA3 ISA, "Data Share"; the address of append: LLVM's lowering of `llvm.amdgcn.ds.append` (see the
 * machine's `ldsByM0`).
 */
import { hasLane, type Lds } from '@ldscope/core';
import { requireOpcode } from '../../state/environment.ts';
import { LANE_STEP_BYTES, ldsBase } from '../../state/lds-by-m0.ts';
import type { Outstanding } from '../../state/waits.ts';
import { M0, type Step, type Wave } from '../../state/wave.ts';
import { loadWord, type LdsAccess, storeWord } from './access.ts';
import { type DsContext, type DsRow, dsRow } from './row.ts';
import { issueVector } from '../memory/issue.ts';
import {
  isCompareSwap,
  type Operation,
  type OperationName,
  operations,
} from '../memory/operations.ts';
import { countOnes } from '../salu/words.ts';
import { SINCE_CDNA3 } from '../../state/target.ts';

/** Registers of one access: what is returned, and the operands; -1 where there is none. */
interface Registers {
  readonly target: number;
  readonly data: number;
  readonly second: number;
}

const pair = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low);

/** Applies an operation at the addresses of an access, lane by lane. */
export function applyAtomic(
  lds: Lds,
  wave: Wave,
  access: LdsAccess,
  operation: Operation,
  wide: boolean,
  { target, data, second }: Registers,
): void {
  const { u } = wave;
  const { addresses, low, high } = access;
  for (let lane = 0; lane < 64; lane++) {
    if (!hasLane(low, high, lane)) continue;
    const address = addresses[lane] ?? 0;
    const word = (row: number): number => (row < 0 ? 0 : (u[row * 64 + lane] ?? 0));
    const old = loadWord(lds, address);
    if (!wide) {
      const value = operation.word(old, word(data), word(second));
      if (target >= 0) u[target * 64 + lane] = old;
      storeWord(lds, address, value);
      continue;
    }
    const top = loadWord(lds, address + 4);
    const wideWord = (row: number): bigint => (row < 0 ? 0n : pair(word(row), word(row + 1)));
    const value = operation.pair(pair(old, top), wideWord(data), wideWord(second));
    if (target >= 0) {
      u[target * 64 + lane] = old;
      u[target * 64 + 64 + lane] = top;
    }
    storeWord(lds, address, Number(value & 0xffffffffn));
    storeWord(lds, address + 4, Number(value >> 32n));
  }
}

function atomic(
  name: string,
  operation: Operation,
  wide: boolean,
  returns: boolean,
): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const bytes = wide ? 8 : 4;
  return ({ environment, number, rows, offset, access }) => {
    const { lds } = environment;
    const target = returns ? (rows[0] ?? 0) : -1;
    const [address = 0, first = 0, other = -1] = returns ? rows.slice(1) : rows;
    // Two operands: the mask or the value to compare with comes first.
    const registers =
      operation.operands === 2
        ? { target, data: other, second: first }
        : { target, data: first, second: -1 };
    const kind = isCompareSwap(operation) ? 'compare' : 'atomic';
    const run = (wave: Wave): number => {
      access.fromRegister(wave, address, offset);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, bytes, bytes);
      const tag = access.checkWrite(lds, wave, number, bytes, kind);
      lds.storeChecked(() => applyAtomic(lds, wave, access, operation, wide, registers));
      return tag;
    };
    if (returns) {
      const destination = { row: target, count: bytes / 4, mask: 0xffffffff };
      return issueVector(environment, number, 'lds', destination, run);
    }
    const item: Outstanding = { number, registers: [] };
    return (wave) => wave.waits.lds(item, run(wave));
  };
}

/** Exchanges at two addresses. */
function exchange2(name: string, wide: boolean, stride: 1 | 64): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const bytes = wide ? 8 : 4;
  const words = bytes / 4;
  return ({ environment, number, rows, offset0, offset1, access, second }) => {
    const { lds } = environment;
    const [target = 0, address = 0, data0 = 0, data1 = 0] = rows;
    const destination = { row: target, count: 2 * words, mask: 0xffffffff };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      access.fromRegister(wave, address, offset0 * bytes * stride);
      access.record(environment, op, number, wave);
      second.fromRegister(wave, address, offset1 * bytes * stride);
      if (offset0 !== offset1) second.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, bytes, bytes);
      second.admit(environment, number, bytes, bytes);
      const tag = access.checkWrite(lds, wave, number, bytes, 'atomic');
      const { swap } = operations;
      const first = { target, data: data0, second: -1 };
      const next = { target: target + words, data: data1, second: -1 };
      lds.storeChecked(() => applyAtomic(lds, wave, access, swap, wide, first));
      second.checkWrite(lds, wave, number, bytes, 'atomic', tag);
      lds.storeChecked(() => applyAtomic(lds, wave, second, swap, wide, next));
      return tag;
    });
  };
}

/** `append` and `consume`. */
function count(name: string, sign: 1 | -1): (context: DsContext) => Step {
  const op = requireOpcode(name);
  return ({ environment, number, rows, offset, access }) => {
    const { lds } = environment;
    const [target = 0] = rows;
    const destination = { row: target, count: 1, mask: 0xffffffff };
    const baseOf = ldsBase(environment.target, 'counter');
    return issueVector(environment, number, 'lds', destination, (wave) => {
      const base = baseOf(wave) + offset;
      access.fromLanes(wave, base, LANE_STEP_BYTES.counter);
      const lanes = countOnes(access.low) + countOnes(access.high);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, 4, 4);
      const tag = access.checkWrite(lds, wave, number, 4, 'atomic');
      const inside = access.low !== 0 || access.high !== 0;
      const old = inside ? loadWord(lds, base) : 0;
      const next = old + sign * lanes;
      if (inside) lds.storeChecked(() => storeWord(lds, base, next));
      for (let lane = 0; lane < 64; lane++) {
        if (hasLane(access.low, access.high, lane)) wave.u[target * 64 + lane] = old;
      }
      return tag;
    });
  };
}

/** Verb, type letter of the name and operation: `ds_<verb>[_rtn]_<letter><bits>`. */
const verbs: readonly (readonly [verb: string, letter: string, operation: OperationName])[] = [
  ['add', 'u', 'add'],
  ['sub', 'u', 'sub'],
  ['rsub', 'u', 'rsub'],
  ['inc', 'u', 'inc'],
  ['dec', 'u', 'dec'],
  ['min', 'i', 'smin'],
  ['max', 'i', 'smax'],
  ['min', 'u', 'umin'],
  ['max', 'u', 'umax'],
  ['and', 'b', 'and'],
  ['or', 'b', 'or'],
  ['xor', 'b', 'xor'],
  ['mskor', 'b', 'mskor'],
  ['cmpst', 'b', 'cmpswap'],
  ['cmpst', 'f', 'fcmpswap'],
  ['add', 'f', 'fadd'],
  ['min', 'f', 'fmin'],
  ['max', 'f', 'fmax'],
];

function rows(name: string, returning: string, operation: OperationName, wide: boolean): DsRow[] {
  const entry = operations[operation];
  const data = entry.operands === 2 ? ' r1 r1' : ' r1';
  const bytes = wide ? 8 : 4;
  const packed = operation.startsWith('pkAdd') ? { targets: SINCE_CDNA3 } : {};
  return [
    dsRow(name, `r1${data}`, bytes, atomic(name, entry, wide, false), packed),
    dsRow(returning, `w1 r1${data}`, bytes, atomic(returning, entry, wide, true), packed),
  ];
}

export const atomicRows: readonly DsRow[] = [
  ...verbs.flatMap(([verb, letter, operation]) =>
    ([32, 64] as const).flatMap((bits) =>
      rows(
        `ds_${verb}_${letter}${bits}`,
        `ds_${verb}_rtn_${letter}${bits}`,
        operation,
        bits === 64,
      ),
    ),
  ),
  ...rows('ds_pk_add_f16', 'ds_pk_add_rtn_f16', 'pkAddF16', false),
  ...rows('ds_pk_add_bf16', 'ds_pk_add_rtn_bf16', 'pkAddBf16', false),
  ...([32, 64] as const).flatMap((bits) => {
    const wide = bits === 64;
    const name = `ds_wrxchg_rtn_b${bits}`;
    return [
      dsRow(name, 'w1 r1 r1', bits / 8, atomic(name, operations.swap, wide, true)),
      ...([1, 64] as const).map((stride) => {
        const double = `ds_wrxchg2${stride === 64 ? 'st64' : ''}_rtn_b${bits}`;
        return dsRow(double, 'w1 r1 r1 r1', bits / 8, exchange2(double, wide, stride));
      }),
    ];
  }),
  dsRow(
    'ds_condxchg32_rtn_b64',
    'w2 r1 r2',
    8,
    atomic('ds_condxchg32_rtn_b64', operations.condxchg32, true, true),
  ),
  dsRow(
    'ds_wrap_rtn_b32',
    'w1 r1 r1 r1',
    4,
    atomic('ds_wrap_rtn_b32', operations.wrap, false, true),
  ),
  dsRow('ds_append', 'w1', 4, count('ds_append', 1), { reads: [M0], byM0: 'counter' }),
  dsRow('ds_consume', 'w1', 4, count('ds_consume', -1), { reads: [M0], byM0: 'counter' }),
];
