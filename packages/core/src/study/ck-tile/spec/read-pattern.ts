/**
 * The distributions that CK Tile makes, by name and for any tile:
 *
 *     { thread_raked: { rows: 128, columns: 32, vector: 8, threads: 256 } }      warp_raked and block_raked likewise
 *     { warp_gemm: { operand: a, tile: [32, 32, 16], block: [128, 128, 32], waves: [2, 2] } }      operand: a, b or c
 *
 * A raked pattern takes `wave: 32`, `groups`, `packed` and `shuffled` too; warp GEMMs have the waves of their chip.
 */
import { messages } from '../../../base/messages.ts';
import * as shape from '../../../shape/shape.ts';
import { encodingPattern } from '../../../vendors/ck-tile/encoding-patterns.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';
import {
  blockEncoding,
  type GemmBlock,
  warpTilesOf,
} from '../../../vendors/ck-tile/gemm/block-encodings.ts';
import type { GemmType } from '../../../vendors/ck-tile/gemm/element.ts';
import { type WarpGemm, warpGemm } from '../../../vendors/ck-tile/gemm/warp-gemm.ts';
import type { Place } from './place.ts';
import { MOST_LENGTH } from './read-transform.ts';

const { choice, flag, made, mapping, oneKey, optional, required, tuple, whole } = shape;

/** What a pattern takes from its specification: the chip, and what the elements are. */
export interface PatternContext {
  /** `gfx942`. */
  readonly machineName: string;
  /** Lanes of the waves that CK compiles for on the chip. */
  readonly waveSize: 32 | 64;
  /** Absent where the type of the elements has no matrix instruction. */
  readonly type: GemmType | undefined;
  /** Bits of an element in a register: packed types have less than a byte. */
  readonly elementBits: number;
}

export const gemmTile = tuple(whole(1, MOST_LENGTH), 3);
const size = whole(1, MOST_LENGTH);
export const blockKeys = {
  block: required(gemmTile, 'M, N and K of a workgroup.'),
  waves: required(tuple(whole(1, 16), 2), 'Waves along M and along N.'),
};

const raked = mapping({
  rows: required(size, 'Rows of the tile.'),
  columns: required(size, 'Columns of the tile.'),
  vector: required(size, 'Elements that a thread moves at once.'),
  threads: required(size, 'Threads of the workgroup.'),
  wave: optional(choice([32, 64]), 'Lanes of a wave; those of the chip by default.'),
  groups: optional(whole(1, 16), 'Groups of waves; 1 by default.'),
  packed: optional(flag, 'Further steps along a row are innermost.'),
  shuffled: optional(flag, 'The registers of the shuffled tile.'),
});

const ofWarpGemm = mapping({
  operand: required(choice(['a', 'b', 'c']), 'Which matrix of the GEMM.'),
  tile: required(gemmTile, 'M, N and K of the warp GEMM.'),
  ...blockKeys,
});

export const patterns = {
  thread_raked: optional(raked, "CK's thread_raked pattern."),
  warp_raked: optional(raked, "CK's warp_raked pattern."),
  block_raked: optional(raked, "CK's block_raked pattern."),
  warp_gemm: optional(ofWarpGemm, 'An operand of a GEMM on matrix instructions.'),
};
export const patternShape = made(oneKey(patterns), ([pattern]) => ({ pattern }));

/** The encoding of a pattern. */
export function readPattern(
  [kind, options]: shape.ValueOf<typeof patternShape>['pattern'],
  place: Place,
  context: PatternContext,
): TileDistributionEncoding | undefined {
  if (kind === 'warp_gemm') {
    const warp = readWarpTile(options.tile, place.at('tile'), context);
    if (warp === undefined) return undefined;
    const block = blockOf(options);
    const tiles = warpTilesOf(block, warp);
    place.tell(tiles.diagnostics);
    return tiles.ok ? blockEncoding(options.operand, block, tiles.value, warp) : undefined;
  }
  const { rows, columns, vector, threads, wave = context.waveSize, groups, ...flags } = options;
  const tileSize = { blockSize: threads, yPerTile: rows, xPerTile: columns, vectorSize: vector };
  const read = encodingPattern({
    pattern: kind,
    ...tileSize,
    waveSize: wave,
    waveGroups: groups,
    ...flags,
  });
  place.tell(read.diagnostics);
  return read.ok ? read.value : undefined;
}

/** The warp GEMM of `[M, N, K]`; CK's tiles are square in M and N. */
export function readWarpTile(
  [m, n, k]: shape.ValueOf<typeof gemmTile>,
  place: Place,
  { type, machineName }: PatternContext,
): WarpGemm | undefined {
  if (m !== n || (m !== 16 && m !== 32)) {
    return place.fail(messages.spec.shape(place.where, '[16, 16, K] or [32, 32, K]'));
  }
  if (type === undefined) return place.fail(messages.spec.noMatrixType(place.where));
  const warp = warpGemm(m, k, machineName, type);
  place.tell(warp.diagnostics);
  return warp.ok ? warp.value : undefined;
}

/** A block `[M, N, K]` on waves `[along M, along N]`. */
export const blockOf = ({
  block: [mPerBlock, nPerBlock, kPerBlock],
  waves: [mWarp, nWarp],
}: shape.MappingOf<typeof blockKeys>): GemmBlock => ({
  mPerBlock,
  nPerBlock,
  kPerBlock,
  mWarp,
  nWarp,
});
