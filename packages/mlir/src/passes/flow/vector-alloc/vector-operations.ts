/** Operations on vectors and their types, as IREE's passes for layouts see them. */
import { resolveType, type VectorType } from '../../../ir/types.ts';
import type { Value } from '../../../ir/ir.ts';

/** The vector type of a value; `undefined` for scalars and what else there is. */
export function vectorOf(value: Value | undefined): VectorType | undefined {
  const type = value && resolveType(value.type);
  return type?.kind === 'vector' ? type : undefined;
}

/** True for vectors and tensors: what layouts can be of. */
export function isShaped(value: Value): boolean {
  const { kind } = resolveType(value.type);
  return kind === 'vector' || kind === 'tensor' || kind === 'memref';
}
