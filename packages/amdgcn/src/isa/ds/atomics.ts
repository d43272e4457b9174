/**
 * LDS atomics: one row per mnemonic. Lanes act one after the other, lane 0 first.
 *
 *     ds_cmpst_b32    v0, v1, v2      CDNA: stores v2 where LDS has v1
 *     ds_cmpstore_b32 v0, v1, v2      RDNA: stores v1 where LDS has v2, as vector memory has it
 *     ds_min_f32, ds_min_num_f32      the same; gfx12 renamed it
 *
 * `append` and `consume` add or subtract the number of active lanes at M0 + offset, as one access of the wave: in the trace
 * its first active lane makes it. Every lane gets the old value.
 * Source: AMD CDNA3 and RDNA4 ISA, "Data Share"; the address of append: LLVM's lowering of `llvm.amdgcn.ds.append` (see
 * the machine's `ldsByM0`).
 */
import { countOnes, hasLane, type Lds } from '@ldscope/core';
import { requireOpcode } from '../../state/environment.ts';
import { ldsBase } from '../../state/lds-by-m0.ts';
import type { Outstanding } from '../../state/waits.ts';
import { EXEC, M0, type Step, type Wave } from '../../state/wave.ts';
import { loadWord, type LdsAccess, storeWord } from './access.ts';
import { type DsContext, type DsRow, dsRow } from './row.ts';
import { issueVector } from '../memory/issue.ts';
import {
  isCompareSwap,
  type Operation,
  type OperationName,
  operations,
} from '../memory/operations.ts';
import {
  CDNA,
  targets,
  RDNA,
  SINCE_CDNA2,
  SINCE_CDNA3,
  SINCE_GFX1250,
  SINCE_RDNA4,
  type Target,
  UNTIL_RDNA35,
} from '../../state/target.ts';

/** Registers of one access: the result and the operands; -1 where there is none. */
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
  if (!access.movesData) return;
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

/** `valueFirst`: of two operands the first is the stored value, and the second the mask or the expected value. */
function atomic(
  name: string,
  operation: Operation,
  wide: boolean,
  returns: boolean,
  valueFirst = false,
): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const bytes = wide ? 8 : 4;
  return ({ environment, number, rows, offset, access }) => {
    const { lds } = environment;
    const [target, address, first, other] = returns ? rows : [-1, ...rows];
    const [data, second] =
      operation.operands === 1 ? [first, -1] : valueFirst ? [first, other] : [other, first];
    const registers = { target, data, second };
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
    const [target, address, data0, data1] = rows;
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
    const [target] = rows;
    const destination = { row: target, count: 1, mask: 0xffffffff };
    const baseOf = ldsBase(environment.target, 'counter');
    return issueVector(environment, number, 'lds', destination, (wave) => {
      const base = baseOf(wave) + offset;
      access.fromFirstLane(wave, base);
      const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
      const lanes = countOnes(low) + countOnes(high);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, 4, 4);
      const tag = access.checkWrite(lds, wave, number, 4, 'atomic');
      const inside = access.low !== 0 || access.high !== 0;
      const old = inside ? loadWord(lds, base) : 0;
      if (inside) lds.storeChecked(() => storeWord(lds, base, old + sign * lanes));
      for (let lane = 0; lane < 64; lane++) {
        if (hasLane(low, high, lane)) wave.u[target * 64 + lane] = old;
      }
      return tag;
    });
  };
}

const BEFORE_RDNA4 = [...CDNA, ...UNTIL_RDNA35];
const PACKED = [...SINCE_CDNA3, ...SINCE_RDNA4];

/** Verb, type letter of the name, operation and chips: `ds_<verb>[_rtn]_<letter><bits>`. */
type Verb = readonly [
  verb: string,
  letter: string,
  operation: OperationName,
  targets: readonly Target[],
];

