/**
 * MXFP4 matrix products end to end: packed e2m1 values and e8m0 scales in, products out, equal to a plain computation
 * that decodes both by itself. A kernel of our own, and those of others where they lie beside this checkout or where
 * `LDSCOPE_MXFP4` says: `iree-org/wave` examples/python/mlir and `sebvince/test_bank_conflict`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasErrors, roundToFormat, smallFloats } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { decode, run, runClean } from './harness.ts';
import { bitsOf, valueOf } from './small-floats.ts';

/** A matrix of `rows` x `k` elements, two to a byte with the first in the low half, and a scale for each 32 of them. */
interface Matrix {
  readonly rows: number;
  readonly k: number;
  readonly packed: Uint8Array;
  /** `rows` x `k / 32` exponents, 127 is 1. */
  readonly scales: Uint8Array;
}

function randomMatrix(rows: number, k: number, seed: number): Matrix {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 16;
  return {
    rows,
    k,
    packed: Uint8Array.from({ length: (rows * k) / 2 }, () => next() & 255),
    scales: Uint8Array.from({ length: (rows * k) / 32 }, () => 125 + (next() % 3)),
  };
}

function valueAt({ k, packed, scales }: Matrix, row: number, at: number): number {
  const byte = packed[(row * k + at) >> 1] ?? 0;
  const code = at % 2 === 0 ? byte % 16 : Math.floor(byte / 16);
  return (
    valueOf('f4E2M1FN', code) * 2 ** ((scales[row * (k / 32) + Math.floor(at / 32)] ?? 0) - 127)
  );
}

/** A B^T, row after row; both have their rows along k. Sums of these values are exact in double precision. */
function product(a: Matrix, b: Matrix): Float64Array {
  const values = (of: Matrix): Float64Array =>
    Float64Array.from({ length: of.rows * of.k }, (_, i) =>
      valueAt(of, Math.floor(i / of.k), i % of.k),
    );
  const [left, right] = [values(a), values(b)];
  const out = new Float64Array(a.rows * b.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.rows; j++) {
      let sum = 0;
      for (let k = 0; k < a.k; k++) sum += (left[i * a.k + k] ?? 0) * (right[j * a.k + k] ?? 0);
      out[i * b.rows + j] = sum;
    }
  }
  return out;
}

/** One wave multiplies 16 x 256 by 256 x 16, through LDS tiles of f4 or of the bytes that hold them. */
function ownKernel(tile: 'f4' | 'i8'): string {
  const [type, vector, step] =
    tile === 'f4' ? ['f4E2M1FN', 'vector<32xf4E2M1FN>', 32] : ['i8', 'vector<16xi8>', 16];
  const lds = `memref<16x${tile === 'f4' ? 256 : 128}x${type}, #gpu.address_space<workgroup>>`;
  const lines: string[] = [];
  // Lane l copies row l mod 16, pieces 2 (l / 16) and 2 (l / 16) + 1 of 16 bytes.
  for (const operand of ['a', 'b']) {
    for (const piece of [0, 1]) {
      const at = `${operand}${piece}`;
      lines.push(
        `%b${at} = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 32 + ${16 * piece})>()[%t]`,
        `%c${at} = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * ${2 * step} + ${piece * step})>()[%t]`,
        `%v${at} = vector.load %${operand}[%r, %b${at}] : memref<16x128xi8>, vector<16xi8>`,
        tile === 'f4'
          ? `%w${at} = vector.bitcast %v${at} : vector<16xi8> to ${vector}
             vector.store %w${at}, %l${operand}[%r, %c${at}] : ${lds}, ${vector}`
          : `vector.store %v${at}, %l${operand}[%r, %c${at}] : ${lds}, ${vector}`,
      );
    }
  }
  lines.push('gpu.barrier');
  let sum = 'zero';
  for (const step2 of [0, 1]) {
    for (const operand of ['a', 'b']) {
      const at = `${operand}k${step2}`;
      lines.push(
        `%c${at} = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * ${step} + ${4 * step * step2})>()[%t]`,
        `%v${at} = vector.load %l${operand}[%r, %c${at}] : ${lds}, ${vector}`,
        tile === 'f4' ? '' : `%f${at} = vector.bitcast %v${at} : ${vector} to vector<32xf4E2M1FN>`,
        `%p${at} = affine.apply affine_map<()[s0] -> (s0 floordiv 16 + ${4 * step2})>()[%t]`,
        `%e${at} = memref.load %s${operand}[%r, %p${at}] : memref<16x8xi8>`,
        `%s${at} = arith.bitcast %e${at} : i8 to f8E8M0FNU`,
      );
    }
    const [x, y] = ['a', 'b'].map((o) => `%${tile === 'f4' ? 'v' : 'f'}${o}k${step2}`);
    lines.push(
      `%d${step2} = amdgpu.scaled_mfma 16x16x128 (%sak${step2}[0] * ${x}) * (%sbk${step2}[0] * ${y}) + %${sum} : f8E8M0FNU, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>`,
    );
    sum = `d${step2}`;
  }
  for (const i of [0, 1, 2, 3]) {
    lines.push(
      `%o${i} = vector.extract %${sum}[${i}] : f32 from vector<4xf32>`,
      `%q${i} = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 4 + ${i})>()[%t]`,
      `memref.store %o${i}, %out[%q${i}, %r] : memref<16x16xf32>`,
    );
  }
  return `func.func @mxfp4(%a: memref<16x128xi8>, %sa: memref<16x8xi8>, %b: memref<16x128xi8>, %sb: memref<16x8xi8>, %out: memref<16x16xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
    %t = gpu.thread_id x upper_bound 64
    %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %la = memref.alloc() : ${lds}
    %lb = memref.alloc() : ${lds}
    ${lines.join('\n    ')}
    return
  }`;
}

