/**
 * The scalar ALU: the rows of its tables that a chip has, as compilers by mnemonic, and what registers they touch.
 *
 *     words pairs compare control wait      rows of CDNA; `rdna.ts` states which of them RDNA has too, and under which name
 *     rdna barrier float wide               rows that only RDNA has
 */
import type { Instruction } from '../../text/program.ts';
import { registerUse } from '../../state/uses.ts';
import type { Family, RegisterUse } from '../../state/compile.ts';
import { CDNA_MODE, type CodeMode, existsOn, type Target, targets } from '../../state/target.ts';
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

/** The rows of each chip by mnemonic. */
const tables = new Map<Target, ReadonlyMap<string, SaluRow>>(
  targets.map((target) => [
    target,
    new Map(
      saluRows
        .filter((row) => existsOn(row.targets, target))
        .map((row) => [row.mnemonic, row] as const),
    ),
  ]),
);

const families = new Map<Target, Family>(
  Array.from(tables, ([target, rows]) => [
    target,
    new Map(Array.from(rows, ([mnemonic, row]) => [mnemonic, compileSalu(row)] as const)),
  ]),
);

/** The scalar instructions of a chip. */
export function saluFamily(target: Target): Family {
  return families.get(target) ?? new Map();
}

/** Registers of a scalar instruction; `undefined` when it is none. Of waves of 32, branches ask vcc_lo and exec_lo alone. */
export function saluUse(
  instruction: Instruction,
  { target, waveSize }: CodeMode = CDNA_MODE,
): RegisterUse | undefined {
  const row = tables.get(target)?.get(instruction.mnemonic);
  if (row === undefined) return undefined;
  const { shape } = row;
  if (waveSize === 64) return registerUse(instruction, shape);
  const reads = shape.reads?.filter((scalar) => scalar !== VCC + 1 && scalar !== EXEC + 1) ?? [];
  return registerUse(instruction, { ...shape, reads });
}
