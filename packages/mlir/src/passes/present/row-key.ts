/**
 * The least key that moves rows as they were seen to move.
 *
 *     row      0  1  2  3  4  5  6  7  8 ..      units of 8 elements
 *     moved by 0  0  8  8  16 16 24 24 0 ..      XOR with (row / 2) mod 4
 *
 * Tried in this order: no key, XOR with `(row / a) mod b`, XOR of row bits, a table that repeats; or a rotation. Rows that
 * were not seen do not decide; where keys that fit differ on them, `isOpen` says so.
 */
import { gcd, greatestOf, isPowerOfTwo, type RowKey } from '@ldscope/core';

/** The moves of columns by row: elements that are XORed onto them, or added modulo the row; NaN where unseen. */
export interface RowMove {
  readonly kind: 'xor' | 'rotate';
  readonly byRow: Float64Array;
}

export interface FoundKey {
  /** Elements that are moved as one. */
  readonly unit: number;
  /** Absent where nothing moves. */
  readonly key?: RowKey;
  /** Another key fits what was seen as well. */
  readonly isOpen: boolean;
}

/** `undefined` where no key of the family moves the rows like this. */
export function keyOfRows({ kind, byRow }: RowMove, columns: number): FoundKey | undefined {
  const seen = [...byRow.entries()].filter(([, value]) => !Number.isNaN(value));
  const moved = seen.filter(([, value]) => value !== 0);
  if (moved.length === 0) return { unit: 1, isOpen: seen.length < byRow.length };
  const common = moved.reduce((all, [, value]) => gcd(all, value), columns);
  const unit = kind === 'xor' ? common & -common : common;
  const units = columns / unit;
  const rows = byRow.length;
  const list = seen.map(([row, value]) => [row, value / unit] as const);
  const key = kind === 'xor' ? xorKey(list, rows, units) : rotation(list, rows, units);
  return key && { unit, key, isOpen: seen.length < rows };
}

type Seen = readonly (readonly [row: number, key: number])[];

function xorKey(seen: Seen, rows: number, units: number): RowKey | undefined {
  const largest = greatestOf(seen.map(([, key]) => key));
  // Keys with more bits than the row's units have in common take a unit out of it.
  if (2 ** (32 - Math.clz32(largest)) > (units & -units)) return undefined;
  return phasedKey(seen, rows, largest) ?? bitsKey(seen, rows) ?? tableKey(seen, rows);
}

function phasedKey(seen: Seen, rows: number, largest: number): RowKey | undefined {
  const power = 2 ** (32 - Math.clz32(largest));
  for (const phases of new Set([largest + 1, power])) {
    for (let rowsPerPhase = 1; rowsPerPhase < rows; rowsPerPhase++) {
      if (seen.every(([row, key]) => key === Math.floor(row / rowsPerPhase) % phases)) {
        return { kind: 'xor', phases, rowsPerPhase };
      }
    }
  }
  return undefined;
}

/** XOR of a number for each bit of the row, by elimination; bits that no row decides have none. */
function bitsKey(seen: Seen, rows: number): RowKey | undefined {
  const pivots = new Map<number, { row: number; key: number }>();
  for (const [start, startKey] of seen) {
    let [row, key] = [start, startKey];
    for (const [bit, pivot] of [...pivots].sort(([a], [b]) => b - a)) {
      if (((row >>> bit) & 1) === 1) [row, key] = [row ^ pivot.row, key ^ pivot.key];
    }
    if (row === 0 && key !== 0) return undefined;
    if (row !== 0) pivots.set(31 - Math.clz32(row), { row, key });
  }
  const bits = Math.ceil(Math.log2(Math.max(2, rows)));
  const columns: number[] = [];
  for (let bit = 0; bit < bits; bit++) {
    const pivot = pivots.get(bit);
    let key = pivot?.key ?? 0;
    for (let low = 0; low < bit; low++) {
      if (pivot !== undefined && ((pivot.row >>> low) & 1) === 1) key ^= columns[low] ?? 0;
    }
    columns.push(key);
  }
  while (columns.at(-1) === 0) columns.pop();
  return { kind: 'xor-bits', columns };
}

function tableKey(seen: Seen, rows: number): RowKey | undefined {
  for (let period = 1; period <= rows; period *= 2) {
    const keys = Array.from({ length: period }, (): number | undefined => undefined);
    const repeats = seen.every(([row, key]) => {
      keys[row % period] ??= key;
      return keys[row % period] === key;
    });
    if (!repeats || keys.includes(undefined)) continue;
    return { kind: 'xor-table', keys: keys.map((key) => key ?? 0) };
  }
  if (isPowerOfTwo(rows) || seen.length < rows) return undefined;
  return { kind: 'xor-table', keys: seen.map(([, key]) => key) };
}

function rotation(seen: Seen, rows: number, units: number): RowKey | undefined {
  for (let rowsPerPhase = 1; rowsPerPhase < rows; rowsPerPhase++) {
    for (let step = 1; step < units; step++) {
      const fits = seen.every(
        ([row, shift]) => shift === (step * Math.floor(row / rowsPerPhase)) % units,
      );
      if (fits) return { kind: 'rotate', step, rowsPerPhase };
    }
  }
  return undefined;
}

/** The move of every row under a key, in elements. */
export function movesOfKey(found: FoundKey, rows: number, columns: number): RowMove {
  const { key, unit } = found;
  const byRow = Float64Array.from({ length: rows }, (_, row) => {
    if (key === undefined) return 0;
    return unit * shiftOf(key, row, columns / unit);
  });
  return { kind: key?.kind === 'rotate' ? 'rotate' : 'xor', byRow };
}

function shiftOf(key: RowKey, row: number, units: number): number {
  switch (key.kind) {
    case 'xor':
      return Math.floor(row / key.rowsPerPhase) % key.phases;
    case 'xor-bits':
      return key.columns.reduce((all, column, bit) => ((row >>> bit) & 1 ? all ^ column : all), 0);
    case 'xor-table':
      return key.keys[row % key.keys.length] ?? 0;
    case 'rotate':
      return (key.step * Math.floor(row / key.rowsPerPhase)) % units;
  }
}
