/**
 * Examples and unit tests that CUTLASS publishes (commit 7107b055, BSD-3): numbers as facts.
 *
 * Sources: media/docs/cpp/cute/01_layout.md and 02_layout_algebra.md; include/cute/layout.hpp; test/python/pycute and
 * test/unit/cute/core.
 */
import { describe, expect, test } from 'vitest';
import { cute, expectValue, parseCute, printCute } from '@ldscope/core';
import { beyond, type Layout, offsetsOf } from './random.ts';
import { at, idx2crd } from './coordinates.ts';

const L = (text: string): Layout => cute.strided(expectValue(parseCute(text)));
const said = (result: Parameters<typeof expectValue<cute.CuteLayout>>[0]): string =>
  printCute(expectValue(result));

describe('01_layout', () => {
  test('layouts and their offsets', () => {
    expect(offsetsOf(L('(2,4):(12,1)'))).toEqual([0, 12, 1, 13, 2, 14, 3, 15]);
    expect(offsetsOf(L('(2,(2,2)):(4,(2,1))'))).toEqual([0, 4, 2, 6, 1, 5, 3, 7]);
    expect(offsetsOf(L('((4,2)):((2,1))'))).toEqual([0, 2, 4, 6, 1, 3, 5, 7]);
    const shape = [2, [2, 2]];
    expect(said(cute.makeLayout(shape))).toBe('(2,(2,2)):(1,(2,4))');
    expect(said(cute.makeLayout(shape, cute.compactRowMajor(shape)))).toBe('(2,(2,2)):(4,(2,1))');
  });

  test('coordinates of (3,(2,3))', () => {
    const shape = [3, [2, 3]];
    for (const coordinate of [16, [1, 5], [1, [1, 2]]]) {
      expect(idx2crd(coordinate, shape)).toEqual([1, [1, 2]]);
      expect(cute.crd2idx(coordinate, shape, [3, [12, 1]])).toBe(17);
    }
    expect(idx2crd(9, shape)).toEqual([0, [1, 1]]);
    expect(idx2crd(14, shape)).toEqual([2, [0, 2]]);
  });

  test('sublayouts and concatenation', () => {
    const a = expectValue(cute.makeLayout([4, [3, 6]]));
    expect(cute.modes(a).map((mode) => printCute(mode))).toEqual(['4:1', '(3,6):(4,12)']);
    const both = cute.concat([
      cute.concat([L('3:1'), L('4:3')]),
      cute.concat([L('4:3'), L('3:1')]),
    ]);
    expect(printCute(both)).toBe('((3,4),(4,3)):((1,3),(3,1))');
  });
});

