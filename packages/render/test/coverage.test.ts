/** What a report may say of a kernel that was counted in part: never that it has no conflicts, or no accesses. */
import { type KernelSummary, ldsCoverage, machineNamed } from '@ldscope/core';
import { htmlReport, markdownReport, renderReport, reportJson, sarifReport } from '@ldscope/render';
import { describe, expect, it } from 'vitest';
import { analysisOf } from './analyses.ts';

const reading = { op: 'ds_read_b32', address: (lane: number) => 4 * lane, line: 1 };
const UNTRUE = ['No bank conflicts', 'does not access'];

function outputs(accesses: readonly (typeof reading)[], kernel: Partial<KernelSummary>): string[] {
  const analysis = analysisOf(accesses, { kernel });
  const machine = machineNamed('gfx942');
  const file = {
    file: 'k.s',
    source: '',
    kernels: [{ analysis, machine, model: machine.models[0], diagnostics: [] }],
  };
  return [
    renderReport(analysis, { width: 300 }),
    htmlReport(file),
    markdownReport(file).replaceAll('\\', ''),
  ];
}

describe('a kernel that is counted in part', () => {
  const ldsInstructions = ldsCoverage(7, ['not reached', 'not reached', 'that cannot be executed']);

  it.each([
    ['with counts of the rest', [reading]],
    ['without any counts', []],
  ])('is never free of conflicts: %s', (_what, accesses) => {
    for (const text of outputs(accesses, { ldsInstructions })) {
      expect(text).toContain('4 of 7 LDS instructions counted');
      expect(text).toContain('not counted: 2 not reached, 1 that cannot be executed');
      for (const words of UNTRUE) expect(text).not.toContain(words);
    }
  });

  it('with accesses of hardware units is free of conflicts among lanes only, and says what has no counts', () => {
    const units = [
      { unit: 'the tensor core', operations: ['ttng.warp_group_dot'], instructions: 2 },
    ];
    const clause =
      'accesses without lanes are not counted: 2 of the tensor core (ttng.warp_group_dot)';
    for (const accesses of [[reading], []]) {
      const counts = { ...ldsCoverage(accesses.length, []), units };
      for (const text of outputs(accesses, { ldsInstructions: counts })) {
        expect(text).toContain(clause);
        for (const words of ['No bank conflicts:', 'does not access'])
          expect(text).not.toContain(words);
      }
      const { report } = analysisOf(accesses, { kernel: { ldsInstructions: counts } });
      expect(JSON.parse(reportJson(report))).toMatchObject({
        kernel: { ldsInstructions: { units } },
      });
    }
  });

  it('has the reasons in JSON and SARIF, with the block and where it comes from', () => {
    const block = { shape: [16, 16, 1], from: 'the launch' } as const;
    const analysis = analysisOf([reading], { kernel: { ldsInstructions, block } });
    const expected = {
      instructions: 7,
      counted: 4,
      missing: [
        { reason: 'not reached', instructions: 2 },
        { reason: 'that cannot be executed', instructions: 1 },
      ],
    };
    expect(JSON.parse(reportJson(analysis.report))).toMatchObject({
      kernel: { block, ldsInstructions: expected },
    });
    const file = { file: 'k.s', source: '', kernels: [{ analysis, diagnostics: [] }] };
    expect(JSON.parse(sarifReport(file, { version: '1' }))).toMatchObject({
      runs: [{ properties: { kernels: [{ block, ldsInstructions: expected }] } }],
    });
  });

  it('names three reasons and sums up the others', () => {
    const reasons = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'e'];
    const [text] = outputs([], { ldsInstructions: ldsCoverage(9, reasons) });
    expect(text).toContain(
      '1 of 9 LDS instructions counted, not counted: 2 a, 2 b, 2 c, 2 for other reasons',
    );
  });
});

describe('a kernel that is counted whole', () => {
  it('may be free of conflicts, and states its block', () => {
    const block = { shape: [256, 1, 1], from: '.max_flat_workgroup_size' } as const;
    for (const text of outputs([reading], { ldsInstructions: ldsCoverage(1, []), block })) {
      expect(text).toContain('No bank conflicts');
      expect(text).toContain('.max_flat_workgroup_size');
      expect(text).toContain('256 x 1 x 1');
    }
  });

  it('does not access LDS when it has no instruction that does', () => {
    for (const text of outputs([], { ldsInstructions: ldsCoverage(0, []) }))
      expect(text).toContain('The kernel does not access LDS');
  });

  it('executes none of them when the launch skips them all', () => {
    for (const text of outputs([], { ldsInstructions: ldsCoverage(3, []) })) {
      expect(text).toContain('None of the 3 LDS instructions of the kernel is executed');
      for (const words of UNTRUE) expect(text).not.toContain(words);
    }
  });
});
