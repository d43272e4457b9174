/**
 * The vector ALU: every `v_*` of gfx90a, gfx942 and gfx950 that is not a matrix or accumulator instruction.
 *
 *     tables (vop1 vop2 vop3 vop3p vopc scaled)  ->  plan (operands)  ->  generate (text)  ->  step
 *
 * A row is types and an expression (`row.ts`); all operand forms, modifiers, SDWA, DPP, op_sel and modes are made
 * from the types, so every row has them. What moves values between lanes is in `lanes.ts`.
 */
import { messages } from '@ldscope/core';
import type { CompileInstruction, Family } from '../../state/compile.ts';
import { existsOn, type Target } from '../../state/target.ts';
import { compileRow } from './compile.ts';
import { laneRows, lanes } from './lanes.ts';
import { rows } from './rows.ts';

export { valuUse } from './use.ts';

/** Where an instruction exists; on CDNA when the table does not say. */
function onChip(
  chips: readonly Target[] | undefined,
  compile: CompileInstruction,
): CompileInstruction {
  return (instruction, context) => {
    if (existsOn(chips, context.target)) return compile(instruction, context);
    context.report(
      messages.execute.unsupported(instruction.mnemonic, `this instruction on ${context.target}`),
    );
    return undefined;
  };
}

export const valu: Family = new Map([
  ...[...rows].map(([name, row]) => [name, onChip(row.chips, compileRow(row))] as const),
  ...[...lanes].map(
    ([name, compile]) => [name, onChip(laneRows.get(name)?.chips, compile)] as const,
  ),
]);