describe('our own MXFP4 kernel', () => {
  it.each(['f4', 'i8'] as const)('through LDS tiles of %s', (tile) => {
    const [a, b] = [randomMatrix(16, 256, 1), randomMatrix(16, 256, 2)];
    const out = new Uint8Array(1024);
    const { execution } = runClean(ownKernel(tile), {
      buffers: new Map([a.packed, a.scales, b.packed, b.scales, out].map((data, i) => [i, data])),
    });
    expect(decode('f32', out)).toEqual([...product(a, b)]);
    expect(execution.kernel?.ldsBytes).toBe(4096);
  });

  it('counts the same instructions and addresses for both tiles', () => {
    const [one, other] = (['f4', 'i8'] as const).map((tile) => runClean(ownKernel(tile)).traces[0]);
    expect(one?.count).toBeGreaterThan(0);
    expect([...(one?.op ?? [])]).toEqual([...(other?.op ?? [])]);
    expect([...(one?.addressBytes ?? [])]).toEqual([...(other?.addressBytes ?? [])]);
  });
});

/** Operands of any two formats: f4, f6 and f8, each lane with its run of k. */
describe('scaled_mfma of two formats', () => {
  const formats = ['f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN', 'f8E4M3FN', 'f8E5M2'] as const;
  it.each(formats.flatMap((a) => formats.map((b) => [a, b] as const)))('%s by %s', (one, other) => {
    const types = [one, other].map((name) => ({ name, bits: bitsOf(name) }));
    // Codes of lane l, element i. The top exponent of f8 has infinities and NaNs: it is left out.
    const code = (which: number, lane: number, i: number): number => {
      const bits = types[which]?.bits ?? 4;
      const raw = (Math.imul(lane * 37 + i * 11 + which * 101 + 7, 2654435761) >>> 8) % 2 ** bits;
      return bits === 8 ? raw & ~0x40 : raw;
    };
    const buffers = types.map(({ bits }, which) => {
      const data = new Uint8Array((64 * 32 * bits) / 8);
      for (let lane = 0; lane < 64; lane++) {
        for (let i = 0; i < 32; i++) {
          for (let bit = 0; bit < bits; bit++) {
            const at = (lane * 32 + i) * bits + bit;
            if (Math.floor(code(which, lane, i) / 2 ** bit) % 2 === 1) {
              data[at >> 3] = (data[at >> 3] ?? 0) | (1 << (at & 7));
            }
          }
        }
      }
      return data;
    });
    const load = (which: number): string => {
      const { name, bits } = types[which] ?? { name: '', bits: 4 };
      const bytes = 4 * bits;
      return `%m${which} = vector.load %in${which}[%t, %c0] : memref<64x${bytes}xi8>, vector<${bytes}xi8>
      %x${which} = vector.bitcast %m${which} : vector<${bytes}xi8> to vector<32x${name}>`;
    };
    const text = `func.func @k(%in0: memref<64x${4 * (types[0]?.bits ?? 4)}xi8>, %in1: memref<64x${4 * (types[1]?.bits ?? 4)}xi8>, %out: memref<64x4xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x upper_bound 64
      ${load(0)}
      ${load(1)}
      %e = arith.constant 0.25 : f8E8M0FNU
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %d = amdgpu.scaled_mfma 16x16x128 (%e[0] * %x0) * (%e[0] * %x1) + %zero : f8E8M0FNU, vector<32x${one}>, f8E8M0FNU, vector<32x${other}>, vector<4xf32>
      vector.store %d, %out[%t, %c0] : memref<64x4xf32>, vector<4xf32>
      return
    }`;
    const out = new Uint8Array(1024);
    runClean(text, {
      buffers: new Map([...buffers.map((data, i) => [i, data] as const), [2, out] as const]),
    });
    /** Row of A or column of B, and k: 8-bit elements lie in two runs of 16, narrower ones in one of 32. */
    const matrix = (which: number): Float64Array => {
      const values = new Float64Array(16 * 128);
      const { bits = 4, name = '' } = types[which] ?? {};
      for (let lane = 0; lane < 64; lane++) {
        for (let i = 0; i < 32; i++) {
          const group = Math.floor(lane / 16);
          const k = bits === 8 ? 64 * Math.floor(i / 16) + 16 * group + (i % 16) : 32 * group + i;
          values[(lane % 16) * 128 + k] = valueOf(name, code(which, lane, i));
        }
      }
      return values;
    };
    const [a, b] = [matrix(0), matrix(1)];
    const wanted = Array.from({ length: 256 }, (_, index) => {
      const [lane, i] = [Math.floor(index / 4), index % 4];
      const [row, column] = [4 * Math.floor(lane / 16) + i, lane % 16];
      let sum = 0;
      for (let k = 0; k < 128; k++) sum += (a[row * 128 + k] ?? 0) * (b[column * 128 + k] ?? 0);
      return Math.fround(sum / 16);
    });
    expect(decode('f32', out)).toEqual(wanted);
  });
});

