/** Passes over indices: views folded as mlir-opt folds them, constants at the end, canonical forms that mean the same. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../../test/for-all.ts';
import { mlirOptIn } from '../../text/oracle.ts';
import { words } from '../../table.ts';
import { rows } from '../../../../../test/rows.ts';
import { memoryAfter } from '../run.ts';
import { bodyOf, transform } from './transform.ts';

const mlirOpt = mlirOptIn('index-passes');

const func = (parameters: string, ...lines: readonly string[]): string =>
  `func.func @f(${parameters}) {\n${lines.map((line) => `  ${line}\n`).join('')}  return\n}\n`;

/** Accesses of views, each of another kind. */
const views = (): string =>
  func(
    '%f: memref<2048xf32>, %m: memref<32x64xf32>, %i: index, %j: index, %v: vector<4xf32>',
    '%e = memref.expand_shape %f [[0, 1]] output_shape [32, 64] : memref<2048xf32> into memref<32x64xf32>',
    'vector.store %v, %e[%i, %j] : memref<32x64xf32>, vector<4xf32>',
    '%c = memref.collapse_shape %m [[0, 1]] : memref<32x64xf32> into memref<2048xf32>',
    'vector.store %v, %c[%i] : memref<2048xf32>, vector<4xf32>',
    '%s = memref.subview %m[%i, 8] [16, 32] [2, 1] : memref<32x64xf32> to memref<16x32xf32, strided<[128, 1], offset: ?>>',
    'vector.store %v, %s[%i, %j] : memref<16x32xf32, strided<[128, 1], offset: ?>>, vector<4xf32>',
    '%x = memref.load %s[%j, %i] : memref<16x32xf32, strided<[128, 1], offset: ?>>',
    'memref.store %x, %e[%j, %i] : memref<32x64xf32>',
    '%h = memref.subview %m[0, 8] [16, 32] [2, 1] : memref<32x64xf32> to memref<16x32xf32, strided<[128, 1], offset: 8>>',
    '%q = memref.load %h[%j, %i] : memref<16x32xf32, strided<[128, 1], offset: 8>>',
    'memref.store %q, %f[%j] : memref<2048xf32>',
    '%r = memref.subview %m[%i, %j] [1, 32] [1, 1] : memref<32x64xf32> to memref<32xf32, strided<[1], offset: ?>>',
    '%y = vector.load %r[%j] : memref<32xf32, strided<[1], offset: ?>>, vector<4xf32>',
    'vector.store %y, %f[%i] : memref<2048xf32>, vector<4xf32>',
    '%z = arith.constant 0.0 : f32',
    '%t = vector.transfer_read %e[%i, %j], %z {in_bounds = [true]} : memref<32x64xf32>, vector<4xf32>',
    'vector.transfer_write %t, %s[%i, %j] {in_bounds = [true]} : vector<4xf32>, memref<16x32xf32, strided<[128, 1], offset: ?>>',
    '%w = vector.transfer_read %e[%i, %j], %z : memref<32x64xf32>, vector<4xf32>',
    'vector.store %w, %f[%j] : memref<2048xf32>, vector<4xf32>',
  );

describe('fold-memref-alias-ops', () => {
  const { text } = transform(views(), 'fold-memref-alias-ops');

  it('leaves no view but that of a transfer that may leave bounds', () => {
    expect(text).toContain('affine.linearize_index [%i, %j] by (32, 64)');
    expect(text).toMatch(/affine\.delinearize_index %i into \(32, 64\)/);
    expect(text).toContain('affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%i, %j]');
    expect(text).toContain('affine_map<()[s0] -> (s0 * 2)>()[%j]');
    expect(text.split('memref.expand_shape').length - 1).toBe(1);
    expect(text).not.toMatch(/memref\.(?:subview|collapse_shape)/);
  });

  it.each(rows`
      every second element             | %s = memref.subview %m[%i, 0] [16, 32] [1, 2] : memref<32x64xf32> to memref<16x32xf32, strided<[64, 2], offset: ?>> | vector.transfer_write %v, %s[%i, %j] {in_bounds = [true]} : vector<4xf32>, memref<16x32xf32, strided<[64, 2], offset: ?>>
      a tile                           | %e = memref.expand_shape %f [[0, 1]] output_shape [32, 64] : memref<2048xf32> into memref<32x64xf32> | vector.transfer_write %w, %e[%i, %j] {in_bounds = [true, true]} : vector<4x4xf32>, memref<32x64xf32>
      a transfer over the end of a row | %c = memref.collapse_shape %m [[0, 1]] : memref<32x64xf32> into memref<2048xf32> | vector.transfer_write %v, %c[%i] {in_bounds = [true]} : vector<4xf32>, memref<2048xf32>
      sizes that are not known         | %e = memref.expand_shape %d [[0, 1]] output_shape [%i, %j] : memref<?xf32> into memref<?x?xf32> | vector.store %v, %e[%i, %j] : memref<?x?xf32>, vector<4xf32>
    `)('leaves %s', (_, view, access) => {
    const source = func(
      '%f: memref<2048xf32>, %m: memref<32x64xf32>, %d: memref<?xf32>, %i: index, %j: index, %v: vector<4xf32>, %w: vector<4x4xf32>',
      view,
      access,
    );
    expect(transform(source, 'fold-memref-alias-ops').text.trim()).toBe(source.trim());
  });

  it('does what upstream does', () => {
    // Upstream marks digits of a scalar access as in bounds; no other pass here looks at that.
    const canonical = (source: string, ...options: readonly string[]): string =>
      mlirOpt(source, ...options, '--canonicalize', '--cse').output.replaceAll(' disjoint', '');
    // Upstream folds a read that may leave the bounds of its view, and no write to a view with strides; we do not and do.
    const common = views().replaceAll(/^.*(?:%t\b|%w\b).*\n/gm, '');
    const ours = canonical(transform(common, 'fold-memref-alias-ops').text);
    const theirs = canonical(common, '--fold-memref-alias-ops');
    expect(ours).toBe(theirs);
  });
});

