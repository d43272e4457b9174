/**
 * Index maps as formulas: a value is a sum of multiples of terms plus a constant, kept simple as it is built.
 *
 *     merge of lengths (32, 2) over m, then 64 * first + 32 * second
 *         64 * (m / 2) + 32 * (m % 2)        with no simplification
 *         m * 32                             a quotient and a remainder of one number come together again
 *
 * Each value knows its range, and what is known to be small or divisible drops out of divisions. Every step is
 * exact for indices inside their lengths; where something could be negative nothing is simplified.
 *
 * Two values with the same terms differ by a constant that everyone can see: this is how a compiler knows
 * that two registers share a base address (see `vendors/ck-tile/instructions.ts`).
 */
import { greatestOf, leastOf, gcd, modulo } from '../../base/numbers.ts';
import type { Arithmetic } from './arithmetic.ts';

export interface Expression {
  readonly terms: readonly Term[];
  readonly constant: number;
  readonly min: number;
  readonly max: number;
  /** The same for equal expressions, and only for those. */
  readonly key: string;
}

interface Term {
  readonly factor: number;
  readonly atom: Atom;
}

/** A term that is not a sum. `min`, `max` and `key` as in `Expression`. */
export type Atom = { readonly min: number; readonly max: number; readonly key: string } & (
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'quotient'; readonly of: Expression; readonly divisor: number }
  | { readonly kind: 'remainder'; readonly of: Expression; readonly divisor: number }
  | { readonly kind: 'xor'; readonly operands: readonly Expression[] }
  | { readonly kind: 'table'; readonly index: Expression; readonly table: readonly number[] }
);

/** An index with a name that takes the values 0 to length - 1. */
export function variable(name: string, length: number): Expression {
  if (length === 1) return constant(0);
  return ofAtom({ kind: 'variable', name, min: 0, max: length - 1, key: name });
}

export const expressions: Arithmetic<Expression> = {
  constant,
  add: (a, b) => rejoined(sum([...a.terms, ...b.terms], a.constant + b.constant)),
  scale,
  quotient: (a, divisor) => quotient(a, divisor),
  remainder: (a, divisor) => remainder(a, divisor),
  xor,
  lookUp(a, table) {
    if (a.terms.length === 0) return constant(table[a.constant] ?? 0);
    const key = `[${table.join(' ')}](${a.key})`;
    const [min, max] = [leastOf(table), greatestOf(table)];
    return ofAtom({ kind: 'table', index: a, table, min, max, key });
  },
};

/**
 * The same, but an XOR stays one whatever its operands: how far a compiler sees when it looks for addresses that
 * share a base. XOR of equal operands is the same term, everything else hides its distance.
 */
export const expressionsWithOpaqueXor: Arithmetic<Expression> = {
  ...expressions,
  xor: (a, b) => xorAtom([a, b]),
};

/** The largest power of two (up to `limit`) that divides the value for sure. */
export function knownAlignment(a: Expression, limit: number): number {
  let alignment = Math.min(limit, lowestBit(a.constant));
  for (const { factor, atom } of a.terms) {
    alignment = Math.min(alignment, lowestBit(factor) * alignmentOf(atom, limit));
  }
  return alignment;
}

function alignmentOf(atom: Atom, limit: number): number {
  if (atom.kind === 'remainder') {
    return Math.min(lowestBit(atom.divisor), knownAlignment(atom.of, limit));
  }
  if (atom.kind === 'xor') {
    return leastOf(atom.operands.map((operand) => knownAlignment(operand, limit)));
  }
  return 1;
}

function lowestBit(value: number): number {
  return value === 0 ? Number.POSITIVE_INFINITY : value & -value;
}

function constant(value: number): Expression {
  return { terms: [], constant: value, min: value, max: value, key: String(value) };
}

function ofAtom(atom: Atom): Expression {
  return sum([{ factor: 1, atom }], 0);
}

/** Like terms together, in the order of their first appearance. */
function sum(list: readonly Term[], constantPart: number): Expression {
  const byKey = new Map<string, Term>();
  for (const { factor, atom } of list) {
    byKey.set(atom.key, { factor: (byKey.get(atom.key)?.factor ?? 0) + factor, atom });
  }
  const terms = [...byKey.values()].filter(({ factor }) => factor !== 0);
  let [min, max] = [constantPart, constantPart];
  for (const { factor, atom } of terms) {
    min += factor * (factor > 0 ? atom.min : atom.max);
    max += factor * (factor > 0 ? atom.max : atom.min);
  }
  const parts = terms.map(({ factor, atom }) => `${factor}*${atom.key}`).sort();
  return { terms, constant: constantPart, min, max, key: [...parts, constantPart].join('+') };
}

/** `x / d * d + x % d` is x, at any multiple of it. */
function rejoined(a: Expression): Expression {
  for (const { factor, atom } of a.terms) {
    if (atom.kind !== 'remainder') continue;
    const other = loneAtom(quotient(atom.of, atom.divisor));
    const partner = a.terms.find(
      (term) => term.atom.key === other?.key && term.factor === factor * atom.divisor,
    );
    if (partner === undefined) continue;
    const rest = a.terms.filter((term) => term !== partner && term.atom !== atom);
    const joined = scale(atom.of, factor);
    return rejoined(sum([...joined.terms, ...rest], joined.constant + a.constant));
  }
  return a;
}

function scale(a: Expression, factor: number): Expression {
  const terms = a.terms.map((term) => ({ factor: term.factor * factor, atom: term.atom }));
  return sum(terms, a.constant * factor);
}

