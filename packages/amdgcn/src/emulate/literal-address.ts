/**
 * Where the literal of an instruction is, as compilers count it from the `s_getpc_b64` before it.
 *
 *     s_getpc_b64 s[2:3]                                base: behind it
 *     s_sext_i32_i16 s3, s3                             4 bytes
 *     s_add_co_u32 s2, s2, f@rel32@lo+8                 literal at base + 8, which the addend subtracts again
 *     s_add_co_ci_u32 s3, s3, f@rel32@hi+16             literal at base + 16
 *
 * Addresses of text are made up, eight bytes per instruction: there, the bytes of the instructions between are counted as
 * the assembler encodes them. In disassembly addresses are known, and a literal is four bytes behind that of its
 * instruction.
 */
import { factsOf } from '../isa/facts.ts';
import { codeAddress, type Instruction, type Program } from '../text/program.ts';

/** Instructions between `s_getpc_b64` and a distance at most. */
const NEAR = 8;

/** The address that a distance to a symbol counts from. */
export function literalAddress(program: Program, number: number): number {
  const known = codeAddress(program, number) + 4;
  if (program.addresses !== undefined) return known;
  let bytes = 4;
  for (let before = number - 1; before >= number - NEAR; before--) {
    const instruction = program.instructions[before];
    if (instruction === undefined) break;
    const { givesAddress, unit } = factsOf(instruction);
    if (givesAddress === true) return codeAddress(program, before + 1) + bytes;
    if (unit !== 'SALU' && unit !== 'SMEM') break;
    bytes += sizeOf(instruction);
  }
  return known;
}

/** Bytes of a scalar instruction: eight with a literal, and of memory. */
function sizeOf(instruction: Instruction): 4 | 8 {
  const { operands } = instruction;
  const { short, unit } = factsOf(instruction);
  if (unit === 'SMEM') return 8;
  if (short === true) return 4;
  const isLiteral = operands.some(
    (operand) =>
      operand.kind === 'symbol' ||
      (operand.kind === 'integer' && (operand.value > 64n || operand.value < -16n)),
  );
  return isLiteral ? 8 : 4;
}
