/**
 * The heap of device code: `malloc` and `new` in a kernel take from it, and `free` and `delete` return to it.
 *
 *     malloc(40)  ->  48 bytes at a multiple of 16        free(p)  ->  the next malloc of as many bytes takes them
 *
 * It has 8 MiB, as `cudaLimitMallocHeapSize` has by default; where these do not suffice, `malloc` gives 0. LIMITATIONS. A
 * piece is used again for its own size only, so a kernel of many sizes may run out where hardware does not. The heap begins
 * empty with each launch. Source: CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and Operations".
 */
import type { GlobalMemory, Region } from '@ldscope/core';

const HEAP_BYTES = 2 ** 23;
const ALIGNMENT = 16;

export class Heap {
  readonly #memory: GlobalMemory;
  #region: Region | undefined;
  #used = 0;
  /** Bytes by the address of a piece that is taken. */
  readonly #taken = new Map<number, number>();
  /** Addresses of pieces that were given back, by their bytes. */
  readonly #free = new Map<number, number[]>();

  constructor(memory: GlobalMemory) {
    this.#memory = memory;
  }

  /** Some piece was taken. */
  get isUsed(): boolean {
    return this.#region !== undefined;
  }

  /** The address of a new piece of `bytes` bytes; 0 where the heap is full. */
  allocate(bytes: number): number {
    const size = Math.max(1, Math.ceil(bytes / ALIGNMENT)) * ALIGNMENT;
    const again = this.#free.get(size)?.pop();
    if (again !== undefined) {
      this.#taken.set(again, size);
      return again;
    }
    if (this.#used + size > HEAP_BYTES) return 0;
    this.#region ??= this.#memory.addSparse('the heap', HEAP_BYTES);
    const address = this.#region.base + this.#used;
    this.#used += size;
    this.#taken.set(address, size);
    return address;
  }

  /** Takes a piece back; false for an address that no `allocate` gave. */
  free(address: number): boolean {
    if (address === 0) return true;
    const size = this.#taken.get(address);
    if (size === undefined) return false;
    this.#taken.delete(address);
    const pieces = this.#free.get(size) ?? [];
    this.#free.set(size, pieces);
    pieces.push(address);
    return true;
  }
}
