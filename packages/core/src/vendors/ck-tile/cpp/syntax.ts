/**
 * CK Tile's C++ as a tree: the part of the language that descriptors and encodings are written in.
 *
 * Types and values are one sort of expression: CK computes with types that are values (`number<8>`, `sequence<0, 1>`), and
 * `decltype(x)` is read like `x`.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { COperator } from '../../../base/precedence.ts';
import type { Span } from '../../../base/span.ts';

/** `at<0>` of `config.template at<0>()`. */
export interface Segment extends Span {
  readonly name: string;
  /** Absent without `<...>`. */
  readonly args?: readonly Expression[];
}

export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'flag'; readonly value: boolean }
    /** `Problem::Shape::kM` */
    | { readonly kind: 'name'; readonly path: readonly Segment[] }
    /** `x.at`, `decltype(x)::type` */
    | { readonly kind: 'member'; readonly of: Expression; readonly segment: Segment }
    | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Expression[] }
    /** `number<8>{}`, and `{0, 1}` without a type. */
    | {
        readonly kind: 'braces';
        readonly type: Expression | undefined;
        readonly args: readonly Expression[];
      }
    | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
    | { readonly kind: 'unary'; readonly sign: string; readonly of: Expression }
    | {
        readonly kind: 'binary';
        readonly sign: COperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'choice';
        readonly condition: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
    | { readonly kind: 'sizeof'; readonly of: Expression }
    /** `Is...` */
    | { readonly kind: 'pack'; readonly of: Expression }
    | {
        readonly kind: 'lambda';
        readonly parameters: readonly Parameter[];
        readonly body: readonly Statement[];
      }
  );

/** A parameter of a template or a function. */
export interface Parameter {
  readonly name: string;
  readonly isPack: boolean;
  readonly fallback: Expression | undefined;
}

export interface FunctionSyntax extends Span {
  readonly kind: 'function';
  readonly name: string;
  readonly template: readonly Parameter[] | undefined;
  readonly parameters: readonly Parameter[];
  /** A part that is not read is a statement that says why. */
  readonly body: readonly Statement[];
}

export interface StructSyntax extends Span {
  readonly kind: 'struct';
  readonly name: string;
  readonly template: readonly Parameter[] | undefined;
  /** `<half_t, 32>` behind the name of a specialization. */
  readonly specialized: readonly Expression[] | undefined;
  readonly bases: readonly Expression[];
  /** Absent for a declaration alone. */
  readonly body: readonly Statement[] | undefined;
}

/** `constexpr index_t kM = 64;`, `using Shape = sequence<64, 32>;` */
export interface ConstantSyntax extends Span {
  readonly kind: 'constant';
  readonly name: string;
  readonly template: readonly Parameter[] | undefined;
  readonly value: Expression;
  /** True where the value is a type. */
  readonly isAlias: boolean;
}

export type Statement =
  | FunctionSyntax
  | StructSyntax
  | ConstantSyntax
  | (Span &
      (
        | { readonly kind: 'namespace'; readonly name: string; readonly body: readonly Statement[] }
        | { readonly kind: 'return'; readonly value: Expression }
        | { readonly kind: 'expression'; readonly value: Expression }
        | { readonly kind: 'assert'; readonly condition: Expression }
        | {
            readonly kind: 'if';
            readonly condition: Expression;
            readonly yes: readonly Statement[];
            readonly no: readonly Statement[];
          }
        | { readonly kind: 'block'; readonly body: readonly Statement[] }
        /** A statement that is not read, and why. */
        | { readonly kind: 'unread'; readonly fault: Diagnostic }
      ));
