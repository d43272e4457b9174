/**
 * Which part of which buffer a value of type `!ttg.memdesc` is.
 *
 *     %x = ttg.local_alloc : () -> !ttg.memdesc<2x64x32xf16, ...>     a buffer of two tiles
 *     %v = ttg.memdesc_index %x[%i] : ... -> !ttg.memdesc<64x32xf16, ...>     one of them
 *
 * Values that a loop carries are what they are before its first iteration.
 */
import type { SharedEncoding, SharedPlacement, Site, Span } from '@ldscope/core';
import type { TileType } from './types.ts';

/** One allocation, of an operation that allocates or of one that needs memory while it runs. */
export interface SharedBuffer {
  /** `%x_30`, or the operation for a scratch buffer. */
  readonly name: string;
  readonly type: TileType | undefined;
  readonly bytes: number;
  /** Positions of the operations that it is alive between. */
  readonly from: number;
  to: number;
  /** Set when all buffers are known. */
  baseBytes: number;
}

export interface View {
  readonly buffer: SharedBuffer;
  readonly type: TileType;
  readonly encoding: SharedEncoding;
  readonly placement: SharedPlacement;
  /** From the start of the buffer. */
  readonly offsetBytes: number;
  /** The first element, where the view is a part of a tile. */
  readonly origin: readonly number[];
}

export type Moved = 'store' | 'load' | 'copy' | 'conversion' | 'reduction';

/** An operation that touches shared memory, and how. */
export interface TileAccess {
  /** `ttg.local_load`. */
  readonly operation: string;
  readonly moved: Moved;
  readonly site: Site;
  readonly span: Span;
  /** `loc(...)` of the operation, without the word. */
  readonly location: string | undefined;
  readonly inLoop: boolean;
  readonly buffer: SharedBuffer;
  readonly view: View | undefined;
  /** The tensor in registers; what a conversion or reduction makes of it is the type of its buffer. */
  readonly registers: TileType;
  readonly reduced?: Reduced | undefined;
}

/** Along which axis a reduction goes, and what of. */
export interface Reduced {
  readonly axis: number;
  /** Its operands; the compiler drops loads of an unused result. */
  readonly operands: readonly { readonly elementBytes: number; readonly isUsed: boolean }[];
}
