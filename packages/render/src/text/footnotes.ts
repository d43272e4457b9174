/** Numbers sources in the order in which they are named, so that tables stay readable. */
import { hang } from './measure.ts';
import type { Page } from './style.ts';

/** `[1] source`, `a note`. */
export interface Note {
  readonly mark: string;
  readonly text: string;
}

export class Footnotes {
  readonly #numbers = new Map<string, number>();

  /** `[1]`, or `[1,3]` for a source that names several, parted by semicolons. */
  mark(source: string): string {
    const numbers = parts(source).map((part) => {
      const number = this.#numbers.get(part) ?? this.#numbers.size + 1;
      this.#numbers.set(part, number);
      return number;
    });
    return `[${[...new Set(numbers)].sort((a, b) => a - b).join(',')}]`;
  }

  /** One note for every source that was marked. */
  notes(): Note[] {
    return [...this.#numbers].map(([text, number]) => ({ mark: `[${number}]`, text }));
  }
}

/** Notes with their marks in a column. */
export function noteLines(notes: readonly Note[], page: Page): string[] {
  return notes.flatMap(({ mark, text }) => hang(`${mark.padStart(6)} `, text, page.width));
}

/** Splits at semicolons that are not in parentheses. */
function parts(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === ';' && depth <= 0) {
      found.push(source.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...found, source.slice(start).trim()].filter((part) => part !== '');
}
