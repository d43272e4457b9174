/** LDS instructions: all rows of their tables as compilers by mnemonic, and what registers they touch. */
import type { Environment } from '../../state/environment.ts';
import type { DsByM0 } from '../../state/lds-by-m0.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import { type Family, familyOf, withAliases } from '../../state/compile.ts';
import { atomicRows } from './atomics.ts';
import { laneRows } from './lanes.ts';
import { moveAliases, moveRows } from './moves.ts';
import { compileDs, type DsRow } from './row.ts';

export const dsRows: readonly DsRow[] = [...moveRows, ...atomicRows, ...laneRows];

const byName = new Map(dsRows.map((row) => [row.mnemonic, row]));

/** Names of CDNA, and of RDNA 3 for RDNA 4, that assemblers take for others: `ds_min_f32` for `ds_min_num_f32`. */
export const rdnaLdsAliases: ReadonlyMap<string, string> = new Map([
  ...moveAliases,
  ...['b32', 'b64'].flatMap((width) =>
    (
      [
        ['wrxchg', 'storexchg'],
        ['wrxchg2', 'storexchg_2addr'],
        ['wrxchg2st64', 'storexchg_2addr_stride64'],
      ] as const
    ).map(([was, is]) => [`ds_${was}_rtn_${width}`, `ds_${is}_rtn_${width}`] as const),
  ),
  ...['min', 'max'].flatMap((verb) =>
    ['f32', 'f64', 'rtn_f32', 'rtn_f64'].map(
      (type) => [`ds_${verb}_${type}`, `ds_${verb}_num_${type}`] as const,
    ),
  ),
]);

/** The LDS instructions of a chip, acting on an environment. */
export function dsFamily(environment: Environment): Family {
  const family = familyOf(dsRows, environment.target, (row, instruction, context) =>
    compileDs(row, environment, instruction, context),
  );
  return withAliases(family, environment.target, rdnaLdsAliases);
}

/** The row of a mnemonic: names mean the same on all chips that have them. */
export const dsRowOf = (mnemonic: string): DsRow | undefined => byName.get(mnemonic);

/** Bytes of the narrowest piece of LDS that an instruction touches; `undefined` when it touches none. */
export function dsGranule({ mnemonic }: Instruction): number | undefined {
  const bytes = dsRowOf(mnemonic)?.bytes ?? 0;
  return bytes === 0 ? undefined : bytes;
}

/** The operand with the LDS addresses of an instruction; `undefined` when M0 makes them. */
function addressOperandOf({ shape: { roles }, byM0 }: DsRow): number | undefined {
  const index = roles.findIndex((role) => role[0] === 'r');
  return index < 0 || byM0 !== undefined ? undefined : index;
}

/** The addresses and sizes that an LDS instruction reads or writes. */
export interface DsPlaces {
  /** The operand with the address; without one, `byM0` says how it is made of M0. */
  readonly addressOperand: number | undefined;
  readonly byM0: DsByM0 | undefined;
  /** Bytes from the address, for each access. */
  readonly offsets: readonly number[];
  readonly bytes: number;
  /** Both are true for atomics. */
  readonly reads: boolean;
  readonly writes: boolean;
  /** Lanes get data that other lanes have read. */
  readonly exchanges: boolean;
  /** Half of the result stays as it was. */
  readonly keeps: boolean;
}

/** Places of an LDS instruction; `undefined` when it touches no LDS. */
export function dsPlaces(instruction: Instruction): DsPlaces | undefined {
  const row = dsRowOf(instruction.mnemonic);
  if (row === undefined || row.bytes === 0) return undefined;
  const { bytes } = row;
  const field = (name: string): number => numberModifier(instruction, name);
  const unit = bytes * (row.two ?? 1);
  return {
    addressOperand: addressOperandOf(row),
    byM0: row.byM0,
    offsets:
      row.two === undefined
        ? [field('offset')]
        : [field('offset0') * unit, field('offset1') * unit],
    bytes,
    reads: row.memory !== 'store',
    writes: row.memory !== 'load',
    exchanges: row.lanes === 'all',
    keeps: row.keeps === true,
  };
}
