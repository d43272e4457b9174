/** Registers that a vector instruction reads and writes, from the types of its row. */
import { scalarNumber } from '../../state/scalars.ts';
import { AGPR_ROW, EXEC, VCC } from '../../state/wave.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import type { RegisterUse } from '../../state/compile.ts';
import { readDpp } from './dpp.ts';
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

/** What the lanes of a vector instruction depend on, lane by lane. */
export interface LaneFlow {
  /** Rows of which each lane reads its own. */
  readonly rows: readonly number[];
  /** Scalars that all lanes read. */
  readonly scalars: readonly number[];
  /** First scalars of masks, of which each lane reads its bit. */
  readonly masks: readonly number[];
  readonly writtenRows: readonly number[];
  /** First scalars of masks of which the active lanes write their bits. */
  readonly writtenMasks: readonly number[];
}

/** How lanes of a vector instruction flow; `undefined` for other instructions, and where lanes read each other. */
export function valuFlow(instruction: Instruction): LaneFlow | undefined {
  const row = rows.get(instruction.mnemonic);
  const { operands, modifiers } = instruction;
  if (row === undefined || readDpp(modifiers) !== undefined) return undefined;
  const reads: Registers = { rows: [], scalars: [] };
  const writes: Registers = { rows: [], scalars: [] };
  const masks: number[] = readsVcc(row) ? [VCC] : [];
  const writtenMasks: number[] = row.exec === true ? [EXEC] : [];
  const types: readonly Type[] = [...row.outputs, ...row.inputs];
  for (const [index, type] of types.entries()) {
    const output = index < row.outputs.length;
    const operand = operands[index];
    if (type === 'mask') {
      const scalar = operand && scalarNumber(operand);
      if (scalar !== undefined) (output ? writtenMasks : masks).push(scalar);
      continue;
    }
    add(output ? writes : reads, operand, registersOf(type));
    if (output && (readsDestination(row) || keepsPart(instruction, type)))
      add(reads, operand, registersOf(type));
  }
  return {
    rows: reads.rows,
    scalars: reads.scalars,
    masks,
    writtenRows: writes.rows,
    writtenMasks,
  };
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
