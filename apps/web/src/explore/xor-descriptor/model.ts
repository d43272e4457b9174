/**
 * Where each pack of a tile is at each step of CK Tile's XOR descriptor, and what a read of it costs.
 *
 *     tile      row m, columns of pack k0
 *     reshape   row group b, pack a of the group           the third line of the descriptor, from memory
 *     XOR       row group b, place a ^ (b mod A)           the first line
 *     unmerge   the place as (l, k0)
 *     merge     bytes of LDS, a turn of the banks a line
 *
 * Every place is a coordinate of the descriptor: it is asked for the index at each of its stages.
 */
import {
  type AccessExplanation,
  calculateOffset,
  coordinatesByStage,
  descriptorToCpp,
  explainAccess,
  findMachine,
  ldsIndexSwappingSpec,
  type Machine,
  makeDescriptor,
  mLdsLayerFor,
  offsetFormula,
  opcodeNumber,
  singleAccess,
  type TensorDescriptor,
} from '@ldscope/core';
import type { XorParameters } from './controls.ts';

/** A place in a grid of elements. */
export interface Place {
  readonly row: number;
  /** Of the first element of the pack. */
  readonly column: number;
}

/** The grid that a step is drawn on, in elements. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** Columns after which a gap is left, where the step has one. */
  readonly section?: number;
}

export interface Pack {
  /** First element in the tile. */
  readonly m: number;
  readonly k: number;
  /** Its column in the reshaped tile, which names its colour from step 2 on. */
  readonly a: number;
  readonly places: readonly Place[];
}

/** An element on its way, as the descriptor computes it. */
export interface Way {
  readonly m: number;
  readonly k: number;
  readonly l: number;
  readonly k0: number;
  readonly k1: number;
  readonly b: number;
  readonly a: number;
  readonly moved: number;
  readonly key: number;
  readonly offset: number;
  readonly byte: number;
  readonly bank: number;
}

export interface XorModel {
  readonly parameters: XorParameters;
  readonly machine: Machine;
  readonly descriptor: TensorDescriptor;
  readonly kPack: number;
  readonly mLdsLayer: number;
  /** What the banks of the chip want. */
  readonly layerOfBanks: number;
  /** A, the packs of a row group. */
  readonly packsOfGroup: number;
  readonly groups: number;
  /** Banks that the read below sees. */
  readonly banks: number;
  readonly grids: readonly Grid[];
  readonly packs: readonly Pack[];
  readonly cpp: string;
  readonly formula: string;
  /** One read: lane l takes a pack of row l. `plain` is the same tile row after row. */
  readonly read: { readonly plain: AccessExplanation; readonly swapped: AccessExplanation };
}

const READS: Readonly<Record<number, string>> = {
  4: 'ds_read_b32',
  8: 'ds_read_b64',
  16: 'ds_read_b128',
};

/** Everything that the page shows; `undefined` for lengths that do not divide. */
export function xorModel(parameters: XorParameters): XorModel | undefined {
  const { mPerBlock, kPerBlock, packBytes, elementBytes, chip } = parameters;
  const machine = findMachine(chip);
  const op = opcodeNumber(READS[packBytes] ?? '');
  const kPack = packBytes / elementBytes;
  if (machine === undefined || op === undefined || kPerBlock % kPack !== 0) return undefined;
  const physical = machine.sharedMemory.banks.value;
  const layerOfBanks = mLdsLayerFor(physical, kPerBlock, elementBytes);
  const mLdsLayer = parameters.mLdsLayer === 'banks' ? layerOfBanks : parameters.mLdsLayer;
  const spec = ldsIndexSwappingSpec({ mPerBlock, kPerBlock, kPack, mLdsLayer });
  if (!spec.ok) return undefined;
  const descriptor = makeDescriptor(spec.value);
  const plain = makeDescriptor({
    base: { kind: 'packed', lengths: [mPerBlock, kPerBlock] },
    stages: [],
  });
  if (!descriptor.ok || !plain.ok) return undefined;
  const explain = (layout: TensorDescriptor): AccessExplanation | undefined => {
    const addresses = Array.from(
      { length: 64 },
      (_, lane) => calculateOffset(layout, [...lanePlace(lane, parameters)]) * elementBytes,
    );
    return explainAccess(singleAccess(op, addresses), 0, machine);
  };
  const [before, after] = [explain(plain.value), explain(descriptor.value)];
  if (before === undefined || after === undefined) return undefined;
  const banks = after.rule.banks;
  const turn = (4 * banks) / elementBytes;
  const packsOfGroup = (kPerBlock / kPack) * mLdsLayer;
  const groups = mPerBlock / mLdsLayer;
  const reshaped: Grid = { rows: groups, columns: kPerBlock * mLdsLayer };
  return {
    parameters,
    machine,
    descriptor: descriptor.value,
    kPack,
    mLdsLayer,
    layerOfBanks,
    packsOfGroup,
    groups,
    banks,
    grids: [
      { rows: mPerBlock, columns: kPerBlock },
      reshaped,
      reshaped,
      reshaped,
      { ...reshaped, section: kPerBlock },
      { rows: Math.ceil((mPerBlock * kPerBlock) / turn), columns: turn },
    ],
    packs: packsOf(descriptor.value, parameters, kPack, turn),
    cpp: descriptorToCpp(spec.value, 'lds_desc'),
    formula: offsetFormula(descriptor.value, ['m', 'k']),
    read: { plain: before, swapped: after },
  };
}

