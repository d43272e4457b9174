/** A tile layout as an index map over any arithmetic: numbers, formulas, matrices over GF(2). */
import type { Arithmetic } from '../index/arithmetic.ts';
import { log2 } from '../index/linear-forms.ts';
import { rowBytes, type RowKey, type RowLayout, type TileLayout } from './tile-layout.ts';

/** True when every element is at a multiple of the element's size, so that offsets can be counted in elements. */
export function hasElementOffsets(layout: TileLayout): boolean {
  const { elementBytes } = layout.tile;
  if (layout.kind === 'reshaped') return hasElementOffsets(layout.lines);
  if (layout.kind === 'rows') {
    return [
      layout.unitBytes,
      ...layout.paddings.flatMap((p) => [p.intervalBytes, p.padBytes]),
    ].every((bytes) => bytes % elementBytes === 0);
  }
  const bits = log2(elementBytes);
  if (bits === undefined) return false;
  return [layout.layout.origin, ...layout.layout.columns].every(
    (bytes) => bytes % elementBytes === 0,
  );
}

/**
 * The offset of an element, in elements (see `hasElementOffsets`); the same numbers as `elementOffset` by the
 * element's size.
 */
export function elementOffsetOver<V>(
  layout: TileLayout,
  row: V,
  column: V,
  math: Arithmetic<V>,
): V {
  const { elementBytes } = layout.tile;
  if (layout.kind === 'rows') return rowsOver(layout, row, column, math);
  if (layout.kind === 'reshaped') {
    const { tile, cut, lines } = layout;
    if (cut.kind === 'row-groups') {
      const inside = math.add(math.scale(math.remainder(row, cut.rows), tile.columns), column);
      return rowsOver(lines, math.quotient(row, cut.rows), inside, math);
    }
    const place = math.add(math.scale(row, cut.columns), math.remainder(column, cut.columns));
    return rowsOver(lines, math.quotient(column, cut.columns), place, math);
  }
  const { inputs, columns, origin } = layout.layout;
  const [columnBits = 0] = inputs.map(({ bits }) => bits);
  const scaled = columns.map((value) => value / elementBytes);
  const parts = [
    ...bitRuns(scaled.slice(0, columnBits)).map((run) => runOver(column, run, math)),
    ...bitRuns(scaled.slice(columnBits)).map((run) => runOver(row, run, math)),
  ];
  if (origin !== 0) parts.push(math.constant(origin / elementBytes));
  return parts.length === 0 ? math.constant(0) : parts.reduce((a, b) => math.xor(a, b));
}

function rowsOver<V>(layout: RowLayout, row: V, column: V, math: Arithmetic<V>): V {
  const { tile, key, paddings } = layout;
  const { elementBytes, columns } = tile;
  const unit = layout.unitBytes / elementBytes;
  const place =
    key === undefined
      ? column
      : math.add(
          math.scale(
            placeOver(
              key,
              row,
              math.quotient(column, unit),
              rowBytes(tile) / layout.unitBytes,
              math,
            ),
            unit,
          ),
          math.remainder(column, unit),
        );
  const packed = math.add(math.scale(row, columns), place);
  return paddings.reduce((offset, { intervalBytes, padBytes }) => {
    const passed =
      intervalBytes === columns * elementBytes
        ? row
        : math.quotient(packed, intervalBytes / elementBytes);
    return math.add(offset, math.scale(passed, padBytes / elementBytes));
  }, packed);
}

function placeOver<V>(key: RowKey, row: V, unit: V, units: number, math: Arithmetic<V>): V {
  switch (key.kind) {
    case 'xor':
      return math.xor(unit, math.remainder(math.quotient(row, key.rowsPerPhase), key.phases));
    case 'xor-bits':
      return bitRuns(key.columns).reduce((u, run) => math.xor(u, runOver(row, run, math)), unit);
    case 'xor-table':
      return math.xor(unit, math.lookUp(math.remainder(row, key.keys.length), key.keys));
    case 'rotate': {
      const steps = math.scale(math.quotient(row, key.rowsPerPhase), key.step);
      return math.remainder(math.add(unit, steps), units);
    }
  }
}

/** Neighbouring bits whose columns double from one to the next: they move together. */
interface BitRun {
  readonly first: number;
  readonly bits: number;
  readonly factor: number;
}

function bitRuns(columns: readonly number[]): BitRun[] {
  const runs: { first: number; bits: number; factor: number }[] = [];
  for (const [bit, column] of columns.entries()) {
    const last = runs.at(-1);
    if (column === 0) continue;
    // A run stays without carries only when its factor is one bit.
    const continues =
      last !== undefined &&
      last.first + last.bits === bit &&
      column === last.factor * 2 ** last.bits &&
      log2(last.factor) !== undefined;
    if (continues) last.bits++;
    else runs.push({ first: bit, bits: 1, factor: column });
  }
  return runs;
}

function runOver<V>(index: V, { first, bits, factor }: BitRun, math: Arithmetic<V>): V {
  const digit = math.remainder(math.quotient(index, 2 ** first), 2 ** bits);
  return math.scale(digit, factor);
}
