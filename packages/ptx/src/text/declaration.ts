/**
 * Declarations of memory: `.align 4 .b8 tile[4096], other = {1, 2}`, behind the space that they are in.
 *
 * Source: PTX ISA 9.0, 5.4.
 */
import { messages } from '@ldscope/core';
import { numberOf } from './numbers.ts';
import type { Space, Type, Variable } from './program.ts';
import type { Reader } from './reader.ts';
import { bytesOf, typeOf } from './types.ts';

/** Bytes of one variable by its space, as hardware allows them at most, or more than any kernel has. */
const MOST_BYTES: Readonly<Record<Space, number>> = {
  global: 2 ** 32,
  const: 65_536,
  shared: 2 ** 20,
  local: 2 ** 19,
  param: 65_536,
};
/** Bytes of a content that is written out. */
const MOST_CONTENT = 2 ** 26;

/** Reads variables from their space on; the current word is then what follows. `undefined` after a report. */
export function readDeclaration(
  reader: Reader,
  space: Space,
  isExtern = false,
): Variable[] | undefined {
  const { lexer } = reader;
  let type: Type | undefined;
  let lanes = 1;
  let alignment: number | undefined;
  let isPointer = false;
  for (lexer.next(); lexer.is('name') && lexer.word.startsWith('.');) {
    const word = lexer.word.slice(1);
    lexer.next();
    if (word === 'align') {
      // Behind `.ptr` it is the alignment of what the parameter points to.
      if (!isPointer) alignment = Number(numberOf(lexer.word));
      lexer.next();
    } else if (word === 'ptr') isPointer = true;
    else if (/^v[248]$/.test(word)) lanes = Number(word.slice(1));
    else type = typeOf(word) ?? type;
  }
  if (type === undefined) {
    reader.report(messages.ptx.unknownType(lexer.word));
    return undefined;
  }
  const result: Variable[] = [];
  for (;;) {
    const name = lexer.word;
    if (!lexer.is('name')) {
      reader.expected('the name of a variable');
      return undefined;
    }
    const span = { start: lexer.start, end: lexer.end };
    lexer.next();
    const count = readLengths(reader, lanes);
    if (count === undefined) return undefined;
    const bytes = count * bytesOf(type);
    if (!(bytes <= MOST_BYTES[space]) || !isPower(alignment ?? 1)) {
      reader.report(messages.ptx.tooLarge(name, bytes, MOST_BYTES[space]), span);
      return undefined;
    }
    const own = alignment ?? lanes * bytesOf(type);
    const base = { name, space, type, bytes, alignment: own, isExtern, isPointer };
    if (!lexer.is('=')) result.push({ ...base, content: undefined, references: [] });
    else {
      lexer.next();
      const initial = readContent(reader, type, bytes);
      if (initial === undefined) return undefined;
      result.push({ ...base, bytes: Math.max(bytes, initial.content.length), ...initial });
    }
    if (!lexer.is(',') || space === 'param') return result;
    lexer.next();
  }
}

/** `[32][33]`: their product; 0 of `[]`. */
function readLengths(reader: Reader, lanes: number): number | undefined {
  const { lexer } = reader;
  let count = lanes;
  while (lexer.is('[')) {
    lexer.next();
    if (lexer.is('number')) {
      count *= Number(numberOf(lexer.word));
      lexer.next();
    } else count = 0;
    if (!reader.expect(']')) return undefined;
  }
  return count;
}

type Content = Pick<Variable, 'references'> & { readonly content: Uint8Array };

/** The content of a variable of `bytes`: numbers, and addresses of others. */
function readContent(reader: Reader, type: Type, bytes: number): Content | undefined {
  const { lexer } = reader;
  const size = bytesOf(type);
  const references: { at: number; name: string; offset: number }[] = [];
  const content: number[] = [];
  let depth = 0;
  do {
    if (lexer.is('{')) depth++;
    else if (lexer.is('}')) depth--;
    else if (lexer.is('number') || lexer.is('-')) {
      const negative = lexer.is('-');
      if (negative) lexer.next();
      const value = numberOf(lexer.word, type);
      let rest = BigInt.asUintN(64, negative ? -value : value);
      for (let i = 0; i < size; i++, rest >>= 8n) content.push(Number(rest & 0xffn));
    } else if (lexer.is('name')) {
      references.push({ at: content.length, ...readReference(reader) });
      for (let i = 0; i < size; i++) content.push(0);
      if (depth === 0) break;
      continue;
    } else if (!lexer.is(',')) {
      reader.expected('a value');
      return undefined;
    }
    lexer.next();
  } while (depth > 0);
  if (Math.max(bytes, content.length) > MOST_CONTENT) {
    reader.report(messages.ptx.tooLarge('the content', bytes, MOST_CONTENT));
    return undefined;
  }
  const whole = new Uint8Array(Math.max(bytes, content.length));
  whole.set(content);
  return { content: whole, references };
}

/** `table+8`, `generic(table)+8`. */
function readReference({ lexer }: Reader): { readonly name: string; readonly offset: number } {
  if (lexer.word === 'generic') lexer.next();
  const inner = lexer.is('(');
  if (inner) lexer.next();
  const name = lexer.word;
  lexer.next();
  if (inner && lexer.is(')')) lexer.next();
  if (!lexer.is('+')) return { name, offset: 0 };
  lexer.next();
  const offset = Number(numberOf(lexer.word));
  lexer.next();
  return { name, offset };
}

const isPower = (value: number): boolean =>
  value > 0 && value <= 2 ** 20 && Number.isInteger(Math.log2(value));
