import { forAll } from '../../../test/for-all.ts';
import { displayWidth } from '../src/text/measure.ts';
import { renderReport } from '@ldscope/render';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analysisOf, clean, matrix, transpose, troubled } from './analyses.ts';

const golden = (name: string): string => `golden/${name}.txt`;

describe('the text report', () => {
  test.each([
    ['transpose-gfx942', () => transpose('gfx942')],
    ['transpose-gfx950-disputed', () => transpose('gfx950')],
    ['clean-gfx942', clean],
    ['ldmatrix-sm_90', matrix],
  ])('%s', async (name, make) => {
    await expect(renderReport(make(), { heatmap: true })).toMatchFileSnapshot(golden(name));
  });

  test('shows hazards, notes, misaligned sites and sites without a rule', async () => {
    const text = renderReport(troubled(), {
      file: 'kernel.mlir',
      source: 'module {\n  gpu.func @kernel() {\n',
    });
    await expect(text).toMatchFileSnapshot(golden('troubled-gfx942'));
  });

  test('fits a terminal of 60 columns, with all numbers', async () => {
    const text = renderReport(transpose('gfx950'), { width: 60, heatmap: true });
    await expect(text).toMatchFileSnapshot(golden('transpose-gfx950-narrow'));
  });

  test('has escape codes only with colour, and the same text', () => {
    const plain = renderReport(troubled(), { heatmap: true });
    const colored = renderReport(troubled(), { heatmap: true, color: true });
    expect(plain).not.toContain('\u001B');
    expect(colored).toContain('\u001B[');
    expect(uncolored(colored)).toBe(plain);
  });

  test('says so when a kernel does not touch LDS', () => {
    const text = renderReport(analysisOf([]));
    expect(text).toContain('The kernel does not access LDS');
    expect(text).not.toContain('SQ_LDS_BANK_CONFLICT');
  });

  test('shows ten sites and sums up the others, unless all are asked for', () => {
    const accesses = Array.from({ length: 14 }, (_, index) => ({
      op: 'ds_read_b32',
      address: (lane: number) => 128 * lane,
      line: index + 1,
      runs: 14 - index,
    }));
    const some = renderReport(analysisOf(accesses));
    expect(some).toContain('+ 4 more');
    expect(some).not.toContain('14:10');
    expect(renderReport(analysisOf(accesses), { all: true })).toContain('14:10');
  });

  test('does not pass escape sequences of a kernel on to the terminal', () => {
    const text = 'x \u001B[31m \u202E y\tz';
    const access = { op: 'ds_read_b32', address: (lane: number) => 4 * lane, line: 1, text };
    expect(renderReport(analysisOf([access]))).toContain('1 | x ?[31m ? y z');
  });

  test('never exceeds its width, whatever the kernel is called and however much it costs', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 160 });
    const site = fc.record({
      op: fc.constantFrom('ds_read_b128', 'ds_write_b32', 'buffer_load_dwordx4 lds', 'ds_read_u16'),
      stride: fc.integer({ min: 0, max: 512 }),
      runs: fc.integer({ min: 1, max: 3 }),
      line: fc.integer({ min: 1, max: 9_999_999 }),
      text,
      buffer: text,
    });
    forAll(
      [
        fc.array(site, { maxLength: 4 }),
        fc.integer({ min: 60, max: 120 }),
        fc.boolean(),
        text,
        fc.integer({ min: 1, max: 2 ** 40 }),
      ],
      150,
      (sites, width, color, name, scale) => {
        const made = analysisOf(
          sites.map(({ stride, ...access }) => ({ ...access, address: (lane) => lane * stride })),
          { machine: 'gfx950', kernel: { name, waves: scale } },
        );
        const { report } = made;
        const larger = report.sites.map((costly) => ({
          ...costly,
          executions: costly.executions * scale,
          idxActive: costly.idxActive * scale,
          bankConflict: costly.bankConflict * scale,
        }));
        const rendered = renderReport(
          { ...made, report: { ...report, sites: larger } },
          { width, color, heatmap: true },
        );
        for (const line of uncolored(rendered).split('\n')) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
      },
    );
  });
});

function uncolored(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
  return text.replace(/\u001B\[[\d;]*m/g, '');
}
