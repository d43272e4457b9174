/**
 * One instruction: a mnemonic, operands with commas between them, modifiers with or without.
 *
 *     v_add_u32_e32 v1, s0, v2        ds_read2_b32 v[0:1], v2 offset0:1 offset1:2        s_waitcnt vmcnt(0) & lgkmcnt(1)
 *     s_delay_alu instid0(VALU_DEP_1) | instid1(SALU_CYCLE_1)
 *     v_dual_add_f32 v0, v1, v2 :: v_dual_mov_b32 v1, v3        two of VOPD, each with operands of its own
 */
import { noModifiers } from './draft.ts';
import type { DraftInstruction, Mnemonic } from './draft.ts';
import { Token } from './lexer.ts';
import { atModifier, parseModifier } from './modifiers.ts';
import { parseOperand } from './operands.ts';
import type { Encoding } from './program.ts';
import { atRegister } from './registers.ts';
import { renamed } from './code-names.ts';
import type { Assembly } from './state.ts';

const encodings: readonly (readonly [suffix: string, encoding: Encoding])[] = [
  ['_e32', 'e32'],
  ['_e64', 'e64'],
  ['_sdwa', 'sdwa'],
  ['_e64_dpp', 'dpp'],
  ['_dpp', 'dpp'],
];

/** Takes the suffix that names an encoding from a mnemonic. */
function splitMnemonic(assembly: Assembly, written: string): Mnemonic {
  let split = assembly.mnemonicCache.get(written);
  if (split === undefined) {
    const lower = written.toLowerCase();
    const found = encodings.find(([suffix]) => lower.endsWith(suffix));
    const name = found === undefined ? lower : lower.slice(0, -found[0].length);
    split = { name: renamed.get(name) ?? name, encoding: found?.[1] };
    assembly.mnemonicCache.set(written, split);
  }
  return split;
}

/**
 * Reads the instruction whose mnemonic is `written`, which the lexer has passed; it began at `start`. One that
 * cannot be read to its end is malformed, after a diagnostic.
 */
export function parseInstruction(
  assembly: Assembly,
  written: string,
  start: number,
): DraftInstruction {
  const lexer = assembly.lexer;
  const instruction = newInstruction(assembly, written);
  if (!parseRest(assembly, instruction)) instruction.malformed = true;
  else if (atPair(assembly) && !parsePaired(assembly, instruction)) instruction.malformed = true;
  instruction.span = assembly.span(start, lexer.previousEnd);
  if (assembly.source !== undefined) instruction.source = assembly.source;
  if (assembly.frame.expansion !== undefined) instruction.expansion = assembly.frame.expansion;
  return instruction;
}

function newInstruction(assembly: Assembly, written: string): DraftInstruction {
  const { name, encoding } = splitMnemonic(assembly, written);
  const instruction: DraftInstruction = {
    mnemonic: name,
    operands: [],
    modifiers: noModifiers,
    span: { start: 0, end: 0 },
  };
  if (encoding !== undefined) instruction.encoding = encoding;
  return instruction;
}

/** True at `::`. */
function atPair({ lexer }: Assembly): boolean {
  return lexer.kind === Token.colon && lexer.text.charCodeAt(lexer.end) === 0x3a;
}

/** Reads what follows `::`; false after a diagnostic. */
function parsePaired(assembly: Assembly, first: DraftInstruction): boolean {
  const lexer = assembly.lexer;
  lexer.next();
  lexer.next();
  if (lexer.kind !== Token.word) return assembly.fail('an instruction') ?? false;
  const { start } = lexer;
  const second = newInstruction(assembly, lexer.slice());
  lexer.next();
  if (!parseRest(assembly, second)) return false;
  if (!lexer.atLineEnd()) return assembly.fail('the end of the line') ?? false;
  second.span = assembly.span(start, lexer.previousEnd);
  first.paired = second;
  return true;
}

/** True at what can only be an operand: LLVM takes registers and numbers without a comma before them. */
function startsOperand(assembly: Assembly): boolean {
  const { kind } = assembly.lexer;
  const number = kind === Token.integer || kind === Token.float;
  return number || kind === Token.leftBracket || atRegister(assembly);
}

/** Operands and modifiers up to `::` or the end of the line; false after a diagnostic. */
function parseRest(assembly: Assembly, instruction: DraftInstruction): boolean {
  const lexer = assembly.lexer;
  // Operands of s_waitcnt and its kin need no comma between them.
  let separated = true;
  let commas = false;
  while (!lexer.atLineEnd() && !atPair(assembly)) {
    if (atModifier(assembly, commas)) {
      if (!parseModifier(assembly, instruction)) return false;
    } else {
      if (!separated && !startsOperand(assembly))
        return assembly.fail("',' or the end of the line") ?? false;
      if (!parseOperand(assembly, instruction)) return false;
    }
    commas = lexer.kind === Token.comma;
    const last = instruction.operands.at(-1);
    separated = commas || last?.kind === 'call';
    const joined = lexer.kind === Token.ampersand || lexer.kind === Token.bar;
    if (commas || (separated && joined)) {
      lexer.next();
      if (lexer.atLineEnd()) return assembly.fail('an operand') ?? false;
    }
  }
  return true;
}