/** The pack that a lane of the read takes: rows one after the other, then the next packs. */
export function lanePlace(
  lane: number,
  { mPerBlock, kPerBlock, packBytes, elementBytes }: XorParameters,
): readonly [m: number, k: number] {
  const kPack = packBytes / elementBytes;
  return [lane % mPerBlock, (Math.floor(lane / mPerBlock) * kPack) % kPerBlock];
}

function packsOf(
  descriptor: TensorDescriptor,
  { mPerBlock, kPerBlock }: XorParameters,
  kPack: number,
  turn: number,
): Pack[] {
  const found = Array.from({ length: (mPerBlock * kPerBlock) / kPack }, (_, i) => {
    const [m, k] = [Math.floor((i * kPack) / kPerBlock), (i * kPack) % kPerBlock];
    return { m, k, ...stagesAt(descriptor, m, k) };
  });
  // What a place of a row group is called after the unmerge: the (l, k0) whose number it has.
  const slots = new Map(found.map(({ a, l, k0 }) => [a, { l, k0 }]));
  return found.map(({ m, k, a, b, moved, offset }) => {
    const slot = slots.get(moved) ?? { l: 0, k0: 0 };
    const reshaped = { row: b, column: a * kPack };
    return {
      m,
      k,
      a,
      places: [
        { row: m, column: k },
        reshaped,
        reshaped,
        { row: b, column: moved * kPack },
        { row: b, column: slot.l * kPerBlock + slot.k0 * kPack },
        { row: Math.floor(offset / turn), column: offset % turn },
      ],
    };
  });
}

function stagesAt(
  descriptor: TensorDescriptor,
  m: number,
  k: number,
): Pick<Way, 'l' | 'k0' | 'k1' | 'b' | 'a' | 'moved' | 'offset'> {
  const [base = [], xored = [], unmerged = []] = coordinatesByStage(descriptor, [m, k]);
  const [l = 0, b = 0, k0 = 0, k1 = 0] = unmerged;
  const offset = calculateOffset(descriptor, [m, k]);
  return { l, b, k0, k1, a: xored[0] ?? 0, moved: base[0] ?? 0, offset };
}

/** An element through all steps. */
export function wayOf(
  { descriptor, packsOfGroup, parameters, banks }: XorModel,
  m: number,
  k: number,
): Way {
  const at = stagesAt(descriptor, m, k);
  const byte = at.offset * parameters.elementBytes;
  return { m, k, ...at, key: at.b % packsOfGroup, byte, bank: Math.floor(byte / 4) % banks };
}

const ELEMENTS: Readonly<Record<number, string>> = { 1: 'i8', 2: 'f16', 4: 'f32' };

/** The read as a tile specification. */
export function specOf({ parameters, cpp, kPack }: XorModel): string {
  const { mPerBlock, kPerBlock, packBytes, elementBytes } = parameters;
  const indented = cpp.replaceAll('\n', '\n    ');
  return `name: XOR descriptor, a pack of each row
element: ${ELEMENTS[elementBytes] ?? 'f16'}
tile: ${mPerBlock}x${kPerBlock}
layout:
  ck-tile: |
    ${indented}
accesses:
  - { name: packs, read: b${8 * packBytes}, row: lane % ${mPerBlock}, column: (lane / ${mPerBlock}) * ${kPack} % ${kPerBlock} }
`;
}
