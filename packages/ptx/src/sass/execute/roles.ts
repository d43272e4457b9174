/**
 * Steps of instructions by the roles of their operands, results first.
 *
 *     'w a a b'       SEL R2, R3, R4, P0                      a word of two words and a predicate
 *     'r a a a k ?'   LOP3.LUT P1, R2, R3, R4, R5, 0xc0, !PT  a word, and a predicate beside it
 *
 * Results:
 *     w  W   a word, a pair of words                   p      a predicate
 *     r  R   the same with a predicate before or behind it, or none      s  a word, beside which nothing but PT stands
 * Sources:
 *     a  A   a word, a word and the one above          f  F   the bits of a float, both words of a double
 *     P      a pair that is not negated
 *     m      a word that is not negated                t  T   a term of a sum, all terms up to the first predicate
 *     b      a predicate as 0 or 1                     C      the carries into a sum: none without `.X`
 *     k      a constant                                ?      a predicate that never holds, or nothing      *      anything
 */
import { behind, isTrue, type SassOperand } from '../operands.ts';
import {
  bit,
  carriesIn,
  type Compute,
  double,
  each,
  float,
  isNegative,
  isNever,
  type Maker,
  only,
  pairOf,
  type Source,
  target,
  targetPredicate,
  term,
  upper,
  word,
} from './sources.ts';

type Sources = readonly (Source | undefined)[];

const REFUSED: Sources = [undefined];

/** The sources of an operand in a role. */
const SOURCES: Readonly<Record<string, (operand: SassOperand | undefined) => Sources>> = {
  'a': (operand) => [word(operand)],
  'A': (operand) => [word(operand), upper(operand)],
  'P': (operand) => (isNegative(operand) ? REFUSED : pairOf(operand)),
  'm': (operand) => (isNegative(operand) ? REFUSED : [word(operand)]),
  't': (operand) => [term(operand)],
  'f': (operand) => [float(operand)],
  'F': double,
  'b': (operand) => [bit(operand)],
  'k': (operand) => (operand?.kind === 'constant' ? [word(operand)] : REFUSED),
  '?': (operand) => (operand === undefined || isNever(operand) ? [] : REFUSED),
};

interface Results {
  readonly words: readonly number[];
  readonly predicates: readonly number[];
  readonly rest: readonly SassOperand[];
}

/** The results in front of the operands; `undefined` where there are others. */
function resultsIn(operands: readonly SassOperand[], roles: string): Results | undefined {
  const [role = ''] = roles;
  if ('rRs'.includes(role)) return wordIn(operands, role);
  const words: number[] = [];
  const predicates: number[] = [];
  for (const [at, one] of [...roles].entries()) {
    const [register, predicate] = [target(operands[at]), targetPredicate(operands[at])];
    if (one === 'p' && predicate !== undefined) predicates.push(predicate);
    else if (one !== 'p' && register !== undefined) words.push(...wordsFrom(register, one));
    else return undefined;
  }
  return { words, predicates, rest: operands.slice(roles.length) };
}

const wordsFrom = (register: number, role: string): readonly number[] =>
  role === 'W' || role === 'R' ? [register, behind(register, 1)] : [register];

/** A word, and predicates on either side of it. */
function wordIn(operands: readonly SassOperand[], role: string): Results | undefined {
  const before = operands.findIndex(({ kind }) => kind !== 'predicate');
  const register = target(operands[before]);
  if (before < 0 || register === undefined) return undefined;
  let end = before + 1;
  while (operands[end]?.kind === 'predicate' && end < before + 3) end++;
  const [first, ...others] = [...operands.slice(0, before), ...operands.slice(before + 1, end)];
  // Since sm_100 there is a second carry, which goes nowhere.
  if (others.some((operand) => !isTrue(targetPredicate(operand) ?? NaN))) return undefined;
  const predicate = targetPredicate(first);
  if (first !== undefined && predicate === undefined) return undefined;
  const predicates = predicate === undefined || isTrue(predicate) ? [] : [predicate];
  if (role === 's' && predicates.length > 0) return undefined;
  return { words: wordsFrom(register, role), predicates, rest: operands.slice(end) };
}

/** The sources of operands; `undefined` where there are others than the roles say. */
function sourcesIn(
  operands: readonly SassOperand[],
  roles: readonly string[],
  modifiers: readonly string[],
): Sources | undefined {
  const found: (Source | undefined)[] = [];
  let rest = operands;
  for (const role of roles) {
    if (role === '*') return found;
    const predicate = rest.findIndex(({ kind }) => kind === 'predicate');
    const count = role === 'C' || (role === 'T' && predicate < 0) ? rest.length : predicate;
    const taken = role === 'C' || role === 'T' ? rest.slice(0, count) : rest.slice(0, 1);
    rest = rest.slice(taken.length);
    if (role === 'C') found.push(...(carriesIn(taken, modifiers) ?? REFUSED));
    else if (role === 'T') found.push(...taken.map(term));
    else found.push(...(SOURCES[role]?.(taken[0]) ?? REFUSED));
  }
  return rest.length === 0 ? found : undefined;
}

/** A maker for operands in some roles, with some modifiers; `make` gives what each lane computes, and may ask for modifiers. */
export function computes(
  roles: string,
  allowed: readonly string[],
  make: (has: (...names: readonly string[]) => boolean) => Compute,
): Maker {
  const all = roles.split(' ');
  const first = all.findIndex((role) => !'wWprRs'.includes(role));
  const results = (first < 0 ? all : all.slice(0, first)).join('');
  return (operands, modifiers) => {
    const found = only(modifiers, allowed) ? resultsIn(operands, results) : undefined;
    const sources = found && sourcesIn(found.rest, all.slice(results.length), modifiers);
    if (found === undefined || sources === undefined) return undefined;
    const compute = make((...names) => names.some((name) => modifiers.includes(name)));
    return each(sources, found.words, found.predicates, compute);
  };
}
