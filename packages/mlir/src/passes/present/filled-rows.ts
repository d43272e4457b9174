/**
 * The layout that copies show: which element of a row of global memory each place of a row of the tile holds.
 *
 *     row 1 of the tile     place 0 8 16 24 ..     holds columns 8 0 24 16 ..     XOR with 8
 *
 * Elements of a row are numbered in the order of their source. Only rows that are filled from end to end count, and only
 * sources at equal distances: then it does not matter where the row begins.
 */
import { gcd } from '@ldscope/core';
import type { Evidence, Extents } from './access-evidence.ts';
import type { Column, IndexDomain } from './index-domain.ts';
import type { RowMove } from './row-key.ts';

export type FilledRows =
  /** Elements by row; NaN for rows that are not filled whole. */
  | { readonly kind: 'xor' | 'rotate'; readonly byRow: Column; readonly rows: number }
  /** Rows are filled, and not by an XOR or a rotation. */
  | { readonly kind: 'other'; readonly by: Evidence }
  /** Two groups of copies fill a row differently. */
  | {
      readonly kind: 'differ';
      readonly one: Evidence;
      readonly other: Evidence;
      readonly moves: readonly RowMove[];
    }
  | { readonly kind: 'unknown' };

/**
 * The contents that stores and copies give a buffer's rows. `ordered`: rows must follow each other as in their source,
 * because the tile's row is not one of the buffer's type.
 */
export function filledRows(
  writers: readonly Evidence[],
  domain: IndexDomain,
  extents: Extents,
  ordered: boolean,
): FilledRows {
  const traced = writers.filter(({ source, points }) => source !== undefined && points.length > 0);
  if (traced.length === 0) return { kind: 'unknown' };
  const unit = traced.reduce((all, { width }) => gcd(all, width), extents.columns);
  if (!traced.every((one) => isAligned(one, unit))) return { kind: 'unknown' };
  let result: Extract<FilledRows, RowMove> | undefined;
  let first: Evidence | undefined;
  for (const group of groupsOf(traced, domain, extents, unit)) {
    const [by] = group;
    const tables = fillings(group, domain, extents, unit);
    const moves = movesOf(tables, extents, unit);
    if (by === undefined || moves === undefined) continue;
    if (moves === 'other' || (ordered && !tables.every((table) => isOrdered(table, extents, unit))))
      return { kind: 'other', by };
    if (result === undefined || first === undefined) {
      [result, first] = [moves, by];
      continue;
    }
    const joined = join(result, moves);
    if (joined === undefined)
      return { kind: 'differ', one: first, other: by, moves: [result, moves] };
    result = joined;
  }
  return result ?? { kind: 'unknown' };
}

function isAligned({ points, columnOf }: Evidence, unit: number): boolean {
  for (let k = 0; k < points.length; k++) {
    if ((columnOf[points[k] ?? 0] ?? 0) % unit !== 0) return false;
  }
  return true;
}

function join(
  a: Extract<FilledRows, RowMove>,
  b: Extract<FilledRows, RowMove>,
): Extract<FilledRows, RowMove> | undefined {
  const byRow = a.byRow.slice();
  const still = (table: Column): boolean =>
    table.every((value) => Number.isNaN(value) || value === 0);
  const kind = still(a.byRow) ? b.kind : a.kind;
  if (a.kind !== b.kind && !still(a.byRow) && !still(b.byRow)) return undefined;
  for (let row = 0; row < byRow.length; row++) {
    const [one, other] = [byRow[row] ?? NaN, b.byRow[row] ?? NaN];
    if (Number.isNaN(one)) byRow[row] = other;
    else if (!Number.isNaN(other) && one !== other) return undefined;
  }
  return { kind, byRow, rows: byRow.filter((value) => !Number.isNaN(value)).length };
}

/**
 * By sample: the source of each unit of the tile, NaN where nothing is stored. The number of units that were not stored
 * before; `undefined` when two sources meet.
 */
function fill(
  table: Float64Array,
  { points, rowOf, columnOf, source, width }: Evidence,
  domain: IndexDomain,
  extents: Extents,
  unit: number,
  sample: number | undefined,
): number | undefined {
  if (source === undefined) return 0;
  const from = domain.valuesOf(source);
  const units = extents.columns / unit;
  const each = width / unit;
  const start = sample === undefined ? 0 : firstOf(points, domain, sample);
  const end = sample === undefined ? points.length : firstOf(points, domain, sample + 1);
  let added = 0;
  for (let at = start; at < end; at++) {
    const i = points[at] ?? 0;
    const first = (rowOf[i] ?? 0) * units + (columnOf[i] ?? 0) / unit;
    for (let k = 0; k < each; k++) {
      const value = (from[i] ?? 0) + k * unit;
      const known = table[first + k] ?? NaN;
      if (known === value) continue;
      if (!Number.isNaN(known)) return undefined;
      table[first + k] = value;
      added++;
    }
  }
  return added;
}

