/** The judgement of the corpus script on a small folder: one file for each way to end. */
import { analyzeKernels } from '@ldscope/engine';
import { reportsJson } from '@ldscope/render';
import { expect, test } from 'vitest';
import { askedLaunch, type Ended, outcomeOf } from './outcome.ts';
import { causesOf, summaryLines } from './summary.ts';

/** A snippet: what its kernel is launched with is given. */
function ended(code: string): Ended {
  const text = `.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n.text\nk:\n${code}\ns_endpgm\n`;
  const [analyzed] = analyzeKernels(text, { launch: 'block=64' });
  const report = analyzed?.analysis?.report;
  const output =
    report === undefined
      ? JSON.stringify({ kernel: {}, sites: [], diagnostics: analyzed?.diagnostics })
      : reportsJson([report]);
  return { status: 0, output, seconds: 1 };
}

const files: readonly (readonly [file: string, code: string, end: string])[] = [
  ['counted.s', 'ds_write_b32 v0, v1', 'answered'],
  [
    'half.s',
    'ds_write_b32 v0, v1\ns_load_dword s4, s[0:1], 0x0\nv_mov_b32 v2, s4\nds_write_b32 v2, v1',
    'partial',
  ],
  ['data.s', 'ds_write_b32 v0, v1\n.2byte 1, 0', 'refused'],
  ['empty.s', 's_nop 0', 'no LDS'],
];

test.each(files)('%s', (file, code, end) => {
  expect(outcomeOf(file, ended(code))).toMatchObject({ file, end });
});

test('a process without a report is a crash', () => {
  const none = { output: '', seconds: 30 };
  expect(outcomeOf('a', { ...none, status: 134 })).toMatchObject({
    end: 'crash',
    codes: ['exit 134'],
  });
  expect(outcomeOf('a', { ...none, status: undefined })).toMatchObject({ codes: ['stopped'] });
  const unexpected = [{ code: 'internal/unexpected', severity: 'error' }];
  const output = JSON.stringify({ kernel: {}, sites: [], diagnostics: unexpected });
  expect(outcomeOf('a', { output, seconds: 1, status: 2 }).end).toBe('crash');
});

test('what is not counted has its reason, and a kernel that asks for its block its launch', () => {
  const partial = outcomeOf('half.s', ended(files[1]?.[1] ?? ''));
  expect(partial).toMatchObject({ kernels: 1, instructions: 2, counted: 1 });
  expect(causesOf(partial)).toEqual(['whose address is unknown']);
  const asked = (value: string) => ({
    code: 'launch/which-block',
    severity: 'error',
    options: [{ option: 'launch', value }],
  });
  const reports = ['block=256', 'block=16x16'].map((value) => ({
    kernel: {},
    sites: [],
    diagnostics: [asked(value)],
  }));
  const asking = { status: 2, seconds: 1, output: JSON.stringify({ reports }) };
  expect(askedLaunch(asking)).toBe('block=16x16');
  expect(askedLaunch(ended('ds_write_b32 v0, v1'))).toBeUndefined();
});

test('the summary has a row per kind, and causes', () => {
  const outcomes = files.map(([file, code], i) => ({
    ...outcomeOf(file, ended(code)),
    kind: i < 2 ? 'mine' : 'others',
    seconds: 10 * i,
  }));
  expect(summaryLines(outcomes, 20)).toEqual([
    '',
    '| kind   | files | answered | partial | no LDS | refused | crash | over 20 s | median s | longest s |',
    '| ------ | ----: | -------: | ------: | -----: | ------: | ----: | --------: | -------: | --------: |',
    '| mine   |     2 |        1 |       1 |      0 |       0 |     0 |         0 |     10.0 |      10.0 |',
    '| others |     2 |        0 |       0 |      1 |       1 |     0 |         1 |     30.0 |      30.0 |',
    '| all    |     4 |        1 |       1 |      1 |       1 |     0 |         1 |     20.0 |      30.0 |',
    '',
    'mine, 1 partial: 1 whose address is unknown',
    'others, 1 refused: 1 amdgcn/encoded',
  ]);
});
