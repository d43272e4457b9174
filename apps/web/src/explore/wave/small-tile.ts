/**
 * A tile of 8 x 8, max_phase 8 and unit 1, and what a read down its columns costs when a cell is a chunk
 * of 16 bytes: the first eight rows of the larger tile.
 *
 *     row 3    0 1 2 3 4 5 6 7    swizzled    3 2 1 0 7 6 5 4
 */
import { type AccessExplanation, machineNamed, WAVE_MAX_PHASE, waveColumn } from '@ldscope/core';
import { lanes, servedBy } from '../parts/one-access.ts';
import { type Chip } from './model.ts';

const SIDE = 8;

const CHUNK_BYTES = 16;

const swizzle = { swizzleUnit: 1, maxPhase: WAVE_MAX_PHASE };

/** Where the element [row][column] is stored once the first `rows` rows are swizzled. */
const placeOf = (rows: number, row: number, column: number): number =>
  row < rows ? waveColumn(swizzle, row, column) : column;

/** The columns that the places of each row come from. */
export function smallTile(rows: number): number[][] {
  return Array.from({ length: SIDE }, (_, row) => {
    const stored: number[] = [];
    for (let column = 0; column < SIDE; column++) stored[placeOf(rows, row, column)] = column;
    return stored;
  });
}

/** Lane l reads row l mod 8 of column floor(l / 8), 16 bytes. */
export function smallRead(chip: Chip, rows: number): AccessExplanation {
  const addresses = lanes(SIDE * SIDE, (lane) => {
    const [row, column] = [lane % SIDE, Math.floor(lane / SIDE)];
    return CHUNK_BYTES * (row * SIDE + placeOf(rows, row, column));
  });
  return servedBy(machineNamed(chip), 'ds_read_b128', addresses);
}
