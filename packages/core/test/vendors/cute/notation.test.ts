/** The text of CuTe layouts: printed and read back, mistakes with their place, and random text. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cute, cuteNotation, expectValue, parseCute, printCute } from '@ldscope/core';
import { layouts, swizzles } from './random.ts';
import { rows } from '../../../../../test/rows.ts';
import { forAll } from '../../../../../test/for-all.ts';

const composed = fc
  .tuple(swizzles, fc.nat(64), layouts)
  .map(([swizzle, offset, layout]): cute.CuteLayout => ({
    kind: 'composed',
    swizzle,
    offset,
    layout,
  }));

test('what is printed is read back', () => {
  forAll([fc.oneof(layouts, composed), fc.boolean()], 1000, (layout, isStatic) => {
    const text = printCute(layout, { static: isStatic });
    expect(expectValue(parseCute(text))).toEqual(layout);
    expect(expectValue(parseCute(text.replaceAll(/([(),:<>])/g, ' $1\n')))).toEqual(layout);
  });
});

test.each([
  ['(4,8):(8,1)', '(4,8):(8,1)'],
  ['((_2,_4),(_3,_5)):((_1,_8),(_2,_64))', '((2,4),(3,5)):((1,8),(2,64))'],
  ['_8:_-1', '8:-1'],
  ['(4, 8) : (8, 1)', '(4,8):(8,1)'],
  ['(4,):(1,)', '(4):(1)'],
  ['Swizzle<3,3,3> o 0 o (8,64):(64,1)', 'Sw<3,3,3> o 0 o (8,64):(64,1)'],
  ['Sw<3,3,3> o _0 o (_8,_64):(_64,_1)', 'Sw<3,3,3> o 0 o (8,64):(64,1)'],
  ['S<2,4,-3> o 16 o 64:1', 'Sw<2,4,-3> o 16 o 64:1'],
  ['Swizzle<3,3> o (8,64):(64,1)', 'Sw<3,3,3> o 0 o (8,64):(64,1)'],
  ['Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)', 'Sw<3,3,3> o 0 o (8,64):(64,1)'],
  ['Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1)', 'Sw<3,4,3> o 0 o (8,128):(128,1)'],
])('%s', (text, wanted) => {
  const layout = expectValue(parseCute(text));
  expect(printCute(layout)).toBe(wanted);
});

describe("CuTe's algebra", () => {
  // The first ten are worked examples of CUTLASS's page on the algebra.
  test.each(rows`
    coalesce((2,(1,6)):(1,(6,2))) | 12:1
    composition((6,2):(8,2), (4,3):(3,1)) | ((2,2),3):((24,2),8)
    composition((12,(4,8)):(59,(13,1)), <3:4, 8:2>) | (3,(2,4)):(236,(26,1))
    complement((2,2):(1,6), 24) | (3,2):(2,12)
    logical_divide((4,2,3):(2,1,8), 4:2) | ((2,2),(2,3)):((4,1),(2,8))
    zipped_divide((9,(4,8)):(59,(13,1)), <3:3, (2,4):(1,8)>) | ((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))
    logical_product((2,2):(4,1), 6:1) | ((2,2),(2,3)):((4,1),(2,8))
    blocked_product((2,5):(5,1), (3,4):(1,3)) | ((2,3),(5,4)):((5,10),(1,30))
    raked_product((2,5):(5,1), (3,4):(1,3)) | ((3,2),(4,5)):((10,5),(30,1))
    right_inverse((8,4):(4,1)) | (4,8):(8,1)
    right_inverse(Sw<3,3,3> o 0 o (8,64):(64,1)) | Sw<3,0,-6> o 0 o (64,8):(8,1)
    flat_divide((8,8):(8,1), (2,4)) | (2,4,4,2):(8,1,16,4)
    tiled_divide((8,8,3):(8,1,64), (2,_)) | ((2,1),4,8,3):((8,0),16,1,64)
    recast_layout<16,32>((8,64):(64,1)) | (8,32):(32,1)
    cute::composition(Swizzle<3,3,3>, make_layout((8,64), (64,1))) | Sw<3,3,3> o 0 o (8,64):(64,1)
    cute.tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (_128,_64)) | Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
    upcast<2>(downcast<2>((8,64):(64,1))) | (8,64):(64,1)
  `)('%s = %s', (text, wanted) => {
    expect(printCute(expectValue(parseCute(text)))).toBe(wanted);
  });

  test.each([
    ['logical_devide((8,8):(8,1), 2)', 'cute/unknown-operation', "write 'logical_divide'"],
    ['logical_divide((8,8):(8,1))', 'cute/operand-count', 'logical_divide((8,8):(8,1), (2,2))'],
    ['logical_divide(2, 2)', 'cute/operand', 'a layout is (4,8):(8,1)'],
    ['blocked_product((2,5):(5,1), Sw<3,3,3> o 0 o (8,64):(64,1))', 'cute/operand', 'a layout is'],
    ['upcast<0>((8,64):(64,1))', 'cute/operand', 'a layout is'],
    ['composition((4,2):(1,100), (3,2):(1,3))', 'cute/carry', 'CUTLASS compiles this'],
    ['tile_to_shape((8,64):(64,1), (60,64))', 'cute/not-divided', 'a multiple of the block'],
    ['flat_divide((8,8):(8,1), (2,4)', 'syntax/expected', "write ',' or ')' here"],
  ])('%s: %s', (text, code, hint) => {
    const [fault] = parseCute(text).diagnostics;
    expect(fault?.code).toBe(code);
    expect(fault?.hint).toContain(hint);
    expect(fault?.span).toBeDefined();
  });

  test('as text and as function', () => {
    const tilers = fc.oneof(
      layouts,
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
    );
    const shown = (tiler: cute.Layout | number[]): string =>
      Array.isArray(tiler) ? `<${tiler.join(',')}>` : printCute(tiler);
    forAll([layouts, tilers], 300, (a, b) => {
      for (const [name, operation] of [
        ['logical_divide', cute.logicalDivide],
        ['zipped_divide', cute.zippedDivide],
        ['flat_divide', cute.flatDivide],
        ['logical_product', cute.logicalProduct],
        ['tiled_product', cute.tiledProduct],
        ['composition', cute.composition],
      ] as const) {
        const read = parseCute(`${name}(${printCute(a)}, ${shown(b)})`);
        const wanted = operation(a, b);
        expect(read.ok).toBe(wanted.ok);
        if (read.ok && wanted.ok) expect(read.value).toEqual(wanted.value);
      }
    });
  });
});

test('as the notation of a tile', () => {
  const tile = { rows: 64, columns: 32, elementBytes: 2 };
  const read = expectValue(cuteNotation.parse('(64,32):(36,1)', { tile }));
  expect(expectValue(cuteNotation.print(read))).toBe('(64,32):(36,1)');
  const turned = expectValue(cuteNotation.parse('(32,64):(1,36)', { tile }));
  expect(turned).toEqual(read);
  const example = { tile: { rows: 64, columns: 64, elementBytes: 2 } };
  const swizzled = expectValue(cuteNotation.parse(cuteNotation.example, example));
  expect(expectValue(cuteNotation.print(swizzled))).toBe(cuteNotation.example);
  expect(cuteNotation.parse('(8,8):(8,1)', { tile }).diagnostics[0]?.code).toBe('cute/tile');
});

describe('mistakes', () => {
  const fault = (text: string): string => {
    const result = parseCute(text);
    const [first] = result.diagnostics;
    if (result.ok || first === undefined) return 'none';
    const { start = 0, end = 0 } = first.span ?? {};
    expect(first.hint.length).toBeGreaterThan(0);
    return `${first.code} at '${text.slice(start, end)}'`;
  };

  test.each(rows`
    Swizzle<-1,3,3> o 0 o (8,64):(64,1)     | cute/swizzle-parameter at 'Swizzle<-1,3,3>'
    Swizzle<3,-3,3> o 0 o 8:1               | cute/swizzle-parameter at 'Swizzle<3,-3,3>'
    Swizzle<3,3,1> o 0 o (8,64):(64,1)      | cute/swizzle-overlap at 'Swizzle<3,3,1>'
    Sw<3,20,12> o 0 o 8:1                   | cute/swizzle-too-high at 'Sw<3,20,12>'
    Sw<3> o 0 o 8:1                         | syntax/expected at '>'
    Sw<3,3,3>                               | syntax/expected at ''
    Sw<3,3,3> o smem_ptr[12b](unset) o 8:1  | cute/pointer-bits at '12'
    Sw<3,1,-3> o smem_ptr[32b](unset) o 8:1 | cute/swizzle-factor at 'Sw<3,1,-3>'
    (4,8):(8,1,2)                           | cute/incongruent at '(8,1,2)'
    ((2,4),3):((1,2),(3,4))                 | cute/incongruent at '(3,4)'
    (4,8):8                                 | cute/incongruent at '8'
    (4,(0,3)):(1,(2,3))                     | cute/extent at '0'
    (4,-8):(8,1)                            | cute/extent at '-8'
    (4,8)                                   | cute/no-stride at ''
    (4,8:(8,1)                              | syntax/expected at ':'
    (4,8                                    | syntax/unclosed at '('
    (4,8):(8,1) x                           | syntax/expected at 'x'
    ()                                      | syntax/expected at ')'
                                            | syntax/expected at ''
    (?,8):(8,1)                             | cute/dynamic at '?'
    (4,8):(1@0,1@1)                         | cute/basis-stride at '@'
    (1073741824,1073741824):(1,1073741824)  | cute/too-large at '(1073741824,1073741824):(1,1073741824)'
    _99999999999999999999:1                 | syntax/too-large at '_99999999999999999999'
    ${'('.repeat(2000)}                     | syntax/too-deep at '('
  `)('%s', (text, wanted) => {
    expect(fault(text)).toBe(wanted);
  });

  test('a hint that can be copied', () => {
    expect(parseCute('(4,8)').diagnostics[0]?.hint).toBe(
      'write the strides behind a colon: (4,8):(1,4) or (4,8):(8,1)',
    );
  });
});

test('random text is answered, never thrown at', () => {
  const pieces = fc.constantFrom(
    ...'( ) , : < > o _ - 0 1 8 64 _4 Sw Swizzle S smem_ptr [16b] (unset) @ ? {'.split(' '),
    ' o ',
    '\u{1F600}',
    '9'.repeat(30),
    'Sw<3,3,3> o 0 o ',
    ...cute.callNames.map((name) => `${name}(`),
    'upcast<2>(',
    'cute::',
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 24 }).map((list) => list.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(fc.oneof(layouts, composed), fc.nat(60), fc.string({ maxLength: 3 }))
      .map(([layout, at, noise]) => {
        const text = printCute(layout);
        return text.slice(0, at) + noise + text.slice(at + 1);
      }),
  );
  forAll([texts], 5000, (text) => {
    const result = parseCute(text);
    expect(result.ok || result.diagnostics.length > 0).toBe(true);
    for (const { span } of result.diagnostics) {
      expect(span !== undefined && span.start >= 0 && span.end <= text.length).toBe(true);
    }
    if (result.ok) expect(expectValue(parseCute(printCute(result.value)))).toEqual(result.value);
  });
  for (const long of [
    '1'.repeat(1e6),
    '(1,'.repeat(3e4),
    `(${'1,'.repeat(3e4)}1)`,
    'a'.repeat(1e6),
    `coalesce(${'(1,'.repeat(3e4)}`,
    'upcast<2>('.repeat(3e4),
  ]) {
    expect(parseCute(long).ok).toBe(false);
  }
});
