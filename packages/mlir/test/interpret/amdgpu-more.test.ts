/** `amdgpu` beyond MFMA of 32 bits: lanes, buffers, transposing loads, scaled and RDNA matrices. */
import { describe, expect, it } from 'vitest';
import { mlirOptIn } from '../text/oracle.ts';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { codes, executed, inLanes, kernelOf, lanes, LDS } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const mlirOpt = mlirOptIn('amdgpu-more');
const textOf = textsIn(new URL('amdgpu-more.mlir', import.meta.url));

describe('values of other lanes', () => {
  it.each<[string, (lane: number) => number]>([
    ['swizzle_bitmode %a 31 0 5', (lane) => lane ^ 5],
    ['swizzle_bitmode %a 24 3 0', (lane) => (lane & 32) | (lane & 24) | 3],
    ['permlane_swap %a 16', (lane) => lane ^ 16],
    ['permlane_swap %a 32', (lane) => lane ^ 32],
    ['dpp %a %a quad_perm([1, 0, 3, 2])', (lane) => lane ^ 1],
    ['dpp %a %a row_ror(3 : i32)', (lane) => (lane & 48) | ((lane - 3) & 15)],
    ['dpp %a %a row_shl(2 : i32)', (lane) => ((lane & 15) > 13 ? lane : lane + 2)],
    ['dpp %a %a row_mirror', (lane) => lane ^ 15],
    ['dpp %a %a row_bcast_15 {row_mask = 10 : i32}', (l) => (l & 16 ? (l & ~15) - 1 : l)],
  ])('amdgpu.%s', (text, source) => {
    const values = lanes.map((lane) => 100 + lane);
    const found = inLanes(`%r = amdgpu.${text} : i32`, 'i32', values);
    expect(found).toEqual(lanes.map((lane) => 100 + source(lane)));
  });

  it('as upstream lowers them', () => {
    const texts = rows`
      swizzle_bitmode %a 31 1 2
      permlane_swap %a 16
      permlane_swap %a 32
      dpp %a %a quad_perm([3, 0, 2, 1])
      dpp %a %a row_shr(1 : i32) {bound_ctrl = true}
      dpp %a %a wave_shl
      dpp %a %a row_half_mirror {bank_mask = 5 : i32}
      dpp %a %a row_bcast_31
    `.map(([text]) =>
      kernelOf(`(%in: memref<64xi32>, %out: memref<64xi32>)
      %a = memref.load %in[%x] : memref<64xi32>
        %r = amdgpu.${text} : i32
        memref.store %r, %out[%x] : memref<64xi32>`),
    );
    const lower = '--convert-amdgpu-to-rocdl=chipset=gfx950';
    const { output, problem } = mlirOpt(texts.join('\n// -----\n'), lower, '--split-input-file');
    expect(problem).toBe('');
    expect(output).not.toContain('amdgpu.');
    const lowered = output.split('// -----');
    expect(lowered).toHaveLength(texts.length);
    const data = lanes.map((lane) => 100 + lane);
    for (const [i, text] of texts.entries())
      expect(executed(text, [data]).out).toEqual(executed(lowered[i] ?? '', [data]).out);
  });
});

