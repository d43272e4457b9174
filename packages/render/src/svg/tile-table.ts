/** The table of the pictures of a tile: a row for each cell. */
import { laneRanges, rowText } from '@ldscope/core';
import { hexAddress } from './bank-grid-frame.ts';
import type { DataTable } from './data-table.ts';
import { type TileCell, type TileCells, tileCells } from './tile-cells.ts';
import { croppedText } from './tile-legend.ts';
import type { TileView } from './tile-view.ts';

/** The table of a tile; with an access, only the cells that it touches. `known` are its cells, where they are known. */
export function tileTable(view: TileView, known?: TileCells): DataTable {
  const { problem, access } = view;
  const { tile } = problem;
  const all = known ?? tileCells(view);
  const { cells, cellElements, banks, service } = all;
  const shown = access === undefined ? cells : cells.filter(({ lanes }) => lanes.length > 0);
  const cropped = croppedText(all, tile);
  const columns = [
    { title: 'row', numeric: true },
    { title: `${all.counted}s`, numeric: true },
    { title: all.counted === 'byte' ? 'address' : 'byte', numeric: true },
    { title: 'banks', numeric: true },
  ];
  return {
    caption:
      `Tile of ${tile.rows} x ${rowText(tile)}` +
      (access === undefined ? '' : `: what ${access.name} touches`) +
      (cropped === '' ? '' : `; ${cropped}`),
    columns:
      access === undefined
        ? columns
        : [...columns, { title: 'lanes by wave' }, { title: 'slots', numeric: true }],
    rows: shown.map((cell) => {
      const { row, column, addressBytes, bank, banks: count, slots } = cell;
      const last = column + cellElements - 1;
      const place = [
        String(row),
        last === column ? String(column) : `${column}-${last}`,
        hexAddress(addressBytes),
        count === 1 ? String(bank) : `${bank}-${(bank + count - 1) % banks}`,
      ];
      return access === undefined
        ? place
        : [...place, lanesByWave(cell), service === 'phases' ? String(slots) : '-'];
    }),
  };
}

/** `wave 0: 3; wave 1: 3,19`. */
function lanesByWave({ lanes }: TileCell): string {
  const byWave = new Map<number, Set<number>>();
  for (const { wave, lane } of lanes) {
    byWave.set(wave, (byWave.get(wave) ?? new Set<number>()).add(lane));
  }
  return [...byWave]
    .sort(([a], [b]) => a - b)
    .map(([wave, own]) => `wave ${wave}: ${laneRanges([...own].sort((a, b) => a - b))}`)
    .join('; ');
}