const others =
  process.env['LDSCOPE_MXFP4'] ??
  fileURLToPath(new URL('../../../../../third-party/mxfp4', import.meta.url));
const missing = existsSync(others) ? '' : `, not run: ${others} is not there, see LDSCOPE_MXFP4`;

/** Rows of 16 by 32 bytes, as the kernels want B: k before the row, 16 bytes at a time. */
function preshuffled({ rows, k, packed }: Matrix): Uint8Array {
  const bytes = k / 2;
  const out = new Uint8Array(packed.length);
  for (let row = 0; row < rows; row++) {
    for (let byte = 0; byte < bytes; byte++) {
      const [block, r] = [Math.floor(row / 16), row % 16];
      const [sub, half, e] = [Math.floor(byte / 32), Math.floor(byte / 16) % 2, byte % 16];
      out[(((block * (bytes / 32) + sub) * 2 + half) * 16 + r) * 16 + e] =
        packed[row * bytes + byte] ?? 0;
    }
  }
  return out;
}

/** Scales in the order of the lanes that want them: (m/32, 2, 16, n/8, 2, 4) as (m/32, n/8, 4, 16, 2, 2). */
function shuffledScales({ rows, k, scales }: Matrix): Uint8Array {
  const n = k / 32;
  const out = new Uint8Array(scales.length);
  for (let row = 0; row < rows; row++) {
    for (let group = 0; group < n; group++) {
      const [m0, m1, m2] = [Math.floor(row / 32), Math.floor(row / 16) % 2, row % 16];
      const [n0, n1, n2] = [Math.floor(group / 8), Math.floor(group / 4) % 2, group % 4];
      out[((((m0 * (n / 8) + n0) * 4 + n2) * 16 + m2) * 2 + n1) * 2 + m1] =
        scales[row * n + group] ?? 0;
    }
  }
  return out;
}

