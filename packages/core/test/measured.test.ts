import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findModel, machineNamed, scoreMeasurements } from '@ldscope/core';
import { rows } from '../../../test/rows.ts';

const lanes = (count: number, address: (lane: number) => number): string =>
  JSON.stringify(Array.from({ length: count }, (_, lane) => address(lane)));

const GOOD = '"wavefronts":1,"conflicts":0';

const stride = (op: string, count: number, bytes: number, counters: string): string =>
  `{"op":"${op}","mask":"${'f'.repeat(count / 4)}","address":${lanes(count, (l) => l * bytes)},${counters}}`;

describe('scoreMeasurements', () => {
  test('counts exact records and shows the others side by side', () => {
    const text = [
      stride('ld32', 32, 128, '"wavefronts":32,"conflicts":31'),
      stride('ld32', 32, 4, '"wavefronts":2,"conflicts":1'),
      '',
      stride('LDS.128', 32, 16, '"wavefronts":4,"conflicts":0'),
    ].join('\n');
    expect(scoreMeasurements(text, machineNamed('sm_90'))).toEqual({
      records: 3,
      exact: 2,
      mismatches: [
        {
          line: 2,
          op: 'ld.shared.b32',
          measured: { wavefronts: 2, conflicts: 1 },
          predicted: { wavefronts: 1, conflicts: 0 },
        },
      ],
      diagnostics: [],
    });
  });

  test('AMD counters, both wave sizes of a chip, and a model by choice', () => {
    const text = [
      stride('ds_read_b128', 32, 64, '"idxActive":16,"bankConflict":12'),
      stride('ds_read_b128', 64, 64, '"idxActive":32,"bankConflict":24'),
    ].join('\r\n');
    const both = { records: 2, exact: 2 };
    expect(scoreMeasurements(text, machineNamed('gfx1100'))).toMatchObject(both);
    const gfx950 = machineNamed('gfx950');
    const wide = stride('ds_read_b32', 64, 4, '"idxActive":1,"bankConflict":0');
    expect(scoreMeasurements(wide, gfx950).mismatches).toMatchObject([
      { predicted: { idxActive: 2, bankConflict: 0 } },
    ]);
    expect(scoreMeasurements(wide, gfx950, findModel(gfx950, 'narrow-1x64')).exact).toBe(1);
  });

  test.each(rows`
    measured/not-json   | sm_90  | nonsense
    measured/not-json   | sm_90  | [1]
    measured/field      | sm_90  | {"mask":"f"}
    measured/field      | sm_90  | {"op":"ld32","mask":"f"}
    measured/unknown-op | sm_90  | ${stride('ld31', 32, 4, GOOD)}
    measured/wave-size  | sm_90  | ${stride('ld32', 64, 4, GOOD)}
    measured/wave-size  | sm_90  | ${stride('ld32', 16, 4, GOOD)}
    measured/no-rule    | sm_90  | ${stride('ds_read_b32', 32, 4, GOOD)}
    measured/no-rule    | sm_80  | ${stride('stmatrix.x1', 32, 16, GOOD)}
    measured/no-rule    | gfx942 | ${stride('ds_permute_b32', 64, 4, '"idxActive":2,"bankConflict":0')}
    measured/address    | sm_90  | ${stride('ld32', 32, -4, GOOD)}
    measured/address    | sm_90  | ${stride('ld32', 32, 0.5, GOOD)}
    measured/address    | sm_90  | ${stride('ld32', 32, 2 ** 20, GOOD)}
    measured/address    | gfx942 | ${stride('ds_read_b32', 64, 2 ** 30, '"idxActive":2,"bankConflict":0')}
    measured/counters   | sm_90  | ${stride('ld32', 32, 4, '"wavefronts":1')}
    measured/counters   | sm_90  | ${stride('ld32', 32, 4, '"idxActive":-1,"bankConflict":0')}
    measured/field      | sm_90  | ${stride('ld32', 32, 4, GOOD).replace('ffffffff', '1ffffffff')}
    measured/field      | sm_90  | ${stride('ld32', 32, 4, GOOD).replace('ffffffff', 'green')}
  `)('a bad line says where and what to do: %#', (code, chip, line) => {
    const good =
      chip === 'gfx942'
        ? stride('ds_read_b32', 64, 4, '"idxActive":2,"bankConflict":0')
        : stride('ld32', 32, 4, GOOD);
    const score = scoreMeasurements(`${good}\n${line}\n${good}\n`, machineNamed(chip));
    expect(score).toMatchObject({ records: 3, exact: 2, mismatches: [] });
    expect(score.diagnostics).toHaveLength(1);
    const [diagnostic] = score.diagnostics;
    expect(diagnostic?.code).toBe(code);
    expect(diagnostic?.hint).not.toBe('');
    expect(diagnostic?.span).toEqual({
      start: good.length + 1,
      end: good.length + 1 + line.length,
    });
  });

  test('an empty file has no record', () => {
    const none = { records: 0, exact: 0, mismatches: [], diagnostics: [] };
    expect(scoreMeasurements('\n\n', machineNamed('sm_90'))).toEqual(none);
  });

  test('reads a long file in one simulation', () => {
    const line = stride('ld32', 32, 8, '"wavefronts":2,"conflicts":1');
    const text = `${line}\n`.repeat(20_000);
    const all = { records: 20_000, exact: 20_000 };
    expect(scoreMeasurements(text, machineNamed('sm_90'))).toMatchObject(all);
  });
});

describe('counters of a Hopper GPU', () => {
  const sample = new URL('../../../validation/data/hopper-sm90-sample.jsonl', import.meta.url);
  const full = new URL('../../../../shared/measured/hopper-sm90.jsonl', import.meta.url);

  test.each([
    ['sample', 608],
    ['matrix-atomic', 900],
    ['atomics', 200],
    ['compare', 300],
  ])('every record of the committed %s', (name, records) => {
    const file = new URL(`../../../validation/data/hopper-sm90-${name}.jsonl`, import.meta.url);
    const score = scoreMeasurements(readFileSync(file, 'utf8'), machineNamed('sm_90'));
    expect(score).toEqual({ records, exact: records, mismatches: [], diagnostics: [] });
  });

  test('the sample decides: the textbook model without the pair condition misses records', () => {
    const sm90 = machineNamed('sm_90');
    const guide = findModel(sm90, 'guide');
    const score = scoreMeasurements(readFileSync(sample, 'utf8'), sm90, guide);
    expect(score.mismatches.length).toBeGreaterThan(10);
    expect(new Set(score.mismatches.map((mismatch) => mismatch.op))).toEqual(
      new Set(['ld.shared.v2.b32', 'ld.shared.v4.b32']),
    );
  });

  test('all 12,000 records that were shared', (context) => {
    if (!existsSync(full)) {
      const reason = 'the full measured file is not beside this checkout';
      console.log(`skipped: ${reason}`);
      context.skip(reason);
    }
    const score = scoreMeasurements(readFileSync(full, 'utf8'), machineNamed('sm_90'));
    const all = { records: 12_000, exact: 12_000 };
    expect(score).toEqual({ ...all, mismatches: [], diagnostics: [] });
  });
});
