/**
 * The instructions of a thread's accesses. What is expected was observed: clang 22, -O3, gfx90a, gfx942 and gfx950
 * (alike), kernels that store or load so many elements at `base + j * step` of an LDS array.
 */
import { describe, expect, test } from 'vitest';
import { expectValue, makeDescriptor, makeDistribution, planTileAccess } from '@ldscope/core';

/** A wave whose lane l has `count` elements at l * pitch + j * step. */
function emitted(
  direction: 'read' | 'write',
  elementBytes: number,
  count: number,
  pitch: number,
  step: number,
): string[] {
  const base = { kind: 'naive', lengths: [64, count], strides: [pitch, step] } as const;
  const encoding = {
    rs: [],
    hs: [[64], [count]],
    psMajor: [[1]],
    psMinor: [[0]],
    ysMajor: [2],
    ysMinor: [0],
  };
  const plan = planTileAccess(
    {
      direction,
      descriptor: expectValue(makeDescriptor({ base, stages: [] })),
      distribution: expectValue(makeDistribution(encoding)),
      elementBytes,
      name: 'access',
    },
    { isa: 'cdna3', waveSize: 64 },
  );
  return expectValue(plan).instructions.map(
    ({ name, offsetsBytes }) => `${name} ${offsetsBytes.join(' ')}`,
  );
}

const series = (name: string, offsets: readonly (number | string)[]): string[] =>
  offsets.map((offset) => `${name} ${offset}`);

describe('halves', () => {
  test.each([
    ['write', 8, 8, ['ds_write_b128 0']],
    ['write', 12, 8, ['ds_write2_b64 0 8']],
    ['write', 10, 8, ['ds_write2_b32 0 4', 'ds_write2_b32 8 12']],
    ['write', 9, 8, ['ds_write_b128 0']],
    ['read', 8, 8, ['ds_read_b128 0']],
    ['read', 12, 8, ['ds_read2_b64 0 8']],
    ['read', 10, 8, ['ds_read2_b32 0 4', 'ds_read2_b32 8 12']],
    ['read', 9, 8, ['ds_read_b128 0']],
    ['write', 4, 4, ['ds_write_b64 0']],
    ['write', 6, 4, ['ds_write2_b32 0 4']],
    ['write', 2, 2, ['ds_write_b32 0']],
    ['read', 7, 6, ['ds_read_b96 0']],
    ['read', 12, 6, ['ds_read_b64 0', 'ds_read_b32 8']],
    ['read', 8, 7, ['ds_read_b96 0', 'ds_read_u16 12']],
    ['read', 4, 3, ['ds_read_b32 0', 'ds_read_u16 4']],
  ] as const)('%s with rows of %i, %i in a row', (direction, pitch, count, wanted) => {
    expect(emitted(direction, 2, count, pitch, 1)).toEqual(wanted);
  });

  test('apart', () => {
    const offsets = [0, 64, 128, 192, 256, 320, 384, 448];
    expect(emitted('read', 2, 8, 1, 32)).toEqual(series('ds_read_u16', offsets));
    expect(emitted('write', 2, 4, 1, 64)).toEqual([
      'ds_write_b16 0',
      'ds_write_b16_d16_hi 128',
      'ds_write_b16 256',
      'ds_write_b16_d16_hi 384',
    ]);
  });
});

test('half a byte is not moved alone', () => {
  expect(() => emitted('write', 0.5, 2, 2, 1)).toThrow(
    'moves 1 element from element 0 on, and 2 of them share a byte',
  );
});

describe('dwords', () => {
  test.each([
    ['write', 4, 4, ['ds_write_b128 0']],
    ['write', 6, 4, ['ds_write2_b64 0 8']],
    ['write', 5, 4, ['ds_write2_b32 0 4', 'ds_write2_b32 8 12']],
    ['read', 4, 3, ['ds_read_b96 0']],
    ['write', 3, 3, ['ds_write2_b32 0 4', 'ds_write_b32 8']],
    ['read', 6, 6, ['ds_read2_b64 0 8', 'ds_read_b64 16']],
    ['read', 16, 16, series('ds_read_b128', [0, 16, 32, 48])],
  ] as const)('%s with rows of %i, %i in a row', (direction, pitch, count, wanted) => {
    expect(emitted(direction, 4, count, pitch, 1)).toEqual(wanted);
  });

  test('apart: pairs while offsets fit 8 bits, or 8 bits of 64', () => {
    expect(emitted('read', 4, 5, 33, 4)).toEqual([
      'ds_read2_b32 0 16',
      'ds_read2_b32 32 48',
      'ds_read_b32 64',
    ]);
    expect(emitted('read', 4, 4, 1, 300)).toEqual(series('ds_read_b32', [0, 1200, 2400, 3600]));
    expect(emitted('read', 4, 2, 1, 512)).toEqual(['ds_read2st64_b32 0 2048']);
  });
});

test('bytes', () => {
  expect(emitted('write', 1, 16, 16, 1)).toEqual(['ds_write_b128 0']);
  expect(emitted('read', 1, 4, 1, 256)).toEqual(series('ds_read_u8', [0, 256, 512, 768]));
  expect(emitted('write', 1, 4, 1, 256)).toEqual([
    'ds_write_b8 0',
    'ds_write_b8 256',
    'ds_write_b8_d16_hi 512',
    'ds_write_b8 768',
  ]);
});
