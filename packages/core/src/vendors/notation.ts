/**
 * What the notations of shared-memory layouts have in common: each reads its text into a `TileLayout` and prints one.
 *
 *     wave      swizzle_unit = 8, max_phase = 8       IREE   #iree_codegen.xor_shuffle<64, 8>
 *
 * A notation that cannot express a layout gives the reason: a feature that it lacks, or values that it has no room for.
 */
import { diagnose } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result } from '../base/result.ts';
import type { CppContext } from './ck-tile/cpp/context.ts';
import { rowBytes, type Tile, type TileLayout } from '../layout/tile/tile-layout.ts';

/** Features of a layout that not every notation can express. */
export const layoutFeatures = {
  'row-pad': 'free bytes after each row',
  'interval-pad': 'free bytes at other intervals than the row',
  'xor': 'units XORed with the row, modulo a number of phases',
  'rows-per-phase': 'several rows that share one XOR key',
  'xor-any': 'units XORed with any key per row',
  'rotate': 'units rotated by the row',
  'linear': 'any layout that is linear over GF(2)',
  'reshaped': 'lines of several rows, or of packs of several columns',
} as const;

export type LayoutFeature = keyof typeof layoutFeatures;

export interface NotationContext {
  /** The tile that the layout is of; notations that state a part of it must agree. */
  readonly tile: Tile;
  /** For CK Tile's C++: the names that the text needs and does not define. */
  readonly cpp?: CppContext | undefined;
}

export interface Notation {
  /** `wave`, `iree`: what a user types. */
  readonly name: string;
  readonly title: string;
  /** A text of a tile of 64 x 64 elements of 2 bytes. */
  readonly example: string;
  /** What its indices count where elements are below a byte; elements by default (`packed.ts`). */
  readonly counts?: 'bytes';
  /** True for a text that is meant to be of this notation: what is wrong with it is then told in its own words. */
  readonly claims?: (text: string) => boolean;
  /** `yes`, or why a layout with the feature cannot be expressed. A `yes` may still depend on its numbers. */
  readonly expresses: Readonly<Record<LayoutFeature, string>>;
  readonly parse: (text: string, context: NotationContext) => Result<TileLayout>;
  /** The layout in its own form; `printLayout` tries its simplest form too and reads the text back. */
  readonly print: (layout: TileLayout) => Result<string>;
}

/** The features that a layout needs. */
export function featuresOf(layout: TileLayout): LayoutFeature[] {
  if (layout.kind === 'linear') return ['linear'];
  if (layout.kind === 'reshaped') return ['reshaped'];
  const { tile, key, paddings } = layout;
  const features: LayoutFeature[] = [];
  const row = rowBytes(tile);
  if (paddings.some(({ intervalBytes }) => intervalBytes === row)) features.push('row-pad');
  if (paddings.some(({ intervalBytes }) => intervalBytes !== row)) features.push('interval-pad');
  if (key?.kind === 'xor') features.push(key.rowsPerPhase === 1 ? 'xor' : 'rows-per-phase');
  if (key?.kind === 'xor-bits' || key?.kind === 'xor-table') features.push('xor-any');
  if (key?.kind === 'rotate') features.push('rotate');
  return features;
}

/** No text, and why. */
export function cannotExpress(notation: string, why: string): Result<never> {
  return failure(diagnose(messages.notation.cannotExpress(notation, why)));
}
