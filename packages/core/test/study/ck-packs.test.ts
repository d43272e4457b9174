/** Elements of 6 bits in specifications of CK Tile: refused with the reason wherever they are written, and not as unknown. */
import { expect, test } from 'vitest';
import { readCkGemm } from '../../src/study/ck-tile/spec/read-gemm.ts';
import { readCkTileSpec } from '../../src/study/ck-tile/spec/read-spec.ts';
import { machineNamed } from '@ldscope/core';

const machine = machineNamed('gfx950');

test.each(['f6', 'fp6', 'bf6', 'f6E3M2FN', 'pk_fp6x16_t', 'pk_fp6x32_t'])('%s', (element) => {
  const gemm = {
    gemm: { m: 64, n: 64, k: 128 },
    element,
    block: [64, 64, 128],
    waves: [2, 2],
    warp_tile: [16, 16, 128],
  };
  const distribution = { thread_raked: { rows: 32, columns: 128, vector: 16, threads: 64 } };
  const lds = { naive: { lengths: [32, 128], strides: [128, 1] } };
  const triple = { element, lds, write: { distribution }, read: { distribution } };
  for (const { value, diagnostics } of [
    readCkGemm(gemm, machine, 'gemm'),
    readCkTileSpec(triple, machine, 'triple'),
  ]) {
    expect(value).toBeUndefined();
    const [first] = diagnostics;
    expect(first?.diagnostic.code).toBe('spec/packed-element');
    expect(first?.diagnostic.hint).toContain('element: f6');
  }
});
