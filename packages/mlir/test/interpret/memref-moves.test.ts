/** Atomics, copies and turned views of memrefs, against plain arrays. */
import { describe, expect, it } from 'vitest';
import { range } from '../table.ts';
import { codes, executed, inLanes, kernelOf, lanes, LDS, opcodesOf } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('memref-moves.mlir', import.meta.url));

describe('atomics', () => {
  const cell = `memref<8xi32, ${LDS}>`;
  const plain = (kind: string): string =>
    `%r = memref.atomic_rmw ${kind} %v, %m[%at] : (i32, ${cell}) -> i32`;
  const region = `%r = memref.generic_atomic_rmw %m[%at] : ${cell} {
      ^bb0(%old: i32):
        %twice = arith.addi %old, %old : i32
        %new = arith.subi %twice, %v : i32
        memref.atomic_yield %new : i32
      }`;
  const values = lanes.map((lane) => ((lane * 37) % 29) - 9);

  /** An update, what it makes of the old value and another, and the instruction that a chip has for it. */
  it.each<[string, (old: number, value: number) => number, string?]>([
    [plain('addi'), (a, b) => (a + b) | 0, 'ds_add_rtn_u32'],
    [plain('andi'), (a, b) => a & b, 'ds_and_rtn_b32'],
    [plain('assign'), (_a, b) => b, 'ds_wrxchg_rtn_b32'],
    [plain('maxs'), Math.max, 'ds_max_rtn_i32'],
    [plain('maxu'), (a, b) => (a >>> 0 > b >>> 0 ? a : b), 'ds_max_rtn_u32'],
    [plain('mins'), Math.min, 'ds_min_rtn_i32'],
    [plain('minu'), (a, b) => (a >>> 0 < b >>> 0 ? a : b), 'ds_min_rtn_u32'],
    [plain('muli'), Math.imul],
    [plain('ori'), (a, b) => a | b, 'ds_or_rtn_b32'],
    [plain('xori'), (a, b) => a ^ b, 'ds_xor_rtn_b32'],
    [region, (old, value) => (2 * old - value) | 0],
  ])('%s', (update, model, instruction) => {
    // Lanes update eight elements in turn; each gets what it found.
    const body = `%five = arith.constant 5 : i32
      %m = memref.alloc() : ${cell}
      %at = arith.remui %x, %c8 : index
      memref.store %five, %m[%at] : ${cell}
      %v = memref.load %in[%x] : memref<64xi32>
      ${update}
      memref.store %r, %found[%x] : memref<64xi32>
      %e = memref.load %m[%at] : ${cell}
      memref.store %e, %out[%at] : memref<8xi32>`;
    const text = kernelOf(body, '%in: memref<64xi32>, %found: memref<64xi32>, %out: memref<8xi32>');
    const { outs, traces } = executed(text, [values], { machine: 'gfx942' });
    const memory = range(8, () => 5);
    const found = lanes.map((lane) => {
      const old = memory[lane % 8] ?? 0;
      memory[lane % 8] = model(old, values[lane] ?? 0);
      return old;
    });
    expect(outs.slice(1)).toEqual([found, memory]);
    const used = opcodesOf(traces).filter((name) => !/^ds_(?:read|write)_/.test(name));
    expect(used).toEqual(instruction === undefined ? [] : [instruction]);
  });
});

describe('views and copies', () => {
  it('copy every element between layouts', () => {
    const text = kernelOf(`(%in: memref<4x6xf32>, %out: memref<4x6xf32>)
      %m = memref.alloc() : memref<4x8xf32, ${LDS}>
      %t = memref.subview %m[0, 1] [4, 6] [1, 1] : memref<4x8xf32, ${LDS}> to memref<4x6xf32, strided<[8, 1], offset: 1>, ${LDS}>
      memref.copy %in, %t : memref<4x6xf32> to memref<4x6xf32, strided<[8, 1], offset: 1>, ${LDS}>
      gpu.barrier
      memref.copy %t, %out : memref<4x6xf32, strided<[8, 1], offset: 1>, ${LDS}> to memref<4x6xf32>`);
    const data = Array.from({ length: 24 }, (_, i) => i + 1);
    const { out } = executed(text, [data]);
    expect(out).toEqual(data);
  });

  it('refuse to copy between shapes', () => {
    const text = kernelOf(`(%in: memref<4x6xf32>, %out: memref<6x4xf32>)
      memref.copy %in, %out : memref<4x6xf32> to memref<6x4xf32>`);
    expect(codes(text)).toEqual(['execute/unsupported']);
  });

  it('turn dimensions, and say what a view is', () => {
    const body = textOf('turn dimensions, and say what a view is');
    expect(inLanes(body)).toEqual(lanes.map((a) => a + 12800 + 640000 + 20000000 + 4));
  });
});
