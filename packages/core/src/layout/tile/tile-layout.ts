/**
 * Where the elements of a tile are in shared memory: what paddings and swizzles of every notation say.
 *
 *     tile 4 rows x 8 columns of 4 bytes, unit 8 bytes, XOR of the row:
 *
 *     row 0   | 0 | 1 | 2 | 3 |     units of two elements, by the place they are stored at
 *     row 1   | 1 | 0 | 3 | 2 |     unit u of row r is at place u ^ r
 *     row 2   | 2 | 3 | 0 | 1 |
 *     row 3   | 3 | 2 | 1 | 0 |
 *
 * A row is what is contiguous without a swizzle; tiles with more dimensions count their outer ones into the row. Three
 * steps: the key of a row moves its units, the row's place follows, then padding pushes everything apart:
 *
 *     place  = key(row) moves unit floor(column * elementBytes / unitBytes) within the row
 *     packed = row * rowBytes + place * unitBytes + rest of the unit
 *     offset = packed + sum over paddings of padBytes * floor(packed / intervalBytes)
 *
 * Lines of another shape than the rows (`ReshapedLayout`) have keys and paddings in the same way. A layout that no key can express is a
 * linear layout over GF(2): element bits to byte-offset bits.
 */
import { applyLayout, type LinearLayout } from '../linear/linear-layout.ts';

/** A matrix in shared memory. */
export interface Tile {
  readonly rows: number;
  /** Elements of a row; its bytes where elements are below a byte (`packed-tile.ts`). */
  readonly columns: number;
  /** Bytes of what `columns` counts. */
  readonly elementBytes: number;
  /** Bits of the elements that share bytes; absent for elements of whole bytes. */
  readonly elementBits?: number;
}

/** How the units of a row are moved; the number of units is the row's bytes by `unitBytes`. */
export type RowKey =
  /** Unit u is at `u ^ (floor(row / rowsPerPhase) mod phases)`. */
  | { readonly kind: 'xor'; readonly phases: number; readonly rowsPerPhase: number }
  /** Unit u is at `u ^ k`, where k is the XOR of `columns[b]` over the bits b that are set in the row. */
  | { readonly kind: 'xor-bits'; readonly columns: readonly number[] }
  /** Unit u is at `u ^ keys[row mod keys.length]`. */
  | { readonly kind: 'xor-table'; readonly keys: readonly number[] }
  /** Unit u is at `(u + step * floor(row / rowsPerPhase)) mod units`. */
  | { readonly kind: 'rotate'; readonly step: number; readonly rowsPerPhase: number };

/** After each `intervalBytes` of the unpadded tile, `padBytes` are left free. */
export interface Padding {
  readonly intervalBytes: number;
  readonly padBytes: number;
}

export interface RowLayout {
  readonly kind: 'rows';
  readonly tile: Tile;
  /** Bytes that are moved as one. */
  readonly unitBytes: number;
  /** Absent where nothing is moved. */
  readonly key?: RowKey;
  /** Row padding is an interval of the row's bytes; empty where nothing is padded. */
  readonly paddings: readonly Padding[];
}

export interface LinearTileLayout {
  readonly kind: 'linear';
  readonly tile: Tile;
  /** Inputs `column` and `row` (elements), output `offset` (bytes). */
  readonly layout: LinearLayout;
}

/** How the elements of a tile become rows of another shape, which are called lines. */
export type Cut =
  /** Line `row / rows`; its elements are those rows one after the other. CK's MLdsLayer. */
  | { readonly kind: 'row-groups'; readonly rows: number }
  /** Line `column / columns`; its elements are the pack of row 0, of row 1 and so on. CK's (K0, M, K1). */
  | { readonly kind: 'column-packs'; readonly columns: number };

/**
 * Lines of another shape than the rows of the tile, with a key per line and paddings as rows have them. A layout
 * without padding, whose sizes are all powers of two, is linear as well.
 */
export interface ReshapedLayout {
  readonly kind: 'reshaped';
  readonly tile: Tile;
  readonly cut: Cut;
  /** The layout of the lines; its tile is `tileOfLines`. */
  readonly lines: RowLayout;
}

/** Where each element of a tile is in shared memory: padding, swizzles, or a linear layout over GF(2). */
export type TileLayout = RowLayout | LinearTileLayout | ReshapedLayout;

/** The tile of the lines of a cut; sizes that the cut does not divide give no whole numbers. */
export function tileOfLines({ rows, columns, elementBytes }: Tile, cut: Cut): Tile {
  return cut.kind === 'row-groups'
    ? { rows: rows / cut.rows, columns: columns * cut.rows, elementBytes }
    : { rows: columns / cut.columns, columns: rows * cut.columns, elementBytes };
}

/** Line and place in it of an element, in elements. */
export function inLines(
  { columns }: Tile,
  cut: Cut,
  row: number,
  column: number,
): readonly [line: number, at: number] {
  return cut.kind === 'row-groups'
    ? [Math.floor(row / cut.rows), (row % cut.rows) * columns + column]
    : [Math.floor(column / cut.columns), row * cut.columns + (column % cut.columns)];
}

/** A tile row after row, as it is without padding or swizzle. */
export function plainLayout(tile: Tile): RowLayout {
  return { kind: 'rows', tile, unitBytes: tile.elementBytes, paddings: [] };
}

/** Rows `pitchBytes` apart. */
export function paddedLayout(tile: Tile, pitchBytes: number): RowLayout {
  const intervalBytes = rowBytes(tile);
  const padBytes = pitchBytes - intervalBytes;
  const paddings = padBytes === 0 ? [] : [{ intervalBytes, padBytes }];
  return { kind: 'rows', tile, unitBytes: tile.elementBytes, paddings };
}

export function rowBytes({ columns, elementBytes }: Tile): number {
  return columns * elementBytes;
}

/** Byte offset of an element from the start of the tile. `row` and `column` are inside. */
export function elementOffset(layout: TileLayout, row: number, column: number): number {
  if (layout.kind === 'linear') return applyLayout(layout.layout, [column, row])[0] ?? 0;
  if (layout.kind === 'reshaped') {
    return elementOffset(layout.lines, ...inLines(layout.tile, layout.cut, row, column));
  }
  const { tile, unitBytes, key, paddings } = layout;
  const length = rowBytes(tile);
  const within = column * tile.elementBytes;
  const unit = Math.floor(within / unitBytes);
  const place =
    key === undefined ? unit : movedUnit(key, row, unit, Math.floor(length / unitBytes));
  const packed = row * length + place * unitBytes + (within - unit * unitBytes);
  return paddings.reduce(
    (offset, { intervalBytes, padBytes }) => offset + padBytes * Math.floor(packed / intervalBytes),
    packed,
  );
}

/** The place of a unit in its row; beyond the row where the key does not fit the number of units. */
export function movedUnit(key: RowKey, row: number, unit: number, units: number): number {
  switch (key.kind) {
    case 'xor':
      return unit ^ (Math.floor(row / key.rowsPerPhase) % key.phases);
    case 'xor-bits':
      return unit ^ key.columns.reduce((k, column, bit) => ((row >>> bit) & 1 ? k ^ column : k), 0);
    case 'xor-table':
      return unit ^ (key.keys[row % key.keys.length] ?? 0);
    case 'rotate':
      return (unit + key.step * Math.floor(row / key.rowsPerPhase)) % units;
  }
}

/** Bytes from the start of the tile to behind its last element. */
export function tileExtent(layout: TileLayout): number {
  const { rows, columns, elementBytes } = layout.tile;
  let last = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      last = Math.max(last, elementOffset(layout, row, column));
    }
  }
  return last + elementBytes;
}
