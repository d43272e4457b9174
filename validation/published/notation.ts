/**
 * The ways in which published tables write the addresses of an access:
 *
 *     lane*8                                                  one address per lane
 *     b=(t//4)//2, k0=t%4: b*128+(k0^(b%8))*16                names before a colon
 *     8*(i*32 + (j ^ (i%8))), i=lane%16, j=lane//16           names after a comma
 *     (((t%8)*8+i)*32+(t//8))*2, i=0..7                       a range: one instruction for each value
 *     lane*256; only lanes i and j active                     which lanes take part
 *     lane*2; lanes 0-3,20-23 active                          the same, as a list
 *     lane*128 (32-way)                                       a remark
 *     lane 0 at 0, a same-phase partner lane at 4*N; all others inactive
 *
 * Anything else is reported, never guessed: a clause that is skipped could change the lanes or the addresses.
 */
import {
  evaluate,
  type Expression,
  ExpressionReader,
  failed,
  type Names,
  type Parsed,
  parsed,
  parseExpression,
} from './expression.ts';

/** Which lanes take part: all, every pair of them in turn, two that share a phase, or a list. */
export type Activity = 'all' | 'each-pair' | 'same-phase-pair' | readonly number[];

export interface Formula {
  readonly kind: 'formula';
  readonly address: Expression;
  readonly bindings: ReadonlyMap<string, Expression>;
  /** One instruction for each value of the name, both ends included. */
  readonly range?: { readonly name: string; readonly first: number; readonly last: number };
  /** The result must be the same for any multiple of a number. */
  readonly multiple?: { readonly name: string; readonly of: number };
  readonly activity: Activity;
  readonly remark?: string;
}

/** Two lanes that share a phase: one fixed, the other at an address that a parameter sweeps. */
export interface Sweep {
  readonly kind: 'sweep';
  readonly lane: number;
  readonly address: Expression;
  readonly partner: Expression;
}

export type Notation = Formula | Sweep;

const ACTIVITIES: Readonly<Record<string, Activity>> = {
  'all lanes active': 'all',
  'only lanes i and j active': 'each-pair',
  'two same-phase lanes active': 'same-phase-pair',
};

const SWEEP = /^lane (\d+) at (.+), a same-phase partner lane at (.+); all others inactive$/;

export function parseNotation(text: string): Parsed<Notation> {
  const sweep = SWEEP.exec(text.trim());
  if (sweep === null) return parseFormula(text);
  const address = parseExpression(sweep[2] ?? '');
  const partner = parseExpression(sweep[3] ?? '');
  if (!address.ok) return address;
  if (!partner.ok) return partner;
  return parsed({
    kind: 'sweep',
    lane: Number(sweep[1]),
    address: address.value,
    partner: partner.value,
  });
}

function parseFormula(text: string): Parsed<Formula> {
  const reader = new ExpressionReader(text);
  const bindings = new Map<string, Expression>();
  if (startsWithBindings(reader)) {
    do {
      const error = readBinding(reader, bindings);
      if (error !== undefined) return failed(error);
    } while (reader.take(','));
    if (!reader.take(':')) return failed(`expected ':', found ${reader.peek().text}`);
  }
  const address = reader.expression();
  if (!address.ok) return address;
  const rest = readClauses(reader, text, bindings);
  if (!rest.ok) return rest;
  return parsed({ kind: 'formula', address: address.value, bindings, ...rest.value });
}

function startsWithBindings(reader: ExpressionReader): boolean {
  return reader.peek().kind === 'name' && reader.peek(1).text === '=';
}

/** `name = expression`; returns what is wrong with it. */
function readBinding(
  reader: ExpressionReader,
  bindings: Map<string, Expression>,
): string | undefined {
  const name = reader.peek();
  if (!startsWithBindings(reader)) return `expected a name and '=', found ${name.text}`;
  reader.at += 2;
  const value = reader.expression();
  if (!value.ok) return value.error;
  if (bindings.has(name.text)) return `'${name.text}' is given twice`;
  bindings.set(name.text, value.value);
  return undefined;
}

type Clauses = Pick<Formula, 'range' | 'multiple' | 'activity' | 'remark'>;

