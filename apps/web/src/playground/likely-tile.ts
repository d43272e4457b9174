/**
 * The tile that machine code most likely addresses, out of the addresses of its worst access: a guess that a reader confirms.
 *
 *     lanes at 0, 128, 256, ... of 4096 bytes, 4 bytes each                         ->  32x32xf32
 *     lanes at 0, 512, ..., by eight instructions at 0, 64, 128, ..., 2 bytes each  ->  64x32xf16
 *
 * Lanes that conflict are rows apart: the distance that most neighbouring lanes have is taken as the pitch of a row.
 *
 * LIMITATIONS. It is of one buffer that fills all of the LDS; nothing is guessed where rows do not divide it, or where the lanes of the
 * access follow each other without a gap.
 */
import type { AccessExplanation } from '@ldscope/core';

/** Element types by their bytes, as tiles are written. */
const types: Readonly<Record<number, string>> = { 1: 'i8', 2: 'f16', 4: 'f32', 8: 'f64' };

/** Wider accesses are taken as vectors of the commonest element. */
const VECTOR_ELEMENT_BYTES = 2;

interface Addresses {
  readonly addressBytes: AccessExplanation['addressBytes'];
}

/**
 * The tile, such as `32x32xf32`, from accesses of `bytes` bytes per lane, the worst first; `undefined` where the addresses
 * do not determine one.
 */
export function likelyTile(
  [worst, ...others]: readonly Addresses[],
  widthBytes: number,
  ldsBytes: number,
): string | undefined {
  const elementBytes = widthBytes in types ? widthBytes : VECTOR_ELEMENT_BYTES;
  const step = worst === undefined ? undefined : commonestStep(worst.addressBytes, widthBytes);
  if (worst === undefined || step === undefined) return undefined;
  const pitch = rowsPerLane([worst, ...others], step, widthBytes) ?? step;
  const rows = ldsBytes / pitch;
  const columns = pitch / elementBytes;
  return rows >= 2 && Number.isInteger(rows) && Number.isInteger(columns)
    ? `${rows}x${columns}x${types[elementBytes] ?? ''}`
    : undefined;
}

/**
 * The step in bytes from one instruction to the next where these walk a lane over all rows from its own to the next lane's.
 */
function rowsPerLane(
  accesses: readonly Addresses[],
  laneStep: number,
  widthBytes: number,
): number | undefined {
  const firsts = accesses.flatMap(({ addressBytes }) => addressBytes[0] ?? []);
  const [first = 0, second = 0] = firsts.toSorted((a, b) => a - b);
  const step = second - first;
  const isWalk = firsts.every((at) => (at - first) % step === 0);
  return step > widthBytes && isWalk && step * firsts.length === laneStep ? step : undefined;
}

/** The commonest distance in bytes between neighbouring lanes that leave a gap. */
function commonestStep(
  addressBytes: readonly (number | undefined)[],
  widthBytes: number,
): number | undefined {
  const counts = new Map<number, number>();
  for (const [lane, from] of addressBytes.entries()) {
    const to = addressBytes[lane + 1];
    if (from === undefined || to === undefined) continue;
    const step = Math.abs(to - from);
    if (step > widthBytes) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