describe('02_layout_algebra', () => {
  test('coalesce', () => {
    expect(printCute(cute.coalesce(L('(2,(1,6)):(1,(6,2))')))).toBe('12:1');
    expect(printCute(cute.coalesce(L('(2,(1,6)):(1,(6,2))'), [1, 1]))).toBe('(2,6):(1,2)');
  });

  test.each([
    ['(6,2):(8,2)', '(4,3):(3,1)', '((2,2),3):((24,2),8)'],
    ['20:2', '(5,4):(4,1)', '(5,4):(8,2)'],
    ['(10,2):(16,4)', '(5,4):(1,5)', '(5,(2,2)):(16,(80,4))'],
    ['(3,6,2,8):(1,10,100,1000)', '16:9', '(2,2,4):(30,100,1000)'],
  ])('%s o %s', (a, b, wanted) => {
    expect(said(cute.composition(L(a), L(b)))).toBe(wanted);
    expect(offsetsOf(L(wanted))).toEqual(offsetsOf(L(b)).map((i) => beyond(L(a), i)));
  });

  test('composition by mode', () => {
    const a = L('(12,(4,8)):(59,(13,1))');
    expect(said(cute.composition(a, [L('3:4'), L('8:2')]))).toBe('(3,(2,4)):(236,(26,1))');
    expect(said(cute.composition(a, [3, 8]))).toBe('(3,(4,2)):(59,(13,1))');
  });

  test.each([
    ['4:1', 24, '6:4'],
    ['6:4', 24, '4:1'],
    ['(4,6):(1,4)', 24, '1:0'],
    ['4:2', 24, '(2,3):(1,8)'],
    ['(2,4):(1,6)', 24, '3:2'],
    ['(2,2):(1,6)', 24, '(3,2):(2,12)'],
  ])('complement(%s, %i)', (a, cotarget, wanted) => {
    expect(said(cute.complement(L(a), cotarget))).toBe(wanted);
  });

  test('logical_divide', () => {
    const oneD = cute.logicalDivide(L('(4,2,3):(2,1,8)'), L('4:2'));
    expect(said(oneD)).toBe('((2,2),(2,3)):((4,1),(2,8))');
    const a = L('(9,(4,8)):(59,(13,1))');
    const tiler = [L('3:3'), L('(2,4):(1,8)')];
    const twoD = expectValue(cute.logicalDivide(a, tiler));
    expect(cute.modes(twoD).map((mode) => cute.modes(mode).map((m) => cute.size(m)))).toEqual([
      [3, 3],
      [8, 4],
    ]);
    expect(said(cute.composition(a, tiler))).toBe('(3,(2,4)):(177,(13,2))');
    const zipped = expectValue(cute.zippedDivide(a, tiler));
    const [tile = zipped] = cute.modes(zipped);
    expect(printCute(tile)).toBe('(3,(2,4)):(177,(13,2))');
    expect(at(zipped, [0, 7])).toBe(at(zipped, [0, [1, 2]]));
  });

  test('logical_product', () => {
    expect(said(cute.logicalProduct(L('(2,2):(4,1)'), L('6:1')))).toBe(
      '((2,2),(2,3)):((4,1),(2,8))',
    );
    expect(said(cute.logicalProduct(L('(2,2):(4,1)'), L('(4,2):(2,1)')))).toBe(
      '((2,2),(4,2)):((4,1),(8,2))',
    );
  });

  test('blocked_product and raked_product of a 2 x 5 block over 3 x 4', () => {
    const [block, tiler] = [L('(2,5):(5,1)'), L('(3,4):(1,3)')];
    const blocked = expectValue(cute.blockedProduct(block, tiler));
    expect(printCute(blocked)).toBe('((2,3),(5,4)):((5,10),(1,30))');
    expect(printCute(cute.coalesce(blocked, [1, 1]))).toBe('(6,(5,4)):(5,(1,30))');
    expect(said(cute.rakedProduct(block, tiler))).toBe('((3,2),(4,5)):((10,5),(30,1))');
  });
});

describe('unit tests', () => {
  const compositions = [
    ['1:0', '4:1'],
    ['4:2', '2:2'],
    ['12:1', '(4,3):(3,1)'],
    ['12:2', '(2,3):(2,4)'],
    ['(4,3):(1,4)', '6:2'],
    ['(4,3):(1,4)', '(6,2):(2,1)'],
    ['(4,3):(3,1)', '(6,2):(2,1)'],
    ['(8,8):(1,8)', '((2,2,2),(2,2,2)):((1,16,4),(8,2,32))'],
    ['(8,8):(8,1)', '((2,2,2),(2,2,2)):((1,16,4),(8,2,32))'],
    ['((2,2,2),(2,2,2)):((1,16,4),(8,2,32))', '8:4'],
    ['((4,2)):((1,16))', '(4,2):(2,1)'],
    ['(2,2):(2,1)', '(2,2):(2,1)'],
    ['(4,8,2):(1,4,32)', '(2,2,2):(2,8,1)'],
    ['(4,8,2):(2,8,1)', '(2,2,2):(1,8,2)'],
    ['(4,8,2):(2,8,1)', '(4,2,2):(2,8,1)'],
  ] as const;

  test.each(compositions)('pycute test_composition: %s o %s', (a, b) => {
    const r = expectValue(cute.composition(L(a), L(b)));
    expect(offsetsOf(cute.strided(r))).toEqual(offsetsOf(L(b)).map((i) => beyond(L(a), i)));
  });

  test.each(
    '1:0 4:0 (2,4):(1,4) (2,4,8):(8,1,64) ((2,2),(2,2)):((1,4),(8,32)) (2,(3,4)):(3,(1,6)) (4,6):(1,6) (4,10):(1,10)'.split(
      ' ',
    ),
  )('pycute test_complement: %s', (a) => {
    const rest = offsetsOf(expectValue(cute.complement(L(a))));
    const offsets = new Set(offsetsOf(L(a)));
    expect(rest.filter((offset) => offset !== 0 && offsets.has(offset))).toEqual([]);
  });

  test.each(
    '(1,1):(0,0) (3,7):(0,0) (2,4):(0,2) (8,4):(4,1) (2,4,6):(4,1,8) (4,2):(1,16) (4,4):(2,2)'.split(
      ' ',
    ),
  )('inverses: %s', (a) => {
    const offsets = offsetsOf(L(a));
    const right = offsetsOf(cute.strided(expectValue(cute.rightInverse(L(a)))));
    expect(right.map((i) => offsets[i])).toEqual(right.map((_, i) => i));
    const left = cute.strided(expectValue(cute.leftInverse(L(a))));
    expect(offsets.map((offset) => beyond(L(a), beyond(left, offset)))).toEqual(offsets);
  });

  test('SwizzleLayout: a row of Sw<3,0,3> o (8,8):(8,1) is the XOR with the row', () => {
    const a = expectValue(parseCute('Sw<3,0,3> o 0 o (8,8):(8,1)'));
    const rows = [0, 5].map((m) => [0, 1, 2, 3, 4, 5, 6, 7].map((n) => at(a, [m, n])));
    expect(rows).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [45, 44, 47, 46, 41, 40, 43, 42],
    ]);
  });

  test('make_swizzle of the masks 1000 and 0100, 11000000 and 00000110', () => {
    expect(cute.swizzleOfMasks(0b1000, 0b0100)).toEqual({ bits: 1, base: 2, shift: 1 });
    expect(cute.swizzleOfMasks(0b1100_0000, 0b0000_0110)).toEqual({ bits: 2, base: 1, shift: 5 });
  });
});

