/**
 * Reads and writes of lanes through a memref: addresses, bounds, LDS bookkeeping, data.
 *
 * Bounds: LDS and private memory have exact sizes, and leaving them stops the execution. A buffer
 * descriptor (`fat_raw_buffer`) gives 0 for loads and drops stores beyond its valid bytes, as hardware does.
 */
import { type Message, messages } from '@ldscope/core';
import type { Operation, Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import type { LowerOperation, Lowering } from './lowering.ts';
import { MEMORY_LIMIT } from './memory.ts';
import { isActive, type MemRefRegister } from './registers.ts';
import type { Wave } from './wave.ts';

/** One source operation that reads or writes `count` consecutive elements per lane. */
export interface MemoryOperation {
  readonly name: string;
  readonly memref: number;
  readonly indices: readonly number[];
  /** Elements per lane. */
  readonly count: number;
  /** LDS site; -1 when the memref is not in LDS. */
  readonly site: number;
  /** Data slot of a per-element mask (`vector.maskedload`). */
  readonly elementMask?: number;
}

/** Prepares an access by an operation to `memref[indices]`; reports what does not fit. */
export function prepareAccess(
  op: Operation,
  lowering: Lowering,
  memref: Value,
  indices: readonly Value[],
  count: number,
  direction: 'read' | 'write',
): MemoryOperation | undefined {
  const type = resolveType(memref.type);
  const element = lowering.element(op, memref.type);
  if (type.kind !== 'memref' || element === undefined) {
    if (type.kind !== 'memref') {
      lowering.report(messages.execute.typeMismatch(op.name, 'a memref', type.kind));
    }
    return undefined;
  }
  if (type.shape !== undefined && type.shape.length !== indices.length) {
    lowering.report(
      messages.execute.typeMismatch(op.name, `${type.shape.length} indices`, `${indices.length}`),
    );
    return undefined;
  }
  const site = isLds(memref) ? lowering.site(op, direction, count * element.bytes) : -1;
  return {
    name: op.name,
    memref: lowering.memref(memref),
    indices: indices.map((index) => lowering.data(index)),
    count,
    site,
  };
}

/** True for a memref in the workgroup's memory: `#gpu.address_space<workgroup>` or address space 3. */
export function isLds(value: Value): boolean {
  return memorySpaceOf(value) === 'workgroup';
}

export function memorySpaceOf(value: Value): 'workgroup' | 'private' | 'fat-buffer' | 'global' {
  const type = resolveType(value.type);
  const space = type.kind === 'memref' ? type.memorySpace : undefined;
  if (space === undefined) return 'global';
  const attribute = space.kind === 'alias' ? space.attribute : space;
  if (attribute.kind === 'integer') {
    if (attribute.value === 3n) return 'workgroup';
    return attribute.value === 5n ? 'private' : 'global';
  }
  const text = attribute.kind === 'opaque' ? attribute.text : '';
  if (/workgroup/.test(text)) return 'workgroup';
  if (/private/.test(text)) return 'private';
  return /fat_raw_buffer/.test(text) ? 'fat-buffer' : 'global';
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
    const pitch = (memref.strides[i] ?? 0) * memref.element.bytes;
    for (let lane = 0; lane < wave.lanes; lane++) {
      addresses[lane] = (addresses[lane] ?? 0) + (index[lane] ?? 0) * pitch;
    }
  }
  return addresses;
}

/** Loads into `out` (element after element, lanes innermost); inactive lanes keep what they had. */
export function load(wave: Wave, access: MemoryOperation, out: Float64Array): void {
  const memref = wave.memref(access.memref);
  const addresses = laneAddresses(wave, memref, access.indices);
  const { memory, element } = memref;
  const pitch = elementPitch(memref);
  if (!noteAccess(wave, access, memref, addresses, 'read')) return;
  if (memory.space === 'global') wave.loads.push(undefined);
  const wanted = access.elementMask === undefined ? undefined : wave.values(access.elementMask);
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(wave.mask, lane)) continue;
    for (let i = 0; i < access.count; i++) {
      const to = i * wave.lanes + lane;
      if (wanted?.[to] === 0) continue;
      const byte = (addresses[lane] ?? 0) + i * pitch;
      if (isBeyondBuffer(memref, byte, lane)) {
        out[to] = 0;
        continue;
      }
      const view = memory.readAt(byte);
      out[to] = view === undefined ? 0 : element.load(view, memory.offsetOf(byte));
    }
  }
}

