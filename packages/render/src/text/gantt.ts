/**
 * A stretch of a timeline as characters: a row per unit, a column per interval of cycles.
 *
 *     lds reads     pair 0  ▃▃  ▁▁        ▅▅▅▅
 *     lds writes    pair 0      ▇▇▇▇
 *     mfma          SIMD 0  ████████████████▆▆████████████████
 *     vmem loads            ▅▅▅▅▅▅▅▅▅▅▅▅
 *
 * The height of a column is the share of its cycles in which the unit is busy with that.
 */
import { scopeOf, type TimedInstruction, type TimedProgram, type Timeline } from '@ldscope/core';
import type { Page } from './style.ts';

const HEIGHTS = ' ▁▂▃▄▅▆▇█';
/** Where the place of a unit begins in the name of a row, and the length of the name. */
const PLACE = 13;
const LABELS = PLACE + 8;

/** Rows for the units that are busy between two cycles. */
export function ganttLines(
  { instructions }: TimedProgram,
  timeline: Timeline,
  [from, until]: readonly [from: number, until: number],
  page: Page,
): string[] {
  const rows = new Map<string, Float64Array>();
  const columns = Math.max(10, page.width - LABELS - 4);
  const perColumn = (until - from) / columns;
  const { count, instruction, begin, end, wave, waves } = timeline;
  for (let row = 0; row < count; row++) {
    const timed = instructions[instruction[row] ?? 0];
    const scope = timed && scopeOf(timed.unit);
    const [start, stop] = [Math.max(begin[row] ?? 0, from), Math.min(end[row] ?? 0, until)];
    if (timed === undefined || scope === undefined || stop <= start) continue;
    const simd = waves[wave[row] ?? 0]?.simd ?? 0;
    const place = scope === 'simd' ? `SIMD ${simd}` : scope === 'pair' ? `pair ${simd >> 1}` : '';
    const key = `${trackOf(timed).padEnd(PLACE)}${place}`;
    const busy = rows.get(key) ?? new Float64Array(columns);
    rows.set(key, busy);
    const [first, last] = [start, stop].map((time) => (time - from) / perColumn);
    for (let at = Math.floor(first ?? 0); at < Math.min(columns, Math.ceil(last ?? 0)); at++) {
      const part = Math.min(at + 1, last ?? 0) - Math.max(at, first ?? 0);
      busy[at] = Math.min(1, (busy[at] ?? 0) + part);
    }
  }
  return [...rows]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([label, busy]) => {
      const bars = Array.from(busy, (share) => HEIGHTS[Math.ceil(share * 8 - 1e-6)] ?? ' ').join(
        '',
      );
      return `  ${page.paint('faint', label.padEnd(LABELS))}${bars}`;
    });
}

/** The unit; reads and writes of memory apart, as drawings of pipelines have them. */
function trackOf({ unit, memory }: TimedInstruction): string {
  if (unit === 'lds') return memory === 'load' ? 'lds reads' : 'lds writes';
  if (unit !== 'vmem') return unit;
  return memory === 'store' || memory === 'atomic' ? 'vmem stores' : 'vmem loads';
}
