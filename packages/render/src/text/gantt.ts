/**
 * A stretch of a timeline as characters: a row per unit, a column per interval of cycles.
 *
 *     mfma  SIMD 0  ████████████████▆▆████████████████
 *     lds   pair 0  ▃▃  ▁▁        ▅▅▅▅
 *
 * The height of a column is the share of its cycles in which the unit is busy.
 */
import { scopeOf, type TimedProgram, type Timeline, type Unit } from '@ldscope/core';
import type { Page } from './style.ts';

const HEIGHTS = ' ▁▂▃▄▅▆▇█';

/** Rows for the units that are busy between two cycles. */
export function ganttLines(
  { instructions }: TimedProgram,
  timeline: Timeline,
  [from, until]: readonly [from: number, until: number],
  page: Page,
): string[] {
  const rows = new Map<string, { readonly unit: Unit; readonly busy: Float64Array }>();
  const labels = 16;
  const columns = Math.max(10, page.width - labels - 4);
  const perColumn = (until - from) / columns;
  const { count, instruction, begin, end, wave, waves } = timeline;
  for (let row = 0; row < count; row++) {
    const unit = instructions[instruction[row] ?? 0]?.unit;
    const scope = unit === undefined ? undefined : scopeOf(unit);
    const [start, stop] = [Math.max(begin[row] ?? 0, from), Math.min(end[row] ?? 0, until)];
    if (unit === undefined || scope === undefined || stop <= start) continue;
    const simd = waves[wave[row] ?? 0]?.simd ?? 0;
    const place = scope === 'simd' ? `SIMD ${simd}` : scope === 'pair' ? `pair ${simd >> 1}` : '';
    const key = `${unit.padEnd(7)}${place}`;
    const known = rows.get(key) ?? { unit, busy: new Float64Array(columns) };
    rows.set(key, known);
    const [first, last] = [start, stop].map((time) => (time - from) / perColumn);
    for (let at = Math.floor(first ?? 0); at < Math.min(columns, Math.ceil(last ?? 0)); at++) {
      const part = Math.min(at + 1, last ?? 0) - Math.max(at, first ?? 0);
      known.busy[at] = Math.min(1, (known.busy[at] ?? 0) + part);
    }
  }
  return [...rows]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([label, { busy }]) => {
      const bars = Array.from(busy, (share) => HEIGHTS[Math.ceil(share * 8 - 1e-6)] ?? ' ').join(
        '',
      );
      return `  ${page.paint('faint', label.padEnd(labels))}${bars}`;
    });
}
