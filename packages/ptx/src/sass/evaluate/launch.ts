/**
 * The environment of a launch's warps when SASS is evaluated: special registers, words of the constant bank, values of
 * loads.
 *
 *     SR_TID.X -> %tid.x      c[0x0][0x210] -> the first parameter      LDG.E R9, [0x1040] -> the value that PTX loaded there
 */
import type { Extent } from '@ldscope/core';
import type { BankLayout } from './bank.ts';
import type { LoadedValues } from './loaded.ts';
import type { WarpSurroundings } from './way.ts';

/** A warp in its launch. */
export interface WarpPlace {
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
  /** Variables in shared memory: of several, ptxas chooses the order. */
  readonly sharedVariables: number;
  /** A word of the parameters, by its offset in bytes; `undefined` outside of them. */
  parameter(offset: number): number | undefined;
  placeOf(warp: number): WarpPlace;
}

/** The address of the first variable in shared memory, as SASS has it. */
export const sharedBase = ({ layout }: SassLaunch, { rank }: WarpPlace): number =>
  layout.sharedAt + rank * layout.windowBytes;

export function surroundingsOf(
  launch: SassLaunch,
  loaded: LoadedValues,
  warp: number,
): WarpSurroundings {
  const { layout, block, grid } = launch;
  const place = launch.placeOf(warp);
  const base = sharedBase(launch, place);
  const sizes = new Map<number, number>();
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
      return own === undefined ? undefined : place.special(own, lane);
    },
    bank: (offset) => sizes.get(offset) ?? launch.parameter(offset - layout.parametersAt),
    loaded: (space, lane, address, bytes, epoch) =>
      loaded.find(warp, lane, {
        space,
        epoch,
        address: space === 'shared' ? address - base : address,
        bytes,
      }),
    inShared: (generic) =>
      Math.floor(generic / 2 ** 32) === WINDOW ? generic % 2 ** 32 : undefined,
  };
}

/** The upper word of generic addresses in shared memory: any that others do not have. */
const WINDOW = 0x7fa0;

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
