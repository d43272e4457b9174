/**
 * Fields to bytes, as C lays out a struct: each at the next multiple of its alignment, the whole rounded up.
 *
 *     struct { void *a; void *c; int m; int k; }      a at 0, c at 8, m at 16, k at 20, 24 bytes
 *
 * A field with `at` has its byte given, for packed structs and for those of which only some fields matter; `size` says
 * how long the whole is. What no field covers is zero. A buffer is a pointer of 8 bytes, which the launch fills in.
 */
import { roundUp } from '@ldscope/core';
import type { BufferArgument } from './buffer-argument.ts';

/** A piece of an argument: its bytes, and where in them pointers go. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly alignment: number;
  readonly pointers: readonly Pointer[];
}

/** A pointer to a buffer, at a byte of the piece. */
export interface Pointer {
  readonly offset: number;
  readonly buffer: BufferArgument;
  /** How far into the buffer it points, in bytes. */
  readonly into: number;
  /** Bytes that are pointed to instead, and that begin with the address in the buffer: a texture object. */
  readonly object?: Uint8Array | undefined;
}

export interface Field {
  readonly piece: Piece;
  /** The byte where the field begins; by default the next one that fits. */
  readonly at: number | undefined;
}

/** Most bytes of a struct: more than any kernel takes. */
export const MOST_STRUCT_BYTES = 65536;

const POINTER_BYTES = 8;

/** The bytes of an address; without a pointer they are 0. */
export const addressPiece = (...pointers: readonly Pointer[]): Piece => ({
  bytes: new Uint8Array(POINTER_BYTES),
  alignment: POINTER_BYTES,
  pointers,
});

/** A pointer to a byte of a buffer. */
export const pointerPiece = (buffer: BufferArgument, into: number): Piece =>
  addressPiece({ offset: 0, buffer, into });

/** Lays out fields; text says why they make no struct. */
export function layOutStruct(fields: readonly Field[], size: number | undefined): Piece | string {
  const places: { start: number; end: number }[] = [];
  let end = 0;
  let alignment = 1;
  for (const [index, { piece, at }] of fields.entries()) {
    const start = at ?? roundUp(end, piece.alignment);
    const place = { start, end: start + piece.bytes.length };
    if (place.end > MOST_STRUCT_BYTES) return `field ${index} ends beyond ${MOST_STRUCT_BYTES}`;
    const other = places.findIndex((one) => one.start < place.end && place.start < one.end);
    const common = Math.max(start, places[other]?.start ?? 0);
    if (other >= 0) return `fields ${other} and ${index} overlap at byte ${common}`;
    places.push(place);
    end = Math.max(end, place.end);
    alignment = Math.max(alignment, piece.alignment);
  }
  // Fields at odd places make a packed struct, which ends where its last field does.
  const packed = fields.some(({ piece, at }) => at !== undefined && at % piece.alignment !== 0);
  const needed = packed ? end : roundUp(end, alignment);
  if (size !== undefined && (size < end || size > MOST_STRUCT_BYTES)) {
    return `its fields need ${end} bytes, and size is ${size}`;
  }
  const bytes = new Uint8Array(size ?? needed);
  for (const [index, { piece }] of fields.entries()) {
    bytes.set(piece.bytes, places[index]?.start ?? 0);
  }
  const pointers = fields.flatMap(({ piece }, index) =>
    piece.pointers.map((pointer) => ({
      ...pointer,
      offset: (places[index]?.start ?? 0) + pointer.offset,
    })),
  );
  return { bytes, alignment: packed ? 1 : alignment, pointers };
}
