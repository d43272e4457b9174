/**
 * The format language: the custom syntax of an operation in one line, and what a line is compiled to.
 *
 *     %lhs , %rhs { overflow ~ $overflowFlags:overflow=<none> }? dict : type(lhs) => lhs
 *
 * reads and prints `arith.addi %a, %b overflow<nsw> : index`. Parser and printer run the same
 * elements, so they cannot drift apart. Words are separated by blanks:
 *
 *     %a  %a?  %a*          one operand, an optional one, any number of them
 *     $a:codec  $a:codec=x  an attribute, spelled as `codecs.ts` or the dialect says; `x` when absent
 *     type(a)  type(a,b)    the type of an operand (or of several that share it)
 *     types(a)              the types of all operands of a group, with commas; types-but-index(a)
 *                           has nothing to say when each is `index`
 *     type(result)          the type of the next result; types(result): of all results
 *     type(a:!llvm.ptr)     the name of the type is left out: `<3>`; so for type(result:...)
 *     function(a,b)         `(types of a and b) -> types of the results`
 *     dict  dict-keyword    the other attributes, `{...}`; behind `attributes` for the second
 *     region(...)           a region; options `isolated`, `block`, `terminator=scf.yield`
 *     indices(%a,$b)        `[%x, 4]`: dynamic ones in operands a, static ones in attribute b;
 *                           `(%x, 4)` for indices-paren; indices-i32 has 32-bit static ones
 *     sizes(m,n,k)          `16x16x32`: attributes of type i32
 *     tied(a,%b)            `%a as type{%x}`: the result is operand a, updated in place; its sizes are operands b
 *     tokens(%a)            `async [%t]`: waits for the tokens a; `async` makes one more, the last result
 *     { ... }?              optional: there when its first word is; printed when the element marked
 *                           with `^` (else its first operand or attribute) has something to say
 *     { a ... | b ... }*    clauses in any order
 *     { a ... | b ... }/    the first of them that has something to say
 *     { ... }!              optional, another version's spelling of what `dict` prints: read, not printed
 *     ~  _                  no blank, or a blank, before the next word
 *     anything else         itself; behind a backslash also `{`
 *
 * Behind `=>`: the types of results that the syntax does not spell. `a` is the type of operand a,
 * `a*` of each of them, `bool(a)` an i1 in its shape, `element(a)` its element, `elements(a)` one
 * element for each of the vector, `pointee(a)` what the pointers in it point to, `shuffle(a)` as many of
 * its elements as attribute `mask` lists, `typeof(b)` the type of attribute b, `again` the type of the
 * result before, anything else a type.
 * Behind `;`: `segments` for an operation that keeps group sizes in `operandSegmentSizes`, `order a b`
 * for an order of operands other than the order of the syntax, and attributes `a:codec=x` that the
 * syntax leaves to `dict` when they are not `x`.
 */
import type { Attribute } from '../ir/types.ts';
import type { TokenKind } from './lexer.ts';
import type { RegionOptions } from './state.ts';
import type { Codec } from './syntax.ts';

type Arity = 'one' | 'optional' | 'many';

export interface Group {
  readonly name: string;
  readonly arity: Arity;
}

/** `space`: a blank before the element when it is printed. */
export type Element = { readonly space: boolean } & (
  | { readonly kind: 'literal'; readonly text: string; readonly token: TokenKind }
  | { readonly kind: 'operands'; readonly group: number; readonly arity: Arity }
  | { readonly kind: 'attribute'; readonly name: string; readonly codec: Codec }
  | {
      readonly kind: 'operand-types';
      readonly groups: readonly number[];
      readonly list: boolean;
      /** Types that are all `index` go without saying. */
      readonly butIndex: boolean;
      readonly head: string | undefined;
    }
  | {
      readonly kind: 'result-types';
      readonly index: number;
      readonly list: boolean;
      readonly head: string | undefined;
    }
  | { readonly kind: 'function'; readonly groups: readonly number[] }
  | { readonly kind: 'dictionary'; readonly keyword: boolean }
  | { readonly kind: 'region'; readonly index: number; readonly options: RegionOptions }
  | {
      readonly kind: 'indices';
      readonly group: number;
      readonly name: string;
      readonly open: '[' | '(';
      readonly width: 32 | 64;
    }
  | { readonly kind: 'sizes'; readonly names: readonly string[] }
  | { readonly kind: 'tied'; readonly group: number; readonly sizes: number }
  | { readonly kind: 'tokens'; readonly group: number }
  | {
      readonly kind: 'optional';
      readonly body: readonly Element[];
      readonly anchor: Element;
      /** Printed when the anchor has something to say; else never. */
      readonly printed: boolean;
    }
  | {
      readonly kind: 'clauses' | 'choice';
      readonly clauses: readonly { readonly body: readonly Element[]; readonly anchor: Element }[];
    }
);

/** Makes one or more result types of the operands and attributes. */
export type ResultRule =
  | {
      readonly kind: 'same' | 'each' | 'bool' | 'element' | 'elements' | 'pointee' | 'shuffle';
      readonly group: number;
    }
  | { readonly kind: 'typeof'; readonly attribute: string }
  /** The type of the result before it. */
  | { readonly kind: 'again' }
  | { readonly kind: 'fixed'; readonly name: string };

export interface Format {
  readonly elements: readonly Element[];
  /** Operand groups in the order of the syntax. */
  readonly groups: readonly Group[];
  /** Numbers of groups in the order of the operation's operands. */
  readonly order: readonly number[];
  /** Every group is one operand, in the order of the syntax. */
  readonly fixed: boolean;
  readonly segments: boolean;
  readonly results: readonly ResultRule[];
  /** Attributes that are not part of the printed dictionary. */
  readonly spelled: ReadonlySet<string>;
  readonly defaults: ReadonlyMap<string, Attribute>;
  /** The attributes that belong to the operation. */
  readonly properties: readonly string[];
}
