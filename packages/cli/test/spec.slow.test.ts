/** CK Tile specifications on the command line: reports with advice, and what is wrong with its place. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advise, machineNamed, type Machine, readCkTileSpec } from '@ldscope/core';
import { findFrontend } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';
import { parseYaml, placed } from '../../engine/src/input/yaml-data.ts';
import { ldscope } from './fake-io.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('spec');

const SWIZZLED = caseText('swizzled.yaml');

const WRITTEN_OUT = caseText('written-out.yaml');

interface ReportObject {
  readonly kernel: { readonly name: string; readonly frontend: string; readonly waves: number };
  readonly sites: readonly { readonly id: string; readonly op: string }[];
  readonly totals: { readonly bankConflict: number };
  readonly global: {
    readonly sites: readonly {
      readonly id: string;
      readonly op: string;
      readonly widthBytes: number;
    }[];
  };
  readonly advice: readonly { readonly rule: string; readonly verdict: string }[];
}

async function report(text: string, machine = 'gfx942'): Promise<ReportObject> {
  const argv = ['analyze', 's.yaml', '--machine', machine, '--format', 'json'];
  const { stdout, code, stderr } = await ldscope(argv, { files: { 's.yaml': text } });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as ReportObject;
}

test.each([
  ['tutorial: "08"', 'ck-tile'],
  ['# a comment\nelement: f16\nlds: {}', 'ck-tile'],
  ['element: f16\nlds_swapping:\n  m: 64', 'ck-tile'],
  ['tile: [64, 64]', 'spec'],
  ['shape: [64, 64]', undefined],
])('the format of %j', (text, wanted) => {
  expect(findFrontend(text)?.name).toBe(wanted);
});

describe('a specification', () => {
  test('written out, by name, or as a tutorial is the same', async () => {
    const named = await report('tutorial: 8');
    expect(named.kernel.name).toBe('tutorial 08: XOR, read along its packs');
    const written = await report(WRITTEN_OUT);
    expect({ ...written, kernel: { ...written.kernel, name: '' } }).toEqual({
      ...named,
      kernel: { ...named.kernel, name: '' },
    });
  });

  test('follows the banks of the machine, or those that it names', async () => {
    const conflict = async (text: string, machine: string): Promise<number> =>
      (await report(text, machine)).totals.bankConflict / 4;
    expect(await conflict('tutorial: "10"', 'gfx942')).toBe(16);
    expect(await conflict('tutorial: "10"', 'gfx950')).toBe(0);
    expect(await conflict('tutorial: "08"\nbanks: 32', 'gfx950')).toBe(4);
    const open = SWIZZLED.replace(', mldslayer: 2', '');
    expect(await conflict(open, 'gfx942')).toBe(48);
    expect(await conflict(open, 'gfx950')).toBe(16);
  });

  test('has the loads and stores of global memory', async () => {
    const sites = async (text: string): Promise<readonly string[]> =>
      (await report(text)).global.sites.map(
        ({ id, op, widthBytes }) => `${id} ${op} ${widthBytes}`,
      );
    const load = 'load.0 buffer_load_dwordx4 16';
    expect(await sites('tutorial: "10"')).toEqual([load, 'store.0 buffer_store_dwordx4 16']);
    expect((await sites('tutorial: "08"')).toSorted()).toEqual([
      load,
      ...Array.from({ length: 8 }, (_, i) => `store.${i} buffer_store_short 2`),
    ]);
  });

  test('names the elements of each lane, those of the write and of the read alike', async () => {
    interface Lanes {
      readonly elementNames: readonly string[];
      readonly elements: readonly (readonly (readonly number[])[])[];
    }
    const lanes = async (text: string, site: string): Promise<Lanes> => {
      const argv = ['explain', 's.yaml', '-m', 'gfx942', '-f', 'json', '--site', site];
      const { stdout } = await ldscope(argv, { files: { 's.yaml': text } });
      return JSON.parse(stdout) as Lanes;
    };
    // MK: lane l of wave 0 has row l / 4 and the eight columns from 8 * (l % 4) on.
    const write = await lanes(SWIZZLED, 'write.0');
    expect(write.elementNames).toEqual(['m', 'k']);
    expect(write.elements).toEqual(
      Array.from({ length: 64 }, (_, lane) =>
        Array.from({ length: 8 }, (_k, k) => [Math.floor(lane / 4), 8 * (lane % 4) + k]),
      ),
    );
    // KM in columns-first view: register 3 of lane l has row 8 * (l % 8) + 3 and column l / 8.
    const read = await lanes(SWIZZLED, 'read.3');
    expect(read.elements).toEqual(
      Array.from({ length: 64 }, (_, lane) => [[8 * (lane % 8) + 3, Math.floor(lane / 8)]]),
    );
  });
});

/** The first block of code of a language behind a heading of a page. */
function blockOf(page: string, heading: string, language: string): string {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const [, rest = ''] = text.split(heading);
  return new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(rest)?.[1] ?? '';
}

