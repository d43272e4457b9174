/**
 * The environment of a launch's warps when SASS is executed: special registers, words of the constant bank, where shared memory is.
 *
 *     SR_TID.X -> %tid.x      c[0x0][0x210] -> the first parameter      the first variable in shared memory at 0x400
 */
import type { Extent } from '@ldscope/core';
import type { BankLayout } from './bank.ts';

/** A warp in its launch. */
interface WarpPlace {
  /** Lanes that exist. */
  readonly mask: number;
  /** The rank of its block in the cluster. */
  readonly rank: number;
  /** A special register by its name in PTX, `tid.x`; `undefined` where it is not known. */
  special(name: string, lane: number): number | undefined;
}

export interface SassLaunch {
  readonly layout: BankLayout;
  readonly block: Extent;
  readonly grid: Extent;
  /** Bytes of shared memory of a block. */
  readonly sharedBytes: number;
  /** A word of the parameters, by its offset in bytes; `undefined` outside of them. */
  parameter(offset: number): number | undefined;
  placeOf(warp: number): WarpPlace;
}

/** The shared memory of a block in the addresses of SASS. */
export interface SassPlace {
  /** Where its window begins, and in it the variables, and its end. */
  readonly windowAt: number;
  readonly variablesAt: number;
  readonly sharedBytes: number;
}

export const placeOf = ({ layout, sharedBytes }: SassLaunch, rank: number): SassPlace => ({
  windowAt: rank * layout.windowBytes,
  variablesAt: layout.sharedAt,
  sharedBytes: layout.sharedAt + sharedBytes,
});

/** What a warp knows when it starts. */
export interface WarpSurroundings {
  /** Lanes that exist. */
  readonly mask: number;
  /** A special register; `undefined` where it is not known. */
  special(name: string, lane: number): number | undefined;
  /** A word of the bank that the launch fills. */
  bank(offset: number): number | undefined;
}

/** `isAnywhere`: the place of its block in the grid is not known. */
export function surroundingsOf(
  launch: SassLaunch,
  warp: number,
  isAnywhere: boolean,
): WarpSurroundings {
  const { layout, block, grid } = launch;
  const place = launch.placeOf(warp);
  const sizes = new Map<number, number>([[layout.stackAt, STACK]]);
  for (let axis = 0; axis < 3; axis++) {
    sizes.set(layout.blockAt + 4 * axis, block[axis] ?? 1);
    sizes.set(layout.gridAt + 4 * axis, grid[axis] ?? 1);
  }
  return {
    mask: place.mask,
    special: (name, lane) => {
      if (name === 'SR_CgaCtaId') return place.rank;
      if (name === 'SR_SWINHI') return WINDOW;
      const own = SPECIALS.get(name) ?? axisOf(name);
      if (own === undefined || (isAnywhere && own.startsWith('ctaid'))) return undefined;
      return place.special(own, lane);
    },
    bank: (offset) => sizes.get(offset) ?? launch.parameter(offset - layout.parametersAt),
  };
}

/** The upper word of generic addresses in shared memory: any that others do not have. */
export const WINDOW = 0x7fa0;
/** Where the stack of a lane begins: any place, since no other memory has these addresses. */
const STACK = 0x10000;

const SPECIALS: ReadonlyMap<string, string> = new Map([
  ['SR_LANEID', 'laneid'],
  ['SR_EQMASK', 'lanemask_eq'],
  ['SR_LTMASK', 'lanemask_lt'],
  ['SR_LEMASK', 'lanemask_le'],
  ['SR_GTMASK', 'lanemask_gt'],
  ['SR_GEMASK', 'lanemask_ge'],
]);

/** `SR_TID.X` -> `tid.x`. */
function axisOf(name: string): string | undefined {
  const match = /^SR_(TID|CTAID|NTID|NCTAID)\.([XYZ])$/.exec(name);
  return match === null ? undefined : `${match[1]}.${match[2]}`.toLowerCase();
}
