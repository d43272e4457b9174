/**
 * Groups of lanes: how they part, which of a warp goes first, and when two become one again.
 *
 *     lanes 0-31 at a branch  ->  lanes 0-15 at its target, lanes 16-31 behind it  ->  the lower in `order.ts` goes first
 */
import type { Group, Warp } from './warp.ts';

/** Where the lanes of a program meet. */
export interface OrderedCode {
  /**
   * The order of its instructions (`order.ts`). Absent where instructions of their own say where lanes meet: groups do not become one
   * before, and the one that was made last goes first.
   */
  readonly order: Float64Array | undefined;
  /** Where a group waits that goes from one instruction to another. */
  readonly orderFrom: (from: number, to: number) => number;
}

/** A word of a lane: of a register, or a constant. */
export type Word<W extends Warp = Warp> = (warp: W, lane: number) => number;

/** Atomics and loads of what others write, after which a group that does not come first has a turn. */
export const PATIENCE = 1 << 8;

/** Moves a group to the instruction behind its own. */
export function goOn(code: OrderedCode, group: Group): undefined {
  const from = group.pc;
  group.pc++;
  group.order = code.orderFrom(from, group.pc);
  return undefined;
}

/** Parts the lanes that are not in `active` from a group; they go on at `pc`. */
export function split(
  code: OrderedCode,
  warp: Warp,
  group: Group,
  active: number,
  pc: number,
): void {
  const rest = group.mask & ~active;
  if (rest === 0) return;
  const order = code.orderFrom(group.pc, pc);
  warp.groups.push({ pc, order, mask: rest, frame: group.frame, state: 'ready' });
  group.mask = active;
}

/** Parts from a group the lanes that come to its instruction again, behind the others. */
export function postpone(code: OrderedCode, warp: Warp, group: Group, lanes: number): void {
  if (lanes === 0) return;
  const { pc, frame } = group;
  warp.groups.push({ pc, order: code.order?.[pc] ?? 0, mask: lanes, frame, state: 'ready' });
  group.mask &= ~lanes;
}

/** The lanes in which a word has a value. */
export function lanesWith<W extends Warp>(
  word: Word<W>,
  warp: W,
  active: number,
  value: number,
): number {
  let same = 0;
  for (let lane = 0; lane < 32; lane++) {
    if ((active >>> lane) & 1 && word(warp, lane) === value) same |= 1 << lane;
  }
  return same;
}

/** Takes lanes that have ended out of a warp. */
export function endLanes(warp: Warp, mask: number): void {
  warp.live &= ~mask;
  warp.groups = warp.groups.filter((group) => {
    group.mask &= ~mask;
    return group.mask !== 0;
  });
}

/** The group of a warp that goes first, those that meet it joined to it; `undefined` where all wait. */
export function nextGroup(code: OrderedCode, warp: Warp): Group | undefined {
  if (code.order === undefined) return lastGroup(warp);
  let best = firstGroup(warp);
  if (best === undefined) {
    // All wait: those at a barrier of the warp go on.
    for (const group of warp.groups) if (group.state === 'warp') group.state = 'ready';
    best = firstGroup(warp);
  }
  if (best === undefined) return undefined;
  if (warp.groups.length > 1) best = fairGroup(warp, best);
  for (let index = warp.groups.length - 1; index >= 0; index--) {
    const group = warp.groups[index];
    if (group === undefined || group === best || group.state !== 'ready' || group.pc !== best.pc)
      continue;
    if (group.frame !== best.frame || group.order !== best.order) continue;
    best.mask |= group.mask;
    warp.groups.splice(index, 1);
  }
  best.order = code.order[best.pc] ?? 0;
  warp.group = best;
  return best;
}

/** The group of a warp that was made last, of those that do not wait; one that has had its turn is behind the others. */
function lastGroup(warp: Warp): Group | undefined {
  const { groups } = warp;
  const last = (): number => groups.findLastIndex(({ state }) => state === 'ready');
  if (groups.length > 1 && (warp.hasTurned || warp.polls >= PATIENCE)) {
    warp.polls = 0;
    groups.unshift(...groups.splice(Math.max(last(), 0), 1));
  }
  const found = groups[last()];
  if (found !== undefined) warp.group = found;
  return found;
}

/** A group goes on that has waited, as if it had been made at this moment. */
export function wake(code: OrderedCode, warp: Warp, group: Group): void {
  group.state = 'ready';
  if (code.order === undefined)
    warp.groups.push(...warp.groups.splice(warp.groups.indexOf(group), 1));
}

/** The lowest order at which another group of the warp waits in the same call. */
export function limitOf(warp: Warp, own: Group): number {
  let limit = Infinity;
  for (const group of warp.groups) {
    if (group !== own && group.state === 'ready' && group.frame === own.frame)
      limit = Math.min(limit, group.order);
  }
  return limit;
}

/** Another group of a warp now and then: the one that comes first may wait for what it writes. */
function fairGroup(warp: Warp, best: Group): Group {
  if (warp.polls < PATIENCE) return best;
  warp.polls = 0;
  const index = warp.groups.findIndex((group) => group !== best && group.state === 'ready');
  const [chosen = best] = index < 0 ? [] : warp.groups.splice(index, 1);
  // The one that had a turn comes last.
  if (index >= 0) warp.groups.push(chosen);
  return chosen;
}

/** Gives the other groups of a warp a turn: this one waits for something that they may do. */
export function giveWay(warp: Warp): void {
  warp.polls = PATIENCE;
}

function firstGroup(warp: Warp): Group | undefined {
  let best: Group | undefined;
  for (const group of warp.groups) {
    if (group.state !== 'ready') continue;
    if (best === undefined || comesBefore(group, best)) best = group;
  }
  return best;
}

/** Compares groups by their calls from the outermost on, then by their own places. */
function comesBefore(a: Group, b: Group): boolean {
  if (a.frame === b.frame) return a.order < b.order;
  const [x, y] = [placesOf(a), placesOf(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return x.length > y.length;
}

function placesOf(group: Group): number[] {
  const places = [group.order];
  for (let frame = group.frame; frame !== undefined; frame = frame.outer) places.push(frame.order);
  return places.toReversed();
}

/** The lanes of a mask, one after another. */
export function eachLane(mask: number, of: (lane: number) => void): void {
  for (let lane = 0, left = mask; left !== 0; lane++, left >>>= 1) if (left & 1) of(lane);
}

/** The lowest lane of a mask; 0 where it has none. */
export const laneOf = (mask: number): number => (mask === 0 ? 0 : 31 - Math.clz32(mask & -mask));
