/**
 * The vector ALU: every `v_*` that is not a matrix or accumulator instruction.
 *
 *     tables (vop1 vop2 vop3 vop3p vopc scaled, rdna)  ->  plan (operands)  ->  generate (text)  ->  step
 *
 * A row is types and an expression (`row.ts`); all operand forms, modifiers, SDWA, DPP, op_sel, halves and modes are made
 * from the types, so every row has them. `lanes.ts` has the instructions that move values between lanes, and `dual.ts` those
 * with two operations.
 */
import { lazyBy } from '@ldscope/core';
import type { CompileInstruction, Family } from '../../state/compile.ts';
import type { Target } from '../../state/target.ts';
import { compileRow } from './compile.ts';
import { dualRows } from './dual-rows.ts';
import { compileDual } from './dual.ts';
import { compileLanes } from './lanes.ts';
import { findLaneRow, findRow, mnemonicsOf } from './rows.ts';

export { valuUse } from './use.ts';

function compilerOf(mnemonic: string, target: Target): CompileInstruction | undefined {
  const move = findLaneRow(mnemonic, target);
  if (move !== undefined) return compileLanes(move);
  const row = findRow(mnemonic, target);
  return row && (dualRows().has(mnemonic) ? compileDual : compileRow(row));
}

/** The vector instructions of a chip. */
export const valuFamily = lazyBy((target: Target): Family => {
  const family = new Map<string, CompileInstruction>();
  for (const name of mnemonicsOf(target)) {
    const compile = compilerOf(name, target);
    if (compile !== undefined) family.set(name, compile);
  }
  return family;
});
