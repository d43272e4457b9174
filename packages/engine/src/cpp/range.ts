/**
 * Pieces of source: tokens of a file, or of the replacement text of one of its macros.
 *
 *     r * LD + c        terms: `r * LD`, `c`        factors of the first: `r`, `LD`
 */
import type { SourceLine } from '@ldscope/core';
import type { Macro } from './plain-source.ts';
import type { Tokens } from './tokens.ts';

/** A text with its tokens. */
export interface Unit extends Tokens {
  readonly file: string;
  /** Of the whole file; offsets of tokens are in it. */
  readonly text: string;
  /** Where its lines begin. */
  readonly lines: readonly number[];
  /** The macro whose replacement text this is; absent for a file. */
  readonly macro?: Macro;
}

/** Tokens from one up to another one. */
export interface Range {
  readonly unit: Unit;
  readonly from: number;
  readonly to: number;
}

/** The text of a token; empty beyond the last one. */
export const wordAt = ({ tokens }: Unit, at: number): string => tokens[at]?.text ?? '';

/** Offsets at which the lines of a text begin. */
export const linesOf = (text: string): number[] => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1),
];

/** Line and column of a token, from 1. */
export function placeOf({ file, lines, tokens }: Unit, at: number): SourceLine {
  const offset = tokens[at]?.start ?? 0;
  let [low, high] = [0, lines.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { file, line: low + 1, column: offset - (lines[low] ?? 0) + 1 };
}

/** All tokens of a text. */
export const wholeOf = (unit: Unit): Range => ({ unit, from: 0, to: unit.tokens.length });

export const isEmpty = ({ from, to }: Range): boolean => from >= to;

/** UTF-16 offsets of the first and behind the last character. */
export function spanOf({ unit, from, to }: Range): {
  readonly start: number;
  readonly end: number;
} {
  const start = unit.tokens[from]?.start ?? unit.text.length;
  return { start, end: from < to ? (unit.tokens[to - 1]?.end ?? start) : start };
}

/** As written. */
export function textOf(range: Range): string {
  const { start, end } = spanOf(range);
  return range.unit.text.slice(start, end);
}

/** The words without what is between them: equal for two spellings of one expression. */
export const plainText = ({ unit, from, to }: Range): string =>
  unit.tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');

/** The token behind one, or behind the bracket that it opens, within `to`. */
export function nextAt({ pair }: Unit, at: number, to: number): number {
  const close = pair[at] ?? -1;
  return close > at ? Math.min(close + 1, to) : at + 1;
}

/** Parts between separators outside of brackets; angle brackets are none. */
export function splitAt(
  { unit, from, to }: Range,
  isSeparator: (text: string) => boolean,
): Range[] {
  const parts: Range[] = [];
  let start = from;
  for (let at = from; at < to; at = nextAt(unit, at, to)) {
    if (!isSeparator(wordAt(unit, at))) continue;
    parts.push({ unit, from: start, to: at });
    start = at + 1;
  }
  parts.push({ unit, from: start, to });
  return parts;
}

const isComma = (text: string): boolean => text === ',';

/** Arguments of a call or the like: commas of template lists do not separate them. */
export function argumentsIn(range: Range): Range[] {
  const { unit, to } = range;
  if (isEmpty(range)) return [];
  const parts: Range[] = [];
  let start = range.from;
  for (let at = range.from; at < to;) {
    const word = wordAt(unit, at);
    if (isComma(word)) {
      parts.push({ unit, from: start, to: at });
      start = at + 1;
    }
    const close = word === '<' ? closingAngle(unit, at, to) : undefined;
    at = close === undefined ? nextAt(unit, at, to) : close + 1;
  }
  parts.push({ unit, from: start, to });
  return parts;
}

/** The name and list of template arguments around a token: `Tile<float, 32, 32>`. */
export function templateAround({ unit, from, to }: Range): Range | undefined {
  for (let open = from - 1; open > 0 && from - open < MOST_ARGUMENTS; open--) {
    const close = wordAt(unit, open) === '<' ? closingAngle(unit, open, unit.tokens.length) : -1;
    if (close !== undefined && close >= to) return { unit, from: open - 1, to: close + 1 };
  }
  return undefined;
}

const NOT_IN_LIST = /^(?:[;{}=?]|&&|\|\||[-+*/%&|^<>!]=)$/;
/** Most tokens of a list of template arguments. */
const MOST_ARGUMENTS = 120;

/** The `>` of a list of template arguments or parameters that begins at a `<`; `undefined` where it is a comparison or a shift. */
export function closingAngle(unit: Unit, open: number, end: number): number | undefined {
  if (unit.tokens[open - 1]?.kind !== 'name' || wordAt(unit, open + 1) === '<') return undefined;
  const isHeader = wordAt(unit, open - 1) === 'template';
  const to = Math.min(end, open + MOST_ARGUMENTS);
  let depth = 0;
  for (let at = open; at < to; at = nextAt(unit, at, to)) {
    const word = wordAt(unit, at);
    if (word === '<') depth++;
    else if (word === '>') {
      depth--;
      if (depth === 0) return at;
    } else if (!(isHeader && word === '=') && NOT_IN_LIST.test(word)) return undefined;
  }
  return undefined;
}

/** Without the brackets around all of it. */
export function stripped(range: Range): Range {
  const { unit } = range;
  let { from, to } = range;
  while (from < to - 1 && wordAt(unit, from) === '(' && unit.pair[from] === to - 1) {
    from++;
    to--;
  }
  return { unit, from, to };
}

/** Operators that bind less than `+`; `<` and `>` also part what they shift. */
const LOOSE = /^(?:[?:,=<>&|^]|&&|\|\||<<=|[-+*/%&|^=!<>]=)$/;

/** True where a sign has an operand on its right alone: at the beginning, behind operators, and behind a cast. */
function isUnary(unit: Unit, at: number, from: number): boolean {
  const before = wordAt(unit, at - 1);
  const inside = wordAt(unit, at - 2);
  const isCast =
    before === ')' && (/^[*&]$/.test(inside) || (inside === ']' && wordAt(unit, at) === '&'));
  return at === from || isCast || !/^(?:[\w$.)\]}>].*)$/.test(before);
}

