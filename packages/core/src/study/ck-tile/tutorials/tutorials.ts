/**
 * CK Tile's bank-conflict tutorials, written as our own specifications: a tile of 64 rows and 32 columns goes
 * through LDS and comes out transposed.
 *
 *     registers --write--> LDS [M, K] --read--> registers
 *     (distribution, descriptor)      (descriptor, distribution)
 *
 * Each tutorial is a triple of write distribution, LDS descriptor and read distribution, and nothing else: the
 * instructions and the counters follow (`replay.ts`). 06 and 07 do with LDS what 05 and 08 do. Sizes are in elements.
 */
import { expectValue, type Result, success } from '../../../base/result.ts';
import type { DescriptorSpec } from '../../../vendors/ck-tile/descriptor.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';
import { ldsIndexSwappingSpec, mLdsLayerFor } from '../../../vendors/ck-tile/swapping.ts';
import {
  distributionKM,
  distributionMK,
  distributionRD08,
  distributionRD10,
  type TransposeTile,
  tutorialTile,
} from './distributions.ts';

export { type TransposeTile, tutorialTile };

export const TILE_M = tutorialTile.m;
export const TILE_K = tutorialTile.k;
export const TILE_WAVES = tutorialTile.waves;

/** A tile stored through one view of LDS and loaded through another. */
export interface TransposeSpec {
  readonly elementBytes: number;
  readonly write: {
    readonly descriptor: DescriptorSpec;
    readonly encoding: TileDistributionEncoding;
    /** Where its indices are columns first. */
    readonly view?: 'km';
  };
  readonly read: {
    readonly descriptor: DescriptorSpec;
    readonly encoding: TileDistributionEncoding;
    readonly view?: 'km';
  };
  /** Dimension of the written tile along which global memory is contiguous; its last when absent. */
  readonly loadAlong?: number | undefined;
  /** The same for the tile that is read and stored: 08 and 10 hold (M, K) and store along M. */
  readonly storeAlong?: number | undefined;
  /** Elements from row to row of the matrix that is loaded, and of the one that is stored; not known when absent. */
  readonly loadPitch?: number | undefined;
  readonly storePitch?: number | undefined;
  /** Descriptors of the matrices in global memory, in the indices of the distributions; they stand for pitches and dimensions. */
  readonly load?: DescriptorSpec | undefined;
  readonly store?: DescriptorSpec | undefined;
  /** False for a tile that is read for its own use: an operand of a GEMM is multiplied, not stored. */
  readonly isStored?: false | undefined;
  /** Lengths of the whole matrix, in the indices of the written tile; one tile where it is absent. */
  readonly matrix?: readonly number[] | undefined;
}

export interface Tutorial {
  /** `08`, `01-fp32`. */
  readonly name: string;
  readonly title: string;
  /** True when the descriptor asks for the number of banks (`get_n_lds_banks`); 04 and 05 assume 32. */
  readonly followsBanks: boolean;
  /** Its own tile. */
  readonly tile: TransposeTile;
  /** The triple of its own tile, for a build that assumes this number of banks. */
  readonly spec: (banks: 32 | 64) => TransposeSpec;
  /** The same for another tile. Errors: lengths that the threads, or packs and groups of the descriptor, do not divide. */
  readonly specOf: (tile: TransposeTile, banks: 32 | 64) => Result<TransposeSpec>;
}

type Views = Pick<TransposeSpec['write'], 'descriptor'>['descriptor'];

const naive = (lengths: readonly number[], strides: readonly number[]): Views => ({
  base: { kind: 'naive', lengths, strides },
  stages: [],
});

type Sides<T> = readonly [write: T, read: T];

/** Row-major rows with free elements behind each, and the same memory seen with columns first. */
function rowMajor({ m, k }: TransposeTile, padding: number): Sides<Views> {
  const pitch = k + padding;
  return [
    padding === 0
      ? { base: { kind: 'packed', lengths: [m, k] }, stages: [] }
      : naive([m, k], [pitch, 1]),
    naive([k, m], [1, pitch]),
  ];
}

const columnMajor = ({ m, k }: TransposeTile): Sides<Views> => [
  naive([m, k], [1, m]),
  naive([k, m], [m, 1]),
];