function readClauses(
  reader: ExpressionReader,
  text: string,
  bindings: Map<string, Expression>,
): Parsed<Clauses> {
  const clauses: Clauses = { activity: 'all' };
  for (;;) {
    const token = reader.peek();
    if (token.kind === 'end') return parsed(clauses);
    if (reader.take(';')) {
      const words = text.slice(token.start + 1).trim();
      const activity = Object.hasOwn(ACTIVITIES, words) ? ACTIVITIES[words] : activeLanes(words);
      if (activity === undefined) return failed(`'${words}' is not a known condition`);
      return parsed({ ...clauses, activity });
    }
    if (token.text === '(') {
      const remark = readRemark(text, token.start);
      if (!remark.ok) return remark;
      return parsed({ ...clauses, remark: remark.value });
    }
    const separated = reader.take(',');
    const introduced = reader.take('where') || reader.take('with');
    if (!separated && !introduced) return failed(`expected an operator, found ${token.text}`);
    const next = readNamed(reader, bindings);
    if (!next.ok) return next;
    Object.assign(clauses, next.value);
  }
}

/** The lanes of `lanes 0-3,20-23 active`; `undefined` when the words are others. */
function activeLanes(words: string): readonly number[] | undefined {
  const list = /^(?:only )?lanes ([0-9]+(?:-[0-9]+)?(?:, ?[0-9]+(?:-[0-9]+)?)*) active$/.exec(
    words,
  );
  if (list === null) return undefined;
  const lanes = (list[1] ?? '').split(',').flatMap((part) => {
    const [first, last] = part.split('-').map(Number);
    const count = Math.min(64, (last ?? first ?? 0) - (first ?? 0) + 1);
    return Array.from({ length: Math.max(0, count) }, (_, i) => (first ?? 0) + i);
  });
  return lanes.every((lane) => lane < 64) ? lanes : undefined;
}

/** `i=0..7`, `i=lane%16` (kept in `bindings`) or `pitch a multiple of 128 B`. */
function readNamed(
  reader: ExpressionReader,
  bindings: Map<string, Expression>,
): Parsed<Pick<Clauses, 'range' | 'multiple'>> {
  const [name, second] = [reader.peek(), reader.peek(1)];
  if (name.kind === 'name' && second.text === 'a' && reader.peek(2).text === 'multiple') {
    const of = reader.peek(4);
    if (reader.peek(3).text !== 'of' || of.kind !== 'number') {
      return failed(`expected 'a multiple of' a number, found ${of.text}`);
    }
    reader.at += 5;
    reader.take('B');
    return parsed({ multiple: { name: name.text, of: Number(of.text) } });
  }
  if (second.text === '=' && reader.peek(3).text === '..') {
    const [first, last] = [reader.peek(2), reader.peek(4)];
    if (first.kind !== 'number' || last.kind !== 'number') {
      return failed(`expected a range like 0..7, found ${first.text}..${last.text}`);
    }
    reader.at += 5;
    return parsed({
      range: { name: name.text, first: Number(first.text), last: Number(last.text) },
    });
  }
  const error = readBinding(reader, bindings);
  return error === undefined ? parsed({}) : failed(error);
}

const VARIABLES = /^(lane|l|t|tid|thread|w|wave|warp|row|i|j|k|m|n)$/i;

/**
 * A remark in parentheses at the end. It is not a remark when it touches the formula (`2(l/4)` lacks an
 * operator), says which lanes are active, or has no word in it that a formula could not have.
 */
function readRemark(text: string, start: number): Parsed<string> {
  const remark = text.slice(start + 1).trim();
  if (!/\s/.test(text.charAt(start - 1))) return failed("expected an operator, found '('");
  if (!remark.endsWith(')')) return failed(`'(${remark}' is not a remark at the end`);
  const words = remark.match(/[A-Za-z_]+/g) ?? [];
  if (words.some((word) => /^(in)?active|^only$|^lanes$|^except$/i.test(word))) {
    return failed(`'(${remark}' may limit the lanes`);
  }
  return words.some((word) => !VARIABLES.test(word))
    ? parsed(remark.slice(0, -1))
    : failed(`'(${remark}' is not a remark`);
}

/** The address that a formula gives where the outer names have these values. */
export function evaluateFormula(formula: Formula, outer: Names): Parsed<number> {
  const known = new Map<string, Parsed<number>>();
  const names: Names = (name) => {
    const bound = formula.bindings.get(name);
    if (bound === undefined) return outer(name);
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, failed(`'${name}' depends on itself`));
    const value = evaluate(bound, names);
    known.set(name, value);
    return value;
  };
  return evaluate(formula.address, names);
}