describe('propagate-constant-offsets', () => {
  const offsets = (...lines: readonly string[]): string[] =>
    bodyOf(
      transform(
        func(
          '%i: index, %j: index, %m: memref<64xf32>',
          ...lines,
          '%x = memref.load %m[%o] : memref<64xf32>',
          'memref.store %x, %m[%o] : memref<64xf32>',
        ),
        'propagate-constant-offsets',
      ),
    ).slice(0, -2);

  it('takes constants out of maps', () => {
    expect(offsets('%o = affine.apply affine_map<()[s0] -> (7 + s0 * 4)>()[%i]')).toEqual([
      '%c7 = arith.constant 7 : index',
      '%0 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%i]',
      '%1 = arith.addi %0, %c7 overflow<nsw> : index',
    ]);
  });

  it('takes constants out of digits, and factors into them', () => {
    expect(
      offsets(
        '%c3 = arith.constant 3 : index',
        '%c4 = arith.constant 4 : index',
        '%a = arith.addi %i, %c3 overflow<nsw> : index',
        '%b = arith.muli %j, %c4 overflow<nsw> : index',
        '%o = affine.linearize_index [%a, %b] by (8, 16) : index',
      ),
    ).toEqual([
      '%c0 = arith.constant 0 : index',
      '%c48 = arith.constant 48 : index',
      '%o = affine.linearize_index [%i, %j, %c0] by (8, 4, 4) : index',
      '%0 = arith.addi %o, %c48 overflow<nsw> : index',
    ]);
  });

  it('takes nothing out of what may wrap', () => {
    const lines = [
      '%c3 = arith.constant 3 : index',
      '%a = arith.addi %i, %c3 : index',
      '%o = affine.linearize_index [%a, %j] by (8, 16) : index',
    ];
    expect(offsets(...lines)).toEqual(lines);
  });
});

/** A kernel of random integer arithmetic: each value goes to memory. */
type Step = readonly [operation: string, left: number, right: number];

const binary = words(`
    addi subi muli andi ori xori minsi maxsi minui maxui divui remui divsi remsi
    floordivsi ceildivsi ceildivui shli shrsi shrui
  `);

function arithmetic(
  steps: readonly Step[],
  constants: readonly number[],
  type: 'index' | 'i32',
): string {
  const values = ['%t', '%u', ...constants.map((_, i) => `%k${i}`)];
  const lines = steps.flatMap(([operation, left, right], i) => {
    const name = `%s${i}`;
    const [a = '%t', b = '%t'] = [values[left % values.length], values[right % values.length]];
    // Divisors and shifts that have a meaning: 1 to 8.
    const guarded = /div|rem|sh/.test(operation);
    const guard = guarded
      ? [`%g${i} = arith.andi ${b}, %seven : ${type}`, `%d${i} = arith.addi %g${i}, %one : ${type}`]
      : [];
    values.push(name);
    return [...guard, `${name} = arith.${operation} ${a}, ${guarded ? `%d${i}` : b} : ${type}`];
  });
  const stores = steps.map((_, i) => [
    type === 'index'
      ? `%w${i} = arith.index_cast %s${i} : index to i32`
      : `%w${i} = arith.addi %s${i}, %zero : i32`,
    `%p${i} = affine.apply affine_map<()[s0] -> (s0 * ${steps.length} + ${i})>()[%tid]`,
    `memref.store %w${i}, %out[%p${i}] : memref<${64 * steps.length}xi32>`,
  ]);
  const ids =
    type === 'index'
      ? ['%t = arith.addi %tid, %zero : index']
      : ['%t = arith.index_cast %tid : index to i32'];
  return `func.func @k(%out: memref<${64 * steps.length}xi32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
    %tid = gpu.thread_id x
    %zero = arith.constant 0 : ${type}
    %one = arith.constant 1 : ${type}
    %seven = arith.constant 7 : ${type}
    ${[...ids, `%u = arith.muli %t, %seven : ${type}`].join('\n    ')}
    ${constants.map((value, i) => `%k${i} = arith.constant ${value} : ${type}`).join('\n    ')}
    ${[...lines, ...stores.flat()].join('\n    ')}
    return
  }
`;
}

