/**
 * Reads affine expressions, maps and sets.
 *
 *     affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 8)>      #map(%i)[%n]
 *     affine_set<(d0) : (d0 - 3 >= 0, d0 == 2)>
 *     %m[%i + 1, symbol(%n) * 2]       a map whose names are values: see `AffineOperands`
 *
 * Expressions are folded the way upstream folds them when it builds them (constants to the right and
 * together), so what both spellings of an operation say is equal: `a - b * 4` is `a + b * -4`.
 */
import { addAffine, divideAffine, multiplyAffine } from '../ir/affine.ts';
import type { AffineExpression, AffineMap, IntegerSet } from '../ir/affine.ts';
import type { Value } from '../ir/ir.ts';
import { Token } from './lexer.ts';
import { parseList, parseOperand, parseSize } from './pieces.ts';
import type { State } from './state.ts';

const zero: AffineExpression = { kind: 'constant', value: 0 };

/** Reads a leaf of an expression that is not a number. */
type Leaf = (state: State) => AffineExpression;

const constant = (value: number): AffineExpression => ({ kind: 'constant', value });

/** Sums of products, left to right. */
function parseAffineExpression(state: State, leaf: Leaf): AffineExpression {
  let left = parseProduct(state, leaf);
  for (;;) {
    if (state.eat(Token.plus)) left = addAffine(left, parseProduct(state, leaf));
    else if (state.eat(Token.minus)) {
      left = addAffine(left, multiplyAffine(parseProduct(state, leaf), constant(-1)));
    } else return left;
  }
}

function parseProduct(state: State, leaf: Leaf): AffineExpression {
  let left = parseFactor(state, leaf);
  for (;;) {
    if (state.eat(Token.star)) left = multiplyAffine(left, parseFactor(state, leaf));
    else if (state.eatWord('floordiv')) {
      left = divideAffine('floordiv', left, parseFactor(state, leaf));
    } else if (state.eatWord('ceildiv')) {
      left = divideAffine('ceildiv', left, parseFactor(state, leaf));
    } else if (state.eatWord('mod')) left = divideAffine('mod', left, parseFactor(state, leaf));
    else return left;
  }
}

function parseFactor(state: State, leaf: Leaf): AffineExpression {
  const lexer = state.lexer;
  if (lexer.kind === Token.integer) return constant(parseSize(state));
  let result: AffineExpression = zero;
  if (lexer.kind === Token.leftParen || lexer.kind === Token.minus) {
    const negative = lexer.kind === Token.minus;
    if (state.enter()) {
      lexer.next();
      if (negative) result = multiplyAffine(parseFactor(state, leaf), constant(-1));
      else {
        result = parseAffineExpression(state, leaf);
        state.expect(Token.rightParen, "')'");
      }
    }
    state.leave();
    return result;
  }
  return leaf(state);
}

/** Reads `(d0, d1)[s0]`: names of dimensions and symbols. */
function parseNames(state: State): { dimensions: string[]; symbols: string[] } {
  const name = (): string => {
    const word = state.lexer.kind === Token.word ? state.lexer.slice() : '';
    if (word === '') state.fail('a name');
    else state.lexer.next();
    return word;
  };
  const dimensions = parseList(state, '()', name);
  const symbols = state.lexer.kind === Token.leftBracket ? parseList(state, '[]', name) : [];
  return { dimensions, symbols };
}

function namedLeaf(names: { dimensions: string[]; symbols: string[] }): Leaf {
  return (state) => {
    if (state.lexer.kind === Token.word) {
      const name = state.lexer.slice();
      const dimension = names.dimensions.indexOf(name);
      const symbol = names.symbols.indexOf(name);
      if (dimension >= 0 || symbol >= 0) {
        state.lexer.next();
        if (dimension >= 0) return { kind: 'dimension', index: dimension };
        return { kind: 'symbol', index: symbol };
      }
    }
    state.fail('an affine expression');
    return zero;
  };
}

