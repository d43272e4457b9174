/** `amdgpu` beyond MFMA of 32 bits: lanes, buffers, transposing loads, scaled and RDNA matrices. */
import { describe, expect, it } from 'vitest';
import { mlirOpt, runOracle } from '../text/oracle.ts';
import { codes, decode, encode, perLane, runClean } from './harness.ts';
import { skips } from '../../../../test/llvm.ts';

const noOracle = skips(mlirOpt);

const lanes = Array.from({ length: 64 }, (_, i) => i);
const LDS = '#gpu.address_space<workgroup>';

describe('values of other lanes', () => {
  const result = (body: string): number[] =>
    perLane({ inputs: [['i32', lanes.map((lane) => 100 + lane)]], result: 'i32', body });
  const from = (source: (lane: number) => number): number[] =>
    lanes.map((lane) => 100 + source(lane));

  it.each<[string, (lane: number) => number]>([
    ['amdgpu.swizzle_bitmode %a 31 0 5', (lane) => lane ^ 5],
    ['amdgpu.swizzle_bitmode %a 24 3 0', (lane) => (lane & 32) | (lane & 24) | 3],
    ['amdgpu.permlane_swap %a 16', (lane) => lane ^ 16],
    ['amdgpu.permlane_swap %a 32', (lane) => lane ^ 32],
    ['amdgpu.dpp %a %a quad_perm([1, 0, 3, 2])', (lane) => lane ^ 1],
    ['amdgpu.dpp %a %a row_ror(3 : i32)', (lane) => (lane & 48) | ((lane - 3) & 15)],
    ['amdgpu.dpp %a %a row_shl(2 : i32)', (lane) => ((lane & 15) > 13 ? lane : lane + 2)],
    ['amdgpu.dpp %a %a row_mirror', (lane) => lane ^ 15],
    [
      'amdgpu.dpp %a %a row_bcast_15 {row_mask = 10 : i32}',
      (lane) => (lane & 16 ? (lane & ~15) - 1 : lane),
    ],
  ])('%s', (text, source) => {
    expect(result(`%r = ${text} : i32`)).toEqual(from(source));
  });

  it.skipIf(noOracle)('as upstream lowers them', () => {
    for (const text of [
      'amdgpu.swizzle_bitmode %a 31 1 2',
      'amdgpu.permlane_swap %a 16',
      'amdgpu.permlane_swap %a 32',
      'amdgpu.dpp %a %a quad_perm([3, 0, 2, 1])',
      'amdgpu.dpp %a %a row_shr(1 : i32) {bound_ctrl = true}',
      'amdgpu.dpp %a %a wave_shl',
      'amdgpu.dpp %a %a row_half_mirror {bank_mask = 5 : i32}',
      'amdgpu.dpp %a %a row_bcast_31',
    ]) {
      const kernel = `func.func @k(%in: memref<64xi32>, %out: memref<64xi32>) {
        %x = gpu.thread_id x upper_bound 64
        %a = memref.load %in[%x] : memref<64xi32>
        %r = ${text} : i32
        memref.store %r, %out[%x] : memref<64xi32>
        return
      }`;
      const execute = (source: string): number[] => {
        const out = new Uint8Array(256);
        const data = encode(
          'i32',
          lanes.map((lane) => 100 + lane),
        );
        runClean(source, { buffers: new Map([[0, data]]).set(1, out) });
        return decode('i32', out);
      };
      const { output, problem } = runOracle(kernel, '--convert-amdgpu-to-rocdl=chipset=gfx950');
      expect(problem).toBe('');
      expect(output).not.toContain('amdgpu.');
      expect(execute(kernel)).toEqual(execute(output));
    }
  });
});