function swapped(
  { m, k, elementBytes, kPack }: TransposeTile,
  banks: 32 | 64,
  [write, read]: Sides<'mk' | 'km'>,
  padding = 0,
): Result<Sides<Views>> {
  const side = (view: 'mk' | 'km'): Result<DescriptorSpec> =>
    ldsIndexSwappingSpec({
      mPerBlock: m,
      kPerBlock: k,
      kPack,
      mLdsLayer: mLdsLayerFor(banks, k, elementBytes),
      rowMul: banks === 64 ? 2 : 1,
      kPadded: k + padding,
      view,
    });
  const [written, seen] = [side(write), side(read)];
  if (!written.ok) return written;
  return seen.ok ? success([written.value, seen.value]) : seen;
}

type Distribution = (tile: TransposeTile) => Result<TileDistributionEncoding>;

/** What a tutorial is: its views of LDS, and the distribution of its read. All write by rows. */
interface Definition extends Pick<Tutorial, 'name' | 'title' | 'followsBanks'> {
  readonly tile?: TransposeTile;
  readonly views: (tile: TransposeTile, banks: 32 | 64) => Result<Sides<Views>>;
  readonly read: Distribution;
  /** The tile that is read has its rows first, and the transposed matrix is stored along them. */
  readonly storesAlongM?: true;
}

function tutorialOf(definition: Definition): Tutorial {
  const { name, title, followsBanks, tile: own = tutorialTile, views, storesAlongM } = definition;
  const specOf = (tile: TransposeTile, banks: 32 | 64): Result<TransposeSpec> => {
    const sides = views(tile, banks);
    if (!sides.ok) return sides;
    const [written, read] = [distributionMK(tile), definition.read(tile)];
    if (!written.ok) return written;
    if (!read.ok) return read;
    return success({
      elementBytes: tile.elementBytes,
      write: { descriptor: sides.value[0], encoding: written.value },
      read: { descriptor: sides.value[1], encoding: read.value },
      ...(storesAlongM && { storeAlong: 0 }),
    });
  };
  return {
    name,
    title,
    followsBanks,
    specOf,
    tile: own,
    spec: (banks) => expectValue(specOf(own, banks)),
  };
}

const halves = { followsBanks: false } as const;
const floats = {
  followsBanks: false,
  tile: { ...tutorialTile, elementBytes: 4 },
  read: distributionKM,
} as const;

const plainRows = (tile: TransposeTile): Result<Sides<Views>> => success(rowMajor(tile, 0));
const byColumns = (tile: TransposeTile): Result<Sides<Views>> => swapped(tile, 32, ['mk', 'km']);
const alongPacks: Definition['views'] = (tile, banks) => swapped(tile, banks, ['mk', 'mk']);

export const tutorials: readonly Tutorial[] = (
  [
    { ...halves, name: '01', title: 'row-major', views: plainRows, read: distributionKM },
    {
      ...halves,
      name: '02',
      title: 'column-major',
      views: (tile) => success(columnMajor(tile)),
      read: distributionKM,
    },
    {
      ...halves,
      name: '03',
      title: 'row-major, padded by 2 elements',
      views: (tile) => success(rowMajor(tile, tile.padding ?? 2)),
      read: distributionKM,
    },
    {
      ...halves,
      name: '04',
      title: 'XOR, read by columns',
      views: byColumns,
      read: distributionKM,
    },
    {
      ...halves,
      name: '05',
      title: 'XOR and padding',
      views: (tile) => swapped(tile, 32, ['mk', 'km'], tile.padding ?? 1),
      read: distributionKM,
    },
    {
      name: '08',
      title: 'XOR, read along its packs',
      followsBanks: true,
      views: alongPacks,
      read: distributionRD08,
      storesAlongM: true,
    },
    {
      name: '10',
      title: 'XOR, read along M for wide stores',
      followsBanks: true,
      views: alongPacks,
      read: distributionRD10,
      storesAlongM: true,
    },
    { ...floats, name: '01-fp32', title: 'row-major, fp32', views: plainRows },
    { ...floats, name: '04-fp32', title: 'XOR, read by columns, fp32', views: byColumns },
  ] satisfies readonly Definition[]
).map(tutorialOf);

/** The tutorial with a name or number: `08`, `8`, `01-fp32`. 06 is 05 and 07 is 08 as far as LDS is concerned. */
export function findTutorial(name: string): Tutorial | undefined {
  const [number = '', element] = name.split('-');
  const same: Readonly<Record<string, string>> = { '06': '05', '07': '08' };
  const padded = number.padStart(2, '0');
  const wanted = [same[padded] ?? padded, ...(element === undefined ? [] : [element])].join('-');
  return tutorials.find((tutorial) => tutorial.name === wanted);
}
