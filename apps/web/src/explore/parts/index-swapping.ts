/**
 * A tile under CK Tile's index swapping: where an element is at each stage, and the read that takes a pack of each row.
 *
 *     (m, k) -> (layer, group, pack, element) -> before, element -> after = before ^ key, element -> offset -> bank
 *
 * The descriptor gives every coordinate.
 */
import {
  calculateOffset,
  coordinatesByStage,
  descriptorToCpp,
  ldsIndexSwappingSpec,
  makeDescriptor,
  offsetFormula,
  type Result,
  type TensorDescriptor,
} from '@ldscope/core';
import type { ElementType } from './element-types.ts';

/** A tile under index swapping. */
export interface SwapTile {
  readonly descriptor: TensorDescriptor;
  readonly packsOfRow: number;
  /** A, the packs of a row group. */
  readonly packsOfGroup: number;
  readonly groups: number;
  readonly cpp: string;
  readonly formula: string;
}

interface SwapLengths extends PackRead {
  readonly mLdsLayer: number;
}

/** The tile of these lengths, or why there is none; warnings say what is wrong with the descriptor. */
export function swapTile({
  mPerBlock,
  kPerBlock,
  kPack,
  mLdsLayer,
}: SwapLengths): Result<SwapTile> {
  const spec = ldsIndexSwappingSpec({ mPerBlock, kPerBlock, kPack, mLdsLayer });
  if (!spec.ok) return spec;
  const made = makeDescriptor(spec.value);
  if (!made.ok) return made;
  const packsOfRow = kPerBlock / kPack;
  const value = {
    descriptor: made.value,
    packsOfRow,
    packsOfGroup: packsOfRow * mLdsLayer,
    groups: mPerBlock / mLdsLayer,
    cpp: descriptorToCpp(spec.value, 'lds_desc'),
    formula: offsetFormula(made.value, ['m', 'k']),
  };
  return { ok: true, value, diagnostics: made.diagnostics };
}

/** Coordinates of one element, from the user's down to its bank. */
export interface Swapped {
  /** The user's. */
  readonly m: number;
  readonly k: number;
  /** After the merges: row group, row in it, pack of the row, element of the pack. */
  readonly group: number;
  readonly layer: number;
  readonly pack: number;
  readonly element: number;
  /** K0': the row in its group and the pack as one number. */
  readonly before: number;
  readonly key: number;
  /** K0: where the pack is stored. */
  readonly after: number;
  /** In elements, in bytes (halves of a byte for 4-bit elements), and the bank. */
  readonly offset: number;
  readonly byte: number;
  readonly bank: number;
}

interface SwappedTile extends Pick<SwapTile, 'descriptor' | 'packsOfGroup'> {
  readonly elementBytes: number;
  readonly banks: number;
}

export function swappedAt(
  { descriptor, packsOfGroup, elementBytes, banks }: SwappedTile,
  m: number,
  k: number,
): Swapped {
  const [base = [], xored = [], unmerged = []] = coordinatesByStage(descriptor, [m, k]);
  const [layer = 0, group = 0, pack = 0, element = 0] = unmerged;
  const [before = 0, after = 0] = [xored[0], base[0]];
  const offset = calculateOffset(descriptor, [m, k]);
  const byte = offset * elementBytes;
  const bank = Math.floor(byte / 4) % banks;
  const key = group % packsOfGroup;
  return { m, k, group, layer, pack, element, before, key, after, offset, byte, bank };
}

type PackRead = Readonly<{ mPerBlock: number; kPerBlock: number; kPack: number }>;

/** The pack that a lane of the read takes: rows one after the other, then the next packs. */
export function packOfLane(
  lane: number,
  { mPerBlock, kPerBlock, kPack }: PackRead,
): readonly [m: number, k: number] {
  return [lane % mPerBlock, (Math.floor(lane / mPerBlock) * kPack) % kPerBlock];
}

interface PackSpec extends PackRead {
  /** What the tile is called. */
  readonly name: string;
  readonly element: ElementType;
  /** Bytes that a lane reads. */
  readonly readBytes: number;
  /** The descriptor in C++. */
  readonly cpp: string;
}

/** The read as a tile specification; `undefined` for 4-bit elements, whose layouts a specification expresses in bytes only. */
export function packSpec(spec: PackSpec): string | undefined {
  const { name, mPerBlock, kPerBlock, kPack, element, readBytes, cpp } = spec;
  if (element === 'fp4') return undefined;
  return `name: ${name}, a pack of each row
element: ${element}
tile: ${mPerBlock}x${kPerBlock}
layout:
  ck-tile: |
    ${cpp.replaceAll('\n', '\n    ')}
accesses:
  - { name: packs, read: b${8 * readBytes}, row: lane % ${mPerBlock}, column: (lane / ${mPerBlock}) * ${kPack} % ${kPerBlock} }
`;
}
