/**
 * Index arithmetic in a normal form: what a compiler knows of an index, and its shortest form.
 *
 *     (x * 8) floordiv 64   ->   x floordiv 8
 *     (x * 8) mod 64        ->   (x mod 8) * 8
 *     x - (x floordiv 16) * 16  ->   x mod 16
 *     (a ^ k) ^ k           ->   a
 *
 * Each expression carries its range and a congruence (`value = phase mod step`), which decide alignment: a remainder of
 * multiples of 8 by 64 is at most 56. Expressions with the same `key` are equal; the reverse does not hold.
 *
 * Values are mathematical integers: an index that overflows is not modelled. `quotient` rounds to minus infinity and
 * `remainder` is in `[0, divisor)`; `xor` is that of two's complement. Divisors are positive.
 */
import { gcd, greatestOf, isPowerOfTwo, modulo } from '@ldscope/core';
interface Facts {
  readonly key: string;
  readonly low: number;
  readonly high: number;
  /** `value mod step = phase`; a step of 0 is a constant. */
  readonly step: number;
  readonly phase: number;
}

export interface ConstantExpression extends Facts {
  readonly kind: 'constant';
  readonly value: number;
}

/** Something that is not decomposed: a work-item id, a loop variable, a loaded value. */
export interface LeafExpression extends Facts {
  readonly kind: 'leaf';
}

export interface SumExpression extends Facts {
  readonly kind: 'sum';
  readonly constant: number;
  readonly terms: readonly Term[];
}

export interface DivisionExpression extends Facts {
  readonly kind: 'quotient' | 'remainder';
  readonly dividend: Expression;
  readonly divisor: number;
}

interface XorExpression extends Facts {
  readonly kind: 'xor';
  readonly parts: readonly Expression[];
}

export type Expression =
  | ConstantExpression
  | LeafExpression
  | SumExpression
  | DivisionExpression
  | XorExpression;

/** `factor * of`, where `of` is neither a sum nor a constant. */
interface Term {
  readonly factor: number;
  readonly of: Expression;
}

export function constant(value: number): ConstantExpression {
  return {
    kind: 'constant',
    key: String(value),
    value,
    low: value,
    high: value,
    step: 0,
    phase: value,
  };
}

export const zero: ConstantExpression = constant(0);

/** An unknown with what is known about it. */
export function leaf(key: string, facts: Partial<Omit<Facts, 'key'>> = {}): LeafExpression {
  const { low = -Infinity, high = Infinity, step = 1, phase = 0 } = facts;
  return { kind: 'leaf', key, low, high, step, phase };
}

export function add(...parts: readonly Expression[]): Expression {
  let offset = 0;
  const terms: Term[] = [];
  for (const part of parts) {
    const sum = asSum(part);
    offset += sum.constant;
    for (const each of sum.terms) terms.push(each);
  }
  return sumOf(offset, terms);
}

export function scale(expression: Expression, factor: number): Expression {
  const { constant: offset, terms } = asSum(expression);
  return sumOf(
    offset * factor,
    terms.map((term) => ({ factor: term.factor * factor, of: term.of })),
  );
}

export function subtract(left: Expression, right: Expression): Expression {
  return add(left, scale(right, -1));
}

/** `floor(expression / divisor)`. */
export function quotient(expression: Expression, divisor: number): Expression {
  if (divisor === 1) return expression;
  const first = Math.floor(expression.low / divisor);
  if (first === Math.floor(expression.high / divisor)) return constant(first);
  if (expression.kind === 'quotient') {
    return quotient(expression.dividend, expression.divisor * divisor);
  }
  if (expression.kind === 'remainder' && expression.divisor % divisor === 0) {
    return remainder(quotient(expression.dividend, divisor), expression.divisor / divisor);
  }
  if (expression.kind === 'xor' && isPowerOfTwo(divisor)) {
    return xor(...expression.parts.map((part) => quotient(part, divisor)));
  }
  if (expression.kind === 'sum') {
    const split = splitBy(expression, divisor);
    if (split !== undefined) {
      return quotient(split.whole, divisor / split.by);
    }
    const outside = expression.terms.filter(({ factor }) => factor % divisor === 0);
    const shift = Math.floor(expression.constant / divisor);
    if (outside.length > 0 || shift !== 0) {
      const inside = expression.terms.filter(({ factor }) => factor % divisor !== 0);
      const rest = sumOf(expression.constant - shift * divisor, inside);
      const whole = outside.map(({ factor, of }) => ({ factor: factor / divisor, of }));
      return add(sumOf(shift, whole), quotient(rest, divisor));
    }
  }
  return division('quotient', expression, divisor);
}

