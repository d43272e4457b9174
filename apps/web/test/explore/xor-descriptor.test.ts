import { expect, test } from 'vitest';
import {
  choices,
  xorControls,
  type XorParameters,
} from '../../src/explore/xor-descriptor/controls.ts';
import {
  lanePlace,
  specOf,
  wayOf,
  type XorModel,
  xorModel,
} from '../../src/explore/xor-descriptor/model.ts';
import { panelsPicture, stepPicture } from '../../src/explore/xor-descriptor/picture.ts';
import { steps } from '../../src/explore/xor-descriptor/steps.ts';

const START = xorControls.start;

const modelOf = (part: Partial<XorParameters> = {}): XorModel => {
  const model = xorModel({ ...START, ...part });
  if (model === undefined) throw new Error('no model');
  return model;
};

const everything: XorParameters[] = (['gfx942', 'gfx950'] as const).flatMap((chip) =>
  choices.mPerBlock.flatMap((mPerBlock) =>
    choices.kPerBlock.flatMap((kPerBlock) =>
      choices.packBytes.flatMap((packBytes) =>
        choices.elementBytes.flatMap((elementBytes) =>
          choices.mLdsLayer.map((mLdsLayer) => ({
            chip,
            mPerBlock,
            kPerBlock,
            packBytes,
            elementBytes,
            mLdsLayer,
          })),
        ),
      ),
    ),
  ),
);

test('the way of each element is the closed form of the slides', () => {
  const model = modelOf();
  for (let m = 0; m < 64; m++) {
    for (let k = 0; k < 32; k++) {
      const [b, a] = [Math.floor(m / 2), 4 * (m % 2) + Math.floor(k / 8)];
      const byte = 128 * b + 16 * (a ^ (b % 8)) + 2 * (k % 8);
      expect(wayOf(model, m, k)).toMatchObject({
        group: b,
        before: a,
        byte,
        bank: Math.floor(byte / 4) % 32,
      });
    }
  }
});

test('the grids are those of the figure: 64 x 32, then 32 groups of 8 packs, then 32 lines of 64', () => {
  const { grids, packsOfGroup, mLdsLayer } = modelOf();
  expect([packsOfGroup, mLdsLayer]).toEqual([8, 2]);
  expect(grids.map(({ rows, columns }) => [rows, columns])).toEqual([
    [64, 32],
    [32, 64],
    [32, 64],
    [32, 64],
    [32, 64],
    [32, 64],
  ]);
  expect(modelOf({ chip: 'gfx950' }).mLdsLayer).toBe(4);
});

test('for every choice each step has a place of its own for each pack, and only the XOR permutes', () => {
  let shown = 0;
  for (const parameters of everything) {
    const model = xorModel(parameters);
    if (model === undefined) continue;
    shown++;
    for (const [step] of steps.entries()) {
      const places = model.packs.map(({ places: all }) => JSON.stringify(all[step]));
      expect(new Set(places).size).toBe(model.packs.length);
    }
    const wrong = model.packs.filter(({ a, places: [, reshaped, , moved] }) => {
      const [b, from] = [reshaped?.row ?? 0, reshaped?.column ?? 0];
      const to = (moved?.column ?? 0) / model.kPack;
      return from !== a * model.kPack || moved?.row !== b || to !== (a ^ (b % model.packsOfGroup));
    });
    expect(wrong).toEqual([]);
  }
  expect(shown).toBeGreaterThan(400);
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
