/**
 * VCC in instructions whose text leaves it out. The encoding of 32 bits has no other mask, so LLVM's assembler takes both:
 *
 *     v_cmp_lt_u32 v0, v1             v_cmp_lt_u32 vcc, v0, v1
 *     v_cndmask_b32 v2, v0, v1        v_cndmask_b32 v2, v0, v1, vcc
 *     v_add_co_u32 v2, v0, v1         v_add_co_u32 v2, vcc, v0, v1                    CDNA
 *     v_add_co_ci_u32 v2, v0, v1      v_add_co_ci_u32 v2, vcc_lo, v0, v1, vcc_lo      RDNA
 *
 * An instruction that has another encoding stays as it is, and is refused for its number of operands.
 * Source: LLVM 22, llvm-mc on gfx942, gfx1100 and gfx1201.
 */
import { findRow } from '../isa/valu/rows.ts';
import type { Target } from '../state/target.ts';
import type { Instruction, Operand, Program } from '../text/program.ts';

const VCC: Operand = { kind: 'special', name: 'vcc' };

/** The program with VCC wherever it is meant; the same one where nothing is left out. */
export function withOmittedVcc(program: Program, target: Target): Program {
  const whole = program.instructions.map((instruction) => completed(instruction, target));
  const isSame = whole.every((instruction, number) => instruction === program.instructions[number]);
  return isSame ? program : { ...program, instructions: whole };
}

function completed(instruction: Instruction, target: Target): Instruction {
  const { mnemonic, operands, modifiers, encoding = 'e32' } = instruction;
  if (encoding !== 'e32' || modifiers.size > 0) return instruction;
  const row = findRow(mnemonic, target);
  if (row?.omitsVcc?.includes(row.family) !== true) return instruction;
  const types = [...row.outputs, ...row.inputs];
  const masks = types.filter((type) => type === 'mask').length;
  const last = operands.at(-1);
  // The second source of this encoding is a vector register.
  if (last?.kind !== 'register' || last.file !== 'v') return instruction;
  if (masks === 0 || operands.length !== types.length - masks) return instruction;
  const given = operands.values();
  const all = types.map((type) => (type === 'mask' ? VCC : (given.next().value ?? VCC)));
  return { ...instruction, operands: all };
}
