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
  descriptorToCpp,
  ldsIndexSwappingSpec,
  type Machine,
  makeDescriptor,
  mLdsLayerFor,
  offsetFormula,
  type TensorDescriptor,
} from '@ldscope/core';
import { packOfLane, packSpec, type Swapped, swappedAt } from '../parts/index-swapping.ts';
import { lanes, machineOf, servedBy } from '../parts/one-access.ts';
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

/** Everything that the page shows; `undefined` for lengths that do not divide. */
export function xorModel(parameters: XorParameters): XorModel | undefined {
  const { mPerBlock, kPerBlock, packBytes, elementBytes, chip } = parameters;
  const machine = machineOf(chip);
  const kPack = packBytes / elementBytes;
  if (kPerBlock % kPack !== 0) return undefined;
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
  const [before, after] = [plain.value, descriptor.value].map((layout) => {
    const addresses = lanes(
      64,
      (lane) => calculateOffset(layout, [...lanePlace(lane, parameters)]) * elementBytes,
    );
    return servedBy(machine, `ds_read_b${8 * packBytes}`, addresses);
  });
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
    packs: packsOf(
      { descriptor: descriptor.value, packsOfGroup, elementBytes, banks },
      parameters,
      turn,
    ),
    cpp: descriptorToCpp(spec.value, 'lds_desc'),
    formula: offsetFormula(descriptor.value, ['m', 'k']),
    read: { plain: before, swapped: after },
  };
}

/** The pack that a lane of the read takes. */
export const lanePlace = (lane: number, parameters: XorParameters): readonly [number, number] =>
  packOfLane(lane, { ...parameters, kPack: parameters.packBytes / parameters.elementBytes });

function packsOf(
  tile: Parameters<typeof swappedAt>[0],
  { mPerBlock, kPerBlock, packBytes, elementBytes }: XorParameters,
  turn: number,
): Pack[] {
  const kPack = packBytes / elementBytes;
  const found = Array.from({ length: (mPerBlock * kPerBlock) / kPack }, (_, i) =>
    swappedAt(tile, Math.floor((i * kPack) / kPerBlock), (i * kPack) % kPerBlock),
  );
  // What a place of a row group is called after the unmerge: the layer and the pack whose number it has.
  const slots = new Map(found.map((one) => [one.before, one]));
  return found.map(({ m, k, before, group, after, offset }) => {
    const slot = slots.get(after) ?? { layer: 0, pack: 0 };
    const reshaped = { row: group, column: before * kPack };
    return {
      m,
      k,
      a: before,
      places: [
        { row: m, column: k },
        reshaped,
        reshaped,
        { row: group, column: after * kPack },
        { row: group, column: slot.layer * kPerBlock + slot.pack * kPack },
        { row: Math.floor(offset / turn), column: offset % turn },
      ],
    };
  });
}

/** An element through all steps. */
export const wayOf = (model: XorModel, m: number, k: number): Swapped =>
  swappedAt({ ...model, ...model.parameters }, m, k);

/** The read as a tile specification. */
export const specOf = ({ parameters, cpp, kPack }: XorModel): string =>
  packSpec({
    name: 'XOR descriptor',
    ...parameters,
    kPack,
    readBytes: parameters.packBytes,
    cpp,
  });
