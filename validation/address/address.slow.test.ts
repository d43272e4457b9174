/**
 * The model of address instructions against clang 22: kernels of every case under every layout, counted in
 * `validation/data/address-instructions.json` and shown in `docs/address-instructions.md`.
 *
 * `UPDATE_ADDRESS=1 npx vitest run validation/address` compiles them again and writes both.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { legalityFaults } from '@ldscope/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clang } from '../../packages/amdgcn/test/text/oracle.ts';
import { LLVM_VERSION, skips } from '../../test/llvm.ts';
import { addressCases, layoutsOf, problemOf } from './cases.ts';
import { type Compared, comparedOf, type Counts, isInside, isNear, shareOf } from './compare.ts';
import { chips, compiledCounts } from './compile.ts';
import { pageOf } from './page.ts';
import { type RandomCase, randomCases } from './random.ts';
import { dataFile, inRepository } from '../base/paths.ts';
import { chosenOf } from '../../test/cases.ts';

const dataPath = dataFile('address-instructions.json');
const pagePath = inRepository('docs/address-instructions.md');
const update = process.env['UPDATE_ADDRESS'] === '1';

const noClang = skips(clang);

/** What the model was made with. */
const fixed: readonly RandomCase[] = addressCases.map((one) => ({
  ...one,
  layouts: layoutsOf(one),
}));
/** What it was not: whoever changes the model looks at other seeds. */
const heldOut = randomCases(20_261_122, 40);

/** By case. */
const counts: Record<string, Counts> = update
  ? {}
  : (JSON.parse(readFileSync(dataPath, 'utf8')) as Record<string, Counts>);

/** A sample of the random kernels is compiled in every run, all of them for an update. */
const compiled = [...fixed, ...heldOut.filter((_, i) => update || i % 5 === 0)];

describe.skipIf(noClang)('clang', () => {
  test.each(chosenOf(compiled))('$name', (one) => {
    const { layouts } = one;
    const made = chips.map((chip) => compiledCounts(clang.command, chip, one, layouts));
    const all: Counts = Object.fromEntries(
      layouts.map(({ name }, k) => [
        name,
        Object.fromEntries(chips.map((chip, c) => [chip, made[c]?.[k] ?? 0])),
      ]),
    );
    if (update) counts[one.name] = all;
    expect(counts[one.name]).toEqual(all);
  });
});

const compare = (list: readonly RandomCase[]): Compared[] =>
  list.flatMap((one) => comparedOf(one, one.layouts, counts[one.name] ?? {}));

describe('the model', () => {
  let known: readonly Compared[] = [];
  let others: readonly Compared[] = [];
  beforeAll(() => {
    known = compare(fixed);
    others = compare(heldOut);
  });

  test('prints figures that are within 20 % or 2 instructions, of kernels that it was not made with', () => {
    const figures = others.filter(({ isFigure }) => isFigure);
    expect(figures.length).toBeGreaterThan(50);
    expect(shareOf(figures, isNear)).toBeGreaterThan(0.9);
  });

  test('prints ranges that hold, of kernels that it was not made with', () => {
    expect(others.length).toBeGreaterThan(300);
    expect(shareOf(others, isInside)).toBeGreaterThan(0.9);
    for (const chip of chips) {
      const own = others.filter((one) => one.chip === chip);
      expect(shareOf(own, isInside), chip).toBeGreaterThan(0.9);
    }
  });

  test('prints ranges that say something', () => {
    for (const { model, least, most } of [...known, ...others]) {
      expect(least).toBeLessThanOrEqual(model);
      expect(most).toBeGreaterThanOrEqual(model);
      expect(most).toBeLessThanOrEqual(2.4 * model + 4);
    }
  });

  test('is within 20 % or 2 instructions for most layouts that it was made with', () => {
    for (const chip of chips) {
      const own = known.filter((one) => one.chip === chip);
      expect(shareOf(own, isNear), chip).toBeGreaterThan(0.8);
    }
  });

  test('orders layouts as clang does where clang makes a difference', () => {
    for (const list of [known, others]) {
      let [same, pairs] = [0, 0];
      for (const a of list) {
        for (const b of list.filter(({ tile, chip }) => tile === a.tile && chip === a.chip)) {
          // A third and three instructions are more than the noise of one version of a compiler.
          if (a.clang + Math.max(3, a.clang / 3) >= b.clang) continue;
          pairs++;
          if (a.model < b.model) same++;
        }
      }
      expect(pairs).toBeGreaterThan(300);
      expect(same / pairs).toBeGreaterThan(0.9);
    }
  });

  test('and clang are what the page shows', () => {
    const page = update ? '' : readFileSync(pagePath, 'utf8');
    const text = pageOf(LLVM_VERSION, known, others);
    if (update) writeFileSync(pagePath, text);
    else expect(withoutSpaces(page)).toBe(withoutSpaces(text));
  });
});

test('the layouts of the cases move every element to a place of its own', () => {
  for (const one of [...fixed, ...heldOut]) {
    for (const { name, layout } of one.layouts) {
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
