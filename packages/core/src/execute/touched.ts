/**
 * Which granules of LDS the lanes of one access touch.
 *
 *     ds_write_b64, granules of 4 bytes      lane 0 at 8    granules 2, 3
 *                                            lane 1 at 16   granules 4, 5
 *
 * A granule is a power of two of bytes that divides all addresses and sizes so far: an access touches it whole or
 * not at all.
 */
import { isLaneActive, type LaneMask } from './lane-mask.ts';

/** Elements of a masked vector access: lane l moves element i where `wanted[i * lanes + l]` is not 0. */
export interface MaskedElements {
  readonly wanted: Float64Array;
  readonly bytes: number;
}

/** The elements that an access moves, where it leaves some out; the caller's array is copied. */
export function maskedElements(
  wanted: Float64Array | undefined,
  mask: LaneMask,
  lanes: number,
  bytes: number,
): MaskedElements | undefined {
  if (wanted === undefined) return undefined;
  const leavesOut = wanted.some((want, i) => want === 0 && isLaneActive(mask, i % lanes));
  return leavesOut ? { wanted: wanted.slice(), bytes } : undefined;
}

/** The granules of one access at a time, lane by lane, in memory that is used again. */
export class Touched {
  granules = new Int32Array(1024);
  lanes = new Uint8Array(1024);
  count = 0;
  /** The highest. */
  top = 0;

  /** `addresses` has the lanes of the access from `at` on; `shift`: bits of a granule. */
  set(
    addresses: Uint32Array,
    at: number,
    mask: LaneMask,
    bytes: number,
    shift: number,
    elements: MaskedElements | undefined,
    lanes: number,
  ): void {
    this.count = 0;
    this.top = 0;
    const most = lanes * ((bytes >> shift) + 2);
    if (most > this.lanes.length) {
      this.granules = new Int32Array(2 * most);
      this.lanes = new Uint8Array(2 * most);
    }
    if (elements === undefined) this.#setWhole(addresses, at, mask, bytes, shift, lanes);
    else this.#setElements(addresses, at, mask, bytes, shift, elements, lanes);
  }

  #setWhole(
    addresses: Uint32Array,
    at: number,
    mask: LaneMask,
    bytes: number,
    shift: number,
    lanes: number,
  ): void {
    const granules = this.granules;
    const laneOf = this.lanes;
    let [count, top] = [0, 0];
    for (let half = 0; half < lanes; half += 32) {
      let active = half === 0 ? mask.low : mask.high;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = addresses[at + lane] ?? 0;
        const last = (address + bytes - 1) >> shift;
        if (last > top) top = last;
        for (let granule = address >> shift; granule <= last; granule++) {
          granules[count] = granule;
          laneOf[count++] = lane;
        }
      }
    }
    this.count = count;
    this.top = top;
  }

  #setElements(
    addresses: Uint32Array,
    at: number,
    mask: LaneMask,
    bytes: number,
    shift: number,
    elements: MaskedElements,
    lanes: number,
  ): void {
    const size = elements.bytes;
    for (let lane = 0; lane < lanes; lane++) {
      if (!isLaneActive(mask, lane)) continue;
      for (let i = 0; i * size < bytes; i++) {
        if (elements.wanted[i * lanes + lane] === 0) continue;
        const byte = (addresses[at + lane] ?? 0) + i * size;
        const last = (byte + size - 1) >> shift;
        this.top = Math.max(this.top, last);
        for (let granule = byte >> shift; granule <= last; granule++) {
          this.granules[this.count] = granule;
          this.lanes[this.count++] = lane;
        }
      }
    }
  }
}
