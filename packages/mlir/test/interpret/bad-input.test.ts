/**
 * Inputs that are wrong: each gives a diagnostic with a stable code, a place in the text and a hint, and
 * nothing throws.
 */
import { describe, expect, it } from 'vitest';
import { type Diagnostic, hasErrors } from '@ldscope/core';
import { parseModule } from '@ldscope/mlir';
import { run, type RunOptions } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';

/** A kernel of one wave around a body. */
const kernel = (body: string, parameters = ''): string => `func.func @k(${parameters})
  attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = memref.alloc() : memref<64x4xf32, ${LDS}>
    ${body}
    return
  }`;

/** The text that a diagnostic points at, its first line. */
function pointedAt(text: string, { span }: Diagnostic): string {
  return text.slice(span?.start ?? 0, span?.end ?? 0).split('\n')[0] ?? '';
}

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

interface Case {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  /** What the diagnostic points at begins with this. */
  readonly at?: string;
  readonly options?: RunOptions;
}

const cases: readonly Case[] = [
  {
    name: 'an unfinished file',
    text: kernel('').slice(0, -12),
    code: 'syntax/unclosed',
    at: '{',
  },
  { name: 'binary garbage', text: '\u0000\u0001ML\u00efR\u0002', code: 'syntax/not-text' },
  { name: 'ten thousand open parentheses', text: '('.repeat(10_000), code: 'syntax/expected' },
  {
    name: 'ten thousand open parentheses in a type',
    text: kernel(`%f = "some.op"() : () -> ${'('.repeat(10_000)}`),
    code: 'syntax/too-deep',
  },
  {
    name: 'an unknown operation that feeds an address',
    text: kernel(`%i = "some.index"(%x) : (index) -> index
      %v = memref.load %t[%i, %c0] : memref<64x4xf32, ${LDS}>`),
    code: 'execute/unknown-operation',
    at: '%i = "some.index"',
  },
  {
    name: 'an unknown operation that feeds a condition',
    text: kernel(`%p = "some.flag"(%x) : (index) -> i1
      scf.if %p {
        gpu.barrier
      }`),
    code: 'execute/unknown-operation',
    at: '%p = "some.flag"',
  },
  {
    name: 'an unknown operation whose result a loop passes on',
    text: kernel(`%r = scf.for %k = %c0 to %c4 step %c1 iter_args(%i = %c0) -> (index) {
        %j = "some.index"(%i) : (index) -> index
        scf.yield %j : index
      }
      %v = memref.load %t[%r, %c0] : memref<64x4xf32, ${LDS}>`),
    code: 'execute/unknown-operation',
    at: '%j = "some.index"',
  },
  {
    name: 'an unknown operation on LDS whose result is not used',
    text: kernel(`%v = "some.exchange"(%t, %x) : (memref<64x4xf32, ${LDS}>, index) -> f32`),
    code: 'execute/unknown-operation',
    at: '%v = "some.exchange"',
  },
  {
    name: 'an unknown operation with a region',
    text: kernel(`%v = "some.region"() ({
        %z = arith.constant 0.0 : f32
        "some.yield"(%z) : (f32) -> ()
      }) : () -> f32`),
    code: 'execute/unknown-operation',
    at: '%v = "some.region"',
  },
  {
    name: 'a vector of another element type',
    text: kernel(`%v = vector.load %t[%x, %c0] : memref<64x4xf32, ${LDS}>, vector<4xf16>`),
    code: 'execute/type-mismatch',
    at: '%v = vector.load',
  },
  {
    name: 'an index too few',
    text: kernel(`%v = memref.load %t[%x] : memref<64x4xf32, ${LDS}>`),
    code: 'execute/type-mismatch',
    at: '%v = memref.load',
  },
  {
    name: 'a type that a value has not',
    text: kernel('%v = arith.addi %x, %c1 : i32'),
    code: 'syntax/type-mismatch',
  },
  {
    name: 'integer arithmetic on floats',
    text: kernel('%f = arith.constant 1.0 : f32\n%v = arith.addi %f, %f : f32'),
    code: 'execute/type-mismatch',
    at: '%v = arith.addi',
  },
  {
    name: 'a mismatched mfma operand',
    text: kernel(`%a = arith.constant dense<0.0> : vector<4xf16>
      %b = arith.constant dense<0.0> : vector<8xf16>
      %c = arith.constant dense<0.0> : vector<4xf32>
      %d = amdgpu.mfma 16x16x16 %a * %b + %c blgp = none : vector<4xf16>, vector<8xf16>, vector<4xf32>`),
    code: 'execute/type-mismatch',
    at: '%d = amdgpu.mfma',
  },
  {
    name: 'an LDS index out of range',
    text: kernel(`%c64 = arith.constant 64 : index
      %v = memref.load %t[%c64, %c0] : memref<64x4xf32, ${LDS}>`),
    code: 'execute/lds-out-of-range',
    at: '%v = memref.load',
  },
  {
    name: 'an LDS index out of range in one lane',
    text: kernel(`%i = affine.apply affine_map<()[s0] -> (s0 + s0 floordiv 63)>()[%x]
      %v = vector.load %t[%i, %c0] : memref<64x4xf32, ${LDS}>, vector<4xf32>`),
    code: 'execute/lds-out-of-range',
    at: '%v = vector.load',
  },
  {
    name: 'a launch that does not divide into waves',
    text: kernel(''),
    code: 'launch/waves',
    at: 'func.func @k',
    options: { launch: 'block=100' },
  },
  {
    name: 'more LDS than the chip has',
    text: kernel(`%big = memref.alloc() : memref<70000xi8, ${LDS}>`),
    code: 'execute/lds-too-large',
    options: { machine: 'gfx942' },
  },
  {
    name: 'LDS of many terabytes',
    text: kernel(`%big = memref.alloc() : memref<1099511627776x1099511627776xi8, ${LDS}>`),
    code: 'execute/unsupported',
  },
  {
    name: 'private memory of many gigabytes',
    text: kernel('%big = memref.alloca() : memref<1099511627776xi8>'),
    code: 'execute/too-large',
  },
  {
    name: 'a vector of millions of elements',
    text: kernel('%v = arith.constant dense<0.0> : vector<1000x1000x1000xf32>'),
    code: 'execute/too-large',
  },
  {
    name: 'a division by zero',
    text: kernel('%v = arith.divui %x, %c0 : index'),
    code: 'execute/division-by-zero',
    at: '%v = arith.divui',
  },
  {
    name: 'a loop without end',
    text: kernel(`scf.while : () -> () {
        %go = arith.constant true
        scf.condition(%go)
      } do {
        scf.yield
      }`),
    code: 'execute/too-many-steps',
    options: { maxSteps: 10_000 },
  },
  {
    name: 'a loop without end that reads LDS',
    text: kernel(`%z = arith.constant 0.0 : f32
      memref.store %z, %t[%x, %c0] : memref<64x4xf32, ${LDS}>
      scf.while : () -> () {
        %go = arith.constant true
        scf.condition(%go)
      } do {
        %v = memref.load %t[%x, %c0] : memref<64x4xf32, ${LDS}>
        scf.yield
      }`),
    code: 'execute/too-many-steps',
    options: { maxSteps: 10_000 },
  },
  {
    name: 'a barrier in divergent code',
    text: kernel(`%p = arith.cmpi ult, %x, %c4 : index
      scf.if %p {
        gpu.barrier
      }`),
    code: 'execute/barrier-divergence',
    at: 'gpu.barrier',
  },
  {
    name: 'an allocation of a size that is not known',
    text: kernel(`%d = memref.alloc(%x) : memref<?xf32, ${LDS}>`),
    code: 'execute/unsupported',
    at: '%d = memref.alloc',
  },
  {
    name: 'a call of a function that is not in the module',
    text: kernel('func.call @nowhere() : () -> ()'),
    code: 'execute/unsupported',
    at: 'func.call',
  },
  {
    name: 'branches inside of a loop',
    text: kernel(`scf.for %k = %c0 to %c4 step %c1 {
        cf.br ^next
      ^next:
        scf.yield
      }`),
    code: 'execute/unsupported',
    at: 'cf.br',
  },
  {
    name: 'a memref with its dimensions turned round',
    text: kernel(`%m = memref.alloc() : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>, ${LDS}>`),
    code: 'execute/unsupported',
    at: '%m = memref.alloc',
  },
  {
    name: 'an argument whose rows have no known length',
    text: kernel('%v = memref.load %a[%x, %c0] : memref<?x?xf32>', '%a: memref<?x?xf32>'),
    code: 'execute/unsupported',
    at: 'func.func @k',
  },
  {
    name: 'LDS through a type that does not say so',
    text: kernel(`%m = memref.memory_space_cast %t : memref<64x4xf32, ${LDS}> to memref<64x4xf32>
      %v = memref.load %m[%x, %c0] : memref<64x4xf32>`),
    code: 'execute/unsupported',
    at: '%v = memref.load',
  },
  {
    name: 'an if that gives nothing on one side',
    text: kernel(`%p = arith.cmpi ult, %x, %c4 : index
      %v = "scf.if"(%p) ({
        scf.yield %x : index
      }, {
      }) : (i1) -> index`),
    code: 'execute/malformed',
  },
  {
    name: 'half an index',
    text: kernel('%v = arith.constant 0.5 : index'),
    code: 'execute/unsupported',
    at: '%v = arith.constant',
  },
  {
    name: 'an index that a double does not hold',
    text: kernel(`%n = arith.constant 9007199254740993 : index
      %v = memref.load %t[%n, %c0] : memref<64x4xf32, ${LDS}>`),
    code: 'execute/unsupported',
    at: '%v = memref.load',
  },
  {
    name: 'a loop to where a double does not count',
    text: kernel(`%n = arith.constant 9007199254740993 : index
      scf.for %k = %c0 to %n step %n { }`),
    code: 'execute/unsupported',
    at: 'scf.for',
  },
  {
    name: 'a case that a double does not hold',
    text: kernel(`%n = arith.constant 9007199254740993 : i64
      cf.switch %n : i64, [default: ^b, 1: ^b]
    ^b:`),
    code: 'execute/unsupported',
    at: 'cf.switch',
  },
  {
    name: 'a mask of more elements than a double counts',
    text: kernel(`%n = arith.constant 9007199254740993 : index
      %m = vector.create_mask %n : vector<4xi1>`),
    code: 'execute/unsupported',
    at: '%m = vector.create_mask',
  },
];

