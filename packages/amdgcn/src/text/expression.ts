/** Expressions of the assembler as data: `expressions.ts` reads them, `symbols.ts` evaluates them. */
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<<'
  | '>>'
  | '&'
  | '|'
  | '^'
  | '!'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||';

export type Expression =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'symbol'; readonly name: string; readonly relocation?: string }
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] };
