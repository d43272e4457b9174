/**
 * A WebAssembly memory that registers are in, so that compiled code works on them where they are.
 *
 *     0            what a frontend has reserved for itself
 *     masks        sixteen masks of four lanes: lane i is all ones where bit i of the number is set
 *     rooms        the registers of a wave or warp each, of any size
 *
 * An engine reserves gigabytes of address space for each memory, so that a frontend has one for the process. It is never
 * grown, which would detach every view of it: a launch takes rooms for its waves and gives them back. Where there is none left
 * (a launch in the callback of another) or no WebAssembly, registers are ordinary arrays, and plain TypeScript does the work.
 */
import { roundUp } from '../base/numbers.ts';
import { type Code, i32, v128 } from '../wasm/code.ts';
import { type SharedMemory, sharedMemory } from '../wasm/module.ts';

const PAGE = 65536;
/** Rooms begin at multiples of this many bytes. */
const ALIGNMENT = 256;
const MASK_BYTES = 256;

interface Room {
  readonly at: number;
  readonly bytes: number;
}

export class RegisterMemory {
  /** Where the masks are. */
  readonly masks: number;
  readonly #bytes: number;
  #memory: SharedMemory | undefined;
  #tried = false;
  /** What is free, by address; neighbours are one. */
  #free: readonly Room[] = [];
  readonly #taken = new Map<number, number>();

  /** `reserved`: bytes at the beginning that are not registers, a multiple of 256. */
  constructor(reserved: number, bytes: number) {
    this.masks = reserved;
    this.#bytes = bytes;
  }

  /** The memory, made at its first use; `undefined` where the engine has none. */
  get memory(): SharedMemory | undefined {
    if (this.#tried) return this.#memory;
    this.#tried = true;
    const start = this.masks + MASK_BYTES;
    this.#memory = sharedMemory(Math.ceil((start + this.#bytes) / PAGE));
    if (this.#memory === undefined) return undefined;
    const masks = new Int32Array(this.#memory.buffer, this.masks, MASK_BYTES / 4);
    for (let i = 0; i < masks.length; i++) masks[i] = -(((i >> 2) >> (i & 3)) & 1);
    this.#free = [{ at: start, bytes: this.#bytes }];
    return this.#memory;
  }

  /** The address of a room; `undefined` when there is none. */
  take(bytes: number): number | undefined {
    if (this.memory === undefined) return undefined;
    const size = roundUp(bytes, ALIGNMENT);
    const room = this.#free.find((one) => one.bytes >= size);
    if (room === undefined) return undefined;
    const { at } = room;
    const rest = { at: at + size, bytes: room.bytes - size };
    this.#free = this.#free.flatMap((one) => (one === room ? (rest.bytes > 0 ? rest : []) : one));
    this.#taken.set(at, size);
    return at;
  }

  /** Gives back a room, once nothing uses it. */
  give(at: number): void {
    const bytes = this.#taken.get(at);
    if (bytes === undefined) return;
    this.#taken.delete(at);
    const joined: Room[] = [];
    for (const room of [...this.#free, { at, bytes }].toSorted((a, b) => a.at - b.at)) {
      const last = joined.at(-1);
      if (last !== undefined && last.at + last.bytes === room.at)
        joined[joined.length - 1] = { at: last.at, bytes: last.bytes + room.bytes };
      else joined.push(room);
    }
    this.#free = joined;
  }

  /** All ones or zeros in each of four lanes, by the low four bits of a number. */
  maskOf(bits: Code): Code {
    const number = i32.and(bits, i32.const(15));
    return v128.load(i32.add(i32.const(this.masks), i32.shl(number, i32.const(4))));
  }
}
