/**
 * Where a layout puts every element, as one table: what legality, counting and the search look at.
 *
 *     offsets[row * columns + column]   byte offset of the element
 *
 * Made in one pass over units that the layout moves as one, not by asking for each element; `elementOffset` is the plain
 * second way, and tests compare the two.
 */
import { apply } from '../gf2/gf2.ts';
import {
  inLines,
  type LinearTileLayout,
  movedUnit,
  type ReshapedLayout,
  rowBytes,
  type RowLayout,
  type TileLayout,
} from '../layout/tile/tile-layout.ts';

/** Byte offsets of all elements, row after row; `rows * columns` entries. */
export function placeElements(layout: TileLayout): Int32Array {
  switch (layout.kind) {
    case 'linear':
      return linearOffsets(layout);
    case 'rows':
      return rowOffsets(layout);
    case 'reshaped':
      return reshapedOffsets(layout);
  }
}

function reshapedOffsets({ tile, cut, lines }: ReshapedLayout): Int32Array {
  const places = rowOffsets(lines);
  const length = lines.tile.columns;
  return Int32Array.from({ length: tile.rows * tile.columns }, (_, i) => {
    const [line, at] = inLines(tile, cut, Math.floor(i / tile.columns), i % tile.columns);
    return places[line * length + at] ?? 0;
  });
}

function rowOffsets(layout: RowLayout): Int32Array {
  const { tile, unitBytes, key, paddings } = layout;
  const { rows, columns, elementBytes } = tile;
  const length = rowBytes(tile);
  const units = Math.floor(length / unitBytes);
  const offsets = new Int32Array(rows * columns);
  let element = 0;
  for (let row = 0; row < rows; row++) {
    const start = row * length;
    for (let column = 0; column < columns; column++) {
      const within = column * elementBytes;
      const unit = Math.floor(within / unitBytes);
      const place = key === undefined ? unit : movedUnit(key, row, unit, units);
      const rest = within - unit * unitBytes;
      const packed = start + place * unitBytes + rest;
      let offset = packed;
      for (let i = 0; i < paddings.length; i++) {
        const padding = paddings[i];
        if (padding !== undefined) {
          offset += padding.padBytes * Math.floor(packed / padding.intervalBytes);
        }
      }
      offsets[element++] = offset;
      // The rest of the unit follows, unless a padding comes in between.
      const left = (unitBytes - rest) / elementBytes;
      if (left <= 1 || !paddings.every(({ intervalBytes }) => intervalBytes % unitBytes === 0))
        continue;
      const end = Math.min(columns, column + left);
      while (column + 1 < end) {
        offset += elementBytes;
        offsets[element++] = offset;
        column++;
      }
    }
  }
  return offsets;
}

function linearOffsets({ tile, layout }: LinearTileLayout): Int32Array {
  const { rows, columns } = tile;
  const columnBits = layout.inputs[0]?.bits ?? 0;
  const ofColumn = layout.columns.slice(0, columnBits);
  const ofRow = layout.columns.slice(columnBits);
  const byColumn = Int32Array.from({ length: columns }, (_, column) => apply(ofColumn, column));
  const offsets = new Int32Array(rows * columns);
  let element = 0;
  for (let row = 0; row < rows; row++) {
    const start = layout.origin ^ apply(ofRow, row);
    for (let column = 0; column < columns; column++) {
      offsets[element++] = start ^ (byColumn[column] ?? 0);
    }
  }
  return offsets;
}

/** A number that tells placements apart: 53 bits of a hash, so that equal ones are counted once. */
export function hashOf(offsets: Int32Array): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < offsets.length; i++) {
    const value = offsets[i] ?? 0;
    low = Math.imul(low ^ value, 0x01000193);
    high = Math.imul(high ^ (value + i), 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
