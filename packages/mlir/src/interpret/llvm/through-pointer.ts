/**
 * Accesses through pointers: what a scalar or vector does to the memory that each lane's pointer leads to.
 *
 * To LDS and to global memory it does what a `vector.load` or `vector.store` does (`access.ts`): it is recorded at its
 * operation, with the instructions that the addresses allow. Integers and pointers of 64 bits move in halves.
 */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import type { Type } from '../../ir/types.ts';
import { loadAt, type MemoryOperation, storeAt } from '../access.ts';
import { elementType, type ElementType } from '../elements.ts';
import type { Lowering } from '../lowering.ts';
import { firstLane, isActive, type MemRefRegister } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { eachMemory, isFlat, memoryAt } from './pointers.ts';
import { leavesOf, pointerSpace, RESOURCE_REGISTERS, type Scalars, scalarOf } from './types.ts';
import { highHalf, lowHalf, writeHalves } from '../wide.ts';

const HALF: ElementType | undefined = elementType({
  kind: 'integer',
  width: 32,
  signedness: 'signless',
});

/** A scalar or vector that an operation moves between registers and memory. */
export interface PointerAccess {
  /** As pieces that memory can hold: halves of what has 64 bits. */
  readonly element: ElementType;
  readonly count: number;
  readonly halves: boolean;
  /** The first register of the value, and the byte where it lies. */
  readonly register: number;
  readonly offsetBytes: number;
  /** The access by the kind of memory that it meets; absent where it cannot meet it. */
  readonly lds: MemoryOperation | undefined;
  readonly global: MemoryOperation | undefined;
  readonly local: MemoryOperation | undefined;
}

/** Prepares the access of a value at a pointer; reports what memory cannot hold. */
export function prepareAccesses(
  op: Operation,
  lowering: Lowering,
  space: number,
  type: Type,
  direction: 'read' | 'write',
): readonly PointerAccess[] | undefined {
  const leaves = leavesOf(type);
  const accesses = leaves?.map((leaf) => {
    const scalars = scalarOf(leaf.type);
    return scalars && prepareAccess(op, lowering, space, scalars, direction, leaf);
  });
  if (accesses?.every((access) => access !== undefined) === true) return accesses;
  return lowering.unsupported('a value of this type');
}

export function prepareAccess(
  op: Operation,
  lowering: Lowering,
  space: number,
  { element, count }: Scalars,
  direction: 'read' | 'write',
  { register, offsetBytes }: { readonly register: number; readonly offsetBytes: number },
  opcode?: number,
): PointerAccess | undefined {
  const halves = !element.float && element.width === 64;
  if (HALF === undefined || (count > 1 && element.width % 8 !== 0)) return undefined;
  const pieces = halves ? { element: HALF, count: 2 * count } : { element, count };
  const bytes = pieces.count * pieces.element.bytes;
  const base = { name: op.name, memref: -1, indices: [], count: pieces.count };
  const toLds = space === 3 || (space === 0 && lowering.pointers.flatLds);
  const toGlobal = isFlat(space) || space === 7 || space === 8;
  const site = toLds ? lowering.site(op, direction, bytes, opcode) : -1;
  const load = direction === 'read' ? 'load' : 'store';
  const globalSource = toGlobal ? lowering.globalSource(op, load, bytes) : -1;
  return {
    ...pieces,
    halves,
    register,
    offsetBytes,
    lds: toLds ? { ...base, site, globalSource: -1 } : undefined,
    global: toGlobal ? { ...base, site: -1, globalSource } : undefined,
    local: space === 5 || space === 0 ? { ...base, site: -1, globalSource: -1 } : undefined,
  };
}

/** Executes an access for each memory that the lanes' pointers lead to. */
export function throughPointer(
  wave: Wave,
  lowering: Pick<Lowering, 'pointers' | 'ldsObjects'>,
  access: PointerAccess,
  space: number,
  slot: number,
  name: string,
  move: (operation: MemoryOperation, view: MemRefRegister, bytes: Float64Array) => void,
): void {
  if (space === 7) {
    const offsets = wave.values(slot).subarray(RESOURCE_REGISTERS * wave.lanes);
    const view = resourceView(wave, lowering, slot, offsets, access.element, name);
    if (view !== undefined && access.global !== undefined) {
      move(access.global, view, moved(view.offsetBytes, access.offsetBytes));
    }
    return;
  }
  const addresses = moved(wave.values(slot), access.offsetBytes);
  const { pointers, ldsObjects } = lowering;
  eachMemory(wave, pointers, ldsObjects, space, addresses, access.element, name, (view, bytes) => {
    const kind = view.memory.space;
    const operation =
      kind === 'lds' ? access.lds : kind === 'private' ? access.local : access.global;
    if (operation !== undefined) move(operation, view, bytes);
    else wave.fail(messages.execute.unsupported(name, `an address of ${kind} memory here`));
  });
}

