import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { words } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import {
  floatFromBits,
  parseModule,
  printAttribute,
  printModule,
  printType,
  resolveAttribute,
} from '../../src/index.ts';
import type { Attribute, Operation, Type } from '../../src/index.ts';
import { evaluateAffine } from '../oracle/evaluate-affine.ts';

/** Reads an attribute from the place where any can stand. */
function read(text: string): Attribute {
  const { module, diagnostics } = parseModule(`"test.op"() {a = ${text}} : () -> ()`);
  expect(diagnostics).toEqual([]);
  const attribute = module.operations[0]?.attributes.get('a');
  if (attribute === undefined) throw new Error(`no attribute in ${text}`);
  return attribute;
}

describe('types', () => {
  it.each([
    ...words(`
    i1 i14 si8 ui16 index none f16 bf16 tf32 f64 f80 f128 f8E4M3FNUZ f8E8M0FNU f4E2M1FN
    vector<4xf32> vector<f32> vector<4x[8]xi1> vector<0xf32> vector<2x0x4xf32>
    tensor<*xf32> tensor<f32> tensor<4x!tt.ptr<f16>> memref<f32> memref<?x0x4xf32>
    memref<4xvector<2xf32>> tuple<> complex<f32> !test.type !llvm.ptr<3>
  `),
    'tensor<?x4xi8, #test.encoding<a>>',
    'memref<*xf32, 3>',
    'memref<4x8xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>',
    'memref<4x8xf16, strided<[8, 1]>>',
    'memref<4xf32, affine_map<(d0) -> (d0 * 2)>, 3 : i32>',
    'memref<4xf32, #test.layout<x>, 3>',
    '() -> ()',
    '(i32) -> f32',
    '(i32, (f32) -> i1) -> (f32, i1)',
    '() -> (() -> i32)',
    'tuple<i32, tuple<f32>>',
    '!test.type<[1, 2], {a = "b>"}, (i32) -> i32>',
  ])('%s', (text) => {
    const attribute = read(text);
    expect(attribute.kind).toBe('type');
    expect(printAttribute(attribute)).toBe(text);
  });

  it('reads the same text once', () => {
    const { module } = parseModule('%0:2 = "test.op"() : () -> (memref<4x4xf32>, memref<4x4xf32>)');
    const results = module.operations[0]?.results ?? [];
    expect(results[0]?.type).toBe(results[1]?.type);
  });

  it('follows an alias', () => {
    const { module, diagnostics } = parseModule('!t = vector<4xf32>\n%0 = "test.op"() : () -> !t');
    expect(diagnostics).toEqual([]);
    const type = module.operations[0]?.results[0]?.type;
    expect(type).toMatchObject({ kind: 'alias', name: 't', type: { kind: 'vector', shape: [4] } });
    expect(type === undefined ? '' : printType(type, true)).toBe('vector<4xf32>');
  });
});

describe('attributes', () => {
  it.each([
    '4 : i32',
    '-4 : i64',
    '1 : index',
    '4 : si8',
    '1.5 : f64',
    '1.000000e+00 : f32',
    'true',
    'false',
    '0x7FC00000 : f32',
    '"a b"',
    '"tab\\09 quote\\22 slash\\\\"',
    '"typed" : !test.type',
    '@a',
    '@a::@"b c"::@d',
    '[]',
    '[1, 2.5, 3 : i32, "x", unit, [true]]',
    '{}',
    '{a = 1 : i64, "b c" = 2 : i64, d}',

    'array<i32>',
    'array<i64: -1, 9223372036854775807>',
    'array<i1: true, false>',
    'array<f32: 1.5, -2.0>',
    'dense<0.000000e+00> : vector<4xf32>',
    'dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>',
    'dense<> : tensor<0xf32>',
    'dense<"0x0000803F"> : tensor<1xf32>',
    'dense<(1.0,2.0)> : tensor<2xcomplex<f32>>',
    'dense<true> : vector<2xi1>',
    'dense_resource<blob> : tensor<4xf32>',
    'strided<[?, 1], offset: 4>',
    'loc("file.py":4:0)',

    '#test.plain',
    '#test<dim x>',
    '#test.nested<[1, {a = "]>"}], -> (b)>',
    'loc(callsite("a" at "b"))',
    'affine_map<() -> ()>',
    'affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>',
    'affine_set<(d0) : (d0 - 3 >= 0, d0 == 0)>',
    'sparse<[0, 1], [2, 3]> : tensor<4xi32>',
    'distinct[0]<@a>',
  ])('%s', (text) => expect(printAttribute(read(text))).toBe(text));

  it.each(rows`
      4 | 4 : i64
      1.5 | 1.5 : f64
      0xFF : i32 | 255 : i32
      1 : i1 | true
      "\0A\t" | "\0A\09"
      {b = 1, a} | {b = 1 : i64, a}
      affine_map<(i)[n] -> (2 * i - n * 3 - 4 + 1)> | affine_map<(d0)[s0] -> (d0 * 2 - s0 * 3 - 3)>
      affine_map<(i) -> (-i, -(i + 1), 8 floordiv 3, i * 2 * 3)> | affine_map<(d0) -> (-d0, -(d0 + 1), 2, d0 * 6)>
      affine_set<(i) : (i <= 4, 3 >= i)> | affine_set<(d0) : (-d0 + 4 >= 0, -d0 + 3 >= 0)>
    `)('%s is %s', (text, printed) => expect(printAttribute(read(text))).toBe(printed));

  it.each([
    ['dense<3> : vector<4xi32>', [3]],
    ['dense<[1.5, -0x3F800000]> : tensor<2xf32>', [1.5, -1]],
    ['dense<[[true, false]]> : tensor<1x2xi1>', [true, false]],
    ['dense<9223372036854775807> : tensor<1xi64>', [9223372036854775807n]],
    ['dense<"0x00"> : tensor<1xi8>', undefined],
  ])('%s has its values', (text, values) => {
    const attribute = read(text);
    expect(attribute.kind === 'dense' ? attribute.values : 'none').toEqual(values);
  });

  it('follows an alias and keeps its name', () => {
    const { module } = parseModule('#a = 4 : i32\n#b = [#a]\n"test.op"() {x = #b} : () -> ()');
    const attribute = module.operations[0]?.attributes.get('x');
    expect(attribute === undefined ? '' : resolveAttribute(attribute).kind).toBe('array');
    expect(printModule(module)).toContain('{x = #b}');
  });
});

