/**
 * Where each pack of a tile is at each step of CK Tile's XOR descriptor, and what a read of it costs.
 *
 *     tile      row m, columns of pack k0
 *     reshape   row group b, pack a of the group           the third line of the descriptor, from memory
 *     XOR       row group b, place a ^ (b mod A)           the first line
 *     unmerge   the place as (l, k0)
 *     merge     bytes of LDS, a turn of the banks a line
 *
 * Every place is a coordinate of the descriptor, which gives the index at each of its stages.
 */
import { type AccessExplanation, calculateOffset, machineNamed, mLdsLayerFor } from '@ldscope/core';
import { bytesOf } from '../parts/element-types.ts';
import { packOfLane, packSpec, swappedAt, swapTile } from '../parts/index-swapping.ts';
import { lanes, servedBy } from '../parts/one-access.ts';
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
  /** The number of its first row: of a large tile only a part is drawn. */
  readonly firstRow: number;
  /** Columns after which a gap is left, where the step has one. */
  readonly section?: number;
}

export type Pack = ReturnType<typeof packsOf>[number];
export type XorModel = NonNullable<ReturnType<typeof xorModel>>;

/** More of either are not drawn at once. */
const MOST_PACKS = 1024;
const MOST_ELEMENTS = 8192;

/** How many rows of the tile a picture has. */
function drawnRowsOf({ mPerBlock, kPerBlock }: XorParameters, kPack: number): number {
  const packs = kPerBlock / kPack;
  let rows = mPerBlock;
  while (rows > 1 && (rows * packs > MOST_PACKS || rows * kPerBlock > MOST_ELEMENTS)) rows /= 2;
  return rows;
}

/** Everything that the page shows, with row `m` in the picture; `undefined` for lengths that do not divide. */
export function xorModel(parameters: XorParameters, m = 0) {
  const { mPerBlock, kPerBlock, packBytes, chip } = parameters;
  const elementBytes = bytesOf(parameters.element);
  const machine = machineNamed(chip);
  const kPack = packBytes / elementBytes;
  if (kPerBlock % kPack !== 0) return undefined;
  const layer = mLdsLayerFor(machine.sharedMemory.banks.value, kPerBlock, elementBytes);
  const mLdsLayer = parameters.mLdsLayer === 'banks' ? layer : parameters.mLdsLayer;
  const tile = swapTile({ mPerBlock, kPerBlock, kPack, mLdsLayer });
  if (!tile.ok) return undefined;
  const { descriptor } = tile.value;
  const reading = (offsetOf: (m: number, k: number) => number): AccessExplanation => {
    const addresses = lanes(64, (lane) => offsetOf(...lanePlace(lane, parameters)) * elementBytes);
    return servedBy(machine, `ds_read_b${8 * packBytes}`, addresses);
  };
  const plain = reading((row, column) => row * kPerBlock + column);
  const swapped = reading((row, column) => calculateOffset(descriptor, [row, column]));
  const { banks } = swapped.rule;
  const turn = (4 * banks) / elementBytes;
  const drawnRows = Math.max(mLdsLayer, drawnRowsOf(parameters, kPack));
  const firstRow = m - (m % drawnRows);
  const reshaped: Grid = {
    rows: drawnRows / mLdsLayer,
    columns: kPerBlock * mLdsLayer,
    firstRow: firstRow / mLdsLayer,
  };
  const firstLine = Math.floor((firstRow * kPerBlock) / turn);
  return {
    ...tile.value,
    parameters,
    machine,
    elementBytes,
    kPack,
    mLdsLayer,
    /** Rows of the tile that are drawn; the pattern of the others is the same. */
    firstRow,
    drawnRows,
    /** Banks that the read below uses. */
    banks,
    grids: [
      { rows: drawnRows, columns: kPerBlock, firstRow },
      reshaped,
      reshaped,
      reshaped,
      { ...reshaped, section: kPerBlock },
      {
        rows: Math.ceil(((firstRow + drawnRows) * kPerBlock) / turn) - firstLine,
        columns: turn,
        firstRow: firstLine,
      },
    ] as readonly Grid[],
    packs: packsOf({ ...tile.value, elementBytes, banks }, parameters, {
      turn,
      firstRow,
      drawnRows,
      mLdsLayer,
    }),
    /** Lane l takes a pack of row l; `plain` is the same tile row after row. */
    read: { plain, swapped },
  };
}

/** The pack that a lane of the read takes. */
export const lanePlace = (lane: number, parameters: XorParameters): readonly [number, number] =>
  packOfLane(lane, { ...parameters, kPack: parameters.packBytes / bytesOf(parameters.element) });

/** What is drawn, and elements that go once around the banks. */
type Window = Readonly<Record<'turn' | 'firstRow' | 'drawnRows' | 'mLdsLayer', number>>;

function packsOf(
  tile: Parameters<typeof swappedAt>[0],
  { kPerBlock, packBytes, element }: XorParameters,
  { turn, firstRow, drawnRows, mLdsLayer }: Window,
) {
  const kPack = packBytes / bytesOf(element);
  const found = Array.from({ length: (drawnRows * kPerBlock) / kPack }, (_, i) =>
    swappedAt(tile, firstRow + Math.floor((i * kPack) / kPerBlock), (i * kPack) % kPerBlock),
  );
  const firstLine = Math.floor((firstRow * kPerBlock) / turn);
  // What a place of a row group is called after the unmerge: the layer and the pack whose number it has.
  const slots = new Map(found.map((one) => [one.before, one]));
  return found.map(({ m, k, before, group: b, after, offset }) => {
    const group = b - firstRow / mLdsLayer;
    const slot = slots.get(after) ?? { layer: 0, pack: 0 };
    const reshaped = { row: group, column: before * kPack };
    return {
      /** First element in the tile. */
      m,
      k,
      /** Its column in the reshaped tile, which names its colour from step 2 on. */
      a: before,
      places: [
        { row: m - firstRow, column: k },
        reshaped,
        reshaped,
        { row: group, column: after * kPack },
        { row: group, column: slot.layer * kPerBlock + slot.pack * kPack },
        { row: Math.floor(offset / turn) - firstLine, column: offset % turn },
      ] as readonly Place[],
    };
  });
}

/** The read as a tile specification. */
export const specOf = ({ parameters, cpp, kPack }: XorModel): string | undefined =>
  packSpec({
    name: 'XOR descriptor',
    ...parameters,
    kPack,
    readBytes: parameters.packBytes,
    cpp,
  });
