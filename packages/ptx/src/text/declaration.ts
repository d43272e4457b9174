/**
 * Declarations of memory: `.align 4 .b8 tile[4096], other = {1, 2}`, behind the space that they are in.
 *
 * Source: PTX ISA 9.0, 5.4.
 */
import { isPowerOfTwo, messages, product } from '@ldscope/core';
import { parseConstant, parseSum } from './constants.ts';
import { bitsOfConstant, numberOf } from './numbers.ts';
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
/** Handles of textures, samplers and surfaces, which the driver fills. */
const OPAQUE: ReadonlySet<string> = new Set(['texref', 'samplerref', 'surfref']);
/** Braces within each other. */
const MOST_DEPTH = 16;
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
  let isOpaque = false;
  for (lexer.next(); lexer.is('name') && lexer.word.startsWith('.');) {
    const word = lexer.word.slice(1);
    lexer.next();
    if (word === 'align') {
      // Behind `.ptr` it is the alignment of what the parameter points to.
      if (!isPointer) alignment = Number(numberOf(lexer.word));
      lexer.next();
    } else if (word === 'ptr') isPointer = true;
    // `.managed`, `.unified(...)`: where the host or another process finds it.
    else if (word === 'attribute') reader.skipBrackets();
    else if (OPAQUE.has(word)) {
      isOpaque = true;
      type = 'b64';
    } else if (/^v[248]$/.test(word)) lanes = Number(word.slice(1));
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
    const lengths = readLengths(reader);
    if (lengths === undefined) return undefined;
    if (lanes > 1) lengths.push(lanes);
    const bytes = product(lengths) * bytesOf(type);
    if (!(bytes <= MOST_BYTES[space]) || !isPower(alignment ?? 1)) {
      reader.report(messages.ptx.tooLarge(name, bytes, MOST_BYTES[space]), span);
      return undefined;
    }
    const own = alignment ?? lanes * bytesOf(type);
    const base = {
      name,
      space,
      type,
      bytes,
      alignment: own,
      isExtern,
      isPointer,
      ...(lanes > 1 ? { lanes } : {}),
    };
    if (!lexer.is('=')) result.push({ ...base, content: undefined, references: [] });
    else {
      lexer.next();
      if (isOpaque) {
        reader.skipBraces();
        result.push({ ...base, content: undefined, references: [] });
      } else {
        const initial = new Content(reader, type, lengths).read(bytes);
        if (initial === undefined) return undefined;
        result.push({ ...base, bytes: Math.max(bytes, initial.content.length), ...initial });
      }
    }
    if (!lexer.is(',') || space === 'param') return result;
    lexer.next();
  }
}

/** `[32][33]`; 0 of `[]`. */
function readLengths(reader: Reader): number[] | undefined {
  const { lexer } = reader;
  const lengths: number[] = [];
  while (lexer.is('[')) {
    lexer.next();
    if (lexer.is(']')) lengths.push(0);
    else {
      const length = parseConstant(lexer);
      if ('code' in length) {
        reader.report(length);
        return undefined;
      }
      lengths.push(Number(length.value));
    }
    if (!reader.expect(']')) return undefined;
  }
  return lengths;
}

type Initial = Pick<Variable, 'references'> & { readonly content: Uint8Array };

/**
 * The content of a variable: numbers, and addresses of others. Braces within braces are rows, and begin where theirs does.
 *
 *     [2][2] = {{1}, {7, 4}}      1 0 7 4
 */
class Content {
  readonly #reader: Reader;
  readonly #type: Type;
  /** Elements of what braces enclose, the outermost first; 0 where it is as long as its content. */
  readonly #spans: readonly number[];
  readonly #bytes: number[] = [];
  readonly #references: Variable['references'][number][] = [];

  constructor(reader: Reader, type: Type, lengths: readonly number[]) {
    this.#reader = reader;
    this.#type = type;
    this.#spans = lengths.map((_, index) => product(lengths.slice(index)));
  }

