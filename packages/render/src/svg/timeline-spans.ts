/**
 * A timeline as spans on tracks: when a unit is busy, and what each wave does.
 *
 *     wave    s_barrier issues   barrier           ready   held by lds queue   ds_read issues     ready of the next
 *             |------------------|-----------------|-------|-------------------|------------------|
 *
 * A wave always does one thing: from the issue of an instruction until it turns to the next it issues, then it is held up
 * until that one issues, by the reason that the simulator gives. Behind a barrier it waits until it may go on.
 */
import { stallReasons, type TimedProgram, type Timeline } from '@ldscope/core';
import { type TrackKind, trackKind, type TrackList } from './timeline-tracks.ts';

/** The look of a span: a busy unit, bank conflicts, or a reason to wait. */
export interface Look {
  readonly name: string;
  /** Token of the theme that it is filled with. */
  readonly color: string;
  readonly waits: boolean;
  /** Of waits: `full` for a queue or a unit that is taken, which has a dashed outline. */
  readonly full?: boolean;
  /** Lower than its row: busy cycles that are avoidable. */
  readonly low?: boolean;
}

type UnitLook = Exclude<TrackKind, 'wave'> | 'conflict';

const unitLooks: Readonly<Record<UnitLook, Look>> = {
  mfma: { name: 'matrix core', color: 'matrix', waits: false },
  valu: { name: 'vector unit', color: 'accent', waits: false },
  scalar: { name: 'scalar unit, waits', color: 'line-strong', waits: false },
  lds: { name: 'LDS', color: 'broadcast', waits: false },
  vmem: { name: 'global memory', color: 'good', waits: false },
  smem: { name: 'scalar memory', color: 'warn', waits: false },
  conflict: { name: 'bank conflicts', color: 'conflict', waits: false, low: true },
};

const wait = (name: string, color: string, full = false): Look => ({
  name,
  color,
  waits: true,
  full,
});

const waitLooks: readonly Look[] = stallReasons.map((reason): Look => {
  switch (reason) {
    case 'vmcnt':
      return wait('vmcnt', 'good');
    case 'vmem queue':
      return wait('vmem queue', 'good', true);
    case 'lgkmcnt':
      return wait('lgkmcnt', 'broadcast');
    case 'lds queue':
      return wait('lds queue', 'broadcast', true);
    case 'barrier':
    case 'await':
      return wait(reason, 'warn');
    case 'result':
      return wait('result', 'matrix');
    case 'mfma':
      return wait('mfma busy', 'matrix', true);
    case 'valu':
      return wait('valu busy', 'accent', true);
    case 'none':
    case 'turn':
      return wait('turn', 'line-strong', true);
  }
});

const UNIT_LOOKS = ['mfma', 'valu', 'scalar', 'lds', 'vmem', 'smem', 'conflict'] as const;

/** All looks; a span names its own by number. */
export const looks: readonly Look[] = [
  ...UNIT_LOOKS.map((name) => unitLooks[name]),
  ...waitLooks,
  wait('deadlocked', 'conflict'),
];

const CONFLICT = UNIT_LOOKS.indexOf('conflict');
const SCALAR = UNIT_LOOKS.indexOf('scalar');
const FIRST_WAIT = UNIT_LOOKS.length;
const BARRIER = FIRST_WAIT + stallReasons.indexOf('barrier');
const STUCK = looks.length - 1;

/**
 * Called for each span: its track, its look, cycles `[from, to)`, and the row of the timeline; -1 for a wave that deadlocks
 * before it issues anything.
 */
export type VisitSpan = (
  track: number,
  look: number,
  from: number,
  to: number,
  row: number,
) => void;

/** Goes through the spans that reach into `[from, until)`, in the order of the timeline. */
export function visitSpans(
  { instructions, streams }: TimedProgram,
  timeline: Timeline,
  { unitTrack, waveTrack }: TrackList,
  [from, until]: readonly [from: number, until: number],
  visit: VisitSpan,
): void {
  const { count, wave, instruction, position, ready, issue, begin, end, reason } = timeline;
  const lookOf = Int8Array.from(instructions, ({ unit }) => {
    const kind = trackKind(unit);
    return kind === undefined ? SCALAR : UNIT_LOOKS.indexOf(kind);
  });
  const isBarrier = Uint8Array.from(instructions, ({ unit }) => Number(unit === 'barrier'));
  const isLds = Uint8Array.from(instructions, ({ unit }) => Number(unit === 'lds'));
  const before = new Int32Array(timeline.waves.length).fill(-1);
  const inView = (start: number, stop: number): boolean =>
    stop > start && start < until && stop > from;

  /** What a wave does from the issue of a row until `stop`, when it turns to the next. */
  const issuing = (row: number, track: number, stop: number): void => {
    const start = issue[row] ?? 0;
    if (!inView(start, stop)) return;
    const number = instruction[row] ?? 0;
    const left = isBarrier[number] === 1 ? Math.min(stop, end[row] ?? 0) : stop;
    if (inView(start, left)) visit(track, lookOf[number] ?? SCALAR, start, left, row);
    if (inView(left, stop)) visit(track, BARRIER, left, stop, row);
  };

  for (let row = 0; row < count; row++) {
    const own = wave[row] ?? 0;
    const [turned, issued] = [ready[row] ?? 0, issue[row] ?? 0];
    const last = before[own] ?? -1;
    before[own] = row;
    if (last >= 0) issuing(last, waveTrack(own), turned);
    if (inView(turned, issued)) {
      visit(waveTrack(own), FIRST_WAIT + (reason[row] ?? 0), turned, issued, row);
    }
    const [start, stop] = [begin[row] ?? 0, end[row] ?? 0];
    if (!inView(start, stop)) continue;
    const track = unitTrack(row);
    if (track < 0) continue;
    const number = instruction[row] ?? 0;
    const look = lookOf[number] ?? SCALAR;
    const conflicts =
      isLds[number] === 1 ? (streams[own]?.conflictCycles[position[row] ?? 0] ?? 0) : 0;
    const clean = Math.max(start, stop - conflicts);
    if (inView(start, clean)) visit(track, look, start, clean, row);
    if (inView(clean, stop)) visit(track, CONFLICT, clean, stop, row);
  }
  const stuck = new Set(timeline.deadlock?.map((waiting) => waiting.wave));
  for (const [own, row] of before.entries()) {
    const stop = row < 0 ? 0 : (end[row] ?? 0);
    if (row >= 0) issuing(row, waveTrack(own), stop);
    if (stuck.has(own) && inView(stop, until)) visit(waveTrack(own), STUCK, stop, until, row);
  }
}