const moved = (bytes: Float64Array, offset: number): Float64Array =>
  offset === 0 ? bytes : bytes.map((byte) => byte + offset);

/**
 * What a buffer resource in `slot` and an offset (register `at` of `offsets`) lead to. The resource is that of the
 * first active lane, as hardware keeps it in scalar registers.
 */
export function resourceView(
  wave: Wave,
  { pointers }: Pick<Lowering, 'pointers'>,
  slot: number,
  offsets: Float64Array,
  element: ElementType,
  name: string,
): MemRefRegister | undefined {
  const lane = Math.max(0, firstLane(wave.mask));
  const resource = wave.values(slot);
  const found = memoryAt(wave, pointers, resource[lane] ?? 0);
  if (found === undefined || found.memory.space !== 'global')
    return wave.fail(
      messages.execute.malformed(name, 'its resource leads to no buffer of the kernel'),
    );
  const baseBytes = new Float64Array(wave.lanes).fill(found.byte);
  // Offsets are unsigned and wrap: what is negative is far beyond the end.
  const offsetBytes = baseBytes.map((byte, i) => byte + ((offsets[i] ?? 0) >>> 0));
  const validBytes = resource[2 * wave.lanes + lane] ?? 0;
  const view = { memory: found.memory, offsetBytes, sizes: [], strides: [], element };
  return { ...view, baseBytes, validBytes };
}

/** Loads a piece into registers of a slot; `wanted` is 0 for elements that are left out. */
export function loadPiece(
  wave: Wave,
  access: PointerAccess,
  operation: MemoryOperation,
  view: MemRefRegister,
  bytes: Float64Array,
  to: number,
  wanted?: Float64Array,
): void {
  const places = access.count * wave.lanes;
  if (!access.halves) {
    const start = access.register * wave.lanes;
    loadAt(wave, operation, view, bytes, wanted, wave.values(to).subarray(start, start + places));
    return;
  }
  const parts = new Float64Array(places);
  loadAt(wave, operation, view, bytes, doubled(wave, wanted), parts);
  const values = places / 2;
  for (let i = 0; i < values; i++) {
    if (!isActive(wave.mask, i % wave.lanes) || wanted?.[i] === 0) continue;
    const low = Math.floor(i / wave.lanes) * 2 * wave.lanes + (i % wave.lanes);
    const place = access.register * wave.lanes + i;
    writeHalves(wave, to, place, parts[low] ?? 0, parts[low + wave.lanes] ?? 0);
  }
}

export function storePiece(
  wave: Wave,
  access: PointerAccess,
  operation: MemoryOperation,
  view: MemRefRegister,
  bytes: Float64Array,
  from: number,
  wanted?: Float64Array,
): void {
  const places = access.count * wave.lanes;
  const start = access.register * wave.lanes;
  if (!access.halves) {
    const values = wave.values(from).subarray(start, start + places);
    storeAt(wave, operation, view, bytes, wanted, values);
    return;
  }
  const parts = new Float64Array(places);
  for (let i = 0; i < places / 2; i++) {
    if (!isActive(wave.mask, i % wave.lanes)) continue;
    const low = Math.floor(i / wave.lanes) * 2 * wave.lanes + (i % wave.lanes);
    const half = lowHalf(wave, from, start + i);
    if (half !== half)
      return wave.fail(messages.execute.unsupported(operation.name, 'an integer beyond 53 bits'));
    parts[low] = half;
    parts[low + wave.lanes] = highHalf(wave, from, start + i);
  }
  storeAt(wave, operation, view, bytes, doubled(wave, wanted), parts);
}

/** A mask of elements as one of their halves. */
function doubled(wave: Wave, wanted: Float64Array | undefined): Float64Array | undefined {
  if (wanted === undefined) return undefined;
  const out = new Float64Array(2 * wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    const low = Math.floor(i / wave.lanes) * 2 * wave.lanes + (i % wave.lanes);
    out[low] = wanted[i] ?? 0;
    out[low + wave.lanes] = wanted[i] ?? 0;
  }
  return out;
}

/** The space of a pointer operand that can be accessed; reports others. */
export function accessedSpace(lowering: Lowering, pointer: Value): number | undefined {
  const space = pointerSpace(pointer.type);
  if (space !== undefined && (isFlat(space) || space === 3 || space === 5 || space === 7)) {
    return space;
  }
  const found = space === undefined ? 'another value' : `one of address space ${space}`;
  return lowering.mismatch('a pointer to memory', found);
}
