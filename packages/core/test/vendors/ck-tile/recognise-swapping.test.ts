/** `LdsIndexSwapping` found by its map: every spelling of one map, and no map that differs in one element. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allIndices,
  calculateOffset,
  calculateOffsets,
  type DescriptorSpec,
  expectValue,
  ldsIndexSwappingSpec,
  type LdsSwapping,
  lengthsOf,
  make,
  makeDescriptor,
  recogniseSwapping,
  swappedOffset,
} from '@ldscope/core';
import { swappingOf } from '../../../src/vendors/ck-tile/recognise-swapping.ts';
import { powers } from '../../../../../test/powers.ts';
import { forAll } from '../../../../../test/for-all.ts';

const swappings: fc.Arbitrary<LdsSwapping> = fc
  .record({
    kPack: powers(0, 4),
    packs: powers(0, 3),
    mLdsLayer: powers(0, 3),
    groups: fc.integer({ min: 2, max: 12 }),
    pad: fc.nat(5),
    rowMul: fc.constantFrom(1, 2),
    view: fc.constantFrom<('mk' | 'km')[]>('mk', 'km'),
    packMajor: fc.boolean(),
  })
  .filter(({ packs, mLdsLayer }) => packs * mLdsLayer > 1)
  .map(({ kPack, packs, mLdsLayer, groups, pad, packMajor, ...rest }) => ({
    mPerBlock: groups * mLdsLayer,
    kPerBlock: packs * kPack,
    kPack,
    mLdsLayer,
    kPadded: packs * kPack + pad,
    ...rest,
    ...(packMajor && mLdsLayer > 1 && packs > 1 ? { packMajor } : {}),
  }));

/** The merges by division, as CK's policies write them. */
const byDivision = ({ base, stages }: DescriptorSpec): DescriptorSpec => ({
  base,
  stages: stages.map((stage) => ({
    ...stage,
    transforms: stage.transforms.map((transform) =>
      transform.kind === 'merge' ? make.merge(transform.lowerLengths, 'divide') : transform,
    ),
  })),
});

/** The transforms of each stage in the other order. */
const turned = ({ base, stages }: DescriptorSpec): DescriptorSpec => ({
  base,
  stages: stages.map(({ transforms, lower, upper }) => ({
    transforms: transforms.toReversed(),
    lower: lower.toReversed(),
    upper: upper.toReversed(),
  })),
});

/** A stage more that does nothing. */
const longer = ({ base, stages }: DescriptorSpec): DescriptorSpec => {
  const [rows = 1, columns = 1] = lengthsOf(expectValue(makeDescriptor({ base, stages })));
  const stage = {
    transforms: [make.passThrough(rows), make.passThrough(columns)],
    lower: [[0], [1]],
    upper: [[0], [1]],
  };
  return { base, stages: [...stages, stage] };
};

describe('recogniseSwapping', () => {
  test('gives the parameters of every spelling of a map', () => {
    forAll([swappings], 100, (options) => {
      const spec = expectValue(ldsIndexSwappingSpec(options));
      for (const spelled of [spec, byDivision(spec), turned(spec), longer(byDivision(spec))]) {
        expect(recogniseSwapping(spelled)).toEqual(options);
      }
    });
  });

  test('the closed form is the map of the transforms', () => {
    forAll([swappings], 60, (options) => {
      const descriptor = expectValue(makeDescriptor(expectValue(ldsIndexSwappingSpec(options))));
      for (let m = 0; m < options.mPerBlock; m++) {
        for (let k = 0; k < options.kPerBlock; k++) {
          const index = options.view === 'km' ? [k, m] : [m, k];
          expect(swappedOffset(options, m, k)).toBe(calculateOffset(descriptor, index));
        }
      }
    });
  });

  test('does not take a map that differs in one element', () => {
    forAll([swappings, fc.nat(), fc.integer({ min: 1, max: 9 })], 100, (options, at, by) => {
      const descriptor = expectValue(makeDescriptor(expectValue(ldsIndexSwappingSpec(options))));
      const lengths = lengthsOf(descriptor);
      const offsets = [...calculateOffsets(descriptor, allIndices(lengths))];
      const changed = at % offsets.length;
      offsets[changed] = (offsets[changed] ?? 0) + by;
      const [rows = 1, columns = 1] = lengths;
      // The same map with an element elsewhere, by a table.
      const spec: DescriptorSpec = {
        base: { kind: 'packed', lengths: [Math.max(...offsets) + 1] },
        stages: [
          { transforms: [make.indexing(offsets)], lower: [[0]], upper: [[0]] },
          { transforms: [make.unmerge([rows, columns])], lower: [[0]], upper: [[0, 1]] },
        ],
      };
      const found = recogniseSwapping(spec);
      if (found === undefined) return;
      // Only another swapping with exactly this map would be right.
      const again = expectValue(makeDescriptor(expectValue(ldsIndexSwappingSpec(found))));
      expect([...calculateOffsets(again, allIndices(lengths))]).toEqual(offsets);
    });
  });

  test('does not take plain and padded rows, or other numbers of indices', () => {
    const rows = (pitch: number): DescriptorSpec => ({
      base: { kind: 'naive', lengths: [64, 32], strides: [pitch, 1] },
      stages: [],
    });
    for (const pitch of [32, 34, 40]) expect(recogniseSwapping(rows(pitch))).toBeUndefined();
    const spec = expectValue(
      ldsIndexSwappingSpec({ mPerBlock: 64, kPerBlock: 32, kPack: 8, mLdsLayer: 2 }),
    );
    expect(recogniseSwapping({ ...spec, stages: spec.stages.slice(0, 2) })).toBeUndefined();
  });
});

test('rows that overlap are not a swapping', () => {
  const sizes = { kPerBlock: 8, kPack: 2, mLdsLayer: 1 };
  const found = [8, 6, 7].map((kPadded) =>
    swappingOf(8, 8, (m, k) => swappedOffset({ ...sizes, kPadded }, m, k)),
  );
  expect(found.map((one) => one?.kPadded)).toEqual([8, undefined, undefined]);
});
