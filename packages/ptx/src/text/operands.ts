/** One operand: register, number, address, vector, list, symbol. Source: PTX ISA 9.0, section 6. */
import { type Message, messages } from '@ldscope/core';
import type { Lexer } from './lexer.ts';
import { floatOf, isFloat, numberOf } from './numbers.ts';
import type { Operand } from './program.ts';
import type { Scope } from './scope.ts';

/** A name that may be that of a label: labels are known at the end of their scope. */
export interface LabelUse {
  readonly use: { name: string };
  readonly scope: Scope;
}

/** Vectors within vectors that are followed. */
const MOST_DEPTH = 4;

/** Names that begin with `%` and belong to hardware. */
const SPECIAL =
  /^%(?:(?:tid|ntid|ctaid|nctaid|cluster_ctaid|cluster_nctaid|clusterid|nclusterid)\.[xyz]|laneid|warpid|nwarpid|smid|nsmid|gridid|is_explicit_cluster|cluster_ctarank|cluster_nctarank|lanemask_(?:eq|le|lt|ge|gt)|clock|clock_hi|clock64|pm\d+(?:_64)?|envreg\d+|globaltimer|globaltimer_lo|globaltimer_hi|dynamic_smem_size|total_smem_size|aggr_smem_size|reserved_smem_offset_\w+|current_graph_exec)$/;

/** Reads one operand; a message when it cannot be read. */
export function parseOperand(
  lexer: Lexer,
  scope: Scope,
  uses: LabelUse[],
  depth = 0,
): Operand | Message {
  const first = single(lexer, scope, uses, depth);
  if ('code' in first || !lexer.is('|')) return first;
  lexer.next();
  const second = single(lexer, scope, uses, depth);
  return 'code' in second ? second : { kind: 'pair', first, second };
}

function single(lexer: Lexer, scope: Scope, uses: LabelUse[], depth: number): Operand | Message {
  if (depth > MOST_DEPTH) return messages.syntax.tooDeep(MOST_DEPTH);
  const { kind } = lexer;
  switch (kind) {
    case '[':
      return address(lexer, scope, uses, depth);
    case '{':
    case '(': {
      const elements = list(lexer, scope, uses, kind === '{' ? '}' : ')', depth);
      if (!Array.isArray(elements)) return elements;
      return { kind: kind === '{' ? 'vector' : 'list', elements };
    }
    case '!': {
      lexer.next();
      const operand = named(lexer, scope, uses);
      return 'code' in operand || operand.kind !== 'register'
        ? operand
        : { ...operand, negated: true };
    }
    case '-': {
      const { start } = lexer;
      lexer.next();
      if (lexer.is('name')) {
        const operand = named(lexer, scope, uses);
        if ('code' in operand || operand.kind === 'register')
          return 'code' in operand ? operand : { ...operand, minus: true };
        return expected(lexer, 'a register');
      }
      lexer.seek(start);
      return number(lexer);
    }
    case '+':
    case '~':
    case 'number':
      return number(lexer);
    case 'name':
      return sum(named(lexer, scope, uses), lexer);
    default:
      return expected(lexer, 'an operand');
  }
}

/** `%r1+4`: a register and an integer, which ptxas takes wherever it takes a register. */
function sum(operand: Operand | Message, lexer: Lexer): Operand | Message {
  const isSum = lexer.is('+') || lexer.is('-');
  if ('code' in operand || operand.kind !== 'register' || !isSum) return operand;
  const value = number(lexer);
  if ('code' in value) return value;
  return value.kind === 'integer'
    ? { ...operand, plus: value.value }
    : messages.syntax.expected('an integer', `${value.kind}`);
}

function list(
  lexer: Lexer,
  scope: Scope,
  uses: LabelUse[],
  end: '}' | ')',
  depth: number,
): Operand[] | Message {
  lexer.next();
  const elements: Operand[] = [];
  while (lexer.kind !== end) {
    const element = parseOperand(lexer, scope, uses, depth + 1);
    if ('code' in element) return element;
    elements.push(element);
    if (lexer.is(',')) lexer.next();
    else if (lexer.kind !== end) return expected(lexer, `'${end}'`);
  }
  lexer.next();
  return elements;
}

