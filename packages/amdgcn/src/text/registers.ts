/**
 * Names of registers.
 *
 *     v7  v[4:7]  s[sgprA:sgprA+3]  a0  acc[0:3]  [v4, v5]     register operands
 *     v7.l  v[7].h                                            halves of one vector register (gfx11 and later)
 *     vcc exec_lo m0 off null src_shared_base ttmp4           special operands, as written
 *
 * `v[4:7]` with plain numbers is by far the most frequent operand: it is recognised in the text, before any word
 * is made of it.
 */
import { messages } from '@ldscope/core';
import { parseExpression } from './expressions.ts';
import { Token } from './lexer.ts';
import type { Operand, RegisterOperand } from './program.ts';
import type { Assembly } from './state.ts';

const specialNames: ReadonlySet<string> = new Set(
  [
    'vcc vcc_lo vcc_hi exec exec_lo exec_hi m0 scc off null vccz execz',
    'flat_scratch flat_scratch_lo flat_scratch_hi xnack_mask xnack_mask_lo xnack_mask_hi',
    'src_vccz src_execz src_scc src_lds_direct lds_direct src_pops_exiting_wave_id pops_exiting_wave_id',
    'src_shared_base src_shared_limit src_private_base src_private_limit',
    'shared_base shared_limit private_base private_limit',
    'src_shared_base_lo src_shared_limit_lo src_private_base_lo src_private_limit_lo',
    'src_flat_scratch_base_lo src_flat_scratch_base_hi',
    'tba tba_lo tba_hi tma tma_lo tma_hi',
  ]
    .join(' ')
    .split(' '),
);

/** Registers of a file; more is an error of the source. */
const fileSizes = { v: 512, a: 512, s: 128, ttmp: 16 } as const;
type File = keyof typeof fileSizes;

const files: Readonly<Record<string, File>> = { v: 'v', a: 'a', acc: 'a', s: 's', ttmp: 'ttmp' };

const single = /^(v|s|a|acc|ttmp)([0-9]{1,4})$/;

const halfOf = /^(v[0-9]{1,4})\.([lh])$/;

/** The register or special operand that a word is; `undefined` for any other word. */
function namedOperand(assembly: Assembly, word: string): Operand | undefined {
  const known = assembly.operandCache.get(word);
  if (known !== undefined) return known;
  const half = halfOf.exec(word);
  if (half !== null) {
    const whole = namedOperand(assembly, half[1] ?? '');
    const operand = whole && withHalf(whole, half[2] ?? '');
    if (operand !== undefined) assembly.operandCache.set(word, operand);
    return operand;
  }
  const match = single.exec(word);
  const file = files[match?.[1] ?? ''];
  const operand = specialNames.has(word)
    ? ({ kind: 'special', name: word } as const)
    : file === undefined
      ? undefined
      : registerOperand(assembly, file, Number(match?.[2]), 1);
  if (operand !== undefined) assembly.operandCache.set(word, operand);
  return operand;
}

/** One half of a vector register; the operand itself where the word names no half. */
function withHalf(operand: Operand, word: string): Operand {
  const vector = operand.kind === 'register' && operand.file === 'v' && operand.count === 1;
  return vector && (word === 'l' || word === 'h') ? { ...operand, half: word } : operand;
}

/** A word such as `v999` is a register that no chip has, unless it is a symbol. */
function refuseBeyond(assembly: Assembly, word: string): void {
  const match = /^(v|s|a|acc|ttmp)([0-9]+)(\.[lh])?$/.exec(word);
  const file = files[match?.[1] ?? ''];
  if (file === undefined || assembly.symbols.table.has(word)) return;
  const index = Number(match?.[2]);
  assembly.failWith(messages.amdgcn.registerRange(file, index, index, fileSizes[file]));
}

/** True when a register begins at the word: a name, or a file with a bracket. */
export function atRegister(assembly: Assembly): boolean {
  const lexer = assembly.lexer;
  if (lexer.kind === Token.leftBracket) return true;
  if (lexer.kind !== Token.word) return false;
  const word = lexer.slice();
  return atRange(assembly, word) || namedOperand(assembly, word) !== undefined;
}

/** True when the word is a register file and a bracket follows it. */
function atRange(assembly: Assembly, word: string): boolean {
  return files[word] !== undefined && assembly.lexer.text.charCodeAt(assembly.lexer.end) === 0x5b;
}

