/** Buffers of elements below a byte through `suggest` and `fix`: sizes, layouts in elements, and a kernel that keeps its bits. */
import { machineNamed, type Machine, parseLaunch } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { fixKernel, suggestKernel } from '@ldscope/engine';

const machine = (): Machine => {
  const found = machineNamed('gfx950');
  return found;
};
const launch = () => {
  const read = parseLaunch('');
  if (!read.ok) throw new Error('no launch');
  return read.value;
};

/** Each lane writes 16 bytes of its row and reads them back; rows of 128 bytes, all of which are used. */
const kernel = (type: string, elements: number): string => `
#lds = #gpu.address_space<workgroup>
func.func @k(%in: memref<16x${8 * elements}x${type}>, %out: memref<16x${8 * elements}x${type}>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x upper_bound 64
  %a = memref.alloc() : memref<16x${8 * elements}x${type}, #lds>
  %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
  %c = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * ${elements})>()[%t]
  %d = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * ${elements} + ${4 * elements})>()[%t]
  %v = vector.load %in[%r, %c] : memref<16x${8 * elements}x${type}>, vector<${elements}x${type}>
  %w = vector.load %in[%r, %d] : memref<16x${8 * elements}x${type}>, vector<${elements}x${type}>
  vector.store %v, %a[%r, %c] : memref<16x${8 * elements}x${type}, #lds>, vector<${elements}x${type}>
  vector.store %w, %a[%r, %d] : memref<16x${8 * elements}x${type}, #lds>, vector<${elements}x${type}>
  gpu.barrier
  %x = vector.load %a[%r, %c] : memref<16x${8 * elements}x${type}, #lds>, vector<${elements}x${type}>
  %y = vector.load %a[%r, %d] : memref<16x${8 * elements}x${type}, #lds>, vector<${elements}x${type}>
  vector.store %x, %out[%r, %c] : memref<16x${8 * elements}x${type}>, vector<${elements}x${type}>
  vector.store %y, %out[%r, %d] : memref<16x${8 * elements}x${type}>, vector<${elements}x${type}>
  return
}`;

/** 16 bytes of each type: the same banks, the same conflicts. */
const cases = [
  ['f4E2M1FN', 32, 0.5],
  ['i4', 32, 0.5],
  ['i2', 64, 0.25],
  ['i8', 16, 1],
] as const;

describe('buffers of elements below a byte', () => {
  it.each(cases)('%s: suggest counts bytes and writes elements', (type, elements, elementBytes) => {
    const { report } = suggestKernel(kernel(type, elements), { machines: ['gfx950'] });
    expect(report?.diagnostics).toEqual([]);
    const buffer = report?.buffers[0];
    expect(buffer?.now).toMatchObject({ conflicts: [136], ldsBytes: 2048 });
    expect(buffer?.front[0]?.conflicts).toEqual([0]);
    const wave = buffer?.notations.find(({ notation }) => notation === 'wave');
    expect(wave?.text).toBe(`swizzle_unit = ${16 / elementBytes}, max_phase = 8`);
  });

  it.each(cases)('%s: fix rewrites columns of elements, and proves it', (type, elements, bytes) => {
    const { report, text } = fixKernel(kernel(type, elements), {
      machines: [machine()],
      launch: launch(),
    });
    expect(report.diagnostics).toEqual([]);
    expect(report.verdict).toBe('fixed');
    expect(report.buffers[0]).toMatchObject({
      rows: 16,
      columns: 8 * elements,
      elementBytes: bytes,
      bytesAfter: 2048,
      conflicts: [{ readBefore: 24, writeBefore: 112, readAfter: 0, writeAfter: 0 }],
    });
    const steps = report.proof.filter(({ name }) => name !== 'time');
    expect(steps.map(({ outcome }) => outcome)).toEqual(Array(5).fill('holds'));
    expect(text).toContain(`memref<16x${8 * elements}x${type}`);
  });

  it('refuses a swizzle that parts a byte, or a word of the row', () => {
    for (const layout of ['wave: swizzle_unit = 1, max_phase = 8', 'pad = 257']) {
      const { report } = fixKernel(kernel('f4E2M1FN', 32), {
        machines: [machine()],
        launch: launch(),
        layout,
      });
      expect(report.verdict).toBe('failed');
      expect(report.diagnostics.map(({ message }) => message).join()).toContain('parts of a byte');
    }
  });
});
