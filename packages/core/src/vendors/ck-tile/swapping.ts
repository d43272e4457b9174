/**
 * `LdsIndexSwapping`: the XOR descriptor of CK's GEMM pipelines, step by step.
 *
 *     base     (K0, M, K1)    lengths (K/KPack * L, M/L, KPack), strides (KPack, K * L, 1)
 *     XOR      (K0', M, K1)   K0' = K0 ^ M % (K/KPack * L), where M counts groups of L rows
 *     unmerge  (L, M, K0'', K1)
 *     merge    (M', K')       the user's row and column
 *
 * L is MLdsLayer: a given number of rows of a narrow tile share one turn around the banks. In closed form, with
 * A = K/KPack * L, B = m/L and a = m%L * K/KPack + k/KPack:
 *
 *     offset = B*K*L + (a ^ B%A) * KPack + k%KPack
 *
 * A must be a power of two, otherwise the XOR leaves its range. RowMul scales the stated first length of the XOR
 * on gfx950 and has no effect on any offset. CK's page writes the XOR key as M % A; that holds when M counts row
 * groups, not rows.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { type DescriptorSpec, makeDescriptor, type TensorDescriptor } from './descriptor.ts';
import { make } from './transforms/transform.ts';

export interface LdsSwapping {
  readonly mPerBlock: number;
  readonly kPerBlock: number;
  /** Elements of a pack: they stay together. */
  readonly kPack: number;
  readonly mLdsLayer: number;
  /** 2 where CK builds for 64 banks; it changes no offset. */
  readonly rowMul?: number | undefined;
  /** Elements of a row with its padding; `kPerBlock` by default (tutorial 05: 33). */
  readonly kPadded?: number | undefined;
  /**
   * True where the unmerge is (K / KPack, MLdsLayer): the rows of a group take turns pack by pack, a = k/KPack * L + m%L.
   * CK's policies have both orders; with MLdsLayer 1 they are the same.
   */
  readonly packMajor?: boolean;
  /** Elements that are promised to vector accesses; `kPack` by default, 1 for no promise. */
  readonly vectorLength?: number;
  /** The order of the user's indices: rows first, or columns first (the transposed view). */
  readonly view?: 'mk' | 'km';
}

/** The stages as data; `makeDescriptor` makes the descriptor and says what is wrong with the lengths. */
export function ldsIndexSwappingSpec(options: LdsSwapping): Result<DescriptorSpec> {
  const { mPerBlock, kPerBlock, kPack, mLdsLayer, rowMul = 1, kPadded = kPerBlock } = options;
  if (mPerBlock % mLdsLayer !== 0 || kPerBlock % kPack !== 0) {
    const what =
      mPerBlock % mLdsLayer === 0
        ? `KPerBlock ${kPerBlock} is not a multiple of KPack ${kPack}: pack ${Math.floor(kPerBlock / kPack)} would be cut`
        : `MPerBlock ${mPerBlock} is not a multiple of MLdsLayer ${mLdsLayer}: row group ${Math.floor(mPerBlock / mLdsLayer)} would be cut`;
    return failure(diagnose(messages.layout.swapping(what)));
  }
  const { vectorLength = kPack, packMajor = false } = options;
  const packs = kPerBlock / kPack;
  const groups = mPerBlock / mLdsLayer;
  const [rows, columns] = options.view === 'km' ? [1, 0] : [0, 1];
  return success({
    base: {
      kind: 'naive',
      lengths: [packs * mLdsLayer, groups, kPack],
      strides: [kPack, kPadded * mLdsLayer, 1],
      ...(vectorLength === 1 ? {} : { vector: [vectorLength, 1] as const }),
    },
    stages: [
      {
        transforms: [make.xor([groups * rowMul, packs * mLdsLayer]), make.passThrough(kPack)],
        lower: [[1, 0], [2]],
        upper: [[1, 0], [2]],
      },
      {
        transforms: [
          make.unmerge(packMajor ? [packs, mLdsLayer] : [mLdsLayer, packs]),
          make.passThrough(groups),
          make.passThrough(kPack),
        ],
        lower: [[0], [1], [2]],
        upper: [packMajor ? [2, 0] : [0, 2], [1], [3]],
      },
      {
        transforms: [make.merge([groups, mLdsLayer]), make.merge([packs, kPack])],
        lower: [
          [1, 0],
          [2, 3],
        ],
        upper: [[rows], [columns]],
      },
    ],
  });
}

/** The descriptor; with diagnostics when A is not a power of two. */
export function ldsIndexSwapping(options: LdsSwapping): Result<TensorDescriptor> {
  const spec = ldsIndexSwappingSpec(options);
  return spec.ok ? makeDescriptor(spec.value) : spec;
}

/** MLdsLayer as CK's kernels choose it: rows that fit into one turn around the banks. */
export function mLdsLayerFor(banks: number, kPerBlock: number, elementBytes: number): number {
  return Math.max(1, Math.floor((banks * 4) / kPerBlock / elementBytes));
}

/** CK's `LdsSwappingConfig` for a tile size and an element size. */
export function ldsSwappingConfig(
  tileSize: number,
  elementBytes: number,
): Result<{ readonly mLdsLayer: number; readonly kPack: number }> {
  const mLdsLayer = tileSize <= 32 ? 1 : tileSize <= 64 ? 2 : 4;
  const kPack = elementBytes === 2 ? 8 : elementBytes === 4 ? 4 : 2;
  if (tileSize > 0 && tileSize % (mLdsLayer * kPack) === 0) return success({ mLdsLayer, kPack });
  const what = `tile size ${tileSize} is not a multiple of MLdsLayer ${mLdsLayer} x KPack ${kPack} = ${mLdsLayer * kPack}`;
  return failure(diagnose(messages.layout.swapping(what)));
}
