/** A measured stretch of a timeline: its cycles, and what each unit did in them. */
import type { TimedProgram, Timeline } from '@ldscope/core';
import { type Picture, svg, timelineLeft, timelineRight, unitTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { grouped } from '../../../controls/words.ts';
import { TableOf } from '../../../picture/data-table.tsx';
import { percent } from '../../words.ts';
import type { Range } from './range.ts';

const TOP = 40;

/** The picture with the stretch marked in it. */
export function withMeasure(
  picture: Picture,
  [from, to]: Range,
  measure: Range | undefined,
): Picture {
  if (measure === undefined) return picture;
  const plot = picture.width - timelineLeft - timelineRight;
  const x = (cycle: number): number =>
    timelineLeft + (plot * (Math.max(from, Math.min(to, cycle)) - from)) / (to - from);
  const [begin, end] = [x(measure[0]), x(measure[1])];
  if (measure[1] < from || measure[0] > to) return picture;
  const edge = (cycle: number, at: number) =>
    cycle < from || cycle > to
      ? []
      : [svg('path', { d: `M${at} ${TOP}V${picture.height}`, class: 'measure-edge' })];
  return {
    ...picture,
    content: [
      ...picture.content,
      svg('rect', {
        x: begin,
        y: TOP,
        width: Math.max(1, end - begin),
        height: picture.height - TOP,
        class: 'measure',
      }),
      ...edge(measure[0], begin),
      ...edge(measure[1], end),
    ],
  };
}

interface MeasureProps {
  readonly program: TimedProgram;
  readonly timeline: Timeline;
  readonly measure: Range;
  readonly onRelease: () => void;
}

export function Measure({ program, timeline, measure, onRelease }: MeasureProps): JSX.Element {
  const [from, to] = measure;
  return (
    <section class="measured" aria-label="Measured stretch">
      <p>
        <b>{grouped(Math.round(to - from))} cycles</b> from {grouped(Math.round(from))} to{' '}
        {grouped(Math.round(to))}, {percent(to - from, timeline.cycles)} of all{' '}
        <button type="button" class="button small" onClick={onRelease}>
          Release
        </button>
      </p>
      <TableOf table={unitTable(program, timeline, { from, to })} />
    </section>
  );
}
