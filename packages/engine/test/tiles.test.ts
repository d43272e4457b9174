/** A buffer as rows: of its type, of common lengths, and as far as anything touches them. */
import { opcodeNumber, singleAccess } from '@ldscope/core';
import { expect, test } from 'vitest';
import { numbersIn, rows } from '../../../test/rows.ts';
import { tilesOf, usedColumns } from '../src/buffers/tiles.ts';

// Rows of 128, 256, 64 and 512 bytes where there is one dimension.
test.each(rows`
  64, 33   | 2   | 64x33
  2, 3, 8  | 4   | 6x8
  4096     | 4   | 128x32 64x64 256x16 32x128
  1024     | 2   | 16x64 8x128 32x32 4x256
  96       | 2   | 3x32
  1        | 128 | 1x1
  2, 3     | 0.5 |
`)('%s elements of %s B are %s', (shape, elementBytes, wanted) => {
  const tiles = tilesOf({ shape: numbersIn(shape), elementBytes: Number(elementBytes) });
  expect(tiles.map((tile) => `${tile.rows}x${tile.columns}`).join(' ')).toBe(wanted);
});

// Rows of 16 elements of 2 B, 32 B: the last byte of an access, or the whole row where it goes on in the next one.
test.each(rows`
  ds_read_u16   | 0, 32, 64  | 1
  ds_read_u16   | 34         | 2
  ds_read_u8    | 3          | 2
  ds_read_b64   | 0, 40, 64  | 8
  ds_write_b128 | 16         | 16
  ds_read_b64   | 30         | 16
`)('%s at %s touches %s columns', (name, addresses, wanted) => {
  const lanes = numbersIn(addresses);
  const options = { waveSize: 32, maskLow: 2 ** lanes.length - 1 } as const;
  const traces = [singleAccess(opcodeNumber(name) ?? 0, lanes, options)];
  const buffer = { objects: [], reads: 0, writes: 0, traces, isWhole: true, complete: true };
  const tile = { rows: 4, columns: 16, elementBytes: 2 };
  expect(usedColumns([{ buffers: [buffer] }], 0, tile)).toBe(Number(wanted));
});
