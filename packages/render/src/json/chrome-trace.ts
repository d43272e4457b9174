/**
 * A timeline in Chrome's trace format, which Perfetto and chrome://tracing open: one row per unit and one per wave. A
 * microsecond there is a cycle here.
 */
import { scopeOf, stallReasons, type TimedProgram, type Timeline } from '@ldscope/core';

const UNITS = 1;
const WAVES = 2;

interface TraceEvent {
  readonly name: string;
  readonly ph: 'X' | 'M';
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A timeline as JSON that Perfetto and Chrome open. */
export function chromeTrace({ instructions }: TimedProgram, timeline: Timeline): string {
  const rows = new Map<string, number>();
  const events: TraceEvent[] = [
    meta('process_name', UNITS, 0, 'units'),
    meta('process_name', WAVES, 0, 'waves'),
  ];
  const rowOf = (name: string): number => {
    const known = rows.get(name);
    if (known !== undefined) return known;
    const row = rows.size + 1;
    rows.set(name, row);
    events.push(meta('thread_name', UNITS, row, name));
    return row;
  };
  for (const [wave, { workgroup, simd }] of timeline.waves.entries()) {
    const name = `wave ${wave} (workgroup ${workgroup}, SIMD ${simd})`;
    events.push(meta('thread_name', WAVES, wave + 1, name));
  }
  const { count, wave, instruction, ready, issue, begin, end, done, reason } = timeline;
  for (let row = 0; row < count; row++) {
    const timed = instructions[instruction[row] ?? 0];
    if (timed === undefined) continue;
    const own = wave[row] ?? 0;
    const simd = timeline.waves[own]?.simd ?? 0;
    const [turned, issued] = [ready[row] ?? 0, issue[row] ?? 0];
    if (issued > turned) {
      const why = stallReasons[reason[row] ?? 0] ?? 'none';
      events.push(slice(`stalled: ${why}`, WAVES, own + 1, turned, issued - turned));
    }
    const args = { instruction: timed.text, wave: own, done: done[row] ?? 0 };
    events.push(slice(timed.text, WAVES, own + 1, issued, 4, args));
    const scope = scopeOf(timed.unit);
    if (scope === undefined) continue;
    const place =
      scope === 'simd' ? ` of SIMD ${simd}` : scope === 'pair' ? ` of pair ${simd >> 1}` : '';
    const [from, until] = [begin[row] ?? 0, end[row] ?? 0];
    events.push(slice(timed.text, UNITS, rowOf(`${timed.unit}${place}`), from, until - from, args));
  }
  const body = events.map((event) => JSON.stringify(event)).join(',\n');
  return `{"displayTimeUnit":"ns","traceEvents":[\n${body}\n]}\n`;
}

function meta(name: string, pid: number, tid: number, value: string): TraceEvent {
  return { name, ph: 'M', pid, tid, args: { name: value } };
}

function slice(
  name: string,
  pid: number,
  tid: number,
  ts: number,
  dur: number,
  args?: Readonly<Record<string, unknown>>,
): TraceEvent {
  return { name, ph: 'X', pid, tid, ts, dur, ...(args === undefined ? {} : { args }) };
}
