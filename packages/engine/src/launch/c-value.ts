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
} from '@ldscope/core';
import { elementType } from './dtypes.ts';
import { bufferAt } from './read-buffer.ts';
import { bufferNamed, hexAt, pointerAt } from './read-pointer.ts';
import { textureAt, textureFormKeys } from './read-texture.ts';
import type { LaunchReading } from './reading.ts';
import { integerOf, writeScalar } from './scalar.ts';
import { checkBuffer } from './schema/launch-shape.ts';
import { type Piece, type Pointer, pointerPiece } from './struct.ts';

/** A struct by its name in `types`, or by its text, with a value per field. */
export async function structOfC(
  struct: unknown,
  fields: unknown,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<Piece | undefined> {
  const type = structNamed(typeof struct === 'string' ? struct : '', [...path, 'struct'], reading);
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
    for (const kind of textureFormKeys)
      if (value[kind] !== undefined) return textureAt(value[kind], kind, [...path, kind], reading);
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
  if (value === null || integerOf(value) === 0n)
    return { bytes: new Uint8Array(8), alignment: 8, pointers: [] };
  if (typeof value === 'string') {
    const buffer = bufferNamed(value, path, reading);
    return buffer && pointerPiece(buffer, 0);
  }
  const wanted = 'the name of a buffer, { pointer: NAME, offset: BYTES }, a buffer, or 0';
  if (!isRecord(value)) return reading.wants(path, wanted);
  const keys = Object.keys(value);
  const hasOnly = (known: readonly string[]): boolean => keys.every((key) => known.includes(key));
  if (value['pointer'] !== undefined && hasOnly(['pointer', 'offset']))
    return pointerAt(value, path, reading);
  if (checkBuffer(value).length > 0) return reading.wants(path, wanted);
  const buffer = await bufferAt(value, path, name, reading);
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
