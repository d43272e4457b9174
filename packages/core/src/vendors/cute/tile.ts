/**
 * CuTe layouts of rank 2 as tile layouts.
 *
 *     (64,32):(36,1), 4 bytes                    rows of 128 bytes, padded to 144
 *     Sw<3,3,3> o 0 o (64,64):(64,1), 2 bytes    units of 16 bytes, XOR of row mod 8
 *     ((8,8),64):((64,520),1), 2 bytes           16 bytes of padding after each 8 rows
 *     Sw<2,0,3> o 0 o (8,64):(64,1), 4 bytes     linear over GF(2): the swizzle reads bits of the column
 */
import { failure, type Result } from '../../base/result.ts';
import { recognizeLayout, viewFault } from '../../layout/tile/recognize.ts';
import type { TileLayout } from '../../layout/tile/tile-layout.ts';
import { layoutTable } from './evaluate.ts';
import type { CuteLayout } from './layout.ts';
import { andThen } from './steps.ts';

/**
 * The tile layout of a CuTe layout in elements of `elementBytes`. Mode `rowMode` counts rows: 0 where mode 1 is
 * contiguous (K-major, row-major), 1 where mode 0 is; the other mode is the columns. Fails for layouts of other rank,
 * with two elements at one place, or with what keeps it from being rows with a key or a linear layout.
 */
export function toTileLayout(
  layout: CuteLayout,
  elementBytes: number,
  rowMode: 0 | 1 = 0,
): Result<TileLayout> {
  return andThen(layoutTable(layout), ({ rows, columns, offsets }) => {
    const byRows = rowMode === 0;
    const tile = { rows: byRows ? rows : columns, columns: byRows ? columns : rows, elementBytes };
    const fault = viewFault(tile);
    if (fault !== undefined) return failure(fault);
    const bytes = Float64Array.from(offsets, (_, i) => {
      const from = byRows ? i : (i % rows) * columns + Math.floor(i / rows);
      return (offsets[from] ?? 0) * elementBytes;
    });
    return recognizeLayout(tile, bytes);
  });
}
