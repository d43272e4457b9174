/**
 * Triton's PTX without a launch: lines that are counted have the conflicts per wavefront of the measured launch, and what is not
 * counted is said.
 */
import { analyzeKernel } from '@ldscope/engine';
import { expect, it } from 'vitest';
import { executeLaunch } from './execute.ts';
import { keyOf, readLaunches, type TritonLaunch } from './launches.ts';
import { pairLines, Tally } from './tally.ts';
import { rateOf, withoutMatrices } from './ttgir-tally.ts';

function analyzeAlone({ ptx, kernel, shared }: TritonLaunch) {
  const { analysis, diagnostics } = analyzeKernel(ptx, {
    machine: 'sm_90',
    kernel,
    launchDefaults: { dynamicLdsBytes: shared },
  });
  const tally = new Tally();
  for (const site of analysis?.report.sites ?? []) {
    const { op, direction, location, executions, idxActive, bankConflict } = site;
    if (op.startsWith('wgmma')) continue;
    if (direction !== 'read' && direction !== 'write') continue;
    tally.add(location.source?.[0]?.line ?? 0, direction, {
      executed: executions,
      lanes: 0,
      wavefronts: idxActive,
      conflicts: bankConflict,
      bytes: 0,
    });
  }
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const missing = analysis?.report.kernel.ldsInstructions?.missing ?? [];
  const isWhole =
    analysis !== undefined &&
    // Of a copy whose size is an argument the cost is not known.
    missing.every(({ reason }) => /^(?:of (?:cp|wgmma)\b|whose size depends on )/.test(reason));
  return { tally, errors, isWhole };
}

it('is counted as with its arguments, or not at all', { timeout: 240_000 }, () => {
  const launches = readLaunches().filter(({ triton }) => triton === '3.8.0');
  const whole = launches.filter((launch) => {
    const { tally, errors, isWhole } = analyzeAlone(launch);
    expect(errors, keyOf(launch)).toEqual([]);
    const counted = withoutMatrices(executeLaunch(launch).tally);
    const other = pairLines(tally, counted).filter(
      ({ a, b }) => a.wavefronts > 0 && Math.abs(rateOf(a) - rateOf(b)) > 1e-9,
    );
    expect(other, keyOf(launch)).toEqual([]);
    return isWhole;
  });
  expect(whole.length).toBeGreaterThan(0.7 * launches.length);
});
