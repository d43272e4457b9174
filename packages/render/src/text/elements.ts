/**
 * The elements of a tile that lanes access, in words.
 *
 *     (0, 0-7)      a vector along the last index          (0, 0), (8, 2)      two that no range describes
 */
import {
  greatestOf,
  leastOf,
  type AccessExplanation,
  elementsAt,
  type TileElements,
} from '@ldscope/core';
import { hang } from './measure.ts';
import type { Page } from './style.ts';

const MOST_WRITTEN = 2;

/** The elements in a range of bytes; empty where there is none. */
export function elementWords(
  elements: TileElements,
  addressBytes: number,
  widthBytes: number,
): string {
  const found = elementsAt(elements, addressBytes, widthBytes);
  if (found.length === 0) return '';
  const ranges = elements.lengths.map((_, dimension) => {
    const values = found.map((index) => index[dimension] ?? 0);
    return [leastOf(values), greatestOf(values)] as const;
  });
  const size = ranges.reduce((product, [least, most]) => product * (most - least + 1), 1);
  if (size === found.length) {
    const words = ranges.map(([least, most]) => (least === most ? `${least}` : `${least}-${most}`));
    return `(${words.join(', ')})`;
  }
  const shown = found.slice(0, MOST_WRITTEN).map((index) => `(${index.join(', ')})`);
  const rest = found.length - shown.length;
  return shown.join(', ') + (rest === 0 ? '' : ` and ${rest} more`);
}

/** The elements that an access moves, lane by lane. */
export function elementLines(
  elements: TileElements,
  { addressBytes }: AccessExplanation,
  widthBytes: number,
  page: Page,
): string[] {
  const cells = addressBytes.map((address, lane) => {
    const words = address === undefined ? '-' : elementWords(elements, address, widthBytes);
    return [`${lane}`.padStart(2), words] as const;
  });
  const longest = greatestOf(cells.map(([, words]) => words.length));
  const perLine = Math.max(1, Math.floor((page.width - 8) / (longest + 5)));
  const columns = 2 ** Math.floor(Math.log2(perLine));
  const lines: string[] = [];
  for (let start = 0; start < cells.length; start += columns) {
    const row = cells.slice(start, start + columns);
    const text = row.map(([lane, words]) => `${lane} ${words.padEnd(longest)}`).join('  ');
    lines.push(`  lane  ${text}`.trimEnd());
  }
  const legend = `(${elements.names.join(', ')}): indices of the tile as it is written`;
  return [
    page.paint('strong', 'Elements'),
    ...lines,
    ...hang('  ', legend, page.width).map((line) => page.paint('faint', line)),
  ];
}
