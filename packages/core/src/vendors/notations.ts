/**
 * The notations of layouts in one table, and conversion between them.
 *
 *     parseLayout('swizzle_unit = 8, max_phase = 8', 'wave', { tile })     an XOR of row mod 8, units of 16 bytes
 *     printLayout(layout, 'iree')                                          #iree_codegen.xor_shuffle<64, 8>
 *
 * A conversion reads one text into a `TileLayout` and prints that. What it gives is checked: every element keeps its
 * address, or the reason says why the notation has no words for the layout.
 */
import { diagnose, hasErrors } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { firstDifference, normalForm, tileFault } from '../layout/tile/recognize.ts';
import type { TileLayout } from '../layout/tile/tile-layout.ts';
import { c } from './c/notation.ts';
import { ckTile } from './ck-tile/notation.ts';
import { cuteNotation } from './cute/notation.ts';
import { iree } from './iree/notation.ts';
import {
  cannotExpress,
  featuresOf,
  layoutFeatures,
  type Notation,
  type NotationContext,
} from './notation.ts';
import { countingElements, packingOnly } from './packed.ts';
import { padding } from './padding/notation.ts';
import { triton } from './triton/notation.ts';
import { wave } from './wave/notation.ts';

/**
 * Descriptors of CK Tile count elements also where a type packs several: tensor views divide the offset by
 * `numeric_traits<T>::PackedSize`, 2 for `pk_fp4_t` and `pk_int4_t` (ROCm/composable_kernel,
 * include/ck_tile/core/tensor/tensor_view.hpp). 16 elements of 6 bits are one `pk_fp6x16_t`: an offset between them has
 * no address.
 */
const CK_TILE_PACKED =
  'it has packed types of 4 bits, pk_fp4_t and pk_int4_t; pk_fp6x16_t holds 16 elements, and offsets within it have no address: write it for a tile of bytes';

export const notations: readonly Notation[] = [
  countingElements(padding),
  countingElements(wave),
  countingElements(iree),
  packingOnly([4], ckTile, CK_TILE_PACKED),
  countingElements(cuteNotation),
  triton,
  c,
];

export function findNotation(name: string): Result<Notation> {
  const found = notations.find((notation) => notation.name === name);
  if (found !== undefined) return success(found);
  const names = notations.map((notation) => notation.name);
  return failure(diagnose(messages.notation.unknownName('notation', name, names)));
}

/** Reads a layout of a tile. Errors leave no layout. */
export function parseLayout(
  text: string,
  notation: string,
  context: NotationContext,
): Result<TileLayout> {
  const reader = findNotation(notation);
  if (!reader.ok) return reader;
  const fault = tileFault(context.tile);
  if (fault !== undefined) return failure(fault);
  const layout = reader.value.parse(text, context);
  return layout.ok && hasErrors(layout.diagnostics) ? failure(...layout.diagnostics) : layout;
}

/**
 * The text of a layout. It is tried as it is, then in its simplest form, and a text counts only when it reads back with
 * every element at its place. Otherwise the reason is that of the layout as it is.
 */
export function printLayout(layout: TileLayout, notation: string): Result<string> {
  const writer = findNotation(notation);
  if (!writer.ok) return writer;
  const first = printForm(layout, layout, writer.value);
  if (first.ok) return first;
  const second = printForm(normalForm(layout), layout, writer.value);
  return second.ok ? second : first;
}

/** Prints a form of a layout and compares what the text means with the layout. */
function printForm(form: TileLayout, layout: TileLayout, notation: Notation): Result<string> {
  const { name, parse, print, expresses } = notation;
  const missing = featuresOf(form).find((feature) => expresses[feature] !== 'yes');
  if (missing !== undefined) {
    return cannotExpress(name, `it has ${layoutFeatures[missing]}; ${expresses[missing]}`);
  }
  const text = print(form);
  if (!text.ok) return text;
  const again = parse(text.value, { tile: layout.tile });
  if (!again.ok) {
    return cannotExpress(name, again.diagnostics[0]?.message ?? `${text.value} does not read back`);
  }
  const other = firstDifference(layout, again.value);
  if (other === undefined) return text;
  const { row, column } = other;
  return cannotExpress(name, `${text.value} has element [${row}][${column}] elsewhere`);
}
