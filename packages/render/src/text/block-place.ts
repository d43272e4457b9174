/**
 * Where the lines of a global access are: in bytes from the first one, or in rows of a matrix whose pitch is assumed.
 *
 *     1,024            row 3 + 64
 */
import type { BlockRequest, GlobalExplanation } from '@ldscope/core';
import { grouped } from './numbers.ts';

/** The place of a block among those of its access. */
export function blockPlace(
  { blocks, assumedPitchBytes }: GlobalExplanation,
  { addressBytes }: BlockRequest,
): string {
  if (assumedPitchBytes === undefined) {
    return grouped(addressBytes - (blocks[0]?.addressBytes ?? addressBytes));
  }
  const row = Math.floor(addressBytes / assumedPitchBytes);
  return `row ${grouped(row)} + ${grouped(addressBytes % assumedPitchBytes)}`;
}

/** The origin of these positions. */
export const placeLegend = ({ model, assumedPitchBytes }: GlobalExplanation): string =>
  assumedPitchBytes === undefined
    ? `from the first ${model.unit} of the access`
    : 'in rows of the tile, whose distance is assumed';