/** `[%rd1+8]`, `[tile+%r?]` is not PTX; `[map, {%r1, %r2}]`. */
function address(lexer: Lexer, scope: Scope, uses: LabelUse[], depth: number): Operand | Message {
  lexer.next();
  let base: Operand | undefined;
  let offset = 0;
  if (lexer.is('name')) {
    const operand = named(lexer, scope, uses);
    if ('code' in operand) return operand;
    base = operand.kind === 'symbol' ? { ...operand, offset: 0 } : operand;
    if (operand.kind === 'symbol') ({ offset } = operand);
  }
  while (lexer.is('number') || lexer.is('+') || lexer.is('-')) {
    const value = number(lexer);
    if ('code' in value) return value;
    if (value.kind === 'integer') offset += Number(value.value);
  }
  const coordinates: Operand[] = [];
  while (lexer.is(',')) {
    lexer.next();
    const operand = parseOperand(lexer, scope, uses, depth + 1);
    if ('code' in operand) return operand;
    coordinates.push(operand);
  }
  if (!lexer.is(']')) return expected(lexer, "']'");
  lexer.next();
  return { kind: 'address', base, offset, coordinates };
}

/** A number with its signs. */
function number(lexer: Lexer): Operand | Message {
  let negative = false;
  let inverted = false;
  for (; lexer.is('-') || lexer.is('+') || lexer.is('~'); lexer.next()) {
    if (lexer.is('-')) negative = !negative;
    if (lexer.is('~')) inverted = true;
  }
  if (!lexer.is('number')) return expected(lexer, 'a number');
  const { word } = lexer;
  lexer.next();
  if (isFloat(word)) {
    const value = floatOf(word);
    return { kind: 'float', value: negative ? -value : value };
  }
  const value = numberOf(word);
  const signed = negative ? -value : value;
  return { kind: 'integer', value: inverted ? ~signed : signed };
}

/** A register, special register or symbol. */
function named(lexer: Lexer, scope: Scope, uses: LabelUse[]): Operand | Message {
  const { word } = lexer;
  if (!lexer.is('name')) return expected(lexer, 'a name');
  if (word === '_') {
    lexer.next();
    return { kind: 'sink' };
  }
  const register = scope.register(word);
  if (register !== undefined) {
    lexer.next();
    return { kind: 'register', register, negated: false };
  }
  const vector = scope.vector(word);
  if (vector !== undefined) {
    lexer.next();
    return {
      kind: 'vector',
      elements: vector.map((one) => ({ kind: 'register', register: one, negated: false })),
    };
  }
  if (SPECIAL.test(word)) {
    lexer.next();
    return { kind: 'special', name: word.slice(1) };
  }
  if (word === 'WARP_SZ') {
    lexer.next();
    return { kind: 'integer', value: 32n };
  }
  const part = /^(.+)\.([bh][0-7]{1,4})$/.exec(word);
  const selected = part === null ? undefined : scope.register(part[1] ?? '');
  if (part !== null && selected !== undefined) {
    lexer.next();
    return { kind: 'register', register: selected, negated: false, part: part[2] ?? '' };
  }
  if (word.startsWith('%')) return messages.ptx.unknownRegister(word);
  lexer.next();
  const variable = scope.variable(word);
  let offset = 0;
  if (lexer.is('+') || (variable !== undefined && lexer.is('-'))) {
    const value = number(lexer);
    if ('code' in value) return value;
    if (value.kind === 'integer') offset = Number(value.value);
  }
  const symbol = { kind: 'symbol' as const, name: variable?.name ?? word, offset };
  if (variable === undefined) uses.push({ use: symbol, scope });
  return symbol;
}

function expected(lexer: Lexer, wanted: string): Message {
  const found = lexer.is('end') ? 'the end of the file' : `'${lexer.word}'`;
  return messages.syntax.expected(wanted, found);
}
