/**
 * Elements that share bytes: f4, f6, i4 in memory and in registers, and predicates in registers.
 *
 *     vector<32xf4E2M1FN> at byte 16       16 bytes; element 0 in the low half of byte 16, element 1 in the high half
 *     vector<4xf6E2M3FN> at byte 0         3 bytes; element 1 has bits 6 to 11
 *
 * Hardware moves bytes, so an access of packed elements is an access of bytes, and the elements are their bits. What is
 * not whole bytes is refused: a lane that begins within one, a single `i4`, a mask that parts one (see
 * `docs/decisions`, packed elements).
 */
import { type Message, messages } from '@ldscope/core';
import type { Operation } from '../ir/ir.ts';
import { type ElementType, integerElement } from './elements.ts';
import type { Lowering } from './lowering.ts';
import { isActive, type LaneMask, type MemRefRegister } from './registers.ts';
import type { Wave } from './wave.ts';

/** True for elements that share bytes with their neighbours in memory. */
export function isPacked({ pitchBytes }: ElementType): boolean {
  return pitchBytes < 1;
}

/** Bytes that an access of `count` elements moves; `undefined`, and a report, where they are not known or not whole. */
export function movedBytes(
  op: Operation,
  lowering: Lowering,
  element: ElementType,
  count: number,
): number | undefined {
  const { name, width, bytes, pitchBytes } = element;
  const moved = count * pitchBytes;
  let fault: Message | undefined;
  if (!Number.isInteger(moved)) fault = messages.execute.partOfByte(op.name, count, name, width);
  else if (count > 1 && !isPacked(element) && width !== 8 * bytes) {
    fault = messages.execute.looseVector(op.name, count, name);
  }
  if (fault !== undefined) lowering.report(fault);
  return fault === undefined ? moved : undefined;
}

/** Stops the wave where an active lane begins within a byte; true when none does. */
export function beginAtBytes(
  wave: Wave,
  name: string,
  { element }: MemRefRegister,
  addresses: Float64Array,
  mask: LaneMask,
): boolean {
  if (!isPacked(element)) return true;
  const lane = addresses.findIndex(
    (address, one) => isActive(mask, one) && !Number.isInteger(address),
  );
  if (lane < 0) return true;
  wave.fail(messages.execute.withinByte(name, lane, addresses[lane] ?? 0, element.name));
  return false;
}

/** The view as bytes. */
export function byteView(view: MemRefRegister): MemRefRegister {
  const byte = integerElement(8);
  return byte === undefined ? view : { ...view, element: byte };
}

/**
 * By byte and lane, whether it is moved: all elements that have bits in a byte are, or none; `undefined` where some
 * are, and the wave has stopped.
 */
export function wantedBytes(
  wave: Wave,
  name: string,
  { width }: ElementType,
  wanted: Float64Array,
  mask: LaneMask,
): Float64Array | undefined {
  const { lanes } = wave;
  const bytes = new Float64Array((wanted.length * width) / 8);
  for (let lane = 0; lane < lanes; lane++) {
    if (!isActive(mask, lane)) continue;
    for (let byte = 0; byte * lanes < bytes.length; byte++) {
      const first = Math.floor((byte * 8) / width);
      const last = Math.floor((byte * 8 + 7) / width);
      const flag = wanted[first * lanes + lane] === 0 ? 0 : 1;
      for (let i = first + 1; i <= last; i++) {
        if ((wanted[i * lanes + lane] === 0 ? 0 : 1) === flag) continue;
        return wave.fail(messages.execute.brokenMask(name, lane, i, width));
      }
      bytes[byte * lanes + lane] = flag;
    }
  }
  return bytes;
}

const scratch = new DataView(new ArrayBuffer(8));

/** Writes the bits of an element at a bit of a view; others of its bytes stay. */
export function storeBits(view: DataView, bit: number, element: ElementType, value: number): void {
  if (element.width === 8 * element.bytes && bit % 8 === 0) {
    element.store(view, bit / 8, value);
    return;
  }
  element.store(scratch, 0, value);
  for (let i = 0; i < element.width; i++) {
    const [byte, place] = [(bit + i) >> 3, (bit + i) & 7];
    const set = (scratch.getUint8(i >> 3) >> (i & 7)) & 1;
    view.setUint8(byte, (view.getUint8(byte) & ~(1 << place)) | (set << place));
  }
}

/** The element whose bits begin at a bit of a view. */
export function loadBits(view: DataView, bit: number, element: ElementType): number {
  if (element.width === 8 * element.bytes && bit % 8 === 0) return element.load(view, bit / 8);
  scratch.setBigInt64(0, 0n, true);
  for (let i = 0; i < element.width; i++) {
    const set = (view.getUint8((bit + i) >> 3) >> ((bit + i) & 7)) & 1;
    scratch.setUint8(i >> 3, scratch.getUint8(i >> 3) | (set << (i & 7)));
  }
  return element.load(scratch, 0);
}

/** Registers of `count` elements as registers of bytes, lanes innermost. */
export function packElements(
  element: ElementType,
  values: Float64Array,
  count: number,
  lanes: number,
): Float64Array {
  const bytes = Math.ceil((count * element.width) / 8);
  const view = new DataView(new ArrayBuffer(bytes));
  const out = new Float64Array(bytes * lanes);
  for (let lane = 0; lane < lanes; lane++) {
    for (let i = 0; i < count; i++) {
      storeBits(view, i * element.width, element, values[i * lanes + lane] ?? 0);
    }
    for (let byte = 0; byte < bytes; byte++) out[byte * lanes + lane] = view.getInt8(byte);
  }
  return out;
}

/** The other way around: element i of a lane, where `moves(i, lane)`, from registers of bytes. */
export function unpackElements(
  element: ElementType,
  bytes: Float64Array,
  out: Float64Array,
  lanes: number,
  moves: (element: number, lane: number) => boolean,
): void {
  const view = new DataView(new ArrayBuffer(Math.floor(bytes.length / lanes)));
  const count = Math.floor((view.byteLength * 8) / element.width);
  for (let lane = 0; lane < lanes; lane++) {
    for (let byte = 0; byte < view.byteLength; byte++) {
      view.setInt8(byte, bytes[byte * lanes + lane] ?? 0);
    }
    for (let i = 0; i < count; i++) {
      if (moves(i, lane)) out[i * lanes + lane] = loadBits(view, i * element.width, element);
    }
  }
}
