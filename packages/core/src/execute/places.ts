/** Sites of instructions in the source text. */
import type { Site } from '../access/wave-rows.ts';
import type { LineMap, Span } from '../base/span.ts';

export class Places {
  readonly #lines: LineMap;
  readonly #file: { readonly file?: string };

  constructor(lines: LineMap, file: string | undefined) {
    this.#lines = lines;
    this.#file = file === undefined ? {} : { file };
  }

  /** The place where a span begins; `shown` makes the text of its line. */
  site({ start }: Span, shown: (line: string) => string = trimmed): Site {
    const { line, column } = this.#lines.place(start);
    const text = shown(this.#lines.line(line));
    return { id: `${line}:${column}`, ...this.#file, line, column, text };
  }
}

const trimmed = (line: string): string => line.trim();