/** Reads the register at the word; `undefined` and nothing read when there is none. */
export function parseRegister(assembly: Assembly): Operand | undefined {
  const lexer = assembly.lexer;
  if (lexer.kind === Token.leftBracket) return parseList(assembly);
  const { text, start, end } = lexer;
  const length = end - start;
  if (length === 1 && text.charCodeAt(end) === 0x5b) {
    const close = plainRangeEnd(text, end + 1);
    if (close >= 0) {
      const known = assembly.operandCache.get(text.slice(start, close));
      if (known !== undefined && text.charCodeAt(close) !== 0x2e) {
        lexer.moveTo(close, lexer.line);
        lexer.previousEnd = close;
        return known;
      }
    }
  }
  const word = text.slice(start, end);
  if (!atRange(assembly, word)) {
    const operand = namedOperand(assembly, word);
    if (operand === undefined) {
      refuseBeyond(assembly, word);
      return undefined;
    }
    lexer.next();
    return operand;
  }
  const file = files[word] ?? 'v';
  const operand = parseRange(assembly, file, start);
  if (operand !== undefined && lexer.kind === Token.word && lexer.start === lexer.previousEnd) {
    const half = withHalf(operand, lexer.slice().slice(1));
    if (half !== operand) {
      lexer.next();
      return half;
    }
  }
  const close = plainRangeEnd(text, end + 1);
  if (operand !== undefined && length === 1 && close >= 0)
    assembly.operandCache.set(text.slice(start, close), operand);
  return operand;
}

/** Behind the bracket of `4:7]` or `4]` when there are only digits; -1 otherwise. */
function plainRangeEnd(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5d) return at + 1;
    if (!(code >= 0x30 && code <= 0x3a)) return -1;
  }
}

/** `[first:last]` or `[index]` behind the name of a file. */
function parseRange(assembly: Assembly, file: File, start: number): Operand | undefined {
  const lexer = assembly.lexer;
  lexer.next();
  lexer.next();
  const first = parseIndex(assembly);
  if (first === undefined) return undefined;
  let last = first;
  if (assembly.eat(Token.colon)) {
    const index = parseIndex(assembly);
    if (index === undefined) return undefined;
    last = index;
  }
  if (!assembly.expect(Token.rightBracket, "']'")) return undefined;
  if (last < first || first < 0 || last >= fileSizes[file]) {
    assembly.failWith(
      messages.amdgcn.registerRange(file, first, last, fileSizes[file]),
      start,
      lexer.previousEnd,
    );
    return undefined;
  }
  return registerOperand(assembly, file, first, last - first + 1);
}

/** A register number: any expression whose value is known here. */
function parseIndex(assembly: Assembly): number | undefined {
  const lexer = assembly.lexer;
  const start = lexer.start;
  const expression = parseExpression(assembly);
  if (expression === undefined) return undefined;
  const value = assembly.symbols.number(expression);
  if (value !== undefined) return Number(value);
  assembly.failWith(assembly.whyNoNumber(expression), start, lexer.previousEnd);
  return undefined;
}

/** `[v0, v1]`: registers one after the other, or the two halves of a special one. */
function parseList(assembly: Assembly): Operand | undefined {
  const lexer = assembly.lexer;
  const start = lexer.start;
  lexer.next();
  const list: Operand[] = [];
  do {
    const part = lexer.kind === Token.word ? parseRegister(assembly) : undefined;
    if (part === undefined) {
      assembly.fail('a register');
      return undefined;
    }
    list.push(part);
  } while (assembly.eat(Token.comma));
  if (!assembly.expect(Token.rightBracket, "']'")) return undefined;
  const joined = joinRegisters(list);
  if (joined === undefined)
    assembly.failWith(messages.amdgcn.registerList(), start, lexer.previousEnd);
  return joined;
}

function joinRegisters(list: readonly Operand[]): Operand | undefined {
  const first = list[0];
  if (first === undefined || list.length === 1) return first;
  if (first.kind === 'special') {
    const name = first.name.endsWith('_lo') ? first.name.slice(0, -3) : '';
    const second = list[1];
    return list.length === 2 && second?.kind === 'special' && second.name === `${name}_hi`
      ? { kind: 'special', name }
      : undefined;
  }
  if (first.kind !== 'register') return undefined;
  let count = 0;
  for (const part of list) {
    if (part.kind !== 'register' || part.file !== first.file) return undefined;
    if (part.index !== first.index + count) return undefined;
    count += part.count;
  }
  return { kind: 'register', file: first.file, index: first.index, count };
}

function registerOperand(
  assembly: Assembly,
  file: File,
  index: number,
  count: number,
): Operand | undefined {
  const end = index + count;
  if (end > fileSizes[file]) return undefined;
  if (file === 'ttmp') {
    return { kind: 'special', name: count === 1 ? `ttmp${index}` : `ttmp[${index}:${end - 1}]` };
  }
  const { symbols } = assembly;
  if (file === 's') symbols.nextScalar = Math.max(symbols.nextScalar, end);
  else symbols.nextVector = Math.max(symbols.nextVector, end);
  return { kind: 'register', file, index, count } satisfies RegisterOperand;
}
