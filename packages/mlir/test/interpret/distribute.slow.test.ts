/** Kernels whose vectors the lanes share: data against plain arrays, LDS addresses against the definition of the layouts. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NestedLayout, opcodeAt, printNestedLayout } from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';
import { range } from '../table.ts';
import { bufferMap, codes, decode, encode, executed, LDS as SPACE, run } from './harness.ts';
import { indicesOf, layoutsOf, ownerOf } from './layouts.ts';

const SHAPE = [16, 32] as const;
const COUNT = SHAPE[0] * SHAPE[1];
const THREADS = 256;

const vectorType = (shape: readonly number[], element = 'f32'): string =>
  `vector<${shape.map((size) => `${size}x`).join('')}${element}>`;

const kernel = (parameters: string, body: string): string => `func.func @k(${parameters})
    attributes {translation_info = #iree_codegen.translation_info<pipeline = LLVMGPUVectorDistribute workgroup_size = [${THREADS}, 1, 1] subgroup_size = 64>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    ${body}
    return
  }`;

const read = (
  name: string,
  source: string,
  layout: NestedLayout,
  shape: readonly number[],
): string => {
  const zeros = shape.map(() => '%c0').join(', ');
  const inBounds = shape.map(() => 'true').join(', ');
  const type = vectorType(shape);
  return `%${name}.read = vector.transfer_read %${source}[${zeros}], %pad {in_bounds = [${inBounds}]} : memref<${shape.join('x')}xf32>, ${type}
    %${name} = iree_vector_ext.to_layout %${name}.read to layout(${printNestedLayout(layout)}) : ${type}`;
};

const write = (value: string, target: string, shape: readonly number[]): string => {
  const zeros = shape.map(() => '%c0').join(', ');
  const inBounds = shape.map(() => 'true').join(', ');
  return `vector.transfer_write %${value}, %${target}[${zeros}] {in_bounds = [${inBounds}]} : ${vectorType(shape)}, memref<${shape.join('x')}xf32>`;
};

const memref = (shape: readonly number[]): string => `memref<${shape.join('x')}xf32>`;

/** The result of a kernel on whole arrays. */
const result = (text: string, inputs: readonly (readonly number[])[]): readonly number[] =>
  executed(text, inputs, { machine: 'gfx942' }).out;

const numbers = (count: number, seed: number): number[] =>
  range(count, (i) => ((i * 31 + seed * 17) % 23) - 11);

const layouts = layoutsOf(SHAPE, 4, 64);

