/**
 * From the place of every element back to the layout that says it.
 *
 *     offsets 0 4 8 .. | 136 140 ..     rows of 128 bytes, 136 apart: a padding of 8 bytes after each 128
 *     order of places  1 0 3 2 | ...    within a row: which units moved, and from there the key
 *
 * Sorted by their places the elements are in packed order, so the padding is what pushes the k-th of them away from k
 * times its size. What is left is a permutation; units are the longest runs that stay together.
 */
import { greatestOf } from '../../base/numbers.ts';
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { log2 } from '../index/linear-forms.ts';
import { layoutFromTable } from '../linear/linear-layout.ts';
import {
  type Cut,
  elementOffset,
  inLines,
  type Padding,
  type RowKey,
  type ReshapedLayout,
  type RowLayout,
  type Tile,
  type TileLayout,
  tileOfLines,
} from './tile-layout.ts';

/** Larger tiles are not tiles of shared memory. */
export const MOST_ELEMENTS = 2 ** 20;

/** More intervals than any notation has. */
const MOST_PADDINGS = 8;

/** The byte offset of each element, row after row. */
export function elementOffsets(layout: TileLayout): Float64Array {
  const { rows, columns } = layout.tile;
  return Float64Array.from({ length: rows * columns }, (_, i) =>
    elementOffset(layout, Math.floor(i / columns), i % columns),
  );
}

/** The first element whose offset is different, row after row; `undefined` when all are equal. */
export function firstDifference(
  a: TileLayout,
  b: TileLayout,
): { readonly row: number; readonly column: number } | undefined {
  const { rows, columns } = a.tile;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (elementOffset(a, row, column) !== elementOffset(b, row, column)) return { row, column };
    }
  }
  return undefined;
}

/** What is wrong with a tile: its sizes are positive and it has no more than `MOST_ELEMENTS`. */
export function tileFault({ rows, columns, elementBytes }: Tile): Diagnostic | undefined {
  const sizes = [rows, columns, elementBytes];
  if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
    return diagnose(
      messages.notation.tile(
        `${rows} x ${columns} elements of ${elementBytes} bytes are not a tile`,
      ),
    );
  }
  if (rows * columns <= MOST_ELEMENTS) return undefined;
  return diagnose(messages.notation.tile(`a tile has at most ${MOST_ELEMENTS} elements`));
}

/** The same for a view of packed elements (`elementView`), where an element has a fraction of a byte. */
export function viewFault(tile: Tile): Diagnostic | undefined {
  return tileFault({ ...tile, elementBytes: Math.ceil(tile.elementBytes) });
}

/** Two elements at one place; `undefined` when there are none. `offsets` row after row. */
function firstCollision({ columns }: Tile, offsets: ArrayLike<number>): Diagnostic | undefined {
  const owner = new Map<number, number>();
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0;
    const other = owner.get(offset);
    if (other !== undefined) {
      const name = (e: number): string => `[${Math.floor(e / columns)}][${e % columns}]`;
      return diagnose(messages.notation.collision(name(other), name(i), `byte ${offset}`));
    }
    owner.set(offset, i);
  }
  return undefined;
}

/**
 * The layout with these byte offsets (row after row), in its simplest form. Fails with two elements at one place, or
 * with what keeps it from being rows with a key or a linear layout.
 */
export function recognizeLayout(tile: Tile, offsets: ArrayLike<number>): Result<TileLayout> {
  const collision = firstCollision(tile, offsets);
  if (collision !== undefined) return failure(collision);
  const rows = recognizeRows(tile, offsets);
  if (typeof rows !== 'string') return success(rows);
  const other = recognizeLinear(tile, offsets) ?? recognizeReshaped(tile, offsets);
  return other === undefined
    ? failure(diagnose(messages.notation.noTileLayout(rows)))
    : success(other);
}

/**
 * Lines of another shape that have these offsets, with the smallest cut; `undefined` where there are none. Linear
 * layouts can have such a form: `recognizeLayout` prefers the linear one.
 */
export function recognizeReshaped(
  tile: Tile,
  offsets: ArrayLike<number>,
): ReshapedLayout | undefined {
  if (tile.elementBits !== undefined) return undefined;
  const cuts: Cut[] = [
    ...divisors(tile.rows).map((rows) => ({ kind: 'row-groups', rows }) as const),
    ...divisors(tile.columns).map((columns) => ({ kind: 'column-packs', columns }) as const),
  ];
  for (const cut of cuts) {
    const shape = tileOfLines(tile, cut);
    const moved = new Float64Array(offsets.length);
    for (let i = 0; i < offsets.length; i++) {
      const [line, at] = inLines(tile, cut, Math.floor(i / tile.columns), i % tile.columns);
      moved[line * shape.columns + at] = offsets[i] ?? 0;
    }
    // Line 0 comes first in memory, whatever its key is.
    const lines = recognizeRows(shape, moved);
    if (typeof lines !== 'string') return { kind: 'reshaped', tile, cut, lines };
  }
  return undefined;
}

/** More than 1 and less than the number. */
const divisors = (count: number): number[] =>
  Array.from({ length: Math.max(0, count - 2) }, (_, i) => i + 2).filter((n) => count % n === 0);

/** The simplest layout with the same offsets; the layout itself where there is none. */
export function normalForm(layout: TileLayout): TileLayout {
  const result = recognizeLayout(layout.tile, elementOffsets(layout));
  return result.ok ? result.value : layout;
}

