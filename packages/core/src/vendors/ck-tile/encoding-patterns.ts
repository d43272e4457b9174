/**
 * CK's `tile_distribution_encoding_pattern_2d`: how the threads of a workgroup load rows from memory, in vectors.
 *
 *     128 x 32 on 256 threads, vectors of 8      4 threads per row, 16 rows per wave, 4 waves, 2 rows per thread
 *
 *     thread-raked    the rows of a thread follow each other           Y = (waves, rows, turns)
 *     warp-raked      the rows of a wave do                            Y = (waves, turns, rows)
 *     block-raked     the rows of the block do                         Y = (turns, waves, rows)
 *
 * Rows that are longer than the vectors of a wave are walked in further steps; `packed` puts those innermost. With groups of
 * waves each group has the whole tile, as CK's ping-pong pipelines want it. `shuffled` is the tile transposed, with the
 * registers of a thread in the order of its columns: `make_shuffled_2d_static_tile_distribution`.
 * Source: CK `core/algorithm/static_encoding_pattern.hpp`.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { TileDistributionEncoding } from './encoding.ts';

export const encodingPatterns = ['thread_raked', 'warp_raked', 'block_raked'] as const;
export type EncodingPattern = (typeof encodingPatterns)[number];

export interface PatternOptions {
  readonly pattern: EncodingPattern;
  /** Threads of a workgroup. */
  readonly blockSize: number;
  readonly yPerTile: number;
  readonly xPerTile: number;
  /** Elements of a vector along x; fewer are moved where a thread has fewer. */
  readonly vectorSize: number;
  readonly waveSize?: number | undefined;
  readonly packed?: boolean | undefined;
  /** Groups of waves that load the same tile; thread-raked alone. */
  readonly waveGroups?: number | undefined;
  readonly shuffled?: boolean | undefined;
}

/** Which factor of y is what. */
const PATTERNS = {
  thread_raked: { wave: 0, rows: 1, iterations: 2 },
  warp_raked: { wave: 0, rows: 2, iterations: 1 },
  block_raked: { wave: 1, rows: 2, iterations: 0 },
} as const;

/** The encoding of a pattern; fails where the tile does not divide among the threads. */
export function encodingPattern(options: PatternOptions): Result<TileDistributionEncoding> {
  const { pattern, blockSize, yPerTile, xPerTile, vectorSize } = options;
  const { waveSize = 64, waveGroups = 1 } = options;
  const x1 = Math.min(vectorSize, (xPerTile * yPerTile) / blockSize);
  const x0 = Math.min(waveSize, xPerTile / x1);
  const x2 = xPerTile / (x0 * x1);
  const rows = waveSize / x0;
  const waves = blockSize / waveSize / waveGroups;
  const iterations = yPerTile / (rows * waves);
  const factors = [x0, x1, x2, rows, waves, iterations];
  if (!factors.every((factor) => Number.isInteger(factor) && factor > 0)) {
    const what = `${yPerTile} x ${xPerTile} do not divide into ${blockSize} threads, ${pattern}`;
    return failure(diagnose(messages.layout.factor(what)));
  }
  if (waveGroups !== 1) {
    if (pattern === 'thread_raked' && x2 === 1) {
      return success(ofGroups([rows, iterations], [x0, x1], waves, options.shuffled ?? false));
    }
    const what = `${waveGroups} groups of waves: CK has them for thread_raked, with rows of at most ${waveSize} vectors`;
    return failure(diagnose(messages.layout.factor(what)));
  }
  const y = PATTERNS[pattern];
  const ys: number[] = [];
  [ys[y.wave], ys[y.rows], ys[y.iterations]] = [waves, rows, iterations];
  const along = x2 === 1 ? [1] : options.packed === true ? [1, 2] : [2, 1];
  const xs = x2 === 1 ? [x0, x1] : [x0, x1, x2];
  if (options.shuffled === true) {
    if (x2 !== 1) {
      const what = `rows of ${xPerTile} elements are longer than the vectors of a wave, and CK shuffles no such tile`;
      return failure(diagnose(messages.layout.factor(what)));
    }
    return success({
      rs: [1],
      hs: [xs, ys],
      psMajor: [[2], [2, 1]],
      psMinor: [[y.wave], [y.rows, 0]],
      ysMajor: [1, 2],
      ysMinor: [1, y.iterations],
    });
  }
  return success({
    rs: [1],
    hs: [ys, xs],
    psMajor: [[1], [1, 2]],
    psMinor: [[y.wave], [y.rows, 0]],
    ysMajor: [1, ...along.map(() => 2)],
    ysMinor: [y.iterations, ...along],
  });
}

/** Waves are replicated: each has all rows. */
function ofGroups(
  ys: readonly number[],
  xs: readonly number[],
  waves: number,
  isShuffled: boolean,
): TileDistributionEncoding {
  const [first, second] = isShuffled ? [2, 1] : [1, 2];
  return {
    rs: [waves],
    hs: isShuffled ? [xs, ys] : [ys, xs],
    psMajor: [[0], [first, second]],
    psMinor: [[0], [0, 0]],
    ysMajor: [1, 2],
    ysMinor: [1, 1],
  };
}
