/**
 * From a descriptor to the `LdsIndexSwapping` that it is, by its map and not by its spelling.
 *
 *     CK's policies      make_merge_transform_v3_division_mod, unmerge (MLdsLayer, K / KPack)
 *     other sources      make_merge_transform, other names, other orders of transforms
 *
 * Two descriptors with the same offset for every index are one layout, so every division of the tile into packs and row
 * groups is compared with the offsets, element by element. A map that differs in one element is not recognised, and
 * neither is one without a key that moves anything: plain and padded rows. `rowMul` changes no offset; it is what the
 * first XOR states.
 */
import { isAlwaysValid } from './adaptor.ts';
import {
  allIndices,
  calculateOffsets,
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
  vectorSafety,
} from './descriptor.ts';
import type { LdsSwapping } from './swapping.ts';

/** The parameters of a descriptor; `undefined` where it is not an XOR of `LdsIndexSwapping`. */
export function recogniseSwapping(spec: DescriptorSpec): LdsSwapping | undefined {
  const made = makeDescriptor(spec);
  if (!made.ok || !isAlwaysValid(made.value)) return undefined;
  const lengths = lengthsOf(made.value);
  const [first, second] = lengths;
  if (first === undefined || second === undefined || lengths.length !== 2) return undefined;
  const offsets = calculateOffsets(made.value, allIndices(lengths));
  const promises = vectorSafety(made.value);
  for (const view of ['mk', 'km'] as const) {
    const isRows = view === 'mk';
    const [rows, columns] = isRows ? [first, second] : [second, first];
    const at = (m: number, k: number): number =>
      offsets[isRows ? m * columns + k : k * rows + m] ?? -1;
    const found = swappingOf(rows, columns, at);
    if (found === undefined) continue;
    const vectorLength = Math.max(1, promises[isRows ? 1 : 0]?.length ?? 1);
    const vector = vectorLength === found.kPack ? {} : { vectorLength };
    return { ...found, ...vector, rowMul: statedRowMul(spec, found), view };
  }
  return undefined;
}

type Found = Required<
  Pick<LdsSwapping, 'mPerBlock' | 'kPerBlock' | 'kPack' | 'mLdsLayer' | 'kPadded'>
> &
  Pick<LdsSwapping, 'packMajor'>;

/** The swapping with these offsets of the elements (m, k), in elements; `undefined` where there is none. */
export function swappingOf(
  mPerBlock: number,
  kPerBlock: number,
  at: (m: number, k: number) => number,
): Found | undefined {
  if (at(0, 0) !== 0) return undefined;
  for (const mLdsLayer of divisorsBelow(mPerBlock)) {
    for (const kPack of divisorsOf(kPerBlock)) {
      const length = (kPerBlock / kPack) * mLdsLayer;
      if (length < 2) continue;
      // Row group 1 has key 1: its first pack is one pack further.
      const kPadded = (at(mLdsLayer, 0) - kPack) / mLdsLayer;
      if (!Number.isInteger(kPadded) || kPadded < kPerBlock) continue;
      const found = { mPerBlock, kPerBlock, kPack, mLdsLayer, kPadded };
      if (isMap(found, at)) return found;
      const other = { ...found, packMajor: true };
      if (mLdsLayer > 1 && isMap(other, at)) return other;
    }
  }
  return undefined;
}

/** The offset of an element in elements, in closed form. */
export function swappedOffset(
  { kPerBlock, kPack, mLdsLayer, kPadded = kPerBlock, packMajor }: Omit<LdsSwapping, 'mPerBlock'>,
  m: number,
  k: number,
): number {
  const packs = kPerBlock / kPack;
  const group = Math.floor(m / mLdsLayer);
  const [row, column] = [m % mLdsLayer, Math.floor(k / kPack)];
  const pack = packMajor === true ? column * mLdsLayer + row : row * packs + column;
  const place = pack ^ (group % (packs * mLdsLayer));
  return group * kPadded * mLdsLayer + place * kPack + (k % kPack);
}

function isMap(found: Found, at: (m: number, k: number) => number): boolean {
  for (let m = 0; m < found.mPerBlock; m++) {
    for (let k = 0; k < found.kPerBlock; k++) {
      if (at(m, k) !== swappedOffset(found, m, k)) return false;
    }
  }
  return true;
}

/** RowMul as the XOR of the descriptor states it: its first length, divided by the row groups. */
function statedRowMul({ stages }: DescriptorSpec, { mPerBlock, mLdsLayer }: Found): number {
  const xor = stages.flatMap(({ transforms }) => transforms).find(({ kind }) => kind === 'xor');
  const stated = xor?.kind === 'xor' ? xor.lengths[0] / (mPerBlock / mLdsLayer) : 1;
  return Number.isInteger(stated) && stated > 0 ? stated : 1;
}

const divisorsOf = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => i + 1).filter((divisor) => count % divisor === 0);

const divisorsBelow = (count: number): number[] =>
  divisorsOf(count).filter((divisor) => divisor < count);