describe('a vector through LDS', () => {
  const through = (writer: NestedLayout, reader: NestedLayout, pitch: number): string =>
    kernel(
      `%in: ${memref(SHAPE)}, %out: ${memref(SHAPE)}`,
      `%m = memref.alloc() : memref<${SHAPE[0]}x${pitch}xf32, ${SPACE}>
      %t = memref.subview %m[0, 0] [${SHAPE.join(', ')}] [1, 1] : memref<${SHAPE[0]}x${pitch}xf32, ${SPACE}> to memref<${SHAPE.join('x')}xf32, strided<[${pitch}, 1]>, ${SPACE}>
      ${read('v', 'in', writer, SHAPE)}
      vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true, true]} : ${vectorType(SHAPE)}, memref<${SHAPE.join('x')}xf32, strided<[${pitch}, 1]>, ${SPACE}>
      gpu.barrier
      %l = vector.transfer_read %t[%c0, %c0], %pad {in_bounds = [true, true]} : memref<${SHAPE.join('x')}xf32, strided<[${pitch}, 1]>, ${SPACE}>, ${vectorType(SHAPE)}
      %w = iree_vector_ext.to_layout %l to layout(${printNestedLayout(reader)}) : ${vectorType(SHAPE)}
      ${write('w', 'out', SHAPE)}`,
    );

  /** Bytes that each thread writes or reads, in the order of its accesses: from the layout, element by element. */
  function bytesByThread(layout: NestedLayout, pitch: number): Map<number, number[]> {
    const owned = indicesOf(SHAPE).map((index) => ({ index, ...ownerOf(layout, index, 64) }));
    owned.sort((a, b) => {
      const [left, right] = [a, b].map(({ tiles, element }) => [...tiles, ...element]);
      const at = (left ?? []).findIndex((digit, i) => digit !== right?.[i]);
      return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0);
    });
    const bytes = new Map<number, number[]>();
    for (const { thread, index } of owned) {
      const list = bytes.get(thread) ?? [];
      list.push(4 * ((index[0] ?? 0) * pitch + (index[1] ?? 0)));
      bytes.set(thread, list);
    }
    return bytes;
  }

  it('arrives whole, by the addresses that the layouts say', () => {
    forAll([layouts, layouts, fc.constantFrom(32, 33, 34, 36)], 60, (writer, reader, pitch) => {
      const values = numbers(COUNT, 1);
      const { traces, out } = executed(through(writer, reader, pitch), [values], {
        machine: 'gfx942',
      });
      expect(out).toEqual(values);
      const found = { read: new Map<number, number[]>(), write: new Map<number, number[]>() };
      for (const trace of traces) {
        for (let row = 0; row < trace.count; row++) {
          const { direction, widthBytes } = opcodeAt(trace.op[row] ?? 0);
          if (direction !== 'read' && direction !== 'write') continue;
          for (let lane = 0; lane < 64; lane++) {
            const word = trace.activeMask[2 * row + (lane >> 5)] ?? 0;
            if (((word >>> (lane & 31)) & 1) === 0) continue;
            const thread = (trace.wave[row] ?? 0) * 64 + lane;
            const list = found[direction].get(thread) ?? [];
            const start = trace.addressBytes[row * 64 + lane] ?? 0;
            for (let byte = 0; byte < widthBytes; byte += 4) list.push(start + byte);
            found[direction].set(thread, list);
          }
        }
      }
      expect(found.write).toEqual(bytesByThread(writer, pitch));
      // Threads that have what a lower one has read it too.
      for (const [thread, bytes] of bytesByThread(reader, pitch)) {
        expect(found.read.get(thread)).toEqual(bytes);
      }
      expect(found.read.size).toBe(THREADS);
    });
  });

  const tiles = (
    subgroup: number[],
    batch: number[],
    thread: number[],
    element: number[],
  ): Omit<NestedLayout, 'subgroup_strides' | 'thread_strides'> => ({
    subgroup_tile: subgroup,
    batch_tile: batch,
    outer_tile: [1, 1],
    thread_tile: thread,
    element_tile: element,
  });

  it('cannot change its layout without LDS', () => {
    const rows: NestedLayout = {
      ...tiles([4, 1], [1, 1], [4, 16], [1, 2]),
      subgroup_strides: [1, 0],
      thread_strides: [16, 1],
    };
    const other: NestedLayout = {
      ...tiles([1, 1], [1, 8], [16, 4], [1, 1]),
      subgroup_strides: [0, 0],
      thread_strides: [1, 16],
    };
    const text = kernel(
      `%in: ${memref(SHAPE)}, %out: ${memref(SHAPE)}`,
      `${read('v', 'in', rows, SHAPE)}
      %w = iree_vector_ext.to_layout %v to layout(${printNestedLayout(other)}) : ${vectorType(SHAPE)}
      ${write('w', 'out', SHAPE)}`,
    );
    expect(codes(text)).toEqual(['execute/layout-conversion']);
    const { diagnostics } = run(text);
    expect(diagnostics[0]?.hint).toMatch(/GPUVectorAlloc/);
  });
});

