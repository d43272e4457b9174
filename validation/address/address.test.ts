/**
 * The model of address instructions against clang 22: kernels of every case under every layout, counted in
 * `validation/data/address-instructions.json` and shown in `docs/address-instructions.md`.
 *
 * `UPDATE_ADDRESS=1 npx vitest run validation/address` compiles them anew and writes both.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addressCounter, legalityFaults } from '@ldscope/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiler } from '../../packages/amdgcn/test/emulate/hip/compile.ts';
import { addressCases, layoutsOf, problemOf } from './cases.ts';
import { chips, compiledCounts } from './compile.ts';

type Counts = Record<string, Record<string, Record<string, number>>>;

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const dataPath = at('validation/data/address-instructions.json');
const pagePath = at('docs/address-instructions.md');
const update = process.env['UPDATE_ADDRESS'] === '1';

/** Others choose otherwise. */
const VERSION = 22;
const version =
  compiler === undefined
    ? undefined
    : Number(
        /clang version (\d+)/.exec(
          spawnSync(compiler, ['--version'], { encoding: 'utf8' }).stdout,
        )?.[1],
      );
const present = version === VERSION;
if (!present) console.log(`skipped: clang ${VERSION} with an AMDGPU target is absent`);

/** By case, layout and chip: vector instructions of the whole kernel. */
const counts: Counts = update ? {} : (JSON.parse(readFileSync(dataPath, 'utf8')) as Counts);

const compiled = (one: string, layout: string, chip: string): number =>
  counts[one]?.[layout]?.[chip] ?? Number.NaN;

describe.skipIf(!present)('clang', () => {
  test.each(addressCases)('$name', (one) => {
    const layouts = layoutsOf(one);
    const made = chips.map((chip) => compiledCounts(compiler ?? '', chip, one, layouts));
    const all: Counts[string] = {};
    for (const [k, { name }] of layouts.entries()) {
      all[name] = Object.fromEntries(chips.map((chip, c) => [chip, made[c]?.[k] ?? 0]));
    }
    if (update) counts[one.name] = all;
    expect(counts[one.name]).toEqual(all);
  });
});

/** A layout of a case: instructions more than the plain tile's, by clang on each chip and by the model. */
interface Compared {
  readonly tile: string;
  readonly layout: string;
  readonly gfx942: number;
  readonly gfx950: number;
  readonly model: number;
}

/** Instructions by which small counts may differ, and the share by which larger ones may. */
const [FEW, SHARE] = [2, 0.2];

const isNear = (model: number, clang: number): boolean =>
  Math.abs(model - clang) <= Math.max(FEW, SHARE * Math.abs(clang));

function compare(): Compared[] {
  return addressCases.flatMap((one) => {
    const count = addressCounter(problemOf(one));
    return layoutsOf(one).flatMap(({ name, layout }) => {
      if (name === 'plain') return [];
      const more = (chip: string): number =>
        // As the model counts: never below the plain tile.
        Math.max(0, compiled(one.name, name, chip) - compiled(one.name, 'plain', chip));
      return [
        {
          tile: one.name,
          layout: name,
          gfx942: more('gfx942'),
          gfx950: more('gfx950'),
          model: count(layout),
        },
      ];
    });
  });
}

const share = (list: readonly Compared[], chip: 'gfx942' | 'gfx950'): number =>
  list.filter((one) => isNear(one.model, one[chip])).length / list.length;

