/**
 * Copies of `affine` that run beside the program, and hints to the cache.
 *
 *     affine.dma_start %s[%i + 1], %d[%j], %tag[%k], %size, %stride, %each : memref<...>, memref<...>, memref<...>
 *     affine.dma_wait %tag[%k], %size : memref<...>
 *     affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<...>
 *
 * The operands are each memref with the operands of its map behind it; the maps say how many those are.
 */
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { parseAffineAccess } from '../text/affine.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { Draft, State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { printAffineAccess } from './affine-access.ts';
import { parsePrefetchKind, prefetchAttributes, printPrefetchKind } from './memref-regions.ts';

const index = builtinType('index');

/** Reads `%m[%i + 1]`; answers the memref. */
function parseAccess(state: State, { operands, attributes }: Draft, map: string): Value {
  const memref = parseOperand(state);
  const at = state.lexer.start;
  const access = parseAffineAccess(state);
  for (const value of access.operands) applyType(state, value, index, at);
  operands.push(memref, ...access.operands);
  attributes.set(map, { kind: 'affine_map', map: access.map });
  return memref;
}

/** Reads `: type, type` for memrefs. */
function parseTypesOf(state: State, memrefs: readonly Value[]): void {
  state.expect(Token.colon, "':'");
  for (const [i, memref] of memrefs.entries()) {
    if (i > 0) state.expect(Token.comma, "','");
    const at = state.lexer.start;
    if (!state.failed) applyType(state, memref, parseType(state), at);
  }
}

const inputsOf = (attribute: Attribute | undefined): number => {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  return plain?.kind === 'affine_map' ? plain.map.dimensions + plain.map.symbols : 0;
};

/** Goes through the operands, memref by memref. */
class Accesses {
  at = 0;
  readonly memrefs: Value[] = [];
  readonly #writer: Writer;
  readonly #operation: Operation;

  constructor(writer: Writer, operation: Operation) {
    this.#writer = writer;
    this.#operation = operation;
  }

  /** ` %m[%i + 1]`. */
  next(map: string): string | undefined {
    const { operands, attributes } = this.#operation;
    const attribute = attributes.get(map);
    const memref = operands[this.at];
    if (memref === undefined) return undefined;
    const end = this.at + 1 + inputsOf(attribute);
    const text = printAffineAccess(this.#writer, attribute, operands.slice(this.at + 1, end));
    this.at = end;
    this.memrefs.push(memref);
    return text === undefined ? undefined : `${this.#writer.value(memref)}${text}`;
  }
}

const maps = ['src_map', 'dst_map', 'tag_map'];

export const dmaStart: OperationSyntax = {
  parse: (state, operation) => {
    const memrefs = maps.map((map) => {
      const memref = parseAccess(state, operation, map);
      state.expect(Token.comma, "','");
      return memref;
    });
    do {
      const at = state.lexer.start;
      const value = parseOperand(state);
      applyType(state, value, index, at);
      operation.operands.push(value);
      // Upstream takes a comma behind the last one.
    } while (state.eat(Token.comma) && state.lexer.kind === Token.value);
    parseTypesOf(state, memrefs);
  },
  print: (writer, operation) => {
    const { operands, attributes } = operation;
    const accesses = new Accesses(writer, operation);
    const texts = maps.map((map) => accesses.next(map));
    const rest = operands.slice(accesses.at);
    if (texts.includes(undefined) || (rest.length !== 1 && rest.length !== 3)) return false;
    if (attributes.size > maps.length) return false;
    writer.write(
      ` ${texts.join(', ')}, ${writer.values(rest)} : ${writer.types(accesses.memrefs)}`,
    );
    return true;
  },
};

export const dmaWait: OperationSyntax = {
  parse: (state, operation) => {
    const memref = parseAccess(state, operation, 'tag_map');
    state.expect(Token.comma, "','");
    const at = state.lexer.start;
    const size = parseOperand(state);
    applyType(state, size, index, at);
    operation.operands.push(size);
    parseTypesOf(state, [memref]);
  },
  print: (writer, operation) => {
    const { operands, attributes } = operation;
    const accesses = new Accesses(writer, operation);
    const text = accesses.next('tag_map');
    const rest = operands.slice(accesses.at);
    if (text === undefined || rest.length !== 1 || attributes.size > 1) return false;
    writer.write(` ${text}, ${writer.values(rest)} : ${writer.types(accesses.memrefs)}`);
    return true;
  },
};

export const prefetch: OperationSyntax = {
  parse: (state, operation) => {
    const memref = parseAccess(state, operation, 'map');
    state.expect(Token.comma, "','");
    parsePrefetchKind(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
    parseTypesOf(state, [memref]);
  },
  print: (writer, operation) => {
    const accesses = new Accesses(writer, operation);
    const text = accesses.next('map');
    const kind = printPrefetchKind(operation);
    const [memref] = accesses.memrefs;
    if (text === undefined || kind === undefined || memref === undefined) return false;
    if (accesses.at !== operation.operands.length) return false;
    writer.write(` ${text}, ${kind}`);
    const hidden = new Set(['map', ...prefetchAttributes]);
    writer.dictionary(operation.attributes, (name) => hidden.has(name));
    writer.write(` : ${printType(memref.type)}`);
    return true;
  },
  properties: ['map', ...prefetchAttributes],
};
