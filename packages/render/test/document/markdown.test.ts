import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { markdownReport } from '../../src/report/report.ts';
import { code, prose } from '../../src/markdown/syntax.ts';
import { analysisOf } from '../analyses.ts';
import { analyses, fileOf } from './documents.ts';

test('a comment for a pull request', async () => {
  const text = markdownReport(fileOf(analyses.transpose()));
  await expect(text).toMatchFileSnapshot('../golden/report.md.txt');
});

test('several kernels have a table of them', () => {
  const text = markdownReport(fileOf(analyses.transpose(), analyses.troubled()));
  expect(text).toContain(String.raw`#### transpose\_plain (MLIR)`);
  expect(text.split('\n').filter((line) => line.startsWith('| `transpose_plain`'))).toHaveLength(1);
});

/** Bars that end cells: those that are not escaped. */
const bars = (line: string): number => line.replaceAll(/\\[^]/g, '').split('|').length - 1;

const conflicting = (name: string, buffer: string, text: string) =>
  analysisOf([{ op: 'ds_read_b32', address: (lane) => 128 * lane, line: 3, buffer, text }], {
    kernel: { name },
  });

test('no name breaks a table or begins a line', () => {
  const tame = markdownReport(fileOf(conflicting('name', 'buffer', 'text')));
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('a|b', '`|`', '``', '\\|', 'x\n| y |', '<img src=x>', '@everyone', '# x', '`'),
  );
  forAll([any, any, any], 100, (name, buffer, source) => {
    const text = markdownReport({ ...fileOf(conflicting(name, buffer, source)), file: name });
    expect(text.split('\n').length).toBe(tame.split('\n').length);
    let columns: number | undefined;
    for (const line of text.split('\n')) {
      if (!line.startsWith('|')) columns = undefined;
      else {
        columns ??= bars(line);
        expect(bars(line)).toBe(columns);
      }
    }
  });
});

test.each([
  ['a', '`a`'],
  ['a`b', '``a`b``'],
  ['`', '`` ` ``'],
  ['a|b', '<code>a&#124;b</code>'],
  ['', ''],
])('%j as code', (text, wanted) => {
  expect(code(text)).toBe(wanted);
});

test('prose has no markup and no mention', () => {
  expect(prose('<b>*x*</b> [a](b)')).toBe(String.raw`&lt;b&gt;\*x\*&lt;/b&gt; \[a\](b)`);
  expect(prose('@octocat')).not.toMatch(/@\w/);
});
