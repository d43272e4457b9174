/** Accesses to shared memory by the units that move and multiply chunks of 16 bytes: how the shadow learns of them. */
import type { Block } from '../../state/environment.ts';
import type { Stamp } from '../../state/order.ts';
import { OrderedShared } from '../../state/ordered-shared.ts';
import type { Warp } from '@ldscope/simt';
import { SharedLanes } from '../memory/address.ts';

export const CHUNK_BYTES = 16;

export class Chunks {
  /** The byte of each chunk. */
  addresses = new Uint32Array(512);
  count = 0;
  readonly #found = new SharedLanes();

  clear(): void {
    this.count = 0;
  }

  add(address: number): void {
    if (this.count === this.addresses.length) {
      const longer = new Uint32Array(2 * this.count);
      longer.set(this.addresses);
      this.addresses = longer;
    }
    this.addresses[this.count++] = address;
  }

  /** The first chunk that is not within `bytes`; `undefined` when all are. */
  outside(bytes: number): number | undefined {
    for (let i = 0; i < this.count; i++) {
      const at = this.addresses[i] ?? 0;
      if (at + CHUNK_BYTES > bytes) return at;
    }
    return undefined;
  }

  /** Records chunks as reads of an instruction, 32 to a row. */
  record(
    { recorder }: Block,
    op: number | undefined,
    number: number,
    warp: Warp,
    from = 0,
    to = this.count,
  ): void {
    if (op === undefined) return;
    for (let next = from; next < to; next += 32) {
      const lanes = Math.min(32, to - next);
      this.#found.addresses.set(this.addresses.subarray(next, next + lanes));
      const mask = lanes === 32 ? -1 : (1 << lanes) - 1;
      recorder.record(op, number, warp, this.#found.addresses, mask);
    }
  }

  /** Tells a block's shadow that a unit reads the chunks from `from` up to `to` for some warps, and when it is done. */
  noteRead(
    { shared }: Block,
    number: number,
    warps: readonly Warp[],
    stamp: Stamp | undefined,
    from = 0,
    to = this.count,
  ): void {
    if (shared instanceof OrderedShared && stamp !== undefined)
      shared.readAsync(number, warps, stamp, this.addresses, from, to);
  }

  /** Tells it that a unit writes all chunks for a warp. */
  noteWrite({ shared }: Block, number: number, warp: Warp, stamp: Stamp | undefined): void {
    if (shared instanceof OrderedShared && stamp !== undefined)
      shared.writeAsync(number, warp, stamp, this.addresses, 0, this.count);
  }
}