/** Reads `(d0)[s0] -> (d0 + s0)`, the part of `affine_map<...>` between the brackets. */
export function parseAffineMapBody(state: State): AffineMap {
  const names = parseNames(state);
  const leaf = namedLeaf(names);
  state.expect(Token.arrow, "'->'");
  const results = parseList(state, '()', () => parseAffineExpression(state, leaf));
  return { dimensions: names.dimensions.length, symbols: names.symbols.length, results };
}

/** Reads `(d0)[s0] : (d0 - s0 >= 0)`, the part of `affine_set<...>` between the brackets. */
export function parseAffineSetBody(state: State): IntegerSet {
  const names = parseNames(state);
  const leaf = namedLeaf(names);
  state.expect(Token.colon, "':'");
  const constraints = parseList(state, '()', () => parseConstraint(state, leaf));
  return { dimensions: names.dimensions.length, symbols: names.symbols.length, constraints };
}

/** `a >= b`, `a <= b` and `a == b`, as an expression that is compared with zero. */
function parseConstraint(
  state: State,
  leaf: Leaf,
): { expression: AffineExpression; equality: boolean } {
  const left = parseAffineExpression(state, leaf);
  const lexer = state.lexer;
  const kind = lexer.kind;
  const minus = (a: AffineExpression, b: AffineExpression): AffineExpression =>
    addAffine(a, multiplyAffine(b, constant(-1)));
  if (kind !== Token.greater && kind !== Token.less && kind !== Token.equal) {
    state.fail("'>=', '<=' or '=='");
    return { expression: zero, equality: true };
  }
  lexer.next();
  state.expect(Token.equal, "'='");
  const right = parseAffineExpression(state, leaf);
  const expression = kind === Token.less ? minus(right, left) : minus(left, right);
  return { expression, equality: kind === Token.equal };
}

/** The values that the names of an inline map stand for: `%i` a dimension, `symbol(%n)` a symbol. */
interface AffineOperands {
  readonly dimensions: Value[];
  readonly symbols: Value[];
}

function valueLeaf(operands: AffineOperands): Leaf {
  const place = (list: Value[], value: Value): number => {
    const at = list.indexOf(value);
    return at >= 0 ? at : list.push(value) - 1;
  };
  return (state) => {
    if (state.lexer.kind === Token.value) {
      return { kind: 'dimension', index: place(operands.dimensions, parseOperand(state)) };
    }
    if (state.eatWord('symbol')) {
      state.expect(Token.leftParen, "'('");
      const index = place(operands.symbols, parseOperand(state));
      state.expect(Token.rightParen, "')'");
      return { kind: 'symbol', index };
    }
    state.fail('an affine expression of values');
    return zero;
  };
}

/** Reads `[%i + 1, symbol(%n)]` as a map and the operands it is applied to. */
export function parseAffineAccess(state: State): { map: AffineMap; operands: Value[] } {
  const operands: AffineOperands = { dimensions: [], symbols: [] };
  const leaf = valueLeaf(operands);
  const results = parseList(state, '[]', () => parseAffineExpression(state, leaf));
  const { dimensions, symbols } = operands;
  const map = { dimensions: dimensions.length, symbols: symbols.length, results };
  return { map, operands: [...dimensions, ...symbols] };
}

/** One or more expressions of which the largest or the smallest counts. */
export interface AffineGroups {
  readonly map: AffineMap;
  readonly operands: Value[];
  /** How many results of the map belong to each bound. */
  readonly sizes: readonly number[];
}

/** Reads `(%i + 1, max(%j, 4))`: bounds as one map, with the sizes of their groups. */
export function parseAffineGroups(state: State, keyword: 'max' | 'min'): AffineGroups {
  const operands: AffineOperands = { dimensions: [], symbols: [] };
  const leaf = valueLeaf(operands);
  const one = (): AffineExpression => parseAffineExpression(state, leaf);
  const groups = parseList(state, '()', () =>
    state.eatWord(keyword) ? parseList(state, '()', one) : [one()],
  );
  const results = groups.flat();
  const sizes = groups.map(({ length }) => length);
  const { dimensions, symbols } = operands;
  const map = { dimensions: dimensions.length, symbols: symbols.length, results };
  return { map, operands: [...dimensions, ...symbols], sizes };
}
