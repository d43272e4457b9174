/** The environment of a launch's warps in machine code: special registers, sizes, and the words of parameters. */
import { type LaunchShape, type Machine, wavesPerWorkgroup } from '@ldscope/core';
import { bankLayoutOf } from '../sass/execute/bank.ts';
import type { SassLaunch } from '../sass/execute/launch.ts';
import type { Parameters } from './arguments.ts';
import { clusterOf } from './cluster.ts';
import type { Layout } from './layout.ts';
import { type BlockPlace, lanesOf, specialOf } from './specials.ts';

/** `undefined` for chips whose constant bank is not known. `placeOf`: a block by its number in the grid and rank in its cluster. */
export function sassLaunchOf(
  { name }: Machine,
  shape: LaunchShape,
  { sharedBytes }: Layout,
  { region }: Parameters,
  placeOf: (number: number, rank: number) => BlockPlace,
): SassLaunch | undefined {
  const layout = bankLayoutOf(name);
  if (layout === undefined) return undefined;
  const { grid, block, cluster = [1, 1, 1] as const } = shape;
  const each = wavesPerWorkgroup(shape);
  return {
    layout,
    grid,
    block,
    sharedBytes: sharedBytes + shape.dynamicLdsBytes,
    parameter: (offset) =>
      offset >= 0 && offset + 4 <= region.bytes ? region.load32(offset) | 0 : undefined,
    placeOf: (wave) => {
      const number = Math.floor(wave / each);
      const { rank } = clusterOf(grid, cluster, number);
      const place = placeOf(number, rank);
      const index = wave - number * each;
      return {
        mask: lanesOf(shape, index),
        rank,
        special: (special, lane) => specialOf(special, index, lane, place),
      };
    },
  };
}
