/** The plans of instructions that may have a form in vectors: rows of the tables, and moves from and to accumulators. */
import type { CompileContext } from '../../../state/compile.ts';
import type { Instruction } from '../../../text/program.ts';
import { accumulatorMoves } from '../../mfma/accumulators.ts';
import { dualRows } from '../dual-rows.ts';
import { makePlan, type Plan } from '../plan.ts';
import { rowOfInstruction, rows } from '../rows.ts';

/** The plan of an instruction; `undefined` where it is none of these. Its errors were reported when it was compiled. */
export function vectorPlan(instruction: Instruction, context: CompileContext): Plan | undefined {
  const { mnemonic, paired } = instruction;
  if (paired !== undefined || dualRows().has(mnemonic)) return undefined;
  const row = accumulatorMoves.has(mnemonic)
    ? rows().get('v_mov_b32')
    : rowOfInstruction(instruction, context.target);
  return row && makePlan(row, instruction, { ...context, report: () => {} });
}
