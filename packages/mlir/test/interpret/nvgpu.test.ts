/** Reductions over lanes and workgroups, and what NVIDIA's matrix loads, tensor cores and copies do. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';
import { range } from '../table.ts';
import { codes, executed, inLanes, kernelOf, lanes, LDS, opcodesOf, run } from './harness.ts';

const values = lanes.map((lane) => ((lane * 29) % 37) - 11);

describe('gpu reductions', () => {
  it('combine the lanes of clusters, whatever their stride', () => {
    forAll([fc.nat(5), fc.nat(3), fc.constantFrom('add', 'maxsi', 'xor')], 20, (a, b, kind) => {
      const [size, stride] = [2 ** (a + 1), 2 ** b];
      const all = size * stride;
      if (all > 64) return;
      const cluster = `cluster(size = ${size}, stride = ${stride})`;
      const body = `%r = gpu.subgroup_reduce ${kind} %a ${cluster} : (i32) -> i32`;
      const combine = (x: number, y: number): number =>
        kind === 'add' ? x + y : kind === 'xor' ? x ^ y : Math.max(x, y);
      const wanted = lanes.map((lane) =>
        lanes
          .filter((o) => Math.floor(o / all) === Math.floor(lane / all))
          .filter((other) => other % stride === lane % stride)
          .map((member) => values[member] ?? 0)
          .reduce(combine),
      );
      expect(inLanes(body, 'i32', values)).toEqual(wanted);
    });
  });

  it('combine vectors element by element', () => {
    const body = `%two = arith.muli %a, %a : i32
      %v = vector.from_elements %a, %two : vector<2xi32>
      %s = gpu.subgroup_reduce add %v : (vector<2xi32>) -> vector<2xi32>
      %x = vector.extract %s[0] : i32 from vector<2xi32>
      %y = vector.extract %s[1] : i32 from vector<2xi32>
      %r = arith.subi %x, %y : i32`;
    const wanted = sum(values) - sum(values.map((value) => value * value));
    expect(inLanes(body, 'i32', values)).toEqual(lanes.map(() => wanted));
  });

  it('combine a workgroup of several waves, again and again', () => {
    const body = `%v = memref.load %in[%x] : memref<256xi32>
      %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %v) -> (i32) {
        %a = gpu.all_reduce maxsi %s uniform {} : (i32) -> i32
        %n = arith.addi %a, %v : i32
        scf.yield %n : i32
      }
      memref.store %r, %out[%x] : memref<256xi32>`;
    const data = range(256, (i) => (i * 7) % 61);
    const text = kernelOf(body, '%in: memref<256xi32>, %out: memref<256xi32>', 256);
    let current = data;
    for (let i = 0; i < 3; i++) {
      const most = Math.max(...current);
      current = data.map((value) => most + value);
    }
    expect(executed(text, [data]).out).toEqual(current);
  });

  it('rotate within a width', () => {
    const body = `%v, %p = gpu.rotate %a, 3, 16 : i32
      %m = arith.constant -99 : i32
      %r = arith.select %p, %v, %m : i32`;
    expect(inLanes(body, 'i32', values)).toEqual(
      lanes.map((lane) => (lane < 16 ? values[(lane + 3) % 16] : -99)),
    );
  });
});

const sm = { machine: 'sm_90' } as const;

it.each([
  [1, false],
  [2, false],
  [4, false],
  [4, true],
])('nvgpu.ldmatrix loads %d tiles, turned: %s', (tiles, turned) => {
  const count = 8 * tiles;
  const [source, tile] = [`memref<${count}x8xf16>`, `memref<${count}x8xf16, ${LDS}>`];
  const body = `%row = arith.remui %x, %c${count} : index
    %m = memref.alloc() : ${tile}
    %v = vector.load %in[%row, %c0] : ${source}, vector<8xf16>
    vector.store %v, %m[%row, %c0] : ${tile}, vector<8xf16>
    %t = nvgpu.ldmatrix %m[%row, %c0] {numTiles = ${tiles} : i32, transpose = ${turned}} : ${tile} -> vector<${tiles}x2xf16>
    %f = vector.shape_cast %t : vector<${tiles}x2xf16> to vector<1x${tiles}x2xf16>
    vector.transfer_write %f, %out[%x, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x${tiles}x2xf16>, memref<32x${tiles}x2xf16>`;
  const text = kernelOf(body, `%in: ${source}, %out: memref<32x${tiles}x2xf16>`, 32);
  const { out, traces } = executed(text, [range(count * 8)], sm);
  const wanted = range(64 * tiles, (i) => {
    const [lane, tileNumber, e] = [Math.floor(i / (2 * tiles)), Math.floor(i / 2) % tiles, i % 2];
    const at = [lane >> 2, 2 * (lane & 3) + e];
    const [row = 0, column = 0] = turned ? at.toReversed() : at;
    return (8 * tileNumber + row) * 8 + column;
  });
  expect(out).toEqual(wanted);
  expect(opcodesOf(traces)).toContain(`ldmatrix.x${tiles}${turned ? '.trans' : ''}`);
});

describe('nvgpu.mma.sync', () => {
  /** What the lanes hold of a matrix, by the positions of the PTX ISA, m16n8k16 of 16-bit elements. */
  const held = (count: number, of: (lane: number, i: number) => number): number[] =>
    range(32 * count, (i) => of(Math.floor(i / count), i % count));
  const inner = (lane: number, i: number): number => 2 * (lane & 3) + (i & 1);
  const [two, four] = ['vector<2x2xf16>', 'vector<4x2xf16>'];
  const mma = (left: string, right: string, type: string): string =>
    `%z = arith.constant dense<1.0> : vector<2x2xf32>
    %d = nvgpu.mma.sync(${left}, ${right}, %z) {mmaShape = [16, 8, 16]} : (${type}, ${two}, vector<2x2xf32>) -> vector<2x2xf32>`;

  it('is the product of the matrices', () => {
    const body = `%l = vector.load %a[%x, %c0] : memref<32x8xf16>, vector<8xf16>
      %r = vector.load %b[%x, %c0] : memref<32x4xf16>, vector<4xf16>
      %l2 = vector.shape_cast %l : vector<8xf16> to ${four}
      %r2 = vector.shape_cast %r : vector<4xf16> to ${two}
      ${mma('%l2', '%r2', four)}
      %f = vector.shape_cast %d : vector<2x2xf32> to vector<4xf32>
      vector.store %f, %out[%x, %c0] : memref<32x4xf32>, vector<4xf32>`;
    const a = (row: number, k: number): number => ((row * 5 + k * 3) % 11) - 5;
    const b = (k: number, column: number): number => ((k * 7 + column) % 9) - 4;
    const parameters = '%a: memref<32x8xf16>, %b: memref<32x4xf16>, %out: memref<32x4xf32>';
    const { out } = executed(
      kernelOf(body, parameters, 32),
      [
        held(8, (lane, i) => a((lane >> 2) + 8 * ((i >> 1) & 1), inner(lane, i) + 8 * (i >> 2))),
        held(4, (lane, i) => b(inner(lane, i) + 8 * (i >> 1), lane >> 2)),
      ],
      sm,
    );
    const c = (row: number, column: number): number =>
      range(16).reduce((all, k) => all + a(row, k) * b(k, column), 1);
    expect(out).toEqual(held(4, (lane, i) => c((lane >> 2) + 8 * (i >> 1), inner(lane, i))));
  });

  it('refuses operands of another shape', () => {
    const text = kernelOf(
      `%v = arith.constant dense<1.0> : ${two}\n${mma('%v', '%v', two)}`,
      '',
      32,
    );
    expect(codes(text, sm)).toEqual(['execute/unsupported']);
  });
});

