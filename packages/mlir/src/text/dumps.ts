/**
 * Files that hold more than one module: what a compiler dumps pass by pass, and chunks of tests.
 *
 *     // -----// IR Dump After Canonicalizer (canonicalize) ('func.func' operation: @f) //----- //
 *     module { ... }                                          splitDumps: one dump, its pass and place
 *
 *     func.func @a() { return }
 *     // -----                                                splitChunks: two parts
 *     func.func @b() { return }
 *
 * A part is read through `partText`: line ends stand for all that is before it, so that what is said of
 * the part has the line and the column of the file. A dump is one operation with its aliases: what
 * follows it before the next heading (messages, the output of the compiler) does not belong to it.
 */
import type { Span } from '@ldscope/core';
import { skipBlanks, skipOperation } from './balanced.ts';

/** The content of a heading. */
interface DumpHeading {
  readonly when: 'before' | 'after';
  /** `Canonicalizer`. */
  readonly pass: string;
  /** The name of the pass on a command line, `canonicalize`; empty when it has none. */
  readonly argument: string;
  /** The pass failed: this is what it left. */
  readonly failed: boolean;
  /** The operation that the pass worked on, where the heading says it. */
  readonly operation?: { readonly name: string; readonly symbol: string };
}

export interface Dump extends DumpHeading {
  readonly heading: Span;
  /** From behind the heading to the next one, or to the end of the text. */
  readonly rest: Span;
}

const headingLine = /^\/\/ -----\/\/ IR Dump (Before|After) (.*?) ?\/\/----- \/\/[ \t]*\r?$/gm;

/** The dumps of a text in order; none when it has no headings. */
export function splitDumps(text: string): readonly Dump[] {
  const found = [...text.matchAll(headingLine)];
  return found.map((match, i): Dump => {
    const end = match.index + match[0].length;
    return {
      ...readHeading(match[2] ?? ''),
      when: match[1] === 'Before' ? 'before' : 'after',
      heading: { start: match.index, end },
      rest: { start: end, end: found[i + 1]?.index ?? text.length },
    };
  });
}

/** Reads `Canonicalizer Failed (canonicalize) ('func.func' operation: @f)`, from its end. */
function readHeading(words: string): Omit<DumpHeading, 'when'> {
  let rest = words.trimEnd();
  const target = / ?\('([^']*)' operation(?:: @(.*))?\)$/.exec(rest);
  if (target !== null) rest = rest.slice(0, target.index);
  let failed = false;
  const strip = (): void => {
    if (!rest.endsWith(' Failed')) return;
    failed = true;
    rest = rest.slice(0, -' Failed'.length);
  };
  strip();
  // The name of a pass may have brackets too: `(anonymous namespace)::MyPass`.
  const argument = / \(([^()]*)\)$/.exec(rest);
  if (argument !== null) rest = rest.slice(0, argument.index);
  strip();
  return {
    pass: rest,
    argument: argument?.[1] ?? '',
    failed,
    ...(target !== null && { operation: { name: target[1] ?? '', symbol: target[2] ?? '' } }),
  };
}

/** Where the IR of a dump is: its aliases, its operation, and what belongs to these. */
export function dumpSpan(text: string, { rest }: Dump): Span {
  const body = text.slice(rest.start, rest.end);
  const start = skipBlanks(body, 0);
  let at = start;
  let end = start;
  let whole = false;
  while (at < body.length) {
    const next = endOfPart(body, at, whole);
    if (next === undefined) break;
    whole ||= !isAlias(body, at) && !body.startsWith('{-#', at);
    end = next;
    at = skipBlanks(body, end);
  }
  return { start: rest.start + start, end: rest.start + end };
}

const isAlias = (text: string, at: number): boolean => text[at] === '#' || text[at] === '!';

/** Where an alias, the operation or the resources end; `undefined` for what is not of the dump. */
function endOfPart(text: string, at: number, whole: boolean): number | undefined {
  if (text.startsWith('{-#', at)) {
    const end = text.indexOf('#-}', at);
    return end < 0 ? text.length : end + 3;
  }
  // Behind the operation only locations are still its own.
  if (whole && !/^#loc\d* = loc\(/.test(text.slice(at, at + 40))) return undefined;
  const end = skipOperation(text, at);
  // The parser reports a dump without an end.
  return end < 0 ? text.length : Math.max(end, at + 1);
}

const chunkLine = /^[ \t]*\/\/ -----[ \t]*\r?$/gm;

/** The chunks of a text; one when no line splits it. */
export function splitChunks(text: string): readonly Span[] {
  const chunks: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(chunkLine)) {
    chunks.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  chunks.push({ start, end: text.length });
  return chunks;
}

/** A part of a text, at its line and column: what is before it is blank, what is behind it is gone. */
export function partText(text: string, { start, end }: Span): string {
  const line = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < line; at = text.indexOf('\n', at + 1)) lines++;
  return '\n'.repeat(lines) + ' '.repeat(start - line) + text.slice(start, end);
}
