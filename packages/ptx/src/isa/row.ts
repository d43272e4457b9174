/**
 * The row of an arithmetic instruction: types of its operands, and an expression over one lane.
 *
 *     add.s32       out s32, ins [s32, s32]     'a + b'
 *     mul.wide.s32  out s64, ins [s32, s32]     '{ rL = Math.imul(a, b); rH = mulHighSigned(a, b); }'
 *     setp.lt.f32   out pred                    'a < b'
 *
 * Sources are a, b, c and e, the result is r. 64-bit integers are two words, aL and aH, signed; packed pairs of halves are
 * two numbers of the same names. A text in braces is statements that set r, or rL and rH. Expressions call what `helpers.ts`
 * lists.
 */
import type { Type } from '../text/program.ts';

/** Types of operands as rows name them: `f32x2` is a pair of floats in 64 bits, `x16` a pair of integers in 32. */
export type RowType = Type | 'f32x2' | 'u16x2' | 's16x2';

export interface Row {
  readonly out: RowType;
  readonly ins: readonly RowType[];
  readonly text: string;
  /** Reads or writes the carry, which is `CC` in its text: 0 or 1. */
  readonly carry?: 'in' | 'out' | 'both';
}

/** The row of a family's instruction by its modifiers, its type last; `undefined` where PTX has no such form. */
export type RowMaker = (modifiers: readonly string[], type: RowType) => Row | undefined;

export const LETTERS = ['a', 'b', 'c', 'e'] as const;

/** `n` operands of one type, and the result. */
export function same(type: RowType, n: number, text: string): Row {
  return { out: type, ins: Array.from({ length: n }, () => type), text };
}

export const isWide = (type: RowType): boolean =>
  type === 's64' || type === 'u64' || type === 'b64';

/** Types whose value is two numbers, L and H. */
export const isPair = (type: RowType): boolean => isWide(type) || type.endsWith('x2');

/** True when the text of a row reads its operands according to their types: pairs by their parts, others whole. */
export function isSound({ ins, out, text }: Row): boolean {
  if (out.endsWith('x2') && !text.startsWith('{')) return false;
  return ins.every((type, index) => {
    const letter = LETTERS[index] ?? '';
    const other = isPair(type) ? new RegExp(`\\b${letter}\\b`) : new RegExp(`\\b${letter}[LH]\\b`);
    return !other.test(text);
  });
}
