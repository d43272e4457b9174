/**
 * Which operands of an operation are addresses, and of which memory.
 *
 *     vector.store %data, %lds[%i, %j]                  one place in LDS: %lds, %i, %j
 *     amdgpu.gather_to_lds %src[%i], %lds[%j]           one in global memory, one in LDS
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { memorySpaceOf } from '../../ir/memory-space.ts';
import { resolveType } from '../../ir/types.ts';
import { elementType } from '../elements.ts';
import { pointerSpace, registersOf } from '../llvm/types.ts';
import { byteStrides, type ClassOf } from './results.ts';
import { mixed, sumOf, timesConstant, type ValueClass } from './value-class.ts';

export type Space = 'lds' | 'private' | 'global';

/** A place in memory that an operation accesses. */
export interface AccessedPlace {
  readonly space: Space;
  readonly base: Value;
  /** The values that move it, and masks. */
  readonly indices: readonly Value[];
}

export interface Access {
  readonly places: readonly AccessedPlace[];
  /** The stored value, or the one for elements that a mask leaves out. */
  readonly data: readonly Value[];
  /** It reads and nothing else. */
  readonly isRead: boolean;
}

/** Operations with a memory operand that make something of it and access nothing. */
const VIEWS =
  /^memref\.(?:subview|view|cast|memory_space_cast|expand_shape|collapse_shape|reinterpret_cast|assume_alignment|dim|rank|dealloc|transpose|prefetch|distinct_objects|extract_strided_metadata|extract_aligned_pointer_as_index)$|^arith\.select$|^builtin\.|^(?:hal|stream|iree_\w+|util|builtin|scf|cf|func|llvm\.(?:br|cond_br|return|call$))|fat_raw_buffer_cast$/;
const THROUGH_POINTERS =
  /^llvm\.(?:load|store|atomicrmw|cmpxchg|intr\.mem\w+(?:\.inline)?|intr\.masked\.(?:load|store))$|^rocdl\.(?:raw\.ptr\.buffer|global\.load|load\.to|ds\.read|ds\.load)|^nvvm\.(?:ldmatrix|stmatrix|cp\.async)/;
/** Their last operand is data. */
const DATA_LAST =
  /^vector\.(?:maskedload|maskedstore|gather|scatter|expandload|compressstore)$|^llvm\.(?:atomicrmw|cmpxchg)$/;
const READS = /(?:load|transfer_read|gather|ldmatrix|transpose_load|ds\.read\S*)$/;

function spaceOf(value: Value): Space | undefined {
  const type = resolveType(value.type);
  if (type.kind === 'memref') {
    const space = memorySpaceOf(value);
    return space === 'workgroup' ? 'lds' : space === 'private' ? 'private' : 'global';
  }
  if (type.kind === 'opaque' && type.text === '!stream.binding') return 'global';
  const pointer = pointerSpace(value.type);
  if (pointer === undefined) return undefined;
  return pointer === 3 ? 'lds' : pointer === 5 ? 'private' : 'global';
}

/** The access of an operation; `undefined` for an operation without one. */
export function accessOf(op: Operation): Access | undefined {
  const through =
    op.name.startsWith('llvm.') || op.name.startsWith('rocdl.') || op.name.startsWith('nvvm.');
  if (through ? !THROUGH_POINTERS.test(op.name) : VIEWS.test(op.name)) return undefined;
  const last = DATA_LAST.test(op.name) ? op.operands.length - 1 : op.operands.length;
  const places: AccessedPlace[] = [];
  const data: Value[] = op.operands.slice(last);
  let indices: Value[] = [];
  for (const operand of op.operands.slice(0, last)) {
    const space = spaceOf(operand);
    if (space !== undefined) {
      indices = [];
      places.push({ space, base: operand, indices });
    } else if (places.length === 0) data.push(operand);
    else indices.push(operand);
  }
  if (places.length === 0) return undefined;
  const isRead = places.length === 1 && data.length === 0 && op.results.length > 0;
  return { places, data, isRead: isRead || READS.test(op.name) };
}

/** Names of accesses whose trailing operands are indices of their memref alone. */
const PLAIN =
  /^(?:memref|affine|vector)\.(?:load|store)$|^vector\.transfer_(?:read|write)$|^amdgpu\.gather_to_lds$|^nvgpu\.ldmatrix$/;

/** The class of a byte address. */
export function addressOf(op: Operation, place: AccessedPlace, classOf: ClassOf): ValueClass {
  const base = classOf(place.base);
  const moves = place.indices.map(classOf);
  if (moves.every(({ kind }) => kind === 'known')) return sumOf(base, mixed(moves, true));
  if (!PLAIN.test(op.name)) return mixed([base, ...moves], false);
  const strides = byteStrides(place.base.type);
  const rank = strides.length;
  const rest = moves.slice(rank);
  const moved = moves.slice(0, rank).reduce((sum, move, i) => {
    const stride = strides[i];
    return sumOf(sum, stride === undefined ? mixed([move], false) : timesConstant(move, stride));
  }, base);
  // Behind the indices: padding values and masks.
  const other = mixed(rest, false);
  return other.kind === 'known' ? moved : other;
}

/** Bytes that a lane moves, rounded up to a power of two of at least a word; 16 where the operation does not show it. */
export function alignmentOf(op: Operation, { data }: Access): number {
  const moved = data[0] ?? op.results[0];
  const type = moved && resolveType(moved.type);
  const element = type && elementType('element' in type ? type.element : type);
  if (!/\.(?:load|store)$/.test(op.name) || moved === undefined || element === undefined) return 16;
  const bytes = element.pitchBytes * registersOf(moved.type);
  return Math.min(16, Math.max(4, 2 ** Math.ceil(Math.log2(bytes))));
}
