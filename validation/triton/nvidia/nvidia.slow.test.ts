/**
 * Triton's PTX: results are those of the references, conflicts those of an H100. `UPDATE_TRITON=1 npx vitest run
 * validation/triton/nvidia` writes the section of `validation/triton.md` again; it needs python3 with numpy.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeAll, type Judged } from './judge-all.ts';
import { keyOf, readLaunches, readMeasured } from './launches.ts';
import { HEADING, printNvidia } from './report.ts';
import type { Verdict } from './verdict.ts';

const document = fileURLToPath(new URL('../../triton.md', import.meta.url));

describe("Triton's kernels on an H100", () => {
  let { verdicts, unchecked }: Judged = { verdicts: [], unchecked: [] };

  beforeAll(() => {
    ({ verdicts, unchecked } = judgeAll(readLaunches(), readMeasured()));
    if (unchecked.length > 0) console.warn(`not compared without numpy: ${unchecked.join(', ')}`);
  }, 240_000);

  const names = (which: (verdict: Verdict) => boolean): string[] =>
    verdicts.filter(which).map(({ executed }) => keyOf(executed.launch));

  it('are all measured and executed', () => {
    expect(verdicts).toHaveLength(143);
    expect(readLaunches().map(keyOf).toSorted()).toEqual([...readMeasured().keys()].toSorted());
    expect(names(({ executed }) => executed.errors.length > 0)).toEqual([]);
  });

  it('compute what their references do', () => {
    expect(verdicts.flatMap(({ wrong }) => wrong)).toEqual([]);
    // With rounding are attention, norms and what else divides.
    expect(names(({ executed }) => executed.launch.digests !== undefined).length).toBeGreaterThan(
      110,
    );
  });

  it('have the conflicts of the hardware, but where ptxas joins loads', () => {
    expect(names(({ equal }) => !equal)).toEqual([
      '3.6.0 gather-64x16-axis0',
      '3.8.0 gather-64x16-axis0',
      '3.6.0 fma-fp32-32x32x16-nn-s2',
      '3.8.0 fma-fp32-32x32x16-nn-s2',
      // All counters of this launch disagree: loads and stores have one more than all together.
      '3.6.0 rotate-pairs-32x64',
    ]);
    // As accesses of SASS those of ptxas are equal.
    expect(names(({ equalAsSass }) => equalAsSass === false)).toEqual([]);
    expect(names(({ equalAsSass }) => equalAsSass === true)).toHaveLength(4);
    // Of each direction there are launches with conflicts.
    for (const direction of ['read', 'write', 'atomic'])
      expect(
        names(({ conflicts }) =>
          conflicts.some((one) => one.direction === direction && one.hardware[0] > 0),
        ).length,
        direction,
      ).toBeGreaterThan(1);
  });

  it('have the lanes and wavefronts of SASS, but where ptxas changes accesses', () => {
    const all = verdicts.flatMap(({ executed: { tally } }) => tally.lines);
    expect(all.length).toBeGreaterThan(430);
    const changed = verdicts.filter(({ changed: lines }) => lines.length > 0);
    expect(new Set(changed.map(({ executed: { launch } }) => launch.name))).toEqual(
      new Set(
        'gather-64x16-axis0 histogram-1024-64 layernorm-weights-256 fma-fp32-32x32x16-nn-s2 descriptor-fp16-64x64x64 quantize-fp16-4x1024 recurrence-fp32-512 argmax-fp32-16x256-axis1 max-fp16-128x32-axis0-w8 cumsum-fp32-8x512-axis1'.split(
          ' ',
        ),
      ),
    );
  });

  it('of Triton 3.6 have the conflicts that the layouts of their TTGIR say', () => {
    const own = verdicts.filter(({ executed }) => executed.launch.triton === '3.6.0');
    const lines = own.flatMap(({ ttgir }) => ttgir.lines);
    expect(lines.length).toBeGreaterThan(20);
    const other = own.filter(({ ttgir }) => ttgir.different.length > 0);
    expect(other.map(({ executed: { launch } }) => launch.name)).toEqual([
      // Addresses are the data.
      'gather-64x16-axis0',
      'histogram-1024-64',
      // PTX reads words one by one that SASS reads together.
      'fma-fp32-32x32x16-nn-s2',
      // Regions of warps have numbers of their own.
      'tma-fp16-64x128x64-nn-s3-special',
    ]);
  });

  it('cost what triton.md says', () => {
    if (unchecked.length > 0) return;
    const text = printNvidia(verdicts);
    const old = readFileSync(document, 'utf8');
    const from = old.includes(HEADING) ? old.indexOf(HEADING) : old.length;
    if (process.env['UPDATE_TRITON'] === '1') writeFileSync(document, old.slice(0, from) + text);
    // Without the figures of TTGIR, which the test before this one judges.
    const measured = (whole: string): string => whole.split('### The same kernels')[0] ?? '';
    expect(measured(readFileSync(document, 'utf8').slice(from))).toBe(measured(text));
  });
});
