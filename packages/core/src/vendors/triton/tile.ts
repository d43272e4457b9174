/**
 * Shared encodings as tile layouts, and back: the way to other notations and to the search.
 *
 *     #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [1, 0]}> on 64x32 of f16
 *     unit 8 bytes, XOR of (row / 2) mod 8
 *
 * A row of the tile is what is contiguous along `order[0]`; the other dimensions count into the row, in their order.
 * What is lost on the way back is said: Triton's XORs move whole vectors by powers of two, and tensors have no other
 * sizes.
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { inverse } from '../../gf2/gf2.ts';
import type { LinearLayout } from '../../layout/linear/linear-layout.ts';
import {
  elementOffset,
  type RowKey,
  rowBytes,
  type Tile,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import { bitsOf, columnsOf } from './bases.ts';
import type { SharedEncoding } from './encoding.ts';
import { phaseOf, placeShared } from './shared.ts';

/** A tile layout, and which dimensions of the tensor its rows and columns are. */
export interface TensorTile {
  readonly layout: TileLayout;
  /** The dimension of the columns first, then those of the rows, the fastest first. */
  readonly order: readonly number[];
}

/** What a shared encoding says of a tensor, as a layout of a tile. */
export function sharedToTile(
  encoding: SharedEncoding,
  shape: readonly number[],
  elementBytes: number,
): Result<TensorTile> {
  const placement = placeShared(encoding, shape);
  if (!placement.ok) return placement;
  const { shape: own, layout, paddings } = placement.value;
  const order = orderOf(encoding, layout, own.length);
  const [columnDimension = 0, ...rowDimensions] = order;
  const tile: Tile = {
    rows: rowDimensions.reduce((count, d) => count * (own[d] ?? 1), 1),
    columns: own[columnDimension] ?? 1,
    elementBytes,
  };
  const inBytes = paddings.map(({ interval, padding }) => ({
    intervalBytes: interval * elementBytes,
    padBytes: padding * elementBytes,
  }));
  if (encoding.kind === 'swizzled_shared' || encoding.kind === 'amd_rotating_shared') {
    const unitBytes = Math.min(encoding.vec, tile.columns) * elementBytes;
    const units = rowBytes(tile) / unitBytes;
    const rows = bitsOf(own[rowDimensions[0] ?? 0] ?? 1);
    const key = rowKey(encoding, units, rowDimensions.length === 0 ? 0 : rows, tile.rows);
    const moved = key === undefined ? {} : { key };
    return success({ layout: { kind: 'rows', tile, unitBytes, ...moved, paddings: [] }, order });
  }
  const columns = order.flatMap((d) => columnsOf(layout, `dim${d}`));
  if (columns.every((column, bit) => column === 2 ** bit)) {
    const rows: TileLayout = { kind: 'rows', tile, unitBytes: elementBytes, paddings: inBytes };
    return success({ layout: rows, order });
  }
  if (inBytes.length > 0) {
    const reason = 'paddings on rows that are not in order have no tile layout';
    return failure(diagnose(messages.triton.noSemantics(encoding.kind, reason)));
  }
  return success({ layout: { kind: 'linear', tile, layout: byteLayout(tile, columns) }, order });
}

/** The XOR of a phased encoding; absent where nothing is moved. */
function rowKey(
  encoding: Extract<SharedEncoding, { readonly perPhase: number }>,
  units: number,
  rowBits: number,
  rows: number,
): RowKey | undefined {
  const columns = Array.from({ length: rowBits }, (_, bit) => phaseOf(encoding, 2 ** bit) % units);
  if (columns.every((column) => column === 0)) return undefined;
  const { perPhase, maxPhase, kind } = encoding;
  const phases = Math.min(maxPhase, units);
  // With more dimensions the outer ones are in the row too, and are not part of the phase.
  const whole = rows === 2 ** rowBits || perPhase * phases <= 2 ** rowBits;
  return kind === 'swizzled_shared' && whole
    ? { kind: 'xor', phases, rowsPerPhase: perPhase }
    : { kind: 'xor-bits', columns };
}

/** Inputs `column` and `row`, output `offset` in bytes. */
function byteLayout({ columns, rows, elementBytes }: Tile, bits: readonly number[]): LinearLayout {
  const scale = bitsOf(elementBytes);
  return {
    inputs: [
      { name: 'column', bits: bitsOf(columns) },
      { name: 'row', bits: bitsOf(rows) },
    ],
    outputs: [{ name: 'offset', bits: bits.length + scale }],
    columns: bits.map((column) => column << scale),
    origin: 0,
  };
}

/** Dimensions by where they begin in memory, the contiguous one first. */
function orderOf(encoding: SharedEncoding, layout: LinearLayout, rank: number): readonly number[] {
  if ('order' in encoding && encoding.order !== undefined) return encoding.order;
  const first = (d: number): number => columnsOf(layout, `dim${d}`)[0] ?? 2 ** 31;
  return Array.from({ length: rank }, (_, d) => rank - 1 - d).sort((a, b) => first(a) - first(b));
}

