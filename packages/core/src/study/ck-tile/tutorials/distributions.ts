/**
 * The distributions of the transposing tutorials. t = 64 w + l; of their own tile, 64 x 32 halves on 4 waves:
 *
 *     MK      m = 16w + l/4     k = 8 (l%4) + j     a row by four threads: global loads, LDS writes
 *     KM      m = 8 (l%8) + j   k = 8w + l/8        a column by eight threads
 *     RD08    m = l             k = 8w + j          a lane per row: vectors along k
 *     RD10    m = 8 (l/8) + j   k = 8w + l%8        vectors along m, after the XOR no longer consecutive
 *
 * Of other tiles they are the same with other numbers: what a wave does not cover it comes back to, in a factor of its own.
 *
 * Source: CK `tutorial_14_bank_conflict_scenarios` @393ebc1.
 */
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { expectValue, failure, type Result, success } from '../../../base/result.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';

/** A tile of a transpose, and what moves it. */
export interface TransposeTile {
  readonly m: number;
  readonly k: number;
  /** 0.5 for types of 4 bits. */
  readonly elementBytes: number;
  readonly waves: number;
  readonly waveSize: 32 | 64;
  /** Elements that the XOR descriptor keeps together. */
  readonly kPack: number;
  /** Elements that are free after a row, in the tutorials with padding; absent: as many as they have. */
  readonly padding?: number;
}

/** The tile of the tutorials, and its bytes in fp32. */
export const tutorialTile: TransposeTile = {
  m: 64,
  k: 32,
  elementBytes: 2,
  waves: 4,
  waveSize: 64,
  kPack: 8,
};
const tutorialTileF32: TransposeTile = { ...tutorialTile, elementBytes: 4 };

const VECTOR_BYTES = 16;
const vectorOf = ({ elementBytes }: TransposeTile): number => VECTOR_BYTES / elementBytes;

const common = { rs: [1], ysMajor: [1, 2], ysMinor: [0, 1] } as const;

/** The encoding, or the first length that does not divide. */
function divided(
  encoding: TileDistributionEncoding,
  ...lengths: readonly (readonly [what: string, count: number, parts: string])[]
): Result<TileDistributionEncoding> {
  const uneven = lengths.find(([, count]) => count < 1 || !Number.isInteger(count));
  return uneven === undefined
    ? success(encoding)
    : failure(diagnose(messages.layout.unevenTranspose(uneven[0], uneven[2])));
}

/** Rows of the tile one after the other, each by neighbouring threads with a vector of 16 bytes. */
function raked(
  tile: TransposeTile,
  [rows, rowName]: readonly [number, string],
  [columns, columnName]: readonly [number, string],
): Result<TileDistributionEncoding> {
  const { waves, waveSize } = tile;
  const vector = vectorOf(tile);
  const packs = columns / vector;
  const down = waveSize / packs;
  const times = rows / waves / down;
  return divided(
    {
      ...common,
      hs: [
        [times, waves, down],
        [packs, vector],
      ],
      psMajor: [[1], [1, 2]],
      psMinor: [[1], [2, 0]],
    },
    [`${columnName} = ${columns}`, packs, `the ${vector} elements of a vector of 16 bytes`],
    [`a wave of ${waveSize} lanes`, down, `the ${packs} vectors along ${columnName} = ${columns}`],
    [`${rowName} = ${rows}`, times, `the ${waves * down} that ${waves} waves cover at once`],
  );
}

/** By rows. */
export const distributionMK = (tile: TransposeTile): Result<TileDistributionEncoding> =>
  raked(tile, [tile.m, 'M'], [tile.k, 'K']);

/** By columns: the tile is (K, M). */
export const distributionKM = (tile: TransposeTile): Result<TileDistributionEncoding> =>
  raked(tile, [tile.k, 'K'], [tile.m, 'M']);

/** A lane per row, a wave per vector along k. */
export function distributionRD08(tile: TransposeTile): Result<TileDistributionEncoding> {
  const { m, k, waves, waveSize } = tile;
  const vector = vectorOf(tile);
  const [down, along] = [m / waveSize, k / waves / vector];
  const rows = [down, waveSize / 8, 8];
  return divided(
    {
      ...common,
      ...(along === 1
        ? { hs: [rows, [waves, vector]], psMajor: [[2], [1, 1]], psMinor: [[0], [1, 2]] }
        : {
            hs: [rows, [along, waves, vector]],
            psMajor: [[2], [1, 1]],
            psMinor: [[1], [1, 2]],
            ysMajor: [1, 2, 2],
            ysMinor: [0, 0, 2],
          }),
    },
    [`M = ${m}`, down, `the ${waveSize} lanes of a wave, each with a row of its own`],
    [`K = ${k}`, along, `the ${waves * vector} that ${waves} waves read with a vector each`],
  );
}

/** Neighbouring lanes next to each other along k, each with a vector down m. */
export function distributionRD10(tile: TransposeTile): Result<TileDistributionEncoding> {
  const { m, k, waves, waveSize } = tile;
  const vector = vectorOf(tile);
  const across = k / waves;
  const groups = waveSize / across;
  const times = m / groups / vector;
  return divided(
    {
      ...common,
      ...(times === 1
        ? {
            hs: [
              [groups, vector],
              [waves, across, 1],
            ],
            psMajor: [[2], [1, 2]],
            psMinor: [[0], [0, 1]],
            ysMinor: [1, 2],
          }
        : {
            hs: [
              [times, groups, vector],
              [waves, across, 1],
            ],
            psMajor: [[2], [1, 2]],
            psMinor: [[0], [1, 1]],
            ysMajor: [1, 1, 2],
            ysMinor: [0, 2, 2],
          }),
    },
    [`K = ${k}`, across, `${waves} waves`],
    [`a wave of ${waveSize} lanes`, groups, `the ${across} lanes along its part of K = ${k}`],
    [`M = ${m}`, times, `the ${groups * vector} that a wave reads at once`],
  );
}

export const MK = expectValue(distributionMK(tutorialTile));
export const KM = expectValue(distributionKM(tutorialTile));
export const RD08 = expectValue(distributionRD08(tutorialTile));
export const RD10 = expectValue(distributionRD10(tutorialTile));

/** The same tile in fp32: two vectors of 4, m = 32a + 8w + l/8 and k = 4 (l%8) + b. */
export const MK_F32 = expectValue(distributionMK(tutorialTileF32));

/** k = 16a + 4w + l/16 and m = 4 (l%16) + b. */
export const KM_F32 = expectValue(distributionKM(tutorialTileF32));