describe('transfers of shared vectors', () => {
  const turned = [SHAPE[1], SHAPE[0]] as const;
  const masks = fc.tuple(fc.integer({ min: 0, max: 33 }), fc.integer({ min: 0, max: 17 }));

  it('turn, mask and stay inside as the whole ones do', () => {
    // A memref of 32 x 16, of which the vector is the transpose; the mask is as the memory lies.
    forAll([layouts, masks, fc.nat(3)], 40, (layout, [rows, columns], from) => {
      const type = vectorType(SHAPE);
      const map = '{permutation_map = affine_map<(d0, d1) -> (d1, d0)>}';
      const text = kernel(
        `%in: ${memref(turned)}, %out: ${memref(turned)}`,
        `%rows = arith.constant ${rows} : index
          %columns = arith.constant ${columns} : index
          %from = arith.constant ${from} : index
          %m = vector.create_mask %rows, %columns : vector<32x16xi1>
          %none = arith.constant -1.0 : f32
          %r = vector.transfer_read %in[%from, %c0], %none, %m ${map} : ${memref(turned)}, ${type}
          %v = iree_vector_ext.to_layout %r to layout(${printNestedLayout(layout)}) : ${type}
          %one = arith.constant dense<1.0> : ${type}
          %w = arith.addf %v, %one : ${type}
          vector.transfer_write %w, %out[%c0, %c0], %m ${map} : ${type}, ${memref(turned)}`,
      );
      const values = numbers(COUNT, 15);
      const wanted = values.map((_, at) => {
        const [row, column] = [at >> 4, at & 15];
        if (row >= rows || column >= columns) return 0;
        const source = 16 * (row + from) + column;
        return source < COUNT ? (values[source] ?? 0) + 1 : 0;
      });
      expect(result(text, [values])).toEqual(wanted);
    });
  });

  it('read once what is broadcast', () => {
    forAll([layouts], 25, (layout) => {
      const type = vectorType(SHAPE);
      const text = kernel(
        `%in: memref<32xf32>, %out: ${memref(SHAPE)}`,
        `%r = vector.transfer_read %in[%c0], %pad {permutation_map = affine_map<(d0) -> (0, d0)>, in_bounds = [true, true]} : memref<32xf32>, ${type}
          %v = iree_vector_ext.to_layout %r to layout(${printNestedLayout(layout)}) : ${type}
          ${write('v', 'out', SHAPE)}`,
      );
      const values = numbers(32, 16);
      expect(result(text, [values])).toEqual(range(COUNT, (at) => values[at % 32]));
    });
  });

  it('gather by indices that lanes share', () => {
    forAll([layoutsOf([32], 4, 64)], 20, (layout) => {
      const text = kernel(
        '%in: memref<64xf32>, %out: memref<32xf32>',
        `%steps = vector.step : vector<32xindex>
          %three = arith.constant dense<3> : vector<32xindex>
          %m64 = arith.constant dense<64> : vector<32xindex>
          %tripled = arith.muli %steps, %three : vector<32xindex>
          %indices = arith.remui %tripled, %m64 : vector<32xindex>
          %mask = vector.constant_mask [30] : vector<32xi1>
          %none = arith.constant dense<-5.0> : vector<32xf32>
          %g = vector.gather %in[%c0] [%indices], %mask, %none : memref<64xf32>, vector<32xindex>, vector<32xi1>, vector<32xf32> into vector<32xf32>
          %v = iree_vector_ext.to_layout %g to layout(${printNestedLayout(layout)}) : vector<32xf32>
          ${write('v', 'out', [32])}`,
      );
      const values = numbers(64, 17);
      expect(result(text, [values])).toEqual(
        range(32, (i) => (i < 30 ? values[(3 * i) % 64] : -5)),
      );
    });
  });
});

