/** ProblemAccess patterns that GEMM kernels have, as problems of one tile. */
import {
  type ProblemAccess,
  accessFromLanes,
  opcodeNumber,
  type RowKey,
  type RowLayout,
  type Tile,
} from '@ldscope/core';

export function opcodeOf(name: string): number {
  const op = opcodeNumber(name);
  if (op === undefined) throw new Error(`there is no instruction ${name}`);
  return op;
}

/** Lanes go along rows, `width` elements each, and wrap to the next row; instances go on until the tile is done. */
export function rowCopy(
  name: string,
  op: string,
  tile: Tile,
  width: number,
  waves = 1,
): ProblemAccess {
  const perRow = tile.columns / width;
  const instances = (tile.rows * perRow) / 64;
  return accessFromLanes({
    name,
    op: opcodeOf(op),
    waveSize: 64,
    instances,
    wave: (instance) => instance % waves,
    place: (lane, instance) => {
      const unit = instance * 64 + lane;
      return { row: Math.floor(unit / perRow), column: width * (unit % perRow) };
    },
  });
}

/** MFMA operand with `m` rows: lane l holds row l mod m and `width` elements of K; instances go over K, then rows. */
export function operandRead(
  name: string,
  op: string,
  tile: Tile,
  m: number,
  width: number,
): ProblemAccess {
  const perStep = (64 / m) * width;
  const steps = Math.max(1, tile.columns / perStep);
  return accessFromLanes({
    name,
    op: opcodeOf(op),
    waveSize: 64,
    instances: steps * (tile.rows / m),
    wave: (instance) => Math.floor(instance / steps),
    place: (lane, instance) => ({
      row: m * Math.floor(instance / steps) + (lane % m),
      column: perStep * (instance % steps) + width * Math.floor(lane / m),
    }),
  });
}

export function keyed(tile: Tile, unitBytes: number, key: RowKey): RowLayout {
  return { kind: 'rows', tile, unitBytes, key, paddings: [] };
}

export const f16 = (rows: number, columns: number): Tile => ({ rows, columns, elementBytes: 2 });
