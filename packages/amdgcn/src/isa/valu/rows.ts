/** Every row of the vector ALU of CDNA by mnemonic, and the row that an instruction of a chip has. */
import { lazy, lazyBy } from '@ldscope/core';
import type { Instruction } from '../../text/program.ts';
import { codeOf, existsOn, SINCE_GFX1250, type Target } from '../../state/target.ts';
import { dualRows } from './dual-rows.ts';
import { laneRows, type LaneRow } from './lanes.ts';
import { rdnaLaneRows } from './rdna-lanes.ts';
import { rdnaAliases, rdnaRows } from './rdna.ts';
import { parseRow, type Row } from './row.ts';
import { scaled } from './scaled.ts';
import { vop1 } from './vop1.ts';
import { vop2 } from './vop2.ts';
import { vop3 } from './vop3.ts';
import { vop3p } from './vop3p.ts';
import { vopc } from './vopc.ts';

export const rows = lazy(
  (): ReadonlyMap<string, Row> =>
    new Map(
      [vop1, vop2, vop3, vop3p, vopc, scaled]
        .flatMap((table) => Object.entries(table))
        .map(([mnemonic, row]) => [mnemonic, parseRow(mnemonic, row)]),
    ),
);

/** The rows that a chip of RDNA has, halves of VOPD too, by every name that assemblers take. */
function rdnaTable(target: Target): ReadonlyMap<string, Row> {
  const own = [...rdnaRows(), ...dualRows()].filter(([, { chips }]) => existsOn(chips, target));
  const table = new Map(own);
  for (const { chips, names } of rdnaAliases) {
    if (!existsOn(chips, target)) continue;
    for (const [alias, name] of Object.entries(names)) {
      const row = table.get(name);
      if (row !== undefined) table.set(alias, row);
    }
  }
  return table;
}

function cdnaTable(target: Target): ReadonlyMap<string, Row> {
  return new Map([...rows()].filter(([, { chips }]) => existsOn(chips, target)));
}

const isRdna = (target: Target): boolean => codeOf(target).family === 'rdna';

const tableOf = lazyBy((target: Target) =>
  isRdna(target) ? rdnaTable(target) : cdnaTable(target),
);

/** The row of a mnemonic on a chip, a half of VOPD too; `undefined` where the chip does not have it. */
export function findRow(mnemonic: string, target: Target): Row | undefined {
  return tableOf(target).get(mnemonic);
}

/** The row of an instruction on a chip: VOPD3 names the mask of a choice, VOPD does not. */
export function rowOfInstruction(
  { mnemonic, operands }: Pick<Instruction, 'mnemonic' | 'operands'>,
  target: Target,
): Row | undefined {
  const row = findRow(mnemonic, target);
  const isNamed = mnemonic === 'v_dual_cndmask_b32' && operands.length === 4;
  return isNamed && row !== undefined && SINCE_GFX1250.includes(target)
    ? findRow('v_cndmask_b32', target)
    : row;
}

/** The row of an instruction that moves values between lanes, on a chip. */
export function findLaneRow(mnemonic: string, target: Target): LaneRow | undefined {
  const row = (isRdna(target) ? rdnaLaneRows : laneRows).get(mnemonic);
  return row !== undefined && existsOn(row.chips, target) ? row : undefined;
}

/** Mnemonics of the vector ALU of a chip, halves of VOPD too, without the other names that assemblers take. */
export function ownMnemonics(target: Target): readonly string[] {
  const all = isRdna(target)
    ? [...rdnaRows(), ...rdnaLaneRows, ...dualRows()]
    : [...rows(), ...laneRows];
  return all.filter(([, { chips }]) => existsOn(chips, target)).map(([mnemonic]) => mnemonic);
}

/** Mnemonics of the vector ALU that some chip of the same family has. */
export function mnemonicsOf(target: Target): readonly string[] {
  return isRdna(target)
    ? [
        ...rdnaRows().keys(),
        ...rdnaLaneRows.keys(),
        ...dualRows().keys(),
        ...rdnaAliases.flatMap(({ names }) => Object.keys(names)),
      ]
    : [...rows().keys(), ...laneRows.keys()];
}
