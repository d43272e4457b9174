import { TILE_WAVES } from '@ldscope/core';
import { analyzeKernel } from '@ldscope/engine';
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { leastCases } from '../../../../test/cases.ts';
import { chips, shown } from '../../src/explore/tutorials/controls.ts';
import {
  addressesOf,
  allRows,
  codeOf,
  explained,
  movedElements,
  readingCell,
  readingNames,
  readings,
  rulesOf,
  runRows,
  specOf,
  targets,
  tutorialFor,
  tutorialModel,
  verdict,
  wastedBytes,
} from '../../src/explore/tutorials/model.ts';
import { tilePicture, tileTable } from '../../src/explore/tutorials/picture.ts';
import { slides, texts } from '../../src/explore/tutorials/published.ts';
import { valueOf, whyNot } from './answers.ts';

const PUBLISHED = fileURLToPath(
  new URL('../../../../validation/data/published.json', import.meta.url),
);

test('the counters of the slides come out on both chips, tutorial 10 on gfx950 only', () => {
  const found = allRows().map((row) => [
    row.name,
    row.slides === undefined ? '-' : verdict(row.conflicts, row.slides.conflicts),
    row.instructions === row.slides?.instructions,
  ]);
  expect(found).toEqual([
    ['01', 'on both', true],
    ['02', 'on both', true],
    ['03', 'on both', true],
    ['04', '-', false],
    ['05', 'on both', true],
    ['08', 'on both', true],
    ['10', 'on gfx950', true],
  ]);
});

test('the other published counters come out as well', () => {
  const rows = runRows();
  expect(rows.length).toBeGreaterThan(8);
  for (const { gpu, tutorial, banks, conflicts, ours } of rows) {
    expect([gpu, tutorial, banks, ours]).toEqual([gpu, tutorial, banks, conflicts]);
  }
});

test.skipIf(!existsSync(PUBLISHED))('published values are those of the validation data', () => {
  const lines = readFileSync(PUBLISHED, 'utf8').split('\n');
  for (const [name, row] of Object.entries(slides)) {
    const line = lines.find((text) => text.includes(`"id":"mi300-cktile-${name}-`)) ?? '';
    expect(line).toContain(`"value":${row.conflicts}`);
    expect(line).toContain(`"SQ_INSTS_LDS":${row.instructions}`);
  }
});

test('a wave of 01: one store of 8 cycles, eight loads of 16 of which 14 are conflicts', () => {
  const model = tutorialModel({ name: '01', chip: 'gfx942', banks: 'chip' });
  const costs = model.instructions.map(
    ({ instruction, cycles, conflicts }) => `${instruction.name} ${cycles} ${conflicts}`,
  );
  expect(costs).toEqual(['ds_write_b128 8 0', ...Array(8).fill('ds_read_u16 16 14')]);
  expect(model.instructions.slice(1).map(({ instruction }) => instruction.offsetsBytes[0])).toEqual(
    [0, 64, 128, 192, 256, 320, 384, 448],
  );
  expect([model.load, model.store]).toEqual(['buffer_load_dwordx4', 'buffer_store_dwordx4']);
});

test('08 and 10 under the descriptor of either chip: 0, 8, 4, 0 and 16, 0, 16, 0', () => {
  const of = (name: string) =>
    chips.flatMap((chip) =>
      ([32, 64] as const).map((banks) => tutorialModel({ name, chip, banks }).conflicts),
    );
  expect(of('08')).toEqual([0, 8, 4, 0]);
  expect(of('10')).toEqual([16, 0, 16, 0]);
});

test('05 spends 124 bytes and stores misaligned vectors', () => {
  const model = tutorialModel({ name: '05', chip: 'gfx942', banks: 'chip' });
  expect([wastedBytes(model), model.misaligned, model.conflicts]).toEqual([124, true, 0]);
  expect(wastedBytes(tutorialModel({ name: '08', chip: 'gfx950', banks: 'chip' }))).toBe(0);
});

test('all instructions of all waves together store and load every element once', () => {
  for (const { name } of shown) {
    for (const chip of chips) {
      const model = tutorialModel({ name, chip, banks: 'chip' });
      for (const side of ['write', 'read'] as const) {
        const seen = new Set<number>();
        for (const [index, one] of model.instructions.entries()) {
          if (one.side !== side) continue;
          for (let wave = 0; wave < TILE_WAVES; wave++) {
            const moved = movedElements(model, index, wave);
            for (const { m, k } of moved) seen.add(m * 32 + k);
            for (let address = 0; address < addressesOf(one); address++) {
              expect(explained(model, index, wave, address)).toBeDefined();
            }
          }
        }
        expect(seen.size).toBe(64 * 32);
      }
      const moved = movedElements(model, 0, 0);
      expect(JSON.stringify(tilePicture(model, 0, 0, moved))).not.toContain('NaN');
      expect(tileTable(moved).rows.length).toBeGreaterThan(63);
      expect(specOf(model)).toContain(`tutorial: "${name}"`);
    }
  }
});

test('only gfx950 with descriptors for its banks has all counters; R1 with R3 has none for 08', () => {
  const wanted = targets();
  const right = readings.filter((reading) =>
    readingNames.every((name) => readingCell(reading, name) === wanted.get(name)),
  );
  expect(right.map(({ title }) => title)).toEqual(['gfx950']);
  const deck = readings.find(({ model }) => model === 'deck-r1-r3-only');
  expect(deck && readingCell(deck, '08')).toBe(48);
});