export function store(wave: Wave, access: MemoryOperation, values: Float64Array): void {
  const memref = wave.memref(access.memref);
  const addresses = laneAddresses(wave, memref, access.indices);
  const { memory, element } = memref;
  const pitch = elementPitch(memref);
  if (!noteAccess(wave, access, memref, addresses, 'write')) return;
  const wanted = access.elementMask === undefined ? undefined : wave.values(access.elementMask);
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(wave.mask, lane)) continue;
    for (let i = 0; i < access.count; i++) {
      const from = i * wave.lanes + lane;
      if (wanted?.[from] === 0) continue;
      const byte = (addresses[lane] ?? 0) + i * pitch;
      if (isBeyondBuffer(memref, byte, lane)) continue;
      const view = memory.writeAt(byte);
      if (view === undefined) {
        wave.fail(messages.execute.memoryLimit(MEMORY_LIMIT));
        return;
      }
      element.store(view, memory.offsetOf(byte), values[from] ?? 0);
      if (memory.space === 'lds') wave.workgroup.markWritten(byte, element.bytes);
    }
  }
}

/** Distance of consecutive elements of a vector: the stride of the last dimension. */
function elementPitch(memref: MemRefRegister): number {
  return (memref.strides.at(-1) ?? 1) * memref.element.bytes;
}

function isBeyondBuffer(memref: MemRefRegister, byte: number, lane: number): boolean {
  if (memref.validBytes === undefined) return false;
  const offset = byte - (memref.baseBytes?.[lane] ?? 0);
  return offset < 0 || offset + memref.element.bytes > memref.validBytes;
}

/** Checks bounds, and records an LDS access; false when execution has stopped. */
function noteAccess(
  wave: Wave,
  access: MemoryOperation,
  memref: MemRefRegister,
  addresses: Float64Array,
  direction: 'read' | 'write',
): boolean {
  const bytes = access.count * memref.element.bytes;
  const fault = outOfRange(wave, access, memref, addresses);
  if (fault !== undefined) {
    wave.fail(fault);
    return false;
  }
  if (access.site >= 0) {
    const { workgroup, mask } = wave;
    workgroup.record(access.site, wave, addresses, mask, memref.memory.name);
    if (direction === 'read') workgroup.checkRead(access.site, wave, addresses, bytes, mask);
  }
  return true;
}

function outOfRange(
  wave: Wave,
  access: MemoryOperation,
  memref: MemRefRegister,
  addresses: Float64Array,
): Message | undefined {
  const { memory, element } = memref;
  if (memref.validBytes !== undefined && memory.bytes === Infinity) return undefined;
  const base = memref.baseBytes;
  const first = memory.space === 'lds' ? memref.object : undefined;
  const start = first?.offset ?? 0;
  const end = first === undefined ? memory.bytes : first.offset + first.bytes;
  const last = (access.count - 1) * elementPitch(memref) + element.bytes;
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(wave.mask, lane)) continue;
    const byte = addresses[lane] ?? 0;
    if (byte >= start && byte + last <= end) continue;
    if (memref.validBytes !== undefined && isDropped(memref, byte - (base?.[lane] ?? 0))) continue;
    const who = `lane ${lane} of wave ${wave.index}, workgroup ${wave.workgroup.ids.join(',')}`;
    const relative = byte < start ? byte - start : byte + last - 1 - start;
    return memory.space === 'lds'
      ? messages.execute.ldsOutOfRange(access.name, relative, end - start, who)
      : messages.execute.outOfRange(access.name, relative, end - start, who);
  }
  return undefined;
}

function isDropped(memref: MemRefRegister, offset: number): boolean {
  return offset < 0 || offset >= (memref.validBytes ?? Infinity);
}

/** `memref.load`, `vector.load` and the like: `operands = [base, ...indices]`. */
export const lowerLoad =
  (countOf: (op: Operation) => number): LowerOperation =>
  (op, lowering) => {
    const [base, ...indices] = op.operands;
    const [result] = op.results;
    if (base === undefined || result === undefined) return;
    const access = prepareAccess(op, lowering, base, indices, countOf(op), 'read');
    const slot = lowering.data(result);
    if (access !== undefined) lowering.emit((wave) => load(wave, access, wave.values(slot)));
  };

/** `memref.store`, `vector.store`: `operands = [value, base, ...indices]`. */
export const lowerStore =
  (countOf: (op: Operation) => number): LowerOperation =>
  (op, lowering) => {
    const [value, base, ...indices] = op.operands;
    if (value === undefined || base === undefined) return;
    const access = prepareAccess(op, lowering, base, indices, countOf(op), 'write');
    const slot = lowering.data(value);
    if (access !== undefined) lowering.emit((wave) => store(wave, access, wave.values(slot)));
  };
