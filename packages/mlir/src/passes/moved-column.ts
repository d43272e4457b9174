/**
 * A layout as index arithmetic: where an element of the tile is, as an expression of its row and column.
 *
 *     xor, unit 8 elements, 8 phases:   8 * ((column / 8) ^ (row mod 8)) + column mod 8
 *     rotate:                           8 * ((column / 8 + row) mod units) + column mod 8
 *
 * Keys are written with shifts, masks and XOR; a key that only a table can express is not written.
 */
import { gcd, isPowerOfTwo, type RowKey, type RowLayout, type TileLayout } from '@ldscope/core';
import {
  add,
  constant,
  type Expression,
  quotient,
  remainder,
  scale,
  xor,
  zero,
} from './expression.ts';

/** The move of a row's columns, in elements. */
export interface ColumnMove {
  readonly key: RowKey;
  readonly unit: number;
  /** Units of a row. */
  readonly units: number;
  /** XORed onto the key of every row. */
  readonly flip?: number;
}

/** The move of a layout, `undefined` when it moves nothing; words that say why it cannot be written. */
export function columnMove(layout: TileLayout): ColumnMove | undefined | string {
  if (layout.kind === 'reshaped') return 'its lines are not the rows of the tile';
  const rows = layout.kind === 'rows' ? layout : asRows(layout);
  if (rows === undefined) return 'it moves elements between rows, or bits inside a unit';
  const { tile, unitBytes, key } = rows;
  if (key === undefined) return undefined;
  const unit = unitBytes / tile.elementBytes;
  const units = tile.columns / unit;
  if (!Number.isInteger(unit) || !Number.isInteger(units)) {
    return `units of ${unitBytes} B do not divide its rows`;
  }
  const flip = key.kind === 'xor-table' ? (key.keys[0] ?? 0) : 0;
  const plain = key.kind === 'xor-table' ? bitsOfTable(key.keys, flip) : key;
  if (plain === undefined) return 'its keys are a table that is not an XOR of row bits';
  const fault = plain.kind === 'rotate' ? undefined : xorFault(plain, units, flip);
  return fault ?? { key: plain, unit, units, ...(flip === 0 ? {} : { flip }) };
}

/** Why keys take a unit out of its row. */
function xorFault(key: RowKey, units: number, flip: number): string | undefined {
  const most =
    key.kind === 'xor'
      ? key.phases - 1
      : key.kind === 'xor-bits'
        ? key.columns.reduce((all, column) => all | column, flip)
        : 0;
  const room = units & -units;
  if (most < room) return undefined;
  return `keys up to ${most} leave rows of ${units} units`;
}

/** Rows after which the keys repeat. */
export function rowsRepeat({ key, units }: ColumnMove): number {
  switch (key.kind) {
    case 'xor':
      return key.phases * key.rowsPerPhase;
    case 'xor-bits':
      return 2 ** key.columns.length;
    case 'xor-table':
      return key.keys.length;
    case 'rotate':
      return key.rowsPerPhase * (units / gcd(units, key.step));
  }
}

/** The column at which an element lies. */
export function placeColumn(move: ColumnMove, row: Expression, column: Expression): Expression {
  return moveBy(move, row, column, 1);
}

/** The column of the element that is at one: the inverse. */
export function elementColumn(move: ColumnMove, row: Expression, column: Expression): Expression {
  return moveBy(move, row, column, -1);
}

function moveBy(move: ColumnMove, row: Expression, column: Expression, sign: 1 | -1): Expression {
  const { key, unit, units, flip = 0 } = move;
  const from = quotient(column, unit);
  const rest = remainder(column, unit);
  const to =
    key.kind === 'rotate'
      ? remainder(add(from, scale(quotient(row, key.rowsPerPhase), sign * key.step)), units)
      : xor(from, keyOf(key, row), constant(flip));
  return add(scale(to, unit), rest);
}

/** The XOR key of a row. */
function keyOf(key: RowKey, row: Expression): Expression {
  switch (key.kind) {
    case 'xor':
      return remainder(quotient(row, key.rowsPerPhase), key.phases);
    case 'xor-bits':
      return joinedBits(key.columns, row);
    case 'xor-table':
    case 'rotate':
      return zero;
  }
}

/**
 * The XOR of `columns[b]` over the row's bits. Runs of columns that are consecutive powers of two are one field of the
 * row: bits 1 and 2 to columns 1 and 2 are `(row / 2) mod 4`.
 */
function joinedBits(columns: readonly number[], row: Expression): Expression {
  const parts: Expression[] = [];
  for (let bit = 0; bit < columns.length;) {
    const first = columns[bit] ?? 0;
    let length = 1;
    while (isPowerOfTwo(first) && columns[bit + length] === first * 2 ** length) length++;
    const field = remainder(quotient(row, 2 ** bit), 2 ** length);
    // A column with several bits gives each of them: multiplying one bit by it does.
    if (first !== 0) parts.push(scale(field, first));
    bit += length;
  }
  return parts.length === 0 ? constant(0) : xor(...parts);
}

/** The keys of a table as an XOR of row bits and `flip`; `undefined` when they have no such form. */
function bitsOfTable(keys: readonly number[], flip: number): RowKey | undefined {
  if (!isPowerOfTwo(keys.length)) return undefined;
  const columns = Array.from(
    { length: Math.log2(keys.length) },
    (_, b) => (keys[2 ** b] ?? 0) ^ flip,
  );
  const fits = keys.every(
    (key, row) => key === columns.reduce((all, c, b) => ((row >>> b) & 1 ? all ^ c : all), flip),
  );
  return fits ? { kind: 'xor-bits', columns } : undefined;
}

/** A linear layout that only XORs row bits onto columns, as a row layout. */
function asRows({ tile, layout }: Extract<TileLayout, { kind: 'linear' }>): RowLayout | undefined {
  const [columnInput, rowInput] = layout.inputs;
  if (columnInput === undefined || rowInput === undefined || layout.origin !== 0) return undefined;
  const rowBytes = tile.columns * tile.elementBytes;
  const ofColumns = layout.columns.slice(0, columnInput.bits);
  const ofRows = layout.columns.slice(columnInput.bits);
  if (!isPowerOfTwo(rowBytes)) return undefined;
  if (!ofColumns.every((column, bit) => column === tile.elementBytes * 2 ** bit)) return undefined;
  const keys = ofRows.map((column, bit) => column ^ (rowBytes * 2 ** bit));
  if (keys.some((key) => key >= rowBytes)) return undefined;
  const used = keys.reduce((all, key) => all | key, 0);
  const unitBytes = used === 0 ? tile.elementBytes : used & -used;
  const columns = keys.map((key) => key / unitBytes);
  return { kind: 'rows', tile, unitBytes, key: { kind: 'xor-bits', columns }, paddings: [] };
}
