/** The row of a sweep from what was computed of a kernel. */
import { readFileSync } from 'node:fs';
import type { TimelineReport } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import {
  analyzeKernels,
  failedResult,
  hasConflicts,
  suggestKernel,
  sweepResult,
  timelineKernel,
} from '../src/index.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../examples/${path}`, import.meta.url), 'utf8');
const transpose = read('transpose-plain/kernel.mlir');
const padded = read('transpose-padded/kernel.mlir');

function rowOf(text: string, machine = 'gfx942') {
  const [analyzed] = analyzeKernels(text, { machine });
  if (analyzed === undefined) throw new Error('an analysis gives a result');
  return { analyzed, row: sweepResult('j', { analyzed }, 2) };
}

describe('a row of a sweep', () => {
  const { analyzed, row } = rowOf(transpose);

  it('has the figures of the analysis', () => {
    expect(hasConflicts(analyzed)).toBe(true);
    expect(row).toEqual({
      ...failedResult('j', 'refused', { code: '', message: '' }, 2),
      status: 'counted',
      title: 'transpose',
      language: 'mlir',
      chip: 'gfx942',
      countedBy: 'default',
      workgroups: 8,
      launched: 8,
      waves: 128,
      ldsBytes: 4096,
      sites: 2,
      conflictSites: 1,
      cycles: 8448,
      conflictCycles: 7936,
      ways: 32,
      worstSite: '22:5',
      worstOp: 'ds_read_b32',
      cause: 'rows',
      causeBytes: 128,
    });
  });

  it('has no figures without an analysis', () => {
    const { job, status, code, reason, ...rest } = failedResult('j', 'refused', {
      code: 'a/b',
      message: 'm',
    });
    expect([job, status, code, reason]).toEqual(['j', 'refused', 'a/b', 'm']);
    expect(Object.entries(rest).filter(([, value]) => Boolean(value))).toEqual([['ways', 1]]);
  });

  it('has no worst access where none conflicts', () => {
    const { analyzed, row } = rowOf(padded);
    expect(hasConflicts(analyzed)).toBe(false);
    expect(row).toMatchObject({
      conflictSites: 0,
      ways: 1,
      worstSite: '',
      cause: '',
      disputed: false,
    });
  });

  it('has the layout', () => {
    const suggested = suggestKernel(transpose, { machines: ['gfx942'] });
    expect(sweepResult('j', { analyzed, suggested }, 2)).toMatchObject({
      layout: '%tile: rows of 132 B (128 + 4)',
      searchedCycles: 992,
      remainingCycles: 0,
    });
  });

  it.each([
    [[], 'counted', ''],
    [['sample', 'once'], 'counted', ''],
    [['once', 'iterations'], 'part', 'trip counts'],
    [['timing'], 'part', 'loops wait'],
    [['timing', 'iterations'], 'part', 'trip counts'],
    [['lanes'], 'part', 'assumptions: lanes'],
  ] as const)('with limits %s is %s', (limits, status, words) => {
    const { analysis } = analyzed;
    if (analysis === undefined) expect.unreachable();
    const { report } = analysis;
    const account = { ...report.account, limits };
    const own = { ...analyzed, analysis: { ...analysis, report: { ...report, account } } };
    const row = sweepResult('j', { analyzed: own }, 0);
    expect([row.status, row.reason]).toEqual([status, expect.stringContaining(words)]);
  });

  it.each([
    [[5, 9], 'b', 2],
    [[9, 5], 'a', 2],
    [[0, 5], 'b', 1],
  ] as const)('of sites with %j conflict cycles names %s', (cycles, worst, count) => {
    const { analysis } = analyzed;
    const [site] = analysis?.sites ?? [];
    if (analysis === undefined || site === undefined) expect.unreachable();
    const sites = cycles.map((bankConflict, i) => ({ ...site, id: 'ab'[i] ?? '', bankConflict }));
    const own = { ...analyzed, analysis: { ...analysis, sites } };
    const { worstSite, conflictSites } = sweepResult('j', { analyzed: own }, 0);
    expect([worstSite, conflictSites]).toEqual([worst, count]);
  });

  it('has times of a simulation that ends and misses nothing', () => {
    const timed = timelineKernel(read('schedules/gemm-level-1.sched'));
    const account = analyzed.analysis?.report.account;
    if (timed.report === undefined || account === undefined) expect.unreachable();
    const { report } = timed;
    const missing = [{ reason: 'r', instructions: 1 }];
    const times = (more: Partial<TimelineReport>): number[] => {
      const own = { ...timed, report: { ...report, cycles: 90, ...more } };
      const row = sweepResult('j', { analyzed, timed: own }, 0);
      return [row.timeCycles, row.timeWithoutConflicts];
    };
    expect(times({ without: { ...report.without, conflicts: 70 } })).toEqual([90, 70]);
    expect(times({ account, without: {} })).toEqual([90, 90]);
    expect(times({ account: { ...account, missing } })).toEqual([0, 0]);
    expect(times({ deadlock: [] })).toEqual([0, 0]);
  });

  it('says which launch is at fault', () => {
    const of = (code: string): string => {
      const diagnostics = [{ code, message: 'm', severity: 'error', hint: '' }] as const;
      const { analysis: _, ...rest } = analyzed;
      const none = { ...rest, diagnostics };
      return sweepResult('j', { analyzed: none }, 0).status;
    };
    expect([of('launch/x'), of('x')]).toEqual(['launch', 'refused']);
  });
});