/** In `[0, divisor)`. */
export function remainder(expression: Expression, divisor: number): Expression {
  if (divisor === 1) return zero;
  if (expression.low >= 0 && expression.high < divisor) return expression;
  if (expression.kind === 'constant') return constant(modulo(expression.value, divisor));
  if (expression.kind === 'remainder' && expression.divisor % divisor === 0) {
    return remainder(expression.dividend, divisor);
  }
  if (expression.kind === 'xor' && isPowerOfTwo(divisor)) {
    return xor(...expression.parts.map((part) => remainder(part, divisor)));
  }
  if (isMultiple(expression, divisor)) return zero;
  if (expression.kind !== 'sum') return division('remainder', expression, divisor);
  const reduced = reduceTerms(expression, divisor);
  if (reduced.key !== expression.key) return remainder(reduced, divisor);
  const split = splitBy(expression, divisor);
  if (split !== undefined && split.by < divisor) {
    return add(scale(remainder(split.whole, divisor / split.by), split.by), split.rest);
  }
  return division('remainder', expression, divisor);
}

/** Bitwise exclusive or. */
export function xor(...parts: readonly Expression[]): Expression {
  let bits = 0;
  const odd = new Map<string, Expression>();
  const take = (part: Expression): void => {
    if (part.kind === 'constant') bits ^= part.value;
    else if (part.kind === 'xor') part.parts.forEach(take);
    else if (!odd.delete(part.key)) odd.set(part.key, part);
  };
  parts.forEach(take);
  const rest = [...odd.values()].sort(byKey);
  if (bits !== 0 || rest.length === 0) rest.push(constant(bits));
  const [only, second] = rest;
  if (only !== undefined && second === undefined) return only;
  const unit = largestPower(rest);
  if (unit > 1) {
    return scale(xor(...rest.map((part) => quotient(part, unit))), unit);
  }
  const key = `(${rest.map((part) => part.key).join(' ^ ')})`;
  const positive = rest.every(({ low }) => low >= 0);
  const most = greatestOf(rest.map(({ high }) => high));
  const high = positive && most < 2 ** 31 ? 2 ** bitLength(most) - 1 : Infinity;
  return { kind: 'xor', key, parts: rest, low: positive ? 0 : -Infinity, high, step: 1, phase: 0 };
}

/** The leaves of an expression, each once. */
export function leavesOf(expression: Expression): readonly LeafExpression[] {
  const found = new Map<string, LeafExpression>();
  const visit = (node: Expression): void => {
    if (node.kind === 'leaf') found.set(node.key, node);
    else if (node.kind === 'sum') for (const { of } of node.terms) visit(of);
    else if (node.kind === 'xor') node.parts.forEach(visit);
    else if (node.kind !== 'constant') visit(node.dividend);
  };
  visit(expression);
  return [...found.values()];
}

/** True when every value is a multiple. */
function isMultiple({ step, phase }: Expression, of: number): boolean {
  return step % of === 0 && modulo(phase, of) === 0;
}

/** An expression as constant and terms. */
export function asSum(expression: Expression): Pick<SumExpression, 'constant' | 'terms'> {
  if (expression.kind === 'sum') return expression;
  if (expression.kind === 'constant') return { constant: expression.value, terms: [] };
  return { constant: 0, terms: [{ factor: 1, of: expression }] };
}

function sumOf(offset: number, terms: readonly Term[]): Expression {
  const factors = new Map<string, Term>();
  for (const { factor, of } of terms) {
    const sum = (factors.get(of.key)?.factor ?? 0) + factor;
    if (sum === 0) factors.delete(of.key);
    else factors.set(of.key, { factor: sum, of });
  }
  const shorter = recombine(factors);
  if (shorter !== undefined) return add(constant(offset), shorter);
  const list = [...factors.values()].sort((a, b) => byKey(a.of, b.of));
  const [only, second] = list;
  if (only === undefined) return constant(offset);
  if (second === undefined && only.factor === 1 && offset === 0) return only.of;
  const key = `(${list.map(({ factor, of }) => `${factor}*${of.key}`).join(' + ')} + ${offset})`;
  let [low, high, step, phase] = [offset, offset, 0, offset];
  for (const { factor, of } of list) {
    low += factor * (factor > 0 ? of.low : of.high);
    high += factor * (factor > 0 ? of.high : of.low);
    step = gcd(step, Math.abs(factor) * of.step);
    phase += factor * of.phase;
  }
  return { kind: 'sum', key, constant: offset, terms: list, low, high, step, phase };
}

/**
 * Puts quotients and remainders of one dividend together:
 *
 *     k * x - k * d * floor(x / d)              k * (x mod d)
 *     k * x - k * (x mod d)                     k * d * floor(x / d)
 *     k * (x mod d) + k * d * floor(x / d)      k * x
 *     k * (x mod a) + k * a * (floor(x / a) mod b)          k * (x mod a * b), and the same with a minus
 *     k * (floor(x / a) mod b) + k * b * floor(x / (a * b))     k * floor(x / a)
 */