describe('what CUTLASS rejects, and what it compiles against its post-condition', () => {
  const huge = expectValue(cute.makeLayout(2 ** 40));
  test.each([
    [cute.composition(L('(6,2):(8,2)'), L('2:4')), ''],
    [cute.composition(L('(6,4):(1,10)'), L('4:4')), 'cute/stride-divisibility'],
    [cute.composition(L('(4,6,8):(2,3,5)'), L('5:12')), 'cute/shape-divisibility'],
    [cute.logicalDivide(L('(6,4):(4,1)'), L('4:1')), 'cute/stride-divisibility'],
    [cute.zippedDivide(L('(9,32):(32,1)'), [3, 4, 2]), 'cute/tiler-rank'],
    [cute.logicalDivide(L('8:1'), 0), 'cute/extent'],
    [cute.complement(L('(2,2):(1,1)'), 8), 'cute/not-injective'],
    [cute.leftInverse(L('(4,3):(2,9)')), 'cute/inverse-divisibility'],
    [cute.leftInverse(L('4:-1')), 'cute/negative-stride'],
    [cute.recast(L('(3,4):(1,4)'), 8, 16), 'cute/upcast-divisibility'],
    [cute.recast(L('(4,4):(8,2)'), 16, 8), 'cute/no-neighbours'],
    [cute.recast(L('4:1'), 0, 8), 'cute/element-bits'],
    [cute.logicalProduct(huge, L('16384:1')), 'cute/too-large'],
    [cute.evaluate(huge), 'cute/too-many-elements'],
    [cute.makeLayout([2 ** 30, 2 ** 30]), 'cute/too-large'],
    [cute.makeLayout([4, [2, 0]]), 'cute/extent'],
    [cute.makeLayout([4, []]), 'cute/extent'],
    [cute.makeLayout([4, 2], [1, [2]]), 'cute/incongruent'],
    [cute.makeSwizzle(-1, 3, 3), 'cute/swizzle-parameter'],
    [cute.makeSwizzle(10, 15, 12), 'cute/swizzle-too-high'],
  ])('row %#', ({ diagnostics }, code) => {
    expect(diagnostics.map((one) => one.code).join(' ')).toBe(code);
  });

  test('a tile that does not divide is rounded up, and said', () => {
    const result = cute.logicalDivide(L('10:1'), L('4:1'));
    expect(said(result)).toBe('(4,3):(1,4)');
    expect(result.diagnostics[0]?.message).toBe(
      'tiles of 4 do not divide 10 elements: the result has 12, and the last ones are not in the layout',
    );
  });

  test('modes that carry', () => {
    const [a, b] = [L('(4,2):(1,100)'), L('(3,2):(1,3)')];
    expect(cute.composition(a, b).diagnostics.map(({ code }) => code)).toEqual(['cute/carry']);
    expect(beyond(a, offsetsOf(b)[5] ?? 0)).toBe(101);
  });

  test('published bounds of the complement that do not hold', () => {
    const a = expectValue(cute.complement(L('2:4'), 9));
    expect([printCute(a), cute.cosize(a)]).toEqual(['(4,2):(1,8)', 12]);
    const b = expectValue(cute.complement(L('(6,2):(1,16)'), 108));
    expect([printCute(b), cute.size(b)]).toEqual(['(2,4):(6,32)', 8]);
  });
});
