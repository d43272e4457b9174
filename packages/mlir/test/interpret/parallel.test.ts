/** Loops whose iterations are dealt to workers, switches and affine accesses, against plain loops and `mlir-opt`. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { skips } from '../../../../test/llvm.ts';
import { constantsOf, range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { mlirOpt, runOracle } from '../text/oracle.ts';
import { codes, executed, inLanes, kernelOf, lanes, LDS } from './harness.ts';

/** A kernel of 2 x 2 workgroups of 32 x 4 threads, the `%t`-th of which counts from 1. */
const kernel = (body: string): string => `func.func @k(%out: memref<4096xindex>)
    attributes {gpu.known_block_size = array<i32: 32, 4, 1>, gpu.known_grid_size = array<i32: 2, 2, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %t = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 32 + 1)>()[%x, %y]
    ${constantsOf(body)}
    ${body}
    return
  }`;

const filled = (size: number, entries: Iterable<readonly [number, number]>): number[] => {
  const out = range(size, () => 0);
  for (const [at, value] of entries) out[at] = value;
  return out;
};

const dealt = (condition: string, mapping: string): string => `%z = arith.addi %bx, %by : index
  %first = arith.cmpi eq, %z, %c0 : index
  %half = arith.cmpi ult, %y, %c2 : index
  %both = arith.andi %first, %half : i1
  scf.if ${condition} {
    scf.forall (%i) in (300) {
      memref.store %t, %out[%i] : memref<4096xindex>
    } {mapping = [${mapping}]}
  }`;

describe('scf.forall', () => {
  it.each<[string, string, () => (readonly [number, number])[]]>([
    [
      // The number of the thread that takes iteration i of 300, each as often as there are threads.
      'deals iterations to threads',
      dealt('%first', '#gpu.thread<linear_dim_0>'),
      () => range(300, (i) => [i, (i % 128) + 1]),
    ],
    [
      // The first thread of the warp writes last, or any: all of its lanes do the same.
      'deals iterations to lanes',
      dealt('%both', '#iree_gpu.lane_id<0>'),
      () => range(300, (i) => [i, (i % 64) + 1]),
    ],
    [
      'goes through all dimensions of one kind as one, with bounds and steps',
      `scf.forall (%i, %j) = (2, 1) to (20, 40) step (3, 2) {
        %at = affine.apply affine_map<()[s0, s1] -> (s0 * 100 + s1)>()[%i, %j]
        memref.store %t, %out[%at] : memref<4096xindex>
      } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}`,
      () =>
        range(6).flatMap((i) =>
          range(20, (j) => [100 * (3 * i + 2) + 2 * j + 1, ((20 * i + j) % 128) + 1] as const),
        ),
    ],
    [
      'maps each dimension to its own worker',
      `scf.forall (%b, %c) in (2, 2) {
        scf.forall (%i, %j) in (4, 32) {
          %at = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 * 1024 + s1 * 512 + s2 * 32 + s3)>()[%b, %c, %i, %j]
          memref.store %t, %out[%at] : memref<4096xindex>
        } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      } {mapping = [#gpu.block<y>, #gpu.block<x>]}`,
      () => range(4).flatMap((b) => range(128, (t) => [512 * b + t, t + 1] as const)),
    ],
    [
      'deals to warps and workgroups by their numbers',
      `scf.forall (%b) in (4) {
        scf.forall (%w) in (2) {
          %at = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 * 512 + s1 * 128 + s2 + s3 * 32)>()[%b, %w, %x, %y]
          memref.store %c1, %out[%at] : memref<4096xindex>
        } {mapping = [#gpu.warp<linear_dim_0>]}
      } {mapping = [#iree_codegen.workgroup_mapping<x>]}`,
      () => range(4).flatMap((b) => range(128, (t) => [512 * b + 128 * (t >> 6) + t, 1] as const)),
    ],
  ])('%s', (_name, body, entries) => {
    expect(executed(kernel(body)).out).toEqual(filled(4096, entries()));
  });

  it('says what mapping it does not know', () => {
    const text = kernel(`scf.forall (%i) in (4) {
      memref.store %c1, %out[%i] : memref<4096xindex>
    } {mapping = [#some.worker<x>]}`);
    expect(codes(text)).toEqual(['execute/unsupported']);
  });
});

