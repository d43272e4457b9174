/** Reductions over lanes and workgroups, and what NVIDIA's matrix loads, tensor cores and copies do. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opcodeAt, sum } from '@ldscope/core';
import { codes, decode, encode, perLane, run, runClean } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';
const lanes = Array.from({ length: 64 }, (_, i) => i);
const values = lanes.map((lane) => ((lane * 29) % 37) - 11);

describe('gpu reductions', () => {
  it('combine the lanes of clusters, whatever their stride', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(3), fc.constantFrom('add', 'maxsi', 'xor'), (a, b, kind) => {
        const [size, stride] = [2 ** (a + 1), 2 ** b];
        if (size * stride > 64) return;
        const found = perLane({
          inputs: [['i32', values]],
          result: 'i32',
          body: `%r = gpu.subgroup_reduce ${kind} %a cluster(size = ${size}, stride = ${stride}) : (i32) -> i32`,
        });
        const combine = (x: number, y: number): number =>
          kind === 'add' ? x + y : kind === 'xor' ? x ^ y : Math.max(x, y);
        const wanted = lanes.map((lane) => {
          const members = lanes.filter(
            (other) =>
              Math.floor(other / (size * stride)) === Math.floor(lane / (size * stride)) &&
              other % stride === lane % stride,
          );
          return members.map((member) => values[member] ?? 0).reduce(combine);
        });
        expect(found).toEqual(wanted);
      }),
      { numRuns: 20 },
    );
  });

  it('combine vectors element by element', () => {
    const found = perLane({
      inputs: [['i32', values]],
      result: 'i32',
      body: `%two = arith.muli %a, %a : i32
        %v = vector.from_elements %a, %two : vector<2xi32>
        %s = gpu.subgroup_reduce add %v : (vector<2xi32>) -> vector<2xi32>
        %x = vector.extract %s[0] : i32 from vector<2xi32>
        %y = vector.extract %s[1] : i32 from vector<2xi32>
        %r = arith.subi %x, %y : i32`,
    });
    const wanted = sum(values) - sum(values.map((value) => value * value));
    expect(found).toEqual(lanes.map(() => wanted));
  });

  it('combine a workgroup of several waves, again and again', () => {
    const text = `func.func @k(%in: memref<256xi32>, %out: memref<256xi32>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
      %x = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %v = memref.load %in[%x] : memref<256xi32>
      %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %v) -> (i32) {
        %a = gpu.all_reduce maxsi %s uniform {} : (i32) -> i32
        %n = arith.addi %a, %v : i32
        scf.yield %n : i32
      }
      memref.store %r, %out[%x] : memref<256xi32>
      return
    }`;
    const data = Array.from({ length: 256 }, (_, i) => (i * 7) % 61);
    const out = new Uint8Array(1024);
    runClean(text, { buffers: new Map([[0, encode('i32', data)]]).set(1, out) });
    let current = data;
    for (let i = 0; i < 3; i++) {
      const most = Math.max(...current);
      current = data.map((value) => most + value);
    }
    expect(decode('i32', out)).toEqual(current);
  });

  it('rotate within a width', () => {
    const found = perLane({
      inputs: [['i32', values]],
      result: 'i32',
      body: `%v, %p = gpu.rotate %a, 3, 16 : i32
        %m = arith.constant -99 : i32
        %r = arith.select %p, %v, %m : i32`,
    });
    expect(found).toEqual(lanes.map((lane) => (lane < 16 ? values[(lane + 3) % 16] : -99)));
  });
});

const sm = { machine: 'sm_90' } as const;

describe('nvgpu.ldmatrix', () => {
  it.each([
    [1, false],
    [2, false],
    [4, false],
    [4, true],
  ])('loads %d tiles, turned: %s', (tiles, turned) => {
    const rows = 8 * tiles;
    const text = `func.func @k(%in: memref<${rows}x8xf16>, %out: memref<32x${tiles}x2xf16>) {
      %x = gpu.thread_id x upper_bound 32
      %c0 = arith.constant 0 : index
      %n = arith.constant ${rows} : index
      %row = arith.remui %x, %n : index
      %m = memref.alloc() : memref<${rows}x8xf16, ${LDS}>
      %v = vector.load %in[%row, %c0] : memref<${rows}x8xf16>, vector<8xf16>
      vector.store %v, %m[%row, %c0] : memref<${rows}x8xf16, ${LDS}>, vector<8xf16>
      %t = nvgpu.ldmatrix %m[%row, %c0] {numTiles = ${tiles} : i32, transpose = ${turned}} : memref<${rows}x8xf16, ${LDS}> -> vector<${tiles}x2xf16>
      %f = vector.shape_cast %t : vector<${tiles}x2xf16> to vector<1x${tiles}x2xf16>
      vector.transfer_write %f, %out[%x, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x${tiles}x2xf16>, memref<32x${tiles}x2xf16>
      return
    }`;
    const data = Array.from({ length: rows * 8 }, (_, i) => i);
    const out = encode(
      'f16',
      Array.from({ length: 64 * tiles }, () => 0),
    );
    const { traces } = runClean(text, {
      ...sm,
      buffers: new Map([[0, encode('f16', data)]]).set(1, out),
    });
    const wanted = Array.from({ length: 64 * tiles }, (_, i) => {
      const [lane, tile, e] = [Math.floor(i / (2 * tiles)), Math.floor(i / 2) % tiles, i % 2];
      const at = [lane >> 2, 2 * (lane & 3) + e];
      const [row = 0, column = 0] = turned ? at.toReversed() : at;
      return data[(8 * tile + row) * 8 + column];
    });
    expect(decode('f16', out)).toEqual(wanted);
    const names = traces.flatMap(({ op }) => [...op].map((number) => opcodeAt(number).name));
    expect(names).toContain(`ldmatrix.x${tiles}${turned ? '.trans' : ''}`);
  });
});

describe('nvgpu.mma.sync', () => {
  /** Positions of the PTX ISA, m16n8k16 of 16-bit elements: a0..a7, b0..b3, c0..c3. */
  const positions = {
    a: (lane: number, i: number): [number, number] => [
      (lane >> 2) + ((i >= 2 && i < 4) || i >= 6 ? 8 : 0),
      2 * (lane & 3) + (i & 1) + (i >= 4 ? 8 : 0),
    ],
    b: (lane: number, i: number): [number, number] => [
      2 * (lane & 3) + (i & 1) + (i >= 2 ? 8 : 0),
      lane >> 2,
    ],
    c: (lane: number, i: number): [number, number] => [
      (lane >> 2) + (i >= 2 ? 8 : 0),
      2 * (lane & 3) + (i & 1),
    ],
  };

  it('is the product of the matrices', () => {
    const text = `func.func @k(%a: memref<32x8xf16>, %b: memref<32x4xf16>, %out: memref<32x4xf32>) {
      %x = gpu.thread_id x upper_bound 32
      %c0 = arith.constant 0 : index
      %l = vector.load %a[%x, %c0] : memref<32x8xf16>, vector<8xf16>
      %r = vector.load %b[%x, %c0] : memref<32x4xf16>, vector<4xf16>
      %l2 = vector.shape_cast %l : vector<8xf16> to vector<4x2xf16>
      %r2 = vector.shape_cast %r : vector<4xf16> to vector<2x2xf16>
      %z = arith.constant dense<1.0> : vector<2x2xf32>
      %d = nvgpu.mma.sync(%l2, %r2, %z) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %f = vector.shape_cast %d : vector<2x2xf32> to vector<4xf32>
      vector.store %f, %out[%x, %c0] : memref<32x4xf32>, vector<4xf32>
      return
    }`;
    const a = (row: number, k: number): number => ((row * 5 + k * 3) % 11) - 5;
    const b = (k: number, column: number): number => ((k * 7 + column) % 9) - 4;
    const held = (
      count: number,
      place: (lane: number, i: number) => [number, number],
      f: (x: number, y: number) => number,
    ): number[] =>
      Array.from({ length: 32 * count }, (_, i) => f(...place(Math.floor(i / count), i % count)));
    const out = new Uint8Array(512);
    runClean(text, {
      ...sm,
      buffers: new Map([
        [0, encode('f16', held(8, positions.a, a))],
        [1, encode('f16', held(4, positions.b, b))],
        [2, out],
      ]),
    });
    const c = (row: number, column: number): number => {
      let sum = 1;
      for (let k = 0; k < 16; k++) sum += a(row, k) * b(k, column);
      return sum;
    };
    expect(decode('f32', out)).toEqual(held(4, positions.c, c));
  });

  it('refuses operands of another shape', () => {
    const text = `func.func @k() attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
      %x = gpu.thread_id x
      %v = arith.constant dense<1.0> : vector<2x2xf16>
      %z = arith.constant dense<1.0> : vector<2x2xf32>
      %d = nvgpu.mma.sync(%v, %v, %z) {mmaShape = [16, 8, 16]} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      return
    }`;
    expect(codes(text, sm)).toEqual(['execute/unsupported']);
  });
});

