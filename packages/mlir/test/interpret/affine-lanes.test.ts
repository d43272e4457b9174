/** Affine expressions for all lanes at once, beside their value lane by lane. */
import * as fc from 'fast-check';
import { forAll } from '../../../../test/for-all.ts';
import { kind } from '../arbitraries.ts';
import { expect, it } from 'vitest';
import type { AffineExpression } from '../../src/ir/affine.ts';
import { evaluateAffine } from '../oracle/evaluate-affine.ts';
import { affineLanes } from '../../src/interpret/affine-lanes.ts';

const KINDS = ['add', 'multiply', 'mod', 'floordiv', 'ceildiv'] as const;

const { expression } = fc.letrec<{ expression: AffineExpression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    kind('constant', {
      value: fc.oneof(fc.integer({ min: -9, max: 64 }), fc.maxSafeInteger()),
    }),
    fc.record({ kind: fc.constantFrom('dimension', 'symbol'), index: fc.nat(2) }),
    fc.record({
      kind: fc.constantFrom(...KINDS),
      left: tie('expression'),
      right: tie('expression'),
    }),
  ),
}));

const value = fc.oneof(fc.integer(), fc.integer({ min: -70, max: 70 }), fc.maxSafeInteger());
const row = fc.array(value, { minLength: 8, maxLength: 8 });

it('affineLanes gives what the expression is in each lane', () => {
  forAll([expression, fc.tuple(row, row), fc.tuple(row, row)], 2000, (one, dims, symbols) => {
    const operands = [...dims, ...symbols].map((list) => Float64Array.from(list));
    const found = affineLanes(one, dims.length, 8)(operands);
    const expected = Array.from({ length: 8 }, (_, lane) => {
      const at = (list: readonly number[]): number => list[lane] ?? 0;
      return evaluateAffine(one, dims.map(at), symbols.map(at));
    });
    expect([...found]).toEqual(expected);
  });
});
