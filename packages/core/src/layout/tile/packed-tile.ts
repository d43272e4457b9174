/**
 * Tiles of elements below a byte: f4E2M1FN, i4, f6E2M3FN and their like.
 *
 *     16 x 256 f4E2M1FN      { rows: 16, columns: 128, elementBytes: 1, elementBits: 4 }
 *     byte 0 of a row        element 0 in the low four bits, element 1 in the high four
 *
 * Elements follow each other bit by bit along the row, the first in the low bits, and a row begins at a byte. Whoever
 * counts banks sees the bytes: `columns` counts them. Whoever writes a layout in elements takes the view of
 * `elementView`, where `elementBytes` is a fraction (4 bits are 0.5), and gives back what is made of whole bytes.
 *
 * LIMITATION: a predicate (`i1`) is not packed. LLVM and IREE give each a byte of memory, a vector of them in LLVM packs
 * eight, so the name does not specify the layout.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { RowLayout, Tile, TileLayout } from './tile-layout.ts';

/** A tile of elements of `elementBits`; below a byte they are packed. Fails where a row is not made of whole bytes. */
export function tileOfElements(rows: number, columns: number, elementBits: number): Result<Tile> {
  if (elementBits >= 8) return success({ rows, columns, elementBytes: elementBits / 8 });
  if (elementBits < 2) return failure(diagnose(messages.notation.predicateTile()));
  const bytes = (columns * elementBits) / 8;
  return Number.isInteger(bytes)
    ? success({ rows, columns: bytes, elementBytes: 1, elementBits })
    : failure(diagnose(messages.notation.brokenRow(columns, elementBits)));
}

/** The tile with its columns in elements, and `elementBytes` a fraction where they are packed. */
export function elementView(tile: Tile): Tile {
  const { rows, columns, elementBytes, elementBits } = tile;
  if (elementBits === undefined) return { rows, columns, elementBytes };
  return {
    rows,
    columns: (columns * elementBytes * 8) / elementBits,
    elementBytes: elementBits / 8,
  };
}

/** A row of the tile in words: `64 elements of 2 B`, or `256 elements of 4 bits (128 B)`; `show` writes counts. */
export function rowText(tile: Tile, show: (count: number) => string = String): string {
  const { columns, elementBits } = tile;
  const elements = show(elementView(tile).columns);
  return elementBits === undefined
    ? `${elements} elements of ${tile.elementBytes} B`
    : `${elements} elements of ${elementBits} bits (${show(columns)} B)`;
}

/** A column of the tile in words: packed elements are told by the byte that they are in. */
export function columnText({ elementBits }: Tile, column: number): string {
  return elementBits === undefined ? `${column}` : `byte ${column}`;
}

/** A layout of `elementView(tile)` as one of the bytes of `tile`. Fails where it parts a byte, or moves single elements. */
export function layoutOfBytes(layout: TileLayout, tile: Tile): Result<TileLayout> {
  const { elementBits } = tile;
  if (elementBits === undefined) return success(layout);
  const part =
    layout.kind === 'linear'
      ? 'single bits'
      : layout.kind === 'rows'
        ? partOfByte(layout)
        : 'lines of another shape';
  if (layout.kind !== 'rows' || part !== undefined) {
    return failure(diagnose(messages.notation.partOfByte(`${part}`, elementBits)));
  }
  return success({ ...layout, tile, unitBytes: layout.key === undefined ? 1 : layout.unitBytes });
}

function partOfByte({ unitBytes, key, paddings }: RowLayout): string | undefined {
  if (key !== undefined && !Number.isInteger(unitBytes)) return `units of ${unitBytes * 8} bits`;
  const broken = paddings.find(
    ({ intervalBytes, padBytes }) =>
      !Number.isInteger(intervalBytes) || !Number.isInteger(padBytes),
  );
  if (broken === undefined) return undefined;
  return `${broken.padBytes * 8} bits free after each ${broken.intervalBytes * 8}`;
}

/** A layout of the bytes of a packed tile as one of its elements. Fails where it parts an element. */
export function layoutOfElements(layout: TileLayout): Result<TileLayout> {
  const { elementBits } = layout.tile;
  if (elementBits === undefined) return success(layout);
  const tile = elementView(layout.tile);
  if (layout.kind !== 'rows') {
    const what = layout.kind === 'linear' ? 'the linear map' : 'a line of another shape';
    return failure(diagnose(messages.notation.partOfElement(what, elementBits)));
  }
  const { unitBytes, key, paddings } = layout;
  if (key !== undefined && !isWhole(unitBytes, elementBits)) {
    return failure(
      diagnose(messages.notation.partOfElement(`a unit of ${unitBytes} B`, elementBits)),
    );
  }
  const broken = paddings.find(({ intervalBytes }) => !isWhole(intervalBytes, elementBits));
  if (broken !== undefined) {
    const what = `a padding after each ${broken.intervalBytes} B`;
    return failure(diagnose(messages.notation.partOfElement(what, elementBits)));
  }
  return success({ ...layout, tile, unitBytes: key === undefined ? tile.elementBytes : unitBytes });
}

/** True for bytes that hold a whole number of elements of `elementBits`. */
export function isWhole(bytes: number, elementBits: number): boolean {
  return (bytes * 8) % elementBits === 0;
}
