/**
 * Where operations access memory: which operand is the memref, and which are its indices.
 *
 *     vector.store %v, %m[%i, %j]               memref: operand 1, two indices behind it
 *     amdgpu.gather_to_lds %s[%i], %d[%j]       two accesses: %s and %d
 */
import { attributeOf, operandSegments } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType, type Type } from '../../../ir/types.ts';
import { memrefOf, stridesOf } from '../../memref-types.ts';
import { factsOf, indexedOperand, isTransfer, movedValue } from '../../../rows/facts.ts';
import type { Rewriter } from '../../rewriter.ts';

export interface MemoryAccess {
  readonly op: Operation;
  readonly direction: 'load' | 'store' | 'copy source' | 'copy destination';
  /** Position of the memref among the operands; the indices follow. */
  readonly base: number;
  readonly rank: number;
  /** Which entry of `operandSegmentSizes` counts the indices; `undefined` where none does. */
  readonly segment?: number;
}

type Form = Pick<MemoryAccess, 'direction' | 'base' | 'segment'>;

/** Where a load or store has its memref; the indices are a segment of their own where operands have segments. */
function formOf(op: Operation): Form | undefined {
  const facts = factsOf(op);
  if (op.name === 'amdgpu.transpose_load') return { direction: 'load', base: 0 };
  const base = indexedOperand(facts);
  if (base === undefined) return undefined;
  const direction = facts.effect === 'store' ? 'store' : 'load';
  return op.attributes.has('operandSegmentSizes')
    ? { direction, base, segment: base + 1 }
    : { direction, base };
}

/** The accesses of an operation; none for one that accesses no memref, or not in a way that we know. */
export function accessesOf(op: Operation): readonly MemoryAccess[] {
  if (op.name === 'amdgpu.gather_to_lds') {
    const [source = [], indices = [], , places = []] = operandSegments(op);
    const destination = source.length + indices.length;
    return [
      ...accessAt(op, { direction: 'copy source', base: 0, segment: 1 }, indices.length),
      ...accessAt(
        op,
        { direction: 'copy destination', base: destination, segment: 3 },
        places.length,
      ),
    ];
  }
  const form = formOf(op);
  return form === undefined ? [] : accessAt(op, form);
}

/** A copy may leave out trailing indices, which are 0: passes, which rewrite all of them, do not know such a one. */
function accessAt(op: Operation, form: Form, given?: number): readonly MemoryAccess[] {
  const rank = memrefOf(op.operands[form.base])?.shape?.length;
  if (rank === undefined || (given ?? rank) !== rank) return [];
  return [{ op, ...form, rank }];
}

export function baseOf({ op, base }: MemoryAccess): Value | undefined {
  return op.operands[base];
}

export function indicesOf({ op, base, rank }: MemoryAccess): readonly Value[] {
  return op.operands.slice(base + 1, base + 1 + rank);
}

/** The type of what a lane moves: a vector or an element; `undefined` where the operation does not specify. */
function movedType({ op, direction }: MemoryAccess): Type | undefined {
  if (direction === 'load') return op.results[0]?.type;
  if (direction === 'store') return movedValue(op)?.type;
  const transfer = attributeOf(op, 'transferType');
  return transfer?.kind === 'type' ? transfer.type : undefined;
}

/** True when the vector runs along the last dimension of the memref, every element of it in bounds. */
export function isPlainTransfer(op: Operation): boolean {
  if (!isTransfer(op)) return true;
  const bounds = attributeOf(op, 'in_bounds');
  const map = attributeOf(op, 'permutation_map');
  if (bounds?.kind !== 'array' || map?.kind !== 'affine_map') return false;
  const inside = bounds.elements.every((one) => one.kind === 'bool' && one.value);
  const { dimensions, results } = map.map;
  return (
    inside &&
    results.every(
      (result, i) =>
        result.kind === 'dimension' && result.index === dimensions - results.length + i,
    )
  );
}

/** True where elements follow each other from the indices on; a mask may leave some out. */
export function movesRun(op: Operation): boolean {
  const { address } = factsOf(op);
  return address === 'indices' || address === 'masked' || (isTransfer(op) && isPlainTransfer(op));
}

/** True for an access of which a mask or a bound may leave elements out. */
export function isPartial({ op }: MemoryAccess): boolean {
  if (factsOf(op).address === 'masked') return true;
  if (!isTransfer(op)) return false;
  const masks = operandSegments(op).at(-1) ?? [];
  return masks.length > 0;
}

/** Makes an access go to another memref; the number of indices may change. Maps of transfers stay those of inner dimensions. */
export function redirect(
  rewriter: Rewriter,
  { op, base, rank, segment }: MemoryAccess,
  memory: Value,
  indices: readonly Value[],
): void {
  const before = op.operands.slice(0, base);
  const after = op.operands.slice(base + 1 + rank);
  const sizes = attributeOf(op, 'operandSegmentSizes');
  if (segment !== undefined && sizes?.kind === 'dense_array') {
    const values = sizes.values.with(segment, indices.length);
    op.attributes.set('operandSegmentSizes', { ...sizes, values });
  }
  const map = attributeOf(op, 'permutation_map');
  if (map?.kind === 'affine_map' && indices.length !== rank) {
    const shift = indices.length - rank;
    const results = map.map.results.map((result) =>
      result.kind === 'dimension' ? { ...result, index: result.index + shift } : result,
    );
    const moved = { ...map.map, dimensions: indices.length, results };
    op.attributes.set('permutation_map', { kind: 'affine_map', map: moved });
  }
  rewriter.setOperands(op, [...before, memory, ...indices, ...after]);
}

/** Neighbouring elements that a lane moves; `undefined` where they are not neighbours in memory. */
export function movedElements(access: MemoryAccess): number | undefined {
  const type = movedType(access);
  const resolved = type && resolveType(type);
  if (resolved === undefined) return undefined;
  // An element may be a vector itself.
  const memory = memrefOf(baseOf(access));
  const isElement = memory !== undefined && resolveType(memory.element).kind === 'vector';
  if (resolved.kind !== 'vector' || isElement) return 1;
  if (resolved.scalable?.includes(true) === true || resolved.shape.length > 1) return undefined;
  const isDense = memory !== undefined && stridesOf(memory)?.at(-1) === 1;
  const length = resolved.shape[0] ?? 1;
  return isDense || length === 1 ? length : undefined;
}
