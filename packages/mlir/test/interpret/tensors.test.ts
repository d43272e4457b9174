/** Tensors between GPUVectorAlloc and bufferization: executed as the memory that they will be. */
import { describe, expect, it } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { opcodeAt } from '@ldscope/core';
import { bufferMap, codes, decode, encode, executed, LDS as SPACE, run } from './harness.ts';

const T = `tensor<16x16xf16, ${SPACE}>`;
const layout = (threads: string, elements: string, strides: string): string =>
  `#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [${threads}], element_tile = [${elements}], subgroup_strides = [0, 0], thread_strides = [${strides}]>`;
const WRITER = layout('16, 4', '1, 4', '4, 1');
const ROWS = layout('16, 4', '1, 4', '1, 16');
const COLUMNS = layout('4, 16', '4, 1', '16, 1');

const kernel = (parameters: string, body: string): string => `func.func @k(${parameters})
    attributes {translation_info = #iree_codegen.translation_info<pipeline = LLVMGPUVectorDistribute workgroup_size = [64, 1, 1] subgroup_size = 64>} {
    %c0 = arith.constant 0 : index
    %pad = ub.poison : f16
    ${body}
    return
  }`;

const inside = '{in_bounds = [true, true]}';

/** A 4-wide row-major write and a read for the matrix core, as GPUVectorAlloc puts them in. */
const throughLds = (name: string, source: string, reader: string): string => `
    gpu.barrier
    %${name}.r = vector.transfer_read %${source}[%c0, %c0], %pad ${inside} : tensor<16x16xf16>, vector<16x16xf16>
    %${name}.w = iree_vector_ext.to_layout %${name}.r to layout(${WRITER}) : vector<16x16xf16>
    %${name}.t = bufferization.alloc_tensor() {memory_space = ${SPACE}} : ${T}
    %${name}.h = iree_codegen.swizzle_hint %${name}.t[#iree_codegen.xor_shuffle<16, 4>] : ${T}
    %${name}.s = vector.transfer_write %${name}.w, %${name}.h[%c0, %c0] ${inside} : vector<16x16xf16>, ${T}
    %${name}.b = iree_gpu.value_barrier %${name}.s : ${T}
    %${name}.l = vector.transfer_read %${name}.b[%c0, %c0], %pad ${inside} : ${T}, vector<16x16xf16>
    %${name} = iree_vector_ext.to_layout %${name}.l to layout(${reader}) : vector<16x16xf16>`;

const MAPS =
  'indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>';

const product = kernel(
  '%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %out: memref<16x16xf32>',
  `${throughLds('x', 'a', ROWS)}
    ${throughLds('y', 'b', ROWS)}
    %zero = arith.constant dense<0.0> : vector<16x16xf32>
    %acc = iree_vector_ext.to_layout %zero to layout(${COLUMNS}) : vector<16x16xf32>
    %p = vector.contract {${MAPS}} %x, %y, %acc : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    %q = iree_vector_ext.to_layout %p to layout(${COLUMNS}) : vector<16x16xf32>
    vector.transfer_write %q, %out[%c0, %c0] ${inside} : vector<16x16xf32>, memref<16x16xf32>`,
);

const a = Array.from({ length: 256 }, (_, i) => (i * 7) % 13);
const b = Array.from({ length: 256 }, (_, i) => (i * 5) % 11);

describe('a product of tensors', () => {
  const out = new Uint8Array(1024);
  const { traces, execution } = run(product, {
    machine: 'gfx942',
    buffers: bufferMap(encode('f16', a), encode('f16', b), out),
  });

  it('is that of the matrices, without a hazard', () => {
    const wanted = Array.from({ length: 256 }, (_, i) => {
      const [m, n] = [i >> 4, i & 15];
      let sum = 0;
      for (let k = 0; k < 16; k++) sum += (a[16 * m + k] ?? 0) * (b[16 * n + k] ?? 0);
      return sum;
    });
    expect(execution.diagnostics).toEqual([]);
    expect(execution.hazards).toEqual([]);
    expect(decode('f32', out)).toEqual(wanted);
  });

  it('writes rows four wide, and reads columns of lanes', () => {
    const trace = traces[0];
    const found = Array.from({ length: trace?.count ?? 0 }, (_, row) => ({
      name: opcodeAt(trace?.op[row] ?? 0).name,
      addresses: [...(trace?.addressBytes.subarray(64 * row, 64 * row + 64) ?? [])],
    }));
    const lanes = Array.from({ length: 64 }, (_, lane) => lane);
    const writes = (base: number): number[] => lanes.map((lane) => base + 8 * lane);
    const reads = (base: number): number[] =>
      lanes.map((lane) => base + 32 * (lane & 15) + 8 * (lane >> 4));
    expect(found).toEqual([
      { name: 'ds_write_b64', addresses: writes(0) },
      { name: 'ds_read_b64', addresses: reads(0) },
      { name: 'ds_write_b64', addresses: writes(512) },
      { name: 'ds_read_b64', addresses: reads(512) },
    ]);
  });
});