describe.skipIf(missing !== '')(`MXFP4 kernels of others${missing}`, () => {
  const bf16 = smallFloats['bf16'];
  const asBf16 = (value: number): number =>
    bf16 === undefined ? Number.NaN : roundToFormat(bf16, value);

  it.each([
    ['mxfp4_epilogue_opt_256x192x256.mlir', false],
    ['mxfp4_transposed_epilogue_opt_256x192x256.mlir', true],
  ])('Wave: %s', (name, transposed) => {
    const text = readFileSync(`${others}/wave/${name}`, 'utf8');
    const k = 1024;
    // The transposed kernel multiplies the other way around and writes the transpose.
    const [m, n] = transposed ? [192, 256] : [256, 192];
    const [a, b] = [randomMatrix(m, k, 3), randomMatrix(n, k, 4)];
    const out = new Uint8Array(m * n * 2);
    const sizes = [m, n, k, k / 2, k / 32, k / 2, k / 32, 192];
    const { diagnostics, execution } = run(text, {
      asyncCompletion: 'early',
      launch: sizes.map((size, i) => `arg${5 + i}=${size}`).join(),
      buffers: new Map(
        [a.packed, shuffledScales(a), preshuffled(b), shuffledScales(b), out].map((data, i) => [
          i,
          data,
        ]),
      ),
    });
    expect(hasErrors(diagnostics)).toBe(false);
    const sums = transposed ? product(b, a) : product(a, b);
    expect(decode('bf16', out)).toEqual(Array.from(sums, (sum) => asBf16(Math.fround(sum))));
    // The first reads behind its loop with two copies of B in flight: no wait of its own stands before them.
    const unfinished = execution.hazards.filter(
      ({ code }) => code === 'hazard/unfinished-async-copy',
    );
    expect(unfinished.length > 0).toBe(!transposed);
  });

  /**
   * The kernels take no scales: all are 2^-127, and every product is 0 in f32. Here each lane has one of its own for A
   * and one for B: lane l scales row l mod 16 of its tiles, and of each 128 along k the 32 from 32 (l / 16) on.
   */
  const scaleOf = (which: number, row: number, group: number): number =>
    126 + (((row % 16) * (which === 0 ? 5 : 7) + (group % 4) * (which === 0 ? 2 : 1)) % 3);
  const laneScale = (which: number, name: string): string => `
    %${name}0 = affine.apply affine_map<()[s0] -> (((s0 mod 16) * ${which === 0 ? 5 : 7} + ((s0 mod 64) floordiv 16) * ${which === 0 ? 2 : 1}) mod 3 + 126)>()[%thread_id_x]
    %${name}1 = arith.index_cast %${name}0 : index to i8
    %${name} = arith.bitcast %${name}1 : i8 to f8E8M0FNU`;

  // All 64 steps take ten times as long: one kernel does them, and all of them do the first ones.
  it.each([
    ['kernel_f32', 2],
    ['kernel_f32_async', 64],
    ['kernel_f32_async_hint', 2],
    ['kernel_f32_async_ref', 2],
  ])(
    'MI350 bank conflicts: %s, %i of its 64 steps along k',
    { timeout: 300_000 },
    (name, steps) => {
      const whole = readFileSync(`${others}/mi350/${name}.mlir`, 'utf8');
      const text = whole
        .replace('to %c64 step %c1 iter_args', 'to %steps step %c1 iter_args')
        .replace(
          '        %cst = ',
          `        %steps = arith.constant ${steps} : index\n        %cst = `,
        )
        .replace(/%thread_id_y = .*/, (line) => line + laneScale(0, 'sa') + laneScale(1, 'sb'))
        .replaceAll(/%cst\[0\] (\* %\w+\) \* \()%cst\[0\]/g, '%sa[0] $1%sb[0]');
      expect(text.match(/%sa\[0\].*%sb\[0\]/g)).toHaveLength(64);
      const k = 256 * steps;
      const scaled = (which: number): Matrix => ({
        ...randomMatrix(256, k, 5 + which),
        scales: Uint8Array.from({ length: 8 * k }, (_, i) =>
          scaleOf(which, Math.floor(i / (k / 32)), i % (k / 32)),
        ),
      });
      const [a, b] = [scaled(0), scaled(1)];
      /** Rows of the kernel are 16,384 elements long; what lies behind the first k is not read. */
      const wide = (data: Uint8Array, bytes: number, pitch: number): Uint8Array => {
        const out = new Uint8Array(256 * pitch);
        for (let row = 0; row < 256; row++) {
          out.set(data.subarray(row * bytes, (row + 1) * bytes), row * pitch);
        }
        return out;
      };
      const out = new Uint8Array(256 * 16384 * 4);
      const unread = new Uint8Array(256 * 512);
      const operands = [a, b].flatMap(({ packed }) => [wide(packed, k / 2, 8192), unread]);
      const { diagnostics, execution } = run(text, {
        workgroups: 1,
        buffers: new Map([...operands, out].map((data, i) => [i, data])),
      });
      expect(hasErrors(diagnostics)).toBe(false);
      expect(execution.hazards).toEqual([]);
      const view = new DataView(out.buffer);
      const wanted = product(a, b);
      const wrong = wanted.findIndex(
        (value, i) =>
          view.getFloat32(4 * (Math.floor(i / 256) * 16384 + (i % 256)), true) !== value,
      );
      expect(wrong).toBe(-1);
      expect(wanted.some((value) => value !== 0)).toBe(true);
    },
  );
});
