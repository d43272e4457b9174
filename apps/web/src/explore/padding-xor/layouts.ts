/**
 * The three layouts of the page: rows one after the other, rows further apart, units XORed with a key of their row.
 *
 *     rows of 128 B or more, 32 banks      unit u of row r is at place u ^ (r mod keys)
 *     shorter rows                         a given number of rows as fill the banks once are taken as one row, as CK Tile's
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
import { lanesDownOf, type PaddingParameters, THREADS, tileOf } from './controls.ts';
import type { CountedSide, PaddingModel } from './model.ts';

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

const ELEMENTS: Readonly<Record<number, string>> = { 1: 'i8', 2: 'f16', 4: 'f32' };

export function specOf(model: PaddingModel, side: CountedSide): string {
  const { parameters, machine } = model;
  const { rows, columns, element, elementBytes, rowWidth, columnWidth, rowsOfLane, copies } =
    parameters;
  const waveSize = waveOf(machine);
  const waves = THREADS / waveSize;
  const thread = `wave * ${waveSize} + lane`;
  // The widest plain access that moves the same without a two-address instruction.
  const [write, read] = [
    [side.counts?.row.pieces, rowWidth] as const,
    [side.counts?.column.pieces, columnWidth] as const,
  ].map(([pieces, width]) => pieces && Math.min(pieces.bytes, pieces.alignmentBytes, width));
  const pieceOf = (width: number, piece = width): { count: number; elements: number } => ({
    count: width / piece,
    elements: piece / elementBytes,
  });
  const w = pieceOf(rowWidth, write);
  const r = pieceOf(columnWidth, read);
  const vectors = (rows * columns * elementBytes) / rowWidth;
  const down = lanesDownOf(parameters);
  const across = (columns * elementBytes) / columnWidth;
  const items = (rows / rowsOfLane) * across;
  const isWhole = down === rows / rowsOfLane;
  const rounds = (count: number): number => Math.ceil(count / THREADS);
  /** The number of a vector: threads count on from round to round. */
  const number = (count: number, ofRound: number): string =>
    rounds(count) === 1 ? `(${thread})` : `(${over('i', ofRound)} * ${THREADS} + ${thread})`;
  const vector = number(vectors, w.count);
  const first = `(${sum(times(vector, rowWidth / elementBytes), times(within('i', w.count), w.elements))})`;
  const item = number(items, rowsOfLane * r.count);
  const rowInLane = within(over('i', r.count), rowsOfLane);
  const group = `${item} / ${down}`;
  const lane = isWhole
    ? `${item} % ${down}`
    : `(${group} / ${across} * ${down} + ${item} % ${down})`;
  const row = sum(times(lane, rowsOfLane), rowInLane);
  const column = sum(
    times(isWhole ? group : `(${group} % ${across})`, columnWidth / elementBytes),
    times(within('i', r.count), r.elements),
  );
  return `name: ${rows} x ${columns}${element === 'fp4' ? ' pairs of fp4' : ''}, ${side.title.toLowerCase()}
element: ${ELEMENTS[elementBytes] ?? 'f16'}
tile: ${rows}x${columns}
layout:
  c: "${formulaOf(model, side)}"
waves: ${waves}
wave_size: ${waveSize}
copies: ${copies}
accesses:
  - name: along rows
    write: b${8 * (write ?? rowWidth)}
    row: ${first} / ${columns}
    column: ${first} % ${columns}
    repeat: ${rounds(vectors) * w.count}
    where: ${vector} < ${vectors}
  - name: down columns
    read: b${8 * (read ?? columnWidth)}
    row: ${row}
    column: ${column}
    repeat: ${rounds(items) * rowsOfLane * r.count}
    where: ${item} < ${items}
`;
}

// Formulas without the steps that change nothing; an empty one is 0.
const times = (text: string, factor: number): string =>
  factor === 1 || text === '' ? text : `${text} * ${factor}`;
const over = (text: string, divisor: number): string =>
  divisor === 1 ? text : `${text} / ${divisor}`;
const within = (text: string, modulus: number): string =>
  modulus === 1 ? '' : `${text} % ${modulus}`;
const sum = (...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join(' + ');

/** The element that an element of the tile is at, in C. */
function formulaOf({ parameters, rowsOfTurn }: PaddingModel, side: CountedSide): string {
  const { columns, elementBytes, padBytes, unitBytes, keys } = parameters;
  switch (side.name) {
    case 'none':
      return `row * ${columns} + col`;
    case 'padding':
      return `row * ${columns + padBytes / elementBytes} + col`;
    case 'xor': {
      const unit = unitBytes / elementBytes;
      const [group, within] =
        rowsOfTurn === 1
          ? ['row', 'col']
          : [`row / ${rowsOfTurn}`, `(row % ${rowsOfTurn} * ${columns} + col)`];
      const moved = unit === 1 ? within : `${within} / ${unit}`;
      const place = `(${moved} ^ ${group} % ${keys})`;
      const rest = unit === 1 ? '' : ` + col % ${unit}`;
      return `${group} * ${columns * rowsOfTurn} + ${place}${unit === 1 ? '' : ` * ${unit}`}${rest}`;
    }
  }
}
