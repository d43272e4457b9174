/** Lanes of MLIR that exchange values through the hardware of LDS pass by the banks: counters that see them are not known. */
import { analyzeKernels } from '@ldscope/engine';
import { describe, expect, it } from 'vitest';

const LDS = '#gpu.address_space<workgroup>';

function analyzed(op: string, machine: string) {
  const text = `func.func @k(%in: memref<64xf32>, %out: memref<64xf32>)
    attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %m = memref.alloc() : memref<64xf32, ${LDS}>
      %v = memref.load %in[%x] : memref<64xf32>
      memref.store %v, %m[%x] : memref<64xf32, ${LDS}>
      %one = arith.constant 1 : i32
      %w = arith.constant 64 : i32
      %i = arith.index_cast %x : index to i32
      ${op}
      memref.store %r, %out[%x] : memref<64xf32>
      return
    }`;
  const [found] = analyzeKernels(text, { machine });
  expect(found?.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return found?.analysis?.report;
}

const SHUFFLE = '%r, %p = gpu.shuffle xor %v, %one, %w : f32';

const exchanges = [
  [
    'ds_bpermute_b32',
    '%b = rocdl.ds_bpermute %i, %i : (i32, i32) -> i32\n%r = arith.bitcast %b : i32 to f32',
  ],
  [
    'ds_bpermute_b32',
    '%b = llvm.call_intrinsic "llvm.amdgcn.ds.bpermute"(%i, %i) : (i32, i32) -> i32\n%r = arith.bitcast %b : i32 to f32',
  ],
  ['ds_swizzle_b32', '%r = amdgpu.swizzle_bitmode %v 31 4 0 : f32'],
  ['gpu.shuffle', SHUFFLE],
  ['gpu.subgroup_reduce', '%r = gpu.subgroup_reduce add %v : (f32) -> f32'],
  ['gpu.rotate', '%r, %p = gpu.rotate %v, 1, 64 : f32'],
] as const;

describe('exchanges between lanes', () => {
  it.each(exchanges)('are named: %s', (name, op) => {
    const report = analyzed(op, 'gfx942');
    expect(report?.account.passing).toEqual({ instructions: 1, ops: [name] });
    expect(report?.account.unknownCounters).toContain('SQ_INSTS_LDS');
    expect(report?.account).toMatchObject({ isCovered: true, instructions: 1, counted: 1 });
  });

  it('leave counters alone where they pass no LDS', () => {
    const dpp = '%r = amdgpu.dpp %v %v row_shr(1 : i32) : f32';
    for (const [op, machine] of [
      [dpp, 'gfx942'],
      [SHUFFLE.replace('%w', '%c32'), 'sm_90'],
    ] as const) {
      const own = op.includes('%c32') ? `%c32 = arith.constant 32 : i32\n${op}` : op;
      const report = analyzed(own, machine);
      expect(report?.account.passing).toBeUndefined();
      expect(report?.account.unknownCounters).toEqual([]);
    }
  });
});
