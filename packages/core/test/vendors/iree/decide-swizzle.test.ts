/** The decision of IREE's pull request 23778: its tests, its rules one by one, and what its gaps let through. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideSwizzle, permutationFault, type SwizzleQuestion } from '@ldscope/core';
import { powers } from '../../../../../test/powers.ts';
import { forAll } from '../../../../../test/for-all.ts';

const answer = (question: SwizzleQuestion): string => {
  const decision = decideSwizzle(question);
  if (decision.kind === 'none') return `rule ${decision.rule}`;
  const { rowWidth, accessWidth, rowStride, perPhase } = decision.swizzle;
  return `<${rowWidth}, ${accessWidth}, ${rowStride}, ${perPhase}>`;
};

describe('published decisions', () => {
  // Pull request 23778, `gpu_vector_alloc.mlir` with the flag: shape, bits, writer, reader, what comes out.
  test.each([
    ['@test', [16, 16], 16, undefined, 1, '<16, 1, 16, 1>'],
    ['@test_f16_scalar_writer', [16, 128], 16, 1, 8, 'rule 4'],
    ['@test_f16_scalar_reader', [16, 128], 16, 8, 1, 'rule 4'],
    ['@test_f32', [16, 64], 32, 4, 1, '<64, 2, 64, 1>'],
  ] as const)('%s', (_, shape, elementBits, writerWidth, readerWidth, expected) => {
    const writer = writerWidth === undefined ? {} : { writerWidth };
    expect(answer({ shape, elementBits, ...writer, readerWidth, banks: 32 })).toBe(expected);
  });

  // The rule computed by hand from its text.
  test.each([
    [[64, 64], 32, 4, 1, '<64, 2, 64, 1>'],
    [[64, 128], 32, 4, 1, '<128, 2, 128, 1>'],
    [[16, 128], 16, 4, 4, '<128, 4, 128, 1>'],
    [[64, 80], 32, 4, 1, '<80, 2, 80, 1>'],
    [[64, 34], 16, 2, 2, 'rule 7'],
    [[64, 33], 32, 1, 1, 'rule 7'],
    [[64, 8], 16, 8, 8, 'rule 6'],
    [[64, 256], 8, 16, 16, '<256, 16, 256, 1>'],
    [[64, 72], 16, 4, 4, '<72, 4, 72, 1>'],
    [[64, 64], 64, 2, 2, '<64, 2, 64, 1>'],
    [[64, 64], 4, 32, 32, '<64, 32, 64, 1>'],
    [[], 32, 1, 1, 'rule 1'],
    [[16, 30], 16, 4, 4, 'rule 3'],
    // A row of an odd number cannot be cut into pairs, so the width is not capped; rule 3 has refused it before.
    [[16, 63], 32, 3, 1, 'rule 7'],
  ] as const)(
    '%j of %d bits, %d and %d neighbours',
    (shape, elementBits, writer, reader, expected) => {
      const question = { shape, elementBits, writerWidth: writer, readerWidth: reader };
      expect(answer(question)).toBe(expected);
    },
  );

  test('an unknown reader is no reason to guess', () => {
    expect(answer({ shape: [16, 16], elementBits: 16, writerWidth: 4 })).toBe('rule 2');
  });

  test('the bank count is the target’s', () => {
    const question = { shape: [16, 48], elementBits: 32, writerWidth: 1, readerWidth: 1 };
    // 48 words are 16 of 32 banks and 48 of 64; 35 words are 3 of 32.
    expect(answer({ ...question, banks: 64 })).toBe('<48, 1, 48, 1>');
    expect(answer({ ...question, shape: [16, 35], banks: 32 })).toBe('rule 7');
    expect(answer({ ...question, shape: [16, 35], banks: 7 })).toBe('<35, 1, 35, 1>');
  });
});

describe('what a hint is worth', () => {
  const question = fc.record({
    shape: fc.tuple(powers(1, 7), fc.integer({ min: 1, max: 160 })),
    elementBits: fc.constantFrom(8, 16, 32, 64),
    writerWidth: powers(0, 4),
    readerWidth: powers(0, 4),
    banks: fc.constantFrom(32, 64),
  });

  test('a hint permutes its buffer when its groups are a power of two', () => {
    forAll([question], (asked) => {
      const decision = decideSwizzle(asked);
      if (decision.kind === 'none') return;
      const { rowWidth, accessWidth } = decision.swizzle;
      const groups = rowWidth / accessWidth;
      expect(Number.isInteger(groups)).toBe(true);
      if (!Number.isInteger(Math.log2(groups))) return;
      const [rows] = asked.shape;
      expect(permutationFault(decision.swizzle, rows * rowWidth)).toBeUndefined();
    });
  });

  test.each([
    [[64, 80], 32, 4, 1, 40],
    [[64, 72], 16, 4, 4, 18],
  ] as const)(
    'the rule accepts %j although its groups are not a power of two',
    (shape, elementBits, writerWidth, readerWidth, groups) => {
      const decision = decideSwizzle({ shape, elementBits, writerWidth, readerWidth });
      if (decision.kind === 'none') throw new Error(decision.reason);
      const { swizzle } = decision;
      expect(swizzle.rowWidth / swizzle.accessWidth).toBe(groups);
      expect(permutationFault(swizzle, shape[0] * shape[1])).toBeDefined();
    },
  );
});
