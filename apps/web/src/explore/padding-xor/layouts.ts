/**
 * The three layouts of the page: rows one after the other, rows further apart, units XORed with a key of their row.
 *
 *     rows of 128 B or more, 32 banks      unit u of row r is at place u ^ (r mod keys)
 *     shorter rows                         the rows that fill the banks once are taken as one row, as CK Tile's
 *                                          MLdsLayer does: their units share the key
 */
import {
  accessFromLanes,
  legalityFaults,
  type Machine,
  makeProblem,
  opcodeNumber,
  opcodes,
  paddedLayout,
  placeElements,
  plainLayout,
  roundUp,
  rowBytes,
  type RowLayout,
  type Tile,
} from '@ldscope/core';
import { waveOf } from '../parts/one-access.ts';
import { type PaddingParameters, THREADS, tileOf } from './controls.ts';

export const sideNames = ['none', 'padding', 'xor'] as const;
export type SideName = (typeof sideNames)[number];

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

export type Side = ReturnType<typeof sideOf>;

/** A layout with the places that it gives. */
export function sideOf(name: SideName, parameters: PaddingParameters, machine: Machine) {
  const { elementBytes, copies } = parameters;
  /** Of `groupedTile`: the tile itself, except under an XOR of short rows. */
  const layout = layoutOf(name, parameters, machine);
  /** In bytes, of the elements, row after row of the tile. */
  const offsets = placeElements(layout);
  const problem = makeProblem(layout.tile, [], [machine], waveOf(machine));
  // Rows that are moved apart cannot meet, and tiles that are too large are said apart.
  const faults =
    name === 'xor'
      ? legalityFaults(problem, layout, offsets).filter(({ about }) => about !== 'capacity')
      : [];
  /** Up to the end of the last element. */
  const bytes = offsets.reduce((most, offset) => Math.max(most, offset), 0) + elementBytes;
  /** Of all tiles of the workgroup: each begins aligned for any instruction. */
  const ldsBytes = (copies - 1) * roundUp(bytes, 16) + bytes;
  const fits = ldsBytes <= machine.sharedMemory.bytesPerWorkgroup.value;
  return { name, title: titles[name], layout, offsets, bytes, ldsBytes, fits, faults };
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

/**
 * Whether a copy from global memory straight to LDS can fill the layout: the widest that puts lane after lane; `undefined` on chips
 * that have none.
 */
export function directOf(
  parameters: PaddingParameters,
  { layout, offsets }: Pick<Side, 'layout' | 'offsets'>,
  machine: Machine,
) {
  const { rows, columns, elementBytes } = parameters;
  const [widest] = opcodes
    .filter(
      ({ isa, addressing, widthBytes }) =>
        isa.includes(machine.isa) &&
        addressing.kind === 'lane-contiguous' &&
        addressing.laneBytes === widthBytes,
    )
    .toSorted((a, b) => b.widthBytes - a.widthBytes);
  const op = widest && opcodeNumber(widest.name);
  if (widest === undefined || op === undefined) return undefined;
  const waveSize = waveOf(machine);
  const each = widest.widthBytes / elementBytes;
  const waves = THREADS / waveSize;
  const access = accessFromLanes({
    name: 'the copy',
    op,
    waveSize,
    instances: waves * Math.ceil((rows * columns) / each / THREADS),
    wave: (instance) => instance % waves,
    place: (lane, instance) => {
      const element = (instance * waveSize + lane) * each;
      const { columns: grouped } = layout.tile;
      return element < rows * columns
        ? { row: Math.floor(element / grouped), column: element % grouped }
        : undefined;
    },
  });
  const problem = makeProblem(layout.tile, [access], [machine], waveSize);
  const faults = legalityFaults(problem, layout, offsets).filter(
    ({ about }) => about !== 'capacity',
  );
  return { instruction: widest.name, faults };
}
