/**
 * Macros and repetitions: text that makes text.
 *
 *     .macro COPY dst:req, src=v0, rest:vararg     .rept 4          .irp i, 0, 1, 2
 *       v_mov_b32 v[\dst], \src                      s_nop 0          v_mov_b32 v\i, 0
 *     .endm                                        .endr            .endr
 *
 * A body is kept with the place of each of its lines in the file. Expanding replaces `\name`, `\@` (number of the
 * expansion) and `\()` (nothing), then reads the result like any other text, so that bodies may define macros,
 * repeat, and decide. Limits of depth, lines and characters stop a macro that calls itself for ever.
 */
import { messages } from '@ldscope/core';
import type { Span } from '@ldscope/core';
import { isBlank, isNameCharacter, Lexer, lineEnd } from './lexer.ts';
import { expansionDepthLimit, expansionLineLimit, expansionTextLimit } from './limits.ts';
import type { Body } from './macro.ts';
import type { Assembly, Frame } from './state.ts';

/** Reads the statements of a frame. */
export type RunFrame = (assembly: Assembly, frame: Frame) => void;

/** The directives that begin and end a body. */
export interface Brackets {
  readonly openers: ReadonlySet<string>;
  readonly closers: ReadonlySet<string>;
}

export const macroBrackets: Brackets = {
  openers: new Set(['.macro']),
  closers: new Set(['.endm', '.endmacro']),
};

export const repetitionBrackets: Brackets = {
  openers: new Set(['.rept', '.rep', '.irp', '.irpc']),
  closers: new Set(['.endr']),
};

/** Takes the lines up to the closing directive, which the lexer passes. `undefined`, and a diagnostic, without one. */
export function takeBody(
  assembly: Assembly,
  brackets: Brackets,
  opener: string,
  openerStart: number,
): Body | undefined {
  const lexer = assembly.lexer;
  lexer.skipLine();
  const { text } = lexer;
  const start = lexer.end;
  const firstLine = lexer.line + 1;
  let line = firstLine;
  let depth = 1;
  for (let at = start; at < text.length; line++) {
    const word = firstWord(text, at);
    const name = text.slice(word.start, word.end).toLowerCase();
    if (brackets.openers.has(name)) depth++;
    else if (brackets.closers.has(name)) depth--;
    if (depth === 0) {
      const origins = bodyOrigins(assembly, start, at, firstLine);
      lexer.moveTo(word.end, line);
      return { text: text.slice(start, at), origins };
    }
    at = lineEnd(text, at) + 1;
  }
  const closer = [...brackets.closers][0] ?? '';
  assembly.failWith(
    messages.syntax.unclosed(opener, closer),
    openerStart,
    openerStart + opener.length,
  );
  lexer.moveTo(text.length, line);
  return undefined;
}

function firstWord(text: string, at: number): { readonly start: number; readonly end: number } {
  let start = at;
  while (isBlank(text.charCodeAt(start))) start++;
  let end = start;
  while (isNameCharacter(text.charCodeAt(end))) end++;
  return { start, end };
}

/** Begin and end in the file of each line from `start` to `end`. */
function bodyOrigins(
  assembly: Assembly,
  start: number,
  end: number,
  firstLine: number,
): Int32Array {
  const { text } = assembly.lexer;
  const outer = assembly.frame.origins;
  const places: number[] = [];
  let line = firstLine;
  for (let at = start; at < end; line++) {
    const next = lineEnd(text, at);
    if (outer === undefined) {
      let from = at;
      let to = next;
      while (from < to && isBlank(text.charCodeAt(from))) from++;
      while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
      places.push(from, to);
    } else {
      places.push(outer[2 * line] ?? 0, outer[2 * line + 1] ?? 0);
    }
    at = next + 1;
  }
  return Int32Array.from(places);
}

/**
 * True when `count` expansions of a body fit the limit of lines, as far as its own counts are literal; else the file ends
 * before the first. Bodies with conditions are expanded to see.
 */
export function fits(assembly: Assembly, body: Body, count: bigint, at: Span): boolean {
  const lines = BigInt(leastLines(body.text));
  if (BigInt(assembly.expandedLines) + count * lines <= BigInt(expansionLineLimit)) return true;
  assembly.reportAt(messages.amdgcn.expansionSize(expansionLineLimit), at);
  assembly.close();
  return false;
}

/** Directives that leave lines out, and macros, whose lines are counted where they are called. */
const DECIDES = /^[^\S\n]*\.(?:if|exitm|macro|end\b)/im;

/** Lines that one expansion makes at least, with those of repetitions inside it whose counts are written out. */
function leastLines(text: string): number {
  if (DECIDES.test(text)) return 0;
  let lines = 0;
  const times = [1];
  for (const line of text.split('\n')) {
    const [, name = '', count] = /^\s*(\.\w+)?\s*(\d+)?\s*$/.exec(line) ?? [];
    const now = times.at(-1) ?? 1;
    const word = (name === '' ? /^\s*(\.\w+)/.exec(line)?.[1] : name)?.toLowerCase() ?? '';
    if (repetitionBrackets.closers.has(word)) times.pop();
    else if (!repetitionBrackets.openers.has(word)) lines += now;
    else times.push(Math.min(now * Number(count ?? 0), 2 ** 40));
  }
  return lines;
}

/** Reads a made text. False when a limit was passed, which ends the file. */
export function expand(
  assembly: Assembly,
  body: Body,
  text: string,
  at: Span,
  run: RunFrame,
): boolean {
  const outer = assembly.frame;
  assembly.expandedLines += body.origins.length / 2 + 1;
  assembly.expandedText += text.length;
  if (outer.depth >= expansionDepthLimit) {
    assembly.reportAt(messages.amdgcn.expansionDepth(expansionDepthLimit), at);
    assembly.close();
    return false;
  }
  if (assembly.expandedLines > expansionLineLimit || assembly.expandedText > expansionTextLimit) {
    assembly.reportAt(messages.amdgcn.expansionSize(expansionLineLimit), at);
    assembly.close();
    return false;
  }
  const frame: Frame = {
    lexer: new Lexer(text),
    origins: body.origins,
    expansion: outer.expansion ?? at,
    depth: outer.depth + 1,
    conditions: [],
    left: false,
  };
  assembly.frame = frame;
  assembly.lexer = frame.lexer;
  run(assembly, frame);
  assembly.frame = outer;
  assembly.lexer = outer.lexer;
  return !frame.left;
}

/** The body with parameters replaced; `count` stands for `\@` in macros and `\+` in repetitions. */
export function substitute(
  body: string,
  values: ReadonlyMap<string, string>,
  count: number,
  counter: '@' | '+',
): string {
  let from = 0;
  let result = '';
  for (let at = body.indexOf('\\'); at >= 0 && at + 1 < body.length; at = body.indexOf('\\', at)) {
    const next = body[at + 1] ?? '';
    let end = at + 2;
    let value: string | undefined;
    if (next === counter) value = String(count);
    else if (next === '(' && body[at + 2] === ')') {
      value = '';
      end = at + 3;
    } else {
      end = at + 1;
      while (isNameCharacter(body.charCodeAt(end))) end++;
      value = values.get(body.slice(at + 1, end));
    }
    if (value !== undefined) {
      result += body.slice(from, at) + value;
      from = end;
    }
    at = end;
  }
  return result + body.slice(from);
}
