/** One operand: register, number, address, vector, list, symbol. Source: PTX ISA 9.0, section 6. */
import { type Message, messages } from '@ldscope/core';
import { beginsConstant, parseConstant, parseSum } from './constants.ts';
import type { Lexer } from './lexer.ts';
import type { Operand } from './program.ts';
import type { Scope } from './scope.ts';
import { bytesOf } from './types.ts';

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

/** Vectors that hardware gives, of which the fourth element is 0. */
const SPECIAL_VECTOR =
  /^%(?:tid|ntid|ctaid|nctaid|cluster_ctaid|cluster_nctaid|clusterid|nclusterid)$/;

/** Reads one operand; a message when it cannot be read. Only a call has lists in brackets (`hasLists`); elsewhere they are of constants. */
export function parseOperand(
  lexer: Lexer,
  scope: Scope,
  uses: LabelUse[],
  hasLists = false,
  depth = 0,
): Operand | Message {
  if (hasLists && lexer.is('(')) {
    const elements = list(lexer, scope, uses, ')', depth);
    return Array.isArray(elements) ? { kind: 'list', elements } : elements;
  }
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
    case '{': {
      const elements = list(lexer, scope, uses, '}', depth);
      return Array.isArray(elements) ? { kind: 'vector', elements } : elements;
    }
    case '!': {
      const { start } = lexer;
      lexer.next();
      if (beginsConstant(lexer)) {
        lexer.seek(start);
        return parseConstant(lexer);
      }
      const operand = named(lexer, scope, uses);
      return 'code' in operand || operand.kind !== 'register'
        ? operand
        : { ...operand, negated: true };
    }
    case '-': {
      const { start } = lexer;
      lexer.next();
      if (lexer.is('name') && lexer.word !== 'WARP_SZ') {
        const operand = named(lexer, scope, uses);
        if ('code' in operand || operand.kind === 'register')
          return 'code' in operand ? operand : { ...operand, minus: true };
        return expected(lexer, 'a register');
      }
      lexer.seek(start);
      return parseConstant(lexer);
    }
    case '+':
    case '~':
    case '(':
    case 'number':
      return parseConstant(lexer);
    case 'name':
      if (lexer.word === 'WARP_SZ') return parseConstant(lexer);
      return sum(named(lexer, scope, uses), lexer);
    default:
      return expected(lexer, 'an operand');
  }
}

/** `%r1+4`: a register and an integer, which ptxas takes wherever it takes a register. */
function sum(operand: Operand | Message, lexer: Lexer): Operand | Message {
  const isSum = lexer.is('+') || lexer.is('-');
  if ('code' in operand || operand.kind !== 'register' || !isSum) return operand;
  const value = parseSum(lexer);
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
    const element = parseOperand(lexer, scope, uses, false, depth + 1);
    if ('code' in element) return element;
    elements.push(element);
    if (lexer.is(',')) lexer.next();
    else if (lexer.kind !== end) return expected(lexer, `'${end}'`);
  }
  lexer.next();
  return elements;
}

/** `[%rd1+8]`, `[tile+2*4]`, `[16]`; `[map, {%r1, %r2}]`. */
function address(lexer: Lexer, scope: Scope, uses: LabelUse[], depth: number): Operand | Message {
  lexer.next();
  let base: Operand | undefined;
  let offset = 0;
  if (lexer.is('name') && lexer.word !== 'WARP_SZ') {
    const operand = named(lexer, scope, uses);
    if ('code' in operand) return operand;
    base = operand.kind === 'symbol' ? { ...operand, offset: 0 } : operand;
    if (operand.kind === 'symbol') ({ offset } = operand);
  }
  if (beginsConstant(lexer)) {
    const value = parseSum(lexer);
    if ('code' in value) return value;
    if (value.kind === 'integer') offset += Number(value.value);
  }
  const coordinates: Operand[] = [];
  while (lexer.is(',')) {
    lexer.next();
    const operand = parseOperand(lexer, scope, uses, false, depth + 1);
    if ('code' in operand) return operand;
    coordinates.push(operand);
  }
  if (!lexer.is(']')) return expected(lexer, "']'");
  lexer.next();
  return { kind: 'address', base, offset, coordinates };
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
  const isVector = SPECIAL_VECTOR.test(word);
  if (isVector || SPECIAL_VECTOR.test(word.replace(/\.w$/, ''))) {
    lexer.next();
    const zero = { kind: 'integer' as const, value: 0n };
    if (!isVector) return zero;
    const elements = ['x', 'y', 'z'].map((axis) => ({
      kind: 'special' as const,
      name: `${word.slice(1)}.${axis}`,
    }));
    return { kind: 'vector', elements: [...elements, zero] };
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
  const array = lexer.is('[') ? (variable ?? scope.global(word)) : undefined;
  if (array !== undefined) {
    // An element of an array: its address.
    lexer.next();
    const index = parseConstant(lexer);
    if ('code' in index) return index;
    if (!lexer.is(']')) return expected(lexer, "']'");
    lexer.next();
    offset = Number(index.value) * (array.lanes ?? 1) * bytesOf(array.type);
  }
  if (lexer.is('+') || (variable !== undefined && lexer.is('-'))) {
    const value = parseSum(lexer);
    if ('code' in value) return value;
    if (value.kind === 'integer') offset += Number(value.value);
  }
  const symbol = { kind: 'symbol' as const, name: variable?.name ?? word, offset };
  if (variable === undefined) uses.push({ use: symbol, scope });
  return symbol;
}

function expected(lexer: Lexer, wanted: string): Message {
  const found = lexer.is('end') ? 'the end of the file' : `'${lexer.word}'`;
  return messages.syntax.expected(wanted, found);
}
