/** The tile and its layout in a specification. */
import {
  type Field,
  messages,
  notations,
  parseLayout,
  plainLayout,
  elementBitsByName,
  type Tile,
  type TileLayout,
  tileOfElements,
} from '@ldscope/core';
import { readLayout } from '../../layout/layout-words.ts';

/** Rows and columns of a tile; more is not a tile of shared memory. */
const MOST_LENGTH = 2 ** 16;

/** `128x64xf16`, or `128x64` where the element is known otherwise. */
export function parseTileText(
  text: string,
): { readonly rows: number; readonly columns: number; readonly element?: string } | undefined {
  const [, rows, columns, element] =
    /^\s*(\d{1,6})\s*x\s*(\d{1,6})(?:\s*x\s*(\w+))?\s*$/.exec(text) ?? [];
  const sizes = { rows: Number(rows), columns: Number(columns) };
  if (![sizes.rows, sizes.columns].every((size) => size >= 1 && size <= MOST_LENGTH))
    return undefined;
  return element === undefined ? sizes : { ...sizes, element };
}

/** `[rows, columns]` or `128x64`. */
export function readTile(field: Field, elementBits: number): Tile | undefined {
  const sized = (rows: number, columns: number): Tile | undefined => {
    const tile = tileOfElements(rows, columns, elementBits);
    field.tell(tile.diagnostics);
    return tile.ok ? tile.value : undefined;
  };
  if (typeof field.value !== 'string') {
    const [rows, columns] = field.wholes(1, MOST_LENGTH, 2) ?? [];
    return rows === undefined || columns === undefined ? undefined : sized(rows, columns);
  }
  const parsed = parseTileText(field.value);
  if (parsed === undefined) return field.fail(messages.spec.tile(field.value));
  const { rows, columns, element } = parsed;
  if (element !== undefined && elementBitsByName.get(element) !== elementBits) {
    return field.fail(messages.spec.tile(field.value));
  }
  return sized(rows, columns);
}

/**
 * A layout in any notation: a text, with or without the name of the notation before it, or a mapping from that name to
 * a text or to the notation's own parameters.
 */
export function readTileLayout(field: Field | undefined, tile: Tile): TileLayout | undefined {
  if (field === undefined) return plainLayout(tile);
  const { value } = field;
  if (typeof value === 'string') {
    const read = readLayout(value, tile);
    field.tell(read.diagnostics);
    return read.ok ? read.value : undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return field.fail(messages.spec.layout(field.where));
  }
  const fields = field.mapping(notations.map(({ name }) => name));
  const [entry, ...more] = fields ?? [];
  if (fields === undefined) return undefined;
  if (entry === undefined || more.length > 0) {
    return field.fail(
      messages.spec.oneOf(
        field.where,
        notations.map(({ name }) => name),
      ),
    );
  }
  const [notation, inner] = entry;
  const text = notationText(inner);
  if (text === undefined) return inner.fail(messages.spec.layout(inner.where));
  const read = parseLayout(text, notation, { tile });
  inner.tell(read.diagnostics);
  return read.ok ? read.value : undefined;
}

/** `{ swizzle_unit: 8, max_phase: 8 }` as `swizzle_unit = 8, max_phase = 8`. */
function notationText({ value }: Field): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const simple = entries.every(([, one]) => typeof one === 'number' || typeof one === 'string');
  return simple ? entries.map(([key, one]) => `${key} = ${String(one)}`).join(', ') : undefined;
}
