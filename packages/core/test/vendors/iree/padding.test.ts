/** IREE's padding: published shapes, the estimate of the function, its exits and gaps. */
import { describe, expect, test } from 'vitest';
import { bytesOfAllocation, defaultPaddingBits, paddedShape, paddingPlan } from '@ldscope/core';

const alloc = (elementBits: number, ...shape: readonly (number | undefined)[]) => ({
  shape,
  elementBits,
});

describe('padded shapes', () => {
  test.each([
    // `reduce_bank_conflicts.mlir` and pipeline tests of upstream, 64 bits.
    [alloc(32, 4, 32, 64), [4, 32, 66]],
    [alloc(32, 2, 16, 8, 8), [2, 16, 8, 10]],
    [alloc(32, 4, 32, 126), [4, 32, 128]],
    [alloc(8, 32, 128), [32, 136]],
    [alloc(8, 128, 64), [128, 72]],
    [alloc(16, 64, 1, 1, 64), [64, 1, 1, 68]],
    [alloc(16, 128, 64), [128, 68]],
    [alloc(64, 16, 16), [16, 17]],
    [alloc(4, 16, 64), [16, 80]],
    [alloc(32, 64), [66]],
    [alloc(128, 4, 4), [4, 4]],
  ] as const)('%j', (allocation, expected) => {
    expect(paddedShape(allocation, defaultPaddingBits.pipeline)).toEqual(expected);
  });

  test('nothing to pad', () => {
    expect(paddedShape(alloc(32), 64)).toBeUndefined();
    expect(paddedShape(alloc(32, 4, undefined), 64)).toBeUndefined();
  });
});

describe('the function', () => {
  test.each([
    // @no_padding_when_close_to_limit, @no_padding_if_at_limit, @pad_if_below_limit
    [alloc(32, 4, 32, 127), 'exit', 65024, 1024],
    [alloc(32, 4, 32, 128), 'exit', 65536, 1024],
    [alloc(32, 4, 32, 126), 'pad', 64512, 1024],
  ] as const)('%j: %s', (allocation, kind, usedBytes, extraBytes) => {
    expect(paddingPlan([allocation], 64)).toMatchObject({ kind, usedBytes, extraBytes });
  });

  test('one dynamic shape stops all', () => {
    const plan = paddingPlan([alloc(32, 4, 4), alloc(32, undefined, 32, 64)], 64);
    expect(plan).toEqual({ kind: 'exit', reason: 'dynamic-shape' });
  });

  test('it is all or nothing', () => {
    const half = alloc(16, 128, 128);
    expect(paddingPlan([half], 64)).toMatchObject({ kind: 'pad' });
    expect(paddingPlan([half, half], 64)).toMatchObject({ kind: 'exit', reason: 'limit' });
    expect(paddingPlan([half, half], 64, 2 * 32768 + 2 * 1024)).toMatchObject({ kind: 'pad' });
  });

  test('alignment rounds up what is used, not what is added', () => {
    const aligned = { ...alloc(32, 3, 3), alignmentBytes: 64 };
    expect(paddingPlan([aligned], 64)).toMatchObject({ usedBytes: 64, extraBytes: 24 });
  });

  test('elements of less than a byte count as none, which they are not', () => {
    const fp4 = alloc(4, 1024, 256);
    expect(paddingPlan([fp4], 64)).toEqual({ kind: 'pad', usedBytes: 0, extraBytes: 0 });
    expect(bytesOfAllocation(fp4)).toBe(131072);
  });

  test('an allocation can want bits of its own', () => {
    const plain = alloc(32, 2, 16, 64);
    const plan = paddingPlan([{ ...plain, paddingBits: 32 }, plain], 64);
    expect(plan).toMatchObject({ kind: 'pad', extraBytes: 32 * 4 + 32 * 8 });
    expect(paddingPlan([{ ...plain, paddingBits: 0 }], 64)).toMatchObject({ extraBytes: 0 });
  });
});
