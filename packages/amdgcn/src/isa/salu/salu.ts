/** The scalar ALU: all rows of its tables as compilers by mnemonic, and what registers they touch. */
import type { Instruction } from '../../text/program.ts';
import { registerUse } from '../../state/uses.ts';
import type { Family, RegisterUse } from '../../state/compile.ts';
import { compareRows } from './compare.ts';
import { controlRows } from './control.ts';
import { pairRows } from './pairs.ts';
import { compileSalu, type SaluRow } from './row.ts';
import { wordRows } from './words.ts';

export const saluRows: readonly SaluRow[] = [
  ...wordRows,
  ...pairRows,
  ...compareRows,
  ...controlRows,
];

const byName = new Map(saluRows.map((row) => [row.mnemonic, row]));

export const salu: Family = new Map(saluRows.map((row) => [row.mnemonic, compileSalu(row)]));

/** Registers of a scalar instruction; `undefined` when it is none. */
export function saluUse(instruction: Instruction): RegisterUse | undefined {
  const row = byName.get(instruction.mnemonic);
  return row === undefined ? undefined : registerUse(instruction, row.shape);
}
