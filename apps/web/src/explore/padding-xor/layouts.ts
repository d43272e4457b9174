/**
 * The three layouts of the page: rows one after the other, rows further apart, units XORed with a key of their row.
 *
 *     rows of 128 B or more, 32 banks      unit u of row r is at place u ^ (r mod keys)
 *     shorter rows                         a given number of rows as fill the banks once are taken as one row, as CK Tile's
 *                                          MLdsLayer does: their units share the key
 */
import {
  type Diagnostic,
  legalityFaults,
  type Machine,
  makeProblem,
  opcodeNumber,
  opcodes,
  paddedLayout,
  placeElements,
  plainLayout,
  accessFromLanes,
  rowBytes,
  type RowLayout,
  type Tile,
} from '@ldscope/core';
import { waveOf } from '../parts/one-access.ts';
import { type PaddingParameters, THREADS, tileOf } from './controls.ts';

export const sideNames = ['none', 'padding', 'xor'] as const;
export type SideName = (typeof sideNames)[number];

/** A layout with the places that it gives. */
export interface PlacedSide {
  readonly name: SideName;
  readonly title: string;
  /** Of `groupedTile`: the tile itself, except under an XOR of short rows. */
  readonly layout: RowLayout;
  /** Byte offsets of the elements, row after row of the tile. */
  readonly offsets: Int32Array;
  /** Bytes up to the end of the last element. */
  readonly bytes: number;
  readonly faults: readonly Diagnostic[];
}

export interface Side extends PlacedSide {
  /** Whether a copy from global memory straight to LDS can fill it; absent on chips that have none. */
  readonly direct?: { readonly instruction: string; readonly faults: readonly Diagnostic[] };
}

/** Rows that go once around the banks; 1 for rows that are longer. */
export function rowsOfTurn(tile: Tile, machine: Machine): number {
  const turn = 4 * machine.sharedMemory.banks.value;
  const rows = Math.max(1, Math.floor(turn / rowBytes(tile)));
  return tile.rows % rows === 0 ? rows : 1;
}

/** The tile with that many rows as one. */
function groupedTile(tile: Tile, rows: number): Tile {
  return { ...tile, rows: tile.rows / rows, columns: tile.columns * rows };
}

export function sideOf(name: SideName, parameters: PaddingParameters, machine: Machine): Side {
  const side = placedSideOf(name, parameters, machine);
  if (side.faults.length > 0) return side;
  const direct = directOf(tileOf(parameters), side.layout, side.offsets, machine);
  return direct === undefined ? side : { ...side, direct };
}

/** The same without a look at direct copies. */
export function placedSideOf(
  name: SideName,
  parameters: PaddingParameters,
  machine: Machine,
): PlacedSide {
  const { elementBytes } = parameters;
  const layout = layoutOf(name, parameters, machine);
  const offsets = placeElements(layout);
  const problem = makeProblem(layout.tile, [], [machine], waveOf(machine));
  // Rows that are moved apart cannot meet, and one tile that is too large is said with the workgroups.
  const faults =
    name === 'xor'
      ? legalityFaults(problem, layout, offsets).filter(({ about }) => about !== 'capacity')
      : [];
  const bytes = offsets.reduce((most, offset) => Math.max(most, offset), 0) + elementBytes;
  return { name, title: titles[name], layout, offsets, bytes, faults };
}

const titles: Readonly<Record<SideName, string>> = {
  none: 'Row after row',
  padding: 'Padding',
  xor: 'XOR',
};

function layoutOf(name: SideName, parameters: PaddingParameters, machine: Machine): RowLayout {
  const tile = tileOf(parameters);
  switch (name) {
    case 'none':
      return plainLayout(tile);
    case 'padding':
      return paddedLayout(tile, rowBytes(tile) + parameters.padBytes);
    case 'xor':
      return {
        kind: 'rows',
        tile: groupedTile(tile, rowsOfTurn(tile, machine)),
        unitBytes: parameters.unitBytes,
        key: { kind: 'xor', phases: parameters.keys, rowsPerPhase: 1 },
        paddings: [],
      };
  }
}

/** The widest copy that puts lane after lane: the workgroup fills the tile with it. */
function directOf(
  tile: Tile,
  layout: RowLayout,
  offsets: Int32Array,
  machine: Machine,
): Side['direct'] {
  const copies = opcodes.filter(
    ({ isa, addressing, widthBytes }) =>
      isa.includes(machine.isa) &&
      addressing.kind === 'lane-contiguous' &&
      addressing.laneBytes === widthBytes,
  );
  const widest = copies.toSorted((a, b) => b.widthBytes - a.widthBytes)[0];
  const op = widest === undefined ? undefined : opcodeNumber(widest.name);
  if (widest === undefined || op === undefined) return undefined;
  const waveSize = waveOf(machine);
  const each = widest.widthBytes / tile.elementBytes;
  const pieces = (tile.rows * tile.columns) / each;
  const waves = THREADS / waveSize;
  const { columns } = layout.tile;
  const access = accessFromLanes({
    name: 'the copy',
    op,
    waveSize,
    instances: waves * Math.ceil(pieces / THREADS),
    wave: (instance) => instance % waves,
    place: (lane, instance) => {
      const element = (instance * waveSize + lane) * each;
      return element < pieces * each
        ? { row: Math.floor(element / columns), column: element % columns }
        : undefined;
    },
  });
  const problem = makeProblem(layout.tile, [access], [machine], waveSize);
  return {
    instruction: widest.name,
    faults: legalityFaults(problem, layout, offsets).filter(({ about }) => about !== 'capacity'),
  };
}