function recombine(terms: ReadonlyMap<string, Term>): Expression | undefined {
  const without = (...keys: readonly string[]): Expression =>
    sumOf(
      0,
      [...terms.values()].filter(({ of }) => !keys.includes(of.key)),
    );
  for (const { factor, of } of terms.values()) {
    if (of.kind !== 'quotient' && of.kind !== 'remainder') continue;
    // The terms that the dividend needs for the whole to become simpler, and the simpler form.
    const k = of.kind === 'quotient' ? factor / of.divisor : factor;
    if (!Number.isInteger(k)) continue;
    if (of.kind === 'quotient') {
      const rest = division('remainder', of.dividend, of.divisor);
      if (terms.get(rest.key)?.factor === k) {
        return add(without(of.key, rest.key), scale(of.dividend, k));
      }
    }
    const wanted = asSum(of.dividend);
    if (wanted.terms.every((term) => terms.get(term.of.key)?.factor === -k * term.factor)) {
      const keys = wanted.terms.map((term) => term.of.key);
      const whole =
        of.kind === 'quotient'
          ? scale(remainder(of.dividend, of.divisor), -k)
          : scale(quotient(of.dividend, of.divisor), -k * of.divisor);
      return add(without(of.key, ...keys), whole, constant(k * wanted.constant));
    }
    if (of.kind !== 'remainder' || of.dividend.kind !== 'quotient') continue;
    const { dividend, divisor: inner } = of.dividend;
    const above = quotient(dividend, inner * of.divisor);
    if (terms.get(above.key)?.factor === factor * of.divisor) {
      return add(without(of.key, above.key), scale(of.dividend, factor));
    }
    const each = factor / inner;
    const low = remainder(dividend, inner);
    const all = remainder(dividend, inner * of.divisor);
    if (terms.get(low.key)?.factor === each) {
      return add(without(of.key, low.key), scale(all, each));
    }
    if (terms.get(all.key)?.factor === -each) {
      return add(without(of.key, all.key), scale(low, -each));
    }
  }
  return undefined;
}

/**
 * Splits a sum into `by * whole + rest` with `0 <= rest < by`, where `by` is the largest divisor of `divisor` above 1
 * for which that is known.
 */
function splitBy(
  sum: SumExpression,
  divisor: number,
): { readonly by: number; readonly whole: Expression; readonly rest: Expression } | undefined {
  const grains = sum.terms.map(({ factor, of }) => gcd(divisor, factor * gcd(of.step, of.phase)));
  for (const by of [...new Set(grains)].sort((a, b) => b - a)) {
    if (by === 1) break;
    const offset = modulo(sum.constant, by);
    const [inside, outside]: [Term[], Term[]] = [[], []];
    for (const term of sum.terms) {
      const exact = isMultiple(sumOf(0, [term]), by);
      (exact ? outside : inside).push(term);
    }
    const rest = sumOf(offset, inside);
    if (rest.low < 0 || rest.high >= by || outside.length === 0) continue;
    const whole = outside.map(({ factor, of }) => exactQuotient(factor, of, by));
    return { by, whole: add(constant((sum.constant - offset) / by), ...whole), rest };
  }
  return undefined;
}

/** `factor * of / by`, which is known to be whole. */
function exactQuotient(factor: number, of: Expression, by: number): Expression {
  const common = gcd(Math.abs(factor), by);
  return scale(quotient(of, by / common), factor / common);
}

/** The terms of a sum modulo a divisor: fewer, smaller, without inner remainders that do not matter. */
function reduceTerms({ constant: offset, terms }: SumExpression, divisor: number): Expression {
  const parts = terms.flatMap(({ factor, of }) => {
    const small = modulo(factor, divisor);
    if (small === 0 || isMultiple(sumOf(0, [{ factor: small, of }]), divisor)) return [];
    const inner = of.kind === 'remainder' && (small * of.divisor) % divisor === 0;
    return [scale(inner ? of.dividend : of, small)];
  });
  return add(constant(modulo(offset, divisor)), ...parts);
}

function division(
  kind: DivisionExpression['kind'],
  dividend: Expression,
  divisor: number,
): DivisionExpression {
  const key = `(${dividend.key} ${kind === 'quotient' ? '/' : '%'} ${divisor})`;
  if (kind === 'remainder') {
    const grain = gcd(dividend.step, divisor);
    const phase = modulo(dividend.phase, grain);
    const high = divisor - grain + phase;
    return { kind, key, dividend, divisor, low: phase, high, step: grain, phase };
  }
  const exact = dividend.step % divisor === 0;
  return {
    kind,
    key,
    dividend,
    divisor,
    low: Math.floor(dividend.low / divisor),
    high: Math.floor(dividend.high / divisor),
    step: exact ? dividend.step / divisor : 1,
    phase: exact ? Math.floor(dividend.phase / divisor) : 0,
  };
}

/** The largest power of two that divides every part. */
function largestPower(parts: readonly Expression[]): number {
  const grain = parts.reduce((all, { step, phase }) => gcd(all, gcd(step, Math.abs(phase))), 0);
  let power = 1;
  while (grain % (2 * power) === 0 && power < 2 ** 30) power *= 2;
  return grain === 0 ? 1 : power;
}

function byKey(a: Expression, b: Expression): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

function bitLength(value: number): number {
  return 32 - Math.clz32(value);
}