describe('the documentation', () => {
  test('has a policy that is recognised', async () => {
    const policy = blockOf('ck-tile.md', '## A layout of your own', 'cpp');
    const argv = ['convert', policy, '--tile', '128x32xf16', '--to', 'ck-tile'];
    const { stdout, code } = await ldscope(argv);
    expect(code).toBe(0);
    expect(stdout).toContain('lines of 2 rows, XOR of 16 B units with line mod 8');
    expect(stdout).toContain('// LdsIndexSwapping: MLdsLayer 2, KPack 8; every RowMul is the same');
  });

  test('has a specification with C++ that is analyzed', async () => {
    const { sites } = await report(blockOf('cli.md', "also takes CK's C++ as a text", 'yaml'));
    expect(sites.length).toBeGreaterThan(1);
  });
});

/** Tutorial 08 in CK's C++: a function with the banks of the chip, and an encoding with the size of the element. */
const CPP = caseText('cpp.yaml');

describe("a specification in CK's C++", () => {
  test.each(['gfx942', 'gfx950'])('is the same as one by name on %s', async (chip) => {
    const [text, named] = [await report(CPP, chip), await report('tutorial: "08"', chip)];
    expect(text.totals).toEqual(named.totals);
    expect(text.sites).toMatchObject(named.sites.map(({ id, op }) => ({ id, op })));
  });
});

describe('what is wrong is said with its place', () => {
  const swizzled = (from: string, to: string): string => SWIZZLED.replace(from, to);
  const written = (from: string, to: string): string => WRITTEN_OUT.replace(from, to);
  test.each(rows`
    no YAML | lds: [1, 2 | spec/yaml | 1
    an unknown key | ${SWIZZLED}colour: red\n | spec/unknown-key | 8
    no element | ${swizzled('element: f16\n', '')} | spec/missing | 2
    an unknown element | ${swizzled('f16', 'f17')} | spec/unknown-name | 3
    packs of 6 bits | ${swizzled('f16', 'fp6')} | spec/packed-element | 3
    half a byte by itself | ${swizzled('f16', 'pk_fp4_t')} | layout/half-pack | 6
    an unknown tutorial | tutorial: 99 | spec/unknown-name | 1
    a tutorial and more | tutorial: 1\nelement: f16 | spec/beside-tutorial | 2
    no descriptor | ${swizzled(/lds_sw.*\n/.exec(SWIZZLED)?.[0] ?? '', '')} | spec/no-descriptor | 4
    an XOR on 6 | ${swizzled('m: 64, k: 32', 'm: 64, k: 24')} | layout/xor-range | 4
    packs that do not divide | ${swizzled('kpack: 8', 'kpack: 5')} | layout/swapping | 4
    another number of waves | ${swizzled('waves: 4', 'waves: 2')} | spec/waves | 7
    another tile | ${swizzled('view: km', 'view: mk')} | layout/window | 6
    lengths that do not multiply up | ${written('[2, 4]', '[2, 3]')} | layout/lengths-product | 8
    an XOR written out | ${written('xor: [32, 8]', 'xor: [32, 6]')} | layout/xor-range | 5
    a merge that is none | ${written('merge: [4, 8]', 'merge: [4, 4]')} | layout/merge-not-bijective | 11
    a dimension twice | ${written('[[1, 0], [2, 3]]', '[[1, 1], [2, 3]]')} | layout/stage | 11
    an unknown transform | ${written('unmerge', 'unmarge')} | spec/unknown-key | 8
    an element never covered | ${written('ys_minor: [0, 1]', 'ys_minor: [0, 0]')} | layout/covered-twice | 15
    lists of other lengths | ${written('[8, 64, 1]', '[8, 64]')} | layout/counts | 3
    too few lanes | ${written('[1, 4, 16]', '[1, 4, 8]')} | layout/lanes | 14
    a promise that is not kept | ${written('strides: [8, 64, 1]', 'strides: [8, 64, 2]')} | layout/vector-stride | 3
    rows that overlap | ${written('strides: [8, 64, 1]', 'strides: [8, 32, 1]')} | layout/collision | 14
    a number out of range | ${written('[8, 64, 1]', '[8, -64, 1]')} | spec/range | 3
    more than LDS has | element: f32\nlds: { naive: { lengths: [64, 64], strides: [4096, 1] } }\nwrite: { distribution: MK }\nread: { distribution: MK } | spec/too-many | 3
  `)('%s', async (_what, text = '', wanted, place) => {
    const argv = ['analyze', 's.yaml', '--machine', 'gfx942', '--format', 'json'];
    const { stdout, code } = await ldscope(argv, { files: { 's.yaml': text } });
    const { diagnostics, sites } = JSON.parse(stdout) as {
      readonly sites: readonly unknown[];
      readonly diagnostics: readonly {
        readonly code: string;
        readonly severity: string;
        readonly line?: number;
        readonly hint: string;
      }[];
    };
    const first = diagnostics.find(({ severity }) => severity === 'error');
    expect([first?.code, first?.line]).toEqual([wanted, Number(place)]);
    expect(first?.hint).not.toBe('');
    expect(code).toBe(2);
    expect(sites).toEqual([]);
  });
});

