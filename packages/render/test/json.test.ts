import { machineNamed, scoreMeasurements } from '@ldscope/core';
import { reportJson, sayScore, scoreJson, writeText } from '@ldscope/render';
import { expect, test } from 'vitest';
import { transpose, troubled } from './analyses.ts';

test('the report has the keys of its contract, in their order', async () => {
  const text = reportJson(transpose('gfx950').report);
  await expect(text).toMatchFileSnapshot('golden/report.json.txt');
  expect(text.endsWith('}\n')).toBe(true);
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    'schema',
    'machine',
    'model',
    'kernel',
    'account',
    'occupancy',
    'sites',
    'totals',
    'global',
    'counters',
    'evidence',
    'alternatives',
    'hazards',
    'diagnostics',
  ]);
});

test('hazards and diagnostics keep their places', () => {
  expect(JSON.parse(reportJson(troubled().report))).toMatchObject({
    hazards: [{ code: 'hazard/unfinished-async-copy', location: { line: 19 }, count: 64 }],
    diagnostics: [
      { code: 'usage/assumed-machine', severity: 'note' },
      { code: 'launch/some-workgroups', line: 2, column: 8 },
    ],
  });
});

const h100 = machineNamed('sm_90');
const [model] = h100.models;
const addresses = Array.from({ length: 32 }, (_, lane) => 128 * lane);
const record = { op: 'ld32', mask: 'ffffffff', address: addresses, wavefronts: 32, conflicts: 31 };
const lines = [record, { ...record, wavefronts: 16 }].map((line) => JSON.stringify(line));

test('a score as text', async () => {
  const exact = scoreMeasurements(`${lines[0]}\n`, h100);
  expect(writeText(sayScore(exact, h100, model))).toContain('1 of 1 record exact (100.0 %)');
  const mixed = scoreMeasurements(lines.join('\n'), h100);
  await expect(writeText(sayScore(mixed, h100, model))).toMatchFileSnapshot('golden/score.txt');
});

test('a score as JSON', () => {
  const score = scoreMeasurements(lines.join('\n'), h100);
  expect(JSON.parse(scoreJson(score, h100, model, []))).toEqual({
    schema: 'ldscope-validate/1',
    machine: 'sm_90',
    model: 'default',
    records: 2,
    exact: 1,
    mismatches: [
      {
        line: 2,
        op: 'ld.shared.b32',
        measured: { wavefronts: 16, conflicts: 31 },
        predicted: { wavefronts: 32, conflicts: 31 },
      },
    ],
    diagnostics: [],
  });
});
