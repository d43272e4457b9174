/**
 * A text line by line: the loop around a line, and the lines of source that it was compiled from. It is read and not executed.
 *
 *     outlineText(text, { file }) -> { loops: [{ first: 40, last: 96 }], lines: [{ line: 41, loop: 0, source: [...] }, ...] }
 */
import { type CodeOutline, LineMap, type SourceLine } from '@ldscope/core';
import { choosePart, type ReadOptions } from './parts.ts';

/** Lines of the text, from 1, both ends included. */
interface OutlineLoop {
  readonly first: number;
  readonly last: number;
}

interface OutlineLine {
  readonly line: number;
  /** The innermost loop around it, by its place in the list. */
  readonly loop?: number;
  /** The innermost function first. */
  readonly source?: readonly SourceLine[];
}

export interface Outline {
  readonly loops: readonly OutlineLoop[];
  /** Lines that hold code in a loop or with a source line, ascending. */
  readonly lines: readonly OutlineLine[];
}

const EMPTY: Outline = { loops: [], lines: [] };

/** The outline of a text; empty for one that cannot be read, and for a language without loops and source lines. */
export function outlineText(whole: string, options: ReadOptions = {}): Outline {
  const part = choosePart(whole, options);
  if (!part.ok) return EMPTY;
  const read = part.value.source();
  if (!read.ok) return EMPTY;
  const found = read.value.outline?.();
  return found === undefined ? EMPTY : byLine(found, new LineMap(part.value.text));
}

function byLine({ parts, loops }: CodeOutline, lines: LineMap): Outline {
  const placed = parts.map(({ span }) => lines.place(span.start).line);
  // The smaller a loop, the deeper it is.
  const bySize = loops.map((_, index) => index).sort((a, b) => sizeOf(loops, b) - sizeOf(loops, a));
  const loopOf = new Map<number, number>();
  for (const index of bySize)
    for (const part of loops[index] ?? []) loopOf.set(placed[part] ?? 0, index);
  const found = new Map<number, OutlineLine>();
  for (const [index, { source }] of parts.entries()) {
    const line = placed[index] ?? 0;
    const known = found.get(line);
    const loop = loopOf.get(line);
    if (known !== undefined || (loop === undefined && source === undefined)) continue;
    found.set(line, { line, ...(loop === undefined ? {} : { loop }), ...(source && { source }) });
  }
  return {
    loops: loops.map((members) => {
      const own = members.map((part) => placed[part] ?? 0);
      const first = own.reduce((least, line) => Math.min(least, line), Infinity);
      return { first, last: own.reduce((most, line) => Math.max(most, line), 0) };
    }),
    lines: [...found.values()].sort((a, b) => a.line - b.line),
  };
}

const sizeOf = (loops: CodeOutline['loops'], index: number): number => loops[index]?.length ?? 0;
