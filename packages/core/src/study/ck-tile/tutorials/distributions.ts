/**
 * The distributions of the transposing tutorials: a tile of 64 x 32 on 4 waves. t = 64 w + l.
 *
 *     MK      m = 16w + l/4     k = 8 (l%4) + j     a row by four threads: global loads, LDS writes
 *     KM      m = 8 (l%8) + j   k = 8w + l/8        a column by eight threads
 *     RD08    m = l             k = 8w + j          a lane per row: vectors along k
 *     RD10    m = 8 (l/8) + j   k = 8w + l%8        vectors along m, after the XOR no longer consecutive
 *
 * Source: CK `tutorial_14_bank_conflict_scenarios` @393ebc1.
 */
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';

const common = { rs: [1], ysMajor: [1, 2], ysMinor: [0, 1] } as const;

export const MK: TileDistributionEncoding = {
  ...common,
  hs: [
    [1, 4, 16],
    [4, 8],
  ],
  psMajor: [[1], [1, 2]],
  psMinor: [[1], [2, 0]],
};

/** The tile is (K, M). */
export const KM: TileDistributionEncoding = {
  ...common,
  hs: [
    [1, 4, 8],
    [8, 8],
  ],
  psMajor: [[1], [1, 2]],
  psMinor: [[1], [2, 0]],
};

export const RD08: TileDistributionEncoding = {
  ...common,
  hs: [
    [1, 8, 8],
    [4, 8],
  ],
  psMajor: [[2], [1, 1]],
  psMinor: [[0], [1, 2]],
};

export const RD10: TileDistributionEncoding = {
  ...common,
  hs: [
    [8, 8],
    [4, 8, 1],
  ],
  psMajor: [[2], [1, 2]],
  psMinor: [[0], [0, 1]],
  ysMinor: [1, 2],
};

/** The same tile in fp32: two vectors of 4, m = 32a + 8w + l/8 and k = 4 (l%8) + b. */
export const MK_F32: TileDistributionEncoding = {
  ...MK,
  hs: [
    [2, 4, 8],
    [8, 4],
  ],
};

/** k = 16a + 4w + l/16 and m = 4 (l%16) + b. */
export const KM_F32: TileDistributionEncoding = {
  ...KM,
  hs: [
    [2, 4, 4],
    [16, 4],
  ],
};