it.each([
  ['f32', 0x3f800000n, 1],
  ['f32', 0xff800000n, Number.NEGATIVE_INFINITY],
  ['f32', 0x7fc00000n, Number.NaN],
  ['f16', 0x3c00n, 1],
  ['f16', 0x0001n, 2 ** -24],
  ['bf16', 0xbf80n, -1],
  ['f64', 0x4000000000000000n, 2],
  ['f8E5M2', 0x3cn, 1],
])('floats from bits %s %i', (format, bits, value) =>
  expect(floatFromBits(format, bits)).toBe(value),
);

it.each([
  ['d0 * 4 + s0', 14],
  ['d0 - d1 * 2', -11],
  ['(d0 - d1) floordiv 2', -2],
  ['(d0 - d1) ceildiv 2', -2],
  ['(d0 - d1 - 1) floordiv 2', -3],
  ['(d0 - d1 - 1) ceildiv 2', -2],
  ['(d0 - d1) mod 3', 2],
  ['-d0 mod 2', 1],
])('affine expressions %s', (text, value) => {
  const map = read(`affine_map<(d0, d1)[s0] -> (${text})>`);
  const expression = map.kind === 'affine_map' ? map.map.results[0] : undefined;
  if (expression === undefined) throw new Error('no expression');
  expect(evaluateAffine(expression, [3, 7], [2])).toBe(value);
});

describe('operations', () => {
  it.each([
    '"test.op"() : () -> ()',
    '%0:2 = "test.op"() <{a, b = 1 : i64}> ({\n  "test.inner"() : () -> ()\n}, {\n^bb0(%x: i32 loc("x")):\n  "test.inner"(%x) : (i32) -> ()\n}) {c} : () -> (i32, f32) loc("file":1:2)',
    '%a, %b = "test.op"() : () -> (i32, f32)\n"test.op"(%a, %b) : (i32, f32) -> ()',
    '%a, %b:2 = "test.op"() : () -> (i32, f32, f64)\n"test.op"(%b#1) : (f64) -> ()',
    'module @m attributes {a} {\n}',
    'module {\n  module {\n    "test.op"() : () -> ()\n  }\n}',
    'stream.yield',
    '"test.op"() : () -> ()\n\n{-#\n  dialect_resources: { builtin: { blob: "0x08000000" } }\n#-}',
  ])('%s', (text) => {
    const { module, diagnostics } = parseModule(text);
    expect(diagnostics).toEqual([]);
    expect(printModule(module)).toBe(`${text}\n`);
  });

  it('spans from its results to its end', () => {
    const text = 'module {\n  %0 = arith.constant 1 : i32 // note\n  %1 = other.op %0\n}\n';
    const operations =
      parseModule(text).module.operations[0]?.regions[0]?.blocks[0]?.operations ?? [];
    const source = ({ span }: Operation): string => text.slice(span.start, span.end);
    expect(operations.map(source)).toEqual(['%0 = arith.constant 1 : i32', '%1 = other.op %0']);
  });

  it('adds the terminator that the text leaves out, at the end of the region', () => {
    const text = 'func.func @f(%c: i1) {\n  scf.if %c {\n  }\n  return\n}';
    const body = parseModule(text).module.operations[0]?.regions[0]?.blocks[0]?.operations ?? [];
    const terminator = body[0]?.regions[0]?.blocks[0]?.operations[0];
    expect(terminator?.name).toBe('scf.yield');
    expect(terminator?.span).toEqual({ start: text.indexOf('}'), end: text.indexOf('}') });
  });

  it('names results that have no name when it prints them', () => {
    expect(printModule(parseModule('arith.constant 1 : i32').module)).toBe(
      '%0 = arith.constant 1 : i32\n',
    );
  });
});

describe('lists of floats', () => {
  const bits = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

  it('print so that they read back', () => {
    forAll([fc.array(fc.double(), { minLength: 1 })], 100, (values) => {
      const element: Type = { kind: 'float', name: 'f64', width: 64 };
      const again = read(printAttribute({ kind: 'dense_array', element, values }));
      const found = again.kind === 'dense_array' ? again.values : [];
      expect(found.map((value) => bits(Number(value)))).toEqual(values.map(bits));
    });
  });

  it.each([
    ['f32', [1, -0.5, 1e30], 'array<f32: 1.0, -0.5, 1.0e+30>'],
    ['f32', [Infinity, -Infinity, NaN], 'array<f32: 0x7F800000, 0xFF800000, 0x7FC00000>'],
    ['f16', [Infinity, NaN], 'array<f16: 0x7C00, 0x7E00>'],
  ])('of %s with %j', (name, values, text) => {
    const element: Type = { kind: 'float', name, width: 32 };
    expect(printAttribute({ kind: 'dense_array', element, values })).toBe(text);
  });
});