describe('buffers', () => {
  it('load and store by elements, and nothing beyond the memref', () => {
    const m = 'memref<4x32xf32>';
    const body = `%i = arith.index_cast %x : index to i32
      %k2 = arith.constant 2 : i32
      %k3 = arith.constant 3 : i32
      %v = amdgpu.raw_buffer_load {indexOffset = 1 : i32} %in[%k2, %i] sgprOffset %k2 : ${m}, i32, i32 -> f32
      amdgpu.raw_buffer_store %v -> %out[%k3, %i] : f32 -> ${m}, i32, i32`;
    const { out } = executed(kernelOf(body, `%in: ${m}, %out: ${m}`), [range(128, (i) => i + 1)]);
    const wanted = range(128, (at) => (at < 96 || at + 64 - 96 + 3 >= 128 ? 0 : at - 96 + 68));
    expect(out).toEqual(wanted);
  });

  it('add up', () => {
    const body = `%i = arith.index_cast %x : index to i32
      %k5 = arith.constant 5 : i32
      %at = arith.remui %i, %k5 : i32
      %v = arith.constant 1.0 : f32
      amdgpu.raw_buffer_atomic_fadd %v -> %out[%at] : f32 -> memref<4xf32>, i32`;
    expect(executed(kernelOf(body, '%out: memref<4xf32>')).out).toEqual([13, 13, 13, 13]);
  });

  it('exchange the one that was expected', () => {
    const body = `%i = arith.index_cast %x : index to i32
      %k0 = arith.constant 0 : i32
      %k1 = arith.constant 1 : i32
      %next = arith.addi %i, %k1 : i32
      %r = amdgpu.raw_buffer_atomic_cmpswap %next, %i -> %out[%k0] : i32 -> memref<1xi32>, i32
      memref.store %r, %found[%x] : memref<64xi32>`;
    const { outs } = executed(kernelOf(body, '%out: memref<1xi32>, %found: memref<64xi32>'));
    expect(outs).toEqual([[64], lanes]);
  });
});

it.each([
  ['f16', 4],
  ['i8', 8],
] as const)('a transposing load of %s gives each lane a column', (type, count) => {
  // Each group of 16 lanes reads 16 columns of `count` rows; lane l of a row reads its part.
  const perRow = 16 / count;
  const [vector, source] = [`vector<${count}x${type}>`, `memref<${4 * count}x16x${type}>`];
  const tile = `memref<${4 * count}x16x${type}, ${LDS}>`;
  const body = `%m = memref.alloc() : ${tile}
      %row = affine.apply affine_map<()[s0] -> (s0 floordiv ${perRow})>()[%x]
      %column = affine.apply affine_map<()[s0] -> ((s0 mod ${perRow}) * ${count})>()[%x]
      %v = vector.load %in[%row, %column] : ${source}, ${vector}
      vector.store %v, %m[%row, %column] : ${tile}, ${vector}
      %t = amdgpu.transpose_load %m[%row, %column] : ${tile} -> ${vector}
      vector.store %t, %out[%x, %c0] : memref<64x${count}x${type}>, ${vector}`;
  const data = range(64 * count, (i) => (i % 120) - 60);
  const text = kernelOf(body, `%in: ${source}, %out: memref<64x${count}x${type}>`);
  const wanted = lanes.flatMap((lane) =>
    range(count, (i) => data[((lane >> 4) * count + i) * 16 + (lane & 15)]),
  );
  expect(executed(text, [data]).out).toEqual(wanted);
});

