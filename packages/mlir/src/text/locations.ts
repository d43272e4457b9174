/**
 * Reads locations: the lines of the program that an operation comes from, and the name that its author gave the value.
 *
 *     "softmax.py":12:15                                   [ softmax.py:12:15 ]
 *     "softmax.py":12:15 to :20                            the same: where the range begins
 *     "tile"("softmax.py":12:15)                           the same, named "tile"
 *     callsite("standard.py":290:4 at "softmax.py":12:15)  [ standard.py:290:4, softmax.py:12:15 ]
 *     fused<"meta">["softmax.py":12:15, #loc3]             the first of them that has a line
 *     #loc7                                                what the alias stands for
 *
 * Locations are kept as text while a module is read, and are read here when someone asks. Lines and columns are those of the
 * compiler; Triton counts columns from 0. LIMITATION: of a fused location only the first line is given, and a location in an
 * attribute of some dialect is unknown.
 */
import type { SourceLine } from '@ldscope/core';
import type { Attribute } from '../ir/types.ts';
import { skipBrackets } from './balanced.ts';
import { unescape } from './pieces.ts';

/** The content of a location. */
export interface LocatedSource {
  /** The innermost function first; empty where no line is known. */
  readonly lines: readonly SourceLine[];
  /** The outermost name. */
  readonly name?: string | undefined;
}

const unknown: LocatedSource = { lines: [] };

/** Aliases and locations inside of each other; those of compilers nest a few deep. */
const MOST_NESTING = 64;
/** Frames of one place: aliases that name each other twice would double them at each level. */
const MOST_LINES = 64;

/** The locations of one module; what was read once is remembered. */
export class LocationReader {
  readonly #aliases: ReadonlyMap<string, Attribute>;
  readonly #known = new Map<string, LocatedSource>();

  /** `aliases`: those of the module, by name without `#`. */
  constructor(aliases: ReadonlyMap<string, Attribute>) {
    this.#aliases = aliases;
  }

  /** Reads what is between the parentheses of `loc(...)`; nothing is known about what cannot be read. */
  read(location: string): LocatedSource {
    return this.#read(location, 0);
  }

  #read(location: string, depth: number): LocatedSource {
    const known = this.#known.get(location);
    if (known !== undefined) return known;
    const cursor = new Cursor(location);
    const found = this.#parse(cursor, depth) ?? unknown;
    this.#known.set(location, found);
    return found;
  }

  /** Reads one location; `undefined` where there is none. */
  #parse(cursor: Cursor, depth: number): LocatedSource | undefined {
    if (depth > MOST_NESTING) return undefined;
    const alias = cursor.take(/#([\w$.-]+)/y);
    if (alias !== undefined) return this.#ofAlias(alias[1] ?? '', depth);
    const literal = cursor.take(/"((?:[^"\\]|\\.)*)"/sy);
    if (literal !== undefined) return this.#afterString(unescape(literal[1] ?? ''), cursor, depth);
    if (cursor.take(/unknown\b/y) !== undefined) return unknown;
    if (cursor.take(/callsite\s*\(/y) !== undefined) return this.#callsite(cursor, depth);
    if (cursor.take(/fused\b/y) !== undefined) return this.#fused(cursor, depth);
    return undefined;
  }

  #ofAlias(name: string, depth: number): LocatedSource | undefined {
    const attribute = this.#aliases.get(name);
    if (attribute?.kind === 'alias') return this.#ofAlias(attribute.name, depth + 1);
    if (attribute?.kind !== 'opaque' || !attribute.text.startsWith('loc(')) return undefined;
    return depth < MOST_NESTING ? this.#read(attribute.text.slice(4, -1), depth + 1) : undefined;
  }

  /** A file with its line, or a name with what it stands for. */
  #afterString(text: string, cursor: Cursor, depth: number): LocatedSource | undefined {
    const place = cursor.take(/:\s*(\d+)(?:\s*:\s*(\d+))?(?:\s+to\s+\d*\s*(?::\s*\d+)?)?/y);
    if (place !== undefined) {
      const [line, column] = [Number(place[1]), Number(place[2] ?? 0)];
      return line === 0 ? unknown : { lines: [{ file: text, line, column }] };
    }
    if (cursor.take(/\(/y) === undefined) return { lines: [], name: text };
    const child = this.#parse(cursor, depth + 1);
    return child !== undefined && cursor.take(/\)/y) !== undefined
      ? { lines: child.lines, name: text }
      : undefined;
  }

  #callsite(cursor: Cursor, depth: number): LocatedSource | undefined {
    const callee = this.#parse(cursor, depth + 1);
    if (callee === undefined || cursor.take(/at\b/y) === undefined) return undefined;
    const caller = this.#parse(cursor, depth + 1);
    if (caller === undefined || cursor.take(/\)/y) === undefined) return undefined;
    const lines = [...callee.lines, ...caller.lines];
    // The callers are what their author knows.
    return {
      lines: lines.length > MOST_LINES ? lines.slice(-MOST_LINES) : lines,
      name: callee.name,
    };
  }

  #fused(cursor: Cursor, depth: number): LocatedSource | undefined {
    cursor.skipAngles();
    if (cursor.take(/\[/y) === undefined) return undefined;
    const parts: LocatedSource[] = [];
    do {
      const part = this.#parse(cursor, depth + 1);
      if (part === undefined) return undefined;
      parts.push(part);
    } while (cursor.take(/,/y) !== undefined);
    if (cursor.take(/\]/y) === undefined) return undefined;
    const name = parts.find((part) => part.name !== undefined)?.name;
    return { lines: parts.find(({ lines }) => lines.length > 0)?.lines ?? [], name };
  }
}

/** Goes through the text of a location. */
class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes what a sticky expression matches behind blanks. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }

  /** Skips `<...>` where it is there. */
  skipAngles(): void {
    if (this.#text[this.#at] !== '<') return;
    const end = skipBrackets(this.#text, this.#at);
    if (end > 0) this.#at = end;
  }
}
