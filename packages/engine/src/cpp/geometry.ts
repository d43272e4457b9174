/**
 * Where bytes of an object in shared memory go when an array in it gets longer rows.
 *
 *     float t[2][32][32] -> [2][32][33]      byte 128 (t[0][1][0]) goes to 132; the object has 8,448 bytes
 */
import type { LdsObject } from '@ldscope/core';
import type { Program } from './program.ts';
import { type Moved, movedRecord, recordType } from './records.ts';
import type { SharedArray } from './roots.ts';
import { valueOf } from './constants.ts';
import { elementBytesOf } from './element-types.ts';
import { plainText } from './range.ts';

/** The sizes of an array in the object that holds it, as far as they are known. */
export interface Geometry {
  /** Bytes of an element; of a class for an array of them. */
  readonly elementBytes: number | undefined;
  /** Of all its dimensions. */
  readonly lengths: readonly (number | undefined)[];
  /** The byte of the object where its root begins; absent for parts whose place is not known. */
  readonly beginBytes: number | undefined;
}

/** By the object that was executed, where its shape is that of the array, else by the text. */
export function geometryOf(program: Program, array: SharedArray, object: LdsObject): Geometry {
  const { root, levels, dimensions, shape } = array;
  const isObject = root.base === undefined && levels.length === 1;
  // Of `Row t[32]` a compiler may name rows as elements.
  const isShaped = isObject && object.shape?.length === dimensions.length;
  const known = isShaped ? (object.shape ?? []) : [];
  const ofText = shape.type?.bytes ?? (shape.record && recordType(program, shape.record)?.bytes);
  const elementBytes =
    (isShaped ? object.elementBytes : undefined) ?? ofText ?? elementBytesOf(shape.element);
  const lengths = dimensions.map(({ value }, index) => known[index] ?? value);
  return { elementBytes, lengths, beginBytes: beginOf(program, root) };
}

/** Bytes from the object to a part of it. */
export function beginOf(program: Program, root: SharedArray['root']): number | undefined {
  if (root.base === undefined) return 0;
  const { root: outer, offsets } = root.base;
  const begin = beginOf(program, outer);
  return offsets.reduce<number | undefined>((sum, offset) => {
    const value = valueOf(program, offset);
    const type =
      offset.cast === undefined
        ? outer.shape.element
        : plainText(offset.cast).replace(/[ *]+$/, '');
    const isOwn = offset.cast === undefined;
    const bytes = elementBytesOf(type) ?? (isOwn ? outer.shape.type?.bytes : undefined);
    if (sum === undefined || value === undefined || (bytes === undefined && value !== 0))
      return undefined;
    return sum + (offset.isNegative ? -1 : 1) * value * (bytes ?? 0);
  }, begin);
}

/** An array whose lengths or elements change: lengths as they are and afterwards, outermost first, and bytes of an element. */
export function movedArray(
  lengths: readonly (number | undefined)[],
  after: readonly (number | undefined)[],
  [bytes, bytesAfter]: readonly [bytes: number, bytesAfter: number],
  inner: (offset: number) => number = (offset) => offset,
): Moved | undefined {
  const [[first, ...own], [firstAfter, ...better]] = [lengths, after];
  if ([...own, ...better].some((one) => one === undefined)) return undefined;
  const moves = (offset: number): number => {
    let rest = Math.floor(offset / bytes);
    let [to, scale] = [0, 1];
    for (let axis = own.length - 1; axis >= 0; axis--) {
      const length = own[axis] ?? 1;
      to += (rest % length) * scale;
      scale *= better[axis] ?? 1;
      rest = Math.floor(rest / length);
    }
    return (to + rest * scale) * bytesAfter + inner(offset % bytes);
  };
  const count = [firstAfter, ...better].reduce((all: number, one) => all * (one ?? NaN), 1);
  return { moves, bytes: first === undefined ? NaN : count * bytesAfter };
}

/** What becomes of a root when an array in it moves. */
export function movedRoot(
  program: Program,
  { levels }: SharedArray,
  moved: Moved,
): Moved | undefined {
  let whole: Moved | undefined = moved;
  for (let level = levels.length - 2; level >= 0; level--) {
    const { record, dimensions } = levels[level]?.shape ?? { dimensions: [] };
    const field = levels[level + 1]?.field;
    const bytes = record && recordType(program, record)?.bytes;
    const inner: Moved | undefined =
      record && field && whole && movedRecord(program, record, [field], whole);
    if (bytes === undefined || inner === undefined) return undefined;
    const lengths = dimensions.map(({ value }) => value);
    whole =
      lengths.length === 0
        ? inner
        : movedArray(lengths, lengths, [bytes, inner.bytes], inner.moves);
  }
  return whole;
}

/** What becomes of an array of records when a field of one dimension moves in each of them, by its offset and the index of the record. */
export function movedInRecords(
  program: Program,
  { levels }: SharedArray,
  inner: (offset: number, index: number) => number,
): Moved | undefined {
  const [outer, own] = levels;
  const record = outer?.shape.record && recordType(program, outer.shape.record);
  const field = record?.fields.find(({ name }) => name === own?.field?.name);
  const lengths = outer?.shape.dimensions.map(({ value }) => value) ?? [];
  const [last, count] = [lengths.at(-1), lengths.reduce((all, one) => all && one && all * one, 1)];
  if (levels.length !== 2 || record === undefined || field === undefined) return undefined;
  if (last === undefined || count === undefined) return undefined;
  const { bytes } = record;
  const moves = (offset: number): number => {
    const within = (offset % bytes) - field.offset;
    const isInside = within >= 0 && within < field.type.bytes;
    const index = Math.floor(offset / bytes) % last;
    return isInside ? offset - within + inner(within, index) : offset;
  };
  return { moves, bytes: count * bytes };
}

/** A part of an object: what is before it stays, what is behind it moves on. */
export function within(
  beginBytes: number,
  sizeBytes: number,
  moved: Moved,
): (offset: number) => number {
  const growth = moved.bytes - sizeBytes;
  return (offset) => {
    if (offset < beginBytes) return offset;
    return offset < beginBytes + sizeBytes
      ? beginBytes + moved.moves(offset - beginBytes)
      : offset + growth;
  };
}
