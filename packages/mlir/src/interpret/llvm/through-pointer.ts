/**
 * Accesses through pointers: what a scalar or vector does to the memory that each lane's pointer leads to.
 *
 * To LDS and to global memory it does what a `vector.load` or `vector.store` does (`access.ts`): it is recorded at its
 * operation, with the instructions that the addresses allow. Integers and pointers of 64 bits move in halves.
 */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import type { Type } from '../../ir/types.ts';
import { load, type MemoryOperation, type Reach, store } from '../access.ts';
import { type ElementType, integerElement } from '../elements.ts';
import type { LdsInstruction } from '../lds-atomics.ts';
import type { Lowering } from '../lowering.ts';
import { firstLane, isActive, type MemRefRegister } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { eachMemory, isFlat, memoryAt } from './pointers.ts';
import { leavesOf, pointerSpace, RESOURCE_REGISTERS, type Scalars, scalarOf } from './types.ts';
import { failWide, highHalf, lowHalf, writeHalves } from '../wide.ts';

const HALF: ElementType | undefined = integerElement(32);

/** A pointer operand: where it leads is looked up when the wave gets there. */
export interface Pointer {
  readonly space: number;
  readonly slot: number;
  /** The operation that it belongs to. */
  readonly name: string;
  readonly lowering: Pick<Lowering, 'pointers' | 'lds'>;
}

/** A pointer operand whose space can be accessed; reports others. */
export function pointerTo(op: Operation, lowering: Lowering, pointer: Value): Pointer | undefined {
  const space = pointerSpace(pointer.type);
  if (space !== undefined && (isFlat(space) || space === 3 || space === 5 || space === 7))
    return { space, slot: lowering.data(pointer), name: op.name, lowering };
  const found = space === undefined ? 'another value' : `one of address space ${space}`;
  return lowering.mismatch('a pointer to memory', found);
}

/** An access by the kind of memory that it meets; absent where it cannot meet it. */
export interface ByMemory {
  readonly lds: MemoryOperation | undefined;
  readonly global: MemoryOperation | undefined;
  readonly local: MemoryOperation | undefined;
}

/** An access of `count` elements of each lane through a pointer of a space. */
export function byMemory(
  op: Operation,
  lowering: Lowering,
  space: number,
  { element, count }: Scalars,
  direction: 'read' | 'write' | 'atomic',
  instruction?: LdsInstruction,
): ByMemory {
  const bytes = count * element.bytes;
  const base = (space: 'lds' | 'private' | 'global'): MemoryOperation => ({
    name: op.name,
    memref: -1,
    indices: [],
    count,
    site: -1,
    globalSource: -1,
    direction,
    isLeftOut: lowering.leavesOutData(op, direction, space),
  });
  const toLds = space === 3 || (space === 0 && lowering.pointers.flatLds);
  const toGlobal = isFlat(space) || space > 6;
  const kind = direction === 'read' ? 'load' : direction === 'write' ? 'store' : 'atomic';
  return {
    lds: toLds
      ? { ...base('lds'), site: lowering.site(op, direction, bytes, instruction) }
      : undefined,
    global: toGlobal
      ? { ...base('global'), globalSource: lowering.globalSource(op, kind, bytes) }
      : undefined,
    local: space === 5 || space === 0 ? base('private') : undefined,
  };
}

/** A scalar or vector that an operation moves between registers and memory. */
export interface PointerAccess extends ByMemory {
  /** As pieces that memory can hold: halves of what has 64 bits. */
  readonly element: ElementType;
  readonly count: number;
  readonly halves: boolean;
  /** The first register of the value, and the byte where it is. */
  readonly register: number;
  readonly offsetBytes: number;
}

