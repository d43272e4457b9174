/**
 * The LDS layouts of an operand that CK's GEMM policies have: rows of K, in packs of KPack elements (16 bytes).
 *
 *     packed          row after row
 *     padded rows     a pack of nothing after each row
 *     padded packs    (K0, M, K1): the same pack of all rows together, then a pack of nothing
 *     swapped, L      `LdsIndexSwapping` with MLdsLayer L
 *
 * Each promises vectors of a pack, and keeps packs aligned to their size.
 */
import { type Result, success } from '../../../base/result.ts';
import type { DescriptorSpec } from '../descriptor.ts';
import { ldsIndexSwappingSpec } from '../swapping.ts';
import { make } from '../transforms/transform.ts';

/** The tile of one operand, in elements. */
interface OperandTile {
  readonly rows: number;
  readonly k: number;
  readonly kPack: number;
}

export interface GemmLayout {
  readonly name: string;
  readonly spec: (tile: OperandTile) => Result<DescriptorSpec>;
}

const swapped = (mLdsLayer: number): GemmLayout => ({
  name: `swapped, MLdsLayer ${mLdsLayer}`,
  spec: ({ rows, k, kPack }) =>
    ldsIndexSwappingSpec({ mPerBlock: rows, kPerBlock: k, kPack, mLdsLayer }),
});

/** Rows of `pitch` elements. */
const rowsOf = (tile: OperandTile, pitch: number): Result<DescriptorSpec> =>
  success({
    base: {
      kind: 'naive',
      lengths: [tile.rows, tile.k],
      strides: [pitch, 1],
      vector: [tile.kPack, 1],
    },
    stages: [],
  });

const paddedPacks = ({ rows, k, kPack }: OperandTile): Result<DescriptorSpec> =>
  success({
    base: {
      kind: 'naive',
      lengths: [k / kPack, rows, kPack],
      strides: [(rows + 1) * kPack, kPack, 1],
      vector: [kPack, 1],
    },
    stages: [
      {
        transforms: [make.passThrough(rows), make.merge([k / kPack, kPack])],
        lower: [[1], [0, 2]],
        upper: [[0], [1]],
      },
    ],
  });

/** A layout under the name of a specification, with an MLdsLayer for `swapped`. */
export function gemmLayoutNamed(name: string, mLdsLayer: number): GemmLayout | undefined {
  if (name === 'swapped') return swapped(mLdsLayer);
  return gemmLayouts.find((layout) => layout.name === name.replaceAll('_', ' '));
}

export const gemmLayouts: readonly GemmLayout[] = [
  { name: 'packed', spec: (tile) => rowsOf(tile, tile.k) },
  { name: 'padded rows', spec: (tile) => rowsOf(tile, tile.k + tile.kPack) },
  { name: 'padded packs', spec: paddedPacks },
  ...[1, 2, 4].map(swapped),
];
