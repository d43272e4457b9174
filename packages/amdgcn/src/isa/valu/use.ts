/** Registers that a vector instruction reads and writes, from the types of its row. */
import { scalarNumber } from '../../state/scalars.ts';
import { AGPR_ROW, EXEC, VCC } from '../../state/wave.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import type { RegisterUse } from '../../state/compile.ts';
import { CDNA_MODE, type CodeMode } from '../../state/target.ts';
import { readDpp } from './dpp.ts';
import { readsDestination, readsVcc } from './plan.ts';
import { isHalf, registersOf, type Row, type Type } from './row.ts';
import { findLaneRow, rowOfInstruction } from './rows.ts';

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

/** The scalars of a mask: one for each 32 lanes. */
const maskScalars = (first: number, { waveSize }: CodeMode): number[] =>
  waveSize === 32 ? [first] : [first, first + 1];

/** Rows and scalars of a vector instruction; `undefined` for other instructions. */
export function valuUse(
  instruction: Instruction,
  mode: CodeMode = CDNA_MODE,
): RegisterUse | undefined {
  const { paired } = instruction;
  const own = useOf(instruction, mode);
  const other = paired && useOf(paired, mode);
  if (own === undefined || other === undefined) return own;
  return {
    reads: both(own.reads, other.reads),
    writes: both(own.writes, other.writes),
  };
}

type Side = RegisterUse['reads'];

const both = (one: Side, other: Side): Side => ({
  rows: [...one.rows, ...other.rows],
  scalars: [...one.scalars, ...other.scalars],
});

function useOf(instruction: Instruction, mode: CodeMode): RegisterUse | undefined {
  const { mnemonic, operands } = instruction;
  const reads: Registers = { rows: [], scalars: [] };
  const writes: Registers = { rows: [], scalars: [] };
  const lane = findLaneRow(mnemonic, mode.target);
  if (lane !== undefined) {
    for (const [index, operand] of operands.entries()) {
      const role = lane.roles[index];
      if (role !== 'w') add(reads, operand, 1);
      if (role !== 'r') add(writes, operand, 1);
    }
    if (lane.masked) reads.scalars.push(...maskScalars(EXEC, mode));
    reads.scalars.push(...(lane.reads ?? []));
    return { reads, writes };
  }
  const flow = flowOf(instruction, mode);
  if (flow === undefined) return undefined;
  const scalarsOf = (masks: readonly number[]): number[] =>
    masks.flatMap((first) => maskScalars(first, mode));
  return {
    reads: { rows: flow.rows, scalars: [...flow.scalars, ...scalarsOf([...flow.masks, EXEC])] },
    writes: { rows: flow.writtenRows, scalars: scalarsOf(flow.writtenMasks) },
  };
}

/** The registers on which the lanes of a vector instruction depend, lane by lane. */
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

/**
 * How lanes of a vector instruction flow, for each of its operations; `undefined` for other instructions, and where lanes
 * read each other.
 */
export function valuFlows(
  instruction: Instruction,
  mode: CodeMode,
): readonly LaneFlow[] | undefined {
  const { paired } = instruction;
  const flows = (paired === undefined ? [instruction] : [instruction, paired]).map((one) =>
    readDpp(one.modifiers) === undefined ? flowOf(one, mode) : undefined,
  );
  return flows.every((flow) => flow !== undefined) ? flows : undefined;
}

function flowOf(instruction: Instruction, mode: CodeMode): LaneFlow | undefined {
  const row = rowOfInstruction(instruction, mode.target);
  const { operands } = instruction;
  if (row === undefined) return undefined;
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
    if (output && (readsDestination(row) || keepsPart(row, instruction, type)))
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
function keepsPart(row: Row, { modifiers }: Instruction, type: Type): boolean {
  if (type === 'w8' || type === 'w16' || row.high === 'keep' || row.half === 'high') return true;
  const halves = modifiers.get('op_sel');
  if (isHalf(type) && typeof halves === 'object' && halves[row.inputs.length] === 1) return true;
  const select = modifiers.get('dst_sel');
  const unused = modifiers.get('dst_unused');
  const part = typeof select === 'string' && select !== 'DWORD';
  return part && unused !== 'UNUSED_PAD' && unused !== 'UNUSED_SEXT';
}
