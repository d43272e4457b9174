/** `gpu.launch` and `gpu.launch_func`: how many workgroups of how many threads run a kernel. */
import type { Operation, Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { parseDictionary, parseSymbol } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand } from '../text/pieces.ts';
import { printAttribute, printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { Draft, State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import type { TypeBuffer } from '../text/type-buffer.ts';
import { builtinType, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { countOf, parseAttribution, printAttribution } from './gpu-attributions.ts';

const i64 = builtinType('i64');
const i32 = builtinType('i32');

/** What a `gpu.launch` becomes when it is outlined, by keyword. */
const outlined = ['module', 'function'] as const;

/** Reads `keyword in (%x, %y, %z)`. */
function parseTriple(state: State, keyword: string): Value[] {
  state.expectWord(keyword);
  state.expectWord('in');
  const values: Value[] = [];
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => values.push(parseOperand(state)));
  }
  if (values.length !== 3 && !state.failed) state.fail('three sizes');
  return values;
}

const index = builtinType('index');
const asyncToken = builtinType('!gpu.async.token');

/** Reads `async [%t, ...]`: how many tokens are waited for. */
function parseTokens(state: State, operation: Draft, results: TypeBuffer): number {
  if (state.eatWord('async')) results.push(asyncToken);
  const before = operation.operands.length;
  if (state.eat(Token.leftBracket)) {
    parseList(state, Token.rightBracket, "']'", () => operation.operands.push(parseOperand(state)));
  }
  return operation.operands.length - before;
}

/** ` async [%t]` in front of a launch. */
function tokens(writer: Writer, { operands, results }: Operation, count: number): string {
  const list = count > 0 ? ` [${writer.values(operands.slice(0, count))}]` : '';
  return `${results.length > 0 ? ' async' : ''}${list}`;
}

/** Group sizes of a launch: tokens, three of the grid, of a workgroup and of a cluster, dynamic memory. */
function launchSegments(waited: number, clusters: boolean, dynamic: boolean): number[] {
  const cluster = clusters ? 1 : 0;
  return [waited, 1, 1, 1, 1, 1, 1, cluster, cluster, cluster, dynamic ? 1 : 0];
}

/**
 * `gpu.launch_func @m::@f blocks in (...) threads in (...) dynamic_shared_memory_size %s args(%a : f32)`.
 * In front of the kernel, `async [%t]` waits for tokens and makes one, `<%stream : type>` names a stream;
 * `clusters in (...)` groups workgroups.
 */
export const launchFunction: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    const waited = parseTokens(state, operation, results);
    const stream: Value[] = [];
    if (state.eat(Token.less)) {
      const value = parseOperand(state);
      const place = state.lexer.start;
      state.expect(Token.colon, "':'");
      applyType(state, value, parseType(state), place);
      state.expect(Token.greater, "'>'");
      stream.push(value);
    }
    attributes.set('kernel', parseSymbol(state));
    const clusters = state.atWord('clusters') ? parseTriple(state, 'clusters') : [];
    const blocks = parseTriple(state, 'blocks');
    const threads = parseTriple(state, 'threads');
    const sizes = [...blocks, ...threads, ...clusters];
    const at = state.lexer.start;
    const type = state.eat(Token.colon) ? parseType(state) : index;
    for (const size of sizes) applyType(state, size, type, at);
    operands.push(...sizes);
    const dynamic = state.eatWord('dynamic_shared_memory_size');
    if (dynamic) operands.push(parseOperand(state));
    let count = 0;
    if (state.eatWord('args') && state.expect(Token.leftParen, "'('")) {
      parseList(state, Token.rightParen, "')'", () => {
        const value = parseOperand(state);
        const place = state.lexer.start;
        state.expect(Token.colon, "':'");
        applyType(state, value, parseType(state), place);
        operands.push(value);
        count++;
      });
    }
    operands.push(...stream);
    const values = [...launchSegments(waited, clusters.length > 0, dynamic), count, stream.length];
    attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes } = operation;
    const name = attributes.get('kernel');
    const sizes = attributes.get('operandSegmentSizes');
    if (name?.kind !== 'symbol' || sizes?.kind !== 'dense_array') return false;
    const counts = sizes.values.map(Number);
    const [waited = 0, clusters = 0, dynamic = 0, count = 0, streams = 0] = [0, 7, 10, 11, 12].map(
      (segment) => counts[segment],
    );
    const segments = launchSegments(waited, clusters > 0, dynamic > 0);
    const first = waited + 6;
    const last = first + 3 * clusters + dynamic;
    const size = operands[waited];
    const stream = operands[last + count];
    if (counts.slice(0, 11).join() !== segments.join() || size === undefined) return false;
    if (operands.length !== last + count + streams) return false;
    writer.write(tokens(writer, operation, waited));
    if (stream !== undefined) {
      writer.write(` <${writer.value(stream)} : ${printType(stream.type)}>`);
    }
    writer.write(` ${printAttribute(name)}`);
    const triple = (from: number): string => writer.values(operands.slice(from, from + 3));
    if (clusters > 0) writer.write(` clusters in (${triple(first)})`);
    writer.write(` blocks in (${triple(waited)}) threads in (${triple(waited + 3)})`);
    if (resolveType(size.type).kind !== 'index') writer.write(` : ${printType(size.type)}`);
    if (dynamic > 0) {
      writer.write(` dynamic_shared_memory_size ${writer.values(operands.slice(last - 1, last))}`);
    }
    const rest = operands.slice(last, last + count);
    if (rest.length > 0) {
      const texts = rest.map((value) => `${writer.value(value)} : ${printType(value.type)}`);
      writer.write(` args(${texts.join(', ')})`);
    }
    writer.dictionary(attributes, (key) => key === 'kernel' || key === 'operandSegmentSizes');
    return true;
  },
  properties: ['kernel', 'operandSegmentSizes'],
};