/** Prepares the access of a value at a pointer; reports what memory cannot hold. */
export function prepareAccesses(
  op: Operation,
  lowering: Lowering,
  space: number,
  type: Type,
  direction: 'read' | 'write',
  instruction?: LdsInstruction,
): readonly PointerAccess[] | undefined {
  const leaves = leavesOf(type);
  const accesses = leaves?.map((leaf) => {
    const scalars = scalarOf(leaf.type);
    return scalars && prepareAccess(op, lowering, space, scalars, direction, leaf, instruction);
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
  { register, offsetBytes }: { readonly register: number; readonly offsetBytes: number } = ORIGIN,
  instruction?: LdsInstruction,
): PointerAccess | undefined {
  const halves = !element.float && element.width === 64;
  if (HALF === undefined || (count > 1 && element.width % 8 !== 0)) return undefined;
  const pieces = halves ? { element: HALF, count: 2 * count } : { element, count };
  const kinds = byMemory(op, lowering, space, pieces, direction, instruction);
  return { ...pieces, ...kinds, halves, register, offsetBytes };
}

const ORIGIN = { register: 0, offsetBytes: 0 };

/** Calls `move` for each memory that the lanes' pointers lead to, with what is touched there. */
export function throughPointer(
  wave: Wave,
  { space, slot, name, lowering }: Pointer,
  access: ByMemory & Pick<PointerAccess, 'element' | 'offsetBytes'>,
  move: (reach: Reach) => void,
): void {
  const { element, offsetBytes } = access;
  if (space === 7) {
    const offsets = wave.values(slot).subarray(RESOURCE_REGISTERS * wave.lanes);
    const view = resourceView(wave, lowering, slot, offsets, element, name);
    if (view !== undefined && access.global !== undefined) {
      move({ access: access.global, view, addresses: moved(view.offsetBytes, offsetBytes) });
    }
    return;
  }
  const { pointers, lds } = lowering;
  const all = moved(wave.values(slot), offsetBytes);
  eachMemory(wave, pointers, lds.objects, space, all, element, name, (view, addresses) => {
    const kind = view.memory.space;
    const operation =
      kind === 'lds' ? access.lds : kind === 'private' ? access.local : access.global;
    if (operation !== undefined) move({ access: operation, view, addresses });
    else wave.fail(messages.execute.unsupported(name, `an address of ${kind} memory here`));
  });
}

/** Loads the pieces of a value into its slot; `wanted` is 0 for elements that are left out. */
export function loadThrough(
  wave: Wave,
  pointer: Pointer,
  accesses: readonly PointerAccess[],
  to: number,
  wanted?: Float64Array,
): void {
  for (const access of accesses) {
    throughPointer(wave, pointer, access, (reach) => loadPiece(wave, access, reach, to, wanted));
  }
}

/** Stores the pieces of a value from its slot. */
export function storeThrough(
  wave: Wave,
  pointer: Pointer,
  accesses: readonly PointerAccess[],
  from: number,
  wanted?: Float64Array,
): void {
  for (const access of accesses) {
    throughPointer(wave, pointer, access, (reach) => storePiece(wave, access, reach, from, wanted));
  }
}

const moved = (bytes: Float64Array, offset: number): Float64Array =>
  offset === 0 ? bytes : bytes.map((byte) => byte + offset);

/**
 * The memory at a buffer resource in `slot` and an offset (register `at` of `offsets`). The resource is that of the first
 * active lane, as hardware keeps it in scalar registers.
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
  { count, halves, register }: PointerAccess,
  reach: Reach,
  to: number,
  wanted?: Float64Array,
): void {
  const [start, places] = [register * wave.lanes, count * wave.lanes];
  if (!halves) {
    load(wave, { ...reach, wanted }, wave.values(to).subarray(start, start + places));
    return;
  }
  const parts = new Float64Array(places);
  load(wave, { ...reach, wanted: doubled(wave, wanted) }, parts);
  for (let i = 0; i < places / 2; i++) {
    if (!isActive(wave.mask, i % wave.lanes) || wanted?.[i] === 0) continue;
    const low = lowPlace(wave, i);
    writeHalves(wave, to, start + i, parts[low] ?? 0, parts[low + wave.lanes] ?? 0);
  }
}

export function storePiece(
  wave: Wave,
  { count, halves, register }: PointerAccess,
  reach: Reach,
  from: number,
  wanted?: Float64Array,
): void {
  const [start, places] = [register * wave.lanes, count * wave.lanes];
  if (!halves) {
    store(wave, { ...reach, wanted }, wave.values(from).subarray(start, start + places));
    return;
  }
  const parts = new Float64Array(places);
  for (let i = 0; i < places / 2; i++) {
    if (!isActive(wave.mask, i % wave.lanes)) continue;
    const half = lowHalf(wave, from, start + i);
    if (half !== half) return failWide(wave, reach.access.name);
    const low = lowPlace(wave, i);
    parts[low] = half;
    parts[low + wave.lanes] = highHalf(wave, from, start + i);
  }
  store(wave, { ...reach, wanted: doubled(wave, wanted) }, parts);
}

/** Where the low half of a place is among the halves; the high one is a row of lanes behind it. */
const lowPlace = ({ lanes }: Wave, at: number): number =>
  Math.floor(at / lanes) * 2 * lanes + (at % lanes);

/** A mask of elements as one of their halves. */
function doubled(wave: Wave, wanted: Float64Array | undefined): Float64Array | undefined {
  if (wanted === undefined) return undefined;
  const out = new Float64Array(2 * wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    const low = lowPlace(wave, i);
    out[low] = wanted[i] ?? 0;
    out[low + wave.lanes] = wanted[i] ?? 0;
  }
  return out;
}
