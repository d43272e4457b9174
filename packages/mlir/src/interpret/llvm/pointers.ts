/**
 * Where pointers lead. An address is a number, as on hardware, so pointers can be compared, stored and computed with:
 *
 *     space 3 (LDS), 5 (private)     the byte in the memory of the workgroup, of the lane
 *     space 0, 1, 4 (flat)           2^40 * n: buffer n - 1 of the kernel (n up to 255), then LDS, private memory and
 *                                    constants of the module, each in the middle of a terabyte of its own
 *     space 7, 8 (buffer resource)   base, stride, bytes, flags; space 7 has an offset behind them
 *
 * LIMITATION. An address that leaves its object by less than half a terabyte is found to be out of range; in LDS,
 * one that leaves its object for a neighbour is not, as nothing in an address says where it came from.
 */
import { type LdsObject, messages, roundUp } from '@ldscope/core';
import type { ElementType } from '../elements.ts';
import { flatMemory, type Memory } from '../memory.ts';
import {
  firstLane,
  isActive,
  isEmpty,
  type MemRefRegister,
  without,
  lanesWhere,
} from '../registers.ts';
import type { Wave } from '../wave.ts';

const REGION_BYTES = 2 ** 40;
const MIDDLE = REGION_BYTES / 2;
const MOST_BUFFERS = 255;
const LDS_REGION = MOST_BUFFERS + 1;
const PRIVATE_REGION = MOST_BUFFERS + 2;
const FIRST_CONSTANT = MOST_BUFFERS + 3;

const regionStart = (region: number): number => region * REGION_BYTES + MIDDLE;

/** Private memory of a lane; hardware has some kilobytes of scratch. */
const MOST_PRIVATE_BYTES = 65536;

/** The memory of a kernel as its pointers see it; lowering fills it. */
export class PointerMemory {
  /** Memref slots of the buffers, by region. */
  readonly #buffers = new Map<number, number>();
  readonly #constants: Memory[] = [];
  readonly #constantNames = new Map<string, number>();
  #privateBytes = 0;
  /** True when a flat address may lead to LDS: the kernel makes such addresses. */
  flatLds = false;

  /** The address of a buffer whose view is in a memref slot; `undefined` for too many. */
  bufferAddress(number: number, slot: number): number | undefined {
    if (number >= MOST_BUFFERS) return undefined;
    this.#buffers.set(number + 1, slot);
    return regionStart(number + 1);
  }

  /** Room for an object of each lane: its address in space 5; `undefined` when there is too much. */
  allocatePrivate(bytes: number, alignment: number): number | undefined {
    const offset = roundUp(this.#privateBytes, alignment);
    if (!(offset + bytes <= MOST_PRIVATE_BYTES)) return undefined;
    this.#privateBytes = offset + bytes;
    return offset;
  }

  /** The address of a constant of the module. */
  constantAddress(name: string, make: () => Uint8Array): number {
    let region = this.#constantNames.get(name);
    if (region === undefined) {
      region = FIRST_CONSTANT + this.#constants.length;
      this.#constants.push(flatMemory('global', `@${name}`, make()));
      this.#constantNames.set(name, region);
    }
    return regionStart(region);
  }

  /** The buffer whose memory this is, as an address; `undefined` when no buffer has it. */
  addressOf(wave: Wave, memory: Memory): number | undefined {
    for (const [region, slot] of this.#buffers) {
      if (wave.memrefs[slot]?.memory === memory) return regionStart(region);
    }
    return undefined;
  }

  /** The memory of a region; `undefined` when nothing is there. */
  memoryOf(wave: Wave, region: number): Memory | undefined {
    if (region === LDS_REGION) return wave.workgroup.lds;
    if (region === PRIVATE_REGION) return this.#privateMemory(wave);
    if (region >= FIRST_CONSTANT) return this.#constants[region - FIRST_CONSTANT];
    const slot = this.#buffers.get(region);
    return slot === undefined ? undefined : wave.memrefs[slot]?.memory;
  }

  #privateMemory(wave: Wave): Memory {
    const bytes = this.#privateBytes * wave.lanes;
    return (wave.scratch ??= flatMemory('private', 'private memory', new Uint8Array(bytes)));
  }
}

