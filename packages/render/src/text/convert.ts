/** A layout in several notations, and why it cannot be said in the others. */
import { rowText, type Tile } from '@ldscope/core';
import { keyed } from './keyed.ts';
import { hang } from './measure.ts';
import { pageFor, type TextOptions } from './style.ts';

/** A layout in one notation: a text, or the reason why there is none. */
interface ConvertedText {
  readonly notation: string;
  readonly title: string;
  readonly text?: string;
  readonly reason?: string;
}

export interface Converted {
  readonly tile: Tile;
  /** The layout in words. */
  readonly layout: string;
  readonly texts: readonly ConvertedText[];
}

/** Texts are printed as they are, so that they can be copied. */
export function renderConverted(
  { tile, layout, texts }: Converted,
  options: TextOptions = {},
): string {
  const page = pageFor(options);
  const lines = [
    page.paint('strong', layout),
    ...keyed('tile', `${tile.rows} rows of ${rowText(tile)}`, page),
    ...texts.flatMap(({ notation, title, text, reason }) => {
      const head = ['', `${page.paint('strong', title)}  (${notation})`];
      if (text !== undefined)
        return [...head, ...text.split('\n').map((line) => (line === '' ? '' : `  ${line}`))];
      return [
        ...head,
        ...hang('  ', reason ?? '', page.width).map((line) => page.paint('faint', line)),
      ];
    }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
