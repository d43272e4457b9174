/** Swizzle hints that no pass has resolved: both counts, as memory is now and as each resolver leaves it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { machineNamed, type HintResolution } from '@ldscope/core';
import { parseModule, parsePassList, printModule, runPasses, type Likeness } from '@ldscope/mlir';
import { analyzeKernel, suggestKernel } from '../src/index.ts';

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/swizzle-flow/${name}.mlir`, import.meta.url), 'utf8');

const machine = machineNamed('gfx942');

/** The text after IREE's whole flow without padding, pass by pass: the other way to the same counts. */
function resolvedText(text: string, like: Likeness): string {
  const { module } = parseModule(text);
  const steps = parsePassList('flatten-swizzle-hint-allocs,reinsert-swizzle-hints');
  const rest = parsePassList(
    'fold-memref-alias-ops,propagate-constant-offsets,resolve-swizzle-hints',
  );
  if (!steps.ok || !rest.ok) throw new Error('the passes are known');
  expect(runPasses(module, [...steps.value, ...rest.value], { machine, like }).ok).toBe(true);
  return printModule(module);
}

const byResolver = (resolutions: readonly HintResolution[] = []) =>
  resolutions.map(({ resolver, totals, reason, difference }) => [
    resolver,
    totals?.bankConflict ?? reason,
    difference,
  ]);

describe('analysis of a kernel with a hint', () => {
  const hintsOf = (text: string) => analyzeKernel(text, { machine: 'gfx942' }).analysis?.report;

  test('gives the count as memory is now and as the hint resolves', () => {
    const report = hintsOf(example('lanes'));
    expect(report?.totals.bankConflict).toBe(480);
    expect(report?.hints?.allocations).toEqual(['%tile']);
    expect(byResolver(report?.hints?.resolutions)).toEqual([
      ['ldscope', 32, undefined],
      ['IREE main', 32, undefined],
      ['IREE with PR 23778', 32, undefined],
    ]);
  });

  test.each(['lanes', 'twelve-groups'])('%s: equals an analysis of the resolved text', (name) => {
    const text = example(name);
    for (const { like, totals } of hintsOf(text)?.hints?.resolutions ?? []) {
      const whole = analyzeKernel(resolvedText(text, like as Likeness), { machine: 'gfx942' });
      expect(totals).toEqual(whole.analysis?.report.totals);
    }
  });

  test('says where a resolver changes what the kernel computes', () => {
    // 12 groups: XOR with a row up to 15 leaves the row, and two elements meet.
    expect(byResolver(hintsOf(example('twelve-groups'))?.hints?.resolutions)).toEqual([
      ['ldscope', 0, undefined],
      ['IREE main', 24, 'byte 1024 of argument 1'],
      ['IREE with PR 23778', 24, 'byte 1024 of argument 1'],
    ]);
  });

  test('says where a resolver drops the hint, or leaves what cannot be executed', () => {
    const { resolutions = [] } = hintsOf(example('unaligned'))?.hints ?? {};
    expect(byResolver(resolutions)).toEqual([
      ['ldscope', 124, undefined],
      ['IREE main', 3844, undefined],
      ['IREE with PR 23778', expect.stringContaining('touches byte'), undefined],
    ]);
    expect(resolutions[1]?.decisions).toMatchObject([{ allocation: '%tile', verdict: 'dropped' }]);
  });

  test('has nothing to say without a hint', () => {
    const { text } = { text: resolvedText(example('lanes'), 'corrected') };
    expect(hintsOf(text)?.hints).toBeUndefined();
  });
});

test('suggestions name the hint, machine by machine', () => {
  const { report } = suggestKernel(example('lanes'), { machines: ['gfx942', 'gfx950'] });
  expect(
    report?.hints?.resolutions.map(({ machine: chip, totals }) => [chip, totals?.bankConflict]),
  ).toEqual([
    ['gfx942', 32],
    ['gfx942', 32],
    ['gfx942', 32],
    ['gfx950', 48],
    ['gfx950', 48],
    ['gfx950', 48],
  ]);
});
