/**
 * The registers of an SSA value while a wave executes: one entry per lane.
 *
 * Scalars and vectors share one shape, element after element, lanes innermost:
 *
 *     vector<2xf16>, wave of 64      data[0..63] element 0 of each lane, data[64..127] element 1
 *
 * Integers are exact in a double: values are kept signed and wrapped to their width. What needs more than the 53 bits of a
 * double is kept beside it (`wide.ts`); before operations that take doubles, execution stops with a diagnostic. Floats are
 * kept rounded to their type; all NaNs are one. An aggregate of the `llvm` dialect is its scalars one after the other, and a
 * pointer is its address (`llvm/pointers.ts`).
 */
import { isLaneActive as isActive, type LaneMask, type LdsObject } from '@ldscope/core';
import type { Memory } from './memory.ts';
import type { ElementType } from './elements.ts';

/** A view of memory. `offsetBytes` is per lane; sizes and strides (in elements) are the same for all. */
export interface MemRefRegister {
  readonly memory: Memory;
  readonly offsetBytes: Float64Array;
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly element: ElementType;
  /** For a buffer descriptor: bytes from its base beyond which loads give 0 and stores are dropped. */
  readonly validBytes?: number;
  /** Where the descriptor's base is, when it has one. */
  readonly baseBytes?: Float64Array;
  /** Where a global buffer of the kernel begins, when not at byte 0 of its memory. */
  readonly originBytes?: Float64Array;
  /** The LDS allocation that it views: accesses must stay inside. By lane, where lanes view different ones. */
  readonly object?: LdsObject | readonly (LdsObject | undefined)[];
}

/** The LDS allocation that a lane views. */
export function objectOf({ object }: MemRefRegister, lane: number): LdsObject | undefined {
  return isByLane(object) ? object[lane] : object;
}

const isByLane = (object: MemRefRegister['object']): object is readonly (LdsObject | undefined)[] =>
  Array.isArray(object);

/** Which lanes are active, as two words. */
export { isActive, type LaneMask };

export function fullMask(lanes: number): LaneMask {
  const bits = (count: number): number => (count >= 32 ? 0xffffffff : 2 ** count - 1);
  return { low: bits(lanes), high: lanes > 32 ? bits(lanes - 32) : 0 };
}

export function isEmpty(mask: LaneMask): boolean {
  return mask.low === 0 && mask.high === 0;
}

/** The lowest active lane; -1 when none is. */
export function firstLane(mask: LaneMask): number {
  if (mask.low !== 0) return 31 - Math.clz32(mask.low & -mask.low);
  if (mask.high !== 0) return 63 - Math.clz32(mask.high & -mask.high);
  return -1;
}

/** The lanes of `mask` for which something holds. */
export function lanesWhere(
  mask: LaneMask,
  lanes: number,
  holds: (lane: number) => boolean,
): LaneMask {
  let [low, high] = [0, 0];
  for (let lane = 0; lane < lanes; lane++) {
    if (!isActive(mask, lane) || !holds(lane)) continue;
    if (lane < 32) low |= 1 << lane;
    else high |= 1 << (lane - 32);
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** The lanes of `mask` where the register is not zero. */
export function maskWhere(mask: LaneMask, condition: Float64Array, lanes: number): LaneMask {
  return lanesWhere(mask, lanes, (lane) => condition[lane] !== 0);
}

/** The lanes of `mask` that are not in `other`. */
export function without(mask: LaneMask, other: LaneMask): LaneMask {
  return { low: (mask.low & ~other.low) >>> 0, high: (mask.high & ~other.high) >>> 0 };
}
