/** What a view needs of a kernel, as data: explained sites, launches that were pasted, rewritten kernels, time. */
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import {
  analysisOfSite,
  analyzeKernel,
  analyzeKernels,
  convertLayoutText,
  explainSite,
  fixText,
  readLaunchText,
  timelineKernel,
} from '../src/index.ts';

const transpose = exampleText('transpose-plain/kernel.mlir');
const compiled = exampleText('compiled-transpose/kernel.s');
const schedule = exampleText('schedules/gemm-256x256x32.sched');

describe('a site', () => {
  const analyzed = analyzeKernel(transpose, { machine: 'gfx942' });

  it('is the most expensive one, or the one that is named', () => {
    const worst = explainSite(analyzed);
    expect(worst.kind).toBe('shared');
    if (worst.kind !== 'shared') return;
    expect(worst.site).toBe(analyzed.analysis?.sites[0]);
    expect(worst.explanation.worstWays).toBe(32);
    const [global] = analyzed.analysis?.globalSites ?? [];
    expect(explainSite(analyzed, { site: global?.id ?? '' }).kind).toBe('global');
  });

  it('that is not there, or has no such phase, says what is', () => {
    for (const options of [{ site: '1:1' }, { phase: 99 }, { site: '1:1', global: true }]) {
      const explained = explainSite(analyzed, options);
      expect(explained.kind).toBe('failed');
      if (explained.kind === 'failed') expect(explained.diagnostics).toHaveLength(1);
    }
  });

  it('belongs to one of several kernels', () => {
    const analyses = analyzeKernels(compiled, { machine: 'gfx942' });
    expect(analysisOfSite(analyses, 'nowhere')).toBe(analyses[0]);
  });
});

describe('a launch that was pasted', () => {
  it('is a specification or the text of a launch file', async () => {
    expect(await readLaunchText(' grid=2x8, block=256 ')).toMatchObject({
      ok: true,
      value: { launch: 'grid=2x8, block=256' },
    });
    expect(await readLaunchText('')).toMatchObject({ ok: true, value: {} });
    const file = await readLaunchText(exampleText('compiled-transpose/launch.yaml'));
    if (!file.ok) expect.unreachable();
    expect(file.value.extents).toEqual({ grid: [2, 1, 1], block: [256, 1, 1] });
    expect(file.value.arguments).toHaveLength(4);
    const { diagnostics, analysis } = analyzeKernel(compiled, file.value);
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(analysis?.report.totals.instructions).toBeGreaterThan(0);
  });

  it.each(['grid=0', 'speed=', 'grid: [0]', 'grid: [1', 'args:\n  - 3', 'grid: 1\nargs: x'])(
    '%j is wrong',
    async (text) => {
      const launch = await readLaunchText(text);
      expect(launch.ok).toBe(false);
      expect(launch.diagnostics.length).toBeGreaterThan(0);
    },
  );

  it('has no files', async () => {
    const text = 'grid: 1\nargs:\n  - { name: a, dtype: f16, shape: [4], fill: a.npy }\n';
    const launch = await readLaunchText(text);
    expect(launch.diagnostics.map(({ code }) => code)).toEqual(['launch-file/unreadable']);
  });
});

describe('a kernel', () => {
  it('comes back without its conflicts', () => {
    const { report, text, source } = fixText(transpose, { machines: ['gfx942'] });
    expect(report?.verdict).toBe('fixed');
    expect(source).toBe(transpose);
    const again = analyzeKernel(text ?? '', { machine: 'gfx942' });
    expect(again.analysis?.report.totals.bankConflict).toBe(0);
  });

  it('that is not MLIR cannot be rewritten', () => {
    const { report, diagnostics } = fixText(compiled, { machines: ['gfx942'] });
    expect(report).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['fix/not-rewritten']);
  });

  const given = 'compiled-transpose/launch.yaml';
  it.each([
    ['machine code', compiled, { file: 'kernel.s', workgroups: 1 }, given],
    ['a schedule', schedule, { file: 'gemm.sched' }, undefined],
  ])('has its time: %s', async (_name, text, options, launchFile) => {
    const launched = await readLaunchText(launchFile === undefined ? '' : exampleText(launchFile));
    if (!launched.ok) expect.unreachable();
    const timed = timelineKernel(text, { ...options, ...launched.value });
    if (timed.report === undefined) expect.unreachable();
    const { report, program, timeline } = timed;
    expect(report.waves).toBe(program.streams.length);
    expect(report.cycles).toBe(timeline.cycles);
    expect(timeline.count).toBeGreaterThan(0);
    expect(report.diagnostics).toBe(timed.diagnostics);
  });

  it('has none where the chip or the text is wrong', () => {
    const chip = timelineKernel(schedule, { machine: 'sm_90' });
    expect(chip.diagnostics.map(({ code }) => code)).toEqual(['timing/no-model']);
    const text = timelineKernel('loop 2:\n  fly\n');
    expect(text.report).toBeUndefined();
    expect(text.diagnostics[0]?.line).toBe(2);
  });
});

it('a layout is said in the notations that are asked for', () => {
  const read = convertLayoutText('pitch = 68', '64x64xf16', ['wave', 'c']);
  if (!read.ok) expect.unreachable();
  expect(read.value.texts.map(({ notation }) => notation)).toEqual(['wave', 'c']);
  expect(convertLayoutText('pitch = 68', 'large').ok).toBe(false);
  expect(convertLayoutText('pitch = 68', '64x64xf16', ['latin']).ok).toBe(false);
});
