/** Loops whose iterations are dealt to workers, switches and affine accesses, against plain loops and `mlir-opt`. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { mlirOptIn } from '../text/oracle.ts';
import { textsWith } from '../../../../test/texts.ts';
import { constantsOf, range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { codes, executed, inLanes, kernelOf, lanes } from './harness.ts';

const mlirOpt = mlirOptIn('parallel');

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

describe('scf.forall', () => {
  it.each(
    textsWith<() => (readonly [number, number])[]>(new URL('forall.mlir', import.meta.url), {
      // The number of the thread that takes iteration i of 300, each as often as there are threads.
      'deals iterations to threads': () => range(300, (i) => [i, (i % 128) + 1]),
      // The first thread of the warp writes last, or any: all of its lanes do the same.
      'deals iterations to lanes': () => range(300, (i) => [i, (i % 64) + 1]),
      'goes through all dimensions of one kind as one, with bounds and steps': () =>
        range(6).flatMap((i) =>
          range(20, (j) => [100 * (3 * i + 2) + 2 * j + 1, ((20 * i + j) % 128) + 1] as const),
        ),
      'maps each dimension to its own worker': () =>
        range(4).flatMap((b) => range(128, (t) => [512 * b + t, t + 1] as const)),
      'deals to warps and workgroups by their numbers': () =>
        range(4).flatMap((b) => range(128, (t) => [512 * b + 128 * (t >> 6) + t, 1] as const)),
    }),
  )('%s', (_name, body, entries) => {
    expect(executed(kernel(body)).out).toEqual(filled(4096, entries()));
  });

  it('says what mapping it does not know', () => {
    const text = kernel(`scf.forall (%i) in (4) {
      memref.store %c1, %out[%i] : memref<4096xindex>
    } {mapping = [#some.worker<x>]}`);
    expect(codes(text)).toEqual(['execute/unsupported']);
  });
});

it.each(
  textsWith<(lane: number) => number>(new URL('parallel.mlir', import.meta.url), {
    'adds up in scf.parallel': (a) => {
      let sum = 2;
      for (let i = 0; i < a; i += 2) for (let j = 1; j < 5; j++) sum += i * j;
      return sum;
    },
    'chooses by scf.index_switch': (a) => (a % 5 === 1 ? a : a % 5 === 3 ? a * a : 2),
    'inlines scf.execute_region': (a) => a + 5,
    'passes values and memrefs on': (a) => 63 - a,
  }),
)('a lane %s', (_name, body, wanted) => {
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

it.each(rows`
    scf.parallel | --scf-parallel-for-to-nested-fors | scf.parallel (%i, %j) = (%c0, %c1) to (%c7, %x) step (%c2, %c3) { %at = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 40 + s1 + s2 * 300)>()[%i, %j, %y] \n memref.store %x, %out[%at] : memref<4096xindex> }
    scf.forall   | --scf-forall-to-for               | scf.forall (%i, %j) = (0, 1) to (7, %x) step (2, 3) { %at = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 40 + s1 + s2 * 300)>()[%i, %j, %y] \n memref.store %x, %out[%at] : memref<4096xindex> }
    affine.      | --affine-expand-index-ops --lower-affine | %d:3 = affine.delinearize_index %x into (4, 2, 4) : index, index, index \n %l = affine.linearize_index [%d#2, %d#0, %y] by (8, 4, 4) : index \n affine.store %l, %out[%x * 4 + %y] : memref<4096xindex>
  `)('%s is what upstream makes of it', (name = '', passes = '', body = '') => {
  const text = kernel(body);
  const { output, problem } = mlirOpt(text, ...passes.split(' '));
  expect(problem).toBe('');
  expect(output).not.toContain(name);
  expect(executed(text).out).toEqual(executed(output).out);
});
