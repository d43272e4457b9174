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
} from '@ldscope/core';
import type { ElementType } from './element-types.ts';

type SwapTile = Extract<ReturnType<typeof swapTile>, { readonly ok: true }>['value'];

interface SwapLengths extends PackRead {
  readonly mLdsLayer: number;
}

/** The tile of these lengths, or why there is none; warnings say what is wrong with the descriptor. */
export function swapTile({ mPerBlock, kPerBlock, kPack, mLdsLayer }: SwapLengths) {
  const spec = ldsIndexSwappingSpec({ mPerBlock, kPerBlock, kPack, mLdsLayer });
  if (!spec.ok) return spec;
  const made = makeDescriptor(spec.value);
  if (!made.ok) return made;
  const packsOfRow = kPerBlock / kPack;
  const value = {
    descriptor: made.value,
    packsOfRow,
    /** A, the packs of a row group. */
    packsOfGroup: packsOfRow * mLdsLayer,
    groups: mPerBlock / mLdsLayer,
    cpp: descriptorToCpp(spec.value, 'lds_desc'),
    formula: offsetFormula(made.value, ['m', 'k']),
  };
  return { ok: true, value, diagnostics: made.diagnostics } as const;
}

export type Swapped = ReturnType<typeof swappedAt>;

interface SwappedTile extends Pick<SwapTile, 'descriptor' | 'packsOfGroup'> {
  readonly elementBytes: number;
  readonly banks: number;
}

/** Coordinates of one element, from the user's down to its bank. */
export function swappedAt(
  { descriptor, packsOfGroup, elementBytes, banks }: SwappedTile,
  m: number,
  k: number,
) {
  const [base = [], xored = [], unmerged = []] = coordinatesByStage(descriptor, [m, k]);
  /** After the merges: row group, row in it, pack of the row, element of the pack. */
  const [layer = 0, group = 0, pack = 0, element = 0] = unmerged;
  /** K0', the row in its group and the pack as one number, and K0, where the pack is stored. */
  const [before = 0, after = 0] = [xored[0], base[0]];
  const key = group % packsOfGroup;
  /** In elements, and in bytes (halves of a byte for 4-bit elements). */
  const offset = calculateOffset(descriptor, [m, k]);
  const byte = offset * elementBytes;
  const bank = Math.floor(byte / 4) % banks;
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
