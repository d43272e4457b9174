/**
 * Inputs that are wrong: each gives a diagnostic with a stable code, a place in the text and a hint, and
 * nothing throws.
 */
import { type Diagnostic, hasErrors } from '@ldscope/core';
import { parseModule } from '@ldscope/mlir';
import { expect, it } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { kernelOf, LDS, run, type RunOptions } from './harness.ts';

const T = `memref<64x4xf32, ${LDS}>`;

/** A kernel of one wave around a body, with a tile `%t`. */
const kernel = (body: string, parameters = ''): string =>
  kernelOf(`%t = memref.alloc() : ${T}\n${body}`, parameters);

/** A read of the tile by a map. */
const transferred = (map: string, vector = '4xf32'): string =>
  `%p = arith.constant 0.0 : ${vector.slice(-3)} \n %v = vector.transfer_read %t[%c0, %c0], %p {permutation_map = affine_map<${map}>} : ${T}, vector<${vector}>`;

/** The text that a diagnostic points at, its first line. */
const pointedAt = (text: string, { span }: Diagnostic): string =>
  text.slice(span?.start ?? 0, span?.end ?? 0).split('\n')[0] ?? '';

/** Diagnostics of a text; every one of them must be whole. */
function diagnosed(text: string, options: RunOptions = {}): readonly Diagnostic[] {
  const { diagnostics: reading } = parseModule(text);
  const diagnostics = hasErrors(reading) ? reading : run(text, options).diagnostics;
  for (const { code, message, hint, span } of diagnostics) {
    expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
    expect(message).not.toMatch(/undefined|NaN|\[object/);
    expect(hint.length).toBeGreaterThan(0);
    expect(span?.start).toBeGreaterThanOrEqual(0);
    expect(span?.end).toBeLessThanOrEqual(text.length);
  }
  return diagnostics;
}

/** What is wrong, the code, what the diagnostic points at begins with, and the body. */
const bodies = rows`
  ten thousand open parentheses in a type | syntax/too-deep | | %f = "some.op"() : () -> ${'('.repeat(10_000)}
  an unknown operation that feeds an address | execute/unknown-operation | %i = "some.index" | %i = "some.index"(%x) : (index) -> index \n %v = memref.load %t[%i, %c0] : ${T}
  an unknown operation that feeds a condition | execute/unknown-operation | %p = "some.flag" | %p = "some.flag"(%x) : (index) -> i1 \n scf.if %p { gpu.barrier }
  an unknown operation whose result a loop passes on | execute/unknown-operation | %j = "some.index" | %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%i = %c0) -> (index) { %j = "some.index"(%i) : (index) -> index \n scf.yield %j : index } \n %v = memref.load %t[%r, %c0] : ${T}
  an unknown operation on LDS whose result is not used | execute/unknown-operation | %v = "some.exchange" | %v = "some.exchange"(%t, %x) : (${T}, index) -> f32
  an unknown operation with a region | execute/unknown-operation | %v = "some.region" | %v = "some.region"() ({ %z = arith.constant 0.0 : f32 \n "some.yield"(%z) : (f32) -> () }) : () -> f32
  a vector of another element type | execute/type-mismatch | %v = vector.load | %v = vector.load %t[%x, %c0] : ${T}, vector<4xf16>
  an index too few | execute/type-mismatch | %v = memref.load | %v = memref.load %t[%x] : ${T}
  an index that is a float | execute/type-mismatch | %v = "memref.load" | %f = arith.constant 1.0 : f32 \n %v = "memref.load"(%t, %c0, %f) : (${T}, index, f32) -> f32
  a type that a value has not | syntax/type-mismatch | | %v = arith.addi %x, %c1 : i32
  a transfer that writes an element several times | execute/unsupported | vector.transfer_write | %v = arith.constant dense<0.0> : vector<4x4xf32> \n vector.transfer_write %v, %t[%x, %c0] {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, true]} : vector<4x4xf32>, ${T}
  a transfer along a sum | execute/unsupported | %v = vector.transfer_read | ${transferred('(d0, d1) -> (d0 + d1)')}
  a transfer along one dimension twice | execute/unsupported | %v = vector.transfer_read | ${transferred('(d0, d1) -> (d1, d1)', '4x4xf32')}
  a transfer along a constant that is not 0 | execute/unsupported | %v = vector.transfer_read | ${transferred('(d0, d1) -> (1)')}
  a transfer by a map of another memref | execute/unsupported | %v = vector.transfer_read | ${transferred('(d0) -> (d0)')}
  a transfer by a map of another vector | execute/unsupported | %v = vector.transfer_read | ${transferred('(d0, d1) -> (d1)', '4x4xf32')}
  a transfer of other elements | execute/unsupported | %v = vector.transfer_read | ${transferred('(d0, d1) -> (d1)', '4xf16')}
  integer arithmetic on floats | execute/type-mismatch | %v = arith.addi | %f = arith.constant 1.0 : f32 \n %v = arith.addi %f, %f : f32
  a mismatched mfma operand | execute/type-mismatch | %d = amdgpu.mfma | %a = arith.constant dense<0.0> : vector<4xf16> \n %b = arith.constant dense<0.0> : vector<8xf16> \n %c = arith.constant dense<0.0> : vector<4xf32> \n %d = amdgpu.mfma 16x16x16 %a * %b + %c blgp = none : vector<4xf16>, vector<8xf16>, vector<4xf32>
  an LDS index out of range | execute/lds-out-of-range | %v = memref.load | %v = memref.load %t[%c64, %c0] : ${T}
  an LDS index out of range in one lane | execute/lds-out-of-range | %v = vector.load | %i = affine.apply affine_map<()[s0] -> (s0 + s0 floordiv 63)>()[%x] \n %v = vector.load %t[%i, %c0] : ${T}, vector<4xf32>
  LDS of many terabytes | execute/unsupported | | %big = memref.alloc() : memref<1099511627776x1099511627776xi8, ${LDS}>
  private memory of many gigabytes | execute/too-large | | %big = memref.alloca() : memref<1099511627776xi8>
  a vector of millions of elements | execute/too-large | | %v = arith.constant dense<0.0> : vector<1000x1000x1000xf32>
  a division by zero | execute/division-by-zero | %v = arith.divui | %v = arith.divui %x, %c0 : index
  a barrier in divergent code | execute/barrier-divergence | gpu.barrier | %p = arith.cmpi ult, %x, %c4 : index \n scf.if %p { gpu.barrier }
  an allocation of a size that is not known | execute/unsupported | %d = memref.alloc | %d = memref.alloc(%x) : memref<?xf32, ${LDS}>
  a call of a function that is not in the module | execute/unsupported | func.call | func.call @nowhere() : () -> ()
  branches inside of a loop | execute/unsupported | cf.br | scf.for %k = %c0 to %c4 step %c1 { cf.br ^next \n ^next: \n scf.yield }
  a memref with its dimensions turned round | execute/unsupported | %m = memref.alloc | %m = memref.alloc() : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>, ${LDS}>
  LDS through a type that does not say so | execute/unsupported | %v = memref.load | %m = memref.memory_space_cast %t : ${T} to memref<64x4xf32> \n %v = memref.load %m[%x, %c0] : memref<64x4xf32>
  an if that gives nothing on one side | execute/malformed | | %p = arith.cmpi ult, %x, %c4 : index \n %v = "scf.if"(%p) ({ scf.yield %x : index }, { }) : (i1) -> index
  half an index | execute/unsupported | %v = arith.constant | %v = arith.constant 0.5 : index
  an index that a double does not hold | execute/unsupported | %v = memref.load | %n = arith.constant 9007199254740993 : index \n %v = memref.load %t[%n, %c0] : ${T}
  a loop to where a double does not count | execute/unsupported | scf.for | %n = arith.constant 9007199254740993 : index \n scf.for %k = %c0 to %n step %n { }
  a case that a double does not hold | execute/unsupported | cf.switch | %n = arith.constant 9007199254740993 : i64 \n cf.switch %n : i64, [default: ^b, 1: ^b] \n ^b:
  a mask of more elements than a double counts | execute/unsupported | %m = vector.create_mask | %n = arith.constant 9007199254740993 : index \n %m = vector.create_mask %n : vector<4xi1>
`;

const endless = (body: string, before = ''): string =>
  kernel(`${before}
    scf.while : () -> () {
      %go = arith.constant true
      scf.condition(%go)
    } do {
      ${body}
      scf.yield
    }`);

type Case = readonly [name: string, code: string, at: string, text: string, options: RunOptions];

const cases: readonly Case[] = [
  ...bodies.map(([name = '', code = '', at = '', body = '']): Case => [
    name,
    code,
    at,
    kernel(body),
    {},
  ]),
  ['an unfinished file', 'syntax/unclosed', '{', kernel('').trimEnd().slice(0, -1), {}],
  ['binary garbage', 'syntax/not-text', '', '\u0000\u0001ML\u00efR\u0002', {}],
  ['ten thousand open parentheses', 'syntax/expected', '', '('.repeat(10_000), {}],
  [
    'an argument whose rows have no known length',
    'execute/unsupported',
    'func.func @k',
    kernel('%v = memref.load %a[%x, %c0] : memref<?x?xf32>', '%a: memref<?x?xf32>'),
    {},
  ],
  [
    'a launch that does not divide into waves',
    'launch/waves',
    'func.func @k',
    kernel(''),
    { launch: 'block=100' },
  ],
  [
    'more LDS than the chip has',
    'execute/lds-too-large',
    '',
    kernel(`%big = memref.alloc() : memref<70000xi8, ${LDS}>`),
    { machine: 'gfx942' },
  ],
  ['a loop without end', 'execute/too-many-steps', '', endless(''), { maxSteps: 10_000 }],
  [
    'a loop without end that reads LDS',
    'execute/too-many-steps',
    '',
    endless(
      `%v = memref.load %t[%x, %c0] : ${T}`,
      `%z = arith.constant 0.0 : f32\nmemref.store %z, %t[%x, %c0] : ${T}`,
    ),
    { maxSteps: 10_000 },
  ],
];

it.each(cases)('a diagnostic and no exception for %s: %s', (_name, code, at, text, options) => {
  const diagnostics = diagnosed(text, options);
  const found = diagnostics.find((diagnostic) => diagnostic.code === code);
  const codes = diagnostics.map((diagnostic) => diagnostic.code);
  expect(codes).toContain(code);
  expect(found?.severity).toBe('error');
  expect(found && pointedAt(text, found).slice(0, at.length)).toBe(at);
  // One thing is said where one thing is wrong.
  const isOne = code === 'execute/too-many-steps' || codes.some((one) => one.startsWith('syntax/'));
  if (!isOne) expect(codes).toHaveLength(1);
});

it.each(rows`
      operand 2, of the 2 | "memref.dim"(%t) : (${T}) -> index
      operand 1, of the 1 | "memref.load"() : () -> f32
      operand 2, of the 2 | "memref.store"(%x) : (index) -> ()
      operand 1, of the 2 | "vector.store"() : () -> ()
      operand 2, of the 2 | "llvm.extractelement"(%x) : (index) -> f32
      operand 3, of the 3 | "gpu.shuffle"(%x, %x) : (index, index) -> (index, i1)
      result 1, of the 1  | "rocdl.ds_bpermute"(%x, %x) : (index, index) -> ()
      operand 3, of the 3 | "scf.for"(%x, %x) ({ ^bb0(%k: index): "scf.yield"() : () -> () }) : (index, index) -> ()
    `)('an operation that lacks an operand or a result says which %s of %s', (missing, op = '') => {
  const found = diagnosed(kernel(op)).filter(({ code }) => code === 'execute/malformed');
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining(`it has no ${missing} that it needs`),
  ]);
});