test('every tutorial that is shown has a text', () => {
  for (const { name } of shown) expect(texts.get(name)?.finding.length).toBeGreaterThan(30);
});

test('rules of the slides that counters refute: R3 and the half-waves for 08, the offsets for 04', () => {
  const wrong = (name: string) =>
    rulesOf({ name, chip: 'gfx942', banks: 'chip' })
      .filter(({ verdict: one }) => one === 'refuted')
      .map(({ rule }) => rule);
  expect(wrong('08')).toContain('slides/r3');
  expect(wrong('04')).toContain('slides/thumb-6');
  expect(wrong('01')).toContain('slides/r2');
});

test('the C++ of a tutorial has the strides and transforms of the slides', () => {
  const of = (name: string, side: 'write' | 'read'): string =>
    codeOf(tutorialModel({ name, chip: 'gfx942', banks: 'chip' }))[side].replaceAll(/\s+/g, ' ');
  expect(of('01', 'write')).toContain('descriptor_packed(make_tuple(number<64>{}, number<32>{}))');
  expect(of('01', 'read')).toContain('make_tuple(number<1>{}, number<32>{})');
  expect(of('02', 'write')).toContain('make_tuple(number<1>{}, number<64>{})');
  expect(of('03', 'write')).toContain('make_tuple(number<34>{}, number<1>{})');
  for (const name of ['05', '08', '10']) {
    expect(of(name, 'write')).toMatch(/make_xor_transform.*make_unmerge_transform.*make_merge/);
  }
  for (const { name } of shown) {
    expect(of(name, 'read')).toContain('using read_distribution = tile_distribution_encoding<');
  }
});

/** Tiles of every type and wave, some of which threads or packs do not divide. */
const tiles = fc
  .record({
    name: fc.constantFrom(...shown.map(({ name }) => name)),
    chip: fc.constantFrom('gfx942', 'gfx950', 'gfx90a', 'gfx1100', 'gfx1201'),
    m: fc.constantFrom(48, 64, 128),
    k: fc.constantFrom(32, 64),
    elementBytes: fc.constantFrom(0.5, 1, 2, 4),
    waves: fc.constantFrom(2, 4),
    kPack: fc.constantFrom(8, 16),
  })
  .map(({ name, chip, ...lengths }) => ({
    name,
    chip,
    banks: 'chip' as const,
    tile: { ...lengths, waveSize: chip.startsWith('gfx1') ? (32 as const) : (64 as const) },
  }));

test('a tutorial of any tile moves each element once, or it says why not', () => {
  let made = 0;
  forAll([tiles], 20, (request) => {
    const answer = tutorialFor(request);
    if (!answer.ok) {
      expect(answer.why).toMatch(/^[A-Z][^]*\.$/);
      return;
    }
    made++;
    const model = answer.value;
    const { m, k, waves } = model.tile;
    for (const side of ['write', 'read'] as const) {
      const seen = new Set<number>();
      let moves = 0;
      for (const [index, one] of model.instructions.entries()) {
        if (one.side !== side) continue;
        for (let wave = 0; wave < waves; wave++) {
          for (const at of movedElements(model, index, wave)) seen.add(at.m * k + at.k);
          moves += model.tile.waveSize * one.instruction.registers.length;
        }
      }
      expect([side, seen.size, moves]).toEqual([side, m * k, m * k]);
    }
    const picture = tilePicture(model, 0, 0, movedElements(model, 0, 0));
    expect(JSON.stringify(picture)).not.toContain('NaN');
  });
  expect(made).toBeGreaterThan(leastCases(5));
});

test.each([
  ['04', 'gfx942', { m: 128, k: 64, elementBytes: 2, kPack: 8, waveSize: 64 }],
  ['08', 'gfx950', { m: 64, k: 64, elementBytes: 0.5, kPack: 32, waveSize: 64, waves: 2 }],
  ['05', 'gfx1100', { m: 64, k: 32, elementBytes: 1, kPack: 16, waveSize: 32, waves: 2 }],
] as const)('%s on %s, %o: the playground counts what the page counts', (name, chip, lengths) => {
  const request = { name, chip, banks: 'chip', tile: { waves: 4, ...lengths } } as const;
  const model = valueOf(tutorialFor(request));
  const { conflicts, tile } = model;
  const options = { machine: chip, file: 'tutorial.yaml' };
  const { analysis, diagnostics } = analyzeKernel(specOf(model), options);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const counted = analysis?.report.sites.reduce((sum, site) => sum + site.bankConflict, 0);
  expect(counted).toBe(conflicts * tile.waves);
});

test('what a tile is refused for is said in the words of the tutorial', () => {
  const plain = { m: 64, k: 32, elementBytes: 2, waves: 4, waveSize: 64, kPack: 8 } as const;
  const why = (name: string, lengths: object): string =>
    whyNot(tutorialFor({ name, chip: 'gfx942', banks: 'chip', tile: { ...plain, ...lengths } }));
  expect(why('01', { k: 48 })).toContain(
    'A wave of 64 lanes is not a multiple of the 6 vectors along K',
  );
  expect(why('08', { m: 48 })).toContain('M = 48 is not a multiple of the 64');
  expect(why('08', { kPack: 64 })).toContain('KPack 64');
  expect(why('01', { m: 256, k: 256, elementBytes: 4 })).toContain('262,144 bytes of LDS');
  expect(why('01', { m: 256, k: 128, waves: 1 })).toContain('A lane would hold 512 elements');
});