function recognizeLinear(tile: Tile, offsets: ArrayLike<number>): TileLayout | undefined {
  const [columnBits, rowBits] = [log2(tile.columns), log2(tile.rows)];
  if (!Number.isInteger(tile.elementBytes)) return undefined;
  if (columnBits === undefined || rowBits === undefined) return undefined;
  const largest = maximum(offsets);
  if (largest >= 2 ** 31) return undefined;
  const layout = layoutFromTable(
    [
      { name: 'column', bits: columnBits },
      { name: 'row', bits: rowBits },
    ],
    { name: 'offset', bits: 32 - Math.clz32(largest) },
    offsets,
  );
  return layout && { kind: 'linear', tile, layout };
}

function maximum(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i] ?? 0);
  return largest;
}

/** Rows with paddings and a key, or why not. */
function recognizeRows(tile: Tile, offsets: ArrayLike<number>): RowLayout | string {
  const { elementBytes, rows, columns } = tile;
  const order = Array.from({ length: offsets.length }, (_, i) => i).sort(
    (a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0),
  );
  const paddings = recognizePaddings(
    order.map((element) => offsets[element] ?? 0),
    elementBytes,
  );
  if (typeof paddings === 'string') return paddings;
  const packed = new Int32Array(order.length);
  for (const [place, element] of order.entries()) packed[element] = place;
  for (let i = 0; i < packed.length; i++) {
    if (Math.floor((packed[i] ?? 0) / columns) !== Math.floor(i / columns)) {
      return `element [${Math.floor(i / columns)}][${i % columns}] leaves its row`;
    }
  }
  const unit = longestUnit(packed, columns);
  const plain: RowLayout = { kind: 'rows', tile, unitBytes: elementBytes, paddings };
  if (unit === columns) {
    return packed.every((place, i) => place === i) ? plain : 'rows are not in their order';
  }
  const units = columns / unit;
  const places = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: units }, (_unit, u) => {
      const place = packed[row * columns + u * unit] ?? 0;
      return (place - row * columns) / unit;
    }),
  );
  const key = recognizeKey(places, units);
  if (key === undefined) return 'a row is neither XORed nor rotated as a whole';
  return { ...plain, unitBytes: unit * elementBytes, key };
}

/** The paddings that make the sorted places of packed ones; or why there are none. */
function recognizePaddings(sorted: readonly number[], elementBytes: number): Padding[] | string {
  if ((sorted[0] ?? 0) !== 0) return `no element is at byte 0, the first one is at ${sorted[0]}`;
  const pads = sorted.map((offset, k) => offset - k * elementBytes);
  const paddings: Padding[] = [];
  for (;;) {
    const first = pads.findIndex((pad) => pad !== 0);
    if (first < 0) return paddings;
    const [intervalBytes, padBytes] = [first * elementBytes, pads[first] ?? 0];
    if (padBytes < 0 || paddings.length === MOST_PADDINGS) {
      return `the free bytes in front of byte ${sorted[first]} do not come back at equal distances`;
    }
    paddings.push({ intervalBytes, padBytes });
    for (const k of pads.keys()) pads[k] = (pads[k] ?? 0) - padBytes * Math.floor(k / first);
  }
}

/** Elements that stay together, in order and aligned, in every row: the largest such divisor of the columns. */
function longestUnit(packed: Int32Array, columns: number): number {
  for (let unit = columns; unit > 1; unit--) {
    if (columns % unit !== 0) continue;
    const together = packed.every((place, i) => {
      const first = packed[i - (i % unit)] ?? 0;
      return first % unit === 0 && place === first + (i % unit);
    });
    if (together) return unit;
  }
  return 1;
}

function recognizeKey(places: readonly (readonly number[])[], units: number): RowKey | undefined {
  const keys = places.map((row) => row[0] ?? 0);
  const isXor = places.every((row, r) => row.every((place, u) => place === (u ^ (keys[r] ?? 0))));
  if (isXor) return xorKey(keys);
  const isRotation = places.every((row, r) =>
    row.every((place, u) => place === (u + (keys[r] ?? 0)) % units),
  );
  return isRotation ? rotation(keys, units) : undefined;
}

/** The simplest key with these values per row. */
function xorKey(keys: readonly number[]): RowKey {
  const rowsPerPhase = Math.max(
    1,
    keys.findIndex((key) => key !== 0),
  );
  const phases = greatestOf(keys) + 1;
  if (keys.every((key, row) => key === Math.floor(row / rowsPerPhase) % phases)) {
    return { kind: 'xor', phases, rowsPerPhase };
  }
  const columns: number[] = [];
  for (let bit = 1; bit < keys.length; bit <<= 1) columns.push(keys[bit] ?? 0);
  const linear = keys.every(
    (key, row) => key === columns.reduce((k, c, bit) => ((row >>> bit) & 1 ? k ^ c : k), 0),
  );
  return linear ? { kind: 'xor-bits', columns } : { kind: 'xor-table', keys: onePeriod(keys) };
}

/** The shortest beginning that, repeated, gives the list. */
function onePeriod(list: readonly number[]): readonly number[] {
  for (let period = 1; period < list.length; period++) {
    if (list.every((value, i) => value === list[i % period])) return list.slice(0, period);
  }
  return list;
}

function rotation(shifts: readonly number[], units: number): RowKey | undefined {
  const rowsPerPhase = Math.max(
    1,
    shifts.findIndex((shift) => shift !== 0),
  );
  const step = shifts[rowsPerPhase] ?? 0;
  const fits = shifts.every(
    (shift, row) => shift === (step * Math.floor(row / rowsPerPhase)) % units,
  );
  return fits ? { kind: 'rotate', step, rowsPerPhase } : undefined;
}