describe('matrices', () => {
  type Element = (row: number, column: number) => number;
  const filled = (count: number, columns: number, of: Element): number[] =>
    range(count * columns, (i) => of(Math.floor(i / columns), i % columns));
  const plain = (k: number, a: Element, b: Element, first = 0): number[] =>
    filled(16, 16, (row, column) =>
      range(k).reduce((sum, i) => sum + a(row, i) * b(i, column), first),
    );
  const ids = `%low = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%x]
      %high = affine.apply affine_map<()[s0] -> (s0 floordiv 16)>()[%x]`;
  /** Stores the four sums of a lane: register i is a row, by a map of the lane's group. */
  const stores = (type: string, row: (i: number) => string): string =>
    range(
      4,
      (i) => `%d${i} = vector.extract %d[${i}] : ${type} from vector<4x${type}>
      %row${i} = affine.apply affine_map<()[s0] -> (${row(i)})>()[%high]
      memref.store %d${i}, %out[%row${i}, %low] : memref<16x16x${type}>`,
    ).join('\n');

  it('multiply doubles', () => {
    const body = `${ids}
      %l = memref.load %a[%low, %high] : memref<16x4xf64>
      %r = memref.load %b[%high, %low] : memref<4x16xf64>
      %zero = arith.constant dense<0.0> : vector<4xf64>
      %d = amdgpu.mfma 16x16x4 %l * %r + %zero blgp = none : f64, f64, vector<4xf64>
      ${stores('f64', (i) => `s0 + ${4 * i}`)}`;
    const a: Element = (row, k) => row * 0.1 + k;
    const b: Element = (k, column) => column - 3 * k;
    const { out } = executed(
      kernelOf(body, '%a: memref<16x4xf64>, %b: memref<4x16xf64>, %out: memref<16x16xf64>'),
      [filled(16, 4, a), filled(4, 16, b)],
      { machine: 'gfx942' },
    );
    expect(out).toEqual(plain(4, a, b));
  });

  it('scale groups of 32', () => {
    // 4-bit floats: lane l has row l mod 16 and 32 consecutive k; its scale is of these.
    const scale = (
      name: string,
      from: string,
    ): string => `%e${name} = arith.addi %e127, ${from} : i32
      %f${name} = arith.trunci %e${name} : i32 to i8
      %s${name} = arith.bitcast %f${name} : i8 to f8E8M0FNU`;
    const body = `${ids}
      %lowi = arith.index_cast %low : index to i32
      %highi = arith.index_cast %high : index to i32
      %one = arith.constant dense<1.0> : vector<32xf4E2M1FN>
      %e127 = arith.constant 127 : i32
      %three = arith.constant 3 : i32
      %bit = arith.andi %lowi, %three : i32
      ${scale('a', '%highi')}
      ${scale('b', '%bit')}
      %zero = arith.constant dense<0.5> : vector<4xf32>
      %d = amdgpu.scaled_mfma 16x16x128 (%sa[0] * %one) * (%sb[0] * %one) + %zero : f8E8M0FNU, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>
      ${stores('f32', (i) => `s0 * 4 + ${i}`)}`;
    const { out } = executed(kernelOf(body, '%out: memref<16x16xf32>'));
    const a: Element = (_row, k) => 2 ** (k >> 5);
    const b: Element = (_k, column) => 2 ** (column & 3);
    expect(out).toEqual(plain(128, a, b, 0.5));
  });

  const high: Element = (lane, e) => 8 * (lane >> 4) + e;
  it.each<[string, number, Element, Element]>([
    ['gfx1100', 16, (_lane, e) => e, (lane, e) => 2 * e + (lane >> 4)],
    ['gfx1201', 8, high, high],
  ])('are those of WMMA on %s', (machine, count, kOf, rowOf) => {
    // The host lays operands out as lanes hold them, and reads results so.
    const [m, v] = [`memref<32x${count}xf16>`, `vector<${count}xf16>`];
    const body = `%l = vector.load %a[%x, %c0] : ${m}, ${v}
      %r = vector.load %b[%x, %c0] : ${m}, ${v}
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %d = amdgpu.wmma 16x16x16 %l * %r + %zero : ${v}, ${v}, vector<8xf32>
      vector.store %d, %out[%x, %c0] : memref<32x8xf32>, vector<8xf32>`;
    const a: Element = (row, k) => ((row * 3 + k) % 7) - 3;
    const b: Element = (k, column) => ((column * 5 + k) % 9) - 4;
    const held = (f: Element): number[] =>
      filled(32, count, (lane, e) => f(lane & 15, kOf(lane, e)));
    const text = kernelOf(body, `%a: ${m}, %b: ${m}, %out: memref<32x8xf32>`, 32);
    const { out } = executed(text, [held(a), held((column, k) => b(k, column))], { machine });
    const whole = plain(16, a, b);
    expect(out).toEqual(
      filled(32, 8, (lane, e) => whole[rowOf(lane, e) * 16 + (lane & 15)] ?? NaN),
    );
  });

  it('say what they are not', () => {
    const text = kernelOf(`%v = arith.constant dense<1.0> : vector<4xf16>
      %z = arith.constant dense<0.0> : vector<8xf32>
      %d = amdgpu.wmma 16x16x16 %v * %v + %z : vector<4xf16>, vector<4xf16>, vector<8xf32>`);
    expect(codes(text)).toEqual(['execute/unsupported']);
  });
});

it('packed conversions take two of four, with a scale', () => {
  const body = textOf('packed conversions take two of four, with a scale');
  expect(inLanes(body, 'f32', [1, 2, 4])).toEqual([4008, 8016, 16032]);
});
