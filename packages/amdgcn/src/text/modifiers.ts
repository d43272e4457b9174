/**
 * Modifiers: the words behind the operands.
 *
 *     offset:16   offen glc lds   op_sel:[0,1]   dst_sel:BYTE_0   quad_perm:[1,0,3,2]   offset:swizzle(SWAP,16)
 */
import { messages } from '@ldscope/core';
import { setModifier } from './draft.ts';
import type { DraftInstruction } from './draft.ts';
import { parseExpression } from './expressions.ts';
import { Token } from './lexer.ts';
import { parseArguments } from './operands.ts';
import type { ModifierValue } from './program.ts';
import type { Assembly } from './state.ts';
import { swizzleOffset } from './swizzle.ts';

const flags: ReadonlySet<string> = new Set(
  [
    'glc slc dlc scc sc0 sc1 nt lds tfe lwe gds idxen offen addr64 clamp da d16 unorm row_mirror row_half_mirror nv',
    'scale_offset matrix_a_reuse matrix_b_reuse',
  ].flatMap((names) => names.split(' ')),
);

/** Modifiers whose value is a word. */
const words: ReadonlySet<string> = new Set(
  [
    'dst_sel dst_unused src0_sel src1_sel format dim th scope',
    'matrix_a_fmt matrix_b_fmt matrix_a_scale matrix_b_scale matrix_a_scale_fmt matrix_b_scale_fmt',
  ].flatMap((names) => names.split(' ')),
);

/** True when a modifier begins at the word. `scc` behind a comma is the register. */
export function atModifier(assembly: Assembly, afterComma: boolean): boolean {
  const lexer = assembly.lexer;
  if (lexer.kind !== Token.word) return false;
  if (lexer.text.charCodeAt(lexer.end) === 0x3a) return true;
  const word = lexer.slice();
  return flags.has(word) && !(afterComma && word === 'scc');
}

/** Reads the modifier at the word; false after a diagnostic. */
export function parseModifier(assembly: Assembly, instruction: DraftInstruction): boolean {
  const lexer = assembly.lexer;
  const name = lexer.slice();
  lexer.next();
  if (lexer.kind !== Token.colon || lexer.start !== lexer.previousEnd) {
    setModifier(instruction, name, true);
    return true;
  }
  lexer.next();
  const value = parseValue(assembly, instruction, name);
  if (value === undefined) return false;
  setModifier(instruction, name, value);
  return true;
}

function parseValue(
  assembly: Assembly,
  instruction: DraftInstruction,
  name: string,
): ModifierValue | undefined {
  const lexer = assembly.lexer;
  const start = lexer.start;
  if (lexer.kind === Token.leftBracket) return parseList(assembly);
  if (lexer.kind === Token.word) {
    const word = lexer.slice();
    if (words.has(name)) {
      lexer.next();
      return word;
    }
    if (word === 'swizzle' && lexer.text.charCodeAt(lexer.end) === 0x28) {
      lexer.next();
      const list = parseArguments(assembly);
      if (list === undefined) return undefined;
      const offset = swizzleOffset(list);
      if (offset !== undefined) return offset;
      return assembly.failWith(messages.amdgcn.swizzle(), start, lexer.previousEnd);
    }
  }
  const expression = parseExpression(assembly);
  if (expression === undefined) return undefined;
  const value = assembly.symbols.number(expression);
  if (value !== undefined) return Number(value);
  const span = assembly.span(start, lexer.previousEnd);
  assembly.pendingOperands.push({ instruction, target: name, expression, change: {}, span });
  return 0;
}

/** `[0,1,0]`, or words (`[BUF_FMT_32]`), which stay text. */
function parseList(assembly: Assembly): ModifierValue | undefined {
  const lexer = assembly.lexer;
  const open = lexer.start;
  const list: number[] = [];
  lexer.next();
  let text = false;
  while (lexer.kind !== Token.rightBracket) {
    const start = lexer.start;
    const expression = parseExpression(assembly);
    if (expression === undefined) return undefined;
    const value = assembly.symbols.number(expression);
    if (value !== undefined) list.push(Number(value));
    else if (expression.kind === 'symbol') text = true;
    else return assembly.failWith(assembly.whyNoNumber(expression), start, lexer.previousEnd);
    if (!assembly.eat(Token.comma)) break;
  }
  if (!assembly.expect(Token.rightBracket, "']'")) return undefined;
  return text ? lexer.text.slice(open, lexer.previousEnd) : list;
}
