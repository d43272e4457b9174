/**
 * What the lines of compiled code belong to: the loops around an instruction, and the lines of source that it was compiled from.
 *
 *     0  v_mov_b32       .loc 1 10        parts   [ k.hip:10 ] [ k.hip:12 ] [ k.hip:12 ]
 *     1  ds_read_b32     .loc 1 12        loops   [ 1, 2 ]
 *     2  s_cbranch 1     .loc 1 12
 *
 * Loops are those of `base/components.ts`.
 */
import type { SourceLine } from '../access/source-line.ts';
import type { Span } from '../base/span.ts';

/** An instruction or operation of a text. */
export interface OutlinePart {
  readonly span: Span;
  /** The innermost function first; absent where none is known. */
  readonly source?: readonly SourceLine[] | undefined;
}

export interface CodeOutline {
  /** In the order of the code. */
  readonly parts: readonly OutlinePart[];
  /** The parts of each loop by their numbers, ascending. */
  readonly loops: readonly (readonly number[])[];
}
