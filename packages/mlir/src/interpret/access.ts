/**
 * Reads and writes of lanes through a memref: addresses, bounds, LDS bookkeeping, data.
 *
 * Bounds: LDS and private memory have exact sizes, and leaving them stops the execution. A buffer
 * descriptor (`fat_raw_buffer`) gives 0 for loads and drops stores beyond its valid bytes, as hardware does.
 */
import { maskedElements, type Message, messages } from '@ldscope/core';
import type { Operation, Value } from '../ir/ir.ts';
import { isLds, memorySpaceOf } from '../ir/memory-space.ts';
import { resolveType } from '../ir/types.ts';
import { elementNameOf } from './elements.ts';
import { findCollision } from './hazards/collisions.ts';
import type { LdsInstruction } from './lds-atomics.ts';
import { beginGlobal, settleTouched } from './loads.ts';
import type { Lowering } from './lowering.ts';
import { elementCount } from './value-types.ts';
import { loadElement, MEMORY_LIMIT, storeElement } from './memory.ts';
import {
  beginAtBytes,
  byteView,
  isPacked,
  movedBytes,
  packElements,
  unpackElements,
  wantedBytes,
} from './packed.ts';
import { checkExact } from './arithmetic/elementwise.ts';
import { isActive, type LaneMask, maskWhere, type MemRefRegister, objectOf } from './registers.ts';
import type { Wave } from './wave.ts';
import { takes } from './take.ts';

/** One source operation that reads or writes `count` consecutive elements per lane. */
export interface MemoryOperation {
  readonly name: string;
  readonly memref: number;
  readonly indices: readonly number[];
  /** Elements per lane. */
  readonly count: number;
  /** LDS site; -1 when the memref is not in LDS. */
  readonly site: number;
  /** Number of the operation among those that access global memory; -1 when its memref is elsewhere. */
  readonly globalSource: number;
  readonly direction: 'read' | 'write' | 'atomic';
  /** It is made and recorded, and moves nothing. */
  readonly isLeftOut: boolean;
  /** Data slot of a per-element mask (`vector.maskedload`). */
  readonly elementMask?: number;
}

/** An access of `data` at `memref[indices]`; reports what does not fit. */
export function prepareAccess(
  op: Operation,
  lowering: Lowering,
  memref: Value,
  indices: readonly Value[],
  data: Value,
  direction: 'read' | 'write',
  instruction?: LdsInstruction,
): MemoryOperation | undefined {
  const mismatch = accessMismatch(memref, indices, data);
  if (mismatch !== undefined) return lowering.mismatch(...mismatch);
  const count = elementCount(data.type);
  return memoryAccess(op, lowering, memref, indices, direction, { count, ...instruction });
}

/** An access of neighbours at `memref[indices]`, one element where no count is given. */
export function memoryAccess(
  op: Operation,
  lowering: Lowering,
  memref: Value,
  indices: readonly Value[],
  direction: 'read' | 'write' | 'atomic',
  { count = 1, ...instruction }: { readonly count?: number } & LdsInstruction = {},
): MemoryOperation | undefined {
  const element = lowering.element(memref.type);
  const bytes = element && movedBytes(op, lowering, element, count);
  if (bytes === undefined) return undefined;
  const site = isLds(memref) ? lowering.site(op, direction, bytes, instruction) : -1;
  const space = site >= 0 ? 'lds' : memorySpaceOf(memref) === 'private' ? 'private' : 'global';
  const kind = direction === 'read' ? 'load' : direction === 'write' ? 'store' : 'atomic';
  return {
    name: op.name,
    memref: lowering.memref(memref),
    indices: lowering.slots(...indices),
    count,
    site,
    globalSource: space === 'global' ? lowering.globalSource(op, kind, bytes) : -1,
    direction,
    isLeftOut: lowering.leavesOutData(op, direction, space),
  };
}

