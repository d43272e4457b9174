/** A layout in every notation that can express it, or why not: the function behind `ldscope convert`. */
import {
  asDeclared,
  type CArray,
  type CppContext,
  cTypeOf,
  failure,
  findNotation,
  hasErrors,
  type Notation,
  notations,
  printLayout,
  type Result,
  success,
  titleFor,
  type TileLayout,
} from '@ldscope/core';
import { readLayout } from './layout-words.ts';
import { parseTile } from './tile-text.ts';

/** A layout in one notation: its text, or the reason why there is none. */
export interface LayoutText {
  readonly notation: string;
  readonly title: string;
  readonly text?: string;
  readonly reason?: string;
}

/** A layout, and its text or the reason for its absence in each notation. */
export interface LayoutInNotations {
  readonly layout: TileLayout;
  readonly texts: readonly LayoutText[];
}

/** Reads a layout of a tile (`64x64xf16`) in any notation, and writes it in those that are named, in all when none is. */
export function convertLayoutText(
  text: string,
  tile: string,
  to: readonly string[] = [],
  cpp?: CppContext,
): Result<LayoutInNotations> {
  const parsed = parseTile(tile);
  if (!parsed.ok) return parsed;
  const wanted: Notation[] = to.length === 0 ? [...notations] : [];
  for (const name of new Set(to)) {
    const notation = findNotation(name);
    if (!notation.ok) return notation;
    wanted.push(notation.value);
  }
  const layout = readLayout(text, parsed.value, cpp);
  if (!layout.ok) return layout;
  if (hasErrors(layout.diagnostics)) return failure(...layout.diagnostics);
  const type = cTypeOf(/^\d+x\d+x(\w+)$/.exec(tile.trim())?.[1] ?? '');
  const texts = layoutTexts(layout.value, wanted, { type });
  return success({ layout: layout.value, texts }, layout.diagnostics);
}

/** A layout in the notations that are given, in all by default; `array` describes its declaration in C. */
export function layoutTexts(
  layout: TileLayout,
  wanted: readonly Notation[] = notations,
  array?: CArray,
): LayoutText[] {
  return wanted.map((notation) => {
    const { name } = notation;
    const title = titleFor(notation, layout.tile);
    const printed = printLayout(layout, name);
    const known = name === 'c' ? array : undefined;
    return printed.ok
      ? { notation: name, title, text: known ? asDeclared(printed.value, known) : printed.value }
      : { notation: name, title, reason: printed.diagnostics[0]?.message ?? '' };
  });
}
