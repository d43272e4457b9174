/**
 * An argument of a launch file as bytes and pointers.
 *
 *     { i32: 128 }                             4 bytes
 *     [{ pointer: a }, { at: 12, f32: 1 }]     a struct of 16 bytes, with a pointer at its beginning
 *     { tensorMap: { pointer: a, ... } }       the 128 bytes of a tensor map, with the address of its tensor
 *     { texture: { pointer: a, ... } }         the 8 bytes of a texture object
 *     { struct: Kargs, fields: { a: a, m: 128 } }    a struct that types define in C
 */
import { type DataPath, messages } from '@ldscope/core';
import type { BufferArgument } from './buffer-argument.ts';
import { structOfC } from './c-value.ts';
import { elementType } from './dtypes.ts';
import type { ArgumentEntry, NamedEntry } from './launch-shape.ts';
import { bufferAt } from './read-buffer.ts';
import { hexAt, pointerAt } from './read-pointer.ts';
import { tensorMapAt } from './read-tensor-map.ts';
import { textureAt, textureFormKeys } from './read-texture.ts';
import type { LaunchReading } from './reading.ts';
import { writeScalar } from './scalar.ts';
import { placeWords } from './place-words.ts';
import { type Field, layOutStruct, type Piece, pointerPiece } from './struct.ts';

/** Structs inside each other, at most. */
const MOST_DEPTH = 8;

/** A buffer of its own, or a value with the pointers in it; where it goes, and what it is called. */
interface ReadArgument {
  readonly name: string;
  readonly at: number | undefined;
  readonly value: BufferArgument | Piece;
}

/** Reads an argument whose form was checked. */
export async function argumentAt(
  entry: ArgumentEntry,
  path: DataPath,
  otherName: string,
  reading: LaunchReading,
  depth = 0,
): Promise<ReadArgument | undefined> {
  const own: NamedEntry = isFields(entry) ? {} : entry;
  const { name = otherName, at, dtype, bytes, fill } = own;
  const read =
    (dtype ?? bytes ?? fill) === undefined
      ? await pieceAt(entry, path, name, reading, depth)
      : await bufferAt(own, path, name, reading);
  return read && { name, at, value: read };
}

const isFields = (entry: ArgumentEntry): entry is readonly ArgumentEntry[] => Array.isArray(entry);

async function pieceAt(
  entry: ArgumentEntry,
  path: DataPath,
  name: string,
  reading: LaunchReading,
  depth: number,
): Promise<Piece | undefined> {
  if (isFields(entry)) return await structAt(entry, undefined, path, name, reading, depth);
  const { struct, fields, size, hex, tensorMap, pointer, offset } = entry;
  if (typeof struct === 'string') return await structOfC(struct, fields, path, name, reading);
  if (struct !== undefined)
    return await structAt(struct, size, [...path, 'struct'], name, reading, depth);
  if (pointer !== undefined) return pointerAt({ pointer, offset }, path, reading);
  if (tensorMap !== undefined) return tensorMapAt(tensorMap, [...path, 'tensorMap'], reading);
  for (const kind of textureFormKeys) {
    const object = entry[kind];
    if (object !== undefined) return textureAt(object, kind, [...path, kind], reading);
  }
  if (hex !== undefined) return hexAt(hex, [...path, 'hex'], reading);
  return scalarsAt({ ...entry }, path, reading);
}

/** A scalar or array by the one key that is a type: `{ i32: 128 }`, `{ f32: [1, 2] }`. */
function scalarsAt(
  entry: Readonly<Record<string, unknown>>,
  path: DataPath,
  reading: LaunchReading,
): Piece | undefined {
  const key = Object.keys(entry).find((one) => elementType(one) !== undefined) ?? '';
  const type = elementType(key);
  if (type === undefined) return reading.wants(path, 'a value');
  const value = entry[key];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const bytes = new Uint8Array(type.bytes * values.length);
  const view = new DataView(bytes.buffer);
  for (const [index, one] of values.entries()) {
    const wanted = writeScalar(type, view, index * type.bytes, one);
    if (wanted === undefined) continue;
    return reading.wants(Array.isArray(value) ? [...path, key, index] : path, wanted);
  }
  return { bytes, alignment: type.bytes, pointers: [] };
}

async function structAt(
  list: readonly ArgumentEntry[],
  size: number | undefined,
  path: DataPath,
  name: string,
  reading: LaunchReading,
  depth: number,
): Promise<Piece | undefined> {
  if (depth >= MOST_DEPTH)
    return reading.wants(path, `a list of fields, with structs at most ${MOST_DEPTH} deep`);
  const fields: Field[] = [];
  for (const [index, listed] of list.entries()) {
    const field = await argumentAt(
      listed,
      [...path, index],
      `${name}.${index}`,
      reading,
      depth + 1,
    );
    if (field === undefined) return undefined;
    const { at, value } = field;
    fields.push({ piece: 'kind' in value ? pointerPiece(value, 0) : value, at });
  }
  const laid = layOutStruct(fields, size);
  if (typeof laid !== 'string') return laid;
  const owner = path.at(-1) === 'struct' ? path.slice(0, -1) : path;
  return reading.fail(path, messages.launchFile.struct(placeWords(owner), laid));
}
