/** Warps of SASS for tests: alone in their block, in an environment of which nothing is known. */
import { GlobalMemory } from '@ldscope/core';
import { BlockState } from '../../src/sass/execute/state.ts';
import { SassWarp } from '../../src/sass/execute/warp.ts';

export function warpOf(): SassWarp {
  const place = { windowAt: 0, variablesAt: 0, sharedBytes: 1024 };
  const nothing = (): undefined => undefined;
  const around = { mask: -1, special: nothing, bank: nothing };
  return new SassWarp(0, 0, around, new BlockState(place, new GlobalMemory(), nothing, nothing));
}
