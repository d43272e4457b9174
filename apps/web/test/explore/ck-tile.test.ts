import { expect, test } from 'vitest';
import { claimsOf, configRows, layerCosts, moveClaim } from '../../src/explore/ck-tile/claims.ts';
import {
  choices,
  chips,
  layers,
  reads,
  swapControls,
  type SwapParameters,
} from '../../src/explore/ck-tile/controls.ts';
import { type SwapModel, swapModel } from '../../src/explore/ck-tile/model.ts';
import { swappedAt } from '../../src/explore/parts/index-swapping.ts';

const START = swapControls.start;

const modelOf = (part: Partial<SwapParameters> = {}): SwapModel => {
  const result = swapModel({ ...START, ...part });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.model;
};

test('coordinates are those of the formulas of the page, with M as the row group', () => {
  for (const mLdsLayer of choices.mLdsLayer) {
    const model = modelOf({ mLdsLayer });
    const a = 4 * mLdsLayer;
    for (let m = 0; m < 64; m++) {
      for (let k = 0; k < 32; k++) {
        const at = swappedAt(model, m, k);
        const group = Math.floor(m / mLdsLayer);
        const after = ((m % mLdsLayer) * 4 + Math.floor(k / 8)) ^ (group % a);
        expect(at).toMatchObject({ group, layer: m % mLdsLayer, after, key: group % a });
        // The unmerge of the page: L = K0' / (KPerBlock / KPack), K0'' = K0' % (KPerBlock / KPack).
        expect([at.layer, at.pack]).toEqual([Math.floor(at.before / 4), at.before % 4]);
        expect(at.offset).toBe(group * 32 * mLdsLayer + after * 8 + (k % 8));
        expect(at.bank).toBe((at.byte >> 2) % 32);
      }
    }
  }
});

test('an A that is not a power of two is a fault, and two elements share a place', () => {
  const model = modelOf({ kPerBlock: 48 });
  expect(model.packsOfGroup).toBe(12);
  expect(model.faults.length).toBeGreaterThan(0);
  expect(model.readings[0].collisions).toBeGreaterThan(0);
  expect(modelOf().faults).toEqual([]);
});

test('both readings of M are one where MLdsLayer is 1, and different layouts otherwise', () => {
  const [group, row] = modelOf({ mLdsLayer: 1 }).readings;
  expect({ ...row, title: '' }).toEqual({ ...group, title: '' });
  const [ours, theirs] = modelOf().readings;
  expect([ours.elsewhere, ours.conflicts, ours.collisions]).toEqual([0, 0, 0]);
  expect(theirs.elsewhere).toBe(56 * 32);
});

test('the claims of the page: the key, L = 0 and the analyser are wrong for tutorial 08', () => {
  const claims = claimsOf({ chip: 'gfx942', read: '08', mLdsLayer: 2 });
  const wrong = claims.filter(({ verdict }) => verdict === 'refuted').map(({ rule }) => rule);
  expect(wrong).toEqual(['page/xor-key', 'page/l-component', 'page/analyser']);
  expect(claims).toHaveLength(10);
  for (const { value: read } of reads) {
    for (const mLdsLayer of layers) {
      expect(claimsOf({ chip: 'gfx950', read, mLdsLayer })).toHaveLength(10);
    }
  }
});

test('MLdsLayer by read: 112, 48, 16 and 0 down columns; 08 wants 2 on gfx942 and 4 on gfx950', () => {
  const [gfx942 = [], gfx950 = []] = chips.map((chip) => layerCosts(chip));
  const column = (costs: typeof gfx942, i: number) =>
    costs.map(({ reads: all }) => all[i]?.conflicts);
  // The counter of tutorial 04 is 48 a wave and tile (3072 by 64, MI300X).
  expect(column(gfx942, 0)).toEqual([112, 48, 16, 0]);
  expect(column(gfx942, 1)).toEqual([8, 0, 8, 8]);
  // 4 by hand-coded 32 banks on MI355 (256 by 64).
  expect(column(gfx950, 1)).toEqual([12, 4, 0, 0]);
  expect(column(gfx950, 2)).toEqual([48, 16, 0, 0]);
});

test('the configuration of the page grows with the tile, the rule by banks shrinks', () => {
  const halves = configRows(chips).filter(({ elementBytes }) => elementBytes === 2);
  expect(halves.map(({ page }) => page?.mLdsLayer)).toEqual([1, 1, 2, 4, 4]);
  expect(halves.map(({ byBanks }) => byBanks[0])).toEqual([4, 2, 1, 1, 1]);
  expect(halves.map(({ byBanks }) => byBanks[1])).toEqual([8, 4, 2, 1, 1]);
});

test('moving by positions adds them up', () => {
  const claim = moveClaim(2);
  expect(claim?.wanted[0]).toBe(claim?.reached[0]);
  expect(claim?.all).toBe(2048);
  expect(claim?.wrong).toBeGreaterThan(1024);
});

test('types, packs and rows of real products: places by the closed form, banks by the byte', () => {
  for (const [element, bytes] of [
    ['fp4', 0.5],
    ['fp8', 1],
    ['f32', 4],
  ] as const) {
    for (const kPack of [8, 16, 32]) {
      const model = modelOf({ mPerBlock: 256, kPerBlock: 256, kPack, element, mLdsLayer: 1 });
      for (let m = 0; m < 256; m += 37) {
        for (let k = 0; k < 256; k += 23) {
          const offset =
            m * 256 + (Math.floor(k / kPack) ^ (m % (256 / kPack))) * kPack + (k % kPack);
          const byte = offset * bytes;
          expect(swappedAt(model, m, k)).toMatchObject({
            offset,
            byte,
            bank: Math.floor(byte / 4) % 32,
          });
        }
      }
      expect(model.readings[0].elsewhere).toBe(0);
      expect(model.instruction).toBe(
        { 4: 'ds_read_b32', 8: 'ds_read_b64', 16: 'ds_read_b128' }[Math.min(16, kPack * bytes)],
      );
    }
  }
  // The same bytes are the same banks: 16 elements of fp8 are a pack of 8 of f16.
  const cost = (part: Partial<SwapParameters>) => modelOf(part).readings[0].conflicts;
  expect(cost({ element: 'fp8', kPerBlock: 64, kPack: 16 })).toBe(cost({}));
});