/** The operands that an access needs and those that it has; `undefined` when they agree. */
function accessMismatch(
  memref: Value,
  indices: readonly Value[],
  data: Value,
): readonly [wanted: string, found: string] | undefined {
  const type = resolveType(memref.type);
  if (type.kind !== 'memref') return ['a memref', `a value of kind ${type.kind}`];
  if (type.shape !== undefined && type.shape.length !== indices.length) {
    return [`${type.shape.length} indices`, `${indices.length}`];
  }
  for (const index of indices) {
    const { kind } = resolveType(index.type);
    if (kind !== 'index' && kind !== 'integer') return ['an index', `a value of kind ${kind}`];
  }
  const [wanted, found] = [elementNameOf(memref), elementNameOf(data)];
  if (wanted === undefined || wanted === found) return undefined;
  return [`elements of type ${wanted}`, found ?? `a value of kind ${resolveType(data.type).kind}`];
}

/** Byte address of the first element of each lane, in the memory of the memref. */
export function laneAddresses(
  wave: Wave,
  memref: MemRefRegister,
  indices: readonly number[],
): Float64Array {
  const addresses = memref.offsetBytes.slice();
  for (const [i, slot] of indices.entries()) {
    const index = wave.values(slot);
    const pitch = (memref.strides[i] ?? 0) * memref.element.pitchBytes;
    for (let lane = 0; lane < wave.lanes; lane++) {
      addresses[lane] = (addresses[lane] ?? 0) + (index[lane] ?? 0) * pitch;
    }
  }
  return addresses;
}

/** The memory that one execution of an operation touches. */
export interface Reach {
  readonly access: MemoryOperation;
  readonly view: MemRefRegister;
  /** The address of each lane's first element. */
  readonly addresses: Float64Array;
  /** By element and lane, 0 for what is left out; absent: all take part. */
  readonly wanted?: Float64Array | undefined;
}

/** The memory that an operation touches by its memref and indices. */
export function reachOf(wave: Wave, access: MemoryOperation): Reach {
  const view = wave.memref(access.memref);
  const wanted = access.elementMask === undefined ? undefined : wave.values(access.elementMask);
  return { access, view, addresses: laneAddresses(wave, view, access.indices), wanted };
}

/** Loads into `out` (element after element, lanes innermost); inactive lanes keep what they had. */
export function load(wave: Wave, reach: Reach, out: Float64Array): void {
  const { access, view, addresses, wanted } = reach;
  const { memory, element } = view;
  const mask = takingPart(wave, reach);
  if (isPacked(element)) {
    const bytes = asBytes(wave, reach, mask);
    if (bytes === undefined) return;
    const loaded = new Float64Array(bytes.access.count * wave.lanes);
    load(wave, bytes, loaded);
    if (wave.failure !== undefined) return;
    unpackElements(
      element,
      loaded,
      out,
      wave.lanes,
      (i, lane) => isActive(mask, lane) && wanted?.[i * wave.lanes + lane] !== 0,
    );
    return;
  }
  if (!noteAccess(wave, reach, mask)) return;
  if (memory.space === 'global') beginGlobal(wave, 'load', ...extentOf(reach));
  if (access.isLeftOut) return;
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(mask, lane)) continue;
    for (let i = 0; i < access.count; i++) {
      const to = i * wave.lanes + lane;
      if (wanted?.[to] === 0) continue;
      const byte = (addresses[lane] ?? 0) + i * element.bytes;
      out[to] = isBeyondBuffer(view, byte, lane) ? 0 : loadElement(memory, element, byte);
    }
  }
  if (!element.float && element.width > 32) checkExact(wave, out, access.name);
}

