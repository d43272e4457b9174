/**
 * Wave's LDS swizzle: two numbers, in elements.
 *
 *     swizzle_unit = 8, max_phase = 8
 *
 *     phase = row mod max_phase;  chunk = floor(col / swizzle_unit);  rest = col - chunk * swizzle_unit
 *     new col = (phase XOR chunk) * swizzle_unit + rest
 *
 * The pass chooses swizzle_unit = max(elements per thread of the first read, of the first gather) and max_phase =
 * min(8, floor(columns / swizzle_unit)), and leaves the tile alone when that is below 2. Sources: iree-org/wave
 * @ceaa2b57 `wave_lang/kernel/wave/gather_to_shared.py`, `docs/wave/LDS_swizzling.rst`.
 */
import type { RowLayout, Tile } from '../../layout/tile/tile-layout.ts';

/** The parameters of Wave's swizzle of shared memory. */
export interface WaveSwizzle {
  /** Elements that stay together. */
  readonly swizzleUnit: number;
  /** Rows after which keys repeat. */
  readonly maxPhase: number;
}

/** Wave never uses more phases. */
export const WAVE_MAX_PHASE = 8;

/**
 * What the pass chooses for a tile row of `columns` elements, given the elements per thread of its first read and its
 * first gather; `undefined` when it does not swizzle.
 */
export function waveSwizzleFor(
  columns: number,
  readElements: number,
  gatherElements: number,
): WaveSwizzle | undefined {
  const swizzleUnit = Math.max(readElements, gatherElements);
  const maxPhase = Math.min(WAVE_MAX_PHASE, Math.floor(columns / swizzleUnit));
  return maxPhase < 2 ? undefined : { swizzleUnit, maxPhase };
}

/** The column that an element is stored at. Its own inverse where the swizzle is legal. */
export function waveColumn(
  { swizzleUnit, maxPhase }: WaveSwizzle,
  row: number,
  column: number,
): number {
  const chunk = Math.floor(column / swizzleUnit);
  return ((row % maxPhase) ^ chunk) * swizzleUnit + (column - chunk * swizzleUnit);
}

/** The layout that Wave's swizzle gives a tile. */
export function waveLayout({ swizzleUnit, maxPhase }: WaveSwizzle, tile: Tile): RowLayout {
  return {
    kind: 'rows',
    tile,
    unitBytes: swizzleUnit * tile.elementBytes,
    key: { kind: 'xor', phases: maxPhase, rowsPerPhase: 1 },
    paddings: [],
  };
}

/** The swizzle as Wave's options have it. */
export function printWave({ swizzleUnit, maxPhase }: WaveSwizzle): string {
  return `swizzle_unit = ${swizzleUnit}, max_phase = ${maxPhase}`;
}