/** True where an expression is more than a sum at its outermost level. */
export function isLoose({ unit, from, to }: Range): boolean {
  for (let at = from; at < to;) {
    const word = wordAt(unit, at);
    const close = word === '<' ? closingAngle(unit, at, to) : undefined;
    const isAddress = word === '&' && isUnary(unit, at, from);
    if (close === undefined && !isAddress && LOOSE.test(word)) return true;
    at = close === undefined ? nextAt(unit, at, to) : close + 1;
  }
  return false;
}

/** A term of a sum. */
export interface Term extends Range {
  readonly isNegative: boolean;
}

/** The terms of a sum; the whole where it is none. */
export function termsOf(whole: Range): Term[] {
  const range = stripped(whole);
  const { unit, from, to } = range;
  if (isLoose(range)) return [{ ...range, isNegative: false }];
  const terms: Term[] = [];
  let [start, isNegative] = [from, false];
  const push = (end: number): void => {
    if (end > start) terms.push({ unit, from: start, to: end, isNegative });
  };
  for (let at = from; at < to; at = nextAt(unit, at, to)) {
    const word = wordAt(unit, at);
    if (word !== '+' && word !== '-') continue;
    if (at > from && isUnary(unit, at, from)) continue;
    push(at);
    [start, isNegative] = [at + 1, word === '-'];
  }
  push(to);
  return terms;
}

/** The factors of a product, those of products in brackets too; one where it is none. */
export function factorsOf(term: Range): Range[] {
  const range = stripped(term);
  const parts = splitAt(range, (text) => text === '*');
  const divides = ({ unit, from, to }: Range): boolean =>
    splitAt({ unit, from, to }, (text) => text === '/' || text === '%').length > 1;
  const isProduct =
    !isLoose(range) &&
    parts.every((part, index) => !isEmpty(part) && (index === 0 || !divides(part)));
  if (!isProduct || parts.length === 1) return [range];
  return parts.flatMap((part) => {
    const inner = stripped(part);
    const isBracketed = inner.from > part.from && termsOf(inner).length === 1;
    return isBracketed ? factorsOf(inner) : [part];
  });
}

const MOST_BACK = 60;

/** The bracket of the call that a token is an argument in. */
export function openBefore(unit: Unit, at: number): number | undefined {
  for (let from = at - 1, steps = 0; from >= 0 && steps < MOST_BACK; from--, steps++) {
    const word = wordAt(unit, from);
    if (word === '(' && unit.tokens[from - 1]?.kind === 'name') return from;
    if (/^[;{}]$/.test(word)) return undefined;
    const open = unit.pair[from] ?? -1;
    if (open >= 0 && open < from) from = open;
  }
  return undefined;
}
