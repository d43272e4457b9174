/**
 * `affine.parallel (%i, %j) = (0, max(%a, %b)) to (%n, 128) step (1, 4) reduce ("addf") -> (f32) { ... }`.
 *
 * The lower bounds are one map, the upper bounds another; `lowerBoundsGroups` says how many results of the map
 * belong to each bound, of which the largest counts (of the upper ones the smallest).
 */
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseAffineGroups } from '../text/affine.ts';
import type { AffineGroups } from '../text/affine.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseSignedInteger } from '../text/pieces.ts';
import { addRegion } from '../text/state.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseResultTypes } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { printAffineResults } from './affine-access.ts';
import { atomicKinds } from './atomic-kinds.ts';
import { printResults } from './loops.ts';
import { parseVariables } from './scf-parallel.ts';

const index = builtinType('index');
const i32 = builtinType('i32');
const i64 = builtinType('i64');
const kinds = atomicKinds(true);

/** `dense<[1, 2]> : tensor<2xi32>`. */
function denseSizes(values: readonly number[]): Attribute {
  const same = new Set(values).size === 1;
  const type = { kind: 'tensor', shape: [values.length], element: i32 } as const;
  const text = same ? String(values[0]) : values.length === 0 ? '' : `[${values.join(', ')}]`;
  return { kind: 'dense', text, values: same ? values.slice(0, 1) : values, type };
}

/** The sizes of the groups; a splat has one value for all. */
function sizesOf(attribute: Attribute | undefined): readonly number[] | undefined {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (plain?.kind !== 'dense' || plain.type.kind !== 'tensor') return undefined;
  const count = plain.type.shape?.[0] ?? 0;
  const values = (plain.values ?? []).map(Number);
  return values.length === 1 ? Array.from({ length: count }, () => values[0] ?? 0) : values;
}

function parseBounds(state: State, keyword: 'max' | 'min'): AffineGroups {
  const at = state.lexer.start;
  const bounds = parseAffineGroups(state, keyword);
  for (const value of bounds.operands) applyType(state, value, index, at);
  return bounds;
}

/** `(0, max(%a, %b))`. */
function printBounds(
  writer: Writer,
  map: Attribute | undefined,
  groups: Attribute | undefined,
  operands: readonly Value[],
  keyword: string,
): string | undefined {
  const results = printAffineResults(writer, map, operands);
  const sizes = sizesOf(groups);
  if (results === undefined || sizes === undefined) return undefined;
  let at = 0;
  const texts = sizes.map((size) => {
    const text = results.slice(at, (at += size)).join(', ');
    return size === 1 ? text : `${keyword}(${text})`;
  });
  return at === results.length ? `(${texts.join(', ')})` : undefined;
}

const bounds = [
  'lowerBoundsMap',
  'lowerBoundsGroups',
  'upperBoundsMap',
  'upperBoundsGroups',
] as const;

export const parallel: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    const variables = parseVariables(state);
    state.expect(Token.equal, "'='");
    const low = parseBounds(state, 'max');
    state.expectWord('to');
    const high = parseBounds(state, 'min');
    operation.operands = [...low.operands, ...high.operands];
    attributes.set('lowerBoundsMap', { kind: 'affine_map', map: low.map });
    attributes.set('lowerBoundsGroups', denseSizes(low.sizes));
    attributes.set('upperBoundsMap', { kind: 'affine_map', map: high.map });
    attributes.set('upperBoundsGroups', denseSizes(high.sizes));
    let steps = variables.map(() => 1n);
    if (state.eatWord('step')) {
      steps = [];
      state.expect(Token.leftParen, "'('");
      parseList(state, Token.rightParen, "')'", () => steps.push(parseSignedInteger(state)));
    }
    const elements = steps.map((value): Attribute => ({ kind: 'integer', value, type: i64 }));
    attributes.set('steps', { kind: 'array', elements });
    const reductions: Attribute[] = [];
    if (state.eatWord('reduce')) {
      state.expect(Token.leftParen, "'('");
      parseList(state, Token.rightParen, "')'", () => reductions.push(kinds.parse(state)));
    }
    attributes.set('reductions', { kind: 'array', elements: reductions });
    if (state.eat(Token.arrow)) results.pushAll(parseResultTypes(state));
    if (state.failed) return;
    const implicit = results.length === 0 ? { terminator: 'affine.yield' } : {};
    addRegion(operation, state.grammar.region(state, { entry: variables, ...implicit }));
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, operation) => {
    const { operands, attributes, results, regions } = operation;
    const [body] = regions;
    const variables = body?.blocks[0]?.arguments;
    const steps = attributes.get('steps');
    const reductions = attributes.get('reductions');
    const [lowMap, lowGroups, highMap, highGroups] = bounds.map((name) => attributes.get(name));
    const plain = lowMap === undefined ? undefined : resolveAttribute(lowMap);
    if (body === undefined || variables === undefined || plain?.kind !== 'affine_map') return false;
    if (steps?.kind !== 'array' || reductions?.kind !== 'array') return false;
    const count = plain.map.dimensions + plain.map.symbols;
    const from = printBounds(writer, lowMap, lowGroups, operands.slice(0, count), 'max');
    const to = printBounds(writer, highMap, highGroups, operands.slice(count), 'min');
    if (from === undefined || to === undefined) return false;
    writer.write(` (${writer.values(variables)}) = ${from} to ${to}`);
    const sizes = steps.elements.map((step) => (step.kind === 'integer' ? step.value : 0n));
    if (sizes.some((size) => size !== 1n)) writer.write(` step (${sizes.join(', ')})`);
    if (results.length > 0) {
      const texts = reductions.elements.map((kind) => kinds.print(kind));
      if (texts.includes(undefined)) return false;
      writer.write(` reduce (${texts.join(', ')})${printResults(results)}`);
    }
    writer.write(' ');
    const implicit = results.length === 0 ? { terminator: 'affine.yield' } : {};
    writer.region(operation, body, { hideArguments: true, ...implicit });
    const hidden = new Set<string>([...bounds, 'steps', 'reductions']);
    writer.dictionary(attributes, (name) => hidden.has(name));
    return true;
  },
  properties: [...bounds, 'steps', 'reductions'],
};
