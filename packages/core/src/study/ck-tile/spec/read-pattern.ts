/**
 * The distributions that CK Tile makes, by name and for any tile:
 *
 *     { thread_raked: { rows: 128, columns: 32, vector: 8, threads: 256 } }      warp_raked and block_raked likewise
 *     { warp_gemm: { operand: a, tile: [32, 32, 16], block: [128, 128, 32], waves: [2, 2] } }      operand: a, b or c
 *
 * A raked pattern takes `wave: 32`, `groups`, `packed` and `shuffled` too; warp GEMMs have the waves of their chip.
 */
import { messages } from '../../../base/messages.ts';
import {
  encodingPattern,
  type EncodingPattern,
} from '../../../vendors/ck-tile/encoding-patterns.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';
import {
  blockEncoding,
  type GemmBlock,
  warpTilesOf,
} from '../../../vendors/ck-tile/gemm/block-encodings.ts';
import type { GemmType } from '../../../vendors/ck-tile/gemm/element.ts';
import { type WarpGemm, warpGemm } from '../../../vendors/ck-tile/gemm/warp-gemm.ts';
import { type Field, required } from './fields.ts';
import { MOST_LENGTH } from './read-transform.ts';

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

type Read = (field: Field, context: PatternContext) => TileDistributionEncoding | undefined;

const WAVES: ReadonlyMap<string, 32 | 64> = new Map([
  ['32', 32],
  ['64', 64],
]);

const raked =
  (pattern: EncodingPattern): Read =>
  (field, context) => {
    const keys = ['rows', 'columns', 'vector', 'threads', 'wave', 'groups', 'packed', 'shuffled'];
    const fields = field.mapping(keys);
    if (fields === undefined) return undefined;
    const whole = (key: string): number | undefined =>
      required(fields, key, field)?.whole(1, MOST_LENGTH);
    const [yPerTile, xPerTile] = [whole('rows'), whole('columns')];
    const [vectorSize, blockSize] = [whole('vector'), whole('threads')];
    if (yPerTile === undefined || xPerTile === undefined) return undefined;
    if (vectorSize === undefined || blockSize === undefined) return undefined;
    const [wave, groups] = [fields.get('wave'), fields.get('groups')];
    const waveSize = wave === undefined ? context.waveSize : wave.named(WAVES);
    const waveGroups = groups === undefined ? 1 : groups.whole(1, 16);
    const packed = fields.get('packed')?.flag();
    const shuffled = fields.get('shuffled')?.flag();
    if (waveSize === undefined || waveGroups === undefined) return undefined;
    const size = { pattern, blockSize, yPerTile, xPerTile, vectorSize };
    const made = encodingPattern({ ...size, waveSize, waveGroups, packed, shuffled });
    field.tell(made.diagnostics);
    return made.ok ? made.value : undefined;
  };

const OPERANDS: ReadonlyMap<string, 'a' | 'b' | 'c'> = new Map([
  ['a', 'a'],
  ['b', 'b'],
  ['c', 'c'],
]);

const ofWarpGemm: Read = (field, context) => {
  const fields = field.mapping(['operand', 'tile', 'block', 'waves']);
  if (fields === undefined) return undefined;
  const operand = required(fields, 'operand', field)?.named(OPERANDS);
  const warp = readWarpTile(required(fields, 'tile', field), context);
  const block = readBlock(required(fields, 'block', field), required(fields, 'waves', field));
  if (operand === undefined || warp === undefined || block === undefined) return undefined;
  const tiles = warpTilesOf(block, warp);
  field.tell(tiles.diagnostics);
  return tiles.ok ? blockEncoding(operand, block, tiles.value, warp) : undefined;
};

/** The warp GEMM of `[M, N, K]`; CK's tiles are square in M and N. */
export function readWarpTile(
  field: Field | undefined,
  { type, machineName }: PatternContext,
): WarpGemm | undefined {
  const tile = field?.wholes(1, MOST_LENGTH, 3);
  if (field === undefined || tile === undefined) return undefined;
  const [m = 0, n = 0, k = 0] = tile;
  if (m !== n || (m !== 16 && m !== 32)) {
    return field.fail(messages.spec.shape(field.where, '[16, 16, K] or [32, 32, K]'));
  }
  if (type === undefined) return field.fail(messages.spec.noMatrixType(field.where));
  const warp = warpGemm(m, k, machineName, type);
  field.tell(warp.diagnostics);
  return warp.ok ? warp.value : undefined;
}

/** A block `[M, N, K]` on waves `[along M, along N]`. */
export function readBlock(
  block: Field | undefined,
  waves: Field | undefined,
): GemmBlock | undefined {
  const sizes = block?.wholes(1, MOST_LENGTH, 3);
  const counts = waves?.wholes(1, 16, 2);
  if (sizes === undefined || counts === undefined) return undefined;
  const [mPerBlock = 0, nPerBlock = 0, kPerBlock = 0] = sizes;
  const [mWarp = 0, nWarp = 0] = counts;
  return { mPerBlock, nPerBlock, kPerBlock, mWarp, nWarp };
}

const patterns: ReadonlyMap<string, Read> = new Map([
  ['thread_raked', raked('thread_raked')],
  ['warp_raked', raked('warp_raked')],
  ['block_raked', raked('block_raked')],
  ['warp_gemm', ofWarpGemm],
]);

export const patternNames: readonly string[] = [...patterns.keys()];

/** The encoding of a field under the name of a pattern. */
export function readPattern(
  name: string,
  field: Field,
  context: PatternContext,
): TileDistributionEncoding | undefined {
  return patterns.get(name)?.(field, context);
}
