/**
 * An access of a flat buffer, decomposed into accesses of neighbouring elements.
 *
 *     %v = vector.load %m[%o] : vector<8xf32>    ->    %a = vector.load %m[%p] : vector<4xf32>
 *                                                      %b = vector.load %m[%q] : vector<4xf32>
 *                                                      %v = %a and %b, inserted into a vector of zeros
 */
import type { Attribute } from '../../../ir/types.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType, type Type, type VectorType } from '../../../ir/types.ts';
import { Builder, integerList } from '../builder.ts';
import type { Rewriter } from '../../rewriter.ts';

/** A part of the vector that an access moves. */
export interface AccessPiece {
  /** Its first element in the vector. */
  readonly start: number;
  readonly length: number;
  /** The index of that element in the buffer. */
  readonly index: (build: Builder) => Value;
}

/** Replaces a load of a vector of one dimension by loads of its pieces. */
export function splitLoad(
  rewriter: Rewriter,
  load: Operation,
  memory: Value,
  type: VectorType,
  pieces: readonly AccessPiece[],
): void {
  const build = new Builder(rewriter, load);
  let whole = build.value('arith.constant', [], type, [['value', zeros(type)]]);
  for (const { start, length, index } of pieces) {
    const part: VectorType = { ...type, shape: [length] };
    const loaded = build.value('vector.load', [memory, index(build)], part);
    whole = build.value('vector.insert_strided_slice', [loaded, whole], type, [
      ['offsets', integerList([start])],
      ['strides', integerList([1])],
    ]);
  }
  rewriter.replace(load, [whole]);
}

/** Replaces a store of a vector of one dimension by stores of its pieces. */
export function splitStore(
  rewriter: Rewriter,
  store: Operation,
  memory: Value,
  stored: Value,
  pieces: readonly AccessPiece[],
): void {
  const build = new Builder(rewriter, store);
  const type = resolveType(stored.type);
  if (type.kind !== 'vector') throw new Error('only vectors have pieces');
  for (const { start, length, index } of pieces) {
    const part: VectorType = { ...type, shape: [length] };
    const value = build.value('vector.extract_strided_slice', [stored], part, [
      ['offsets', integerList([start])],
      ['sizes', integerList([length])],
      ['strides', integerList([1])],
    ]);
    build.effect('vector.store', [value, memory, index(build)]);
  }
  rewriter.erase(store);
}

/** A vector of zeros. */
function zeros(type: VectorType): Attribute {
  const text = isFloat(type.element) ? '0.000000e+00' : '0';
  return { kind: 'dense', text, values: [0], type };
}

const isFloat = (type: Type): boolean => resolveType(type).kind === 'float';
