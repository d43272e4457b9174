/**
 * Small kernels, right ones and racy ones, and whether the analysis tells them apart: a file each in `hazard-programs`, with the chip and
 * the hazards that it must have in comments at its top. A new case is a new file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyzeKernel } from '../src/index.ts';

const folder = new URL('hazard-programs/', import.meta.url);
const programs = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const [, machine = ''] = /^\/\/ machine: (\S+)$/m.exec(text) ?? [];
  const [, expected = ''] = /^\/\/ expect: (.+)$/m.exec(text) ?? [];
  return { name, text, machine, expected: expected === 'none' ? [] : expected.split(' ') };
});

describe('programs', () => {
  it('are as many racy ones as right ones, about', () => {
    const racy = programs.filter(({ expected }) => expected.length > 0).length;
    expect(racy).toBeGreaterThanOrEqual(30);
    expect(programs.length - racy).toBeGreaterThanOrEqual(30);
  });

  it.each(programs)('$name: $expected', ({ text, machine, expected }) => {
    const { analysis, diagnostics } = analyzeKernel(text, { machine });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const found = analysis?.report.hazards.map(({ code }) => code) ?? ['not analyzed'];
    expect([...new Set(found)].toSorted()).toEqual(expected.toSorted());
  });
});
