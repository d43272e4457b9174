/**
 * Spans become marks: those that are wide enough are drawn one by one, the others together, column by column of pixels.
 *
 *     ████████ ████████     each with its row of the timeline, up to a limit
 *     ▃▃▅▇▇▅▃▁▁▃▅▇          heights are shares of the cycles of a column; one path for all of a look on a track
 *
 * So a picture has few elements, however long the timeline and whatever the range.
 */
import type { TimedProgram, Timeline } from '@ldscope/core';
import { looks, visitSpans } from './timeline-spans.ts';
import type { TrackList } from './timeline-tracks.ts';

/** A span that is drawn by itself; pixels from the left of the plot. */
export interface Mark {
  readonly track: number;
  readonly look: number;
  readonly x: number;
  readonly width: number;
  readonly row: number;
}

/** The narrow spans of one style on one track, merged: the share of cycles by column. */
export interface Layer {
  readonly track: number;
  readonly look: number;
  readonly shares: Float32Array;
}

export interface Drawn {
  readonly marks: readonly Mark[];
  readonly layers: readonly Layer[];
}

const NARROWEST = 2;
/** Pixels from which spans are always drawn one by one. */
const STEPS = 256;

/**
 * The marks of a range of cycles on `width` pixels: at most `most` of them besides those of more than 256 pixels, of which
 * few have room; the rest in layers.
 */
export function drawSpans(
  program: TimedProgram,
  timeline: Timeline,
  tracks: TrackList,
  range: readonly [from: number, until: number],
  { width, most, shown }: { width: number; most: number; shown: Uint8Array },
): Drawn {
  const [from, until] = range;
  const scale = width / Math.max(1e-9, until - from);
  const columns = Math.ceil(width);
  const least = leastWidth(program, timeline, tracks, range, scale, most, shown);
  const marks: Mark[] = [];
  const layers: (Layer | undefined)[] = [];
  visitSpans(program, timeline, tracks, range, (track, look, start, stop, row) => {
    if (shown[track] !== 1) return;
    const left = Math.max(0, (start - from) * scale);
    const right = Math.min(width, (stop - from) * scale);
    if (right - left >= least) {
      marks.push({ track, look, x: left, width: right - left, row });
      return;
    }
    const at = track * looks.length + look;
    const layer = (layers[at] ??= { track, look, shares: new Float32Array(columns) });
    const { shares } = layer;
    const last = Math.min(columns - 1, Math.floor(right));
    for (let column = Math.floor(left); column <= last; column++) {
      const part = Math.min(column + 1, right) - Math.max(column, left);
      if (part > 0) shares[column] = (shares[column] ?? 0) + part;
    }
  });
  return { marks, layers: layers.filter((layer) => layer !== undefined) };
}

/** The width in pixels from which spans are drawn one by one, so that they are not too many. */
function leastWidth(
  program: TimedProgram,
  timeline: Timeline,
  tracks: TrackList,
  range: readonly [from: number, until: number],
  scale: number,
  most: number,
  shown: Uint8Array,
): number {
  const [from, until] = range;
  const counts = new Uint32Array(STEPS + 1);
  visitSpans(program, timeline, tracks, range, (track, _look, start, stop) => {
    if (shown[track] !== 1) return;
    const pixels = (Math.min(stop, until) - Math.max(start, from)) * scale;
    const step = Math.min(STEPS, Math.floor(pixels));
    counts[step] = (counts[step] ?? 0) + 1;
  });
  let sum = 0;
  for (let step = STEPS; step >= NARROWEST; step--) {
    sum += counts[step] ?? 0;
    if (sum > most) return step + 1;
  }
  return NARROWEST;
}

/**
 * The layers of one track as paths: stacked from below in the order of the looks, `height` pixels for a whole column.
 * `base` is the bottom; columns of the same height are one rectangle.
 */
export function stackLayers(
  layers: readonly Layer[],
  left: number,
  base: number,
  height: number,
): { readonly look: number; readonly path: string }[] {
  const columns = layers[0]?.shares.length ?? 0;
  const filled = new Uint8Array(columns);
  return layers.map(({ look, shares }) => {
    let path = '';
    for (let first = 0; first < columns;) {
      const level = levelOf(shares[first] ?? 0, filled[first] ?? 0, height);
      const under = filled[first] ?? 0;
      let column = first;
      while (
        column < columns &&
        (filled[column] ?? 0) === under &&
        levelOf(shares[column] ?? 0, under, height) === level
      ) {
        filled[column] = under + level;
        column++;
      }
      if (level > 0) {
        path += `M${left + first} ${base - under - level}h${column - first}v${level}h${first - column}z`;
      }
      first = column;
    }
    return { look, path };
  });
}

/** Whole pixels of a share: at least one unless it is 0, and no more than there is room for. */
function levelOf(share: number, under: number, height: number): number {
  if (share < 1e-6) return 0;
  return Math.min(height - under, Math.max(1, Math.round(share * height)));
}
