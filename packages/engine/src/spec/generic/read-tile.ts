/** The tile and its layout in a specification. */
import {
  messages,
  notations,
  parseLayout,
  type Place,
  plainLayout,
  shape,
  elementBitsByName,
  type Tile,
  type TileLayout,
  tileOfElements,
  type ValueOf,
} from '@ldscope/core';
import { readLayout } from '../../layout/layout-words.ts';

/** Rows and columns of a tile; more is not a tile of shared memory. */
export const MOST_LENGTH = 2 ** 16;

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

export const tileShape = shape.either(
  'a tile: 128x64, or [128, 64]',
  { form: 'text', shape: shape.text('a tile', { examples: ['128x64', '64x32xf16'] }) },
  { form: 'list', shape: shape.tuple(shape.whole(1, MOST_LENGTH), 2) },
);

/** `[rows, columns]` or `128x64`. */
export function readTile(
  tile: ValueOf<typeof tileShape>,
  place: Place,
  elementBits: number,
): Tile | undefined {
  const isText = typeof tile === 'string';
  const parsed = isText ? parseTileText(tile) : { rows: tile[0], columns: tile[1] };
  const bits = parsed?.element === undefined ? elementBits : elementBitsByName.get(parsed.element);
  if (parsed === undefined || bits !== elementBits)
    return place.fail(messages.spec.tile(String(tile)));
  const read = tileOfElements(parsed.rows, parsed.columns, elementBits);
  place.tell(read.diagnostics);
  return read.ok ? read.value : undefined;
}

const parameter = shape.label('a text or a number');
/** Its parameters as the notation writes them: `{ swizzle_unit: 8, max_phase: 8 }` as `swizzle_unit = 8, max_phase = 8`. */
const parameters = shape.made(shape.names(parameter), (all) =>
  Object.entries(all)
    .map(([key, one]) => `${key} = ${one}`)
    .join(', '),
);
const notationShape = shape.either(
  'the text of a layout, or its parameters',
  { form: 'text', shape: parameter },
  { form: 'number', shape: parameter },
  { form: 'mapping', shape: parameters },
);

const notation = shape.named('notation', () => notationShape);

/**
 * A layout in any notation: a text, with or without the name of the notation before it, or a mapping from that name to
 * a text or to the notation's own parameters.
 */
export const layoutShape = shape.either(
  'a layout',
  {
    form: 'text',
    shape: shape.text('a layout', { examples: notations.map(({ example }) => example) }),
  },
  {
    form: 'mapping',
    shape: shape.oneKey(
      Object.fromEntries(
        notations.map(({ name, title }) => [name, shape.optional(notation, `${title}.`)]),
      ),
    ),
  },
);

/** The layout; that of plain rows where there is none. */
export function readTileLayout(
  layout: ValueOf<typeof layoutShape> | undefined,
  place: Place,
  tile: Tile,
): TileLayout | undefined {
  if (layout === undefined) return plainLayout(tile);
  const isText = typeof layout === 'string';
  const own = isText ? place : place.at(layout[0][0]);
  const read = isText
    ? readLayout(layout, tile)
    : parseLayout(layout[0][1], layout[0][0], { tile });
  own.tell(read.diagnostics);
  return read.ok ? read.value : undefined;
}
