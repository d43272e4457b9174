/**
 * Instructions that the four warps of a warpgroup execute together: the last warp to arrive executes them for all.
 *
 *     warp 0   wgmma (waits)
 *     warp 1        wgmma (waits)
 *     warp 2             wgmma (waits)
 *     warp 3                  wgmma: the product; all four go on
 *
 * Warps 4 i to 4 i + 3 of a block are a warpgroup. Source: PTX ISA 9.0, 9.7.15.1.
 */
import { type Message, messages } from '@ldscope/core';
import { goOn, type Group, split, type Warp } from '@ldscope/simt';
import type { WarpgroupStep } from '../isa/async/wgmma.ts';
import type { Code } from './code.ts';

const WARPS = 4;

/** The active lanes of a group arrive at an instruction of its warpgroup. */
export function arriveInWarpgroup(
  code: Code,
  warps: readonly Warp[],
  warp: Warp,
  group: Group,
  active: number,
  step: WarpgroupStep,
): Message | undefined {
  if (active === 0) return goOn(code, group);
  split(code, warp, group, active, group.pc + 1);
  const first = warp.index - (warp.index % WARPS);
  const four = warps.slice(first, first + WARPS);
  if (four.length < WARPS) return messages.ptx.noWarpgroup(warps.length);
  group.state = 'warpgroup';
  const at = group.pc;
  const isHere = (one: Group): boolean => one.state === 'warpgroup' && one.pc === at;
  for (const { groups, live } of four) {
    const there = groups.filter(isHere).reduce((mask, { mask: lanes }) => mask | lanes, 0);
    if (live !== -1 || there !== -1) return undefined;
  }
  step(four);
  for (const { groups } of four) {
    for (const one of groups) {
      if (!isHere(one)) continue;
      one.state = 'ready';
      goOn(code, one);
    }
  }
  return undefined;
}
