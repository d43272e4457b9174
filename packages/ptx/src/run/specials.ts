/** The values of special registers when a warp starts. Source: PTX ISA 9.0, section 10. */
import { type Extent, type Launch, type LaunchShape, volume } from '@ldscope/core';
import type { Warp } from '@ldscope/simt';
import { isClock } from '../text/specials.ts';
import { WORKSPACE_SPECIALS } from './grid-wide.ts';
import type { Layout } from './layout.ts';

export interface BlockPlace {
  readonly grid: Extent;
  readonly block: Extent;
  readonly ids: Extent;
  readonly cluster: Extent;
  readonly rank: number;
  readonly warps: number;
  readonly dynamicBytes: number;
  readonly totalBytes: number;
  /** The address of the barrier of the grid; 0 where there is none. */
  readonly workspace: number;
}

/** Lanes of a warp of a block that exist, bit by bit; `index`: of the warp in the block. */
export function lanesOf({ block }: Pick<LaunchShape, 'block'>, index: number): number {
  const lanes = Math.min(32, volume(block) - 32 * index);
  return lanes === 32 ? -1 : (1 << lanes) - 1;
}

/** Fills the places of the special registers that a module reads. */
export function fillSpecials(
  warp: Warp,
  specials: ReadonlyMap<string, number>,
  place: BlockPlace,
): void {
  for (const [name, at] of specials) {
    const wide = /64$|^gridid$|^globaltimer$/.test(name);
    for (let lane = 0; lane < 32; lane++) {
      const value = specialOf(name, warp.index, lane, place);
      warp.i[at + (wide ? 2 * lane : lane)] = value;
    }
  }
}

/** The unknown source of a special register; `undefined` for a register that the launch determines. */
export function unknownSpecial(
  name: string,
  { grid, dynamicLdsBytes }: Launch,
  { usesDynamic }: Pick<Layout, 'usesDynamic'>,
): string | undefined {
  if (/^n(?:ctaid|clusterid)\b/.test(name))
    return grid === undefined ? 'the size of the grid' : undefined;
  if (WORKSPACE_SPECIALS.some((one) => one === name)) return undefined;
  if (isClock(name)) return 'the clock';
  if (/^(?:n?smid|gridid|envreg)/.test(name)) return 'where the block runs';
  if (/^(?:dynamic|total|aggr)_smem_size$/.test(name))
    return usesDynamic && dynamicLdsBytes === undefined ? 'the size of shared memory' : undefined;
  return undefined;
}

/** A special register of a lane; `index`: of its warp in the block. */
export function specialOf(name: string, index: number, lane: number, place: BlockPlace): number {
  const { grid, block, ids, cluster, rank, warps, dynamicBytes, totalBytes, workspace } = place;
  const [register = '', axisName = 'x'] = name.split('.');
  const axis = 'xyz'.indexOf(axisName);
  const thread = 32 * index + lane;
  switch (register) {
    case 'tid': {
      const [x, y] = block;
      return [thread % x, Math.floor(thread / x) % y, Math.floor(thread / (x * y))][axis] ?? 0;
    }
    case 'ntid':
      return block[axis] ?? 1;
    case 'ctaid':
      return ids[axis] ?? 0;
    case 'nctaid':
      return grid[axis] ?? 1;
    case 'clusterid':
      return Math.floor((ids[axis] ?? 0) / (cluster[axis] ?? 1));
    case 'nclusterid':
      return (grid[axis] ?? 1) / (cluster[axis] ?? 1);
    case 'cluster_ctaid':
      return (ids[axis] ?? 0) % (cluster[axis] ?? 1);
    case 'cluster_nctaid':
      return cluster[axis] ?? 1;
    case 'cluster_ctarank':
      return rank;
    case 'cluster_nctarank':
      return volume(cluster);
    case 'is_explicit_cluster':
      return volume(cluster) > 1 ? 1 : 0;
    case 'laneid':
      return lane;
    case 'warpid':
      return index;
    case 'nwarpid':
      return warps;
    case 'lanemask_eq':
      return 1 << lane;
    case 'lanemask_lt':
      return (1 << lane) - 1;
    case 'lanemask_le':
      return (1 << lane) | ((1 << lane) - 1);
    case 'lanemask_gt':
      return lane === 31 ? 0 : -1 << (lane + 1);
    case 'lanemask_ge':
      return -1 << lane;
    case 'dynamic_smem_size':
      return dynamicBytes;
    case 'total_smem_size':
    case 'aggr_smem_size':
      return totalBytes;
    case 'envreg1':
      return Math.floor(workspace / 2 ** 32);
    case 'envreg2':
      return workspace | 0;
    default:
      return 0;
  }
}
