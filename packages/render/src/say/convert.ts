/** A layout in several notations, and why others cannot express it. */
import { rowText, type Tile } from '@ldscope/core';
import { type Code, type Document, factOf } from '../document/document.ts';

export interface Converted {
  readonly tile: Tile;
  /** The layout in words. */
  readonly layout: string;
  readonly texts: readonly ConvertedText[];
}

/** A layout in one notation: a text, or the reason why there is none. */
interface ConvertedText {
  readonly notation: string;
  readonly title: string;
  readonly text?: string;
  readonly reason?: string;
}

/** Texts are as they are, so that they can be copied. */
export function sayConverted({ tile, layout, texts }: Converted): Document {
  const facts = factOf('tile', `${tile.rows} rows of ${rowText(tile)}`);
  const codes = texts.map(({ notation, ...said }): Code => ({ name: notation, ...said }));
  return {
    title: layout,
    note: 'Made by ldscope, which reads back each text: every element is at the same place.',
    sections: [
      { level: 1, heading: layout, blocks: [{ kind: 'facts', facts }] },
      { level: 2, heading: 'Written as', blocks: [{ kind: 'codes', codes }] },
    ],
  };
}
