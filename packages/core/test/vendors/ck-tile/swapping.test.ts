/** LdsIndexSwapping step by step, and what descriptors look like in C++ and as formulas. */
import { describe, expect, test } from 'vitest';
import {
  calculateOffset,
  coordinatesByStage,
  descriptorToCpp,
  encodingToCpp,
  expectValue,
  ldsIndexSwapping,
  ldsIndexSwappingSpec,
  mLdsLayerFor,
  offsetFormula,
  pageAnalyzer,
  shuffleRegisters,
} from '@ldscope/core';
import { MK } from '../../../src/study/ck-tile/tutorials/distributions.ts';

const tile = { mPerBlock: 64, kPerBlock: 32, kPack: 8, mLdsLayer: 2 };

describe('LdsIndexSwapping of 64 x 32, MLdsLayer 2', () => {
  const descriptor = expectValue(ldsIndexSwapping(tile));

  test('as a formula', () => {
    expect(offsetFormula(descriptor, ['m', 'k'])).toBe(
      '((m % 2 * 4 + k / 8) ^ (m / 2 % 8)) * 8 + m / 2 * 64 + k % 8',
    );
    const one = expectValue(ldsIndexSwapping({ ...tile, kPerBlock: 64, mLdsLayer: 1 }));
    expect(offsetFormula(one, ['m', 'k'])).toBe('((k / 8) ^ (m % 8)) * 8 + m * 64 + k % 8');
  });

  test('in the closed form of its description', () => {
    for (const mLdsLayer of [1, 2, 4]) {
      const swapped = expectValue(ldsIndexSwapping({ ...tile, mLdsLayer }));
      const packs = 4 * mLdsLayer;
      for (let m = 0; m < 64; m++) {
        for (let k = 0; k < 32; k++) {
          const group = Math.floor(m / mLdsLayer);
          const pack = (m % mLdsLayer) * 4 + Math.floor(k / 8);
          const offset = group * 32 * mLdsLayer + (pack ^ (group % packs)) * 8 + (k % 8);
          expect(calculateOffset(swapped, [m, k])).toBe(offset);
        }
      }
    }
  });

  test('step by step: row 37, column 19', () => {
    expect(coordinatesByStage(descriptor, [37, 19])).toEqual([
      [4, 18, 3], // K0, M, K1: after the XOR, where it is
      [6, 18, 3], // K0', M, K1: before the XOR
      [1, 18, 2, 3], // row in its group, group, pack, element
      [37, 19], // row and column of the tile
    ]);
    expect(calculateOffset(descriptor, [37, 19])).toBe(4 * 8 + 18 * 64 + 3);
  });

  test('MLdsLayer by banks, tile and element', () => {
    expect([mLdsLayerFor(32, 32, 2), mLdsLayerFor(64, 32, 2), mLdsLayerFor(32, 32, 4)]).toEqual([
      2, 4, 1,
    ]);
    expect(mLdsLayerFor(32, 128, 2)).toBe(1);
  });

  test('in C++', () => {
    expect(descriptorToCpp(expectValue(ldsIndexSwappingSpec(tile)), 'lds')).toBe(
      `constexpr auto lds_0 = make_naive_tensor_descriptor(
    make_tuple(number<8>{}, number<32>{}, number<8>{}),
    make_tuple(number<8>{}, number<64>{}, number<1>{}),
    number<8>{},
    number<1>{});
constexpr auto lds_1 = transform_tensor_descriptor(
    lds_0,
    make_tuple(
        make_xor_transform(make_tuple(number<32>{}, number<8>{})),
        make_pass_through_transform(number<8>{})),
    make_tuple(sequence<1, 0>{}, sequence<2>{}),
    make_tuple(sequence<1, 0>{}, sequence<2>{}));
constexpr auto lds_2 = transform_tensor_descriptor(
    lds_1,
    make_tuple(
        make_unmerge_transform(make_tuple(number<2>{}, number<4>{})),
        make_pass_through_transform(number<32>{}),
        make_pass_through_transform(number<8>{})),
    make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
    make_tuple(sequence<0, 2>{}, sequence<1>{}, sequence<3>{}));
constexpr auto lds = transform_tensor_descriptor(
    lds_2,
    make_tuple(
        make_merge_transform(make_tuple(number<32>{}, number<2>{})),
        make_merge_transform(make_tuple(number<4>{}, number<8>{}))),
    make_tuple(sequence<1, 0>{}, sequence<2, 3>{}),
    make_tuple(sequence<0>{}, sequence<1>{}));`,
    );
  });

  test("the page's analyser counts lanes on banks of floats, without phases", () => {
    expect(pageAnalyzer(descriptor).maxConflict).toBe(2);
  });
});

test('encodings in C++', () => {
  expect(encodingToCpp(MK)).toBe(`tile_distribution_encoding<
    sequence<1>,
    tuple<sequence<1, 4, 16>, sequence<4, 8>>,
    tuple<sequence<1>, sequence<1, 2>>,
    tuple<sequence<1>, sequence<2, 0>>,
    sequence<1, 2>,
    sequence<0, 1>>`);
  expect(shuffleRegisters(MK, [1, 0])).toMatchObject({ ysMajor: [2, 1], ysMinor: [1, 0] });
});
