/** Every row of the vector ALU by mnemonic. */
import { parseRow, type Row } from './row.ts';
import { scaled } from './scaled.ts';
import { vop1 } from './vop1.ts';
import { vop2 } from './vop2.ts';
import { vop3 } from './vop3.ts';
import { vop3p } from './vop3p.ts';
import { vopc } from './vopc.ts';

export const rows: ReadonlyMap<string, Row> = new Map(
  [vop1, vop2, vop3, vop3p, vopc, scaled]
    .flatMap((table) => Object.entries(table))
    .map(([mnemonic, row]) => [mnemonic, parseRow(mnemonic, row)]),
);
