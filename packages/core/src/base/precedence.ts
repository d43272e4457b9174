/**
 * Binary operators between operands: one reader by precedence climbing for every language, each with its own table.
 *
 *     1 + 2 * 3 << 1      levels of C: (1 + (2 * 3)) << 1
 *
 * Operators of one level associate to the left.
 */

/** Operators of C by how tightly they bind, the loosest first. */
const cLevels = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
] as const;

export type COperator = (typeof cLevels)[number][number];

/** The level of each operator, by its text or by another key of the language. */
type Bindings<O extends string, K> = ReadonlyMap<
  K,
  { readonly operator: O; readonly level: number }
>;

export const bindingsOf = <O extends string, K>(
  levels: readonly (readonly O[])[],
  keyOf: (operator: O) => K,
): Bindings<O, K> =>
  new Map(
    levels.flatMap((level, i) =>
      level.map((operator) => [keyOf(operator), { operator, level: i }] as const),
    ),
  );

export const cBindings = bindingsOf<COperator, string>(cLevels, String);

/** How a language writes operators and operands; `P` is a place in its text, `T` what an operand is read as. */
export interface BinaryGrammar<P, T, O extends string, K = string> {
  readonly bindings: Bindings<O, K>;
  /** Reads an operand; `undefined` after a fault. */
  readonly operandAt: (place: P) => T | undefined;
  /** The key of the operator at the place, or anything else; nothing is taken. */
  readonly signAt: (place: P) => K | undefined;
  /** Takes the operator: `undefined` after a fault, `false` where nothing follows that it operates on. */
  readonly take: (place: P, operator: O) => boolean | undefined;
  readonly combine: (place: P, operator: O, left: T, right: T) => T | undefined;
  /** Reads a right operand, of operators from a level on, for languages that limit nesting. */
  readonly rightAt?: (place: P, least: number) => T | undefined;
}

/** Words of a text that is cut into them, and the place of the next one. */
export interface Tokens {
  readonly tokens: readonly string[];
  at: number;
}

/** How operators are read that are tokens. */
export const operatorTokens = {
  signAt: ({ tokens, at }: Tokens): string | undefined => tokens[at],
  take: (place: Tokens): true => {
    place.at++;
    return true;
  },
} as const;

/** Operands and the operators of a level and of those above it; `undefined` after a fault. */
export function binaryAt<P, T, O extends string, K>(
  grammar: BinaryGrammar<P, T, O, K>,
  place: P,
  least = 0,
): T | undefined {
  let left = grammar.operandAt(place);
  // An operator that binds tighter than the one before it belongs to the right operand.
  let most = Infinity;
  while (left !== undefined) {
    const sign = grammar.signAt(place);
    const found = sign === undefined ? undefined : grammar.bindings.get(sign);
    if (found === undefined || found.level < least || found.level > most) return left;
    const { operator, level } = found;
    const operates = grammar.take(place, operator);
    if (operates === undefined) return undefined;
    most = operates ? level : level - 1;
    if (!operates) continue;
    const right: T | undefined =
      grammar.rightAt === undefined
        ? binaryAt(grammar, place, level + 1)
        : grammar.rightAt(place, level + 1);
    left = right === undefined ? undefined : grammar.combine(place, operator, left, right);
  }
  return undefined;
}
