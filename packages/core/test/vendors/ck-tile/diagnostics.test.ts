/** Bad input is said, with the transform and the index. */
import { describe, expect, test } from 'vitest';
import {
  type DescriptorSpec,
  encodingFaults,
  encodingPattern,
  expectValue,
  inspectDescriptor,
  ldsIndexSwapping,
  ldsSwappingConfig,
  make,
  makeDescriptor,
  makeDistribution,
  planTileAccess,
  sliceEncoding,
  type TensorDescriptor,
  type Transform,
  vectorSafety,
} from '@ldscope/core';
import { MK } from '../../../src/study/ck-tile/tutorials/distributions.ts';

const packed = (...lengths: number[]): DescriptorSpec['base'] => ({ kind: 'packed', lengths });
const one = (transform: Transform, lower: number[], upper: number[]) => ({
  transforms: [transform],
  lower: [lower],
  upper: [upper],
});

/** Code and message of everything that a descriptor is told. */
function said(spec: DescriptorSpec): string[] {
  return makeDescriptor(spec).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const passed = (length: number) => one(make.passThrough(length), [0], [0]);

describe('descriptors', () => {
  test.each<[lengths: number[], stage: ReturnType<typeof one>, said: string]>([
    [
      [10],
      one(make.unmerge([2, 4]), [0], [0, 1]),
      'layout/lengths-product: unmerge(2, 4), stage 0, transform 0: 2 x 4 is 8, but the dimension has length 10: index 8 has no upper one',
    ],
    [
      [8],
      passed(9),
      'layout/length: pass_through(9), stage 0, transform 0 states length 9 for its lower dimension 0, which has length 8: they differ from index 8 on',
    ],
    [
      [4, 6],
      one(make.xor([4, 6]), [0, 1], [0, 1]),
      'layout/xor-range: xor(4, 6), stage 0, transform 0 leaves its range: index (2, 4) becomes (2, 6), but the length is 6',
    ],
    [
      [16, 4],
      one(make.xor([16, 4], false), [0, 1], [0, 1]),
      'layout/xor-range: xor(16, 4), stage 0, transform 0 leaves its range: index (4, 0) becomes (4, 4), but the length is 4',
    ],
    [
      [4, 7],
      one(make.merge([4, 8]), [0, 1], [0]),
      'layout/merge-not-bijective: merge(4, 8), stage 0, transform 0 is not a bijection: index 7 becomes (0, 7), but dimension 1 has length 7',
    ],
    [
      [4, 9],
      one(make.merge([4, 8]), [0, 1], [0]),
      'layout/merge-not-bijective: merge(4, 8), stage 0, transform 0 is not a bijection: nothing leads to (0, 8), because it takes length 8 for dimension 1, which has 9',
    ],
    [
      [16],
      one(make.embed([4, 4], [4, 2]), [0], [0, 1]),
      'layout/reach: embed(4, 4, 4, 2), stage 0, transform 0 reaches index 18 of a dimension of length 16',
    ],
  ])('of lengths %j that do not fit their transform', (lengths, stage, expected) => {
    expect(said({ base: packed(...lengths), stages: [stage] })).toEqual([expected]);
  });

  test('an XOR that leaves its range has two indices for one element', () => {
    const spec = { base: packed(4, 6), stages: [one(make.xor([4, 6]), [0, 1], [0, 1])] };
    const faults = inspectDescriptor(expectValue(makeDescriptor(spec)));
    expect(faults.map(({ code }) => code)).toEqual(['layout/collision']);
  });

  test('RowMul is not a mistake: the first length of an XOR is only stated', () => {
    const options = { mPerBlock: 64, kPerBlock: 32, kPack: 8, mLdsLayer: 4, rowMul: 2 };
    expect(ldsIndexSwapping(options).diagnostics).toEqual([]);
  });

  test('positions that are wrong give no descriptor', () => {
    const wrong = makeDescriptor({ base: packed(4, 4), stages: [passed(4)] });
    expect(wrong.ok).toBe(false);
    const messages = wrong.diagnostics.map(({ message }) => message);
    expect(messages).toEqual(['dimension 1 is left out: pass it through']);
    expect(said({ base: packed(4, 0), stages: [] })[0]).toContain('length 1 is 0');
  });

  test('indices that share an element', () => {
    const base = { kind: 'naive', lengths: [4, 4], strides: [2, 1] } as const;
    const [collision] = inspectDescriptor(expectValue(makeDescriptor({ base, stages: [] })));
    expect(collision?.message).toBe('(0, 2) and (1, 0) are both at element 2');
  });
});

describe('distributions', () => {
  test.each([
    [
      { psMajor: [[1], [1]], psMinor: [[1], [2]] },
      'layout/never-covered: no thread has element (0, 8): factor 0 of Hs[1] (length 4) belongs to no P and no Y',
    ],
    [
      { ysMajor: [1, 2], ysMinor: [1, 1] },
      'layout/covered-twice: factor 1 of Hs[0] (length 4) belongs to P0 and Y0: element (0, 0) is covered more than once, and others never',
    ],
    [
      { ysMajor: [1, 3], ysMinor: [0, 1] },
      'layout/factor: Y1 names factor (3, 1), which does not exist',
    ],
  ])('whose factors are not of one each: %j', (change, expected) => {
    const faults = encodingFaults({ ...MK, ...change });
    expect(faults.map(({ code, message }) => `${code}: ${message}`)).toEqual([expected]);
  });

  test('a slice through threads', () => {
    const sliced = sliceEncoding(MK, [0, 0], [32, 32]);
    expect(sliced.diagnostics[0]?.message).toContain('the threads cover 64 together');
    const three = { yPerTile: 3, xPerTile: 32, vectorSize: 8 };
    const pattern = encodingPattern({ pattern: 'warp_raked', blockSize: 256, ...three });
    expect(pattern.ok).toBe(false);
  });
});

describe('accesses', () => {
  const plan = (descriptor: TensorDescriptor, encoding = MK) =>
    planTileAccess(
      {
        direction: 'write',
        descriptor,
        distribution: expectValue(makeDistribution(encoding)),
        elementBytes: 2,
        name: 'LDS write',
      },
      { isa: 'cdna3', waveSize: 64 },
    ).diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
  const naive = (strides: number[], vector?: [number, number]): TensorDescriptor => {
    const base = { kind: 'naive', lengths: [64, 32], strides, ...(vector && { vector }) } as const;
    return expectValue(makeDescriptor({ base, stages: [] }));
  };

  test('a promised width that the alignment forbids', () => {
    expect(plan(naive([36, 1], [8, 1]))).toEqual([
      'warning layout/vector-alignment: LDS write, vector of 8 elements is 16 bytes wide, but register 0 of thread 4 is at byte 72, which its width does not divide',
    ]);
  });

  test('a promised vector that is none', () => {
    expect(plan(naive([1, 64], [8, 1]))).toEqual([
      'error layout/vector-not-consecutive: LDS write, vector of 8 elements is not of consecutive elements: register 1 of thread 0 is at element 64, not 1',
    ]);
    const base = { kind: 'naive', lengths: [4, 8], strides: [1, 4], vector: [8, 1] } as const;
    expect(said({ base, stages: [] })).toEqual([
      'layout/vector-stride: make_naive_tensor_descriptor promises vectors of 8 elements 1 apart, but elements 0 and 1 of its last dimension are 4 apart',
    ]);
  });

  test.each([
    [8, [-1, 4]],
    [-1, [-1, -1]],
  ] as const)('a promise of %i elements through a split into 2 x 4', (length, wanted) => {
    const base = { kind: 'naive', lengths: [4, 8], strides: [8, 1], vector: [length, 1] } as const;
    const transforms = [make.passThrough(4), make.unmerge([2, 4])];
    const stage = { transforms, lower: [[0], [1]], upper: [[0], [1, 2]] };
    const [, ...split] = vectorSafety(expectValue(makeDescriptor({ base, stages: [stage] })));
    expect(split.map((one) => one.length)).toEqual(wanted);
  });

  test('a wave of other lanes, a tile of other lengths', () => {
    const [half, wide] = [
      [1, 4, 8],
      [2, 4, 16],
    ].map((rows) => ({ ...MK, hs: [rows, [4, 8]] }));
    expect(plan(naive([32, 1]), half)[0]).toContain(
      'P1 is the lane and has 32 values, but a wave has 64',
    );
    expect(plan(naive([32, 1]), wide)[0]).toContain(
      'covers 128 elements of dimension 0, which has 64',
    );
  });
});

describe('index swapping', () => {
  test('its configuration', () => {
    expect(expectValue(ldsSwappingConfig(32, 2))).toEqual({ mLdsLayer: 1, kPack: 8 });
    expect(expectValue(ldsSwappingConfig(64, 4))).toEqual({ mLdsLayer: 2, kPack: 4 });
    expect(expectValue(ldsSwappingConfig(128, 8))).toEqual({ mLdsLayer: 4, kPack: 2 });
    expect(ldsSwappingConfig(72, 2).diagnostics[0]?.message).toBe(
      'tile size 72 is not a multiple of MLdsLayer 4 x KPack 8 = 32',
    );
  });

  test('lengths that do not divide, and an XOR over 12 packs', () => {
    const bad = ldsIndexSwapping({ mPerBlock: 63, kPerBlock: 32, kPack: 8, mLdsLayer: 2 });
    expect(bad.diagnostics[0]?.message).toBe(
      'MPerBlock 63 is not a multiple of MLdsLayer 2: row group 31 would be cut',
    );
    const twelve = ldsIndexSwapping({ mPerBlock: 64, kPerBlock: 96, kPack: 8, mLdsLayer: 1 });
    expect(twelve.diagnostics[0]?.message).toContain('xor(64, 12), stage 0, transform 0 leaves');
  });
});
