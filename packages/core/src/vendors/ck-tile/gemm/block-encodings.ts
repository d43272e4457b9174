/**
 * Which thread of a block has which element of A, B or C: warp GEMMs over the waves of a block, as CK's
 * `make_embed_tile_distribution_encoding` nests them.
 *
 *     A    rows: iterations x waves along M, k: iterations      waves along N hold copies (R)
 *     B    columns likewise, waves along M hold copies
 *     C    rows and columns: iterations x waves
 *
 * Source: CK `block/block_universal_gemm_as_bs_cr.hpp`.
 */
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import type { TileDistributionEncoding } from '../encoding.ts';
import { embedEncodings } from '../encoding-helpers.ts';
import type { WarpGemm } from './warp-gemm.ts';

/** A block of M x N x K elements, and its waves along M and N. */
export interface GemmBlock {
  readonly mPerBlock: number;
  readonly nPerBlock: number;
  readonly kPerBlock: number;
  readonly mWarp: number;
  readonly nWarp: number;
}

/** Warp tiles of a wave along M, N and K. */
export interface WarpTiles {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** How often a wave repeats its warp tile; fails where the block does not divide. */
export function warpTilesOf(block: GemmBlock, { m, k }: WarpGemm): Result<WarpTiles> {
  const { mPerBlock, nPerBlock, kPerBlock, mWarp, nWarp } = block;
  const tiles = {
    m: mPerBlock / (mWarp * m),
    n: nPerBlock / (nWarp * m),
    k: kPerBlock / k,
  };
  if (Object.values(tiles).every((count) => Number.isInteger(count) && count > 0)) {
    return success(tiles);
  }
  const what = `a block of ${mPerBlock} x ${nPerBlock} x ${kPerBlock} does not divide into ${mWarp} x ${nWarp} waves with warp tiles of ${m} x ${m} x ${k}`;
  return failure(diagnose(messages.layout.gemm(what)));
}

/** The elements of all threads of a block: of A (rows by k), of B (columns by k), or of C (rows by columns). */
export function blockEncoding(
  operand: 'a' | 'b' | 'c',
  { mWarp, nWarp }: GemmBlock,
  tiles: WarpTiles,
  warp: WarpGemm,
): TileDistributionEncoding {
  if (operand === 'c') {
    const outer = {
      rs: [],
      hs: [
        [tiles.m, mWarp],
        [tiles.n, nWarp],
      ],
      psMajor: [[1, 2]],
      psMinor: [[1, 1]],
      ysMajor: [1, 2],
      ysMinor: [0, 0],
    };
    return embedEncodings(outer, warp.result);
  }
  // The waves of one direction have rows of their own, those of the other hold copies of them: P counts M, then N.
  const [iterations, own, copies] =
    operand === 'a' ? [tiles.m, mWarp, nWarp] : [tiles.n, nWarp, mWarp];
  const ps = operand === 'a' ? [1, 0] : [0, 1];
  const outer = {
    rs: [copies],
    hs: [[iterations, own], [tiles.k]],
    psMajor: [ps],
    psMinor: [ps],
    ysMajor: [1, 2],
    ysMinor: [0, 0],
  };
  return embedEncodings(outer, warp.operand);
}
