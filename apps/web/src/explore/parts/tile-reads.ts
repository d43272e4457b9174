/**
 * A tile of f32, here of 32 columns, read along a row and down a column by the same instruction.
 *
 *     tile[row][lane]    address = lane * 4      lane after lane on the next bank
 *     tile[lane][col]    address = lane * 128    every lane on one bank where 32 banks are 128 bytes
 */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { lanes, serve, waveOf } from './one-access.ts';

const WORD = 4;

export interface RowAndColumn {
  /** Where rows end is not seen by the banks: a wave of 64 takes two rows. */
  readonly row: AccessExplanation;
  readonly column: AccessExplanation;
}

export function rowAndColumn(machine: Machine, columns: number): RowAndColumn {
  const wave = waveOf(machine);
  const row = serve(
    machine,
    'read.b32',
    lanes(wave, (lane) => lane * WORD),
  );
  const column = serve(
    machine,
    'read.b32',
    lanes(wave, (lane) => lane * columns * WORD),
  );
  if (row === undefined || column === undefined) {
    throw new RangeError(`${machine.name} has no 32-bit read`);
  }
  return { row, column };
}
