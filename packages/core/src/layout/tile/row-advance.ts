/**
 * How rows fall on banks: the arithmetic of padding.
 *
 *     pitch 256 bytes    advance 256 / 4 mod 32 = 0     gcd(0, 32) = 32    1 place      16 rows are 16 ways
 *     pitch 264 bytes    advance 66 mod 32 = 2          gcd 2              16 places    16 rows are 1 way
 *
 * Lanes that read one word of each of `rows` rows in one phase collide as `ways` says. This is a statement about one
 * column of words; what an instruction costs is simulated.
 */
import { gcd } from '../../base/numbers.ts';
export interface RowAdvance {
  /** Banks from one row to the next, around all banks. */
  readonly advance: number;
  /** gcd of advance and banks; `banks` itself when rows do not move. */
  readonly gcd: number;
  /** Banks that a column of words visits before it repeats. */
  readonly distinct: number;
  /** Rows on the fullest bank. */
  readonly ways: number;
}

const BANK_BYTES = 4;

/** Where the first words of `rows` rows fall. The pitch is a multiple of 4 bytes, otherwise `undefined`. */
export function rowAdvance(
  pitchBytes: number,
  banks: number,
  rows: number,
): RowAdvance | undefined {
  if (pitchBytes % BANK_BYTES !== 0) return undefined;
  const advance = (pitchBytes / BANK_BYTES) % banks;
  const common = gcd(advance, banks);
  const distinct = banks / common;
  return { advance, gcd: common, distinct, ways: Math.ceil(rows / distinct) };
}

/** A row pitch by the name that kernels give it. */
export interface CommonTile {
  readonly name: string;
  readonly pitchBytes: number;
}

/** Tiles of the IREE talk on swizzles: pitches that are whole bank periods, and their padded forms. */
export const commonTiles: readonly CommonTile[] = [
  { name: 'f32 LD=32', pitchBytes: 128 },
  { name: 'f16 LD=64', pitchBytes: 128 },
  { name: 'f16 LD=128', pitchBytes: 256 },
  { name: 'f32 LD=128', pitchBytes: 512 },
  { name: 'f16 LD=68', pitchBytes: 136 },
  { name: 'f16 LD=132', pitchBytes: 264 },
];