export function store(wave: Wave, reach: Reach, values: Float64Array): void {
  const { access, view, addresses, wanted } = reach;
  const { memory, element } = view;
  const mask = takingPart(wave, reach);
  if (isPacked(element)) {
    const bytes = asBytes(wave, reach, mask);
    const packed = packElements(element, values, access.count, wave.lanes);
    if (bytes !== undefined) store(wave, bytes, packed);
    return;
  }
  if (!noteAccess(wave, reach, mask)) return;
  if (memory.space === 'global') beginGlobal(wave, 'store', ...extentOf(reach));
  // Memory without an address space may be private, which shows when it is there.
  const { sliced } = wave.workgroup;
  const isLeftOut = memory.space === 'private' ? sliced?.keepsPrivate === false : access.isLeftOut;
  if (isLeftOut) {
    // Whether the lanes agree on a value is a question to data.
    if (access.site < 0) return;
    if (wave.workgroup.shadow.overlapping) sliced?.leftOut.ask();
    wave.workgroup.stored();
    return;
  }
  if (!element.float && element.width > 32) {
    checkExact(wave, values, access.name);
    if (wave.state !== 'running') return;
  }
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(mask, lane)) continue;
    for (let i = 0; i < access.count; i++) {
      const from = i * wave.lanes + lane;
      if (wanted?.[from] === 0) continue;
      const byte = (addresses[lane] ?? 0) + i * element.bytes;
      if (isBeyondBuffer(view, byte, lane)) continue;
      if (!storeElement(memory, element, byte, values[from] ?? 0))
        return wave.fail(messages.execute.memoryLimit(MEMORY_LIMIT));
    }
  }
  if (access.site >= 0) stored(wave, reach, mask, values);
}

/** Bytes of a lane, and accesses that its mask may make of them. */
const extentOf = ({
  access: { count },
  view,
  wanted,
}: Reach): [bytes: number, accesses: number] => [
  count * view.element.bytes,
  wanted === undefined ? 1 : count,
];

/** Packed elements as the bytes that they are in; `undefined` where they are not whole, and the wave has stopped. */
function asBytes(
  wave: Wave,
  { access, view, addresses, wanted }: Reach,
  mask: LaneMask,
): Reach | undefined {
  const { element } = view;
  if (!beginAtBytes(wave, access.name, view, addresses, mask)) return undefined;
  const moved = wanted && wantedBytes(wave, access.name, element, wanted, mask);
  if (wave.failure !== undefined) return undefined;
  const count = access.count * element.pitchBytes;
  return { access: { ...access, count }, view: byteView(view), addresses, wanted: moved };
}

/** Registers a store in the shadow of LDS; lanes that write to one place must agree on the value. */
function stored(wave: Wave, reach: Reach, mask: LaneMask, values: Float64Array): void {
  const { access, view, addresses, wanted } = reach;
  const { memory, element } = view;
  const { shadow } = wave.workgroup;
  if (shadow.overlapping) {
    const collision = findCollision(memory, element, addresses, mask, wanted, values);
    if (collision !== undefined) shadow.collide(access.site, wave, collision);
  }
  wave.workgroup.stored();
}

/** The active lanes that move at least one element. */
function takingPart(wave: Wave, { access: { count }, wanted }: Reach): LaneMask {
  if (wanted === undefined) return wave.mask;
  const some = new Float64Array(wave.lanes);
  for (let i = 0; i < count * wave.lanes; i++) if (wanted[i] !== 0) some[i % wave.lanes] = 1;
  return maskWhere(wave.mask, some, wave.lanes);
}

function isBeyondBuffer(memref: MemRefRegister, byte: number, lane: number): boolean {
  if (memref.validBytes === undefined) return false;
  const offset = byte - (memref.baseBytes?.[lane] ?? 0);
  return offset < 0 || offset + memref.element.pitchBytes > memref.validBytes;
}