describe('any specification', () => {
  const machine = machineNamed('gfx942');

  function check(text: string, on: Machine): void {
    const data = parseYaml(text);
    const diagnostics = data.ok
      ? placed(data.value, readCkTileSpec(data.value.value, on, 'fuzz').diagnostics)
      : data.diagnostics;
    if (!data.ok) expect(diagnostics.length).toBeGreaterThan(0);
    for (const { code, message, hint, span } of diagnostics) {
      expect(code).toMatch(/^(?:spec|layout)\//);
      expect(message).not.toBe('');
      expect(hint).not.toBe('');
      expect(span?.start ?? 0).toBeLessThanOrEqual(text.length);
    }
    const value = data.ok ? readCkTileSpec(data.value.value, on, 'fuzz').value : undefined;
    if (data.ok && value === undefined) expect(diagnostics.length).toBeGreaterThan(0);
    if (value === undefined) return;
    const advice = advise(value.spec, on);
    expect(advice.ok).toBe(true);
    if (!advice.ok) return;
    for (const { rule, finding, numbers } of advice.value) {
      expect(`${rule}: ${finding}`).not.toMatch(/undefined|NaN|Infinity/);
      for (const number of Object.values(numbers)) expect(Number.isFinite(number)).toBe(true);
    }
  }

  const whole = fc.constantFrom(...'0 1 2 3 4 6 8 16 32 64 -1 65536 1e9 .nan ~ x'.split(' '));
  const list = fc.array(whole, { maxLength: 4 }).map((items) => `[${items.join(', ')}]`);
  const value: fc.Arbitrary<string> = fc.oneof(
    whole,
    list,
    fc.array(list, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.constantFrom(
      'MK',
      'constructor',
      '{}',
      '{ xor: [4, 8] }',
      '[{ merge: [8, 8] }]',
      '*a',
      '&a 1',
      '!t 1',
      '"',
    ),
  );

  /** Numbers, lists and words of a sound specification, each replaced at random. */
  const mutated = fc
    .tuple(
      fc.constantFrom(SWIZZLED, WRITTEN_OUT),
      fc.array(fc.tuple(fc.nat(200), value), { maxLength: 4 }),
    )
    .map(([text, edits]) =>
      edits.reduce<string>((rest, [at, piece]) => {
        const spots = [...rest.matchAll(/\[[\d, ]*\]|\d+|\bMK\b|\bRD08\b/g)];
        const spot = spots[at % Math.max(1, spots.length)];
        if (spot === undefined) return rest;
        return rest.slice(0, spot.index) + piece + rest.slice(spot.index + spot[0].length);
      }, text),
    );

  test('with other values', () => {
    forAll([mutated], { numRuns: 125, seed: 1 }, (text) => check(text, machine));
  });

  /** Sizes that may go together. */
  const sized = fc
    .record({
      element: fc.constantFrom('f64', 'f32', 'f16', 'i8'),
      m: fc.constantFrom(64, 128, 96),
      k: fc.constantFrom(32, 64, 40),
      kpack: fc.constantFrom(1, 2, 4, 8, 16),
      layer: fc.constantFrom(1, 2, 4, 8, 16),
      pad: fc.nat(8),
      write: fc.constantFrom('MK', 'RD08', 'RD10', 'MK_F32'),
      read: fc.constantFrom('MK', 'KM', 'RD08', 'RD10', 'KM_F32'),
      view: fc.constantFrom('mk', 'km'),
    })
    .map(
      ({ element, m, k, kpack, layer, pad, write, read, view }) =>
        `element: ${element}\n` +
        `lds_swapping: { m: ${m}, k: ${k}, kpack: ${kpack}, mldslayer: ${layer}, k_padded: ${k + pad} }\n` +
        `write: { distribution: ${write} }\nread: { distribution: ${read}, view: ${view} }\n`,
    );

  test('of other sizes', () => {
    forAll([sized], { numRuns: 60, seed: 3 }, (text) => check(text, machine));
  });

  test('broken at random', () => {
    const edits = fc.array(fc.tuple(fc.nat(600), fc.nat(6), fc.string({ maxLength: 3 })), {
      minLength: 1,
      maxLength: 4,
    });
    const broken = fc
      .tuple(fc.constantFrom(SWIZZLED, WRITTEN_OUT), edits)
      .map(([text, all]) =>
        all.reduce<string>(
          (rest, [at, length, piece]) => rest.slice(0, at) + piece + rest.slice(at + length),
          text,
        ),
      );
    forAll([broken], { numRuns: 125, seed: 2 }, (text) => check(text, machine));
  });

  test.each([
    ['lists in lists', `lds: ${'['.repeat(20_000)}`],
    ['nothing', ''],
    ['a list', '- lds: 1'],
    ['aliases of itself', 'lds: &a\n  stages: *a'],
    ['a key that every object has', 'lds: { constructor: 1 }\n__proto__: 1'],
    ['an XOR as long as it can be', WRITTEN_OUT.replace('xor: [32, 8]', 'xor: [65536, 49152]')],
  ])('with %s', (_what, text) => {
    check(text, machine);
  });
});
