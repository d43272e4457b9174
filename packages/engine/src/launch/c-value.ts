/**
 * Values for a struct of C, by the names of its fields.
 *
 *     struct Kargs { const half *a; int sizes[2]; struct { float alpha; } epilogue; };
 *
 *     { a: weights, sizes: [128, 64], epilogue: { alpha: 0.5 } }
 *
 * A pointer is the name of a buffer, `{ pointer: NAME, offset: BYTES }`, a buffer of its own, or 0. Every field has to
 * be given: one that is left out would silently be 0. `{ hex: ... }` stands for any value but a struct.
 */
import {
  type CType,
  type DataPath,
  isRecord,
  messages,
  namedFields,
  nearestName,
  readTypes,
  type StructType,
  integerOf,
} from '@ldscope/core';
import { elementType } from './dtypes.ts';
import { readPart } from './launch-shape.ts';
import { bufferAt, bufferShape } from './read-buffer.ts';
import { bufferNamed, hexAt, pointerAt, pointerShape } from './read-pointer.ts';
import { textureAt, textureFormKeys, textureShapes } from './read-texture.ts';
import type { LaunchReading } from './reading.ts';
import { writeScalar } from './scalar.ts';
import { addressPiece, type Piece, type Pointer, pointerPiece } from './struct.ts';

/** A struct by its name in `types`, or by its text, with a value per field. */
export async function structOfC(
  struct: string,
  fields: unknown,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<Piece | undefined> {
  const type = structNamed(struct, [...path, 'struct'], reading);
  return type && (await valueOf(type, fields, [...path, 'fields'], name, reading));
}

function structNamed(text: string, path: DataPath, reading: LaunchReading): StructType | undefined {
  const isName = /^\s*(?:struct\s+)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*\s*$/.test(text);
  if (!isName) {
    const read = readTypes(text, reading.types);
    return read.ok ? read.value.last : reading.tell(path, read.diagnostics);
  }
  const name = text.trim().replace(/^struct\s+/, '');
  const type = reading.types?.type(name.split('::'));
  if (type?.kind === 'struct') return type;
  const known = reading.types?.known ?? [];
  return reading.fail(path, messages.cType.unknown(name, nearestName(name, known), known));
}

/** The bytes of a value of a type, with the pointers in it. */
async function valueOf(
  type: CType,
  value: unknown,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<Piece | undefined> {
  if (type.kind !== 'struct' && isRecord(value) && value['hex'] !== undefined) {
    const piece = hexAt(value['hex'], [...path, 'hex'], reading);
    if (piece === undefined || piece.bytes.length === type.bytes) return piece;
    return reading.wants([...path, 'hex'], `${type.bytes} bytes, as the field has`);
  }
  if (type.kind === 'scalar' && type.bytes === 8 && isRecord(value)) {
    for (const kind of textureFormKeys) {
      if (value[kind] === undefined) continue;
      const object = readPart(value[kind], textureShapes[kind]);
      if (object.ok) return textureAt(object.value, kind, [...path, kind], reading);
      return reading.takeOver([...path, kind], object.problems);
    }
  }
  switch (type.kind) {
    case 'scalar': {
      const element = elementType(type.format);
      const bytes = new Uint8Array(type.bytes);
      if (type.isBool && integerOf(value) !== 0n && integerOf(value) !== 1n)
        return reading.wants(path, 'true or false');
      const wanted = element && writeScalar(element, new DataView(bytes.buffer), 0, value);
      return wanted === undefined
        ? { bytes, alignment: type.alignment, pointers: [] }
        : reading.wants(path, wanted);
    }
    case 'pointer':
      return await pointerValue(value, path, name, reading);
    case 'array': {
      if (!Array.isArray(value) || value.length !== type.count)
        return reading.wants(path, `a list of ${type.count} values`);
      const pieces: Placed[] = [];
      for (const [i, one] of (value as readonly unknown[]).entries()) {
        const piece = await valueOf(type.of, one, [...path, i], `${name}[${i}]`, reading);
        if (piece === undefined) return undefined;
        pieces.push({ piece, offset: i * type.of.bytes });
      }
      return joined(type, pieces);
    }
    case 'struct':
      return await structValue(type, value, path, name, reading);
  }
}

async function structValue(
  type: StructType,
  value: unknown,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<Piece | undefined> {
  const fields = namedFields(type);
  const names = fields.map((field) => field.name);
  if (!isRecord(value)) return reading.wants(path, `a mapping with ${names.join(', ')}`);
  for (const key of Object.keys(value)) {
    if (names.includes(key)) continue;
    const open = names.filter((one) => !Object.hasOwn(value, one));
    const message = messages.launch.unknownKey(key, nearestName(key, open), names);
    return reading.fail([...path, key], message);
  }
  const missing = names.filter((one) => !Object.hasOwn(value, one));
  if (missing.length > 0) return reading.wants(path, `a mapping with ${missing.join(', ')} too`);
  const pieces: Placed[] = [];
  for (const { name: field, type: inner, offset } of fields) {
    const whose = `${name}.${field}`;
    const piece = await valueOf(inner, value[field], [...path, field], whose, reading);
    if (piece === undefined) return undefined;
    pieces.push({ piece, offset });
  }
  return joined(type, pieces);
}

async function pointerValue(
  value: unknown,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<Piece | undefined> {
  if (value === null || integerOf(value) === 0n) return addressPiece();
  if (typeof value === 'string') {
    const buffer = bufferNamed(value, path, reading);
    return buffer && pointerPiece(buffer, 0);
  }
  const wanted = 'the name of a buffer, { pointer: NAME, offset: BYTES }, a buffer, or 0';
  if (!isRecord(value)) return reading.wants(path, wanted);
  const pointer = readPart(value, pointerShape);
  if (pointer.ok) return pointerAt(pointer.value, path, reading);
  const own = readPart(value, bufferShape);
  if (!own.ok) return reading.wants(path, wanted);
  const buffer = await bufferAt(own.value, path, name, reading);
  return buffer && pointerPiece(buffer, 0);
}

interface Placed {
  readonly piece: Piece;
  readonly offset: number;
}

/** Pieces at their bytes of a type; what is between them is zero. */
function joined({ bytes: size, alignment }: CType, pieces: readonly Placed[]): Piece {
  const bytes = new Uint8Array(size);
  const pointers: Pointer[] = [];
  for (const { piece, offset } of pieces) {
    bytes.set(piece.bytes, offset);
    for (const one of piece.pointers) pointers.push({ ...one, offset: offset + one.offset });
  }
  return { bytes, alignment, pointers };
}