/** A tile layout as Triton would write it, for a tensor of rows and columns; or why it cannot be expressed there. */
export function tileToShared(layout: TileLayout): Result<SharedEncoding> {
  const { tile } = layout;
  const refuse = (reason: string): Result<never> =>
    failure(diagnose(messages.triton.notExpressible(reason)));
  for (const [name, size] of Object.entries(tile))
    if (!isPowerOfTwo(size)) return refuse(`${name} is ${size}, and Triton has powers of two only`);
  const order = [1, 0];
  if (layout.kind === 'linear') return linearToShared(layout.layout, tile);
  if (layout.kind === 'reshaped') return refuse('its lines are not the rows of the tile');
  const { unitBytes, key, paddings } = layout;
  if (paddings.length > 0) {
    if (key !== undefined) return refuse('no encoding has paddings and a swizzle');
    const intervals = paddings.map(({ intervalBytes, padBytes }) => ({
      interval: intervalBytes / tile.elementBytes,
      padding: padBytes / tile.elementBytes,
    }));
    const odd = intervals.find(
      ({ interval, padding }) => !isPowerOfTwo(interval) || !isPowerOfTwo(padding),
    );
    if (odd !== undefined)
      return refuse(
        `a padding of ${odd.padding} elements after ${odd.interval}: both have to be powers of two`,
      );
    return success({ kind: 'padded_shared', intervals, order, shape: [tile.rows, tile.columns] });
  }
  const vec = unitBytes / tile.elementBytes;
  if (!isPowerOfTwo(vec)) return refuse(`a unit of ${unitBytes} bytes`);
  const swizzled = (perPhase: number, maxPhase: number): Result<SharedEncoding> =>
    success({ kind: 'swizzled_shared', vec, perPhase, maxPhase, order });
  if (key === undefined) return swizzled(1, 1);
  switch (key.kind) {
    case 'xor':
      return isPowerOfTwo(key.phases) && isPowerOfTwo(key.rowsPerPhase)
        ? swizzled(key.rowsPerPhase, key.phases)
        : refuse(`${key.phases} phases of ${key.rowsPerPhase} rows`);
    case 'rotate':
      return refuse('a rotation adds, and every encoding of Triton XORs');
    case 'xor-bits':
    case 'xor-table':
      return phasedLike(layout, vec) ?? tableToShared(layout);
  }
}

/** The phased encoding that puts each element where the layout does. */
function phasedLike(layout: TileLayout, vec: number): Result<SharedEncoding> | undefined {
  const { rows, columns, elementBytes } = layout.tile;
  const moves = Array.from(
    { length: rows },
    (_, row) => ((elementOffset(layout, row, 0) / elementBytes) % columns) / vec,
  );
  for (const kind of ['swizzled_shared', 'amd_rotating_shared'] as const) {
    for (let perPhase = 1; perPhase <= rows; perPhase *= 2) {
      for (let maxPhase = 2; maxPhase * vec <= columns; maxPhase *= 2) {
        const encoding = { kind, vec, perPhase, maxPhase, order: [1, 0] };
        if (moves.every((move, row) => move === phaseOf(encoding, row))) return success(encoding);
      }
    }
  }
  return undefined;
}

function tableToShared(layout: TileLayout): Result<SharedEncoding> {
  const { tile } = layout;
  const { rows, columns, elementBytes } = tile;
  const bits = [
    ...powers(columns).map((column) => elementOffset(layout, 0, column)),
    ...powers(rows).map((row) => elementOffset(layout, row, 0)),
  ];
  const scale = bitsOf(elementBytes);
  const linear = byteLayout(
    tile,
    bits.map((bytes) => bytes >>> scale),
  );
  for (let row = 0; row < rows; row++) {
    const expected = bits.reduce(
      (sum, value, bit) => ((((row * columns) >>> bit) & 1) === 1 ? sum ^ value : sum),
      0,
    );
    if (elementOffset(layout, row, 0) !== expected)
      return failure(
        diagnose(messages.triton.notExpressible('keys that are not linear over GF(2)')),
      );
  }
  return linearToShared(linear, tile);
}

/** `shared_linear`: the bases of the offset, which is the layout turned around. */
function linearToShared(layout: LinearLayout, tile: Tile): Result<SharedEncoding> {
  const refuse = (reason: string): Result<never> =>
    failure(diagnose(messages.triton.notExpressible(reason)));
  const scale = bitsOf(tile.elementBytes);
  const columnBits = bitsOf(tile.columns);
  const count = columnBits + bitsOf(tile.rows);
  if (layout.origin !== 0) return refuse('the first element is not at offset 0');
  if (layout.columns.some((column) => column % tile.elementBytes !== 0))
    return refuse('bytes of an element are moved apart');
  const elements = layout.columns.map((column) => column >>> scale);
  if (elements.some((column) => column >= 2 ** count))
    return refuse('the layout leaves gaps, and a linear encoding is dense');
  const back = inverse(elements);
  if (back === undefined) return refuse('two elements share a place');
  const offset = back.map((element) => [element >>> columnBits, element & (2 ** columnBits - 1)]);
  return success({ kind: 'shared_linear', offset, alignment: 16 });
}

const powers = (size: number): number[] =>
  Array.from({ length: bitsOf(size) }, (_, bit) => 2 ** bit);
