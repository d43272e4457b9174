/**
 * Scalar memory: loads, stores and atomics of the constant path, one row per mnemonic and width.
 *
 *     s_load_dwordx4 s[4:7], s[0:1], 0x10             base pair + offset
 *     s_load_dword s2, s[0:1], s3 offset:0x4          + register + offset
 *     s_buffer_load_dword s2, s[4:7], s3              descriptor; beyond its size: 0
 *
 *     s_load_b128 s[4:7], s[0:1], 0x10                the names of RDNA
 *     s_load_u8 s2, s[0:1], 0x3                       a byte, sign or zero above it (RDNA 4)
 *
 * Addresses are rounded down to words, except for loads of bytes and halves. `s_memtime` and `s_sendmsg_rtn` of the time count the scalar-memory instructions of the wave instead of time;
 * caches have no effect. LIMITATION: `s_scratch_*` takes its offset in bytes from the base it is given.
 * Source: AMD CDNA3 ISA, "Scalar Memory Operations".
 */
import { messages } from '@ldscope/core';
import type { Environment } from '../state/environment.ts';
import {
  targets,
  RDNA,
  SINCE_GFX1250,
  SINCE_RDNA4,
  type Target,
  UNTIL_RDNA35,
} from '../state/target.ts';
import { scalarNumber, scalarReader } from '../state/scalars.ts';
import { type Role, roles } from '../state/uses.ts';
import type { Step, Wave } from '../state/wave.ts';
import { type Instruction, numberModifier, type Operand } from '../text/program.ts';
import { type CompileContext, type Family, familyOf, withAliases } from '../state/compile.ts';
import { loadGlobal, storeGlobal } from './memory/global.ts';
import { issueScalar } from './memory/issue.ts';
import { integerAtomics, type Operation, operations } from './memory/operations.ts';

type Kind = 'load' | 'store' | 'atomic' | 'time' | 'idle';

export interface SmemRow {
  readonly mnemonic: string;
  readonly kind: Kind;
  readonly words: number;
  /** Part of a word that a load extends: its bytes, and whether by its sign. */
  readonly part?: { readonly bytes: 1 | 2; readonly signed: boolean };
  /** The base is a buffer descriptor. */
  readonly buffer: boolean;
  readonly roles: readonly Role[];
  readonly operation?: Operation;
  /** Where it exists; on CDNA when absent. */
  readonly targets?: readonly Target[];
}

const SIZES = [1, 2, 4, 8, 16] as const;
const suffix = (words: number): string => (words === 1 ? 'dword' : `dwordx${words}`);

const idle = [
  ...['s_dcache_inv', 's_dcache_wb', 's_dcache_inv_vol', 's_dcache_wb_vol'].map(
    (mnemonic) => [mnemonic, ''] as const,
  ),
  ['s_dcache_discard', 'r2 r1'] as const,
  ['s_dcache_discard_x2', 'r2 r1'] as const,
  ['s_atc_probe', '- r2 r1'] as const,
  ['s_atc_probe_buffer', '- r4 r1'] as const,
];

export const smemRows: readonly SmemRow[] = [
  ...(['s_load', 's_buffer_load', 's_scratch_load'] as const).flatMap((stem) => {
    const buffer = stem === 's_buffer_load';
    return SIZES.filter((words) => stem !== 's_scratch_load' || words <= 4).map(
      (words): SmemRow => ({
        mnemonic: `${stem}_${suffix(words)}`,
        kind: 'load',
        words,
        buffer,
        roles: roles(`w${words} r${buffer ? 4 : 2} r1`),
      }),
    );
  }),
  ...(['s_store', 's_buffer_store', 's_scratch_store'] as const).flatMap((stem) =>
    ([1, 2, 4] as const).map((words): SmemRow => {
      const buffer = stem === 's_buffer_store';
      return {
        mnemonic: `${stem}_${suffix(words)}`,
        kind: 'store',
        words,
        buffer,
        roles: roles(`r${words} r${buffer ? 4 : 2} r1`),
      };
    }),
  ),
  ...(['s_atomic', 's_buffer_atomic'] as const).flatMap((stem) =>
    integerAtomics.flatMap((verb) =>
      ([1, 2] as const).map((words): SmemRow => {
        const buffer = stem === 's_buffer_atomic';
        const operation: Operation = operations[verb];
        return {
          mnemonic: `${stem}_${verb}${words === 2 ? '_x2' : ''}`,
          kind: 'atomic',
          words,
          buffer,
          operation,
          roles: roles(`b${words * operation.operands} r${buffer ? 4 : 2} r1`),
        };
      }),
    ),
  ),
  ...['s_memtime', 's_memrealtime'].map((mnemonic): SmemRow => ({
    mnemonic,
    kind: 'time',
    words: 2,
    buffer: false,
    roles: ['w2'],
  })),
  ...([1, 2] as const).map((words): SmemRow => ({
    mnemonic: `s_sendmsg_rtn_b${32 * words}`,
    kind: 'time',
    words,
    buffer: false,
    roles: roles(`w${words} -`),
    targets: RDNA,
  })),
  ...idle.map(([mnemonic, operands]): SmemRow => ({
    mnemonic,
    kind: 'idle',
    words: 0,
    buffer: false,
    roles: roles(operands),
    ...(['s_dcache_inv', 's_atc_probe', 's_atc_probe_buffer'].includes(mnemonic)
      ? { targets }
      : {}),
  })),
  ...(['s_load', 's_buffer_load'] as const).flatMap((stem) => rdnaLoads(stem)),
  ...['s_prefetch_inst', 's_prefetch_data'].map((mnemonic): SmemRow =>
    idleRow(mnemonic, 'r2 - r1'),
  ),
  idleRow('s_prefetch_inst_pc_rel', ''),
  idleRow('s_prefetch_data_pc_rel', ''),
  idleRow('s_buffer_prefetch_data', 'r4 - r1'),
  { ...idleRow('s_gl1_inv', ''), targets: UNTIL_RDNA35 },
];

