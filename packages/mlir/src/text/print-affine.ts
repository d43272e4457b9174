/**
 * Prints affine expressions as upstream does: `s0 * 8 - (s1 floordiv 32) * 64`, with parentheses only
 * where a factor needs them.
 */
import type { AffineExpression, AffineMap, IntegerSet } from '../ir/affine.ts';

type Leaf = (kind: 'dimension' | 'symbol', index: number) => string;

const plainLeaf: Leaf = (kind, index) => `${kind === 'dimension' ? 'd' : 's'}${index}`;

/** `tight` is true inside a product, where a sum or another product needs parentheses. */
export function printAffineExpression(
  expression: AffineExpression,
  leaf: Leaf = plainLeaf,
  tight = false,
): string {
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'dimension':
    case 'symbol':
      return leaf(expression.kind, expression.index);
    case 'add': {
      const text = printSum(expression.left, expression.right, leaf);
      return tight ? `(${text})` : text;
    }
    case 'multiply':
    case 'mod':
    case 'floordiv':
    case 'ceildiv': {
      const { kind, left, right } = expression;
      const first = printAffineExpression(left, leaf, true);
      let text: string;
      if (kind === 'multiply' && right.kind === 'constant' && right.value === -1) {
        text = `-${first}`;
      } else {
        const sign = kind === 'multiply' ? '*' : kind;
        text = `${first} ${sign} ${printAffineExpression(right, leaf, true)}`;
      }
      return tight ? `(${text})` : text;
    }
  }
}

function printSum(left: AffineExpression, right: AffineExpression, leaf: Leaf): string {
  const first = printAffineExpression(left, leaf);
  if (right.kind === 'constant' && right.value < 0) return `${first} - ${-right.value}`;
  if (right.kind === 'multiply' && right.right.kind === 'constant') {
    const factor = right.right.value;
    if (factor === -1) {
      return `${first} - ${printAffineExpression(right.left, leaf, right.left.kind === 'add')}`;
    }
    if (factor < -1) {
      return `${first} - ${printAffineExpression(right.left, leaf, true)} * ${-factor}`;
    }
  }
  return `${first} + ${printAffineExpression(right, leaf)}`;
}

function names(letter: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${letter}${index}`).join(', ');
}

function printHeader(dimensions: number, symbols: number): string {
  const list = `(${names('d', dimensions)})`;
  return symbols === 0 ? list : `${list}[${names('s', symbols)}]`;
}

export function printAffineMap(map: AffineMap): string {
  const results = map.results.map((result) => printAffineExpression(result)).join(', ');
  return `affine_map<${printHeader(map.dimensions, map.symbols)} -> (${results})>`;
}

export function printAffineSet(set: IntegerSet): string {
  const constraints = set.constraints
    .map(({ expression, equality }) => {
      return `${printAffineExpression(expression)} ${equality ? '==' : '>='} 0`;
    })
    .join(', ');
  return `affine_set<${printHeader(set.dimensions, set.symbols)} : (${constraints})>`;
}
