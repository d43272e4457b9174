import { type Analysis, explainAccess, findModel, machineNamed } from '@ldscope/core';
import { type Explained, explanationJson, sayExplanation, writeText } from '@ldscope/render';
import { describe, expect, test } from 'vitest';
import type { SayExplanationOptions } from '../src/say/explain.ts';
import { foldPhases } from '../src/text/fold.ts';
import { analysisOf, clean, matrix, transpose } from './analyses.ts';

/** The explanation as text. */
const explain = (
  one: Explained,
  { width, ...options }: SayExplanationOptions & { readonly width?: number } = {},
): string => writeText(sayExplanation(one, options), width === undefined ? {} : { width });

const golden = (name: string): string => `golden/${name}.txt`;

/** Padded rows of 136 words: on 64 banks two lanes of a phase still meet. */
const padded = (): Analysis =>
  analysisOf(
    [{ op: 'ds_read_b128', address: (lane) => 272 * (lane % 16) + 16 * (lane >> 4), line: 5 }],
    { machine: 'gfx950' },
  );

describe('the explanation as text', () => {
  test.each([
    ['explain-transpose-gfx942', () => explained(transpose('gfx942'))],
    ['explain-padded-gfx950', () => explained(padded())],
    ['explain-clean-gfx942', () => explained(clean())],
    ['explain-ldmatrix-sm_90', () => explained(matrix())],
  ])('%s', async (name, make) => {
    await expect(explain(make())).toMatchFileSnapshot(golden(name));
  });

  test('lane by lane', async () => {
    const text = explain(explained(padded()), { lanes: true });
    await expect(text).toMatchFileSnapshot(golden('explain-lanes-gfx950'));
  });

  test('one phase, or every one unfolded', () => {
    const one = explain(explained(padded()), { phase: 3 });
    expect(one).toContain('Phase 4');
    expect(one).not.toContain('Phase 1');
    const all = explain(explained(transpose('gfx942')), { allPhases: true });
    expect(all).toContain('Phase 2: lanes 32-63');
    expect(all).toContain('2304 <- 18');
  });

  test('a misaligned access is shown by lanes, since it has no phases', () => {
    const text = explain(
      explained(analysisOf([{ op: 'ds_read_b64', address: (lane) => 8 * lane + 4, line: 3 }])),
    );
    expect(text).toContain('not a multiple of 8 bytes');
    expect(text).toContain('lane  phase   address  banks');
    expect(text).not.toContain('Phase 1');
  });

  test('no line exceeds the width', () => {
    for (const width of [60, 80, 100]) {
      for (const made of [transpose('gfx950'), padded(), clean(), matrix()]) {
        for (const lanes of [false, true]) {
          const text = explain(explained(made), { width, lanes, allPhases: true });
          for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        }
      }
    }
  });
});

test('phases fold when the same places of their lanes meet', () => {
  const groups = foldPhases(explained(matrix()).explanation);
  expect(groups).toHaveLength(1);
  expect(groups[0]).toMatchObject({ alike: [1, 2, 3], shiftBytes: 1024 });
  expect(foldPhases(explained(padded()).explanation).length).toBeGreaterThan(1);
});

test('the JSON has every phase and every lane', () => {
  const value: unknown = JSON.parse(explanationJson(explained(transpose('gfx942'))));
  expect(value).toMatchObject({
    schema: 'ldscope-explain/1',
    machine: 'gfx942',
    site: { id: '19:10', op: 'ds_read_u16' },
    execution: { phases: 2, idxActive: 64, bankConflict: 62, worstWays: 32 },
    phases: [{ index: 0, cycles: 32, banks: [{ bank: 0, slots: 32 }] }, { index: 1 }],
  });
});

function explained({ report, sites: [site] }: Analysis): Explained {
  const machine = machineNamed(report.machine);
  const model = findModel(machine, report.model);
  if (site === undefined || model === undefined) throw new Error('nothing to explain');
  const explanation = explainAccess(site.worst, 0, machine, model);
  if (explanation === undefined) throw new Error(`no rule for ${site.op}`);
  return { machine, model, site, explanation };
}
