/** LDS instructions: all rows of their tables as compilers by mnemonic, and what registers they touch. */
import type { Environment } from '../../state/environment.ts';
import type { DsByM0 } from '../../state/lds-by-m0.ts';
import { registerUse } from '../../state/uses.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import { type Family, familyOf, type RegisterUse } from '../../state/compile.ts';
import { atomicRows } from './atomics.ts';
import { laneRows } from './lanes.ts';
import { moveRows } from './moves.ts';
import { compileDs, type DsRow } from './row.ts';

export const dsRows: readonly DsRow[] = [...moveRows, ...atomicRows, ...laneRows];

const byName = new Map(dsRows.map((row) => [row.mnemonic, row]));

/** The LDS instructions of a chip, acting on an environment. */
export function dsFamily(environment: Environment): Family {
  return familyOf(dsRows, environment.target, (row, instruction, context) =>
    compileDs(row, environment, instruction, context),
  );
}

/** Registers of an LDS instruction; `undefined` when it is none. */
export function dsUse(instruction: Instruction): RegisterUse | undefined {
  const row = byName.get(instruction.mnemonic);
  return row === undefined ? undefined : registerUse(instruction, row.shape);
}

/** True for an instruction of the tables, whether it touches LDS or only moves data between lanes. */
export function isDs(mnemonic: string): boolean {
  return byName.has(mnemonic);
}

/** Bytes of the narrowest piece of LDS that an instruction touches; `undefined` when it touches none. */
export function dsGranule({ mnemonic }: Instruction): number | undefined {
  const bytes = byName.get(mnemonic)?.bytes ?? 0;
  return bytes === 0 ? undefined : bytes;
}

/** Where an instruction has the register with its LDS addresses; `undefined` when it has none (M0, or no address). */
function dsAddressOperand({ mnemonic }: Instruction): number | undefined {
  const row = byName.get(mnemonic);
  if (row === undefined || row.bytes === 0) return undefined;
  const index = row.shape.roles.findIndex((role) => role[0] === 'r');
  return index < 0 || row.shape.reads !== undefined ? undefined : index;
}

/** Where and how much an LDS instruction reads or writes. */
export interface DsPlaces {
  /** The operand with the address; without one, `byM0` says how it is made of M0. */
  readonly addressOperand: number | undefined;
  readonly byM0: DsByM0 | undefined;
  /** Bytes from the address, for each access. */
  readonly offsets: readonly number[];
  readonly bytes: number;
  /** Atomics do both. */
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Places of an LDS instruction; `undefined` when it touches no LDS. */
export function dsPlaces(instruction: Instruction): DsPlaces | undefined {
  const { mnemonic } = instruction;
  const bytes = dsGranule(instruction);
  if (bytes === undefined) return undefined;
  const field = (name: string): number => numberModifier(instruction, name);
  const unit = bytes * (mnemonic.includes('st64') ? 64 : 1);
  const two = /^ds_(read2|write2|wrxchg2)/.test(mnemonic);
  return {
    addressOperand: dsAddressOperand(instruction),
    byM0: byName.get(mnemonic)?.byM0,
    offsets: two ? [field('offset0') * unit, field('offset1') * unit] : [field('offset')],
    bytes,
    reads: !mnemonic.startsWith('ds_write'),
    writes: !mnemonic.startsWith('ds_read'),
  };
}
