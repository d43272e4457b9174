/** What `suggest` promises is what the rewritten kernel has: swizzled, rotated and padded kernels, and ones narrowed by padding. */
import { emptyLaunch, findMachine, type RowLayout, type Tile } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  kernelText,
  type Style,
  swizzledKernels,
} from '../../mlir/test/passes/swizzled-kernels.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { suggestKernel } from '../src/index.ts';

/** Conflict cycles that are promised for the first layout, and those of the kernel that has it; absent without one. */
function promiseOf(
  text: string,
  chip: string,
): { readonly promised: number; readonly counted: number } | undefined {
  const machine = findMachine(chip);
  const [buffer] = suggestKernel(text, { machines: [chip] }).buffers;
  const [layout] = buffer?.front ?? [];
  const [first] = buffer?.suggested.front ?? [];
  if (machine === undefined || layout === undefined || first === undefined) return undefined;
  const { report } = fixKernel(text, { machines: [machine], launch: emptyLaunch, layout });
  const [counted] = report.buffers[0]?.conflicts ?? [];
  // Intervals and formulas of bits cannot be written into MLIR.
  if (counted === undefined) return undefined;
  const promised = first.conflicts.reduce((sum, cycles) => sum + cycles, 0);
  return { promised, counted: counted.readAfter + counted.writeAfter };
}

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
  it('has the conflicts that were promised, in 16 random kernels', () => {
    let compared = 0;
    fc.assert(
      fc.property(small, fc.constantFrom('gfx942', 'gfx950'), ({ text }, chip) => {
        const found = promiseOf(text, chip);
        if (found === undefined) return;
        compared++;
        expect(found.counted).toBe(found.promised);
      }),
      { numRuns: 16 },
    );
    expect(compared).toBeGreaterThan(4);
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
      expect(promiseOf(text, 'gfx950')).toEqual({ promised: 0, counted: 0 });
      const machine = findMachine('gfx950');
      const fixed = fixKernel(text, {
        machines: machine === undefined ? [] : [machine],
        launch: emptyLaunch,
      });
      expect(fixed.report.verdict).toBe('fixed');
    }
  });
});
