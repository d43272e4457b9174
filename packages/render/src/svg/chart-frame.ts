/** Common parts of charts: looks of series, and axes with ticks and titles. Values are 0 or more; others are left out. */
import { greatestOf } from '@ldscope/core';
import { characterWidth, niceTicks, tickText } from './chart-scale.ts';
import { label, svg, type SvgNode } from './node.ts';

/** The colour of a series, by what it stands for. */
export type ChartLook = 'conflict' | 'good' | 'accent' | 'matrix' | 'memory' | 'soft' | 'warn';

export interface Series {
  readonly title: string;
  readonly look: ChartLook;
}

export interface ChartAxis {
  readonly title: string;
  /** The unit behind every value: `cycles`, `%`, `B`. */
  readonly unit?: string;
  /** The end of the axis; the largest value by default. Values beyond it are drawn at the end. */
  readonly to?: number;
  /** Ticks at these values; round ones unless told. */
  readonly ticks?: readonly number[];
}

/** True for a value that a chart can show. */
export function isShown(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}

/** The end of an axis from 0: told, or a bit more than the largest value. */
function endOf({ to }: ChartAxis, values: readonly (number | undefined)[]): number {
  if (to !== undefined && to > 0) return to;
  const most = values.filter(isShown).reduce((largest, value) => Math.max(largest, value), 0);
  return most > 0 ? most : 1;
}

/** Round values from 0 to `to`, and the first one behind it, so that no mark is above the axis. */
function wholeTicks(axis: ChartAxis, to: number, most: number): readonly number[] {
  if (axis.ticks !== undefined) return axis.ticks;
  const ticks = niceTicks(0, to, Math.max(1, most));
  const step = (ticks[1] ?? to) - (ticks[0] ?? 0);
  const last = ticks.at(-1) ?? 0;
  return axis.to === undefined && last < to * 0.999999 ? [...ticks, last + step] : ticks;
}

export function titleOf({ title, unit }: ChartAxis): string {
  return unit === undefined ? title : `${title} (${unit})`;
}

export function valueText(value: number, unit?: string): string {
  return unit === '%' ? `${tickText(value)} %` : tickText(value);
}

/** The rectangle in which values are drawn. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly axis: ChartAxis;
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

/** A scale of pixels from 0 to the last tick. */
export function scaleOf(
  axis: ChartAxis,
  values: readonly (number | undefined)[],
  from: number,
  to: number,
  pixelsPerTick: number,
): Scale {
  const end = endOf(axis, values);
  const ticks = wholeTicks(axis, end, Math.floor(Math.abs(to - from) / pixelsPerTick));
  const last = Math.max(end, ticks.at(-1) ?? end);
  return { axis, ticks, at: (value) => from + ((to - from) * Math.min(value, last)) / last };
}

/** Ticks and title under a plot. */
export function axisBelow(
  { axis, ticks, at }: Scale,
  { left, right, top, bottom }: Plot,
  withRules: boolean,
): SvgNode[] {
  let free = -Infinity;
  return [
    svg('path', { d: `M${left} ${bottom + 0.5}H${right}`, class: 'axis' }),
    ...ticks.flatMap((tick): SvgNode[] => {
      const x = at(tick);
      const text = tickText(tick);
      const half = (text.length * characterWidth.small) / 2;
      const fits = x - half >= free;
      if (fits) free = x + half + 6;
      return [
        svg('path', {
          d: withRules ? `M${x} ${top}V${bottom + 4}` : `M${x} ${bottom}V${bottom + 4}`,
          class: 'rule',
        }),
        ...(fits ? [label(x, bottom + 12, text, 'small soft')] : []),
      ];
    }),
    label((left + right) / 2, bottom + 28, titleOf(axis), 'small faint'),
  ];
}

/** Ticks left of a plot, the title above them. */
export function axisLeft(
  { axis, ticks, at }: Scale,
  { left, right, top, bottom }: Plot,
): SvgNode[] {
  return [
    ...ticks.flatMap((tick): SvgNode[] => [
      svg('path', { d: `M${left - 4} ${at(tick)}H${right}`, class: 'rule' }),
      label(left - 8, at(tick), tickText(tick), 'end small soft'),
    ]),
    svg('path', { d: `M${left} ${top}V${bottom}`, class: 'axis' }),
    label(left - 4, top - 14, titleOf(axis), 'start small faint'),
  ];
}

/** Pixels that the tick labels left of a plot take. */
export function leftRoom(axis: ChartAxis, values: readonly (number | undefined)[]): number {
  const ticks = wholeTicks(axis, endOf(axis, values), 8);
  const longest = Math.max(greatestOf(ticks.map((tick) => tickText(tick).length)), 1);
  return 20 + longest * characterWidth.small;
}