describe('a diagnostic and no exception for', () => {
  it.each(cases)('$name', ({ text, code, at, options }) => {
    const diagnostics = diagnosed(text, options);
    const found = diagnostics.find((diagnostic) => diagnostic.code === code);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(found?.severity).toBe('error');
    if (at !== undefined && found !== undefined) {
      expect(pointedAt(text, found).startsWith(at), pointedAt(text, found)).toBe(true);
    }
  });

  it('says one thing where one thing is wrong', () => {
    for (const { name, text, options, code } of cases) {
      if (code === 'execute/too-many-steps') continue;
      const codes = diagnosed(text, options).map(({ code }) => code);
      const parsed = codes.filter((code) => code.startsWith('syntax/'));
      if (parsed.length === 0) expect(codes.length, name).toBe(1);
    }
  });
});

describe('an operation that lacks an operand or a result says which', () => {
  it.each([
    [
      '"memref.dim"(%t) : (memref<64x4xf32, #gpu.address_space<workgroup>>) -> index',
      'operand 2, of the 2',
    ],
    ['"memref.load"() : () -> f32', 'operand 1, of the 1'],
    ['"memref.store"(%x) : (index) -> ()', 'operand 2, of the 2'],
    ['"vector.store"() : () -> ()', 'operand 1, of the 2'],
    ['"llvm.extractelement"(%x) : (index) -> f32', 'operand 2, of the 2'],
    ['"gpu.shuffle"(%x, %x) : (index, index) -> (index, i1)', 'operand 3, of the 3'],
    ['"rocdl.ds_bpermute"(%x, %x) : (index, index) -> ()', 'result 1, of the 1'],
    [
      '"scf.for"(%x, %x) ({ ^bb0(%k: index): "scf.yield"() : () -> () }) : (index, index) -> ()',
      'operand 3, of the 3',
    ],
  ])('%s', (op, missing) => {
    const found = diagnosed(kernel(op)).filter(({ code }) => code === 'execute/malformed');
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining(`it has no ${missing} that it needs`),
    ]);
  });
});
