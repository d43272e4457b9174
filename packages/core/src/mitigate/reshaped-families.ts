/**
 * The layouts of CK's GEMM policies as families of a search: the parameters of `LdsIndexSwapping`, and packs.
 *
 *     line-xor   MLdsLayer 1, 2, 4, ... x KPack x a pack of nothing after a line or not; all keys of the line
 *     packs      (K / KPack, M, KPack), packs of nothing after the packs of all rows: up to a period of the banks
 *
 * RowMul scales the stated length of the XOR and changes no offset, so each member speaks for every RowMul. Units are at
 * least what every access keeps whole.
 */
import {
  type Cut,
  rowBytes,
  type RowLayout,
  type Tile,
  type TileLayout,
  tileOfLines,
} from '../layout/tile/tile-layout.ts';
import type { Family } from './families.ts';
import { type Problem, rigidUnitOf } from './problem.ts';

/** The families of a problem, in the order of preference among equals. */
export function reshapedFamilies(problem: Problem): Family[] {
  return [
    { name: 'line-xor', layouts: lineXors(problem) },
    { name: 'packs', layouts: packs(problem) },
  ];
}

/** Most rows that share a line. */
const MOST_LAYERS = 16;

function lineXors(problem: Problem): TileLayout[] {
  const { tile } = problem;
  const layouts: TileLayout[] = [];
  for (let rows = 1; rows <= MOST_LAYERS && 2 * rows <= tile.rows; rows *= 2) {
    if (tile.rows % rows !== 0) continue;
    const cut = { kind: 'row-groups', rows } as const;
    const lines = tileOfLines(tile, cut);
    for (const unitBytes of packSizes(problem)) {
      const phases = rowBytes(lines) / unitBytes;
      if (phases < 2 || !Number.isInteger(Math.log2(phases))) continue;
      const key = { kind: 'xor', phases, rowsPerPhase: 1 } as const;
      for (const padBytes of [0, unitBytes]) {
        layouts.push(shaped(tile, cut, { ...padded(lines, padBytes), unitBytes, key }));
      }
    }
  }
  return layouts;
}

function packs(problem: Problem): TileLayout[] {
  const { tile } = problem;
  return packSizes(problem).flatMap((unitBytes) => {
    const cut = { kind: 'column-packs', columns: unitBytes / tile.elementBytes } as const;
    const lines = tileOfLines(tile, cut);
    if (lines.rows < 2) return [];
    const pads = Array.from({ length: Math.ceil(PERIOD_BYTES / unitBytes) }, (_, i) => i);
    return pads.map((count) => shaped(tile, cut, padded(lines, count * unitBytes)));
  });
}

/** The longest period of the banks: a longer pad is like a shorter one. */
const PERIOD_BYTES = 256;

/** Units of whole elements that divide the row, from the least that keeps every access whole up to 16 elements. */
function packSizes(problem: Problem): number[] {
  const { tile } = problem;
  const sizes: number[] = [];
  for (let unit = rigidUnitOf(problem); unit <= 16 * tile.elementBytes; unit *= 2) {
    if (unit % tile.elementBytes === 0 && rowBytes(tile) % unit === 0) sizes.push(unit);
  }
  return sizes;
}

function padded(tile: Tile, padBytes: number): RowLayout {
  const paddings = padBytes === 0 ? [] : [{ intervalBytes: rowBytes(tile), padBytes }];
  return { kind: 'rows', tile, unitBytes: tile.elementBytes, paddings };
}

/** A line of one row is a row. */
const shaped = (tile: Tile, cut: Cut, lines: RowLayout): TileLayout =>
  cut.kind === 'row-groups' && cut.rows === 1 ? lines : { kind: 'reshaped', tile, cut, lines };
