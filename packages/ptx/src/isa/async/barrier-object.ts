/**
 * An `mbarrier` object: 8 bytes of shared memory that count arrivals and bytes, phase after phase.
 *
 *     init 2      phase 0, pending 2, bytes 0
 *     arrive      phase 0, pending 1
 *     expect_tx 128, arrive      pending 0, bytes 128: the phase is still incomplete
 *     complete_tx 128            phase 1, pending 2, bytes 0
 *
 * A phase is complete when no arrival is pending and no byte is outstanding. PTX leaves the bits open; here they are
 *
 *     word 0    pending (20), parity of the phase (1), bytes 0..10 (11)
 *     word 1    expected (20), bytes 11..20 (10), 2 where there is an object (2)
 *
 * Source: PTX ISA 9.0, 9.7.13.15.1 to 9.7.13.15.6.
 */

/** Most arrivals of a phase, and most bytes in either direction: 2^20 - 1. */
export const MOST_COUNT = 2 ** 20 - 1;

export class BarrierObject {
  pending = 0;
  expected = 0;
  parity = 0;
  /** Bytes that are outstanding; below 0 where they came before they were expected. */
  bytes = 0;

  /** Reads the object at a word of memory; false where there is none. */
  read(words: Uint32Array, at: number): boolean {
    return this.readWords(words[at] ?? 0, words[at + 1] ?? 0);
  }

  readWords(low: number, high: number): boolean {
    this.pending = low & MOST_COUNT;
    this.parity = (low >>> 20) & 1;
    this.expected = high & MOST_COUNT;
    const bits = (low >>> 21) | (((high >>> 20) & 0x3ff) << 11);
    this.bytes = (bits << 11) >> 11;
    return high >>> 30 === 2;
  }

  write(words: Uint32Array, at: number): void {
    const bits = this.bytes & 0x1fffff;
    words[at] = (this.pending | (this.parity << 20) | ((bits & 0x7ff) << 21)) >>> 0;
    words[at + 1] = (this.expected | ((bits >>> 11) << 20) | (2 << 30)) >>> 0;
  }

  init(count: number): void {
    this.pending = count;
    this.expected = count;
    this.parity = 0;
    this.bytes = 0;
  }

  /** Counts arrivals and bytes; true when that completes the phase, and the next begins. */
  advance(arrivals: number, bytes: number): boolean {
    this.pending -= arrivals;
    this.bytes += bytes;
    if (this.pending !== 0 || this.bytes !== 0) return false;
    this.pending = this.expected;
    this.parity ^= 1;
    return true;
  }
}