/** Checks bounds, and records what a lane mask accesses in LDS or global memory; false when execution has stopped. */
export function noteAccess(wave: Wave, reach: Reach, mask: LaneMask): boolean {
  const { access, view, addresses, wanted } = reach;
  const { memory, element } = view;
  const fault = formFault(reach) ?? outOfRange(wave, reach, mask);
  if (fault !== undefined) {
    wave.fail(fault);
    return false;
  }
  if (access.site >= 0) {
    const elements = maskedElements(wanted, mask, wave.lanes, element.bytes);
    settleTouched(wave, addresses, mask, access.count * element.bytes);
    wave.workgroup.record(access.site, wave, addresses, mask, memory.name, elements);
  } else if (memory.space === 'global') {
    const { sliced, global } = wave.workgroup;
    if (access.globalSource >= 0) global?.add(access.globalSource, wave, addresses, mask, view);
    sliced?.note(access, memory);
  }
  return true;
}

/** The facts about a memref that are known only at run time: its address, and whether elements are contiguous. */
function formFault({ access, view }: Reach): Message | undefined {
  if (access.site >= 0 !== (view.memory.space === 'lds')) {
    return messages.execute.unsupported(access.name, 'a memref of one memory typed as another');
  }
  if (access.count > 1 && (view.strides.at(-1) ?? 1) !== 1) {
    return messages.execute.unsupported(
      access.name,
      'a vector of elements that are not neighbours',
    );
  }
  return undefined;
}

function outOfRange(wave: Wave, reach: Reach, mask: LaneMask): Message | undefined {
  const { access, view, addresses, wanted } = reach;
  const { memory, element } = view;
  if (view.validBytes !== undefined && memory.bytes === Infinity) return undefined;
  const size = element.bytes;
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(mask, lane)) continue;
    const object = memory.space === 'lds' ? objectOf(view, lane) : undefined;
    const start = object?.offset ?? 0;
    const stop = object === undefined ? memory.bytes : object.offset + object.bytes;
    const base = memory.space === 'private' ? lane * (memory.bytes / wave.lanes) : start;
    const limit = memory.space === 'private' ? base + memory.bytes / wave.lanes : stop;
    const address = addresses[lane] ?? 0;
    const first = address + firstWanted(wanted, lane, wave.lanes) * size;
    const end = address + lastWanted(wanted, lane, wave.lanes, access.count) * size + size;
    const last = Math.min(end, (view.baseBytes?.[lane] ?? 0) + (view.validBytes ?? Infinity));
    if (first >= base && last <= limit) continue;
    if (isBeyondBuffer(view, first, lane)) continue;
    const who = wave.laneName(lane);
    const relative = first < base ? first - base : last - 1 - base;
    return memory.space === 'lds'
      ? messages.execute.ldsOutOfRange(access.name, relative, limit - base, who)
      : messages.execute.outOfRange(access.name, relative, limit - base, who);
  }
  return undefined;
}

/** The first element that a lane moves. */
function firstWanted(wanted: Float64Array | undefined, lane: number, lanes: number): number {
  if (wanted === undefined) return 0;
  let element = 0;
  while (wanted[element * lanes + lane] === 0) element++;
  return element;
}

function lastWanted(
  wanted: Float64Array | undefined,
  lane: number,
  lanes: number,
  count: number,
): number {
  if (wanted === undefined) return count - 1;
  let element = count - 1;
  while (wanted[element * lanes + lane] === 0) element--;
  return element;
}

/** `memref.load`, `vector.load` and the like: `operands = [base, ...indices]`. */
export const lowerLoad = takes(1, 1, ([base, result], lowering, op) => {
  const access = prepareAccess(op, lowering, base, op.operands.slice(1), result, 'read');
  if (access === undefined) return;
  const slot = lowering.data(result);
  lowering.emit((wave) => load(wave, reachOf(wave, access), wave.values(slot)));
});

/** `memref.store`, `vector.store`: `operands = [value, base, ...indices]`. */
export const lowerStore = takes(2, 0, ([value, base], lowering, op) => {
  const access = prepareAccess(op, lowering, base, op.operands.slice(2), value, 'write');
  if (access === undefined) return;
  const slot = lowering.data(value);
  lowering.emit((wave) => store(wave, reachOf(wave, access), wave.values(slot)));
});