const verbs: readonly Verb[] = [
  ['add', 'u', 'add', targets],
  ['sub', 'u', 'sub', targets],
  ['rsub', 'u', 'rsub', targets],
  ['inc', 'u', 'inc', targets],
  ['dec', 'u', 'dec', targets],
  ['min', 'i', 'smin', targets],
  ['max', 'i', 'smax', targets],
  ['min', 'u', 'umin', targets],
  ['max', 'u', 'umax', targets],
  ['and', 'b', 'and', targets],
  ['or', 'b', 'or', targets],
  ['xor', 'b', 'xor', targets],
  ['mskor', 'b', 'mskor', targets],
  ['cmpst', 'b', 'cmpswap', CDNA],
  ['cmpst', 'f', 'fcmpswap', CDNA],
  ['cmpstore', 'b', 'cmpswap', RDNA],
  ['cmpstore', 'f', 'fcmpswap', UNTIL_RDNA35],
  ['min', 'f', 'fmin', BEFORE_RDNA4],
  ['max', 'f', 'fmax', BEFORE_RDNA4],
  ['min_num', 'f', 'fmin', SINCE_RDNA4],
  ['max_num', 'f', 'fmax', SINCE_RDNA4],
];

const ATOMIC = { memory: 'atomic', lanes: 'cross' } as const;

/** An atomic without and with the value it replaced. */
function rows([verb, letter, operation, targets]: Verb, bits: 32 | 64 = 32): DsRow[] {
  const wide = bits === 64;
  const type = /[uibf]$/.test(letter) ? `${letter}${bits}` : letter;
  const [name, returning] = [`ds_${verb}_${type}`, `ds_${verb}_rtn_${type}`];
  const entry = operations[operation];
  const data = entry.operands === 2 ? ' r1 r1' : ' r1';
  const valueFirst = verb === 'cmpstore';
  const make = (mnemonic: string, returns: boolean): ReturnType<typeof atomic> =>
    atomic(mnemonic, entry, wide, returns, valueFirst);
  return [
    dsRow(name, `r1${data}`, bits / 8, make(name, false), { ...ATOMIC, targets }),
    dsRow(returning, `w1 r1${data}`, bits / 8, make(returning, true), { ...ATOMIC, targets }),
  ];
}

/** Plain exchanges, at one address and at two, as a family of chips spells them. */
function exchanges(stem: string, two: string, far: string, targets: readonly Target[]): DsRow[] {
  return ([32, 64] as const).flatMap((bits) => {
    const wide = bits === 64;
    const name = `ds_${stem}_rtn_b${bits}`;
    return [
      dsRow(name, 'w1 r1 r1', bits / 8, atomic(name, operations.swap, wide, true), {
        ...ATOMIC,
        targets,
      }),
      ...([1, 64] as const).map((stride) => {
        const double = `ds_${stem}${two}${stride === 64 ? far : ''}_rtn_b${bits}`;
        const make = exchange2(double, wide, stride);
        return dsRow(double, 'w1 r1 r1 r1', bits / 8, make, { ...ATOMIC, targets, two: stride });
      }),
    ];
  });
}

const counter = {
  memory: 'atomic',
  lanes: 'cross',
  reads: [M0],
  byM0: 'counter',
  targets,
} as const;

export const atomicRows: readonly DsRow[] = [
  ...verbs.flatMap((verb) => [...rows(verb, 32), ...rows(verb, 64)]),
  ...rows(['add', 'f', 'fadd', targets], 32),
  ...rows(['add', 'f', 'fadd', [...SINCE_CDNA2, ...SINCE_GFX1250]], 64),
  ...rows(['pk_add', 'f16', 'pkAddF16', PACKED]),
  ...rows(['pk_add', 'bf16', 'pkAddBf16', PACKED]),
  ...rows(['sub_clamp', 'u', 'subClamp', SINCE_RDNA4]),
  ...rows(['cond_sub', 'u', 'condSub', SINCE_RDNA4]),
  ...exchanges('wrxchg', '2', 'st64', CDNA),
  ...exchanges('storexchg', '_2addr', '_stride64', RDNA),
  dsRow(
    'ds_condxchg32_rtn_b64',
    'w2 r1 r2',
    8,
    atomic('ds_condxchg32_rtn_b64', operations.condxchg32, true, true),
    { ...ATOMIC, targets },
  ),
  dsRow(
    'ds_wrap_rtn_b32',
    'w1 r1 r1 r1',
    4,
    atomic('ds_wrap_rtn_b32', operations.wrap, false, true),
    { ...ATOMIC, targets: BEFORE_RDNA4 },
  ),
  dsRow('ds_append', 'w1', 4, count('ds_append', 1), counter),
  dsRow('ds_consume', 'w1', 4, count('ds_consume', -1), counter),
];
