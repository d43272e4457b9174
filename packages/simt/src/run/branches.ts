/** Branches: lanes that take one go to its target, the others to the instruction behind it. */
import { type Message, messages } from '@ldscope/core';
import {
  goOn,
  lanesWith,
  laneOf,
  type OrderedCode,
  postpone,
  split,
  type Word,
} from '../lanes/groups.ts';
import type { Group, Warp } from '../lanes/warp.ts';

/** The active lanes of a group go to a target. */
export function branch(
  code: OrderedCode,
  warp: Warp,
  group: Group,
  active: number,
  target: number,
): void {
  if (active === 0) {
    goOn(code, group);
    return;
  }
  split(code, warp, group, active, group.pc + 1);
  group.order = code.orderFrom(group.pc, target);
  group.pc = target;
}

/** Each lane goes to the entry of a table that its index names; lanes of one index at a time. */
export function branchByTable<W extends Warp>(
  code: OrderedCode,
  warp: W,
  group: Group,
  active: number,
  index: Word<W>,
  targets: readonly number[],
): Message | undefined {
  if (active === 0) return goOn(code, group);
  const chosen = index(warp, laneOf(active));
  const target = targets[chosen >>> 0];
  if (target === undefined)
    return messages.emulate.wildJump(`entry ${chosen >>> 0} of a table of ${targets.length}`);
  const same = lanesWith(index, warp, active, chosen);
  postpone(code, warp, group, active & ~same);
  branch(code, warp, group, same, target);
  return undefined;
}
