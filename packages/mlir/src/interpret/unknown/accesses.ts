/**
 * Which operands of an operation are addresses, and of which memory.
 *
 *     vector.store %data, %lds[%i, %j]                  one place in LDS: %lds, %i, %j
 *     amdgpu.gather_to_lds %src[%i], %lds[%j]           one in global memory, one in LDS
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { memorySpaceOf } from '../../ir/memory-space.ts';
import { resolveType } from '../../ir/types.ts';
import { factsOf, goesByIndices, touchesMemory, writesTo } from '../../rows/facts.ts';
import type { Facts } from '../../rows/row.ts';
import { elementType } from '../elements.ts';
import { pointerSpace, registersOf } from '../llvm/types.ts';
import { isMemory } from '../value-types.ts';
import { byteStrides, type ClassOf } from './results.ts';
import { mixed, sumOf, timesConstant, type ValueClass } from './value-class.ts';

export type Space = 'lds' | 'private' | 'global';

/** A place in memory that an operation accesses. */
export interface AccessedPlace {
  readonly space: Space;
  readonly base: Value;
  /** The values that move it, and masks. */
  readonly indices: readonly Value[];
  /** Its content may change. */
  readonly isWritten: boolean;
}

export interface Access {
  readonly places: readonly AccessedPlace[];
  /** The stored value, or the one for elements that a mask leaves out. */
  readonly data: readonly Value[];
  /** It reads and nothing else. */
  readonly isRead: boolean;
  readonly facts: Facts;
}

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

/** True for memory among the operands of an operation that has none there: who knows what it is to do. */
const takesForeign = (op: Operation, { effect, index, control, wide }: Facts): boolean =>
  (effect === 'none' || effect === 'order') &&
  control === 'none' &&
  index !== 'choice' &&
  op.operands.some(({ type }) => isMemory(type) || (!wide && pointerSpace(type) !== undefined));

/** The access of an operation; `undefined` for an operation without one. */
export function accessOf(op: Operation): Access | undefined {
  const facts = factsOf(op);
  if (!touchesMemory(facts) && !takesForeign(op, facts)) return undefined;
  const last = op.operands.length - Number(facts.data === 'last');
  const places: AccessedPlace[] = [];
  const data: Value[] = op.operands.slice(last);
  let indices: Value[] = [];
  for (const base of op.operands.slice(0, last)) {
    const space = spaceOf(base);
    if (space !== undefined) {
      indices = [];
      places.push({ space, base, indices, isWritten: writesTo(facts, places.length) });
    } else if (places.length === 0) data.push(base);
    else indices.push(base);
  }
  if (places.length === 0) return undefined;
  return { places, data, isRead: places.every(({ isWritten }) => !isWritten), facts };
}

/** The ways to memory of a lane's own that types do not show. */
export interface OwnMemory {
  /** Memrefs without an address space may be private: the kernel allocates such memory. */
  readonly plain: boolean;
  /** Flat pointers may lead to the stack. */
  readonly flat: boolean;
}

/** The ways to memory of a lane's own in some operations. */
export function ownMemoryOf(operations: Iterable<Operation>): OwnMemory {
  let [plain, flat] = [false, false];
  for (const op of operations) {
    const { effect } = factsOf(op);
    if (effect !== 'allocation' && effect !== 'view') continue;
    const from = effect === 'view' ? op.operands[0] : undefined;
    for (const result of op.results) {
      plain ||= isPlain(result) && (from === undefined || !isPlain(from));
      flat ||= effect === 'allocation' && pointerSpace(result.type) !== undefined;
    }
  }
  return { plain, flat };
}

const isPlain = (value: Value): boolean =>
  isMemory(value.type) && memorySpaceOf(value) === 'global';

/** The class of a byte address. */
export function addressOf({ facts }: Access, place: AccessedPlace, classOf: ClassOf): ValueClass {
  const base = classOf(place.base);
  const moves = place.indices.map(classOf);
  if (moves.every(({ kind }) => kind === 'known')) return sumOf(base, mixed(moves, true));
  if (!goesByIndices(facts)) return mixed([base, ...moves], false);
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
export function alignmentOf(op: Operation, { data, facts }: Access): number {
  const moves = facts.effect === 'load' || facts.effect === 'store';
  const moved = data[0] ?? op.results[0];
  const type = moved && resolveType(moved.type);
  const element = type && elementType('element' in type ? type.element : type);
  if (!moves || moved === undefined || element === undefined) return 16;
  const bytes = element.pitchBytes * registersOf(moved.type);
  return Math.min(16, Math.max(4, 2 ** Math.ceil(Math.log2(bytes))));
}
