/** The judgement of the corpus script on a small folder: one file for each way to end. */
import { analyzeKernels } from '@ldscope/engine';
import { reportsJson } from '@ldscope/render';
import { expect, test } from 'vitest';
import { type Ended, outcomeOf, summaryLines } from './outcome.ts';

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

test('the summary has counts and the slowest', () => {
  const outcomes = files.map(([file, code], i) => outcomeOf(file, { ...ended(code), seconds: i }));
  expect(summaryLines(outcomes)).toEqual([
    '',
    '4 files: 1 answered, 1 partial, 1 refused, 1 no LDS',
    'refused: 1 amdgcn/encoded',
    'slowest, in seconds of processor time:',
    '     3.0  empty.s',
    '     2.0  data.s',
    '     1.0  half.s',
    '     0.0  counted.s',
  ]);
});