describe('nvgpu.device_async_copy', () => {
  const kernel = (
    groups: number,
  ): string => `func.func @k(%in: memref<2x128xf32>, %out: memref<128xf32>) {
      %x = gpu.thread_id x upper_bound 32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %at = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%x]
      %m = memref.alloc() : memref<2x128xf32, ${LDS}>
      %t0 = nvgpu.device_async_copy %in[%c0, %at], %m[%c0, %at], 4 : memref<2x128xf32> to memref<2x128xf32, ${LDS}>
      %g0 = nvgpu.device_async_create_group %t0
      %t1 = nvgpu.device_async_copy %in[%c1, %at], %m[%c1, %at], 4, %c3 : memref<2x128xf32> to memref<2x128xf32, ${LDS}>
      %g1 = nvgpu.device_async_create_group %t1
      nvgpu.device_async_wait %g1 {numGroups = ${groups} : i32}
      %a = vector.load %m[%c0, %at] : memref<2x128xf32, ${LDS}>, vector<4xf32>
      %b = vector.load %m[%c1, %at] : memref<2x128xf32, ${LDS}>, vector<4xf32>
      %s = arith.addf %a, %b : vector<4xf32>
      vector.store %s, %out[%at] : memref<128xf32>, vector<4xf32>
      return
    }`;
  const data = Array.from({ length: 256 }, (_, i) => i);

  it('copies each lane to its own place, zeros behind the end', () => {
    const out = new Uint8Array(512);
    const { execution } = run(kernel(0), {
      ...sm,
      asyncCompletion: 'late',
      buffers: new Map([[0, encode('f32', data)]]).set(1, out),
    });
    expect(execution.hazards).toEqual([]);
    expect(decode('f32', out)).toEqual(
      Array.from({ length: 128 }, (_, i) => i + (i % 4 === 3 ? 0 : 128 + i)),
    );
  });

  it('is in flight until its group has been waited for', () => {
    const { execution } = run(kernel(1), sm);
    expect(execution.hazards.map(({ code }) => code)).toContain('hazard/unfinished-async-copy');
  });
});
