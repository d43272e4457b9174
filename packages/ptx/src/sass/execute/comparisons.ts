/**
 * Comparisons as predicates.
 *
 *     ISETP.GT.AND P0, P1, R2, R4, P2      P0 = R2 > R4 and P2      P1 = not (R2 > R4) and P2
 */
import { computes } from './roles.ts';
import type { Maker } from './sources.ts';

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

/** Sets both predicates; `holds` says `undefined` where that is not known. Roles: two results, what is compared, the predicate that is joined. */
export const comparing =
  (
    roles: string,
    allowed: readonly string[],
    holds: (values: readonly number[]) => boolean | undefined,
  ): Maker =>
  (operands, modifiers) => {
    const join = JOINS[modifiers.find((name) => name in JOINS) ?? ''];
    if (join === undefined) return undefined;
    const compared = roles.slice('p p '.length, roles.indexOf(' b'));
    const place = compared.split(' ').reduce((sum, role) => sum + (/[FP]/.test(role) ? 2 : 1), 0);
    return computes(roles, [...allowed, ...Object.keys(JOINS)], () => (values) => {
      const found = holds(values);
      const before = values[place] ?? 0;
      return found === undefined
        ? undefined
        : [join(Number(found), before), join(Number(!found), before)];
    })(operands, modifiers);
  };