/** `a` as `unit * high + low` with 0 <= low < unit; `undefined` when it does not split so. */
function split(a: Expression, unit: number): { high: Expression; low: Expression } | undefined {
  const high = a.terms.filter(({ factor }) => factor % unit === 0);
  const lowConstant = modulo(a.constant, unit);
  const low = sum(
    a.terms.filter(({ factor }) => factor % unit !== 0),
    lowConstant,
  );
  if (low.min < 0 || low.max >= unit) return undefined;
  const divided = high.map(({ factor, atom }) => ({ factor: factor / unit, atom }));
  return { high: sum(divided, (a.constant - lowConstant) / unit), low };
}

/** The divisors of `divisor` that some factor shares, largest first. */
function units(a: Expression, divisor: number): number[] {
  const found = new Set(a.terms.map(({ factor }) => gcd(Math.abs(factor), divisor)));
  return [...found].filter((unit) => unit > 1).sort((x, y) => y - x);
}

/** `a` without its whole multiples of the divisor, and those; needs both parts not negative. */
function withoutMultiples(
  a: Expression,
  divisor: number,
): { whole: Expression; rest: Expression } | undefined {
  const constantRest = modulo(a.constant, divisor);
  const isWhole = ({ factor }: Term): boolean => factor % divisor === 0;
  const rest = sum(
    a.terms.filter((term) => !isWhole(term)),
    constantRest,
  );
  if (a.min < 0 || rest.min < 0) return undefined;
  const multiples = a.terms
    .filter(isWhole)
    .map(({ factor, atom }) => ({ factor: factor / divisor, atom }));
  return { whole: sum(multiples, (a.constant - constantRest) / divisor), rest };
}

function quotient(a: Expression, divisor: number): Expression {
  if (divisor === 1) return a;
  if (a.min >= 0 && a.max < divisor) return constant(0);
  const parts = withoutMultiples(a, divisor);
  if (parts === undefined) return division('quotient', a, divisor);
  const { whole, rest } = parts;
  const below = quotientOfRest(rest, divisor);
  return rejoined(sum([...whole.terms, ...below.terms], whole.constant + below.constant));
}

function quotientOfRest(a: Expression, divisor: number): Expression {
  if (a.max < divisor) return constant(0);
  for (const unit of units(a, divisor)) {
    const parts = split(a, unit);
    if (parts !== undefined && unit <= divisor) return quotient(parts.high, divisor / unit);
  }
  const atom = loneAtom(a);
  if (atom?.kind === 'quotient') return quotient(atom.of, atom.divisor * divisor);
  if (atom?.kind === 'remainder' && atom.divisor % divisor === 0) {
    return remainder(quotient(atom.of, divisor), atom.divisor / divisor);
  }
  return division('quotient', a, divisor);
}

function remainder(a: Expression, divisor: number): Expression {
  if (divisor === 1) return constant(0);
  if (a.min >= 0 && a.max < divisor) return a;
  const parts = withoutMultiples(a, divisor);
  if (parts === undefined) return division('remainder', a, divisor);
  const { rest } = parts;
  if (rest.max < divisor) return rest;
  for (const unit of units(rest, divisor)) {
    const pieces = split(rest, unit);
    if (pieces === undefined) continue;
    const above = scale(remainder(pieces.high, divisor / unit), unit);
    return rejoined(
      sum([...above.terms, ...pieces.low.terms], above.constant + pieces.low.constant),
    );
  }
  const atom = loneAtom(rest);
  if (atom?.kind === 'remainder' && atom.divisor % divisor === 0) {
    return remainder(atom.of, divisor);
  }
  return division('remainder', rest, divisor);
}

/** A division that stays one. */
function division(kind: 'quotient' | 'remainder', of: Expression, divisor: number): Expression {
  const key = `(${of.key})${kind === 'quotient' ? '/' : '%'}${divisor}`;
  const limits =
    kind === 'quotient'
      ? { min: Math.trunc(of.min / divisor), max: Math.trunc(of.max / divisor) }
      : { min: of.min < 0 ? 1 - divisor : 0, max: divisor - 1 };
  return ofAtom({ kind, of, divisor, key, ...limits });
}

/** The atom when that is all there is. */
function loneAtom(a: Expression): Atom | undefined {
  const [term] = a.terms;
  const lone = a.terms.length === 1 && a.constant === 0 && term?.factor === 1;
  return lone ? term.atom : undefined;
}

function xor(a: Expression, b: Expression): Expression {
  const operands: Expression[] = [];
  let folded = 0;
  for (const value of [a, b]) {
    const atom = loneAtom(value);
    for (const operand of atom?.kind === 'xor' ? atom.operands : [value]) {
      if (operand.terms.length === 0) folded ^= operand.constant;
      else toggle(operands, operand);
    }
  }
  if (folded !== 0) operands.push(constant(folded));
  const [first] = operands;
  if (first === undefined) return constant(0);
  if (operands.length === 1) return first;
  return xorAtom(operands);
}

function xorAtom(operands: readonly Expression[]): Expression {
  const largest = greatestOf(operands.map((operand) => operand.max));
  const max = 2 ** (32 - Math.clz32(largest)) - 1;
  const key = `(${operands
    .map((operand) => operand.key)
    .sort()
    .join('^')})`;
  return ofAtom({ kind: 'xor', operands, min: 0, max, key });
}

/** x ^ x is 0. */
function toggle(operands: Expression[], operand: Expression): void {
  const same = operands.findIndex(({ key }) => key === operand.key);
  if (same >= 0) operands.splice(same, 1);
  else operands.push(operand);
}
