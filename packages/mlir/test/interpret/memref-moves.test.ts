/** Atomics, copies and turned views of memrefs, against plain arrays. */
import { describe, expect, it } from 'vitest';
import { opcodeAt } from '@ldscope/core';
import { codes, decode, encode, perLane, runClean } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';
const lanes = Array.from({ length: 64 }, (_, i) => i);

describe('atomics', () => {
  const models: Readonly<Record<string, (old: number, value: number) => number>> = {
    addi: (a, b) => (a + b) | 0,
    andi: (a, b) => a & b,
    assign: (_a, b) => b,
    maxs: (a, b) => Math.max(a, b),
    maxu: (a, b) => (a >>> 0 > b >>> 0 ? a : b),
    mins: (a, b) => Math.min(a, b),
    minu: (a, b) => (a >>> 0 < b >>> 0 ? a : b),
    muli: Math.imul,
    ori: (a, b) => a | b,
    xori: (a, b) => a ^ b,
  };
  const values = lanes.map((lane) => ((lane * 37) % 29) - 9);

  /** Lanes update eight elements in turn; each gets what it found. */
  function wanted(model: (old: number, value: number) => number): [number[], number[]] {
    const memory = Array.from({ length: 8 }, () => 5);
    const found = lanes.map((lane) => {
      const at = lane % 8;
      const old = memory[at] ?? 0;
      memory[at] = model(old, values[lane] ?? 0);
      return old;
    });
    return [found, memory];
  }

  const kernel = (
    update: string,
  ): string => `func.func @k(%in: memref<64xi32>, %found: memref<64xi32>, %out: memref<8xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %c8 = arith.constant 8 : index
      %five = arith.constant 5 : i32
      %m = memref.alloc() : memref<8xi32, ${LDS}>
      %at = arith.remui %x, %c8 : index
      memref.store %five, %m[%at] : memref<8xi32, ${LDS}>
      %v = memref.load %in[%x] : memref<64xi32>
      ${update}
      memref.store %r, %found[%x] : memref<64xi32>
      %e = memref.load %m[%at] : memref<8xi32, ${LDS}>
      memref.store %e, %out[%at] : memref<8xi32>
      return
    }`;

  function executed(text: string): { found: number[]; memory: number[]; opcodes: string[] } {
    const [found, out] = [new Uint8Array(256), new Uint8Array(32)];
    const { traces } = runClean(text, {
      machine: 'gfx942',
      buffers: new Map([
        [0, encode('i32', values)],
        [1, found],
        [2, out],
      ]),
    });
    const opcodes = traces.flatMap(({ op }) => [...op].map((number) => opcodeAt(number).name));
    return { found: decode('i32', found), memory: decode('i32', out), opcodes };
  }

  it.each(Object.keys(models))('%s', (kind) => {
    const [found, memory] = wanted(models[kind] ?? Math.min);
    const text = kernel(
      `%r = memref.atomic_rmw ${kind} %v, %m[%at] : (i32, memref<8xi32, ${LDS}>) -> i32`,
    );
    const ran = executed(text);
    expect([ran.found, ran.memory]).toEqual([found, memory]);
  });

  it('become the instruction that the chip has', () => {
    const names = (kind: string): string | undefined =>
      executed(
        kernel(`%r = memref.atomic_rmw ${kind} %v, %m[%at] : (i32, memref<8xi32, ${LDS}>) -> i32`),
      ).opcodes.find((name) => /add|cmp|max/.test(name));
    expect(names('addi')).toBe('ds_add_rtn_u32');
    expect(names('maxs')).toBe('ds_max_rtn_i32');
    expect(names('muli')).toBeUndefined();
  });

  it('take any combination as a region', () => {
    const [found, memory] = wanted((old, value) => (2 * old - value) | 0);
    const text = kernel(`%r = memref.generic_atomic_rmw %m[%at] : memref<8xi32, ${LDS}> {
      ^bb0(%old: i32):
        %twice = arith.addi %old, %old : i32
        %new = arith.subi %twice, %v : i32
        memref.atomic_yield %new : i32
      }`);
    const ran = executed(text);
    expect([ran.found, ran.memory]).toEqual([found, memory]);
  });
});

describe('views and copies', () => {
  it('copy every element between layouts', () => {
    const text = `func.func @k(%in: memref<4x6xf32>, %out: memref<4x6xf32>) {
      %x = gpu.thread_id x upper_bound 64
      %m = memref.alloc() : memref<4x8xf32, ${LDS}>
      %t = memref.subview %m[0, 1] [4, 6] [1, 1] : memref<4x8xf32, ${LDS}> to memref<4x6xf32, strided<[8, 1], offset: 1>, ${LDS}>
      memref.copy %in, %t : memref<4x6xf32> to memref<4x6xf32, strided<[8, 1], offset: 1>, ${LDS}>
      gpu.barrier
      memref.copy %t, %out : memref<4x6xf32, strided<[8, 1], offset: 1>, ${LDS}> to memref<4x6xf32>
      return
    }`;
    const data = Array.from({ length: 24 }, (_, i) => i + 1);
    const out = new Uint8Array(96);
    runClean(text, { buffers: new Map([[0, encode('f32', data)]]).set(1, out) });
    expect(decode('f32', out)).toEqual(data);
  });

  it('refuse to copy between shapes', () => {
    const text = `func.func @k(%in: memref<4x6xf32>, %out: memref<6x4xf32>) {
      %x = gpu.thread_id x upper_bound 64
      memref.copy %in, %out : memref<4x6xf32> to memref<6x4xf32>
      return
    }`;
    expect(codes(text)).toEqual(['execute/unsupported']);
  });

  it('turn dimensions, and say what a view is', () => {
    const body = `%m = memref.alloc() : memref<8x64xindex, ${LDS}>
      %c3 = arith.constant 3 : index
      %s = memref.subview %m[2, 0] [4, 64] [1, 1] : memref<8x64xindex, ${LDS}> to memref<4x64xindex, strided<[64, 1], offset: 128>, ${LDS}>
      %t = memref.transpose %s (i, j) -> (j, i) : memref<4x64xindex, strided<[64, 1], offset: 128>, ${LDS}> to memref<64x4xindex, strided<[1, 64], offset: 128>, ${LDS}>
      memref.store %a, %t[%a, %c3] : memref<64x4xindex, strided<[1, 64], offset: 128>, ${LDS}>
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %t : memref<64x4xindex, strided<[1, 64], offset: 128>, ${LDS}> -> memref<index, ${LDS}>, index, index, index, index, index
      %flat = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#1, %sizes#0], strides: [%strides#1, %strides#0] : memref<index, ${LDS}> to memref<?x?xindex, strided<[?, ?], offset: ?>, ${LDS}>
      %back = memref.load %flat[%c3, %a] : memref<?x?xindex, strided<[?, ?], offset: ?>, ${LDS}>
      %rank = memref.rank %flat : memref<?x?xindex, strided<[?, ?], offset: ?>, ${LDS}>
      %o = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 + s1 * 100 + s2 * 10000 + s3 * 10000000)>()[%back, %offset, %strides#1, %rank]
      %r = arith.addi %o, %sizes#1 : index`;
    const found = perLane({ inputs: [['index', lanes]], result: 'index', body });
    expect(found).toEqual(lanes.map((a) => a + 12800 + 640000 + 20000000 + 4));
  });
});
