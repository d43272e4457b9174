/**
 * The cells of a tile under a layout: element, byte, bank, and the lanes that an access brings there. Data only; pictures
 * and tables are made of it.
 *
 *     (row 1, columns 8 to 15) -> byte 128 -> banks 32 to 35 -> lane 17 of wave 0, in phase 1, where the bank has 4 slots
 *
 * A cell is a 4-byte word, or an element that is wider. In large tiles words that every access moves together become one
 * cell; cells beyond `MOST_CELLS` are left out: columns beyond 256 cells, then rows, from the first row on that the access
 * touches.
 */
import { opcodeAt, placeElements } from '@ldscope/core';
import { findTouches, type Touch } from './tile-touches.ts';
import type { CellLane, TileService, TileView } from './tile-view.ts';

/** Pictures of a tile show at most this many cells and note what they leave out. */
export const MOST_CELLS = 4096;
const MOST_CELLS_A_ROW = 256;
/** Beyond this many cells in a row numbers no longer fit, and words are merged. */
const READABLE_CELLS_A_ROW = 64;
/** No cell is wider, so that it goes on in the next row of banks at most. */
const WIDEST_CELL_BYTES = 64;

export interface TileCell {
  readonly row: number;
  /** The first column of the cell, in elements. */
  readonly column: number;
  /** The first element of the cell: `row * columns + column`. */
  readonly element: number;
  /** Byte address in shared memory. */
  readonly addressBytes: number;
  /** The bank of its first byte, and how many banks it covers from there. */
  readonly bank: number;
  readonly banks: number;
  readonly lanes: readonly CellLane[];
  /** The most slots that a bank of the cell serves in a phase; 0 where no lane accesses it. */
  readonly slots: number;
}

export interface TileCells {
  readonly service: TileService;
  /** Row after row. */
  readonly cells: readonly TileCell[];
  /** The cells of a row: elements, or the bytes that hold packed ones. */
  readonly counted: 'column' | 'byte';
  /** The number of them per cell. */
  readonly cellElements: number;
  readonly cellBytes: number;
  /** The rows that are shown, from the first, and the columns, from 0, in elements. */
  readonly firstRow: number;
  readonly rows: number;
  readonly columns: number;
  /** Most slots that a bank serves for the access in a phase, also where the tile is not shown; 0 without lanes. */
  readonly mostSlots: number;
  /** Banks that the access sees, or that the chip has where there is no access. */
  readonly banks: number;
}

/** The cells of a view; they do not depend on colours or on what is selected. */
export function tileCells(view: TileView): TileCells {
  const { problem, layout, baseBytes = 0 } = view;
  const { tile } = problem;
  const offsets = placeElements(layout);
  const { byElement, service, banks } = findTouches(view, offsets);
  const cellElements = mergedElements(view, offsets);
  const perRow = Math.min(MOST_CELLS_A_ROW, Math.ceil(tile.columns / cellElements));
  const rows = Math.max(1, Math.min(tile.rows, Math.floor(MOST_CELLS / perRow)));
  const firstRow = Math.min(firstTouchedRow(byElement.keys(), tile.columns), tile.rows - rows);
  const cells: TileCell[] = [];
  const cellBytes = cellElements * tile.elementBytes;
  for (let row = firstRow; row < firstRow + rows; row++) {
    for (let index = 0; index < perRow; index++) {
      const column = index * cellElements;
      const element = row * tile.columns + column;
      const addressBytes = baseBytes + (offsets[element] ?? 0);
      const word = Math.floor(addressBytes / 4);
      cells.push({
        row,
        column,
        element,
        addressBytes,
        bank: word % banks,
        banks: Math.floor((addressBytes + cellBytes - 1) / 4) - word + 1,
        ...touchesOf(byElement, element, cellElements),
      });
    }
  }
  const columns = perRow * cellElements;
  let mostSlots = 0;
  for (const { slots } of byElement.values()) mostSlots = Math.max(mostSlots, slots);
  const counted = tile.elementBits === undefined ? 'column' : 'byte';
  return {
    service,
    cells,
    counted,
    cellElements,
    cellBytes,
    firstRow,
    rows,
    columns,
    mostSlots,
    banks,
  };
}

/** 0 where nothing is touched. */
function firstTouchedRow(elements: Iterable<number>, columns: number): number {
  let first: number | undefined;
  for (const element of elements) first = Math.min(first ?? element, element);
  return Math.floor((first ?? 0) / columns);
}

function touchesOf(touches: ReadonlyMap<number, Touch>, first: number, count: number): Touch {
  if (count === 1) return touches.get(first) ?? { lanes: [], slots: 0 };
  const lanes = new Map<number, CellLane>();
  let slots = 0;
  for (let element = first; element < first + count; element++) {
    const touch = touches.get(element);
    if (touch === undefined) continue;
    slots = Math.max(slots, touch.slots);
    for (const one of touch.lanes) lanes.set(64 * one.instance + one.lane, one);
  }
  return { lanes: [...lanes.values()], slots };
}

/** How many elements of a row become one cell: those of a word, and more where the tile is large. */
function mergedElements({ problem, layout }: TileView, offsets: Int32Array): number {
  const { tile, accesses } = problem;
  const { rows, columns, elementBytes } = tile;
  const unitBytes = Math.min(
    WIDEST_CELL_BYTES,
    accesses.reduce(
      (most, { op }) => Math.max(most, opcodeAt(op).widthBytes),
      Math.max(4, layout.kind === 'rows' ? layout.unitBytes : 0),
    ),
  );
  let elements = 1;
  for (let next = 2; next * elementBytes <= unitBytes && columns % next === 0; next *= 2) {
    const large =
      columns / elements > READABLE_CELLS_A_ROW || (rows * columns) / elements > MOST_CELLS;
    if ((next * elementBytes > 4 && !large) || !areContiguous(offsets, next, elementBytes)) break;
    elements = next;
  }
  return elements;
}

function areContiguous(offsets: Int32Array, count: number, elementBytes: number): boolean {
  const bytes = count * elementBytes;
  for (let first = 0; first < offsets.length; first += count) {
    const start = offsets[first] ?? 0;
    if (start % Math.min(bytes, 4) !== 0) return false;
    for (let i = 1; i < count; i++) {
      if (offsets[first + i] !== start + i * elementBytes) return false;
    }
  }
  return true;
}
