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
import { expectValue } from '../expect.ts';
import type { DescriptorSpec } from '../../../vendors/ck-tile/descriptor.ts';
import type { TileDistributionEncoding } from '../../../vendors/ck-tile/encoding.ts';
import { ldsIndexSwappingSpec, mLdsLayerFor } from '../../../vendors/ck-tile/swapping.ts';
import { KM, KM_F32, MK, MK_F32, RD08, RD10 } from './distributions.ts';

export const TILE_M = 64;
export const TILE_K = 32;
export const TILE_WAVES = 4;

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
  /** The same of the tile that is read and stored: 08 and 10 hold (M, K) and store along M. */
  readonly storeAlong?: number | undefined;
  /** Elements from row to row of the matrix that is loaded, and of the one that is stored; not known when absent. */
  readonly loadPitch?: number | undefined;
  readonly storePitch?: number | undefined;
  /** Descriptors of the matrices in global memory, in the indices of the distributions; they stand for pitches and dimensions. */
  readonly load?: DescriptorSpec | undefined;
  readonly store?: DescriptorSpec | undefined;
  /** Lengths of the whole matrix, in the indices of the written tile; one tile where it is absent. */
  readonly matrix?: readonly number[] | undefined;
}

export interface Tutorial {
  /** `08`, `01-fp32`. */
  readonly name: string;
  readonly title: string;
  /** True when the descriptor asks for the number of banks (`get_n_lds_banks`); 04 and 05 assume 32. */
  readonly followsBanks: boolean;
  /** The triple, for a build that believes in a given number of banks. */
  readonly spec: (banks: 32 | 64) => TransposeSpec;
}

type Views = Pick<TransposeSpec['write'], 'descriptor'>['descriptor'];

const naive = (lengths: readonly number[], strides: readonly number[]): Views => ({
  base: { kind: 'naive', lengths, strides },
  stages: [],
});

/** Row-major rows of `pitch` elements, and the same memory seen with columns first. */
const rowMajor = (pitch: number): readonly [Views, Views] => [
  pitch === TILE_K
    ? { base: { kind: 'packed', lengths: [TILE_M, TILE_K] }, stages: [] }
    : naive([TILE_M, TILE_K], [pitch, 1]),
  naive([TILE_K, TILE_M], [1, pitch]),
];

const K_PACK = 8;

function swapped(
  view: 'mk' | 'km',
  banks: 32 | 64,
  elementBytes: number,
  kPadded = TILE_K,
): DescriptorSpec {
  const spec = ldsIndexSwappingSpec({
    mPerBlock: TILE_M,
    kPerBlock: TILE_K,
    kPack: K_PACK,
    mLdsLayer: mLdsLayerFor(banks, TILE_K, elementBytes),
    rowMul: banks === 64 ? 2 : 1,
    kPadded,
    view,
  });
  return expectValue(spec);
}

const fp16 = (
  write: DescriptorSpec,
  read: DescriptorSpec,
  encoding: TileDistributionEncoding,
): TransposeSpec => ({
  elementBytes: 2,
  write: { descriptor: write, encoding: MK },
  read: { descriptor: read, encoding },
});

const fp32 = (write: DescriptorSpec, read: DescriptorSpec): TransposeSpec => ({
  elementBytes: 4,
  write: { descriptor: write, encoding: MK_F32 },
  read: { descriptor: read, encoding: KM_F32 },
});

/** The tile that is read has its rows first, and the transposed matrix is stored along them. */
const alongM = (spec: TransposeSpec): TransposeSpec => ({ ...spec, storeAlong: 0 });

export const tutorials: readonly Tutorial[] = [
  {
    name: '01',
    title: 'row-major',
    followsBanks: false,
    spec: () => fp16(...rowMajor(TILE_K), KM),
  },
  {
    name: '02',
    title: 'column-major',
    followsBanks: false,
    spec: () =>
      fp16(naive([TILE_M, TILE_K], [1, TILE_M]), naive([TILE_K, TILE_M], [TILE_M, 1]), KM),
  },
  {
    name: '03',
    title: 'row-major, padded by 2 elements',
    followsBanks: false,
    spec: () => fp16(...rowMajor(TILE_K + 2), KM),
  },
  {
    name: '04',
    title: 'XOR, read by columns',
    followsBanks: false,
    spec: () => fp16(swapped('mk', 32, 2), swapped('km', 32, 2), KM),
  },
  {
    name: '05',
    title: 'XOR and padding',
    followsBanks: false,
    spec: () => fp16(swapped('mk', 32, 2, TILE_K + 1), swapped('km', 32, 2, TILE_K + 1), KM),
  },
  {
    name: '08',
    title: 'XOR, read along its packs',
    followsBanks: true,
    spec: (banks) => alongM(fp16(swapped('mk', banks, 2), swapped('mk', banks, 2), RD08)),
  },
  {
    name: '10',
    title: 'XOR, read along M for wide stores',
    followsBanks: true,
    spec: (banks) => alongM(fp16(swapped('mk', banks, 2), swapped('mk', banks, 2), RD10)),
  },
  {
    name: '01-fp32',
    title: 'row-major, fp32',
    followsBanks: false,
    spec: () => fp32(...rowMajor(TILE_K)),
  },
  {
    name: '04-fp32',
    title: 'XOR, read by columns, fp32',
    followsBanks: false,
    spec: () => fp32(swapped('mk', 32, 4), swapped('km', 32, 4)),
  },
];

/** The tutorial with a name or number: `08`, `8`, `01-fp32`. 06 is 05 and 07 is 08 as far as LDS is concerned. */
export function findTutorial(name: string): Tutorial | undefined {
  const [number = '', element] = name.split('-');
  const same: Readonly<Record<string, string>> = { '06': '05', '07': '08' };
  const padded = number.padStart(2, '0');
  const wanted = [same[padded] ?? padded, ...(element === undefined ? [] : [element])].join('-');
  return tutorials.find((tutorial) => tutorial.name === wanted);
}