describe('arithmetic on shared vectors', () => {
  it('is that on the whole ones, with constants, scalars and broadcasts in any layout', () => {
    forAll([layouts], 40, (layout) => {
      const type = vectorType(SHAPE);
      const text = kernel(
        `%in: ${memref(SHAPE)}, %row: memref<32xf32>, %out: ${memref(SHAPE)}`,
        `${read('v', 'in', layout, SHAPE)}
          %two = arith.constant dense<2.0> : ${type}
          %s = arith.constant 3.0 : f32
          %b = vector.broadcast %s : f32 to ${type}
          %r = vector.transfer_read %row[%c0], %pad {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
          %rows = vector.broadcast %r : vector<32xf32> to ${type}
          %x = arith.mulf %v, %two : ${type}
          %y = arith.addf %x, %b : ${type}
          %z = arith.addf %y, %rows : ${type}
          ${write('z', 'out', SHAPE)}`,
      );
      const [values, row] = [numbers(COUNT, 2), numbers(32, 5)];
      const wanted = values.map((value, i) => 2 * value + 3 + (row[i % 32] ?? 0));
      expect(result(text, [values, row])).toEqual(wanted);
    });
  });

  it('transposes and reshapes without moving anything between lanes', () => {
    forAll([layouts], 40, (layout) => {
      const turned = [SHAPE[1], SHAPE[0]];
      const text = kernel(
        `%in: ${memref(SHAPE)}, %out: ${memref(turned)}`,
        `${read('v', 'in', layout, SHAPE)}
          %t = vector.transpose %v, [1, 0] : ${vectorType(SHAPE)} to ${vectorType(turned)}
          %u = vector.shape_cast %t : ${vectorType(turned)} to ${vectorType([1, ...turned])}
          %w = vector.shape_cast %u : ${vectorType([1, ...turned])} to ${vectorType(turned)}
          ${write('w', 'out', turned)}`,
      );
      const values = numbers(COUNT, 3);
      expect(result(text, [values])).toEqual(range(COUNT, (i) => values[(i % 16) * 32 + (i >> 4)]));
    });
  });

  it('makes constants, counters and masks of the elements that a lane has', () => {
    forAll([layoutsOf([32], 4, 64), fc.nat(33)], 30, (layout, size) => {
      const type = vectorType([32]);
      const list = range(32, (i) => `${i % 7}.0`).join(', ');
      const text = kernel(
        `%in: memref<32xf32>, %out: memref<32xf32>`,
        `${read('v', 'in', layout, [32])}
          %c = arith.constant dense<[${list}]> : ${type}
          %steps = vector.step : vector<32xindex>
          %i = arith.index_cast %steps : vector<32xindex> to vector<32xi32>
          %f = arith.sitofp %i : vector<32xi32> to ${type}
          %n = arith.constant ${size} : index
          %m = vector.create_mask %n : vector<32xi1>
          %k = vector.constant_mask [5] : vector<32xi1>
          %x = arith.addf %v, %c : ${type}
          %y = arith.select %m, %f, %x : vector<32xi1>, ${type}
          %z = arith.select %k, %c, %y : vector<32xi1>, ${type}
          ${write('z', 'out', [32])}`,
      );
      const values = numbers(32, 4);
      const wanted = values.map((value, i) => (i < 5 ? i % 7 : i < size ? i : value + (i % 7)));
      expect(result(text, [values])).toEqual(wanted);
    });
  });
});

describe('sums over shared vectors', () => {
  it('are those of the whole ones where one subgroup has the terms', () => {
    forAll([layouts, fc.constantFrom(0, 1)], 40, (given, dimension) => {
      const layout = {
        ...given,
        batch_tile: given.batch_tile.map((size, d) =>
          d === dimension ? size * (given.subgroup_tile[d] ?? 1) : size,
        ),
        subgroup_tile: given.subgroup_tile.with(dimension, 1),
        subgroup_strides: given.subgroup_strides.with(dimension, 0),
      };
      const kept = SHAPE[1 - dimension] ?? 1;
      const text = kernel(
        `%in: ${memref(SHAPE)}, %acc: memref<${kept}xf32>, %out: memref<${kept}xf32>`,
        `${read('v', 'in', layout, SHAPE)}
          %a = vector.transfer_read %acc[%c0], %pad {in_bounds = [true]} : memref<${kept}xf32>, vector<${kept}xf32>
          %r = vector.multi_reduction <add>, %v, %a [${dimension}] : ${vectorType(SHAPE)} to vector<${kept}xf32>
          ${write('r', 'out', [kept])}`,
      );
      const [values, start] = [numbers(COUNT, 6), numbers(kept, 7)];
      const wanted = start.map((first, at) =>
        values.reduce(
          (sum, value, i) => ((dimension === 0 ? i % 32 : i >> 5) === at ? sum + value : sum),
          first,
        ),
      );
      expect(result(text, [values, start])).toEqual(wanted);
    });
  });

  it('reduce everything to a scalar', () => {
    const layout = fc.sample(layoutsOf(SHAPE, 1, 64), { numRuns: 1, seed: 1 })[0];
    if (layout === undefined) return;
    const text = kernel(
      `%in: ${memref(SHAPE)}, %out: memref<1xf32>`,
      `${read('v', 'in', layout, SHAPE)}
      %r = vector.multi_reduction <maximumf>, %v, %pad [0, 1] : ${vectorType(SHAPE)} to f32
      memref.store %r, %out[%c0] : memref<1xf32>`,
    );
    expect(result(text, [numbers(COUNT, 8)])).toEqual([11]);
  });

  it('go through the workgroup where several subgroups have the terms, and say so', () => {
    forAll([layouts.filter(({ subgroup_tile }) => (subgroup_tile[1] ?? 1) > 1)], 15, (layout) => {
      const type = vectorType(SHAPE);
      const text = kernel(
        `%in: ${memref(SHAPE)}, %out: memref<16xf32>`,
        `%c1 = arith.constant 1 : index
          %c3 = arith.constant 3 : index
          ${read('v', 'in', layout, SHAPE)}
          %a = arith.constant dense<1.0> : vector<16xf32>
          %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a) -> (vector<16xf32>) {
            %t = vector.multi_reduction <add>, %v, %s [1] : ${type} to vector<16xf32>
            scf.yield %t : vector<16xf32>
          }
          ${write('r', 'out', [16])}`,
      );
      const values = numbers(COUNT, 12);
      const out = new Uint8Array(64);
      const { diagnostics } = run(text, {
        machine: 'gfx942',
        buffers: bufferMap(encode('f32', values), out),
      });
      expect(diagnostics.map(({ code }) => code)).toEqual(['execute/across-subgroups']);
      const wanted = range(16, (row) =>
        values.slice(32 * row, 32 * row + 32).reduce((sum, value) => sum + 3 * value, 1),
      );
      expect(decode('f32', out)).toEqual(wanted);
    });
  });
});

