/** Registers that a vector instruction reads and writes, from the types of its row. */
import { scalarNumber } from '../../emulate/scalars.ts';
import { AGPR_ROW, EXEC, VCC } from '../../emulate/wave.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import type { RegisterUse } from '../compile.ts';
import { laneRows } from './lanes.ts';
import { readsDestination, readsVcc } from './plan.ts';
import { registersOf, type Type } from './row.ts';
import { rows } from './rows.ts';

interface Registers {
  readonly rows: number[];
  readonly scalars: number[];
}

function add(to: Registers, operand: Operand | undefined, count: number): void {
  if (operand === undefined) return;
  const scalar = scalarNumber(operand);
  for (let n = 0; n < count; n++) {
    if (scalar !== undefined) to.scalars.push(scalar + n);
    else if (operand.kind === 'register' && operand.file !== 's')
      to.rows.push(operand.index + n + (operand.file === 'a' ? AGPR_ROW : 0));
  }
}

/** Rows and scalars of a vector instruction; `undefined` for other instructions. */
export function valuUse(instruction: Instruction): RegisterUse | undefined {
  const { mnemonic, operands } = instruction;
  const reads: Registers = { rows: [], scalars: [] };
  const writes: Registers = { rows: [], scalars: [] };
  const lane = laneRows.get(mnemonic);
  if (lane !== undefined) {
    for (const [index, operand] of operands.entries()) {
      const role = lane.roles[index];
      if (role !== 'w') add(reads, operand, 1);
      if (role !== 'r') add(writes, operand, 1);
    }
    if (lane.masked) reads.scalars.push(EXEC, EXEC + 1);
    return { reads, writes };
  }
  const row = rows.get(mnemonic);
  if (row === undefined) return undefined;
  const types: readonly Type[] = [...row.outputs, ...row.inputs];
  for (const [index, type] of types.entries()) {
    const output = index < row.outputs.length;
    add(output ? writes : reads, operands[index], registersOf(type));
    const kept = type !== 'mask' && (readsDestination(row) || keepsPart(instruction, type));
    if (output && kept) add(reads, operands[index], registersOf(type));
  }
  reads.scalars.push(EXEC, EXEC + 1);
  if (readsVcc(row)) reads.scalars.push(VCC, VCC + 1);
  if (row.exec) writes.scalars.push(EXEC, EXEC + 1);
  return { reads, writes };
}

/** True when part of the old destination stays. */
function keepsPart({ mnemonic, modifiers }: Instruction, type: Type): boolean {
  const row = rows.get(mnemonic);
  if (type === 'w8' || type === 'w16' || row?.high === 'keep' || row?.half === 'high') return true;
  const select = modifiers.get('dst_sel');
  const unused = modifiers.get('dst_unused');
  const part = typeof select === 'string' && select !== 'DWORD';
  return part && unused !== 'UNUSED_PAD' && unused !== 'UNUSED_SEXT';
}
