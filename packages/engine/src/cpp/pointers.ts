/**
 * Expressions that lead to a place of an object: its name, the way into it, casts and offsets.
 *
 *     reinterpret_cast<float *>(smem) + BM * BK       smem; cast to float *; offset BM * BK in floats
 *     &s.a[r][0]                                      s; member a, indices r and 0; its address
 */
import {
  closingAngle,
  isEmpty,
  nextAt,
  type Range,
  stripped,
  type Term,
  termsOf,
  type Unit,
  wordAt,
} from './range.ts';

/** A way from an object to a part of it. */
export type Step =
  | { readonly kind: 'index'; readonly range: Range }
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'call'; readonly range: Range };

/** What is added to a pointer, in elements of what it points to. */
export interface Offset extends Term {
  /** The type that the pointer is cast to before; absent where that is its own. */
  readonly cast: Range | undefined;
}

export interface PointerExpression {
  readonly unit: Unit;
  /** The token of its name. */
  readonly at: number;
  readonly steps: readonly Step[];
  readonly isAddress: boolean;
  readonly isDereferenced: boolean;
  /** Types that it is cast to, the outermost first. */
  readonly casts: readonly Range[];
  readonly offsets: readonly Offset[];
}

/** What follows a name; `next` is the token behind it. */
export function stepsAt(
  unit: Unit,
  at: number,
  to: number,
): { readonly steps: readonly Step[]; readonly next: number } {
  const steps: Step[] = [];
  let next = at + 1;
  while (next < to) {
    const word = wordAt(unit, next);
    const close = unit.pair[next] ?? -1;
    if ((word === '[' || word === '(') && close > next && close < to) {
      const range = { unit, from: next + 1, to: close };
      steps.push({ kind: word === '[' ? 'index' : 'call', range });
      next = close + 1;
    } else if (
      (word === '.' || word === '->') &&
      unit.tokens[next + 1]?.kind === 'name' &&
      next + 1 < to
    ) {
      steps.push({ kind: 'member', name: wordAt(unit, next + 1) });
      next += 2;
    } else break;
  }
  return { steps, next };
}

const MOST_DEPTH = 16;

/** Reads such an expression; `undefined` for any other one. */
export function pointerExpression(whole: Range, depth = 0): PointerExpression | undefined {
  const range = stripped(whole);
  if (isEmpty(range) || depth > MOST_DEPTH) return undefined;
  const { unit, from, to } = range;
  const terms = termsOf(range);
  if (terms.length > 1) {
    const [index, pointer] = terms
      .map(
        (term, index) =>
          [index, term.isNegative ? undefined : pointerExpression(term, depth + 1)] as const,
      )
      .find(([, read]) => read !== undefined && isPointerLike(read)) ?? [
      0,
      pointerExpression(terms[0] ?? range, depth + 1),
    ];
    if (pointer === undefined) return undefined;
    const cast = pointer.casts[0];
    const more = terms.toSpliced(index, 1).map((term) => ({ ...term, cast }));
    return { ...pointer, offsets: [...pointer.offsets, ...more] };
  }
  const first = wordAt(unit, from);
  const inner = (start: number, end = to): PointerExpression | undefined =>
    pointerExpression({ unit, from: start, to: end }, depth + 1);
  if (first === '&' || first === '*') {
    const read = inner(from + 1);
    if (read === undefined) return undefined;
    return first === '&' ? { ...read, isAddress: true } : { ...read, isDereferenced: true };
  }
  const close = unit.pair[from] ?? -1;
  if (first === '(' && close > from && close < to - 1) {
    const read = isType(unit, from + 1, close) ? inner(close + 1) : undefined;
    return read && { ...read, casts: [{ unit, from: from + 1, to: close }, ...read.casts] };
  }
  if (/^(?:reinterpret|static|const)_cast$/.test(first)) {
    const angle = closingAngle(unit, from + 1, to) ?? -2;
    const read = unit.pair[angle + 1] === to - 1 ? inner(angle + 2, to - 1) : undefined;
    return read && { ...read, casts: [{ unit, from: from + 2, to: angle }, ...read.casts] };
  }
  if (unit.tokens[from]?.kind !== 'name') return undefined;
  const { steps, next } = stepsAt(unit, from, to);
  if (next !== to) return undefined;
  return { unit, at: from, steps, isAddress: false, isDereferenced: false, casts: [], offsets: [] };
}

/** True for a term that says itself that it is a pointer. */
const isPointerLike = ({ casts, isAddress }: PointerExpression): boolean =>
  isAddress || casts.length > 0;

/** True where brackets hold the type of a cast to a pointer or reference. */
function isType(unit: Unit, from: number, to: number): boolean {
  const last = wordAt(unit, to - 1);
  if (last === '*' || last === '&') return unit.tokens[from]?.kind === 'name' && to - from > 1;
  // `float (*)[32]`
  let at = from;
  while (at < to && !/^[([]$/.test(wordAt(unit, at))) at = nextAt(unit, at, to);
  return at > from && /^[*&]$/.test(wordAt(unit, at + 1)) && last === ']';
}