/** Tiles of M or N are dealt to subgroups, K is not. */
it('a product of shared vectors is that of the whole matrices, in a loop too', () => {
  const [M, N, K] = [32, 16, 16];
  const operands = fc
    .tuple(layoutsOf([M, K], 1, 64), layoutsOf([K, N], 1, 64), layoutsOf([M, N], 4, 64))
    .map(([a, b, c]) => ({ a, b, c }))
    // The lanes of M and of N are the same, as in a matrix instruction: the result has a layout of its own.
    .filter(({ a, b }) => a.thread_strides[0] === 1 && b.thread_strides[1] === 1);
  forAll([operands, fc.integer({ min: 0, max: 3 })], 40, ({ a, b, c }, trips) => {
    const acc = vectorType([M, N]);
    const text = kernel(
      `%a: memref<${M}x${K}xf32>, %b: memref<${K}x${N}xf32>, %out: memref<${M}x${N}xf32>`,
      `%c1 = arith.constant 1 : index
          %n = arith.constant ${trips} : index
          %zero = arith.constant dense<1.0> : ${acc}
          %init = iree_vector_ext.to_layout %zero to layout(${printNestedLayout(c)}) : ${acc}
          %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (${acc}) {
            ${read('va', 'a', a, [M, K])}
            ${read('vb', 'b', b, [K, N])}
            %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %va, %vb, %s : ${vectorType([M, K])}, ${vectorType([K, N])} into ${acc}
            %q = iree_vector_ext.to_layout %p to layout(${printNestedLayout(c)}) : ${acc}
            scf.yield %q : ${acc}
          }
          ${write('sum', 'out', [M, N])}`,
    );
    const [left, right] = [numbers(M * K, 9), numbers(K * N, 10)];
    const wanted = Array.from({ length: M * N }, (_, i) => {
      let sum = 0;
      for (let k = 0; k < K; k++) {
        sum += (left[Math.floor(i / N) * K + k] ?? 0) * (right[k * N + (i % N)] ?? 0);
      }
      return 1 + trips * sum;
    });
    expect(result(text, [left, right])).toEqual(wanted);
  });
});

