/**
 * The rules of `canonicalize` for parts of vectors: extracting an inserted part gives the inserted value.
 *
 *     %w = insert_strided_slice %a, %v offsets = [4]        extract_strided_slice %w offsets = [4]  ->  %a
 *                                                           extract_strided_slice %w offsets = [0]  ->  that of %v
 *
 * Vectors of one dimension.
 */
import { integersOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType } from '../../../ir/types.ts';

function lengthOf(value: Value | undefined): number | undefined {
  const type = value && resolveType(value.type);
  if (type?.kind !== 'vector' || type.shape.length !== 1) return undefined;
  return type.scalable?.[0] === true ? undefined : type.shape[0];
}

/** A value that is the result; `undefined` when there is none. */
export function foldVector(op: Operation): Value | undefined {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return undefined;
  const length = lengthOf(source);
  if (length === undefined) return undefined;
  if (op.name === 'vector.insert_strided_slice') {
    return length === lengthOf(result) ? source : undefined;
  }
  return op.name === 'vector.extract_strided_slice' ? partOf(source, op, result) : undefined;
}

function partOf(source: Value, op: Operation, result: Value): Value | undefined {
  const [start] = integersOf(op, 'offsets');
  const length = lengthOf(result);
  if (start === undefined || length === undefined) return undefined;
  let from: Value | undefined = source;
  while (from !== undefined) {
    if (start === 0 && length === lengthOf(from)) return from;
    const inserted: Operation | undefined = from.definition;
    if (inserted?.name !== 'vector.insert_strided_slice') return undefined;
    const [part, rest]: readonly Value[] = inserted.operands;
    const [at] = integersOf(inserted, 'offsets');
    const size = lengthOf(part);
    if (at === undefined || size === undefined) return undefined;
    if (at === start && size === length) return part;
    if (at < start + length && start < at + size) return undefined;
    from = rest;
  }
  return undefined;
}

/** The vector that a part may be taken of instead: one in which other parts were not inserted yet. */
export function earlierSource(op: Operation): Value | undefined {
  if (op.name !== 'vector.extract_strided_slice') return undefined;
  const [start] = integersOf(op, 'offsets');
  const length = lengthOf(op.results[0]);
  const inserted = op.operands[0]?.definition;
  if (start === undefined || length === undefined) return undefined;
  if (inserted?.name !== 'vector.insert_strided_slice') return undefined;
  const [part, rest] = inserted.operands;
  const [at] = integersOf(inserted, 'offsets');
  const size = lengthOf(part);
  if (at === undefined || size === undefined) return undefined;
  return at < start + length && start < at + size ? undefined : rest;
}
