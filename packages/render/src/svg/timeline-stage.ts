/**
 * All of a timeline's picture that does not change with the selection: rows, axis, narrow spans, legend. It is kept for the
 * range that was drawn last, so that pointing at a span does not go through the whole timeline again, and its nodes are the
 * same objects, which need not be compared.
 */
import { findLoops, type Loop, type TimedProgram, type Timeline } from '@ldscope/core';
import { label, rect, type SvgNode } from './node.ts';
import { cycleAxis, iterationLines } from './timeline-axis.ts';
import { ROW_HEIGHT, timelineFrame, timelineLeft, type TimelineRow } from './timeline-frame.ts';
import { drawSpans, type Mark } from './timeline-layers.ts';
import { timelineLegend } from './timeline-legend.ts';
import { iterationMarks } from './timeline-loops.ts';
import { layerNodes } from './timeline-marks.ts';
import { tracksOf } from './timeline-tracks.ts';

export interface StageOptions {
  readonly range: readonly [from: number, until: number];
  readonly width: number;
  readonly rows: 'all' | 'units' | 'waves';
  readonly loops: readonly Loop[] | undefined;
}

export interface Stage {
  readonly rows: readonly TimelineRow[];
  /** Under the marks. */
  readonly behind: readonly SvgNode[];
  /** Spans that are drawn one by one. */
  readonly marks: readonly Mark[];
  readonly legend: readonly SvgNode[];
  readonly bottom: number;
}

interface Kept extends StageOptions {
  readonly program: TimedProgram;
  readonly stage: Stage;
}

const lastDrawn = new WeakMap<Timeline, Kept>();

export function stageOf(program: TimedProgram, timeline: Timeline, options: StageOptions): Stage {
  const kept = lastDrawn.get(timeline);
  if (kept !== undefined && kept.program === program && isSame(kept, options)) return kept.stage;
  const stage = makeStage(program, timeline, options);
  lastDrawn.set(timeline, { ...options, program, stage });
  return stage;
}

const isSame = (a: StageOptions, b: StageOptions): boolean =>
  a.range[0] === b.range[0] &&
  a.range[1] === b.range[1] &&
  a.width === b.width &&
  a.rows === b.rows &&
  a.loops === b.loops;

/** Spans that are drawn one by one, at most. */
const MOST_MARKS = 2000;

function makeStage(
  program: TimedProgram,
  timeline: Timeline,
  { range, width, rows: wanted, loops = findLoops(program) }: StageOptions,
): Stage {
  const list = tracksOf(program, timeline);
  const frame = timelineFrame(list.tracks, range, width, wanted);
  const { rows, plot, bottom } = frame;
  const shown = new Uint8Array(list.tracks.length);
  for (const { number } of rows) shown[number] = 1;
  const drawn = drawSpans(program, timeline, list, range, { width: plot, most: MOST_MARKS, shown });
  const used = new Set([...drawn.marks, ...drawn.layers].map(({ look }) => look));
  const key = timelineLegend(
    [...used].sort((a, b) => a - b),
    bottom + 16,
    width,
  );
  return {
    rows,
    behind: [
      ...cycleAxis(frame),
      ...iterationLines(iterationMarks(timeline, loops, range, plot), frame),
      ...rows.flatMap((row) => background(row, plot)),
      ...layerNodes(rows, drawn.layers),
    ],
    marks: drawn.marks,
    legend: key.nodes,
    bottom: key.bottom,
  };
}

function background({ track, y }: TimelineRow, plot: number): SvgNode[] {
  return [
    label(timelineLeft - 10, y + ROW_HEIGHT / 2, track.title, 'end small soft'),
    rect(timelineLeft, y, plot, ROW_HEIGHT, {
      'class': 'empty',
      'stroke-opacity': 0,
      'data-track': track.id,
    }),
  ];
}
