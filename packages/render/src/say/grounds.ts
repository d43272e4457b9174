/** The basis of a fact or a rule: its evidence, numbered sources and lettered notes. */
import type { Fact } from '@ldscope/core';
import { evidenceStyles } from '../text/evidence.ts';
import type { Cell } from '../text/table.ts';
import { Footnotes, type Note } from '../text/footnotes.ts';

/** The sources and notes of one page. */
export class Grounds {
  readonly #sources = new Footnotes();
  readonly #letters = new Map<string, string>();

  /** Two cells: the evidence, and the marks of sources and note. */
  cells({ evidence, source, note }: Pick<Fact<unknown>, 'evidence' | 'source' | 'note'>): Cell[] {
    const letter = note === undefined ? '' : ` ${this.#letter(note)}`;
    return [
      { text: evidence, style: evidenceStyles[evidence] },
      { text: this.#sources.mark(source) + letter },
    ];
  }

  /** The notes by letter; equal notes share one. */
  notes(): Note[] {
    return [...this.#letters].map(([text, letter]) => ({ mark: `${letter} `, text }));
  }

  sources(): Note[] {
    return this.#sources.notes();
  }

  /** a to z, then aa to zz. */
  #letter(note: string): string {
    const index = this.#letters.size;
    const letter =
      this.#letters.get(note) ??
      String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26));
    this.#letters.set(note, letter);
    return letter;
  }
}