describe('canonicalize and cse', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...binary), fc.nat(40), fc.nat(40)), {
    minLength: 1,
    maxLength: 14,
  });

  it('keep what a kernel computes', () => {
    forAll(
      [
        steps,
        fc.array(fc.integer({ min: -40, max: 4000 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom<'index' | 'i32'>('index', 'i32'),
      ],
      150,
      (list, constants, type) => {
        const text = arithmetic(list, constants, type);
        const bytes = [64 * list.length * 4];
        const before = memoryAfter(text, bytes);
        fc.pre(before.codes.length === 0);
        const once = transform(text, 'canonicalize,cse').text;
        expect(memoryAfter(once, bytes)).toEqual(before);
        // A second time changes nothing.
        expect(transform(once, 'canonicalize,cse').text).toBe(once);
      },
    );
  }, 60_000);

  it('fold what is constant, and take out what nobody wants', () => {
    const done = transform(
      func(
        '%x: index, %m: memref<64xf32>',
        '%c3 = arith.constant 3 : index',
        '%c4 = arith.constant 4 : index',
        '%dead = arith.muli %x, %c3 : index',
        '%a = arith.addi %c3, %x : index',
        '%b = arith.addi %a, %c4 : index',
        '%same = arith.addi %x, %c3 : index',
        '%n = affine.apply affine_map<(d0)[s0] -> (d0 * 8 + s0 mod 2)>(%c4)[%c3]',
        '%d:2 = affine.delinearize_index %n into (5, 16) : index, index',
        '%v = memref.load %m[%b] : memref<64xf32>',
        'memref.store %v, %m[%d#1] : memref<64xf32>',
        'memref.store %v, %m[%same] : memref<64xf32>',
      ),
      'canonicalize,cse',
    );
    expect(bodyOf(done)).toEqual([
      '%c3 = arith.constant 3 : index',
      '%c7 = arith.constant 7 : index',
      '%c1 = arith.constant 1 : index',
      '%b = arith.addi %x, %c7 : index',
      '%same = arith.addi %x, %c3 : index',
      '%v = memref.load %m[%b] : memref<64xf32>',
      'memref.store %v, %m[%c1] : memref<64xf32>',
      'memref.store %v, %m[%same] : memref<64xf32>',
    ]);
  });

  it('keep views whose sizes are not known', () => {
    const source = func(
      '%x: index, %y: index, %m: memref<?x?xf32>, %v: f32',
      '%c = memref.collapse_shape %m [[0, 1]] : memref<?x?xf32> into memref<?xf32>',
      '%e = memref.expand_shape %c [[0, 1]] output_shape [%y, %x] : memref<?xf32> into memref<?x?xf32>',
      'memref.store %v, %e[%x, %y] : memref<?x?xf32>',
    );
    expect(transform(source, 'canonicalize,cse').text.trim()).toBe(source.trim());
  });

  it('put maps of maps together, and find parts of vectors', () => {
    const done = transform(
      func(
        '%x: index, %m: memref<64xf32>, %p: vector<4xf32>, %q: vector<4xf32>',
        '%a = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%x]',
        '%b = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%a]',
        '%z = arith.constant dense<0.0> : vector<8xf32>',
        '%v = vector.insert_strided_slice %p, %z {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>',
        '%w = vector.insert_strided_slice %q, %v {offsets = [4], strides = [1]} : vector<4xf32> into vector<8xf32>',
        '%e = vector.extract_strided_slice %w {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>',
        'vector.store %e, %m[%b] : memref<64xf32>, vector<4xf32>',
      ),
      'canonicalize,cse',
    );
    expect(bodyOf(done)).toEqual([
      '%b = affine.apply affine_map<()[s0] -> ((s0 mod 16) floordiv 4)>()[%x]',
      'vector.store %p, %m[%b] : memref<64xf32>, vector<4xf32>',
    ]);
  });

  it('give what mlir-opt reads', () => {
    forAll([steps], 10, (list) => {
      const { text } = transform(arithmetic(list, [3, 5], 'index'), 'canonicalize,cse');
      expect(mlirOpt(text).problem).toBe('');
    });
  }, 60_000);
});
