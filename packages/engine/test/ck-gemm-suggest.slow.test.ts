/** Layouts for the operands of a GEMM: they promise what the GEMM then has, and are written into its specification. */
import { findMachine } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { analyzeKernel, fixText, runGemm, suggestKernel } from '../src/index.ts';

const gemm = (more: string): string =>
  `# blocks of C\ngemm: { m: 20, n: 70, k: 40 }\nelement: f16\nblock: [32, 64, 32]\nwaves: [1, 2]\n` +
  `warp_tile: [32, 32, 16]\nkpack: 8\n${more}`;

const options = { file: 'gemm.yaml', machines: ['gfx942'] };
/** Of 32 and of 64 banks. */
const both = { file: 'gemm.yaml', machines: ['gfx942', 'gfx950'] };

function conflictsOf(text: string, machine: string): number {
  const { analysis, diagnostics } = analyzeKernel(text, { machine, file: 'gemm.yaml' });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return analysis?.report.totals.bankConflict ?? Number.NaN;
}

/** The accesses of an operand and their cycles. */
function sitesOf(text: string, operand: string): readonly (readonly [string, number])[] {
  const { analysis } = analyzeKernel(text, { machine: 'gfx942', file: 'gemm.yaml' });
  const sites = analysis?.report.sites ?? [];
  return sites
    .filter(({ id }) => id.startsWith(operand))
    .map(({ id, idxActive }) => [id, idxActive] as const);
}

/** Elements of C that are not those of plain arithmetic. */
function wrongOf(text: string, name: string): number {
  const machine = findMachine(name);
  const ran = machine && runGemm(text, 'gemm.yaml', machine);
  return ran?.ok === true ? 20 * 70 - ran.value.right : Number.NaN;
}

describe('a GEMM has the tiles of A and of B', () => {
  test('with all accesses of a workgroup, whose sum the analysis has', () => {
    const text = gemm('layout: packed\n');
    const { report } = suggestKernel(text, options);
    expect(report?.buffers.map(({ names, tile }) => [names, tile.rows])).toEqual([
      [['a'], 32],
      [['b'], 64],
    ]);
    for (const [m, machine] of options.machines.entries()) {
      const now = report?.buffers.reduce((sum, one) => sum + (one.now.conflicts[m] ?? 0), 0);
      // Blocks of C.
      expect(2 * (now ?? 0)).toBe(conflictsOf(text, machine));
    }
  });

  test('--buffer names one of them, and no tile', () => {
    const { report } = suggestKernel(gemm(''), { ...options, buffer: 'b' });
    expect(report?.buffers.flatMap(({ names }) => names)).not.toContain('a');
    const codes = suggestKernel(gemm(''), { ...options, buffer: 'c' }).diagnostics;
    expect(codes.map(({ code }) => code)).toEqual(['fix/no-buffer']);
  });
});

test('a tile of which some elements have no place gets no layout, and the reason', () => {
  const padded = `layout: |
  return transform_tensor_descriptor(
    make_naive_tensor_descriptor(make_tuple(number<32>{}, number<24>{}), make_tuple(number<24>{}, number<1>{}), number<8>{}, number<1>{}),
    make_tuple(make_pass_through_transform(number<32>{}), make_right_pad_transform(number<24>{}, number<8>{})),
    make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{}));
`;
  const text = gemm(padded).replace('[32, 64, 32]', '[32, 32, 32]').replace('[1, 2]', '[1, 1]');
  const { report, diagnostics } = suggestKernel(text, options);
  expect(report?.buffers ?? []).toEqual([]);
  expect(diagnostics.map(({ message }) => message).join()).toContain(
    'some indices fall on padding',
  );
});

describe('fix writes descriptors into the specification', () => {
  const ofEach = 'layout_b: packed\nlayout: { swapped: 1 }';
  test.each([
    ['of both operands', 'layout: packed # rows', options, ['a', 'b']],
    ['in place of the default, which follows the banks', '', both, undefined],
    ['in place of one for each operand', ofEach, options, undefined],
  ])('%s', (_, layout, chips, changed) => {
    const text = gemm(layout);
    const { report, text: fixed = '' } = fixText(text, chips);
    expect(report?.verdict).toBe('fixed');
    if (changed !== undefined)
      expect(report?.buffers.flatMap(({ names }) => names)).toEqual(changed);
    expect(fixed.startsWith(gemm(''))).toBe(true);
    for (const machine of chips.machines) {
      const [old, now] = [conflictsOf(text, machine), conflictsOf(fixed, machine)];
      const told = report?.buffers.flatMap(({ conflicts }) =>
        conflicts.filter((each) => each.machine === machine),
      );
      const sum = (key: 'readAfter' | 'writeAfter' | 'readBefore' | 'writeBefore'): number =>
        told?.reduce((all, each) => all + each[key], 0) ?? 0;
      expect(old - now).toBe(
        sum('readBefore') + sum('writeBefore') - sum('readAfter') - sum('writeAfter'),
      );
      expect(now).toBeLessThan(old);
      // The product through the new descriptors.
      expect(wrongOf(fixed, machine)).toBe(0);
    }
  });

  test('one operand alone leaves the other as it was', () => {
    const text = gemm('layout: packed');
    for (const [buffer, other] of ['ab', 'ba'] as const) {
      const { text: fixed = '' } = fixText(text, { ...options, buffer, layout: 'pitch = 40' });
      const shown = [text, fixed].map((each) => sitesOf(each, other ?? ''));
      expect(shown[1]).toEqual(shown[0]);
      expect(sitesOf(fixed, buffer ?? '')).not.toEqual(sitesOf(text, buffer ?? ''));
    }
  });

  test('a layout that is given may cost more than the present one', () => {
    const { report, text: fixed = '' } = fixText(gemm(''), { ...options, layout: 'plain' });
    expect(report?.verdict).toBe('fixed');
    expect(report?.proof.map(({ outcome }) => outcome)).toEqual(['holds', 'holds', 'holds']);
    expect(conflictsOf(fixed, 'gfx942')).toBeGreaterThan(conflictsOf(gemm(''), 'gfx942'));
    expect(wrongOf(fixed, 'gfx942')).toBe(0);
  });

  test('in a flow mapping, and nothing where nothing conflicts', () => {
    const flow =
      '{ gemm: { m: 64, n: 64, k: 32 }, element: f16, block: [64, 64, 32], waves: [2, 2], warp_tile: [32, 32, 16], layout: packed }';
    const one = { file: 'gemm.yaml', machines: ['gfx942'] };
    const { report, text = '' } = fixText(flow, one);
    expect(report?.verdict).toBe('fixed');
    expect(conflictsOf(flow, 'gfx942')).toBeGreaterThan(0);
    expect(conflictsOf(text, 'gfx942')).toBe(0);
    const again = fixText(text, one);
    expect([again.report?.verdict, again.text]).toEqual(['nothing', undefined]);
  });
});