it('buffers of a dispatch are loaded as tensors and stored as such', () => {
  const text = kernel(
    '%in: memref<16x16xf16>, %out: memref<16x16xf16>',
    `%t = iree_codegen.load_from_buffer %in : memref<16x16xf16> -> tensor<16x16xf16>
      %r = vector.transfer_read %t[%c0, %c0], %pad ${inside} : tensor<16x16xf16>, vector<16x16xf16>
      %v = iree_vector_ext.to_layout %r to layout(${WRITER}) : vector<16x16xf16>
      %d = iree_codegen.load_from_buffer %out : memref<16x16xf16> -> tensor<16x16xf16>
      %w = vector.transfer_write %v, %d[%c0, %c0] ${inside} : vector<16x16xf16>, tensor<16x16xf16>
      iree_codegen.store_to_buffer %w, %out : tensor<16x16xf16> into memref<16x16xf16>`,
  );
  const { out } = executed(text, [a]);
  expect(out).toEqual(a);
});

describe('tiles of a workgroup', () => {
  const tiles = (body: string): string =>
    kernel(
      '%in: memref<32x32xf16>, %out: memref<32x32xf16>',
      `%t = iree_codegen.load_from_buffer %in : memref<32x32xf16> -> tensor<32x32xf16>
      %d = iree_codegen.load_from_buffer %out : memref<32x32xf16> -> tensor<32x32xf16>
      %all = scf.forall (%i, %j) = (0, 0) to (32, 32) step (16, 16) shared_outs(%o = %d) -> (tensor<32x32xf16>) {
        %r = vector.transfer_read %t[%j, %i], %pad ${inside} : tensor<32x32xf16>, vector<16x16xf16>
        %v = iree_vector_ext.to_layout %r to layout(${WRITER}) : vector<16x16xf16>
        ${body}
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %w into %o[%i, %j] [16, 16] [1, 1] : tensor<16x16xf16> into tensor<32x32xf16>
        }
      } {mapping = [#iree_codegen.workgroup_mapping<y>, #iree_codegen.workgroup_mapping<x>]}
      iree_codegen.store_to_buffer %all, %out : tensor<32x32xf16> into memref<32x32xf16>`,
    );
  const data = Array.from({ length: 1024 }, (_, i) => i);
  const wanted = data.map((at) => {
    const [row, column] = [at >> 5, at & 31];
    return 32 * ((column & 16) + (row & 15)) + (row & 16) + (column & 15);
  });

  it.each(rows`
      slices of what they share              | %s = tensor.extract_slice %o[%i, %j] [16, 16] [1, 1] : tensor<32x32xf16> to tensor<16x16xf16> \n %w = vector.transfer_write %v, %s[%c0, %c0] ${inside} : vector<16x16xf16>, tensor<16x16xf16>
      tensors of their own, which are copied | %s = bufferization.alloc_tensor() {memory_space = ${SPACE}} : tensor<16x16xf16> \n %n = vector.transfer_write %v, %s[%c0, %c0] ${inside} : vector<16x16xf16>, tensor<16x16xf16> \n %w = iree_gpu.value_barrier %n : tensor<16x16xf16>
    `)('are %s', (_name, body) => {
    const { out } = executed(tiles(body), [data], { launch: 'grid=2x2' });
    expect(out).toEqual(wanted);
  });
});

it.each(rows`
      a tensor that is used after it has been written into | %t = bufferization.alloc_tensor() {memory_space = ${SPACE}} : ${T} \n %v = arith.constant dense<1.0> : vector<16x16xf16> \n %w = iree_vector_ext.to_layout %v to layout(${WRITER}) : vector<16x16xf16> \n %s = vector.transfer_write %w, %t[%c0, %c0] ${inside} : vector<16x16xf16>, ${T} \n %r = vector.transfer_read %t[%c0, %c0], %pad ${inside} : ${T}, vector<16x16xf16> \n %l = iree_vector_ext.to_layout %r to layout(${WRITER}) : vector<16x16xf16> | execute/unsupported
      a tensor of no memory | %t = tensor.empty() : tensor<16x16xf16> | execute/unsupported
      an access to a vector that no layout reaches | %m = memref.alloc() : memref<16x16xf16, ${SPACE}> \n %v = arith.constant dense<1.0> : vector<16x16xf16> \n %w = iree_vector_ext.to_layout %v to layout(${WRITER}) : vector<16x16xf16> \n %u = arith.constant dense<1.0> : vector<16x8xf16> \n vector.transfer_write %u, %m[%c0, %c0] ${inside} : vector<16x8xf16>, memref<16x16xf16, ${SPACE}> | execute/no-layout
      a layout of another shape | %v = arith.constant dense<1.0> : vector<16x8xf16> \n %w = iree_vector_ext.to_layout %v to layout(${WRITER}) : vector<16x8xf16> | execute/unsupported
    `)('what is not executed %s', (_name, body, code) => {
  expect(codes(kernel('', body))).toEqual([code]);
});