/** Instructions of RDNA 4 that act on caches alone. */
function idleRow(mnemonic: string, operands: string): SmemRow {
  return {
    mnemonic,
    kind: 'idle',
    words: 0,
    buffer: false,
    roles: roles(operands),
    targets: SINCE_RDNA4,
  };
}

/** Loads under the names of RDNA: words by their bits, and parts of a word. */
function rdnaLoads(stem: 's_load' | 's_buffer_load'): SmemRow[] {
  const buffer = stem === 's_buffer_load';
  const load = (suffix: string, words: number, targets: readonly Target[]): SmemRow => ({
    mnemonic: `${stem}_${suffix}`,
    kind: 'load',
    words,
    buffer,
    roles: roles(`w${words} r${buffer ? 4 : 2} r1`),
    targets,
  });
  const parts = [
    ['u8', 1, false],
    ['i8', 1, true],
    ['u16', 2, false],
    ['i16', 2, true],
  ] as const;
  return [
    ...SIZES.map((words) => load(`b${32 * words}`, words, RDNA)),
    load('b96', 3, SINCE_RDNA4),
    ...parts.map(([name, bytes, signed]) => ({
      ...load(name, 1, SINCE_RDNA4),
      part: { bytes, signed },
    })),
  ];
}

/** Address of an access: `base + offset`, and how many bytes from there are valid. */
interface Place {
  readonly address: (wave: Wave) => number;
  readonly room: (wave: Wave) => number;
}

function place(row: SmemRow, instruction: Instruction): Place | undefined {
  const base = instruction.operands[1];
  const offset = instruction.operands[2];
  const first = base === undefined ? undefined : scalarNumber(base);
  if (first === undefined || offset === undefined) return undefined;
  const reader = scalarReader(offset, 'b32');
  if (reader === undefined) return undefined;
  const more = numberModifier(instruction, 'offset');
  // A constant offset is signed, a register is not.
  const signed = offset.kind === 'integer';
  // gfx1250: the register counts in units of the loaded size.
  const scale = instruction.modifiers.has('scale_offset') ? (row.part?.bytes ?? 4 * row.words) : 1;
  const align = row.part === undefined ? aligned : (address: number) => address;
  const total = (wave: Wave): number => {
    const value = reader(wave);
    return (signed ? value | 0 : value * scale) + more;
  };
  if (!row.buffer) {
    return {
      address: (wave) => align(wave.wide(first) + total(wave)),
      room: () => Infinity,
    };
  }
  return {
    address: (wave) => align(bufferBase(wave, first) + total(wave)),
    room: (wave) => {
      const stride = ((wave.s[first + 1] ?? 0) >>> 16) & 0x3fff;
      const records = wave.s[first + 2] ?? 0;
      return (stride === 0 ? records : records * stride) - total(wave);
    },
  };
}

const aligned = (address: number): number => Math.floor(address / 4) * 4;

/** The 48-bit base of a buffer descriptor. */
export function bufferBase(wave: Wave, first: number, bits: 48 | 57 = 48): number {
  const high = (wave.s[first + 1] ?? 0) & (2 ** (bits - 32) - 1);
  return (wave.s[first] ?? 0) + high * 2 ** 32;
}

