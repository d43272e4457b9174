/**
 * How far a compiler's count of address instructions may be from the model's.
 *
 *     pitch of 144 B                  +3            within 2 instructions or 20 %: a figure
 *     XOR of 16 B units, row mod 8    +13..31       otherwise what 19 of 20 layouts of its kind stay within
 *
 * The factors are quantiles of clang 22's counts over the model's, by the kind of layout, of random kernels that the model
 * was made with; `docs/address-instructions.md` has how often they hold for kernels that it was not made with.
 */
import { rowBytes, type RowKey, type TileLayout } from '../layout/tile/tile-layout.ts';

/** Static vector instructions beyond those of the plain tile. */
export interface AddressCount {
  /** By the model: what layouts are ordered by. */
  readonly instructions: number;
  /** What a compiler emits, at least and at most; absent for instruction sets that nothing is compared for. */
  readonly range?: readonly [least: number, most: number];
}

type Kind = 'plain' | 'row-pad' | 'interval-pad' | 'linear' | RowKey['kind'];

/** Counts over those of the model, at least and at most, each with `FEW` added so that small counts have room. */
type Factors = Readonly<Record<Kind, readonly [least: number, most: number]>>;

const unrolled: Factors = {
  'plain': [1, 1],
  'row-pad': [1, 1],
  'interval-pad': [0.66, 1.4],
  'xor': [0.53, 1.72],
  'xor-bits': [0.56, 1.65],
  'xor-table': [0.4, 1.5],
  'rotate': [0.4, 2.4],
  'linear': [0.58, 1.55],
};

const inLoops: Factors = {
  'plain': [1, 1],
  'row-pad': [1, 1.25],
  'interval-pad': [0.8, 2.2],
  'xor': [0.8, 1.7],
  'xor-bits': [0.75, 1.5],
  'xor-table': [0.9, 2],
  'rotate': [0.6, 1.4],
  'linear': [0.88, 1.6],
};

/** Instructions by which small counts may differ, and the share by which larger ones may, in a figure. */
const [FEW, SHARE] = [2, 0.2];

/** What a compiler emits where the model says between `least` and `most`, by its instruction set. */
export function rangeOf(
  layout: TileLayout,
  [least, most]: readonly [number, number],
  keepsLoops: boolean,
): readonly [least: number, most: number] {
  const [low, high] = (keepsLoops ? inLoops : unrolled)[kindOf(layout)];
  return [Math.max(0, Math.floor((least + FEW) * low - FEW)), Math.ceil((most + FEW) * high - FEW)];
}

/** True when a figure says enough: both ends are within 20 % or 2 instructions of it. */
export function isFigure({ instructions, range }: AddressCount): boolean {
  return (
    range?.every((end) => Math.abs(end - instructions) <= Math.max(FEW, SHARE * instructions)) ===
    true
  );
}

/** The key of the rows; `undefined` where there are none, or none is keyed. */
export function keyOf(layout: TileLayout): RowKey | undefined {
  const rows = layout.kind === 'reshaped' ? layout.lines : layout;
  return rows.kind === 'rows' ? rows.key : undefined;
}

function kindOf(layout: TileLayout): Kind {
  if (layout.kind === 'linear') return 'linear';
  const key = keyOf(layout);
  if (key !== undefined) return key.kind;
  const { tile, paddings } = layout.kind === 'reshaped' ? layout.lines : layout;
  if (paddings.length === 0) return layout.kind === 'reshaped' ? 'interval-pad' : 'plain';
  const isPitch = paddings.every(({ intervalBytes }) => intervalBytes === rowBytes(tile));
  return isPitch && layout.kind === 'rows' ? 'row-pad' : 'interval-pad';
}
