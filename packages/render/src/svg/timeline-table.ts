/**
 * A timeline in words: how busy each unit is, the causes of waits, and one execution in full.
 *
 *     explainExecution(program, timeline, row)    its cycles, and the cause of its delay
 */
import { type StallReason, stallReasons, type TimedProgram, type Timeline } from '@ldscope/core';
import { grouped, percent } from '../text/numbers.ts';
import { tickText } from './chart-scale.ts';
import type { DataTable } from './data-table.ts';
import { rangeOf, type TimelineRange } from './timeline-frame.ts';
import { looks, visitSpans } from './timeline-spans.ts';
import { tracksOf } from './timeline-tracks.ts';

/**
 * How long each unit is busy in a stretch of cycles, how much of that are bank conflicts, and with how many executions.
 * Cycles in which scalar loads of several SIMDs overlap count once.
 */
export function unitTable(
  program: TimedProgram,
  timeline: Timeline,
  range: TimelineRange = {},
): DataTable {
  const list = tracksOf(program, timeline);
  const [from, until] = rangeOf(timeline, range);
  const sums = list.tracks.map(() => ({ busy: 0, conflicts: 0, rows: 0, until: from }));
  visitSpans(program, timeline, list, [from, until], (track, look, start, stop) => {
    const sum = sums[track];
    if (sum === undefined) return;
    const last = Math.min(stop, until);
    const cycles = Math.max(0, last - Math.max(start, sum.until));
    sum.until = Math.max(sum.until, last);
    sum.busy += cycles;
    if (looks[look]?.name === 'bank conflicts') sum.conflicts += cycles;
  });
  for (let row = 0; row < timeline.count; row++) {
    const sum = sums[list.unitTrack(row)];
    const [begin, end] = [timeline.begin[row] ?? 0, timeline.end[row] ?? 0];
    if (sum !== undefined && begin < until && Math.max(end, begin + 1e-9) > from) sum.rows++;
  }
  return {
    caption: `Units, cycles ${tickText(from)} to ${tickText(until)}`,
    columns: [
      { title: 'unit' },
      { title: 'instructions', numeric: true },
      { title: 'busy cycles', numeric: true },
      { title: 'busy', numeric: true },
      { title: 'of them conflicts', numeric: true },
    ],
    rows: list.tracks.flatMap(({ kind, title }, track) => {
      const sum = sums[track];
      if (kind === 'wave' || sum === undefined) return [];
      return [
        [
          title,
          grouped(sum.rows),
          cyclesText(sum.busy),
          percent(sum.busy, until - from),
          kind === 'lds' ? cyclesText(sum.conflicts) : '-',
        ],
      ];
    }),
  };
}

/** What the waves do in a stretch of cycles: issue, or wait, and for what; the longest first. */
export function waitTable(
  program: TimedProgram,
  timeline: Timeline,
  range: TimelineRange = {},
): DataTable {
  const list = tracksOf(program, timeline);
  const [from, until] = rangeOf(timeline, range);
  const cycles = new Float64Array(looks.length);
  const times = new Float64Array(looks.length);
  visitSpans(program, timeline, list, [from, until], (track, look, start, stop) => {
    if (list.tracks[track]?.kind !== 'wave') return;
    cycles[look] = (cycles[look] ?? 0) + Math.min(stop, until) - Math.max(start, from);
    times[look] = (times[look] ?? 0) + 1;
  });
  const whole = cycles.reduce((sum, one) => sum + one, 0);
  const waits = looks
    .map(({ name, waits: isWait }, look) => ({ name, isWait, look }))
    .filter(({ isWait, look }) => isWait && (cycles[look] ?? 0) > 0)
    .sort((a, b) => (cycles[b.look] ?? 0) - (cycles[a.look] ?? 0));
  const sum = (values: Float64Array): number =>
    values.reduce((total, one, look) => total + (looks[look]?.waits === false ? one : 0), 0);
  const row = (title: string, count: number, taken: number): string[] => [
    title,
    grouped(count),
    cyclesText(taken),
    percent(taken, whole),
  ];
  return {
    caption: `All waves, cycles ${tickText(from)} to ${tickText(until)}`,
    columns: [
      { title: 'what waves do' },
      { title: 'times', numeric: true },
      { title: 'cycles of all waves', numeric: true },
      { title: 'share', numeric: true },
    ],
    rows: [
      row('issue instructions', sum(times), sum(cycles)),
      ...waits.map(({ name, look }) => row(waitWords(name), times[look] ?? 0, cycles[look] ?? 0)),
    ],
  };
}

