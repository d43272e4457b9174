/**
 * The scalar ALU: the rows of its tables that a chip has, as compilers by mnemonic, and what registers they touch.
 *
 *     words pairs compare control wait      rows of CDNA; `rdna.ts` states which of them RDNA has too, and under which name
 *     rdna barrier float wide               rows that only RDNA has
 */
import { lazyBy } from '@ldscope/core';
import type { Instruction } from '../../text/program.ts';
import { registerUse } from '../../state/uses.ts';
import type { Family, RegisterUse } from '../../state/compile.ts';
import { CDNA_MODE, type CodeMode, existsOn, type Target } from '../../state/target.ts';
import { EXEC, VCC } from '../../state/wave.ts';
import { compareRows } from './compare.ts';
import { controlRows } from './control.ts';
import { pairRows } from './pairs.ts';
import { floatRows } from './float.ts';
import { onRdna, rdnaRows } from './rdna.ts';
import { compileSalu, type SaluRow } from './row.ts';
import { wideRows } from './wide.ts';
import { wordRows } from './words.ts';

export const saluRows: readonly SaluRow[] = [
  ...onRdna([...wordRows, ...pairRows, ...compareRows, ...controlRows]),
  ...rdnaRows,
  ...wideRows,
  ...floatRows,
];

/** The rows of a chip by mnemonic. */
const tableOf = lazyBy(
  (target: Target): ReadonlyMap<string, SaluRow> =>
    new Map(
      saluRows
        .filter((row) => existsOn(row.targets, target))
        .map((row) => [row.mnemonic, row] as const),
    ),
);

/** The row of an instruction on a chip. */
export const saluRow = (mnemonic: string, target: Target): SaluRow | undefined =>
  tableOf(target).get(mnemonic);

/** Names have the same facts on all chips. */
const byName = new Map(saluRows.map((row) => [row.mnemonic, row]));

/** A row of some chip that has the instruction. */
export const anySaluRow = (mnemonic: string): SaluRow | undefined => byName.get(mnemonic);

/** The scalar instructions of a chip. */
export const saluFamily = lazyBy(
  (target: Target): Family =>
    new Map(Array.from(tableOf(target), ([mnemonic, row]) => [mnemonic, compileSalu(row)])),
);

/** Registers of a scalar instruction; `undefined` when it is none. Of waves of 32, branches ask vcc_lo and exec_lo alone. */
export function saluUse(
  instruction: Instruction,
  { target, waveSize }: CodeMode = CDNA_MODE,
): RegisterUse | undefined {
  const row = saluRow(instruction.mnemonic, target);
  if (row === undefined) return undefined;
  const { shape } = row;
  if (waveSize === 64) return registerUse(instruction, shape);
  const reads = shape.reads?.filter((scalar) => scalar !== VCC + 1 && scalar !== EXEC + 1) ?? [];
  return registerUse(instruction, { ...shape, reads });
}