/** The region of an address in a space; NaN and wild pointers have one without memory. */
function regionOf(space: number, address: number): number {
  if (space === 3) return LDS_REGION;
  return space === 5 ? PRIVATE_REGION : Math.floor(address / REGION_BYTES);
}

/** The memory that a flat address leads to, and the byte in it; `undefined` when nothing is there. */
export function memoryAt(
  wave: Wave,
  pointers: PointerMemory,
  address: number,
): { readonly memory: Memory; readonly byte: number } | undefined {
  const region = regionOf(0, address);
  const memory = pointers.memoryOf(wave, region);
  return memory && { memory, byte: address - regionStart(region) };
}

/** The address that a pointer of one space has in another; `undefined` where it has none. */
export function addressIn(from: number, to: number, address: number): number | undefined {
  const own = from === 3 ? LDS_REGION : from === 5 ? PRIVATE_REGION : undefined;
  if (own !== undefined) return isFlat(to) ? regionStart(own) + address : undefined;
  if (isFlat(to)) return address;
  const wanted = to === 3 ? LDS_REGION : to === 5 ? PRIVATE_REGION : undefined;
  return wanted === undefined ? undefined : address - regionStart(wanted);
}

export const isFlat = (space: number): boolean => space === 0 || space === 1 || space === 4;

/**
 * Calls `use` for each memory that active lanes point to, with the bytes in it and these lanes active. Most accesses
 * are to one memory. `element` is what is accessed there.
 */
export function eachMemory(
  wave: Wave,
  pointers: PointerMemory,
  objects: readonly LdsObject[],
  space: number,
  addresses: Float64Array,
  element: ElementType,
  name: string,
  use: (view: MemRefRegister, bytes: Float64Array) => void,
): void {
  const all = wave.mask;
  let left = all;
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!Number.isNaN(addresses[lane]) || !isActive(all, lane)) continue;
    return wave.fail(messages.execute.unsupported(name, 'an address beyond 53 bits'));
  }
  while (!isEmpty(left) && wave.state === 'running') {
    const region = regionOf(space, addresses[firstLane(left)] ?? 0);
    const memory = pointers.memoryOf(wave, region);
    if (memory === undefined) {
      wave.fail(messages.execute.malformed(name, 'its pointer leads to no memory of the kernel'));
      break;
    }
    const bytes = new Float64Array(wave.lanes);
    const start = space === 3 || space === 5 ? 0 : regionStart(region);
    const pitch = memory.space === 'private' ? memory.bytes / wave.lanes : 0;
    const lanes = lanesWhere(left, wave.lanes, (lane) => {
      const address = addresses[lane] ?? 0;
      bytes[lane] = address - start + lane * pitch;
      return regionOf(space, address) === region;
    });
    left = without(left, lanes);
    wave.mask = lanes;
    use(viewOf(wave, memory, objects, element, bytes), bytes);
    wave.mask = all;
  }
  wave.mask = all;
}

/** A view of a memory by bytes: in LDS, of the object that all active lanes are in. */
export function viewOf(
  wave: Wave,
  memory: Memory,
  objects: readonly LdsObject[],
  element: ElementType,
  bytes: Float64Array,
): MemRefRegister {
  const view = { memory, offsetBytes: bytes, sizes: [], strides: [], element };
  if (memory.space !== 'lds') return view;
  let [least, most] = [Infinity, -Infinity];
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(wave.mask, lane)) continue;
    least = Math.min(least, bytes[lane] ?? 0);
    most = Math.max(most, bytes[lane] ?? 0);
  }
  const touched = objects.filter(
    ({ offset, bytes: size }) => most >= offset && least < offset + size,
  );
  const [object, other] = touched;
  if (object === undefined) return view;
  const named = touched.map(({ name }) => name).join(', ');
  const own = { ...view, memory: { ...memory, name: named } };
  const inside = least >= object.offset && most < object.offset + object.bytes;
  return other === undefined && inside ? { ...own, object } : own;
}