describe('buffers', () => {
  it('load and store by elements, and nothing beyond the memref', () => {
    const text = `func.func @k(%in: memref<4x32xf32>, %out: memref<4x32xf32>) {
      %x = gpu.thread_id x upper_bound 64
      %i = arith.index_cast %x : index to i32
      %c0 = arith.constant 0 : i32
      %c2 = arith.constant 2 : i32
      %c3 = arith.constant 3 : i32
      %v = amdgpu.raw_buffer_load {indexOffset = 1 : i32} %in[%c2, %i] sgprOffset %c2 : memref<4x32xf32>, i32, i32 -> f32
      amdgpu.raw_buffer_store %v -> %out[%c3, %i] : f32 -> memref<4x32xf32>, i32, i32
      return
    }`;
    const data = Array.from({ length: 128 }, (_, i) => i + 1);
    const out = new Uint8Array(512);
    runClean(text, { buffers: new Map([[0, encode('f32', data)]]).set(1, out) });
    const wanted = Array.from({ length: 128 }, (_, at) => {
      if (at < 96) return 0;
      const source = 64 + (at - 96) + 3;
      return source < 128 ? source + 1 : 0;
    });
    expect(decode('f32', out)).toEqual(wanted);
  });

  it('add up', () => {
    const text = `func.func @k(%out: memref<4xf32>) {
      %x = gpu.thread_id x upper_bound 64
      %i = arith.index_cast %x : index to i32
      %c5 = arith.constant 5 : i32
      %at = arith.remui %i, %c5 : i32
      %v = arith.constant 1.0 : f32
      amdgpu.raw_buffer_atomic_fadd %v -> %out[%at] : f32 -> memref<4xf32>, i32
      return
    }`;
    const out = new Uint8Array(16);
    runClean(text, { buffers: new Map([[0, out]]) });
    expect(decode('f32', out)).toEqual([13, 13, 13, 13]);
  });

  it('exchange the one that was expected', () => {
    const text = `func.func @k(%out: memref<1xi32>, %found: memref<64xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %i = arith.index_cast %x : index to i32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %next = arith.addi %i, %c1 : i32
      %r = amdgpu.raw_buffer_atomic_cmpswap %next, %i -> %out[%c0] : i32 -> memref<1xi32>, i32
      memref.store %r, %found[%x] : memref<64xi32>
      return
    }`;
    const [out, found] = [new Uint8Array(4), new Uint8Array(256)];
    runClean(text, {
      buffers: new Map([
        [0, out],
        [1, found],
      ]),
    });
    expect(decode('i32', out)).toEqual([64]);
    expect(decode('i32', found)).toEqual(lanes);
  });
});

describe('a transposing load', () => {
  it.each([
    ['f16', 4],
    ['i8', 8],
  ] as const)('of %s gives each lane a column', (type, count) => {
    // Each group of 16 lanes reads 16 columns of `count` rows; lane l of a row reads its part.
    const perRow = 16 / count;
    const text = `func.func @k(%in: memref<${4 * count}x16x${type}>, %out: memref<64x${count}x${type}>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %m = memref.alloc() : memref<${4 * count}x16x${type}, ${LDS}>
      %row = affine.apply affine_map<()[s0] -> (s0 floordiv ${perRow})>()[%x]
      %column = affine.apply affine_map<()[s0] -> ((s0 mod ${perRow}) * ${count})>()[%x]
      %v = vector.load %in[%row, %column] : memref<${4 * count}x16x${type}>, vector<${count}x${type}>
      vector.store %v, %m[%row, %column] : memref<${4 * count}x16x${type}, ${LDS}>, vector<${count}x${type}>
      %t = amdgpu.transpose_load %m[%row, %column] : memref<${4 * count}x16x${type}, ${LDS}> -> vector<${count}x${type}>
      vector.store %t, %out[%x, %c0] : memref<64x${count}x${type}>, vector<${count}x${type}>
      return
    }`;
    const total = 64 * count;
    const data = Array.from({ length: total }, (_, i) => (i % 120) - 60);
    const out = encode(
      type,
      Array.from({ length: total }, () => 0),
    );
    runClean(text, { buffers: new Map([[0, encode(type, data)]]).set(1, out) });
    const wanted = lanes.flatMap((lane) =>
      Array.from({ length: count }, (_, i) => {
        const row = (lane >> 4) * count + i;
        return data[row * 16 + (lane & 15)] ?? 0;
      }),
    );
    expect(decode(type, out)).toEqual(wanted);
  });
});

