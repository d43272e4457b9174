/** A half-open range `[start, end)` of character offsets in one source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a file as people count it: lines and columns begin at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Turns character offsets into lines and columns.
 *
 * Line starts are found once, when the first place is looked up, and each lookup is a binary search: a report over
 * thousands of sites stays cheap, and a text without places costs nothing.
 */
export class LineMap {
  readonly #text: string;
  #found: Uint32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line and column of an offset; offsets outside the text give its nearest end. */
  place(offset: number): Place {
    const starts = this.#starts();
    const at = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  }

  /** The offset of a place; the nearest end of the text for one outside. */
  offset({ line, column }: Place): number {
    const start = this.#starts()[line - 1] ?? this.#text.length;
    return Math.min(start + column - 1, this.#text.length);
  }

  /** The text of a line (counted from 1) without its line end; empty when there is no such line. */
  line(number: number): string {
    const starts = this.#starts();
    const start = starts[number - 1];
    if (start === undefined) return '';
    const next = starts[number];
    const end = next === undefined ? this.#text.length : next - 1;
    const text = this.#text.slice(start, end);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }

  #starts(): Uint32Array {
    if (this.#found !== undefined) return this.#found;
    const text = this.#text;
    let count = 1;
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) count++;
    const starts = new Uint32Array(count);
    let line = 1;
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts[line++] = i + 1;
    this.#found = starts;
    return starts;
  }
}