/** Where the points of a sample begin in a list, which is in their order. */
function firstOf(points: Int32Array, domain: IndexDomain, sample: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (domain.sampleOf(points[middle] ?? 0) < sample) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writers that fill the tile together; the next stage of a pipeline fills it again. */
function groupsOf(
  writers: readonly Evidence[],
  domain: IndexDomain,
  extents: Extents,
  unit: number,
): Evidence[][] {
  const groups: Evidence[][] = [];
  let table = emptyTable(extents, unit);
  for (const writer of writers) {
    const group = groups.at(-1);
    if (group !== undefined && (fill(table, writer, domain, extents, unit, 0) ?? 0) > 0) {
      group.push(writer);
      continue;
    }
    table = emptyTable(extents, unit);
    fill(table, writer, domain, extents, unit, 0);
    groups.push([writer]);
  }
  return groups;
}

const emptyTable = ({ rows, columns }: Extents, unit: number): Float64Array =>
  new Float64Array((rows * columns) / unit).fill(NaN);

/** The tile after the writers of a group, once for each sample; all samples together where no single one fills a row. */
function fillings(
  group: readonly Evidence[],
  domain: IndexDomain,
  extents: Extents,
  unit: number,
): Float64Array[] {
  const samples = domain.sampleOf(domain.points - 1) + 1;
  const tables: Float64Array[] = [];
  const units = extents.columns / unit;
  for (let sample = 0; sample < samples; sample++) {
    const table = emptyTable(extents, unit);
    if (group.every((one) => fill(table, one, domain, extents, unit, sample) !== undefined))
      tables.push(table);
  }
  if (tables.some((table) => hasWholeRow(table, units))) return tables;
  const all = emptyTable(extents, unit);
  return group.every((one) => fill(all, one, domain, extents, unit, undefined) !== undefined)
    ? [all]
    : [];
}

/** True when the first source of each whole row is behind that of the row before. */
function isOrdered(table: Float64Array, { columns }: Extents, unit: number): boolean {
  const units = columns / unit;
  let last = -Infinity;
  for (let start = 0; start < table.length; start += units) {
    const row = table.subarray(start, start + units);
    if (!isWhole(row)) continue;
    const first = row.reduce((least, value) => Math.min(least, value), Infinity);
    if (first <= last) return false;
    last = first;
  }
  return true;
}

function hasWholeRow(table: Float64Array, units: number): boolean {
  for (let start = 0; start < table.length; start += units) {
    if (isWhole(table.subarray(start, start + units))) return true;
  }
  return false;
}

const isWhole = (row: Float64Array): boolean => !row.includes(NaN);

/** The common properties of the rows of all fillings; `undefined` when no row is whole. */
function movesOf(
  tables: readonly Float64Array[],
  { rows, columns }: Extents,
  unit: number,
): Extract<FilledRows, RowMove> | 'other' | undefined {
  const units = columns / unit;
  const [bits, shifts] = [new Float64Array(rows).fill(NaN), new Float64Array(rows).fill(NaN)];
  let [isXor, isRotation, whole] = [true, true, 0];
  for (let row = 0; row < rows; row++) {
    let reference: Float64Array | undefined;
    for (const table of tables) {
      const places = table.subarray(row * units, (row + 1) * units);
      if (!isWhole(places)) continue;
      if (reference !== undefined) {
        const distance = (places[0] ?? 0) - (reference[0] ?? 0);
        const [base] = [reference];
        if (!places.every((value, u) => value - (base[u] ?? 0) === distance)) return 'other';
        continue;
      }
      reference = places;
      whole++;
      const order = orderOf(places);
      if (order === undefined) return 'other';
      const first = order[0] ?? 0;
      const shift = (units - first) % units;
      for (let place = 0; place < units; place++) {
        const element = order[place] ?? 0;
        if ((place ^ element) !== first) isXor = false;
        if ((element + shift) % units !== place) isRotation = false;
      }
      bits[row] = first * unit;
      shifts[row] = shift * unit;
    }
  }
  if (whole === 0) return undefined;
  if (isXor) return { kind: 'xor', byRow: bits, rows: whole };
  return isRotation ? { kind: 'rotate', byRow: shifts, rows: whole } : 'other';
}

/** By place, the number of its element in the order of sources; `undefined` when they are not at equal distances. */
function orderOf(places: Float64Array): Float64Array | undefined {
  const sorted = places.slice().sort();
  const first = sorted[0] ?? 0;
  const step = (sorted[1] ?? first + 1) - first;
  if (step <= 0) return undefined;
  for (let k = 0; k < sorted.length; k++) {
    if (sorted[k] !== first + k * step) return undefined;
    sorted[k] = ((places[k] ?? 0) - first) / step;
  }
  return sorted;
}
