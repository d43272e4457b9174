/**
 * The cells of a tile under a layout: element, byte, bank, and the lanes that an access brings there. Data only; pictures
 * and tables are made of it.
 *
 *     (row 1, columns 8 to 15) -> byte 128 -> banks 32 to 35 -> lane 17 of wave 0, in phase 1, where the bank has 4 slots
 *
 * A cell is a 4-byte word, or an element that is wider. In large tiles words that every access moves together become one
 * cell; what is beyond `MOST_CELLS` even then is left out, whole rows at a time.
 */
import {
  explainAccess,
  opcodeAt,
  placeElements,
  type Problem,
  type ProblemAccess,
  type Target,
  type TileLayout,
  whatIfTrace,
} from '@ldscope/core';
import { gridWords, isServedLaneByLane } from './bank-grid-words.ts';

export const MOST_CELLS = 4096;
const MOST_CELLS_A_ROW = 256;
/** Beyond this many cells in a row numbers no longer fit, and words are merged. */
const READABLE_CELLS_A_ROW = 64;

export interface TileView {
  readonly problem: Problem;
  readonly layout: TileLayout;
  /** The chip and the model that say what the banks do. */
  readonly target: Target;
  /** Whose lanes are shown. */
  readonly access?: ProblemAccess;
  /** One instance of the access; all of them by default. */
  readonly instance?: number;
  /** Where the tile begins in shared memory, 0 by default. */
  readonly baseBytes?: number;
}

/** A lane that reads or writes something of a cell. */
export interface CellLane {
  readonly lane: number;
  readonly wave: number;
  readonly instance: number;
  /** Absent where the access has no phases. */
  readonly phase?: number;
}

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
  /** Most slots that a bank of the cell serves in a phase; 0 where no lane comes. */
  readonly slots: number;
}

export interface TileCells {
  /** Row after row. */
  readonly cells: readonly TileCell[];
  readonly cellElements: number;
  readonly cellBytes: number;
  /** The rows that are shown, from the first, and the columns, from 0, in elements. */
  readonly firstRow: number;
  readonly rows: number;
  readonly columns: number;
  /** Banks that the access sees, or that the chip has where there is no access. */
  readonly banks: number;
}

export function tileCells(view: TileView): TileCells {
  const { problem, layout, target, baseBytes = 0 } = view;
  const { tile } = problem;
  const offsets = placeElements(layout);
  const { touches, banks } = findTouches(view, offsets);
  const cellElements = mergedElements(view, offsets);
  const perRow = Math.min(MOST_CELLS_A_ROW, Math.ceil(tile.columns / cellElements));
  const rows = Math.max(1, Math.min(tile.rows, Math.floor(MOST_CELLS / perRow)));
  const firstTouched = Math.floor(
    Math.min(tile.rows * tile.columns, ...touches.keys()) / tile.columns,
  );
  const firstRow = touches.size === 0 ? 0 : Math.min(firstTouched, tile.rows - rows);
  const cells: TileCell[] = [];
  const cellBytes = cellElements * tile.elementBytes;
  for (let row = firstRow; row < firstRow + rows; row++) {
    for (let index = 0; index < perRow; index++) {
      const column = index * cellElements;
      const element = row * tile.columns + column;
      const addressBytes = baseBytes + (offsets[element] ?? 0);
      const own = touchesOf(touches, element, Math.min(cellElements, tile.columns - column));
      const word = Math.floor(addressBytes / 4);
      cells.push({
        row,
        column,
        element,
        addressBytes,
        bank: word % banks,
        banks: Math.floor((addressBytes + cellBytes - 1) / 4) - word + 1,
        ...own,
      });
    }
  }
  return {
    cells,
    cellElements,
    cellBytes,
    firstRow,
    rows,
    columns: Math.min(tile.columns, perRow * cellElements),
    banks: banks === 0 ? target.machine.sharedMemory.banks.value : banks,
  };
}

interface Touch {
  readonly lanes: readonly CellLane[];
  readonly slots: number;
}

/** What the access does to each element. */
function findTouches(
  view: TileView,
  offsets: Int32Array,
): { readonly touches: ReadonlyMap<number, Touch>; readonly banks: number } {
  const { problem, layout, target, access, instance, baseBytes = 0 } = view;
  const { machine, model } = target;
  const touches = new Map<number, Touch>();
  let banks = machine.sharedMemory.banks.value;
  if (access === undefined) return { touches, banks };
  const elementAt = new Map([...offsets].map((offset, element) => [baseBytes + offset, element]));
  const { widthBytes } = opcodeAt(access.op);
  const elementBytes = problem.tile.elementBytes;
  const wanted =
    instance === undefined ? Array.from({ length: access.instances }, (_, i) => i) : [instance];
  for (const one of wanted) {
    const trace = whatIfTrace(problem, access, one, layout, baseBytes);
    const explanation = explainAccess(trace, 0, machine, model, LDS_BYTES);
    if (explanation === undefined) continue;
    banks = explanation.rule.banks;
    const phaseOf = new Map<number, number>();
    if (!isServedLaneByLane(explanation)) {
      for (const { index, lanes } of explanation.phases) {
        for (const lane of lanes) phaseOf.set(lane, index);
      }
    }
    const slotsAt = new Map<number, number>();
    for (const { addressBytes, slots } of gridWords(explanation)) {
      slotsAt.set(addressBytes, Math.max(slots, slotsAt.get(addressBytes) ?? 0));
    }
    for (const [lane, address] of explanation.addressBytes.entries()) {
      if (address === undefined) continue;
      const phase = phaseOf.get(lane);
      const here: CellLane = {
        lane,
        wave: access.wave[one] ?? 0,
        instance: one,
        ...(phase === undefined ? {} : { phase }),
      };
      for (let byte = address; byte < address + widthBytes; byte += elementBytes) {
        const element = elementAt.get(byte);
        if (element === undefined) continue;
        const known = touches.get(element);
        const slots = slotsAt.get(byte - (byte % 4)) ?? 1;
        touches.set(element, {
          lanes: [...(known?.lanes ?? []), here],
          slots: Math.max(slots, known?.slots ?? 0),
        });
      }
    }
  }
  return { touches, banks };
}

/** No tile is beyond this; whether it fits into a chip is another question. */
const LDS_BYTES = 2 ** 22;

function touchesOf(touches: ReadonlyMap<number, Touch>, first: number, count: number): Touch {
  if (count === 1) return touches.get(first) ?? { lanes: [], slots: 0 };
  const lanes: CellLane[] = [];
  let slots = 0;
  for (let element = first; element < first + count; element++) {
    const touch = touches.get(element);
    if (touch === undefined) continue;
    slots = Math.max(slots, touch.slots);
    for (const one of touch.lanes) {
      if (!lanes.some(({ lane, instance }) => lane === one.lane && instance === one.instance)) {
        lanes.push(one);
      }
    }
  }
  return { lanes, slots };
}

/** How many elements of a row become one cell: those of a word, and more where the tile is large. */
function mergedElements({ problem, layout }: TileView, offsets: Int32Array): number {
  const { tile, accesses } = problem;
  const { rows, columns, elementBytes } = tile;
  const unitBytes = Math.max(
    4,
    layout.kind === 'rows' ? layout.unitBytes : 0,
    ...accesses.map(({ op }) => opcodeAt(op).widthBytes),
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