describe('matrices', () => {
  const plain = (
    m: number,
    n: number,
    k: number,
    a: (row: number, k: number) => number,
    b: (k: number, column: number) => number,
  ): number[] =>
    Array.from({ length: m * n }, (_, at) => {
      let sum = 0;
      for (let i = 0; i < k; i++) sum += a(Math.floor(at / n), i) * b(i, at % n);
      return sum;
    });

  it('multiply doubles', () => {
    const text = `func.func @k(%a: memref<16x4xf64>, %b: memref<4x16xf64>, %out: memref<16x16xf64>) {
      %x = gpu.thread_id x upper_bound 64
      %low = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%x]
      %high = affine.apply affine_map<()[s0] -> (s0 floordiv 16)>()[%x]
      %l = memref.load %a[%low, %high] : memref<16x4xf64>
      %r = memref.load %b[%high, %low] : memref<4x16xf64>
      %zero = arith.constant dense<0.0> : vector<4xf64>
      %d = amdgpu.mfma 16x16x4 %l * %r + %zero blgp = none : f64, f64, vector<4xf64>
      ${[0, 1, 2, 3]
        .map(
          (i) => `%d${i} = vector.extract %d[${i}] : f64 from vector<4xf64>
      %row${i} = affine.apply affine_map<()[s0] -> (s0 + ${4 * i})>()[%high]
      memref.store %d${i}, %out[%row${i}, %low] : memref<16x16xf64>`,
        )
        .join('\n')}
      return
    }`;
    const a = (row: number, k: number): number => row * 0.1 + k;
    const b = (k: number, column: number): number => column - 3 * k;
    const fill = (rows: number, columns: number, f: typeof a): number[] =>
      Array.from({ length: rows * columns }, (_, i) => f(Math.floor(i / columns), i % columns));
    const out = new Uint8Array(2048);
    runClean(text, {
      machine: 'gfx942',
      buffers: new Map([
        [0, encode('f64', fill(16, 4, a))],
        [1, encode('f64', fill(4, 16, b))],
        [2, out],
      ]),
    });
    expect(decode('f64', out)).toEqual(plain(16, 16, 4, a, b));
  });

  it('scale groups of 32', () => {
    // 4-bit floats: lane l has row l mod 16 and 32 consecutive k; its scale is of these.
    const text = `func.func @k(%out: memref<16x16xf32>) {
      %x = gpu.thread_id x upper_bound 64
      %low = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%x]
      %high = affine.apply affine_map<()[s0] -> (s0 floordiv 16)>()[%x]
      %lowi = arith.index_cast %low : index to i32
      %highi = arith.index_cast %high : index to i32
      %one = arith.constant dense<1.0> : vector<32xf4E2M1FN>
      %e127 = arith.constant 127 : i32
      %ea = arith.addi %e127, %highi : i32
      %ea8 = arith.trunci %ea : i32 to i8
      %sa = arith.bitcast %ea8 : i8 to f8E8M0FNU
      %three = arith.constant 3 : i32
      %bit = arith.andi %lowi, %three : i32
      %eb = arith.addi %e127, %bit : i32
      %eb8 = arith.trunci %eb : i32 to i8
      %sb = arith.bitcast %eb8 : i8 to f8E8M0FNU
      %zero = arith.constant dense<0.5> : vector<4xf32>
      %d = amdgpu.scaled_mfma 16x16x128 (%sa[0] * %one) * (%sb[0] * %one) + %zero : f8E8M0FNU, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>
      ${[0, 1, 2, 3]
        .map(
          (i) => `%d${i} = vector.extract %d[${i}] : f32 from vector<4xf32>
      %row${i} = affine.apply affine_map<()[s0] -> (s0 * 4 + ${i})>()[%high]
      memref.store %d${i}, %out[%row${i}, %low] : memref<16x16xf32>`,
        )
        .join('\n')}
      return
    }`;
    const out = new Uint8Array(1024);
    runClean(text, { buffers: new Map([[0, out]]) });
    const a = (_row: number, k: number): number => 2 ** (k >> 5);
    const b = (_k: number, column: number): number => 2 ** (column & 3);
    expect(decode('f32', out)).toEqual(plain(16, 16, 128, a, b).map((sum) => sum + 0.5));
  });

  it.each([
    [
      'gfx1100',
      16,
      (_lane: number, e: number) => e,
      (lane: number, e: number) => 2 * e + (lane >> 4),
    ],
    [
      'gfx1201',
      8,
      (lane: number, e: number) => 8 * (lane >> 4) + e,
      (lane: number, e: number) => 8 * (lane >> 4) + e,
    ],
  ])('are those of WMMA on %s', (machine, count, kOf, rowOf) => {
    // The host lays operands out as lanes hold them, and reads results so.
    const text = `func.func @k(%a: memref<32x${count}xf16>, %b: memref<32x${count}xf16>, %out: memref<32x8xf32>) {
      %x = gpu.thread_id x upper_bound 32
      %c0 = arith.constant 0 : index
      %l = vector.load %a[%x, %c0] : memref<32x${count}xf16>, vector<${count}xf16>
      %r = vector.load %b[%x, %c0] : memref<32x${count}xf16>, vector<${count}xf16>
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %d = amdgpu.wmma 16x16x16 %l * %r + %zero : vector<${count}xf16>, vector<${count}xf16>, vector<8xf32>
      vector.store %d, %out[%x, %c0] : memref<32x8xf32>, vector<8xf32>
      return
    }`;
    const a = (row: number, k: number): number => ((row * 3 + k) % 7) - 3;
    const b = (k: number, column: number): number => ((column * 5 + k) % 9) - 4;
    const held = (f: (row: number, k: number) => number): number[] =>
      Array.from({ length: 32 * count }, (_, i) => {
        const [lane, e] = [Math.floor(i / count), i % count];
        return f(lane & 15, kOf(lane, e));
      });
    const out = new Uint8Array(1024);
    runClean(text, {
      machine,
      buffers: new Map([
        [0, encode('f16', held(a))],
        [
          1,
          encode(
            'f16',
            held((column, k) => b(k, column)),
          ),
        ],
        [2, out],
      ]),
    });
    const whole = plain(16, 16, 16, a, b);
    const wanted = Array.from({ length: 256 }, (_, i) => {
      const [lane, e] = [i >> 3, i & 7];
      return whole[rowOf(lane, e) * 16 + (lane & 15)];
    });
    expect(decode('f32', out)).toEqual(wanted);
  });

  it('say what they are not', () => {
    const text = `func.func @k() attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %v = arith.constant dense<1.0> : vector<4xf16>
      %z = arith.constant dense<0.0> : vector<8xf32>
      %d = amdgpu.wmma 16x16x16 %v * %v + %z : vector<4xf16>, vector<4xf16>, vector<8xf32>
      return
    }`;
    expect(codes(text)).toEqual(['execute/unsupported']);
  });
});

