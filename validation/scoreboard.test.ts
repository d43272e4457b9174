import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMITTED, main } from './reproduce.ts';
import { parseInstructions, resolveChip } from './chips.ts';
import { scoreFile, scoreObject, type ScoredFile } from './files.ts';
import { asObject, listAt, type JsonObject } from './json.ts';
import { scoreEntry } from './published.ts';
import { tally } from './score.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const data = (name: string): string => here(`data/${name}`);

function scored(name: string): ScoredFile {
  const file = scoreFile(data(name));
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
      const file = asObject(JSON.parse(readFileSync(data(name), 'utf8')));
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
    if (!existsSync(here('../../shared/cases'))) {
      const reason = 'the shared lists are not beside this checkout';
      console.log(`skipped: ${reason}`);
      context.skip(reason);
    }
    for (const [path, last] of files) {
      const { code, out } = run(here(`../../shared/${path}`));
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
      [data('README.md')],
      [here('../package.json')],
      ['--fast'],
    ]) {
      const { code, out, errors } = run(...args);
      expect({ code, out, lines: errors.length }).toEqual({ code: 2, out: '', lines: 1 });
      expect(errors[0]).toMatch(/: (give|check|use) /);
    }
  });
});

const entry = (fields: JsonObject): JsonObject => ({
  id: 'x',
  vendor: 'AMD',
  arch: 'gfx942',
  wave_size: 64,
  instruction: 'ds_read_b32',
  byte_address: 'lane*8',
  measured: { counter: 'SQ_LDS_BANK_CONFLICT', value: 2, normalization: 'one instruction' },
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
  test('normalisations', () => {
    expect(scoreEntry(entry({}))).toMatchObject({ verdict: 'exact', predicted: '2' });
    const counted = (normalization: string, parameters: JsonObject, value: number): JsonObject =>
      entry({ parameters, measured: { counter: 'SQ_LDS_BANK_CONFLICT', value, normalization } });
    for (const fields of [
      counted('per workgroup (one wave, 64 identical ds_read)', {}, 128),
      counted('per workgroup', { instructions_per_block: 16 }, 32),
      counted('whole kernel', { tiles: 10, waves_per_block: 4 }, 80),
      counted('whole kernel', { warps_total: 10, iterations: 3 }, 60),
      counted('whole kernel', { warp_requests: 10 }, 20),
      counted('kernel', { wave_tiles: 7, threads: 256 }, 14),
      counted('per wave', {}, 2),
      counted('one workgroup', { waves_per_block: 4 }, 8),
      counted('one instruction', { lanes: 16 }, 0),
      counted('one instruction', { lanes: 17 }, 1),
    ]) {
      expect(scoreEntry(fields)).toMatchObject({ verdict: 'exact' });
    }
    const ambiguous = counted('kernel', { requests: 10, instructions: 20 }, 20);
    expect(scoreEntry(ambiguous)).toMatchObject({ verdict: 'open' });
    expect(scoreEntry(counted('whole kernel', {}, 20))).toMatchObject({
      verdict: 'open',
      reason: 'how often the access runs is not given',
    });
  });

  test('other counters', () => {
    const counted = (counter: string, value: number, more: JsonObject = {}): JsonObject =>
      entry({ ...more, measured: { counter, value } });
    for (const fields of [
      counted('SQ_LDS_IDX_ACTIVE', 40, { parameters: { instructions: 10 } }),
      counted('wavefronts per request', 4),
      counted('bank conflicts per instruction', 2, {
        instruction: '4x ds_read_b32',
        byte_address: 'lane*8+i*4, i=0..3',
      }),
      counted('conflicts per access', 1),
      counted('wavefronts actual / ideal', 2),
    ]) {
      expect(scoreEntry(fields)).toMatchObject({ verdict: 'exact' });
    }
  });

  test('pairwise probes', () => {
    const probe = (
      instruction: string,
      byte_address: string,
      value: unknown,
      parameters: JsonObject,
    ): JsonObject =>
      entry({
        arch: 'gfx950',
        instruction,
        byte_address,
        parameters,
        measured: { counter: 'SQ_LDS_BANK_CONFLICT > 0', value },
      });
    const pairs = 'lane*256; only lanes i and j active';
    const sweep = 'lane 0 at 0, a same-phase partner lane at 4*N; all others inactive';
    const range = { N_range: [2, 127], N_step: 1 };
    for (const fields of [
      probe('ds_read_b128', pairs, 4 * 120, {}),
      probe('ds_read_b96', pairs, 8 * 28, {}),
      probe('ds_write_b64', pairs, 4 * 120, {}),
      probe('ds_read_b128', sweep, [64], range),
      probe('ds_write_b64', sweep, [32, 64, 96], range),
    ]) {
      expect(scoreEntry(fields)).toMatchObject({ verdict: 'exact' });
    }
    const others = [Array.from({ length: 64 }, (_, lane) => lane)];
    const wrong = probe('ds_read_b128', pairs, 480, { phases: others });
    expect(scoreEntry(wrong)).toMatchObject({ verdict: 'differs', predicted: '480' });
  });

  test.each([
    [{ byte_address: null }, 'the source gives the kernel, not the addresses of its accesses'],
    [{ byte_address: 'lane*pitch' }, "'pitch' has no value"],
    [
      { byte_address: 'some rows' },
      'the addresses are in words, not a formula that can be evaluated',
    ],
    [{ arch: 'gfx942/gfx950' }, "'gfx942/gfx950' names more than one chip"],
    [{ arch: 'apple_m1' }, "'apple_m1' is not a chip that we have"],
    [{ instruction: 'a loop' }, "'a loop' is not an instruction that we know"],
    [
      { instruction: '2x ds_read_b32', byte_address: 'lane*4+i, i=0..2' },
      '2 instructions do not go with i=0..2',
    ],
    [{ byte_address: { write: 'lane*4' } }, 'no address is given for ds_read_b32'],
    [
      { byte_address: { read: 'lane*4', write: 'lane*4' } },
      "no instruction is given for the address 'write'",
    ],
    [{ measured: { counter: 'cache misses', value: 1 } }, "no rule for the counter 'cache misses'"],
    [{ byte_address: 'lane*4-8' }, 'lane 0 has address -8'],
    [{ instruction: '99999x ds_read_b32' }, '99999 instructions are too many'],
  ])('%j is reported', (fields, reason) => {
    expect(scoreEntry(entry(fields))).toMatchObject({ verdict: 'open', reason });
  });

  test('a claim in words is not a measurement', () => {
    expect(scoreEntry(entry({ evidence: 'published-prose' })).verdict).toBe('unmeasured');
    expect(scoreEntry(entry({ measured: {} })).verdict).toBe('unmeasured');
  });

  test('another count of instructions is mentioned', () => {
    const parameters = { tiles: 1, waves_per_block: 1 };
    const measured = { counter: 'SQ_LDS_BANK_CONFLICT', value: 2, normalization: 'whole kernel' };
    const score = scoreEntry(entry({ parameters, measured, secondary: { SQ_INSTS_LDS: 2 } }));
    expect(score.reason).toBe('SQ_INSTS_LDS is 2, the entry describes 1 instructions');
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
    const keys = [
      'id',
      'arch',
      'vendor',
      'instruction',
      'byte_address',
      'measured',
      'parameters',
      'wave_size',
      'evidence',
      'ops',
      'S',
      'addr',
      'input',
      'attr',
      'expected',
      'status',
      'kind',
    ];
    const known = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    const list = fc.array(fc.oneof(known, fc.jsonValue()), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom('entries', 'cases', 'validation'), list, (key, items) => {
        expect(scoreObject({ [key]: items })).toBeDefined();
      }),
    );
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
