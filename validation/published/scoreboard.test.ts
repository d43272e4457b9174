import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../test/for-all.ts';
import { COMMITTED, main } from './reproduce.ts';
import { parseInstructions, resolveChip } from './chips.ts';
import { scoreFile, scoreObject, type ScoredFile } from './files.ts';
import { asObject, listAt, type JsonObject } from '../base/json.ts';
import { dataFile, inRepository } from '../base/paths.ts';
import { scoreEntry } from './entry.ts';
import { tally } from './score.ts';
import { readYaml } from '../base/read.ts';

function scored(name: string): ScoredFile {
  const file = scoreFile(dataFile(name));
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

function run(...args: string[]): { code: number; out: string; errors: string[] } {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = main(args, {
    print: (line) => lines.push(line),
    complain: (line) => errors.push(line),
  });
  return { code, out: lines.join('\n'), errors };
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);

describe('the committed measurements', () => {
  test.each([
    [
      'published.json',
      { exact: 60, differs: 4, near: 5, far: 0, open: 47, unmeasured: 1, circular: 4 },
    ],
    ['iree.json', { exact: 21, differs: 0, near: 0, far: 0, open: 0, unmeasured: 0, circular: 0 }],
    [
      'phases.json',
      { exact: 19, differs: 0, near: 0, far: 0, open: 0, unmeasured: 0, circular: 0 },
    ],
  ])('%s', (name, expected) => {
    expect(tally(scored(name).scores)).toEqual(expected);
  });

  test('no entry is dropped and every one that is not exact has a reason', () => {
    for (const name of COMMITTED) {
      const file = asObject(JSON.parse(readFileSync(dataFile(name), 'utf8')));
      const lists = ['entries', 'cases', 'validation'].map((key) => listAt(file, key));
      const { scores } = scored(name);
      expect(scores.length).toBe(lists.flat().length);
      expect(new Set(scores.map(({ id }) => id)).size).toBe(scores.length);
      for (const { verdict, reason, predicted } of scores) {
        if (verdict !== 'exact') expect(reason).toBeTruthy();
        expect(predicted === undefined).toBe(verdict === 'open' || verdict === 'unmeasured');
      }
    }
  });

  test('what is predicted and not measured so', () => {
    const differing = scored('published.json').scores.filter(
      ({ verdict }) => verdict === 'differs',
    );
    expect(differing.map(({ id, predicted }) => [id, predicted])).toEqual([
      ['nv-forum-transpose-f64-store', '15728640'],
      ['nv-forum-transpose-f64-load', '0'],
      ['v100-accelsim-ubench-conflict', '253952'],
      ['mi300-cktile-10-m-vector-store', '524288'],
    ]);
  });

  test('a disputed rule shows what the other reading predicts', () => {
    const score = scored('phases.json').scores.find(({ id }) => id === 'ck14-04-mi355');
    expect(score).toMatchObject({ predicted: '48', other: 'narrow-1x64 predicts 24' });
  });

  test('shared lists, where they are beside this checkout', (context) => {
    const files: [string, string][] = [
      ['cases/published-conflicts.json', '41 of 96 exact'],
      ['cases/iree-cases.json', '21 of 21 exact'],
      ['cases/ck-cases.json', '8 of 9 exact'],
      ['research/hw-lds-phases.json', '16 of 16 exact'],
    ];
    if (!existsSync(inRepository('../shared/cases'))) {
      const reason = 'the shared lists are not beside this checkout';
      console.log(`skipped: ${reason}`);
      context.skip(reason);
    }
    for (const [path, last] of files) {
      const { code, out } = run(inRepository(`../shared/${path}`));
      expect(code).toBe(0);
      expect(lastLine(out)).toBe(last);
    }
  });
});

describe('the command', () => {
  test('prints at most 100 columns and ends with the verdict', () => {
    const { code, out } = run();
    expect(code).toBe(0);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(out).toContain('2008 of 2008 records exact');
    expect(lastLine(out)).toBe('100 of 156 exact');
  });

  test('--summary has one line per chip, --json everything', () => {
    expect(run('--summary').out).toMatch(/^gfx942 +41 +1 +0 +0 +1$/m);
    const result = asObject(JSON.parse(run('--json').out));
    expect(result).toMatchObject({ exact: 100, measurements: 156 });
    expect(listAt(result, 'files')).toHaveLength(COMMITTED.length);
  });

  test('a file that cannot be read is one line with a hint, and exit code 2', () => {
    for (const args of [
      ['no-such-file.json'],
      [dataFile('README.md')],
      [inRepository('package.json')],
      ['--fast'],
    ]) {
      const { code, out, errors } = run(...args);
      expect({ code, out, lines: errors.length }).toEqual({ code: 2, out: '', lines: 1 });
      expect(errors[0]).toMatch(/: (give|check|use) /);
    }
  });
});

const MEASURED = {
  counter: 'SQ_LDS_BANK_CONFLICT',
  value: 2,
  normalization: 'one instruction',
};

type Probe = readonly [
  instruction: string,
  byteAddress: string,
  value: unknown,
  parameters: JsonObject,
];

const { entries, probes, open } = readYaml<{
  readonly entries: readonly (JsonObject & {
    readonly measured?: JsonObject;
    readonly score?: JsonObject;
  })[];
  readonly probes: readonly Probe[];
  readonly open: readonly (readonly [fields: JsonObject, reason: string])[];
}>('validation/published/reading.yaml');

const entry = (fields: JsonObject): JsonObject => ({
  id: 'x',
  vendor: 'AMD',
  arch: 'gfx942',
  wave_size: 64,
  instruction: 'ds_read_b32',
  byte_address: 'lane*8',
  measured: MEASURED,
  ...fields,
});

const chip = (arch: string): string | undefined => {
  const result = resolveChip(arch, arch.startsWith('gfx') ? 'AMD' : 'NVIDIA');
  return result.ok ? `${result.value.machine.name} ${result.value.note ?? ''}`.trim() : undefined;
};

const counts = (text: string): readonly number[] | undefined => {
  const result = parseInstructions(text);
  return result.ok ? result.value.map(({ count }) => count) : undefined;
};

describe('reading entries', () => {
  test.each(entries)('%j', ({ score = { verdict: 'exact' }, measured, ...fields }) => {
    const scored = scoreEntry(entry({ ...fields, measured: { ...MEASURED, ...measured } }));
    expect(scored).toMatchObject(score);
  });

  const probe = (...[instruction, byte_address, value, parameters]: Probe): JsonObject =>
    entry({
      arch: 'gfx950',
      instruction,
      byte_address,
      parameters,
      measured: { counter: 'SQ_LDS_BANK_CONFLICT > 0', value },
    });

  test.each(probes)('a probe with %s, %s', (...given) => {
    expect(scoreEntry(probe(...given))).toMatchObject({ verdict: 'exact' });
  });

  test('a probe with other phases than the published ones', () => {
    const phases = [Array.from({ length: 64 }, (_, lane) => lane)];
    const wrong = probe('ds_read_b128', 'lane*256; only lanes i and j active', 480, { phases });
    expect(scoreEntry(wrong)).toMatchObject({ verdict: 'differs', predicted: '480' });
  });

  test.each(open)('%j is reported', (fields, reason) => {
    expect(scoreEntry(entry(fields))).toMatchObject({ verdict: 'open', reason });
  });

  test('an entry that measures nothing', () => {
    expect(scoreEntry(entry({ measured: {} })).verdict).toBe('unmeasured');
  });

  test('chips and instructions as lists write them', () => {
    expect(chip('sm_70 (compile flag)')).toBe('sm_70');
    expect(chip('sm_120')).toBe('sm_100 sm_120: as sm_100');
    expect(chip('unspecified (Volta+ metric names)')).toBe('sm_90 chip not named: as sm_90');
    expect(chip('sm_61')).toBeUndefined();
    expect(chip('gfx1250')).toBe('gfx1250');
    expect(counts('ds_write_b128 + 8x ds_read_u16')).toEqual([1, 8]);
    expect(counts('2x ds_write2_b32')).toEqual([2]);
    expect(counts('8 x ds_read_u16 per lane')).toEqual([8]);
    expect(counts('32-bit shared read-modify-write')).toEqual([1]);
    expect(counts('rotary-hip kernel')).toBeUndefined();
  });

  test('no JSON makes the reader throw', () => {
    const keys =
      'id arch vendor instruction byte_address measured parameters wave_size evidence ops S addr input attr expected status kind'.split(
        ' ',
      );
    const known = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    const list = fc.array(fc.oneof(known, fc.jsonValue()), { maxLength: 4 });
    forAll([fc.constantFrom('entries', 'cases', 'validation'), list], (key, items) => {
      expect(scoreObject({ [key]: items })).toBeDefined();
    });
  });

  test('reports an item that is not an object as a miss, and scores the others', () => {
    const entry = { id: 'stated', measured: { counter: 'X' } };
    const { scores } = scoreObject({ entries: [7, entry] }) ?? { scores: [] };
    expect(scores.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['item 0', 'differs'],
      ['stated', 'unmeasured'],
    ]);
  });
});
