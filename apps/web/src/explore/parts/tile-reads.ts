/**
 * A tile of f32, here of 32 columns, read along a row and down a column by the same instruction.
 *
 *     tile[row][lane]    address = lane * 4      lane after lane on the next bank
 *     tile[lane][col]    address = lane * 128    every lane on one bank where 32 banks are 128 bytes
 */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { lanes, serve, waveOf } from './one-access.ts';

const WORD = 4;

export function rowAndColumn(machine: Machine, columns: number) {
  const stride = (bytes: number): AccessExplanation =>
    serve(
      machine,
      'read.b32',
      lanes(waveOf(machine), (lane) => lane * bytes),
    );
  return { row: stride(WORD), column: stride(columns * WORD) };
}
