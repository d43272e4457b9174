/** What `suggest` promises is what the rewritten kernel has: swizzled, rotated and padded kernels, and ones narrowed by padding. */
import { emptyLaunch, machineNamed, type RowLayout, type Tile } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import {
  kernelText,
  type Style,
  swizzledKernels,
} from '../../mlir/test/passes/swizzled-kernels.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { suggestKernel } from '../src/index.ts';
import { promiseOf } from './promise.ts';
import { leastCases } from '../../../test/cases.ts';

const small = swizzledKernels.filter(
  ({ layout: { tile } }) => tile.rows <= 32 && tile.columns * tile.elementBytes <= 128,
);

const tile: Tile = { rows: 32, columns: 64, elementBytes: 2 };
const style: Style = {
  element: 'f16',
  fill: 'store',
  arithmetic: 'affine',
  bits: false,
  flat: false,
  flatSource: false,
  reader: 'operand',
  loops: false,
  waves: 2,
};

describe('the first layout that is suggested', () => {
  // `npm run validate -- promises` compares 2,000 of any size.
  it('has the conflicts that were promised, in 40 random kernels', () => {
    const compared = { kernel: 0, addresses: 0 };
    forAll([small, fc.constantFrom('gfx90a', 'gfx942', 'gfx950')], 40, (kernel, chip) => {
      // Only gfx950 copies 16 bytes per lane from global memory to LDS.
      const found = promiseOf(kernel.text, kernel.style.fill === 'copy' ? 'gfx950' : chip);
      if (found.kind === 'nothing') return;
      if (found.kind === 'failed') throw new Error(found.why);
      compared[found.by]++;
      expect(found.counted).toBe(found.promised);
    });
    expect(compared.kernel).toBeGreaterThan(leastCases(10));
    expect(compared.addresses).toBeGreaterThan(leastCases(0));
  }, 300_000);
  it('is counted with wide accesses where padding made them narrow', () => {
    const paddings = [{ intervalBytes: 128, padBytes: 8 }];
    const padded: RowLayout = { kind: 'rows', tile, unitBytes: 2, paddings };
    for (const flat of [false, true]) {
      const text = kernelText(tile, { writer: padded, reader: padded }, { ...style, flat }, 8);
      const { report } = suggestKernel(text, { machines: ['gfx950'] });
      const [buffer] = report?.buffers ?? [];
      expect(buffer?.now).toMatchObject({ layout: 'rows of 136 B (128 + 8)', widthBytes: 8 });
      expect(buffer?.front.map(({ layout }) => layout)).toContain(
        'XOR of 16 B units with row mod 8',
      );
      expect(buffer?.front.every(({ widthBytes }) => widthBytes === 16)).toBe(true);
      expect(promiseOf(text, 'gfx950')).toEqual({
        kind: 'compared',
        by: 'kernel',
        promised: 0,
        counted: 0,
      });
      const fixed = fixKernel(text, {
        machines: [machineNamed('gfx950')],
        launch: emptyLaunch,
      });
      expect(fixed.report.verdict).toBe('fixed');
    }
  });
});