describe('iree_codegen.inner_tiled', () => {
  const MAPS =
    'indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>';
  const [I, J, K] = [2, 3, 2];
  const tile = (
    batch: readonly number[],
    threads: string,
    elements: string,
    strides: string,
  ): string =>
    `#iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1, 1], batch_tile = [${batch.join(', ')}, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, ${threads}], element_tile = [1, 1, ${elements}], subgroup_strides = [0, 0, 0, 0], thread_strides = [0, 0, ${strides}]>`;
  const A = tile([I, K], '16, 4', '1, 4', '1, 16');
  const B = tile([K, J], '4, 16', '4, 1', '16, 1');
  const C = tile([I, J], '4, 16', '4, 1', '16, 1');
  const a = numbers(I * K * 256, 13);
  const b = numbers(K * J * 256, 14);
  const wanted = Array.from({ length: I * J * 256 }, (_, at) => {
    const [i, j, m, n] = [
      Math.floor(at / 256 / J),
      Math.floor(at / 256) % J,
      (at >> 4) & 15,
      at & 15,
    ];
    let sum = 0;
    for (let k = 0; k < K; k++) {
      for (let e = 0; e < 16; e++) {
        sum +=
          (a[((i * K + k) * 16 + m) * 16 + e] ?? 0) * (b[((k * J + j) * 16 + e) * 16 + n] ?? 0);
      }
    }
    return sum;
  });

  const product = (body: string): readonly number[] =>
    result(
      `func.func @k(%a: memref<${I}x${K}x16x16xf16>, %b: memref<${K}x${J}x16x16xf16>, %c: memref<${I}x${J}x16x16xf32>)
      attributes {translation_info = #iree_codegen.translation_info<pipeline = LLVMGPUVectorDistribute workgroup_size = [64, 1, 1] subgroup_size = 64>} {
      %x = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %pad = arith.constant 0.0 : f16
      ${body}
      return
    }`,
      [a, b],
    );

  const whole = (shape: readonly number[], element: string): string =>
    `vector<${shape.join('x')}x16x16x${element}>`;
  const four = '[%c0, %c0, %c0, %c0]';
  const inside = 'in_bounds = [true, true, true, true]';

  it('multiplies tiles that lanes share', () => {
    const [left, right, sum] = [whole([I, K], 'f16'), whole([K, J], 'f16'), whole([I, J], 'f32')];
    const found =
      product(`%ra = vector.transfer_read %a${four}, %pad {${inside}} : memref<${I}x${K}x16x16xf16>, ${left}
      %la = iree_vector_ext.to_layout %ra to layout(${A}) : ${left}
      %rb = vector.transfer_read %b${four}, %pad {${inside}} : memref<${K}x${J}x16x16xf16>, ${right}
      %lb = iree_vector_ext.to_layout %rb to layout(${B}) : ${right}
      %zero = arith.constant dense<0.0> : ${sum}
      %lz = iree_vector_ext.to_layout %zero to layout(${C}) : ${sum}
      %p = iree_codegen.inner_tiled ins(%la, %lb) outs(%lz) {${MAPS}, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>} : ${left}, ${right} into ${sum}
      vector.transfer_write %p, %c${four} {${inside}} : ${sum}, memref<${I}x${J}x16x16xf32>`);
    expect(found).toEqual(wanted);
  });

  it('multiplies the tiles of a lane by the instruction of its kind', () => {
    const found = product(`%low = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%x]
      %high = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * 4)>()[%x]
      %la = vector.transfer_read %a[%c0, %c0, %low, %high], %pad {${inside}} : memref<${I}x${K}x16x16xf16>, vector<${I}x${K}x1x4xf16>
      %lb = vector.transfer_read %b[%c0, %c0, %high, %low], %pad {${inside}} : memref<${K}x${J}x16x16xf16>, vector<${K}x${J}x4x1xf16>
      %zero = arith.constant dense<0.0> : vector<${I}x${J}x4x1xf32>
      %p = iree_codegen.inner_tiled ins(%la, %lb) outs(%zero) {${MAPS}, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = true>} : vector<${I}x${K}x1x4xf16>, vector<${K}x${J}x4x1xf16> into vector<${I}x${J}x4x1xf32>
      vector.transfer_write %p, %c[%c0, %c0, %high, %low] {${inside}} : vector<${I}x${J}x4x1xf32>, memref<${I}x${J}x16x16xf32>`);
    expect(found).toEqual(wanted);
  });
});
