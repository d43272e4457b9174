/** What fails a check: hazards that are errors or warnings. A note, which a caller of the library may have added, is told and no more. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyzeKernel, checkCases, noConfig } from '../src/index.ts';

const file = new URL('hazard-programs/double-buffer.racy.mlir', import.meta.url);

it.each([
  ['error', 'failed'],
  ['warning', 'failed'],
  ['note', 'passed'],
] as const)('a hazard that is a %s: %s', (severity, verdict) => {
  const { analysis } = analyzeKernel(readFileSync(file, 'utf8'), { machine: 'gfx942' });
  if (analysis === undefined) throw new Error('not analyzed');
  const hazards = analysis.report.hazards.map((hazard) => ({ ...hazard, severity }));
  expect(hazards.length).toBeGreaterThan(0);
  const report = { ...analysis.report, hazards };
  const one = { file: 'k.mlir', kernel: 'k', launch: '', title: 'k', machine: 'gfx942', report };
  const config = { ...noConfig, failOn: ['hazards' as const] };
  const { cases, ...checked } = checkCases([one], { today: '2026-01-01', config });
  expect([checked.verdict, cases[0]?.findings.length]).toEqual([
    verdict,
    severity === 'note' ? 0 : hazards.length,
  ]);
  expect(cases[0]?.hazards).toEqual(hazards);
});
