/**
 * One compute unit in time: a row for each unit that is busy, and a row for what each wave does.
 *
 *     MFMA S0   ███████ ███████ ███████        full: busy; of LDS, the cycles of bank conflicts in their colour
 *     LDS       ██▄▄ ██▄▄                      full in the row of a wave: it issues; pale: it waits, in the colour of
 *     wave 0    █░lgkmcnt░░█░░vmcnt░░░░        what it waits for
 *
 * Marks carry `data-execution`, the row of the timeline, which `explainExecution` puts in words. The figures are those of a
 * model.
 */
import type { Loop, TimedProgram, Timeline } from '@ldscope/core';
import { counted, grouped } from '../text/numbers.ts';
import { tickText } from './chart-scale.ts';
import type { Picture } from './node.ts';
import { rangeOf, type TimelineRange } from './timeline-frame.ts';
import { markNodes, type MarkOptions } from './timeline-marks.ts';
import { stageOf } from './timeline-stage.ts';

export interface TimelineOptions extends TimelineRange, MarkOptions {
  /** Pixels of the whole picture; 1,060 unless told. */
  readonly width?: number;
  readonly rows?: 'all' | 'units' | 'waves';
  /** Of the program, where they are known already. */
  readonly loops?: readonly Loop[];
}

/** The picture of a stretch of a timeline. */
export function timelinePicture(
  program: TimedProgram,
  timeline: Timeline,
  options: TimelineOptions = {},
): Picture {
  const width = options.width ?? 1060;
  const range = rangeOf(timeline, options);
  const { rows = 'all', loops } = options;
  const stage = stageOf(program, timeline, { range, width, rows, loops });
  const [from, until] = range;
  return {
    width,
    height: stage.bottom,
    title: `One compute unit, cycles ${tickText(from)} to ${tickText(until)}`,
    description: describe(timeline),
    content: [
      ...stage.behind,
      ...markNodes(program, timeline, stage.rows, stage.marks, options),
      ...stage.legend,
    ],
  };
}

function describe({ waves, count, cycles, deadlock, cutOff }: Timeline): string {
  return [
    `${counted(waves.length, 'wave')}, ${counted(count, 'instruction')}, ${grouped(Math.round(cycles))} cycles in all; a model, not a measurement.`,
    ...(deadlock === undefined ? [] : ['Deadlock: waves wait for events that never happen.']),
    ...(cutOff === true ? ['It was cut off at the limit of cycles.'] : []),
  ].join(' ');
}
