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
import { factsOf } from '../isa/facts.ts';
import { memoryParts } from '../isa/memory/memory.ts';
import { SET_HIGH_BITS } from '../isa/salu/rdna.ts';

/** True for an instruction behind which another one than the next may follow. */
const leaves = (instruction: Instruction): boolean =>
  ['branch', 'call', 'jump', 'far-call', 'exit'].includes(factsOf(instruction).control);

/** Places of the bits: three sources and the destination. */
type Slot = 0 | 1 | 2 | 3;

/** The program with whole numbers of registers. */
export function withHighRegisters(program: Program, target: Target): Program {
  if (!program.instructions.some(({ mnemonic }) => mnemonic === SET_HIGH_BITS)) return program;
  const labels = new Set(program.labels.values());
  const instructions: Instruction[] = [];
  let bits = 0;
  for (const [number, instruction] of program.instructions.entries()) {
    const { mnemonic, operands } = instruction;
    if (bits !== 0 && (labels.has(number) || leaves(instruction))) return program;
    if (mnemonic === SET_HIGH_BITS) {
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
function slotOf(instruction: Instruction, index: number, target: Target): Slot {
  const parts = memoryParts(instruction);
  if (parts === undefined) {
    const { results } = factsOf(instruction, target);
    return index < results ? 3 : slot(index - results);
  }
  const { address, dataOperand, direction } = parts;
  if (index === address.vector) return 0;
  // Copies to LDS have the address there where loads have the result.
  const isData = index === dataOperand && address.space !== 'buffer' && direction !== 'to-lds';
  return isData ? 1 : 3;
}

const slot = (index: number): Slot => (index === 0 ? 0 : index === 1 ? 1 : 2);
