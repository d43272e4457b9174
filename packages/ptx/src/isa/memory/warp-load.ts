/**
 * Loads from shared memory that compiled code makes for a whole warp, among the instructions of a block (`run/blocks.ts`).
 *
 *     ld.shared.f32 %f1, [%r1+8];     address %r1, 8 bytes behind     target %f1
 *
 * Addresses are those that registers hold before the block. So all loads of a block are looked at before any of its instructions is
 * executed: where a lane takes no part, is outside or is not aligned, steps are executed, which report it. Nothing in a block
 * writes memory, and its loads are noted in their order, as steps note them.
 */
import { plainOpcode } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import type { Environment } from '../../state/environment.ts';
import type { Where } from './access.ts';
import { type RegisterAddress, SharedLanes } from './address.ts';
import type { MemoryContext } from './context.ts';
import { flagOf } from './flags.ts';

const LANES = 32;
const ALL = -1;

/** A word per target, one behind the other, for all lanes; plain data. */
export interface WarpLoad extends RegisterAddress {
  /** Places of registers of 32 bits; `undefined` for words that are dropped. */
  readonly targets: readonly (number | undefined)[];
}

/** A load with what it leaves behind: its row in the trace, and its access in the shadow of shared memory. */
export interface NotedLoad {
  readonly load: WarpLoad;
  readonly note: (warp: Warp, lanes: SharedLanes) => void;
}

const loads = new WeakMap<Step, NotedLoad>();

/** The load of a step; `undefined` for other steps, and for those that something is put around. */
export const warpLoadOf = (step: Step): NotedLoad | undefined => loads.get(step);

/** The step of a load of words, which compiled code may make where it is an ordinary one of shared memory. */
export function withWarpLoad(
  step: Step,
  { environment, number, instruction, movesData }: MemoryContext,
  { space, register }: Where,
  targets: WarpLoad['targets'],
): Step {
  const bytes = 4 * targets.length;
  const op = plainOpcode('ptx', 'read', bytes);
  if (space !== 'shared' || register === undefined || op === undefined) return step;
  if (environment.hasWindows || !movesData || flagOf(instruction) !== undefined) return step;
  if ((register.offset & (bytes - 1)) !== 0) return step;
  loads.set(step, {
    load: { ...register, targets },
    note: (warp, lanes) => {
      const { recorder, shared } = environment;
      recorder.record(op, number, warp, lanes.addresses, lanes.low);
      shared.read(number, warp, lanes, bytes);
    },
  });
  return step;
}

/** The addresses in a register, and what is loaded behind them. */
interface Base {
  readonly place: number;
  /** The first and the last byte of any load, from an address on. */
  readonly first: number;
  readonly end: number;
  /** Bits that are 0 in aligned addresses. */
  readonly alignment: number;
  /** The lowest and the highest address of the warp that has entered. */
  bottom: number;
  top: number;
}

function basesOf(all: readonly WarpLoad[]): Base[] {
  const places = [...new Set(all.map(({ place }) => place))];
  return places.map((place) => {
    const own = all.filter((load) => load.place === place);
    return {
      place,
      first: Math.min(...own.map(({ offset }) => offset)),
      end: Math.max(...own.map(({ offset, targets }) => offset + 4 * targets.length)),
      alignment: Math.max(...own.map(({ targets }) => 4 * targets.length - 1)),
      bottom: 0,
      top: 0,
    };
  });
}

/** The function that looks at the loads of a block and notes them; false where steps have to make them, and nothing is noted. */
export function enterLoads(
  { shared }: Pick<Environment, 'shared'>,
  all: readonly NotedLoad[],
): (warp: Warp, mask: number) => boolean {
  const bases = basesOf(all.map(({ load }) => load));
  const parts = all.flatMap(({ load, note }) => {
    const base = bases.find(({ place }) => place === load.place);
    return base === undefined ? [] : [{ base, offset: load.offset, note }];
  });
  const lanes = new SharedLanes();
  lanes.low = ALL >>> 0;
  const { addresses } = lanes;
  return (warp, mask) => {
    if ((mask | 0) !== ALL) return false;
    const { u } = warp;
    for (const base of bases) if (!isInside(base, u, shared.bytes)) return false;
    for (const { base, offset, note } of parts) {
      const { place } = base;
      for (let lane = 0; lane < LANES; lane++) addresses[lane] = (u[place + lane] ?? 0) + offset;
      lanes.bottom = base.bottom + offset;
      lanes.top = base.top + offset;
      warp.order++;
      note(warp, lanes);
    }
    return true;
  };
}

/** Whether all that lanes load is inside and aligned. */
function isInside(base: Base, u: Uint32Array, bytes: number): boolean {
  const { place, first, end, alignment } = base;
  let bottom = u[place] ?? 0;
  let top = bottom;
  let bits = bottom;
  for (let lane = 1; lane < LANES; lane++) {
    const address = u[place + lane] ?? 0;
    if (address < bottom) bottom = address;
    if (address > top) top = address;
    bits |= address;
  }
  base.bottom = bottom;
  base.top = top;
  return (bits & alignment) === 0 && bottom + first >= 0 && top + end <= bytes;
}
