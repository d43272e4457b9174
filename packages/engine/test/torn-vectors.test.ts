/** Reads that take more elements than the swizzle of their buffer keeps together: hazards with their place, and no rewriting. */
import { emptyLaunch, machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { analyzeKernel, suggestKernel } from '../src/index.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';

const machines = [machineNamed('gfx950')];
const lds = (rows: number): string => `memref<${rows}x64xf16, #gpu.address_space<workgroup>>`;

/** 16 rows of 64 halves, gathered 2 at a time and read 8 at a time, with row mod 8 XORed onto units of `unit` halves. */
function kernel(unit: number, rows = 16): string {
  const swizzled = `(d0 floordiv ${unit})`;
  return `
func.func @k(%src: memref<16x64xf16>, %dst: memref<2x64x8xf16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x upper_bound 64
  %tile = memref.alloc() : ${lds(rows)}
  scf.for %i = %c0 to %c8 step %c1 {
    %r = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 32)>(%i)[%t]
    %c = affine.apply affine_map<()[s0] -> (s0 mod 32 * 2)>()[%t]
    %chunk = affine.apply affine_map<(d0) -> (${swizzled})>(%c)
    %key = affine.apply affine_map<(d0) -> (d0 mod 8)>(%r)
    %x = arith.xori %chunk, %key : index
    %s = affine.apply affine_map<(d0, d1) -> (d0 * ${unit} + d1 mod ${unit})>(%x, %c)
    %row = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    amdgpu.gather_to_lds %src[%r, %s], %tile[%row, %c0] : vector<2xf16>, memref<16x64xf16>, ${lds(rows)}
  }
  amdgpu.memory_counter_wait load(0)
  gpu.barrier
  %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  %key = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%t]
  scf.for %k = %c0 to %c2 step %c1 {
    %c = affine.apply affine_map<(d0)[s0] -> (d0 * 32 + s0 floordiv 16 * 8)>(%k)[%t]
    %chunk = affine.apply affine_map<(d0) -> (${swizzled})>(%c)
    %x = arith.xori %chunk, %key : index
    %s = affine.apply affine_map<(d0, d1) -> (d0 * ${unit} + d1 mod ${unit})>(%x, %c)
    %v = vector.load %tile[%r, %s] : ${lds(rows)}, vector<8xf16>
    vector.store %v, %dst[%k, %t, %c0] : memref<2x64x8xf16>, vector<8xf16>
  }
  return
}`;
}

const tornIn = (diagnostics: readonly { readonly code: string }[]): number =>
  diagnostics.filter(({ code }) => code === 'hazard/torn-vector').length;

describe('a read of 8 elements under units of 2', () => {
  it('is a hazard at the read', () => {
    const { analysis } = analyzeKernel(kernel(2, 17), { machine: 'gfx950' });
    const torn = analysis?.report.hazards.find(({ code }) => code === 'hazard/torn-vector');
    expect(torn?.message).toContain('takes 8 elements of %tile, but its swizzle keeps units of 2');
    expect(torn?.message).toContain('from row 1 on');
    expect(torn?.location.text).toContain('vector.load %tile');
  });

  it('is the reason where it leaves its buffer', () => {
    const analyzed = analyzeKernel(kernel(2), { machine: 'gfx950' });
    expect(analyzed.analysis).toBeUndefined();
    expect(tornIn(analyzed.diagnostics)).toBe(1);
    expect(tornIn(suggestKernel(kernel(2), { machines: ['gfx950'] }).diagnostics)).toBe(1);
  });

  it('is not rewritten', () => {
    const { text, report } = fixKernel(kernel(2, 17), { machines, launch: emptyLaunch });
    expect(text).toBeUndefined();
    expect(report.verdict).toBe('refused');
  });

  it.each([8, 16])('is right with units of %i', (unit) => {
    const { analysis } = analyzeKernel(kernel(unit, 17), { machine: 'gfx950' });
    expect(tornIn(analysis?.report.hazards ?? [{ code: 'hazard/torn-vector' }])).toBe(0);
  });
});
