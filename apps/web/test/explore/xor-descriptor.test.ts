import { expect, test } from 'vitest';
import { xorControls, type XorParameters } from '../../src/explore/xor-descriptor/controls.ts';
import {
  lanePlace,
  specOf,
  type XorModel,
  xorModel,
} from '../../src/explore/xor-descriptor/model.ts';
import { elementTypes } from '../../src/explore/parts/element-types.ts';
import { panelsPicture, stepPicture, steps } from '../../src/explore/xor-descriptor/picture.ts';
import { swappedAt } from '../../src/explore/parts/index-swapping.ts';
import { raise } from '../../../../test/raise.ts';
import { combinations } from './combinations.ts';

const START = xorControls.start;

const modelOf = (part: Partial<XorParameters> = {}): XorModel =>
  xorModel({ ...START, ...part }) ?? raise('no model');

const everything: readonly XorParameters[] = combinations({
  chip: ['gfx942', 'gfx950'],
  mPerBlock: [32, 256],
  kPerBlock: [16, 32, 256],
  packBytes: [4, 16],
  element: elementTypes,
  mLdsLayer: ['banks', 1, 8],
});

test('the way of each element is the closed form of the slides', () => {
  const model = modelOf();
  for (let m = 0; m < 64; m++) {
    for (let k = 0; k < 32; k++) {
      const [b, a] = [Math.floor(m / 2), 4 * (m % 2) + Math.floor(k / 8)];
      const byte = 128 * b + 16 * (a ^ (b % 8)) + 2 * (k % 8);
      const bank = Math.floor(byte / 4) % 32;
      expect(swappedAt(model, m, k)).toMatchObject({ group: b, before: a, byte, bank });
    }
  }
});

test('the grids are those of the figure: 64 x 32, then 32 groups of 8 packs, then 32 lines of 64', () => {
  const { grids, packsOfGroup, mLdsLayer } = modelOf();
  expect([packsOfGroup, mLdsLayer]).toEqual([8, 2]);
  expect(grids.map(({ rows, columns }) => [rows, columns])).toEqual([
    [64, 32],
    ...Array.from({ length: 5 }, () => [32, 64]),
  ]);
  expect(modelOf({ chip: 'gfx950' }).mLdsLayer).toBe(4);
});

test('for every choice each step has a place of its own for each pack, and only the XOR permutes', () => {
  let shown = 0;
  for (const parameters of everything) {
    const model = xorModel(parameters, parameters.mPerBlock - 1);
    if (model === undefined) continue;
    shown++;
    for (const [step] of steps.entries()) {
      const places = model.packs.map(({ places: all }) => {
        const { row, column } = all[step] ?? { row: -1, column: -1 };
        return 65_536 * row + column;
      });
      expect(new Set(places).size).toBe(model.packs.length);
    }
    const wrong = model.packs.filter(({ a, places: [, reshaped, , moved] }) => {
      const [b, from] = [reshaped?.row ?? 0, reshaped?.column ?? 0];
      const group = b + model.firstRow / model.mLdsLayer;
      const to = (moved?.column ?? 0) / model.kPack;
      return (
        from !== a * model.kPack || moved?.row !== b || to !== (a ^ (group % model.packsOfGroup))
      );
    });
    expect(wrong).toEqual([]);
  }
  expect(shown).toBeGreaterThan(120);
});

test('a read of a pack of each row: 24 of 32 cycles are conflicts on gfx942, and none after', () => {
  const { read } = modelOf();
  // Rows of 64 bytes: a phase of 8 lanes has 4 lanes on each of the two rows of banks.
  expect([read.plain.idxActive, read.plain.bankConflict]).toEqual([32, 24]);
  expect([read.swapped.idxActive, read.swapped.bankConflict]).toEqual([8, 0]);
  expect(modelOf({ chip: 'gfx950' }).read.swapped.bankConflict).toBe(0);
  expect(modelOf({ chip: 'gfx950', mLdsLayer: 2 }).read.swapped.bankConflict).toBe(4);
});

test('lanes walk down the rows, then along them', () => {
  expect(lanePlace(33, { ...START, mPerBlock: 32 })).toEqual([1, 8]);
});

test('pictures keep their size, and packs that do not divide are refused', () => {
  const model = modelOf();
  const sizes = steps.map((_, step) => {
    const { width, height, content } = stepPicture(model, step, 'column', { m: 0, k: 0 });
    expect(JSON.stringify(content)).not.toContain('NaN');
    return `${width}x${height}`;
  });
  expect(new Set(sizes).size).toBe(1);
  expect(JSON.stringify(panelsPicture(model, { m: 63, k: 31 }))).not.toContain('NaN');
  expect(xorModel({ ...START, mPerBlock: 63 })).toBeUndefined();
});

test('the specification says the same layout', () => {
  expect(specOf(modelOf())).toContain('make_xor_transform(make_tuple(number<32>{}, number<8>{}))');
});

/** The address of a pack by the closed form, and the cycles of a read by counting words on banks lane by lane. */
test('tiles of real products have the addresses of the closed form, whatever the type', () => {
  for (const [element, bytes] of [
    ['fp4', 0.5],
    ['fp8', 1],
    ['f16', 2],
    ['f32', 4],
  ] as const) {
    for (const [mPerBlock, kPerBlock] of [
      [256, 64],
      [256, 256],
      [128, 128],
    ] as const) {
      const model = modelOf({ mPerBlock, kPerBlock, element });
      const { mLdsLayer: layer, packsOfGroup, kPack } = model;
      expect([kPack, layer]).toEqual([16 / bytes, Math.max(1, 128 / (kPerBlock * bytes))]);
      for (let m = 0; m < mPerBlock; m += 29) {
        for (let k = 0; k < kPerBlock; k += 23) {
          const b = Math.floor(m / layer);
          const a = (m % layer) * (kPerBlock / kPack) + Math.floor(k / kPack);
          const offset = b * kPerBlock * layer + (a ^ (b % packsOfGroup)) * kPack + (k % kPack);
          expect(swappedAt(model, m, k)).toMatchObject({ offset, byte: offset * bytes });
        }
      }
      expect(model.read.swapped.bankConflict).toBe(0);
    }
  }
});

test('a picture of a large tile has a part of it, with the followed row in it', () => {
  const parameters = { ...START, mPerBlock: 256, kPerBlock: 256, element: 'fp8' } as const;
  for (const m of [0, 100, 255]) {
    const model = xorModel(parameters, m) ?? raise('no model');
    expect(model.packs.length).toBeLessThanOrEqual(1024);
    expect(m >= model.firstRow && m < model.firstRow + model.drawnRows).toBe(true);
    for (const [step, grid] of model.grids.entries()) {
      for (const { places } of model.packs) {
        const { row, column } = places[step] ?? { row: -1, column: -1 };
        expect(row >= 0 && row < grid.rows && column >= 0 && column < grid.columns).toBe(true);
      }
    }
  }
});