describe('packed conversions', () => {
  it('take two of four, with a scale', () => {
    const body = `%v = vector.broadcast %a : f32 to vector<4xf32>
      %s = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
      %p = arith.mulf %v, %s : vector<4xf32>
      %f = arith.truncf %p : vector<4xf32> to vector<4xf8E4M3FN>
      %e = amdgpu.ext_packed_fp8 %f[1] : vector<4xf8E4M3FN> to vector<2xf32>
      %four = arith.constant 4.0 : f32
      %g = amdgpu.scaled_ext_packed %f[0], %four : vector<4xf8E4M3FN> to vector<2xf32>
      %e1 = vector.extract %e[1] : f32 from vector<2xf32>
      %g1 = vector.extract %g[1] : f32 from vector<2xf32>
      %h = amdgpu.packed_trunc_2xfp8 %e1, %g1 into undef[word 1] : f32 to vector<4xf8E4M3FN>
      %h2 = vector.extract %h[2] : f8E4M3FN from vector<4xf8E4M3FN>
      %h3 = vector.extract %h[3] : f8E4M3FN from vector<4xf8E4M3FN>
      %x2 = arith.extf %h2 : f8E4M3FN to f32
      %x3 = arith.extf %h3 : f8E4M3FN to f32
      %k = arith.constant 1000.0 : f32
      %y = arith.mulf %x2, %k : f32
      %r = arith.addf %y, %x3 : f32`;
    const found = perLane({ inputs: [['f32', [1, 2, 4]]], result: 'f32', body });
    expect(found).toEqual([4008, 8016, 16032]);
  });
});