function compileSmem(
  row: SmemRow,
  environment: Environment,
  instruction: Instruction,
  context: CompileContext,
): Step | undefined {
  if (row.kind === 'idle') return () => {};
  if (row.buffer && SINCE_GFX1250.includes(environment.target)) {
    const what = `the buffer descriptor of ${environment.target}`;
    context.report(messages.execute.unsupported(instruction.mnemonic, what));
    return undefined;
  }
  const operand = instruction.operands[0];
  const data = operand === undefined ? undefined : scalarNumber(operand);
  const where = row.kind === 'time' ? undefined : place(row, instruction);
  if (data === undefined || (where === undefined && row.kind !== 'time')) {
    const what = 'operands are scalar registers and an offset';
    context.report(messages.execute.malformed(instruction.mnemonic, what));
    return undefined;
  }
  const { number } = context;
  if (where === undefined) {
    const asked = instruction.operands[1];
    if (asked !== undefined && !asksTime(asked)) {
      context.report(
        messages.execute.unsupported(instruction.mnemonic, 'a message other than the time'),
      );
      return undefined;
    }
    return issueScalar(environment, number, data, row.words, (wave) => {
      wave.s[data] = wave.order++;
      if (row.words === 2) wave.s[data + 1] = 0;
    });
  }
  const { address, room } = where;
  const { words, part } = row;
  const { mnemonic } = instruction;
  if (part !== undefined) {
    const shift = 32 - 8 * part.bytes;
    return issueScalar(environment, number, data, 1, (wave) => {
      const at = address(wave);
      const inside = part.bytes <= room(wave);
      const word = inside
        ? loadGlobal(environment, number, mnemonic, aligned(at), -1) >>> (8 * (at % 4))
        : 0;
      const top = word << shift;
      wave.s[data] = part.signed ? top >> shift : top >>> shift;
    });
  }
  if (row.kind === 'load') {
    return issueScalar(environment, number, data, words, (wave) => {
      const start = address(wave);
      const valid = room(wave);
      for (let word = 0; word < words; word++) {
        const inside = 4 * word + 4 <= valid;
        wave.s[data + word] = inside
          ? loadGlobal(environment, number, mnemonic, start + 4 * word, -1)
          : 0;
      }
    });
  }
  if (row.kind === 'store') {
    return issueScalar(environment, number, 0, 0, (wave) => {
      const start = address(wave);
      const valid = room(wave);
      for (let word = 0; word < words && 4 * word + 4 <= valid; word++) {
        const value = wave.s[data + word] ?? 0;
        storeGlobal(environment, number, mnemonic, start + 4 * word, value, -1);
      }
    });
  }
  return scalarAtomic(row, environment, context, instruction, data, where);
}

/** `sendmsg(MSG_RTN_GET_REALTIME)`. */
const asksTime = (operand: Operand): boolean =>
  operand.kind === 'call' && operand.arguments[0] === 'MSG_RTN_GET_REALTIME';

/** Returns the old value only with `glc`. */
function scalarAtomic(
  { operation, words, mnemonic }: SmemRow,
  environment: Environment,
  { number }: CompileContext,
  instruction: Instruction,
  data: number,
  { address, room }: Place,
): Step | undefined {
  if (operation === undefined) return undefined;
  const returns = instruction.modifiers.has('glc');
  const load = (at: number): number => loadGlobal(environment, number, mnemonic, at, -1);
  const store = (at: number, value: number): void =>
    storeGlobal(environment, number, mnemonic, at, value, -1);
  return issueScalar(environment, number, data, returns ? words : 0, (wave) => {
    if (room(wave) < 4 * words) return;
    const at = address(wave);
    const source = (word: number): number => wave.s[data + word] ?? 0;
    const low = load(at);
    if (words === 1) {
      store(at, operation.word(low, source(0), source(1)));
      if (returns) wave.s[data] = low;
      return;
    }
    const high = load(at + 4);
    const pair = (first: number, second: number): bigint => (BigInt(second) << 32n) | BigInt(first);
    const value = operation.pair(
      pair(low, high),
      pair(source(0), source(1)),
      pair(source(2), source(3)),
    );
    store(at, Number(value & 0xffffffffn));
    store(at + 4, Number(value >> 32n));
    if (returns) wave.setPair(data, low, high);
  });
}

/** Names of CDNA that assemblers take for RDNA: `s_load_dword` for `s_load_b32`. */
export const smemAliases: ReadonlyMap<string, string> = new Map(
  (['s_load', 's_buffer_load'] as const).flatMap((stem) =>
    SIZES.map((words) => [`${stem}_${suffix(words)}`, `${stem}_b${32 * words}`] as const),
  ),
);

/** Names mean the same on all chips that have them. */
const byName = new Map(smemRows.map((row) => [row.mnemonic, row]));

export const smemRow = (mnemonic: string): SmemRow | undefined => byName.get(mnemonic);

export function smemFamily(environment: Environment): Family {
  const family = familyOf(smemRows, environment.target, (row, instruction, context) =>
    compileSmem(row, environment, instruction, context),
  );
  return withAliases(family, environment.target, smemAliases);
}

/** The address that a scalar-memory instruction forms; `undefined` when it has none. */
export function smemAddress(instruction: Instruction): ((wave: Wave) => number) | undefined {
  const row = smemRow(instruction.mnemonic);
  if (row === undefined || row.kind === 'time' || row.kind === 'idle') return undefined;
  return place(row, instruction)?.address;
}
