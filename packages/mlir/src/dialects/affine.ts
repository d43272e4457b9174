/**
 * `affine`: loops, conditions and accesses whose indices are affine maps.
 *
 *     affine.store %v, %m[%i + 1, symbol(%n)] : memref<4x4xf32>
 *     affine.for %i = 0 to min #map(%n)[%s] step 2 iter_args(%x = %init) -> (f32) { ... }
 *     affine.parallel (%i, %j) = (0, max(%a, %b)) to (%n, 128) step (1, 4) reduce ("addf") -> (f32) { ... }
 */
import { AttributeMap } from '../ir/attribute-map.ts';
import type { AffineMap } from '../ir/affine.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Attribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseAffineAccess, parseAffineGroups } from '../text/affine.ts';
import { parseAttribute } from '../text/attributes.ts';
import { commonCodecs, listCodec, quotedCasesCodec } from '../text/codecs.ts';
import { denseIntegers } from '../text/dense.ts';
import type { Directive } from '../text/format.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperand, parseOperands, parseSize } from '../text/pieces.ts';
import { printAffineExpression } from '../text/print-affine.ts';
import { printAttribute } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { Codec, DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { atomicKinds } from './arith.ts';
import { prefetched } from './memref.ts';

const index = builtinType('index');
const i32 = builtinType('i32');
const i64 = builtinType('i64');

function mapOf(attribute: Attribute | undefined): AffineMap | undefined {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  return plain?.kind === 'affine_map' ? plain.map : undefined;
}

function applyIndex(state: State, values: readonly Value[], at: number): void {
  for (const value of values) applyType(state, value, index, at);
}

/** The results of a map, each with the names of the operands; `undefined` when operands are missing. */
function printResults(
  writer: Writer,
  map: AffineMap | undefined,
  operands: readonly Value[],
): readonly string[] | undefined {
  if (map === undefined || operands.length !== map.dimensions + map.symbols) return undefined;
  return map.results.map((result) =>
    printAffineExpression(result, (kind, i) => {
      const at = kind === 'dimension' ? i : map.dimensions + i;
      const name = writer.values(operands.slice(at, at + 1));
      return kind === 'dimension' ? name : `symbol(${name})`;
    }),
  );
}

/** `[%i + 1, symbol(%n)]`: a map that is written with the values it is applied to. */
const access: Directive = (line, operands = '', map = '') => {
  const group = line.group(operands);
  const name = line.attribute(map);
  return {
    parse: ({ state, operation, groups }) => {
      const at = state.lexer.start;
      const read = parseAffineAccess(state);
      applyIndex(state, read.operands, at);
      groups[group] = read.operands;
      operation.attributes.set(name, { kind: 'affine_map', map: read.map });
    },
    print: ({ writer, operation, groups }) => {
      const results = printResults(
        writer,
        mapOf(operation.attributes.get(name)),
        groups[group] ?? [],
      );
      return results === undefined ? undefined : `[${results.join(', ')}]`;
    },
  };
};

/** Reads `(%d, ...)[%s, ...]`, the operands of a map or set. */
function parseMapOperands(state: State): Value[] {
  const values: Value[] = [];
  const at = state.lexer.start;
  if (state.expect(Token.leftParen, "'('")) {
    parseOperands(state, values);
    state.expect(Token.rightParen, "')'");
  }
  if (state.eat(Token.leftBracket)) {
    parseOperands(state, values);
    state.expect(Token.rightBracket, "']'");
  }
  applyIndex(state, values, at);
  return values;
}

/** `#map(%d)[%s]`; `undefined` when the attribute is not a map or a set. */
function printApplied(
  writer: Writer,
  attribute: Attribute | undefined,
  operands: readonly Value[],
): string | undefined {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (attribute === undefined || plain === undefined) return undefined;
  if (plain.kind !== 'affine_map' && plain.kind !== 'affine_set') return undefined;
  const { dimensions } = plain.kind === 'affine_map' ? plain.map : plain.set;
  const symbols = operands.slice(dimensions);
  const list = symbols.length === 0 ? '' : `[${writer.values(symbols)}]`;
  return `${printAttribute(attribute)}(${writer.values(operands.slice(0, dimensions))})${list}`;
}

/** `#map(%d)[%s]`: a map or set and what it is applied to. */
const applied: Directive = (line, map = '', operands = '') => {
  const group = line.group(operands);
  const name = line.attribute(map);
  return {
    parse: ({ state, operation, groups }) => {
      operation.attributes.set(name, parseAttribute(state));
      groups[group] = parseMapOperands(state);
    },
    print: ({ writer, operation, groups }) =>
      printApplied(writer, operation.attributes.get(name), groups[group] ?? []),
  };
};

const symbolMap: AffineMap = { dimensions: 0, symbols: 1, results: [{ kind: 'symbol', index: 0 }] };

/**
 * A bound of a loop: a number, a value (the map `()[s0] -> (s0)`), or a map with operands, behind `max` or
 * `min` when it has several results.
 */
const bound: Directive = (line, operands = '', attribute = '', keyword = '') => {
  const group = line.group(operands);
  const name = line.attribute(attribute);
  return {
    parse: ({ state, operation, groups }) => {
      const set = (map: AffineMap): unknown =>
        operation.attributes.set(name, { kind: 'affine_map', map });
      const several = state.eatWord(keyword);
      const { kind } = state.lexer;
      if (!several && kind === Token.value) {
        const at = state.lexer.start;
        const value = parseOperand(state);
        applyIndex(state, [value], at);
        groups[group] = [value];
        set(symbolMap);
      } else if (!several && (kind === Token.integer || kind === Token.minus)) {
        const results = [{ kind: 'constant', value: parseSize(state) } as const];
        set({ dimensions: 0, symbols: 0, results });
      } else {
        operation.attributes.set(name, parseAttribute(state));
        if (!state.failed) groups[group] = parseMapOperands(state);
      }
    },
    print: ({ writer, operation, groups }) => {
      const written = operation.attributes.get(name);
      const own = groups[group] ?? [];
      const map = mapOf(written);
      if (written === undefined || map === undefined) return undefined;
      const only = map.results.length === 1 ? map.results[0] : undefined;
      if (only?.kind === 'constant' && own.length === 0 && written.kind !== 'alias') {
        return String(only.value);
      }
      const value = only?.kind === 'symbol' && map.dimensions === 0 && map.symbols === 1;
      if (value && own.length > 0) return writer.values(own.slice(0, 1));
      const text = printApplied(writer, written, own);
      return map.results.length > 1 ? `${keyword} ${text}` : text;
    },
  };
};

/** The sizes of the groups; a splat has one value for all. */
function sizesOf(attribute: Attribute | undefined): readonly number[] | undefined {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (plain?.kind !== 'dense' || plain.type.kind !== 'tensor') return undefined;
  const count = plain.type.shape?.[0] ?? 0;
  const values = (plain.values ?? []).map(Number);
  return values.length === 1 ? Array.from({ length: count }, () => values[0] ?? 0) : values;
}

/**
 * `(0, max(%a, %b)) to (%n, 128)`: the lower bounds are one map, the upper bounds another. An attribute
 * says how many results of the map belong to each bound, of which the largest counts (of the upper ones the smallest).
 */
const parallelBounds: Directive = (line, operands = '', ...attributes) => {
  const group = line.group(operands);
  const [lowMap = '', lowSizes = '', highMap = '', highSizes = ''] = attributes.map((each) =>
    line.attribute(each),
  );
  const ends = [
    { map: lowMap, sizes: lowSizes, keyword: 'max' },
    { map: highMap, sizes: highSizes, keyword: 'min' },
  ] as const;
  return {
    parse: ({ state, operation, groups }) => {
      const all: Value[] = [];
      for (const [i, { map, sizes, keyword }] of ends.entries()) {
        if (i > 0) state.expectWord('to');
        const at = state.lexer.start;
        const read = parseAffineGroups(state, keyword);
        applyIndex(state, read.operands, at);
        for (const each of read.operands) all.push(each);
        operation.attributes.set(map, { kind: 'affine_map', map: read.map });
        const type = { kind: 'tensor', shape: [read.sizes.length], element: i32 } as const;
        operation.attributes.set(sizes, denseIntegers(read.sizes, type));
      }
      groups[group] = all;
    },
    print: ({ writer, operation, groups }) => {
      const all = groups[group] ?? [];
      const low = mapOf(operation.attributes.get(lowMap));
      const count = (low?.dimensions ?? 0) + (low?.symbols ?? 0);
      const lists = ends.map(({ map, sizes, keyword }, i) => {
        const own = i === 0 ? all.slice(0, count) : all.slice(count);
        const results = printResults(writer, mapOf(operation.attributes.get(map)), own);
        const counts = sizesOf(operation.attributes.get(sizes));
        let at = 0;
        const texts = counts?.map((size) => {
          const text = results?.slice(at, (at += size)).join(', ');
          return size === 1 ? text : `${keyword}(${text})`;
        });
        return at === results?.length ? `(${texts?.join(', ')})` : undefined;
      });
      return lists.includes(undefined) ? undefined : lists.join(' to ');
    },
  };
};

/** Steps of 1 go without saying. */
const parallel: FormatSyntax = {
  format:
    '_ ( &ivs*:index ) = custom<ParallelBounds>(%mapOperands,$lowerBoundsMap,$lowerBoundsGroups,$upperBoundsMap,$upperBoundsGroups) { step _ ( $steps:steps ) }? { reduce _ ( $reductions:reductions= ) }? { -> results-list }? region(yield=affine.yield) dict',
  infer: (_, { attributes, regions }) => {
    if (attributes.has('steps')) return;
    const one: Attribute = { kind: 'integer', value: 1n, type: i64 };
    const elements = (regions[0]?.blocks[0]?.arguments ?? []).map(() => one);
    attributes.set('steps', { kind: 'array', elements });
  },
  present: (operation) => {
    const steps = operation.attributes.get('steps');
    if (steps?.kind !== 'array') return operation;
    if (!steps.elements.every((step) => step.kind === 'integer' && step.value === 1n)) {
      return operation;
    }
    const attributes = new AttributeMap(operation.attributes);
    attributes.delete('steps');
    return { ...operation, attributes };
  },
};

/** A flag that upstream keeps as `false` where it is not set. */
const disjoint: Codec = {
  parse: (state) => (state.eatWord('false') ? { kind: 'bool', value: false } : { kind: 'unit' }),
  print: (attribute) => (attribute.kind === 'unit' ? '' : undefined),
  starts: () => true,
  silent: true,
};

const apply = 'custom<Applied>($map,%mapOperands) dict => index';
const accessed = '%memref ~ custom<Access>(%indices,$map)';

export const affine: DialectSyntax = {
  name: 'affine',
  codecs: {
    disjoint,
    steps: listCodec(commonCodecs.get('i64')),
    reductions: listCodec(quotedCasesCodec('i64', atomicKinds)),
  },
  directives: { Access: access, Applied: applied, Bound: bound, ParallelBounds: parallelBounds },
  operations: {
    apply,
    min: apply,
    max: apply,
    if: 'custom<Applied>($condition,%operands) { -> results }? region(yield=affine.yield) { else region(yield=affine.yield) }? dict',
    for: '&iv:index = custom<Bound>(%low,$lowerBoundMap,max) to custom<Bound>(%high,$upperBoundMap,min) { step $step:index=1 }? { iter_args ( &carried*=%inits ) -> results-list(inits) }? region(yield=affine.yield) dict ; segments',
    parallel,
    load: `${accessed} dict : type(memref) => element(memref)`,
    store: `%value , ${accessed} dict : type(memref)`,
    vector_load: `${accessed} dict : type(memref) , type(result)`,
    vector_store: `%value , ${accessed} dict : type(memref) , type(value)`,
    prefetch: `${accessed} , ${prefetched} dict : type(memref)`,
    yield: 'dict { %operands* : types(operands) }?',
    delinearize_index:
      '%linear_index into indices-paren(%dynamic_basis,$static_basis) dict : types(result)',
    linearize_index:
      '{ disjoint $disjoint:disjoint=false }? _ [ %multi_index* ] by indices-paren(%dynamic_basis,$static_basis) dict : type(result) ; segments',
  },
};
