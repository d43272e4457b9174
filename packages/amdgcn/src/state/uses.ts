/**
 * Which registers an instruction touches, from the roles of its operands: one derivation for every table.
 *
 *     s_and_saveexec_b64 s[0:1], vcc     roles w2 r2, also reads and writes exec, writes scc
 *     ds_read_b128 v[4:7], v1            roles w4 r1
 */
import type { Instruction, Operand } from '../text/program.ts';
import type { RegisterUse } from './compile.ts';
import { scalarNumber } from './scalars.ts';
import { SCALAR_ID } from './waits.ts';
import { AGPR_ROW } from './wave.ts';

/** `w`: written, `r`: read, `b`: both, with the number of words; `-`: no register. */
export type Role = `${'w' | 'r' | 'b'}${number}` | '-';

export interface Shape {
  readonly roles: readonly Role[];
  /** Scalars touched without being named. */
  readonly reads?: readonly number[];
  readonly writes?: readonly number[];
}

/** Splits `w2 r1 -`. */
export function roles(text: string): readonly Role[] {
  return text === '' ? [] : (text.split(' ') as Role[]);
}

/** The row of the first register of a vector operand; `undefined` for anything else. */
export function vectorRow(operand: Operand | undefined): number | undefined {
  if (operand?.kind !== 'register' || operand.file === 's') return undefined;
  return operand.file === 'v' ? operand.index : AGPR_ROW + operand.index;
}

export function registerUse(instruction: Instruction, shape: Shape): RegisterUse {
  const reads = { rows: [] as number[], scalars: [...(shape.reads ?? [])] };
  const writes = { rows: [] as number[], scalars: [...(shape.writes ?? [])] };
  for (const [index, operand] of instruction.operands.entries()) {
    const role = shape.roles[index] ?? '-';
    if (role === '-') continue;
    const words = Number(role.slice(1));
    if (role[0] !== 'w') collect(reads, operand, words);
    if (role[0] !== 'r') collect(writes, operand, words);
  }
  return { reads, writes };
}

function collect(
  into: { readonly rows: number[]; readonly scalars: number[] },
  operand: Operand,
  words: number,
): void {
  const row = vectorRow(operand);
  const scalar = scalarNumber(operand);
  const count = operand.kind === 'register' ? operand.count : words;
  for (let i = 0; i < count; i++) {
    if (row !== undefined) into.rows.push(row + i);
    else if (scalar !== undefined) into.scalars.push(scalar + i);
  }
}

/** All registers of a use as ids of `waits.ts`, each once. */
export function registerIds({ reads, writes }: RegisterUse): number[] {
  const ids = new Set<number>();
  for (const side of [reads, writes]) {
    for (const row of side.rows) ids.add(row);
    for (const number of side.scalars) ids.add(SCALAR_ID + number);
  }
  return [...ids];
}
