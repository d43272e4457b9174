/**
 * `pcf`: IREE's parallel control flow. Workers of a scope execute a body; what they produce goes through
 * references, each tied to an initial value or made with the sizes of its result.
 *
 *     %r:2 = pcf.generic sync true scope(#s) initialize {...} -> (%x: index)
 *       execute(%ref = %init, %new)[%id: index, %count: index]
 *            : (!pcf.sref<4xi32, #s>, !pcf.sref<?xi32, #s>) -> (tensor<4xi32>, tensor<?xi32>{%n}) {...}
 *
 * `is_tied` says which references have an initial value, in the order of the results.
 */
import type { Attribute } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { resolveType, unknownType } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand, parseOperands } from '../text/pieces.ts';
import { parseSuccessor } from '../text/regions.ts';
import { printAttribute, printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { Draft, State } from '../text/state.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import type { TypeBuffer } from '../text/type-buffer.ts';
import { builtinType, parseType, parseTypeList } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { singleBranch } from './branches.ts';
import { parseParameter } from './functions.ts';
import { parseBinding } from './loops.ts';
import { segmentsOf, setSegments } from './segments.ts';
import { dynamicSizes } from './tied.ts';

const i64 = builtinType('i64');

const number = (value: number): Attribute => ({ kind: 'integer', value: BigInt(value), type: i64 });
const flag = (value: boolean): Attribute => ({ kind: 'bool', value });

/** Reads `(%a: index, ...)` or `[%a: index, ...]`. */
function parseArguments(state: State, open: '(' | '[', into: Value[]): void {
  const closer = open === '(' ? Token.rightParen : Token.rightBracket;
  if (!state.expect(open === '(' ? Token.leftParen : Token.leftBracket, `'${open}'`)) return;
  parseList(state, closer, open === '(' ? "')'" : "']'", () => parseParameter(state, into, []));
}

/** What stands behind `execute`. */
interface Body {
  readonly references: Value[];
  readonly inits: Value[];
  readonly tied: boolean[];
  readonly sizes: Value[];
  readonly indices: Value[];
}

function parseBody(state: State, results: TypeBuffer): Body {
  const body: Body = { references: [], inits: [], tied: [], sizes: [], indices: [] };
  state.expectWord('execute');
  if (state.eat(Token.leftParen)) {
    parseList(state, Token.rightParen, "')'", () => {
      body.references.push(parseBinding(state, unknownType));
      const tied = state.eat(Token.equal);
      body.tied.push(tied);
      if (tied) body.inits.push(parseOperand(state));
    });
  }
  parseArguments(state, '[', body.indices);
  if (body.references.length === 0 || !state.expect(Token.colon, "':'")) return body;
  const types = parseTypeList(state);
  if (types.length !== body.references.length && !state.failed) {
    state.fail('a type for each reference');
  }
  for (const [i, value] of body.references.entries()) value.type = types[i] ?? unknownType;
  state.expect(Token.arrow, "'->'");
  if (!state.expect(Token.leftParen, "'('")) return body;
  let next = 0;
  let init = 0;
  parseList(state, Token.rightParen, "')'", () => {
    const at = state.lexer.start;
    const type = parseType(state);
    results.push(type);
    if (body.tied[next++] === true) {
      const value = body.inits[init++];
      if (value !== undefined) applyType(state, value, type, at);
    } else if (state.eat(Token.leftBrace)) {
      parseOperands(state, body.sizes);
      state.expect(Token.rightBrace, "'}'");
    }
  });
  if (next !== types.length && !state.failed) state.fail('a result for each reference');
  return body;
}

/** Writes ` execute(...)[...] : (...) -> (...)`; false when the operands do not fit. */
function printBody(
  writer: Writer,
  operation: Operation,
  inits: readonly Value[],
  sizes: readonly Value[],
  references: readonly Value[],
  indices: readonly Value[],
): boolean {
  const list = operation.attributes.get('is_tied');
  const tied =
    list?.kind === 'array' ? list.elements.map((each) => each.kind === 'bool' && each.value) : [];
  if (tied.length !== references.length || operation.results.length !== tied.length) return false;
  let init = 0;
  let size = 0;
  const names = references.map((value, i) => {
    const name = writer.value(value);
    const start = tied[i] === true ? inits[init++] : undefined;
    return start === undefined ? name : `${name} = ${writer.value(start)}`;
  });
  const results = operation.results.map(({ type }, i) => {
    const count = tied[i] === true ? 0 : dynamicSizes(resolveType(type));
    const own = sizes.slice(size, size + count);
    size += count;
    return count === 0 ? printType(type) : `${printType(type)}{${writer.values(own)}}`;
  });
  if (init !== inits.length || size !== sizes.length) return false;
  const starts = references.length === 0 ? '' : `(${names.join(', ')})`;
  writer.write(` execute${starts}[${indices.map((value) => writer.argument(value)).join(', ')}]`);
  if (references.length > 0) {
    writer.write(` : (${writer.types(references)}) -> (${results.join(', ')})`);
  }
  writer.write(' ');
  return true;
}

/** Reads `sync true scope(#s)`. */
function parseScope(state: State, operation: Draft): void {
  if (state.eatWord('sync')) {
    const value = state.eatWord('true');
    if (!value) state.expectWord('false');
    operation.attributes.set('sync_on_return', flag(value));
  } else operation.attributes.set('sync_on_return', flag(false));
  state.expectWord('scope');
  state.expect(Token.leftParen, "'('");
  operation.attributes.set('scope', state.grammar.attribute(state));
  state.expect(Token.rightParen, "')'");
}

function printScope(writer: Writer, { attributes }: Operation): boolean {
  const scope = attributes.get('scope');
  const sync = attributes.get('sync_on_return');
  if (scope === undefined) return false;
  if (sync?.kind === 'bool' && sync.value) writer.write(' sync true');
  writer.write(` scope(${printAttribute(scope)})`);
  return true;
}

function setBody(operation: Draft, body: Body, before: readonly Value[] | undefined): void {
  const { attributes } = operation;
  attributes.set('is_tied', { kind: 'array', elements: body.tied.map(flag) });
  setSegments(operation, [...(before === undefined ? [] : [before]), body.inits, body.sizes]);
}

const shared = ['scope', 'sync_on_return', 'is_tied', 'operandSegmentSizes'];

const generic: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    parseScope(state, operation);
    if (state.eatWord('initialize')) addRegion(operation, state.grammar.region(state, {}));
    else addRegion(operation, { blocks: [] });
    const leading: Value[] = [];
    if (state.eat(Token.arrow)) parseArguments(state, '(', leading);
    const body = parseBody(state, results);
    setBody(operation, body, undefined);
    attributes.set('num_leading_args', number(leading.length));
    attributes.set('num_index_args', number(body.indices.length));
    if (state.failed) return;
    const entry = [...leading, ...body.references, ...body.indices];
    addRegion(operation, state.grammar.region(state, { entry, block: true }));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const [initializer, region] = regions;
    const [inits, sizes] = segmentsOf(operation) ?? [];
    const leading = attributes.get('num_leading_args');
    const indices = attributes.get('num_index_args');
    if (initializer === undefined || region === undefined) return false;
    if (inits === undefined || sizes === undefined || leading?.kind !== 'integer') return false;
    if (indices?.kind !== 'integer' || !printScope(writer, operation)) return false;
    const all = region.blocks[0]?.arguments ?? [];
    const first = Number(leading.value);
    const last = all.length - Number(indices.value);
    if (initializer.blocks.length > 0) {
      writer.write(' initialize ');
      writer.region(operation, initializer);
    }
    const before = all.slice(0, first).map((value) => writer.argument(value));
    if (first > 0) writer.write(` -> (${before.join(', ')})`);
    const references = all.slice(first, last);
    if (!printBody(writer, operation, inits, sizes, references, all.slice(last))) return false;
    writer.region(operation, region, { hideArguments: true });
    writer.dictionary(attributes, (name) => generic.properties?.includes(name) === true);
    return true;
  },
  properties: [...shared, 'num_leading_args', 'num_index_args'],
};

