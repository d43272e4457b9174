/**
 * Finds the end of text that is kept as it is: the body of a dialect attribute, a location, an
 * operation whose syntax is unknown.
 *
 *     #iree_codegen.info<pipeline = [a, b] (c)> : i32
 *                       ^-- start            ^-- end
 *
 * Strings and comments are skipped, `->` is not a bracket. Everything here works with a list of open
 * brackets instead of recursion, so depth is a number to compare and never a stack overflow.
 */
import { nestingLimit } from './limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const RIGHT_BRACE = 0x7d;

/** In place of an offset: why the text does not end. */
const unclosed = -1;
export const tooDeep = -2;

/** The closing bracket of an opening one, 0 for any other character. */
function closerOf(code: number): number {
  switch (code) {
    case 0x28:
      return 0x29;
    case 0x5b:
      return 0x5d;
    case 0x7b:
      return RIGHT_BRACE;
    case LESS:
      return GREATER;
    default:
      return 0;
  }
}

const isCloser = (code: number): boolean => code === 0x29 || code === 0x5d || code === RIGHT_BRACE;

/** The offset behind a string that opens at `at`, or the end of its line when it has no end. */
function skipString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    if (code === BACKSLASH && text.charCodeAt(i + 1) !== NEWLINE) i++;
    else if (code === NEWLINE) return i;
  }
  return text.length;
}

/**
 * The offset behind the bracket that closes the one at `start`; `unclosed` or `tooDeep` otherwise.
 * `limit` bounds how far to look.
 */
export function skipBrackets(text: string, start: number, limit: number = text.length): number {
  const open: number[] = [];
  const end = Math.min(text.length, limit);
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x3e && code < 0x5b) continue;
    const closer = closerOf(code);
    if (closer !== 0) {
      if (open.length >= nestingLimit) return tooDeep;
      open.push(closer);
    } else if (code === GREATER) {
      if (open.at(-1) === GREATER && text.charCodeAt(at - 1) !== 0x2d) open.pop();
    } else if (isCloser(code)) {
      if (open.pop() !== code) return unclosed;
    } else if (code === QUOTE) {
      at = skipString(text, at) - 1;
    } else if (code === SLASH && text.charCodeAt(at + 1) === SLASH) {
      const line = text.indexOf('\n', at);
      at = line < 0 ? end : line;
    }
    if (open.length === 0) return at + 1;
  }
  return unclosed;
}

/**
 * The offset behind the `>` that closes the `<` at `start`, by counting these two only: enough to look a
 * text up, not to know that it is right. `unclosed` at a string too.
 */
export function skipAngles(text: string, start: number, limit: number): number {
  const end = Math.min(text.length, limit);
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > GREATER) continue;
    if (code === LESS) depth++;
    else if (code === GREATER) {
      if (text.charCodeAt(at - 1) === 0x2d) continue;
      depth--;
      if (depth === 0) return at + 1;
    } else if (code === QUOTE || code === NEWLINE) return unclosed;
  }
  return unclosed;
}

/** How far an angle bracket of an operation with unknown syntax may reach before it counts as "less than". */
const angleReach = 8192;

/**
 * How a line begins that does not go on with the operation before it: results, a name with a dialect or a
 * short name, the generic form, a label, an alias, a closing brace, a resource section, the end.
 */
const operationStart =
  /%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?){0,64}\s*=|[A-Za-z_][\w$]*\.[\w$.]|(?:module|return|call|call_indirect|unrealized_conversion_cast)(?![\w$.])|"[^"\n]*"\s*\(|\^[\w$.-]+\s*[:(]|[#!][\w$.-]+\s*=|\}|\{-#|$/y;

/** True when the line whose first word is at `at` does not go on with the operation before it. */
function startsOperation(text: string, at: number): boolean {
  operationStart.lastIndex = at;
  return operationStart.test(text);
}

/** The offset of the first character at or behind `at` that is neither blank nor in a comment. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH && text.charCodeAt(at + 1) === SLASH) {
      const line = text.indexOf('\n', at);
      at = line < 0 ? text.length : line;
    } else if (code !== 0x20 && (code < 0x09 || code > 0x0d)) break;
  }
  return Math.min(at, text.length);
}

/**
 * The end of the operation at `start`: the end of the first line, at or after `least`, on which all
 * brackets are closed and behind which something else begins; before a `}` that closes what the
 * operation is in; or the end of the text. The result does not include trailing blanks or a trailing
 * comment.
 */
export function skipOperation(text: string, start: number, least: number = start): number {
  const strict = scanOperation(text, start, least, true);
  return strict === unclosed ? scanOperation(text, start, least, false) : strict;
}

function scanOperation(text: string, start: number, least: number, angles: boolean): number {
  const open: number[] = [];
  let angle = 0;
  let firstAngle = 0;
  let content = start;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      if (open.length === 0) {
        const word = skipBlanks(text, at);
        if (at >= least && startsOperation(text, word)) return content;
        at = word - 1;
        continue;
      }
      if (angle > 0 && at - firstAngle > angleReach) return unclosed;
      continue;
    }
    if (code === 0x20 || code === 0x09 || code === 0x0d) continue;
    if (code === SLASH && text.charCodeAt(at + 1) === SLASH) {
      const line = text.indexOf('\n', at);
      at = (line < 0 ? text.length : line) - 1;
      continue;
    }
    const closer = closerOf(code);
    if (closer === GREATER) {
      if (angles) {
        if (angle === 0) firstAngle = at;
        angle++;
        open.push(closer);
      }
    } else if (closer !== 0) open.push(closer);
    else if (code === GREATER) {
      if (open.at(-1) === GREATER && text.charCodeAt(at - 1) !== 0x2d) {
        angle--;
        open.pop();
      }
    } else if (isCloser(code)) {
      if (open.length === 0) {
        if (code === RIGHT_BRACE) return content;
      } else if (open.pop() !== code) return unclosed;
    } else if (code === QUOTE) {
      at = skipString(text, at) - 1;
    }
    if (open.length > nestingLimit) return tooDeep;
    content = at + 1;
  }
  return open.length === 0 ? content : unclosed;
}
