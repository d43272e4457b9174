/**
 * Places buffers in shared memory: those that are not alive together may share addresses.
 *
 *     0      8192           16384
 *     | %a   | %b           |
 *     | %scratch |                 lives after %a and %b have died
 *
 * The largest first, each at the first place that is free while it lives, as Triton's `Allocation` does. LIMITATION:
 * lifetimes are read off the order of operations and the loops around them.
 */
import { roundUp } from '@ldscope/core';
import type { SharedBuffer } from './views.ts';

/** A multiple of every chip's bank period. */
const ALIGNMENT_BYTES = 256;

/** Gives each buffer its address; returns the bytes that are needed in all. */
export function placeBuffers(buffers: readonly SharedBuffer[]): number {
  const placed: SharedBuffer[] = [];
  let all = 0;
  for (const buffer of [...buffers].sort((a, b) => b.bytes - a.bytes)) {
    const together = placed
      .filter((other) => other.from <= buffer.to && buffer.from <= other.to)
      .sort((a, b) => a.baseBytes - b.baseBytes);
    let base = 0;
    for (const other of together) {
      if (base + buffer.bytes <= other.baseBytes) break;
      base = Math.max(base, aligned(other.baseBytes + other.bytes));
    }
    buffer.baseBytes = base;
    placed.push(buffer);
    all = Math.max(all, base + buffer.bytes);
  }
  return all;
}

const aligned = (bytes: number): number => roundUp(bytes, ALIGNMENT_BYTES);
