/**
 * How many single-word instructions of a wave LLVM can join to two-address ones, which SQ_INSTS_LDS counts once.
 *
 *     16 x 130 f32, a lane reads columns g, g + 4, g + 8, ... of its row    32 ds_read_b32   ->  16 ds_read2_b32
 *
 * Two accesses of one tile and direction can be joined when their distance is the same for all lanes and fits the
 * instruction: at most 255 words. Between the registers of a nested layout it always is the same, unless a swizzle depends
 * on the row; then the compiler would have to see through an XOR, and is taken not to. Each access is joined once, with
 * the next that fits. This is the most that can be joined: what LLVM joins depends on its schedule, and on whether it
 * still knows that two indices differ by a constant.
 * Source: LLVM `SILoadStoreOptimizer.cpp` (offsetsCanBeCombined).
 */
import { append, type NestedAccess } from '@ldscope/core';

const MOST_WORDS = 255;
const WORD_BYTES = 4;

/** Instructions that joining saves in all waves; rows are `pitch` elements apart. */
export function joinedPairs(
  accesses: readonly NestedAccess[],
  pitch: number,
  elementBytes: number,
): number {
  const words = new Map<number, number[]>();
  for (const { wave, widthElements, coordinates } of accesses) {
    if (widthElements * elementBytes !== WORD_BYTES) continue;
    const at = ((coordinates[0] ?? 0) * pitch + (coordinates[1] ?? 0)) * elementBytes;
    append(words, wave, at / WORD_BYTES);
  }
  let pairs = 0;
  for (const places of words.values()) pairs += pairsOf(places);
  return pairs;
}

function pairsOf(places: readonly number[]): number {
  const left = [...places];
  let pairs = 0;
  while (left.length > 0) {
    const first = left.shift() ?? 0;
    const partner = left.findIndex((place) => {
      const distance = Math.abs(place - first);
      return distance > 0 && distance <= MOST_WORDS;
    });
    if (partner < 0) continue;
    left.splice(partner, 1);
    pairs++;
  }
  return pairs;
}
