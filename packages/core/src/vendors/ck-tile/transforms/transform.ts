/**
 * CK Tile's coordinate transforms as plain data, under CK's own names.
 *
 * A transform maps *upper* indices (the user's side) to *lower* ones (the side of memory). What each kind does
 * is its row in `table.ts`.
 */
import type { Division } from '../../../layout/index/arithmetic.ts';

/** A dimension as it is; `length` is its length. */
interface PassThrough {
  readonly kind: 'pass_through';
  readonly length: number;
}

/** `left` and `right` elements more, which do not exist below. */
interface Pad {
  readonly kind: 'pad';
  readonly length: number;
  readonly left: number;
  readonly right: number;
}

interface LeftPad {
  readonly kind: 'left_pad';
  readonly length: number;
  readonly left: number;
}

interface RightPad {
  readonly kind: 'right_pad';
  readonly length: number;
  readonly right: number;
}

/** Strides: the lower index is the sum of upper indices times their coefficients. */
interface Embed {
  readonly kind: 'embed';
  readonly upperLengths: readonly number[];
  readonly coefficients: readonly number[];
}

/** Several lower dimensions as one upper, row-major. */
interface Merge {
  readonly kind: 'merge';
  readonly lowerLengths: readonly number[];
  readonly division: Division;
}

/** One lower dimension as several upper ones, row-major. */
interface Unmerge {
  readonly kind: 'unmerge';
  readonly upperLengths: readonly number[];
}

/**
 * The second index is XORed with the first, taken modulo the second length unless `applyModulo` is false. The
 * first length is only stated; `RowMul` scales it without effect.
 */
interface Xor {
  readonly kind: 'xor';
  readonly lengths: readonly [number, number];
  readonly applyModulo: boolean;
}

/** The second index moves on by the first (or back), around the second length. */
interface CyclicShift {
  readonly kind: 'cyclic_shift' | 'inverse_cyclic_shift';
  readonly lengths: readonly [number, number];
}

interface Offset {
  readonly kind: 'offset';
  readonly length: number;
  readonly offset: number;
}

/** The part [begin, end) of a dimension. */
interface Slice {
  readonly kind: 'slice';
  readonly length: number;
  readonly begin: number;
  readonly end: number;
}

/** `length` indices that run around `modulus`. */
interface Modulo {
  readonly kind: 'modulo';
  readonly modulus: number;
  readonly length: number;
}

/** A dimension held at one index: it disappears above. */
interface Freeze {
  readonly kind: 'freeze';
  readonly index: number;
}

/** A dimension that does not exist below. */
interface Insert {
  readonly kind: 'insert';
  readonly length: number;
}

/** Several dimensions that do not exist below. */
interface Replicate {
  readonly kind: 'replicate';
  readonly upperLengths: readonly number[];
}

/** A gather: the lower index is looked up. CK calls `table` an indexing adaptor. */
interface Indexing {
  readonly kind: 'indexing';
  readonly length: number;
  readonly table: readonly number[];
}

export type Transform =
  | PassThrough
  | Pad
  | LeftPad
  | RightPad
  | Embed
  | Merge
  | Unmerge
  | Xor
  | CyclicShift
  | Offset
  | Slice
  | Modulo
  | Freeze
  | Insert
  | Replicate
  | Indexing;

export type TransformKind = Transform['kind'];

/** One maker per kind, with the defaults of CK's `make_..._transform`. */
export const make = {
  passThrough: (length: number): Transform => ({ kind: 'pass_through', length }),
  pad: (length: number, left: number, right: number): Transform => ({
    kind: 'pad',
    length,
    left,
    right,
  }),
  leftPad: (length: number, left: number): Transform => ({ kind: 'left_pad', length, left }),
  rightPad: (length: number, right: number): Transform => ({ kind: 'right_pad', length, right }),
  embed: (upperLengths: readonly number[], coefficients: readonly number[]): Transform => ({
    kind: 'embed',
    upperLengths,
    coefficients,
  }),
  merge: (lowerLengths: readonly number[], division: Division = 'magic'): Transform => ({
    kind: 'merge',
    lowerLengths,
    division,
  }),
  unmerge: (upperLengths: readonly number[]): Transform => ({ kind: 'unmerge', upperLengths }),
  xor: (lengths: readonly [number, number], applyModulo = true): Transform => ({
    kind: 'xor',
    lengths,
    applyModulo,
  }),
  cyclicShift: (lengths: readonly [number, number]): Transform => ({
    kind: 'cyclic_shift',
    lengths,
  }),
  inverseCyclicShift: (lengths: readonly [number, number]): Transform => ({
    kind: 'inverse_cyclic_shift',
    lengths,
  }),
  offset: (length: number, offset: number): Transform => ({ kind: 'offset', length, offset }),
  slice: (length: number, begin: number, end: number): Transform => ({
    kind: 'slice',
    length,
    begin,
    end,
  }),
  modulo: (modulus: number, length: number): Transform => ({ kind: 'modulo', modulus, length }),
  freeze: (index: number): Transform => ({ kind: 'freeze', index }),
  insert: (length: number): Transform => ({ kind: 'insert', length }),
  replicate: (upperLengths: readonly number[]): Transform => ({ kind: 'replicate', upperLengths }),
  indexing: (table: readonly number[]): Transform => ({
    kind: 'indexing',
    length: table.length,
    table,
  }),
} as const;
