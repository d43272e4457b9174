/** Pointers into buffers of a launch file, and bytes as they are. */
import { type DataPath, shape, type ValueOf } from '@ldscope/core';
import type { BufferArgument } from './buffer-argument.ts';
import type { LaunchReading } from './reading.ts';
import { MOST_STRUCT_BYTES, type Piece, pointerPiece } from './struct.ts';

const { mapping, optional, required, text, whole } = shape;

export const pointerKeys = {
  pointer: required(text('a name in buffers'), 'A name in buffers.'),
  offset: optional(whole(), 'How far into the buffer it points, in bytes.'),
};
export const pointerShape = mapping(pointerKeys);

/** `{ pointer: NAME, offset: BYTES }`: an address in a buffer of `buffers`. */
export function pointerAt(
  { pointer: name, offset: into = 0 }: ValueOf<typeof pointerShape>,
  path: DataPath,
  reading: LaunchReading,
): Piece | undefined {
  const buffer = bufferNamed(name, [...path, 'pointer'], reading);
  if (buffer === undefined) return undefined;
  if (into <= buffer.data.length) return pointerPiece(buffer, into);
  return reading.wants([...path, 'offset'], `a byte of ${name}, which has ${buffer.data.length}`);
}

/** A buffer of `buffers`. */
export function bufferNamed(
  name: string,
  path: DataPath,
  reading: LaunchReading,
): BufferArgument | undefined {
  const buffer = reading.buffers.get(name);
  if (buffer !== undefined) return buffer;
  const known = [...reading.buffers.keys()].join(', ');
  const wanted = known === '' ? 'a name in buffers, which has none' : `one of buffers: ${known}`;
  return reading.wants(path, wanted);
}

const HEX = /^(?:[0-9a-f]{2})+$/i;

/** `{ hex: "80000000" }`: bytes in the order of memory. */
export function hexAt(value: unknown, path: DataPath, reading: LaunchReading): Piece | undefined {
  const text = typeof value === 'string' ? value.replaceAll(/[\s_]/g, '') : '';
  if (text.length > 2 * MOST_STRUCT_BYTES || !HEX.test(text))
    return reading.wants(path, 'a text of pairs of hex digits');
  const bytes = Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
  return { bytes, alignment: 1, pointers: [] };
}