describe('the model', () => {
  let all: readonly Compared[] = [];
  beforeAll(() => {
    all = compare();
  });
  const family = (word: string): Compared[] => all.filter(({ layout }) => layout.startsWith(word));

  test('is within 20 % or 2 instructions of clang for most layouts', () => {
    expect(all.length).toBeGreaterThan(120);
    expect(share(all, 'gfx942')).toBeGreaterThan(0.8);
    expect(share(family('pad of'), 'gfx942')).toBeGreaterThan(0.85);
    expect(share(family('XOR of 8'), 'gfx942')).toBeGreaterThan(0.9);
  });

  test('is never further away than half of the count, rotations and tables aside', () => {
    for (const one of all) {
      if (/rotated|table/.test(one.layout)) continue;
      const difference = Math.abs(one.model - one.gfx942);
      expect(difference, JSON.stringify(one)).toBeLessThanOrEqual(Math.max(6, 0.55 * one.gfx942));
    }
  });

  test('orders layouts as clang does where clang makes a difference', () => {
    let [same, pairs] = [0, 0];
    for (const a of all) {
      for (const b of all.filter(({ tile }) => tile === a.tile)) {
        // A third and three instructions are more than the noise of one version of a compiler.
        if (a.gfx942 + Math.max(3, a.gfx942 / 3) >= b.gfx942) continue;
        pairs++;
        if (a.model < b.model) same++;
      }
    }
    expect(pairs).toBeGreaterThan(300);
    expect(same / pairs).toBeGreaterThan(0.9);
  });

  test('and clang are what the page shows', () => {
    const page = update ? '' : readFileSync(pagePath, 'utf8');
    const text = pageOf(all);
    if (update) writeFileSync(pagePath, text);
    else expect(withoutSpaces(page)).toBe(withoutSpaces(text));
  });
});

test('the layouts of the cases move every element to a place of its own', () => {
  for (const one of addressCases) {
    for (const { name, layout } of layoutsOf(one)) {
      const codes = legalityFaults({ ...problemOf(one), accesses: [] }, layout);
      expect(codes, `${one.name}, ${name}`).toEqual([]);
    }
  }
});

afterAll(() => {
  if (update) writeFileSync(dataPath, `${JSON.stringify(counts, undefined, 1)}\n`);
});

/** Tables are aligned by the formatter. */
const withoutSpaces = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');

function pageOf(all: readonly Compared[]): string {
  const percent = (chip: 'gfx942' | 'gfx950'): string => `${Math.floor(100 * share(all, chip))} %`;
  const tiles = [...new Set(all.map(({ tile }) => tile))];
  return [
    '# Address instructions: the model and clang',
    '',
    'What a layout costs in address instructions is a model of a compiler',
    '([address-cost.ts](../packages/core/src/mitigate/address-cost.ts)): vector instructions of one wave beyond those of the',
    'plain tile, for the formula that `ldscope convert` prints in C, with everything that accesses share counted once.',
    `Here it is beside clang ${VERSION} (\`-O3\`), kernel by kernel: all accesses of a wave unrolled, data in registers, so that`,
    'every vector instruction computes an address. Where clang needs fewer than for the plain tile the difference is 0.',
    '',
    `Of ${all.length} layouts the model is within ${100 * SHARE} % or ${FEW} instructions of clang for ${percent('gfx942')} on gfx942 and ${percent('gfx950')} on`,
    'gfx950, whose `v_bitop3_b32` joins operations that the model keeps apart. Others are marked. They have three causes: an XOR',
    'with as many phases as the row has units, where clang computes the key of each block of rows anew; rotations, whose sums',
    'clang does not share between instances that are a few bytes apart; and tables, which clang at times turns into shifts of',
    'a constant. Of pairs of layouts that clang sets well apart, by a third and three instructions, more than nine in ten are',
    'ordered alike.',
    '',
    ...tiles.flatMap((tile) => [
      `## ${tile}`,
      '',
      '| layout | clang, gfx942 | clang, gfx950 | model | |',
      '| --- | ---: | ---: | ---: | --- |',
      ...all
        .filter((one) => one.tile === tile)
        .map(
          ({ layout, gfx942, gfx950, model }) =>
            `| ${layout} | +${gfx942} | +${gfx950} | +${model} | ${isNear(model, gfx942) ? '' : 'apart'} |`,
        ),
      '',
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
