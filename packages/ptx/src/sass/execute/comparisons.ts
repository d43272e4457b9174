/**
 * Comparisons as predicates.
 *
 *     ISETP.GT.AND P0, P1, R2, R4, P2      P0 = R2 > R4 and P2      P1 = not (R2 > R4) and P2
 */
import type { SassOperand } from '../operands.ts';
import { bit, each, type Operation, type Source, targetPredicate } from './sources.ts';

type Comparison = <T extends number | bigint>(a: T, b: T) => boolean;

export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['F', () => false],
  ['LT', (a, b) => a < b],
  ['EQ', (a, b) => a === b],
  ['LE', (a, b) => a <= b],
  ['GT', (a, b) => a > b],
  ['NE', (a, b) => a !== b],
  ['GE', (a, b) => a >= b],
  ['T', () => true],
]);

/** The comparison of upper words where that of the lower ones is known. */
export function extended(name: string, a: number, b: number, low: boolean): boolean | undefined {
  const compare = COMPARISONS.get(name);
  if (compare === undefined) return undefined;
  if (name === 'F' || name === 'T') return compare(a, b);
  return a === b ? low : name === 'EQ' ? false : name === 'NE' ? true : compare(a, b);
}

/** A comparison, and the predicate that it is joined with. */
const JOINS: Readonly<Record<string, (a: number, b: number) => number>> = {
  AND: (a, b) => a & b,
  OR: (a, b) => a | b,
  XOR: (a, b) => a ^ b,
};

/** Both predicates of a comparison of sources; `holds` says `undefined` where it is not known. */
export function comparing(
  operands: readonly SassOperand[],
  modifiers: readonly string[],
  sources: readonly (Source | undefined)[],
  holds: (values: readonly number[]) => boolean | undefined,
): Operation | undefined {
  const join = JOINS[modifiers.find((name) => name in JOINS) ?? ''];
  const [p, q] = operands.map(targetPredicate);
  if (p === undefined || q === undefined || join === undefined) return undefined;
  return each([...sources, bit(operands[4])], [], [p, q], (values, results) => {
    const found = holds(values);
    const with_ = values[sources.length] ?? 0;
    [results[0], results[1]] = [join(Number(found), with_), join(Number(!found), with_)];
    return found !== undefined;
  });
}
