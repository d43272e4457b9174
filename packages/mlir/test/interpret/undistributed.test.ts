/** Vectors of a workgroup that nothing distributes are refused; those of a lane are counted. */
import { describe, expect, it } from 'vitest';
import { codes, LDS, run } from './harness.ts';

const info = (pipeline: string, size = 256): string =>
  `translation_info = #iree_codegen.translation_info<pipeline = ${pipeline} workgroup_size = [${size}, 1, 1] subgroup_size = 64>`;

/** A tile that is stored to LDS and read again, `at` its begin. */
function tile(
  shape: string,
  { attributes = info('LLVMGPUVectorDistribute'), at = '%c0' } = {},
): string {
  const memref = `memref<${shape}, ${LDS}>`;
  return `func.func @k(%in: memref<${shape}>, %out: memref<${shape}>) attributes {${attributes}} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f16
    %x = gpu.thread_id x
    %a = memref.alloc() : ${memref}
    %v = vector.transfer_read %in[%c0, ${at}], %z {in_bounds = [true, true]} : memref<${shape}>, vector<${shape}>
    vector.transfer_write %v, %a[%c0, ${at}] {in_bounds = [true, true]} : vector<${shape}>, ${memref}
    return
  }`;
}

describe('vectors of a workgroup', () => {
  it.each([
    ['in a pipeline that distributes them', '8x16xf16', info('LLVMGPUVectorDistribute')],
    ['in the pipeline of today', '8x16xf16', info('#iree_gpu.pipeline<VectorDistribute>')],
    ['that no lane can hold', '64x128xf16', 'known_block_size = array<i32: 256, 1, 1>'],
    ['where no lane is told apart', '8x16xf16', 'known_block_size = array<i32: 256, 1, 1>'],
    ['just over what a lane can hold', '1x1025xf16', 'known_block_size = array<i32: 64, 1, 1>'],
  ])('are refused %s', (_name, shape, attributes) => {
    const { execution, traces } = run(tile(shape, { attributes }), { machine: 'gfx942' });
    expect(execution.diagnostics.map(({ code }) => code)).toContain('execute/no-layout');
    expect(execution.diagnostics[0]?.message).toContain('not distributed yet');
    expect(traces).toEqual([]);
  });

  it('are refused behind a swizzle hint, which tells no lanes apart', () => {
    const memref = `memref<128xf16, ${LDS}>`;
    const text = `func.func @k(%in: memref<128xf16>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %a = memref.alloc() : ${memref}
      %h = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<64, 8>] : ${memref}
      %v = vector.load %in[%c0] : memref<128xf16>, vector<128xf16>
      vector.store %v, %h[%c0] : ${memref}, vector<128xf16>
      return
    }`;
    expect(codes(text, { machine: 'gfx942' })).toContain('execute/no-layout');
  });

  it('are counted where one lane is all', () => {
    const attributes = 'known_block_size = array<i32: 1, 1, 1>';
    expect(codes(tile('8x16xf16', { attributes }), { machine: 'gfx942' })).not.toContain(
      'execute/no-layout',
    );
  });
});

it('vectors that all threads of a workgroup share, in no subgroups, are counted', () => {
  const layout =
    '#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 32], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [32, 1]>';
  const text = tile('8x64xf16').replace(
    '    vector.transfer_write %v,',
    `    %l = iree_vector_ext.to_layout %v to layout(${layout}) : vector<8x64xf16>\n    vector.transfer_write %l,`,
  );
  const { diagnostics, traces } = run(text, { machine: 'gfx942' });
  expect([diagnostics, traces[0]?.count]).toEqual([[], 4]);
});

describe('vectors of a lane', () => {
  const shaped = (body: string, attributes: string): string =>
    `func.func @k(%in: memref<64x16xf32>, %out: memref<64x16xf32>) attributes {${attributes}} {
      %c0 = arith.constant 0 : index
      %x = gpu.thread_id x
      %z = arith.constant 0.0 : f32
      %a = memref.alloc() : memref<64x16xf32, ${LDS}>
      ${body}
      return
    }`;
  const memref = `memref<64x16xf32, ${LDS}>`;
  const mine = `%v = vector.transfer_read %in[%x, %c0], %z {in_bounds = [true]} : memref<64x16xf32>, vector<16xf32>
    vector.transfer_write %v, %a[%x, %c0] {in_bounds = [true]} : vector<16xf32>, ${memref}
    gpu.barrier
    %shared = vector.load %a[%c0, %c0] : ${memref}, vector<4xf32>`;

  it.each([info('LLVMGPUVectorDistribute', 64), 'known_block_size = array<i32: 64, 1, 1>'])(
    'are counted, with reads of one place by all: %s',
    (attributes) => {
      expect(codes(shaped(mine, attributes), { machine: 'gfx942' })).toEqual([]);
    },
  );

  it('are counted where all lanes store one piece of 16 bytes', () => {
    const body = `%v = vector.load %in[%c0, %c0] : memref<64x16xf32>, vector<4xf32>
      vector.store %v, %a[%c0, %c0] : ${memref}, vector<4xf32>`;
    const attributes = 'known_block_size = array<i32: 64, 1, 1>';
    expect(codes(shaped(body, attributes), { machine: 'gfx942' })).toEqual([]);
  });
});