/** Reads `keyword(%a, %b, %c) in (%a_ = %x, %b_ = %y, %c_ = %z)`: ids, and sizes with their values. */
function parseLaunchRange(
  state: State,
  keyword: string,
  ids: Value[],
  sizes: Value[],
  operands: Value[],
): void {
  const binding = (into: Value[]): void => {
    const { start, nameEnd, kind } = state.lexer;
    if (kind !== Token.value) {
      state.fail('a value');
      return;
    }
    const name = state.text.slice(start + 1, nameEnd);
    state.lexer.next();
    into.push({ name, index: 0, group: 1, type: index, definition: undefined });
  };
  state.expectWord(keyword);
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => binding(ids));
  }
  state.expectWord('in');
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => {
      binding(sizes);
      state.expect(Token.equal, "'='");
      const at = state.lexer.start;
      const value = parseOperand(state);
      applyType(state, value, index, at);
      operands.push(value);
    });
  }
}

/**
 * `gpu.launch async [%t] blocks(...) in (...) threads(...) in (...) module(@m) function(@f) { ... gpu.terminator }`.
 * In front of the blocks, `clusters(...) in (...)` groups workgroups.
 */
export const launch: OperationSyntax = {
  parse: (state, operation, results) => {
    const waited = parseTokens(state, operation, results);
    const blockIds: Value[] = [];
    const gridSizes: Value[] = [];
    const threadIds: Value[] = [];
    const blockSizes: Value[] = [];
    const clusterIds: Value[] = [];
    const clusterSizes: Value[] = [];
    const clusters: Value[] = [];
    if (state.atWord('clusters')) {
      parseLaunchRange(state, 'clusters', clusterIds, clusterSizes, clusters);
    }
    parseLaunchRange(state, 'blocks', blockIds, gridSizes, operation.operands);
    parseLaunchRange(state, 'threads', threadIds, blockSizes, operation.operands);
    operation.operands.push(...clusters);
    const dynamic = state.eatWord('dynamic_shared_memory_size');
    if (dynamic) operation.operands.push(parseOperand(state));
    const values = launchSegments(waited, clusters.length > 0, dynamic);
    operation.attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
    for (const keyword of outlined) {
      if (!state.eatWord(keyword)) continue;
      state.expect(Token.leftParen, "'('");
      operation.attributes.set(keyword, parseSymbol(state));
      state.expect(Token.rightParen, "')'");
    }
    const ids = [...blockIds, ...threadIds, ...gridSizes, ...blockSizes];
    const entry = [...ids, ...clusterIds, ...clusterSizes];
    const count = parseAttribution(state, 'workgroup', entry, operation);
    parseAttribution(state, 'private', entry, operation);
    const value = BigInt(count);
    operation.attributes.set('workgroup_attributions', { kind: 'integer', value, type: i64 });
    if (state.failed) return;
    addRegion(operation, state.grammar.region(state, { entry }));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, regions } = operation;
    const body = regions[0];
    const entry = body?.blocks[0]?.arguments ?? [];
    const sizes = attributes.get('operandSegmentSizes');
    if (body === undefined || sizes?.kind !== 'dense_array' || entry.length < 12) return false;
    const [waited = 0, clusters = 0, dynamic = 0] = [0, 7, 10].map((segment) =>
      Number(sizes.values[segment]),
    );
    const expected = launchSegments(waited, clusters > 0, dynamic > 0);
    const first = waited + 6 + 3 * clusters;
    const own = 12 + 6 * clusters;
    if (sizes.values.join() !== expected.join() || entry.length < own) return false;
    const pairs = (name: number, from: number): string =>
      [0, 1, 2]
        .map(
          (i) =>
            `${writer.values(entry.slice(name + i, name + i + 1))} = ${writer.values(operands.slice(from + i, from + i + 1))}`,
        )
        .join(', ');
    writer.write(tokens(writer, operation, waited));
    if (clusters > 0) {
      const list = writer.values(entry.slice(12, 15));
      writer.write(` clusters(${list}) in (${pairs(15, waited + 6)})`);
    }
    writer.write(` blocks(${writer.values(entry.slice(0, 3))}) in (${pairs(6, waited)})`);
    writer.write(` threads(${writer.values(entry.slice(3, 6))}) in (${pairs(9, waited + 3)})`);
    if (operands.length > first) {
      writer.write(` dynamic_shared_memory_size ${writer.values(operands.slice(first))}`);
    }
    for (const keyword of outlined) {
      const symbol = attributes.get(keyword);
      if (symbol?.kind === 'symbol') writer.write(` ${keyword}(${printAttribute(symbol)})`);
    }
    const shared = countOf(operation, 'workgroup_attributions');
    printAttribution(writer, operation, 'workgroup', entry.slice(own, own + shared));
    printAttribution(writer, operation, 'private', entry.slice(own + shared));
    writer.write(' ');
    writer.region(operation, body, { hideArguments: true });
    const spelled = new Set(['operandSegmentSizes', 'workgroup_attributions', ...outlined]);
    writer.dictionary(attributes, (name) => spelled.has(name));
    return true;
  },
  properties: ['operandSegmentSizes', ...outlined],
};
