/** Branches: lanes that take one go to its target, the others to the instruction behind it. */
import { type Message, messages } from '@ldscope/core';
import { wordOf } from '../isa/exchange.ts';
import type { Group, Warp } from '../state/warp.ts';
import type { Code } from './code.ts';
import type { Control } from './controls.ts';
import { goOn, lanesWith, laneOf, postpone, split } from './groups.ts';

/** `bra`: the active lanes of a group go to a target. */
export function branch(code: Code, warp: Warp, group: Group, active: number, target: number): void {
  if (active === 0) {
    goOn(code, group);
    return;
  }
  split(code, warp, group, active, group.pc + 1);
  group.order = code.orderFrom(group.pc, target);
  group.pc = target;
}

/** `brx.idx`: each lane goes to the entry of a table that its index names; lanes of one index at a time. */
export function branchByTable(
  code: Code,
  warp: Warp,
  group: Group,
  active: number,
  { index, targets }: Control & { readonly kind: 'table' },
): Message | undefined {
  if (active === 0) return goOn(code, group);
  const chosen = wordOf(index, warp, laneOf(active));
  const target = targets[chosen >>> 0];
  if (target === undefined)
    return messages.emulate.wildJump(`entry ${chosen >>> 0} of a table of ${targets.length}`);
  const same = lanesWith(index, warp, active, chosen);
  postpone(code, warp, group, active & ~same);
  branch(code, warp, group, same, target);
  return undefined;
}
