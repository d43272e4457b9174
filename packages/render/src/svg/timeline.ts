/**
 * One compute unit in time: a row for each unit that is busy, and a row for what each wave does.
 *
 *     MFMA S0   ███████ ███████ ███████        full: busy; of LDS, the cycles of bank conflicts in their colour
 *     LDS       ██▄▄ ██▄▄                      full in the row of a wave: it issues; pale: it waits, in the colour of
 *     wave 0    █░lgkmcnt░░█░░vmcnt░░░░        what it waits for
 *
 * Marks carry `data-execution`, the row of the timeline, which `explainExecution` puts in words; `executionAt` finds it
 * from a place, also where spans are too narrow to be drawn one by one. The figures are those of a model.
 */
import { findLoops, type Loop, type TimedProgram, type Timeline } from '@ldscope/core';
import { counted, grouped } from '../text/numbers.ts';
import { tickText } from './chart-scale.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';
import { cycleAxis, iterationLines } from './timeline-axis.ts';
import {
  rangeOf,
  ROW_HEIGHT,
  timelineFrame,
  timelineLeft,
  type TimelineRange,
  type TimelineRow,
} from './timeline-frame.ts';
import { drawSpans } from './timeline-layers.ts';
import { timelineLegend } from './timeline-legend.ts';
import { iterationMarks } from './timeline-loops.ts';
import { layerNodes, markNodes, type MarkOptions } from './timeline-marks.ts';
import { tracksOf } from './timeline-tracks.ts';

export interface TimelineOptions extends TimelineRange, MarkOptions {
  /** Pixels of the whole picture; 1,060 unless told. */
  readonly width?: number;
  readonly rows?: 'all' | 'units' | 'waves';
  /** Of the program, where they are known already. */
  readonly loops?: readonly Loop[];
}

/** Spans that are drawn one by one, at most. */
const MOST_MARKS = 2000;

/** The picture of a stretch of a timeline. */
export function timelinePicture(
  program: TimedProgram,
  timeline: Timeline,
  options: TimelineOptions = {},
): Picture {
  const width = options.width ?? 1060;
  const range = rangeOf(timeline, options);
  const list = tracksOf(program, timeline);
  const frame = timelineFrame(list.tracks, range, width, options.rows ?? 'all');
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
  const loops = iterationMarks(timeline, options.loops ?? findLoops(program), range, plot);
  const [from, until] = range;
  return {
    width,
    height: key.bottom,
    title: `One compute unit, cycles ${tickText(from)} to ${tickText(until)}`,
    description: describe(timeline),
    content: [
      ...cycleAxis(frame),
      ...iterationLines(loops, frame),
      ...rows.flatMap((row) => background(row, plot)),
      ...layerNodes(rows, drawn.layers),
      ...markNodes(program, timeline, rows, drawn.marks, options),
      ...key.nodes,
    ],
  };
}

function describe({ waves, count, cycles, deadlock, cutOff }: Timeline): string {
  return [
    `${counted(waves.length, 'wave')}, ${counted(count, 'instruction')}, ${grouped(Math.round(cycles))} cycles in all; a model, not a measurement.`,
    ...(deadlock === undefined ? [] : ['It stands still: waves wait for what never comes.']),
    ...(cutOff === true ? ['It was cut off at the limit of cycles.'] : []),
  ].join(' ');
}

function background({ track, y }: TimelineRow, plot: number): SvgNode[] {
  return [
    label(timelineLeft - 10, y + ROW_HEIGHT / 2, track.title, { class: 'end small soft' }),
    svg('rect', {
      'x': timelineLeft,
      y,
      'width': plot,
      'height': ROW_HEIGHT,
      'class': 'empty',
      'stroke-opacity': 0,
      'data-track': track.id,
    }),
  ];
}
