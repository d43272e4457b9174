/** A swizzle on one side only: a hazard of the analysis with both places, and a reason for `fix` and `suggest` to stop. */
import { emptyLaunch, findMachine, type RowLayout, type Tile } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { memoryAfter } from '../../mlir/test/passes/run.ts';
import { kernelText, type Style } from '../../mlir/test/passes/swizzled-kernels.ts';
import { analyzeKernel, suggestKernel } from '../src/index.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { layoutWords } from '../src/layout/layout-words.ts';

const tile: Tile = { rows: 32, columns: 64, elementBytes: 2 };
const plain: RowLayout = { kind: 'rows', tile, unitBytes: 2, paddings: [] };
const xor8: RowLayout = {
  ...plain,
  unitBytes: 16,
  key: { kind: 'xor', phases: 8, rowsPerPhase: 1 },
};
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

const size = [tile.rows, tile.rows].map((rows) => rows * tile.columns * 2);
const gfx950 = findMachine('gfx950');
const machines = gfx950 === undefined ? [] : [gfx950];

describe('a buffer that is written and read under different layouts', () => {
  const oneSided = kernelText(tile, { writer: xor8, reader: plain }, style, 8);
  const copied = kernelText(tile, { writer: xor8, reader: plain }, { ...style, fill: 'copy' }, 8);
  it.each([
    ['stores', oneSided, 'write', 'vector.store'],
    ['copies', copied, 'async', 'amdgpu.gather_to_lds'],
  ])('is a hazard with both places: %s', (_name, text, access, writer) => {
    const { analysis } = analyzeKernel(text, { machine: 'gfx950' });
    const mixed = analysis?.report.hazards.filter(({ code }) => code === 'hazard/mixed-layouts');
    expect(mixed).toHaveLength(1);
    expect(mixed?.[0]).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining("'XOR of 16 B units with row mod 8'"),
      location: { text: expect.stringContaining('vector.load %tile') },
      other: { access, location: { text: expect.stringContaining(writer) } },
    });
  });
  it('is not rewritten', () => {
    for (const layout of [undefined, 'plain']) {
      const { report, text } = fixKernel(oneSided, {
        machines,
        launch: emptyLaunch,
        ...(layout === undefined ? {} : { layout }),
      });
      expect(text).toBeUndefined();
      expect(report.verdict).toBe('refused');
      expect(report.diagnostics.map(({ code }) => code)).toContain('fix/mixed-layouts');
    }
  });
  it('gets no suggestion', () => {
    const { report, diagnostics } = suggestKernel(oneSided, { machines: ['gfx950'] });
    expect(report?.buffers ?? []).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('fix/mixed-layouts');
  });
  it.each([
    ['readers', oneSided, xor8],
    ['writers', oneSided, plain],
    ['readers', copied, xor8],
    ['writers', copied, plain],
  ] as const)('has its %s corrected', (correct, text, layout) => {
    const options = { machines, launch: emptyLaunch };
    const { report, text: corrected = '' } = fixKernel(text, { ...options, correct });
    expect(report.verdict).toBe('fixed');
    expect(report.buffers[0]?.changed).toBeGreaterThan(0);
    expect(report.proof.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    const { analysis } = analyzeKernel(corrected, { machine: 'gfx950' });
    expect(analysis?.report.hazards).toEqual([]);
    const { report: suggested } = suggestKernel(corrected, { machines: ['gfx950'] });
    expect(suggested?.buffers[0]?.now.layout).toBe(layoutWords(layout));
    // What it computes is what a kernel without any swizzle computes.
    const wanted = kernelText(tile, { writer: plain, reader: plain }, style, 8);
    expect(memoryAfter(corrected, size)).toEqual(memoryAfter(wanted, size));
  });
  it('is left as it is where the sides agree', () => {
    const text = kernelText(tile, { writer: xor8, reader: xor8 }, style, 8);
    const options = { machines, launch: emptyLaunch, correct: 'readers' } as const;
    expect(fixKernel(text, options).report.verdict).toBe('nothing');
  });
  it('is not a hazard where both sides agree', () => {
    for (const layout of [plain, xor8]) {
      const text = kernelText(tile, { writer: layout, reader: layout }, style, 8);
      const { analysis } = analyzeKernel(text, { machine: 'gfx950' });
      expect(analysis?.report.hazards).toEqual([]);
    }
  });
});