  /** Reads it for a variable of a number of bytes; `undefined` after a report. */
  read(bytes: number): Initial | undefined {
    if (!this.#value(0)) return undefined;
    const length = Math.max(bytes, this.#bytes.length);
    if (length > MOST_CONTENT) {
      this.#reader.report(messages.ptx.tooLarge('the content', length, MOST_CONTENT));
      return undefined;
    }
    const content = new Uint8Array(length);
    content.set(this.#bytes);
    return { content, references: this.#references };
  }

  #value(depth: number): boolean {
    const { lexer } = this.#reader;
    if (!lexer.is('{')) return this.#element();
    if (depth > MOST_DEPTH) {
      this.#reader.report(messages.syntax.tooDeep(MOST_DEPTH));
      return false;
    }
    lexer.next();
    const begin = this.#bytes.length;
    while (!lexer.is('}')) {
      if (!this.#value(depth + 1)) return false;
      if (lexer.is(',')) lexer.next();
      else if (!lexer.is('}')) return this.#reader.expected("'}'");
    }
    lexer.next();
    const end = begin + (depth === 0 ? 0 : (this.#spans[depth] ?? 0) * bytesOf(this.#type));
    if (end > MOST_CONTENT) return this.#reader.expected('a smaller array');
    while (this.#bytes.length < end) this.#bytes.push(0);
    return true;
  }

  #element(): boolean {
    const { lexer } = this.#reader;
    const size = bytesOf(this.#type);
    if (lexer.is('name') && lexer.word !== 'WARP_SZ') return this.#reference(size, undefined);
    const { word } = lexer;
    const constant = parseConstant(lexer);
    if ('code' in constant) {
      this.#reader.report(constant);
      return false;
    }
    if (lexer.is('(') && constant.kind === 'integer') {
      // `0xff00(name)`: the byte of the address that the mask has.
      const byte = [0, 1, 2, 3, 4, 5, 6, 7].find(
        (one) => constant.value === 0xffn << BigInt(8 * one),
      );
      return byte === undefined
        ? this.#reader.expected('a mask of one byte')
        : this.#reference(size, byte);
    }
    // A float that is written by its bits keeps them.
    const isBits = /^0[fFdD]/.test(word) && lexer.text.slice(0, lexer.previousEnd).endsWith(word);
    let rest = isBits ? numberOf(word, this.#type) : bitsOfConstant(constant, this.#type);
    for (let i = 0; i < size; i++, rest >>= 8n) this.#bytes.push(Number(rest & 0xffn));
    return true;
  }

  /** `table+8`, `generic(table)+8`, and `(table)` behind a mask. */
  #reference(size: number, byte: number | undefined): boolean {
    const { lexer } = this.#reader;
    if (lexer.word === 'generic') lexer.next();
    const isInner = lexer.is('(');
    if (isInner) lexer.next();
    const name = lexer.word;
    if (!lexer.is('name')) return this.#reader.expected('a name');
    lexer.next();
    let offset = 0;
    const hasOffset = (): boolean => lexer.is('+') || lexer.is('-');
    const readOffset = (): boolean => {
      const sum = parseSum(lexer);
      if ('code' in sum) {
        this.#reader.report(sum);
        return false;
      }
      offset += Number(sum.value);
      return true;
    };
    if (hasOffset() && !readOffset()) return false;
    if (isInner && !lexer.is(')')) return this.#reader.expected("')'");
    if (isInner) lexer.next();
    if (hasOffset() && !readOffset()) return false;
    const at = this.#bytes.length;
    this.#references.push({ at, name, offset, ...(byte === undefined ? {} : { byte }) });
    for (let i = 0; i < size; i++) this.#bytes.push(0);
    return true;
  }
}

const isPower = (value: number): boolean => value <= 2 ** 20 && isPowerOfTwo(value);
