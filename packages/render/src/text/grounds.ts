/** On what a fact or a rule rests: its evidence, numbered sources and lettered notes. */
import type { Fact } from '@ldscope/core';
import { evidenceStyles } from './evidence.ts';
import { Footnotes } from './footnotes.ts';
import { hang } from './measure.ts';
import type { Page } from './style.ts';
import type { Cell } from './table.ts';

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

  /** What the letters stand for; equal notes share one. */
  noteLines(page: Page): string[] {
    return [...this.#letters].flatMap(([note, letter]) =>
      hang(`${letter.padStart(5)}  `, note, page.width),
    );
  }

  sourceLines(page: Page): string[] {
    return this.#sources.lines(page);
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
