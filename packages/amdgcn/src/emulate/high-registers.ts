/**
 * Vector registers above v255 (gfx1250): instructions have eight bits for a register, and `s_set_vgpr_msb` sets the bits
 * above them for the instructions that follow.
 *
 *     s_set_vgpr_msb 0x41         first source and destination from v256 on
 *     v_fma_f32 v67, -v4, v67, 1.0                                            v323 = -v260 * v67 + 1.0
 *     s_set_vgpr_msb 0x4000       none (the upper byte is what it was before, for handlers of traps)
 *
 * Two bits each for src0, src1, src2 and dst; of LDS for the address, the first and second data, and the result; of memory
 * for the address, stored data, and the result. Both halves of VOPD share them. Here the bits are added to the registers of
 * the instructions once: compilers clear them before each label and branch, and a program that does not keeps its
 * `s_set_vgpr_msb`, which is not executed.
 *
 * v256 to v511 are where other chips have accumulators. LIMITATION: v512 and above are refused. Source: LLVM 22,
 * `AMDGPULowerVGPREncoding` and `getVGPRLoweringOperandTables`.
 */
import type { Instruction, Operand, Program } from '../text/program.ts';
import type { Target } from '../state/target.ts';
import { findLaneRow, findRow } from '../isa/valu/rows.ts';

const NAME = 's_set_vgpr_msb';
const BRANCH = /^s_(c?branch|call|setpc|swappc|endpgm)/;

/** Places of the bits: three sources and the destination. */
type Slot = 0 | 1 | 2 | 3;

/** The program with whole numbers of registers. */
export function withHighRegisters(program: Program, target: Target): Program {
  if (!program.instructions.some(({ mnemonic }) => mnemonic === NAME)) return program;
  const labels = new Set(program.labels.values());
  const instructions: Instruction[] = [];
  let bits = 0;
  for (const [number, instruction] of program.instructions.entries()) {
    const { mnemonic, operands } = instruction;
    if (bits !== 0 && (labels.has(number) || BRANCH.test(mnemonic))) return program;
    if (mnemonic === NAME) {
      const [operand] = operands;
      if (operand?.kind !== 'integer') return program;
      bits = Number(operand.value & 0xffn);
      instructions.push({ ...instruction, mnemonic: 's_nop', operands: [zero] });
      continue;
    }
    const whole = bits === 0 ? instruction : raised(instruction, bits, target);
    if (whole === undefined) return program;
    instructions.push(whole);
  }
  return { ...program, instructions };
}

const zero: Operand = { kind: 'integer', value: 0n };

/** An instruction with the bits in its registers; `undefined` where there is no such register here. */
function raised(instruction: Instruction, bits: number, target: Target): Instruction | undefined {
  const operands: Operand[] = [];
  for (const [index, operand] of instruction.operands.entries()) {
    const above = (bits >> (2 * slotOf(instruction, index, target))) & 3;
    const isVector = operand.kind === 'register' && operand.file === 'v';
    if (!isVector || above === 0) operands.push(operand);
    else if (above > 1) return undefined;
    else operands.push({ ...operand, file: 'a' });
  }
  const { paired } = instruction;
  if (paired === undefined) return { ...instruction, operands };
  const other = raised(paired, bits, target);
  return other && { ...instruction, operands, paired: other };
}

/** The position of the bits for an operand. */
function slotOf({ mnemonic, operands }: Instruction, index: number, target: Target): Slot {
  if (mnemonic.startsWith('v_')) {
    const written = findLaneRow(mnemonic, target)?.roles.search(/r|(?<=b)b|$/);
    const results = written ?? findRow(mnemonic, target)?.outputs.length ?? 1;
    return index < results ? 3 : slot(index - results);
  }
  const isStore = /_store|_write/.test(mnemonic) && !/_rtn_/.test(mnemonic);
  if (mnemonic.startsWith('buffer_')) return index === 0 ? 3 : 0;
  const returns = /_load|_read|_rtn_|permute|swizzle|consume|append/.test(mnemonic);
  const isLds = mnemonic.startsWith('ds_');
  // Copies to LDS have the address there where loads have the result.
  if (isLds) return returns ? (index === 0 ? 3 : slot(index - 1)) : slot(index);
  if (isStore) return slot(index);
  const vectors = operands.filter((one) => one.kind === 'register' && one.file === 'v').length;
  const hasResult = returns || vectors > 2;
  return hasResult ? (index === 0 ? 3 : slot(index - 1)) : slot(index);
}

const slot = (index: number): Slot => (index === 0 ? 0 : index === 1 ? 1 : 2);
