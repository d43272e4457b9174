/** `gpu`: who a lane is, what lanes tell each other, and how waves meet. */
import { describe, expect, it } from 'vitest';
import { combined, reductions } from '../oracle/integers.ts';
import { range } from '../table.ts';
import { codes, executed, inLanes, kernelOf, lanes, LDS, run } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('gpu.mlir', import.meta.url));

describe('identity', () => {
  const ops: readonly (readonly [string, (i: number) => number])[] = [
    ['thread_id x', (i) => i % 8],
    ['thread_id y', (i) => Math.floor(i / 8) % 4],
    ['thread_id z', (i) => Math.floor(i / 32)],
    ['lane_id', (i) => i % 64],
    ['subgroup_id : index', (i) => Math.floor(i / 64)],
    ['num_subgroups : index', () => 2],
    ['subgroup_size : index', () => 64],
    ['block_dim x', () => 8],
    ['block_dim y', () => 4],
    ['block_dim z', () => 4],
    ['grid_dim x', () => 2],
    ['grid_dim y', () => 3],
  ];

  it.each(ops)('%s counts x first, then y, then z, through waves and workgroups', (op, wanted) => {
    const { out } = executed(
      kernelOf(
        `%y = gpu.thread_id y
        %z = gpu.thread_id z
        %i = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * 8 + s2 * 32)>()[%x, %y, %z]
        %v = gpu.${op}
        %r = arith.index_cast %v : index to i32
        memref.store %r, %out[%i] : memref<128xi32>`,
        '%out: memref<128xi32>',
        '8, 4, 4',
      ),
      [],
      { launch: 'grid=2x3' },
    );
    expect(out).toEqual(range(128, wanted));
  });

  it('knows its workgroup in three dimensions', () => {
    const { out } = executed(
      kernelOf(`(%out: memref<24x3xindex>)
      %bx = gpu.block_id x
        %by = gpu.block_id y
        %bz = gpu.block_id z
        %i = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * 2 + s2 * 6)>()[%bx, %by, %bz]
        memref.store %bx, %out[%i, %c0] : memref<24x3xindex>
        memref.store %by, %out[%i, %c1] : memref<24x3xindex>
        memref.store %bz, %out[%i, %c2] : memref<24x3xindex>`),
      [],
      { launch: 'grid=2x3x4' },
    );
    expect(out).toEqual(range(24, (i) => [i % 2, Math.floor(i / 2) % 3, Math.floor(i / 6)]).flat());
  });

  it('makes global ids of both', () => {
    expect(inLanes('%r = gpu.global_id x', 'index', range(192))).toEqual(range(192));
  });
});

describe('shuffles', () => {
  const partners: Readonly<
    Record<string, (lane: number, offset: number, width: number) => number>
  > = {
    xor: (lane, offset, width) =>
      Math.floor((lane ^ offset) / width) === Math.floor(lane / width) ? lane ^ offset : -1,
    up: (lane, offset, width) => ((lane % width) - offset >= 0 ? lane - offset : -1),
    down: (lane, offset, width) => ((lane % width) + offset < width ? lane + offset : -1),
    idx: (lane, offset, width) => (offset < width ? lane - (lane % width) + offset : -1),
  };
  const cases = Object.keys(partners).flatMap((mode) =>
    [64, 32, 16].flatMap((width) =>
      [0, 1, 5, 16, 33].map((offset) => [mode, offset, width] as const),
    ),
  );

  it.each(cases)('%s by %i in %i lanes', (mode, offset, width) => {
    const body = `%o = arith.constant ${offset} : i32
      %w = arith.constant ${width} : i32
      %v, %ok = gpu.shuffle ${mode} %a, %o, %w : i32
      %bit = arith.extui %ok : i1 to i32
      %k = arith.constant 1000 : i32
      %h = arith.muli %bit, %k : i32
      %r = arith.addi %v, %h : i32`;
    const wanted = lanes.map((lane) => {
      const partner = partners[mode]?.(lane, offset, width) ?? -1;
      return partner < 0 ? lane : partner + 1000;
    });
    expect(inLanes(body, 'i32')).toEqual(wanted);
  });

  it('moves every element of a vector', () => {
    const body = `%o = arith.constant 1 : i32
      %w = arith.constant 64 : i32
      %neg = arith.negf %a : f32
      %p = vector.from_elements %a, %neg : vector<2xf32>
      %v, %ok = gpu.shuffle xor %p, %o, %w : vector<2xf32>
      %r = vector.extract %v[1] : f32 from vector<2xf32>`;
    expect(inLanes(body, 'f32')).toEqual(lanes.map((lane) => -(lane ^ 1)));
  });

  it('hears nothing from inactive lanes', () => {
    const body = textOf('hears nothing from inactive lanes');
    expect(inLanes(body, 'i32')).toEqual(lanes.map((lane) => (lane % 2 === 0 ? 0 : 2)));
  });
});

describe('the whole wave', () => {
  it('broadcasts the first active lane, or a given one', () => {
    const body = textOf('broadcasts the first active lane, or a given one');
    expect(inLanes(body, 'i32')).toEqual(lanes.map((lane) => (lane >= 20 ? 20 : 7)));
  });

  const values = lanes.map((lane) => (lane * 7919 - 100_000) | 1);

  it.each(reductions)('reduces by %s, also in clusters', (kind) => {
    for (const size of [64, 8]) {
      const cluster = size === 64 ? '' : `cluster(size = ${size})`;
      const found = inLanes(
        `%r = gpu.subgroup_reduce ${kind} %a ${cluster} : (i32) -> i32`,
        'i32',
        values,
      );
      const wanted = lanes.map((lane) => {
        const start = lane - (lane % size);
        return values.slice(start, start + size).reduce((x, y) => combined(kind, x, y));
      });
      expect(found).toEqual(wanted);
    }
  });
});

describe('barriers', () => {
  const below = (bound: string, then: string, otherwise = ''): string =>
    kernelOf(
      `%some = arith.cmpi ult, %x, ${bound} : index
      scf.if %some { ${then} } else { ${otherwise} }`,
      '',
      256,
    );

  it('lets every wave see what the others wrote before', () => {
    const { out } = executed(
      kernelOf(
        `%lds = memref.alloc() : memref<256xindex, ${LDS}>
        memref.store %x, %lds[%x] : memref<256xindex, ${LDS}>
        gpu.barrier
        %m = affine.apply affine_map<()[s0] -> (255 - s0)>()[%x]
        %r = memref.load %lds[%m] : memref<256xindex, ${LDS}>
        memref.store %r, %out[%x] : memref<256xindex>`,
        '%out: memref<256xindex>',
        256,
      ),
    );
    expect(out).toEqual(range(256, (i) => 255 - i));
  });

  it('counts barriers for each wave, wherever they stand', () => {
    expect(codes(below('%c128', 'gpu.barrier', 'rocdl.s.barrier'))).toEqual([]);
  });

  it('does not wait for waves that have ended, and says so', () => {
    const { diagnostics } = run(below('%c64', 'gpu.barrier'));
    expect(diagnostics).toMatchObject([{ code: 'execute/uneven-barrier', severity: 'warning' }]);
  });
});

it('keeps global memory of one workgroup for the next', () => {
  const { out } = executed(
    kernelOf(`(%m: memref<64xindex>)
      %v = memref.load %m[%x] : memref<64xindex>
      %r = arith.addi %v, %c1 : index
      memref.store %r, %m[%x] : memref<64xindex>`),
    [lanes],
    { launch: 'grid=5' },
  );
  expect(out).toEqual(lanes.map((lane) => lane + 5));
});
