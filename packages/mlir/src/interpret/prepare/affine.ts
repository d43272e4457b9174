/**
 * `affine` accesses and index splitting as `affine.apply` and plain accesses.
 *
 *     affine.vector_load %m[%i * 4 + 1] : memref<64xf32>, vector<4xf32>      %a = affine.apply; vector.load %m[%a]
 *     %d:2 = affine.delinearize_index %t into (4, 64)                        %t floordiv 64, %t mod 64
 *     affine.linearize_index [%i, %j] by (4, 64)                             %i * 64 + %j
 */
import { type Diagnostic, diagnose, messages } from '@ldscope/core';
import type { AffineExpression } from '../../ir/affine.ts';
import { createOperation } from '../../ir/build.ts';
import { Copier } from '../../ir/copy.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import { factsOf } from '../../rows/facts.ts';
import { attributeOf, integersOf, operandSegments } from '../attributes.ts';
import { binary, Builder, number, symbol, type Rewritten } from './build.ts';

/** The plain form of each access. */
const accesses: Readonly<Record<string, string>> = {
  'affine.load': 'memref.load',
  'affine.store': 'memref.store',
  'affine.vector_load': 'vector.load',
  'affine.vector_store': 'vector.store',
};

export function hasAffineForms(kernel: Operation): boolean {
  for (const op of walk([kernel])) {
    const { index } = factsOf(op);
    if (Object.hasOwn(accesses, op.name) || index === 'digits' || index === 'number of digits')
      return true;
  }
  return false;
}

export function plainAffine(kernel: Operation): Rewritten {
  const diagnostics: Diagnostic[] = [];
  const copier = new Copier({
    typeOf: ({ type }) => type,
    replace: (op) => {
      const plain = Object.hasOwn(accesses, op.name) ? accesses[op.name] : undefined;
      if (plain !== undefined) return access(op, plain);
      const { index } = factsOf(op);
      if (index === 'digits') return delinearize(op);
      return index === 'number of digits' ? linearize(op) : undefined;
    },
  });
  return { kernel: copier.operation(kernel), diagnostics };

  function unsupported(op: Operation, what: string): undefined {
    diagnostics.push(diagnose(messages.execute.unsupported(op.name, what), op.span));
    return undefined;
  }

  function access(op: Operation, name: string): readonly Operation[] | undefined {
    const attribute = attributeOf(op, 'map');
    if (attribute?.kind !== 'affine_map') return unsupported(op, 'no map');
    const { map } = attribute;
    const first = factsOf(op).effect === 'store' ? 2 : 1;
    const operands = copier.values(op.operands);
    const builder = new Builder(op.span);
    const indices = map.results.map((expression) =>
      builder.apply(asSymbols(expression, map.dimensions), operands.slice(first)),
    );
    const plain = createOperation(name, {
      operands: [...operands.slice(0, first), ...indices],
      results: op.results.map((result) => [result.name, result.type]),
      span: op.span,
    });
    copier.bindAll(op.results, plain.results);
    return [...builder.operations, plain];
  }

  function delinearize(op: Operation): readonly Operation[] | undefined {
    const [value, ...dynamic] = op.operands;
    if (value === undefined) return unsupported(op, 'no index');
    const builder = new Builder(op.span);
    const basis = builder.mixed(integersOf(op, 'static_basis'), copier.values(dynamic));
    // With a basis for every result, the first only bounds the index.
    const lengths = basis.length === op.results.length ? basis.slice(1) : basis;
    if (lengths.length + 1 !== op.results.length) return unsupported(op, 'this basis');
    const digits: Value[] = [];
    let rest = copier.value(value);
    for (const length of lengths.toReversed()) {
      digits.unshift(builder.apply(binary('mod', symbol(0), symbol(1)), [rest, length]));
      rest = builder.apply(binary('floordiv', symbol(0), symbol(1)), [rest, length]);
    }
    copier.bindAll(op.results, [rest, ...digits]);
    return builder.operations;
  }

  function linearize(op: Operation): readonly Operation[] | undefined {
    const segments = operandSegments(op);
    const count = integersOf(op, 'static_basis').filter((length) => length === undefined).length;
    const [digits, dynamic] =
      segments.length > 1
        ? [segments[0] ?? [], segments[1] ?? []]
        : [op.operands.slice(0, op.operands.length - count), op.operands.slice(-count || Infinity)];
    const builder = new Builder(op.span);
    const basis = builder.mixed(integersOf(op, 'static_basis'), copier.values(dynamic));
    const lengths = basis.length === digits.length ? basis.slice(1) : basis;
    const [result] = op.results;
    if (result === undefined || lengths.length + 1 !== digits.length) {
      return unsupported(op, 'this basis');
    }
    let sum: Value | undefined;
    for (const [i, digit] of digits.entries()) {
      const length = lengths[i - 1];
      sum =
        sum === undefined || length === undefined
          ? copier.value(digit)
          : builder.apply(binary('add', binary('multiply', symbol(0), symbol(1)), symbol(2)), [
              sum,
              length,
              copier.value(digit),
            ]);
    }
    copier.bind(result, sum ?? builder.constant(0));
    return builder.operations;
  }
}

/** An expression whose dimensions are symbols, in front of those that it has. */
function asSymbols(expression: AffineExpression, dimensions: number): AffineExpression {
  switch (expression.kind) {
    case 'constant':
      return number(expression.value);
    case 'dimension':
      return symbol(expression.index);
    case 'symbol':
      return symbol(expression.index + dimensions);
    case 'add':
    case 'multiply':
    case 'mod':
    case 'floordiv':
    case 'ceildiv':
      return binary(
        expression.kind,
        asSymbols(expression.left, dimensions),
        asSymbols(expression.right, dimensions),
      );
  }
}
