/**
 * Memories of a block while it is executed, as far as their content is known.
 *
 *     shared    bytes from the beginning of its window on, unknown until something stores them
 *     global    what the launch has at the beginning of the block, under what the block stores itself
 *     local     bytes by lane
 */
import type { GlobalMemory, Region } from '@ldscope/core';

/** Words, lane by lane: addresses in bytes, up to 4 bytes of a word. */
export interface ByteMemory {
  /** `undefined` where a byte is not known. */
  load(lane: number, address: number, bytes: number): number | undefined;
  /** `undefined`: the bytes are not known from now on. */
  store(lane: number, address: number, bytes: number, value: number | undefined): void;
}

export class SharedBytes implements ByteMemory {
  readonly data: Uint8Array;
  readonly known: Uint8Array;
  /** Data arrives at unknown times: nothing is known any more. */
  isOpen = false;

  constructor(bytes: number) {
    this.data = new Uint8Array(bytes);
    this.known = new Uint8Array(bytes);
  }

  load(_lane: number, address: number, bytes: number): number | undefined {
    if (this.isOpen) return undefined;
    let value = 0;
    for (let i = 0; i < bytes; i++) {
      if (this.known[address + i] !== 1) return undefined;
      value |= (this.data[address + i] ?? 0) << (8 * i);
    }
    return value;
  }

  store(_lane: number, address: number, bytes: number, value: number | undefined): void {
    for (let i = 0; i < bytes; i++) {
      this.data[address + i] = (value ?? 0) >>> (8 * i);
      this.known[address + i] = value === undefined ? 0 : 1;
    }
  }
}

const UNKNOWN = -1;

/** Bytes by address: what was stored, `UNKNOWN` where that is not known. */
export class SparseBytes implements ByteMemory {
  /** By address, or lane and address. */
  readonly bytes = new Map<number, number>();
  /** Bytes that were not stored; `undefined` where they are not known. */
  readonly #below: (address: number, bytes: number) => number | undefined;
  readonly #ofLane: boolean;

  constructor(ofLane: boolean, below: (address: number, bytes: number) => number | undefined) {
    this.#ofLane = ofLane;
    this.#below = below;
  }

  load(lane: number, address: number, bytes: number): number | undefined {
    if (this.bytes.size === 0) return this.#below(address, bytes);
    let value = 0;
    for (let i = 0; i < bytes; i++) {
      const byte = this.bytes.get(this.#key(lane, address + i)) ?? this.#below(address + i, 1);
      if (byte === undefined || byte === UNKNOWN) return undefined;
      value |= byte << (8 * i);
    }
    return value;
  }

  store(lane: number, address: number, bytes: number, value: number | undefined): void {
    for (let i = 0; i < bytes; i++)
      this.bytes.set(
        this.#key(lane, address + i),
        value === undefined ? UNKNOWN : (value >>> (8 * i)) & 255,
      );
  }

  #key(lane: number, address: number): number {
    return this.#ofLane ? 32 * address + lane : address;
  }
}

/** Global memory under the stores of a block; `onRead` hears of the regions that it reads. */
export const globalBytes = (memory: GlobalMemory, onRead: (region: Region) => void): SparseBytes =>
  new SparseBytes(false, (address, bytes) => {
    const region = memory.find(address);
    if (region === undefined) return undefined;
    const offset = address - region.base;
    if (offset < 0 || offset + bytes > region.bytes) return undefined;
    onRead(region);
    if (bytes === 4) return region.load32(offset) | 0;
    return bytes === 2 ? region.load16(offset) : region.load8(offset);
  });
