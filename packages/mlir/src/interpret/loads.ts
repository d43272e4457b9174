/**
 * The operations of a wave in flight, and the waits for them: loads and copies, oldest first, and LDS operations.
 *
 *     copy   copy async   load     settleLoads(wave, 1): a counter leaves 1, so that both copies are done
 *                                  settleGroups(wave, 0): the async copies of the groups are
 *                                  settleFenced(wave): the copies that the compiler waits for are
 *
 * Loads complete in their order: what waits for one waits for those before it.
 */
import type { AsyncCopy } from './hazards/copies.ts';
import type { Isa } from '@ldscope/core';
import { isActive, type LaneMask } from './registers.ts';
import type { Wave } from './wave.ts';

/** The instruction sets of gfx9, whose `vmcnt` counts loads and stores; later chips count stores apart. */
const ONE_COUNTER: ReadonlySet<Isa> = new Set<Isa>(['gcn', 'cdna3', 'cdna4']);

/**
 * A wave begins an access of global memory, `bytes` per lane: its instructions are in flight behind the copies. `elements`: how many
 * accesses a mask may make of it. Stores count where a chip has one counter for both (gfx9).
 */
export function beginGlobal(wave: Wave, kind: 'load' | 'store', bytes: number, elements = 1): void {
  // Operations in flight matter to copies alone.
  if (wave.loads.length === 0) return;
  if (kind === 'store' && !ONE_COUNTER.has(wave.workgroup.isa)) return;
  const instructions = elements > 1 ? elements : globalInstructions(bytes);
  for (let i = 0; i < instructions; i++) wave.loads.push(undefined);
}

/** Instructions of up to four words, and of the bytes behind the last word. */
function globalInstructions(bytes: number): number {
  const words = Math.ceil(Math.floor(bytes / 4) / 4);
  return words + ((bytes >> 1) & 1) + (bytes & 1);
}

/** Waits: the oldest loads of a wave complete until at most `left` are in flight. */
export function settleLoads(wave: Wave, left: number): void {
  while (wave.loads.length > Math.max(0, left)) {
    const copy = wave.loads.shift();
    if (copy === undefined) continue;
    copy.deliver?.();
    copy.deliver = undefined;
    copy.settledAfter = wave.epoch;
    copy.settledAt = wave.workgroup.accesses;
  }
}

const settleUpTo = (wave: Wave, copy: AsyncCopy | undefined): void => {
  const at = copy === undefined ? -1 : wave.loads.indexOf(copy);
  if (at >= 0) settleLoads(wave, wave.loads.length - at - 1);
};

const isAsync = (copy: AsyncCopy | undefined): boolean => copy?.waitsFor === 'program';

/** A fence: the compiler waits for LDS and for the copies that it follows, not for asynchronous ones. */
export function settleFenced(wave: Wave): void {
  wave.flight?.settle(0, wave.epoch);
  if (wave.loads.some(isAsync))
    settleUpTo(
      wave,
      wave.loads.findLast((copy) => copy?.waitsFor === 'compiler'),
    );
  else settleLoads(wave, 0);
}

/** The lanes are about to access LDS: the compiler waits for the copies that it follows where they may have written there. */
export function settleTouched(
  wave: Wave,
  addresses: Float64Array,
  mask: LaneMask,
  bytes: number,
): void {
  if (wave.loads.length === 0) return;
  const [first, end] = extentOf(addresses, mask, bytes);
  const touched = wave.loads.findLast((copy) => {
    if (copy?.waitsFor !== 'compiler') return false;
    const [from, to] = extentOf(copy.targets, copy.mask, copy.bytes);
    // Most are in another buffer, or another part of it.
    return first < to && from < end && meets(copy, addresses, mask, bytes);
  });
  settleUpTo(wave, touched);
}

/** The first byte of any active lane, and the one behind the last. */
function extentOf(
  addresses: ArrayLike<number>,
  mask: LaneMask,
  bytes: number,
): readonly [first: number, end: number] {
  let [first, last] = [Infinity, -Infinity];
  for (let lane = 0; lane < addresses.length; lane++) {
    if (!isActive(mask, lane)) continue;
    const address = addresses[lane] ?? 0;
    if (address < first) first = address;
    if (address > last) last = address;
  }
  return [first, last + bytes];
}

/** Whether the lanes touch a byte that a copy writes. */
function meets(
  { targets, mask: copied, bytes: size }: AsyncCopy,
  addresses: Float64Array,
  mask: LaneMask,
  bytes: number,
): boolean {
  for (let lane = 0; lane < addresses.length; lane++) {
    if (!isActive(mask, lane)) continue;
    const address = addresses[lane] ?? 0;
    for (let other = 0; other < targets.length; other++) {
      const target = targets[other] ?? 0;
      if (address < target + size && target < address + bytes && isActive(copied, other))
        return true;
    }
  }
  return false;
}

/** Closes a group of asynchronous copies: all that the wave has begun so far. */
export function closeGroup(wave: Wave): void {
  wave.copyGroups.push(wave.loads.findLast(isAsync));
}

/** Waits: the oldest groups complete until at most `left` are in flight. */
export function settleGroups(wave: Wave, left: number): void {
  settleUpTo(wave, wave.copyGroups[wave.copyGroups.length - 1 - left]);
}

/** The data of the oldest loads arrives without a wait. */
export function deliverLoads(wave: Wave, count: number): void {
  for (let i = 0; i < Math.min(count, wave.loads.length); i++) {
    const copy = wave.loads[i];
    copy?.deliver?.();
    if (copy !== undefined) copy.deliver = undefined;
  }
}
