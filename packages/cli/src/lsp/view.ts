/**
 * A document as it is now, with the places of an analysis that was of an earlier text of it:
 *
 *     analyzed           now
 *     1 a                1 a            line 1 is line 1
 *     2 b                2 new          what changed has no place: line 2 is gone
 *     3 c                3 new
 *                        4 c            line 3 is line 4
 *
 * Lines and columns of ldscope count from 1, in UTF-16; line tables of compilers count columns in bytes of UTF-8. Positions of the
 * protocol count from 0, in UTF-16, and a carriage return alone ends a line there.
 */
import { LineMap, type Location } from '@ldscope/core';
import { resolve } from 'node:path';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver';

export class DocumentView {
  readonly path: string;
  readonly #document: TextDocument;
  readonly #now: string;
  readonly #lines: LineMap;
  readonly #kept: (line: number) => number | undefined;

  constructor(path: string, document: TextDocument, analyzed: string) {
    this.path = path;
    this.#document = document;
    this.#now = document.getText();
    this.#lines = new LineMap(this.#now);
    this.#kept = analyzed === this.#now ? (line) => line : keptLines(analyzed, this.#now);
  }

  /** The range of a place of the document's own text, to the end of its line. */
  range(line: number, column = 1): Range | undefined {
    const now = this.#kept(line);
    return now === undefined ? undefined : this.#rangeFrom(now, column);
  }

  /** The same of a site or hazard; of what was compiled, the place in the source. */
  rangeOf({ line, column, source = [] }: Location, isCompiled: boolean): Range | undefined {
    if (!isCompiled) return line === undefined ? undefined : this.range(line, column);
    const frame = source.find(({ file }) => resolve(file) === this.path);
    const now = frame && this.#kept(frame.line);
    if (frame === undefined || now === undefined) return undefined;
    return this.#rangeFrom(now, utf16Column(this.#lines.line(now), frame.column));
  }

  /** The range of the first line that a pattern matches; patterns are tried in order. */
  find(patterns: readonly RegExp[]): Range | undefined {
    for (const pattern of patterns) {
      const found = pattern.exec(this.#now);
      if (found === null) continue;
      const { line, column } = this.#lines.place(found.index + found[0].search(/\S/));
      return this.#rangeFrom(line, column);
    }
    return undefined;
  }

  /** The first line, for what has no place. */
  start(): Range {
    return this.#rangeFrom(1, 1);
  }

  end(): Position {
    return this.#document.positionAt(this.#now.length);
  }

  #rangeFrom(line: number, column: number): Range {
    const text = this.#lines.line(line);
    const indent = text.length - text.trimStart().length;
    const from = Math.min(Math.max(column - 1, indent), text.length);
    const to = Math.max(from, text.trimEnd().length);
    const offset = this.#lines.offset({ line, column: 1 });
    return {
      start: this.#document.positionAt(offset + from),
      end: this.#document.positionAt(offset + to),
    };
  }
}

/** The present line of a line that is before or after all changes. */
function keptLines(before: string, now: string): (line: number) => number | undefined {
  const [old, current] = [before.split('\n'), now.split('\n')];
  const most = Math.min(old.length, current.length);
  let head = 0;
  while (head < most && old[head] === current[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === current[current.length - 1 - tail])
    tail++;
  return (line) => {
    if (line <= head) return line;
    return line > old.length - tail ? line + current.length - old.length : undefined;
  };
}

/** The column in UTF-16 of a column in bytes of UTF-8, both from 1. */
function utf16Column(text: string, column: number): number {
  let bytes = 1;
  let index = 0;
  for (const character of text) {
    if (bytes >= column) break;
    bytes += Buffer.byteLength(character);
    index += character.length;
  }
  return index + 1;
}
