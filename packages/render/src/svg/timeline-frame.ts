/**
 * The measures of a timeline: which cycles it shows, and where its rows are, in pixels.
 *
 *     |<- timelineLeft ->|<------------- plot ------------->|<- timelineRight ->|
 *       names of rows      cycles from `from` to `until`
 */
import type { Timeline } from '@ldscope/core';
import type { Track } from './timeline-tracks.ts';

/** Pixels left and right of the cycles. */
export const timelineLeft = 92;
export const timelineRight = 14;

export const ROW_HEIGHT = 14;
const TOP = 54;
const GAP = 3;
const SECTION = 12;

/** Cycles that are shown: `[from, to)`; all unless told. */
export interface TimelineRange {
  readonly from?: number;
  readonly to?: number;
}

export interface TimelineFrame {
  readonly from: number;
  readonly until: number;
  /** Width of the cycles. */
  readonly plot: number;
  /** Under the last row. */
  readonly bottom: number;
  readonly rows: readonly TimelineRow[];
}

/** Where a row is, from the top. */
export interface TimelineRow {
  readonly track: Track;
  /** Of the track, in the list of all. */
  readonly number: number;
  readonly y: number;
}

export function timelineFrame(
  tracks: readonly Track[],
  [from, until]: readonly [from: number, until: number],
  width: number,
  wanted: 'all' | 'units' | 'waves',
): TimelineFrame {
  const rows = placeRows(tracks, wanted);
  return {
    from,
    until,
    plot: Math.max(50, width - timelineLeft - timelineRight),
    bottom: (rows.at(-1)?.y ?? TOP) + ROW_HEIGHT + 6,
    rows,
  };
}

/** The cycles that a picture shows: at least one. */
export function rangeOf(
  { cycles }: Timeline,
  { from = 0, to = cycles }: TimelineRange,
): readonly [from: number, until: number] {
  const first = Number.isFinite(from) ? from : 0;
  const last = Number.isFinite(to) ? to : cycles;
  return [first, Math.max(first + 1, last)];
}

function placeRows(tracks: readonly Track[], wanted: 'all' | 'units' | 'waves'): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const simds = tracks.filter((track) => sectionOf(track).startsWith('SIMD'));
  const isShort = new Set(simds.map(({ place }) => place)).size === simds.length;
  let y = TOP;
  let section = '';
  for (const [number, track] of tracks.entries()) {
    if (wanted === 'units' && track.kind === 'wave') continue;
    if (wanted === 'waves' && track.kind !== 'wave') continue;
    const name = sectionOf(track);
    const own = isShort && name.startsWith('SIMD') ? 'SIMDs' : name;
    if (section !== '' && own !== section) y += SECTION;
    section = own;
    rows.push({ track, number, y });
    y += ROW_HEIGHT + GAP;
  }
  return rows;
}

function sectionOf({ kind, place }: Track): string {
  switch (kind) {
    case 'mfma':
    case 'valu':
    case 'scalar':
      return `SIMD ${place}`;
    case 'lds':
    case 'vmem':
    case 'smem':
      return 'memory';
    case 'wave':
      return 'waves';
  }
}