const loop: OperationSyntax = {
  parse: (state, operation, results) => {
    parseScope(state, operation);
    state.expectWord('count');
    const count: Value[] = [];
    state.expect(Token.leftParen, "'('");
    parseOperands(state, count);
    state.expect(Token.rightParen, "')'");
    const body = parseBody(state, results);
    setBody(operation, body, count);
    if (state.failed) return;
    const entry = [...body.references, ...body.indices];
    const options = { entry, block: true, terminator: 'pcf.return' };
    addRegion(operation, state.grammar.region(state, options));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const { attributes, regions, results } = operation;
    const [region] = regions;
    const [count, inits = [], sizes = []] = segmentsOf(operation) ?? [];
    if (region === undefined || count === undefined) return false;
    if (!printScope(writer, operation)) return false;
    const all = region.blocks[0]?.arguments ?? [];
    writer.write(` count(${writer.values(count)})`);
    const references = all.slice(0, results.length);
    const indices = all.slice(results.length);
    if (!printBody(writer, operation, inits, sizes, references, indices)) return false;
    writer.region(operation, region, { hideArguments: true });
    writer.dictionary(attributes, (name) => shared.includes(name));
    return true;
  },
  properties: shared,
};

/** `pcf.br.cond_return %c ^bb1(%x : i32)`: on to the block unless the worker is done. */
const branch: OperationSyntax = {
  parse: (state, operation) => {
    operation.operands.push(parseOperand(state));
    parseSuccessor(state, operation);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, { operands, successors, attributes }) => {
    const [condition] = operands;
    const [next] = successors;
    if (condition === undefined || next === undefined || operands.length !== 1) return false;
    const list = `(${writer.values(next.operands)} : ${writer.types(next.operands)})`;
    const values = next.operands.length === 0 ? '' : list;
    writer.write(` ${writer.value(condition)} ^${next.block}${values}`);
    writer.dictionary(attributes, () => false);
    return true;
  },
  successors: singleBranch(1),
};

/** `[%i, 0] [4, 4] [1, 1]`: offsets, sizes, strides. */
const slice =
  'indices(%offsets,$static_offsets) indices(%sizes,$static_sizes) indices(%strides,$static_strides)';

export const pcf: DialectSyntax = {
  name: 'pcf',
  operations: {
    'alloc': '( %dynamicSizes* ) dict : type(result)',
    generic,
    loop,
    'br.cond_return': branch,
    'write_slice': `%source into %dest ~ ${slice} dict : type(source) into type(dest) ; segments`,
    'read_slice': `%source ~ ${slice} dict : type(source) to type(result) ; segments`,
    'get_memref': `%source ~ ${slice} dict : type(source) to type(result) ; segments`,
    'yield': 'dict %operands* : types(operands)',
    'return': 'dict',
  },
};
