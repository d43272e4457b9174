/** The tile that addresses suggest: its own shape for a walk down its columns, and nothing where they tell nothing. */
import { expect, test } from 'vitest';
import { likelyTile } from '../../src/playground/likely-tile.ts';

const lanes = (addressOf: (lane: number) => number | undefined) => [
  { addressBytes: Array.from({ length: 64 }, (_, lane) => addressOf(lane)) },
];

test.each([
  ['a column of floats', lanes((lane) => 128 * (lane % 32)), 4, 4096, '32x32xf32'],
  ['a column of halves', lanes((lane) => 128 * lane), 2, 8192, '64x64xf16'],
  [
    'vectors down a column',
    lanes((lane) => 256 * (lane % 16) + 16 * (lane >> 4)),
    16,
    16_384,
    '64x128xf16',
  ],
  [
    'eight rows of halves per lane',
    [3, 0, 1, 2, 4, 5, 6, 7].flatMap((i) =>
      lanes((lane) => 512 * (lane % 8) + 64 * i + 2 * (lane >> 3)),
    ),
    2,
    4096,
    '64x32xf16',
  ],
  [
    'rows of vectors that lanes do not cover',
    [0, 1].flatMap((i) => lanes((lane) => 256 * (lane % 16) + 32 * i)),
    16,
    4096,
    '16x128xf16',
  ],
  ['rows without a gap', lanes((lane) => 4 * lane), 4, 4096, undefined],
  ['one lane', lanes((lane) => (lane === 3 ? 0 : undefined)), 4, 4096, undefined],
  ['rows that do not divide the memory', lanes((lane) => 132 * lane), 4, 4096, undefined],
  ['no memory', lanes((lane) => 128 * lane), 4, 0, undefined],
])('%s', (_, access, widthBytes, ldsBytes, tile) => {
  expect(likelyTile(access, widthBytes, ldsBytes)).toBe(tile);
});