describe('nvgpu.device_async_copy', () => {
  const [m, lds] = ['memref<2x128xf32>', `memref<2x128xf32, ${LDS}>`];
  const kernel = (groups: number): string =>
    kernelOf(
      `%at = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%x]
      %m = memref.alloc() : ${lds}
      %t0 = nvgpu.device_async_copy %in[%c0, %at], %m[%c0, %at], 4 : ${m} to ${lds}
      %g0 = nvgpu.device_async_create_group %t0
      %t1 = nvgpu.device_async_copy %in[%c1, %at], %m[%c1, %at], 4, %c3 : ${m} to ${lds}
      %g1 = nvgpu.device_async_create_group %t1
      nvgpu.device_async_wait %g1 {numGroups = ${groups} : i32}
      %a = vector.load %m[%c0, %at] : ${lds}, vector<4xf32>
      %b = vector.load %m[%c1, %at] : ${lds}, vector<4xf32>
      %s = arith.addf %a, %b : vector<4xf32>
      vector.store %s, %out[%at] : memref<128xf32>, vector<4xf32>`,
      `%in: ${m}, %out: memref<128xf32>`,
      32,
    );

  it('copies each lane to its own place, zeros behind the end', () => {
    const { execution, out } = executed(kernel(0), [range(256)], {
      ...sm,
      asyncCompletion: 'late',
    });
    expect(execution.hazards).toEqual([]);
    expect(out).toEqual(range(128, (i) => i + (i % 4 === 3 ? 0 : 128 + i)));
  });

  it('is in flight until its group has been waited for', () => {
    const { execution } = run(kernel(1), sm);
    expect(execution.hazards.map(({ code }) => code)).toContain('hazard/unfinished-async-copy');
  });
});