it.each<[string, string, (lane: number) => number]>([
  [
    'adds up in scf.parallel',
    `%r = scf.parallel (%m, %n) = (%c0, %c1) to (%a, %c5) step (%c2, %c1) init (%c2) -> index {
      %p = arith.muli %m, %n : index
      scf.reduce(%p : index) {
      ^bb0(%left: index, %right: index):
        %s = arith.addi %left, %right : index
        scf.reduce.return %s : index
      }
    }`,
    (a) => {
      let sum = 2;
      for (let i = 0; i < a; i += 2) for (let j = 1; j < 5; j++) sum += i * j;
      return sum;
    },
  ],
  [
    'chooses by scf.index_switch',
    `%k = arith.remui %a, %c5 : index
    %r = scf.index_switch %k -> index
    case 1 { scf.yield %a : index }
    case 3 {
      %t = arith.muli %a, %a : index
      scf.yield %t : index
    }
    default { scf.yield %c2 : index }`,
    (a) => (a % 5 === 1 ? a : a % 5 === 3 ? a * a : 2),
  ],
  [
    'inlines scf.execute_region',
    `%r = scf.execute_region -> index {
      %t = arith.addi %a, %c5 : index
      scf.yield %t : index
    }`,
    (a) => a + 5,
  ],
  [
    'passes values and memrefs on',
    `%n = util.assume.int %a<umin = 0, umax = 63> : index
    %j = util.optimization_barrier %n : index
    %m = memref.alloc() : memref<64xindex, ${LDS}>
    %b = iree_gpu.buffer_resource_cast %m : memref<64xindex, ${LDS}>
    memref.store %j, %b[%j] : memref<64xindex, ${LDS}>
    %s = iree_gpu.barrier_region ins(%j : index) {
    ^bb0(%k: index):
      %o = arith.subi %c63, %k : index
      %e = memref.load %m[%o] : memref<64xindex, ${LDS}>
      iree_gpu.yield %e : index
    } : index
    %r = iree_codegen.index_hint %s(#iree_gpu.lane_constant<64>) : index`,
    (a) => 63 - a,
  ],
])('a lane %s', (_name, body, wanted) => {
  expect(inLanes(body)).toEqual(lanes.map(wanted));
});

describe('affine indices', () => {
  it('take a number apart and put it together again', () => {
    const bases = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    forAll([bases, fc.boolean()], 25, (basis, open) => {
      const names = basis.length === 1 ? ['%d'] : basis.map((_, i) => `%d#${i}`);
      const given = (open && basis.length > 1 ? basis.slice(1) : basis).join(', ');
      const body = `%d${basis.length === 1 ? '' : `:${basis.length}`} = affine.delinearize_index %a into (${given}) : ${names.map(() => 'index').join(', ')}
        %back = affine.linearize_index [${names.join(', ')}] by (${given}) : index
        %high = arith.muli %back, %c1000 : index
        %r = arith.addi %high, ${names.at(-1)} : index`;
      const last = basis.length === 1 ? Infinity : (basis.at(-1) ?? 1);
      expect(inLanes(body)).toEqual(lanes.map((a) => 1000 * a + (a % last)));
    });
  });

  it('lead to loads and stores', () => {
    const m = 'memref<64x8xf32>';
    const body = `%v = affine.vector_load %in[%x, symbol(%x) mod 2 * 4] : ${m}, vector<4xf32>
      affine.vector_store %v, %out[%x, 4] : ${m}, vector<4xf32>
      %s = affine.load %in[63 - %x, 7] : ${m}
      affine.store %s, %out[%x, %x mod 4] : ${m}`;
    const entries = lanes.flatMap((x) => [
      ...range(4, (i) => [8 * x + 4 + i, 8 * x + 4 * (x % 2) + i] as const),
      [8 * x + (x % 4), 8 * (63 - x) + 7] as const,
    ]);
    const { out } = executed(kernelOf(body, `%in: ${m}, %out: ${m}`), [range(512)]);
    expect(out).toEqual(filled(512, entries));
  });
});

it.skipIf(skips(mlirOpt)).each(rows`
    scf.parallel | --scf-parallel-for-to-nested-fors | scf.parallel (%i, %j) = (%c0, %c1) to (%c7, %x) step (%c2, %c3) { %at = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 40 + s1 + s2 * 300)>()[%i, %j, %y] \n memref.store %x, %out[%at] : memref<4096xindex> }
    scf.forall   | --scf-forall-to-for               | scf.forall (%i, %j) = (0, 1) to (7, %x) step (2, 3) { %at = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 40 + s1 + s2 * 300)>()[%i, %j, %y] \n memref.store %x, %out[%at] : memref<4096xindex> }
    affine.      | --affine-expand-index-ops --lower-affine | %d:3 = affine.delinearize_index %x into (4, 2, 4) : index, index, index \n %l = affine.linearize_index [%d#2, %d#0, %y] by (8, 4, 4) : index \n affine.store %l, %out[%x * 4 + %y] : memref<4096xindex>
  `)('%s is what upstream makes of it', (name = '', passes = '', body = '') => {
  const text = kernel(body);
  const { output, problem } = runOracle(text, ...passes.split(' '));
  expect(problem).toBe('');
  expect(output).not.toContain(name);
  expect(executed(text).out).toEqual(executed(output).out);
});