/** One execution in full: its cycles and what held it up. */
export function explainExecution(
  program: TimedProgram,
  timeline: Timeline,
  row: number,
): DataTable | undefined {
  const timed = program.instructions[timeline.instruction[row] ?? -1];
  if (timed === undefined || row < 0 || row >= timeline.count) return undefined;
  const own = timeline.wave[row] ?? 0;
  const { simd, workgroup } = timeline.waves[own] ?? { simd: 0, workgroup: 0 };
  const at = (column: Float64Array): number => column[row] ?? 0;
  const [ready, issue, begin, end, done] = [
    at(timeline.ready),
    at(timeline.issue),
    at(timeline.begin),
    at(timeline.end),
    at(timeline.done),
  ];
  const reason = stallReasons[timeline.reason[row] ?? 0] ?? 'none';
  const stream = program.streams[own];
  const position = timeline.position[row] ?? 0;
  const next = timed.unit === 'barrier' ? nextOf(timeline, row) : undefined;
  const isMemory = timed.unit === 'lds' || timed.unit === 'vmem' || timed.unit === 'smem';
  const rows: (readonly [string, string] | undefined)[] = [
    ['wave', `${own} (workgroup ${workgroup}, SIMD ${simd})`],
    ['ready', cyclesText(ready)],
    ['issue', cyclesText(issue)],
    issue > ready
      ? ['held up', `${cyclesText(issue - ready)} cycles by ${reasonWords[reason]}`]
      : ['held up', 'not at all'],
    next === undefined
      ? undefined
      : ['waits', `${cyclesText(next - end)} cycles for the other waves`],
    begin > issue ? ['begin', `${cyclesText(begin)}, after its unit was free`] : undefined,
    ['busy', `${cyclesText(begin)} to ${cyclesText(end)}: ${cyclesText(end - begin)} cycles`],
    timed.unit === 'lds'
      ? [
          'banks',
          `${grouped(stream?.bankCycles[position] ?? 0)} cycles, ` +
            `${grouped(stream?.conflictCycles[position] ?? 0)} of them conflicts`,
        ]
      : undefined,
    timed.unit === 'vmem' ? ['moves', `${grouped(stream?.bytes[position] ?? 0)} B`] : undefined,
    isMemory || timed.writes.length > 0
      ? ['done', `${cyclesText(done)}, ${cyclesText(done - issue)} cycles after its issue`]
      : undefined,
  ];
  return {
    caption: timed.text,
    columns: [{ title: 'what' }, { title: 'cycles' }],
    rows: rows.filter((line) => line !== undefined),
  };
}

/** When the wave of a row turns to its next instruction. */
function nextOf({ count, wave, ready }: Timeline, row: number): number | undefined {
  for (let next = row + 1; next < count; next++) {
    if (wave[next] === wave[row]) return ready[next];
  }
  return undefined;
}

/** Whole cycles, or with the tenth that transfers have. */
function cyclesText(cycles: number): string {
  return tickText(Math.round(cycles * 10) / 10);
}

const reasonWords: Readonly<Record<StallReason, string>> = {
  'none': 'nothing',
  'vmcnt': 'vmcnt: global memory has not answered',
  'lgkmcnt': 'lgkmcnt: LDS or scalar memory has not answered',
  'barrier': 'the barrier',
  'await': 'a token that is not signalled yet',
  'result': 'a result that is not ready yet',
  'mfma': 'the matrix core, which is busy',
  'valu': 'the vector unit, which is busy',
  'lds queue': 'the LDS queue, which is full',
  'vmem queue': 'the global memory queue, which is full',
  'turn': 'its turn on the SIMD',
};

function waitWords(name: string): string {
  return name === 'deadlocked' ? 'deadlock' : `wait: ${name}`;
}
