/**
 * Bars side by side, horizontal or vertical, with the published value marked where there is one.
 *
 *     plain        ████████████████◇ 1,536       ours, and a diamond at what was published
 *     row of 144   ███ 256
 */
import { greatestOf } from '@ldscope/core';
import { characterWidth, fitText } from './chart-scale.ts';
import {
  axisBelow,
  axisLeft,
  type ChartAxis,
  isShown,
  leftRoom,
  type Plot,
  type Scale,
  scaleOf,
  type Series,
  valueText,
} from './chart-frame.ts';
import { publishedMark, seriesKey } from './chart-key.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';

/** A group of bars: a value for each series; `undefined` where there is none. */
interface BarGroup {
  readonly label: string;
  readonly values: readonly (number | undefined)[];
  /** Published values for it, series by series. */
  readonly published?: readonly (number | undefined)[];
}

export interface BarChart {
  readonly title: string;
  readonly description: string;
  readonly value: ChartAxis;
  readonly series: readonly Series[];
  readonly groups: readonly BarGroup[];
  /** The name of published values, with their source. */
  readonly publishedTitle?: string;
  readonly standing?: boolean;
  /** Pixels. */
  readonly width?: number;
  /** Pixels of the plot of standing bars. */
  readonly plotHeight?: number;
  /** Number of the group that stands out. */
  readonly selected?: number;
}

const BAR = 15;
const GROUP_GAP = 9;

/** The picture; groups carry `data-index`. */
export function barChart(chart: BarChart): Picture {
  return chart.standing === true ? standingBars(chart) : lyingBars(chart);
}

function allValues({ groups }: BarChart): (number | undefined)[] {
  return groups.flatMap(({ values, published }) => [...values, ...(published ?? [])]);
}

function keyOf(chart: BarChart, left: number, right: number): ReturnType<typeof seriesKey> {
  const { series, groups, publishedTitle } = chart;
  const hasPublished = groups.some(({ published }) => published?.some(isShown) === true);
  const titled = series.length > 1 || hasPublished ? series : [];
  return seriesKey(
    titled,
    hasPublished ? (publishedTitle ?? 'published') : undefined,
    left,
    12,
    right,
  );
}

function lyingBars(chart: BarChart): Picture {
  const { groups, series, title, description, value, selected } = chart;
  const width = chart.width ?? 640;
  const longest = Math.max(greatestOf(groups.map((group) => group.label.length)), 4);
  const left = 16 + Math.min(width * 0.4, longest * characterWidth.normal);
  const ends = Math.max(
    greatestOf(
      allValues(chart)
        .filter(isShown)
        .map((one) => valueText(one, value.unit).length),
    ),
    1,
  );
  const right = width - 14 - ends * characterWidth.normal;
  const key = keyOf(chart, left, width - 8);
  const top = 10 + key.height;
  const tall = BAR * series.length + GROUP_GAP;
  const bottom = top + groups.length * tall;
  const plot: Plot = { left, right, top, bottom };
  const scale = scaleOf(value, allValues(chart), left, right, 70);
  return {
    width,
    height: bottom + 40,
    title,
    description,
    content: [
      ...key.nodes,
      ...axisBelow(scale, plot, true),
      ...groups.flatMap((group, index): SvgNode[] => {
        const y = top + index * tall + GROUP_GAP / 2;
        const dimmed = selected !== undefined && selected !== index ? 'dimmed' : undefined;
        const fitted = fitText(group.label, left - 16, characterWidth.normal);
        return [
          svg(
            'g',
            { 'data-index': index, 'class': dimmed },
            rect(0, y - GROUP_GAP / 2, width, tall, { 'fill-opacity': 0 }),
            label(left - 8, y + (tall - GROUP_GAP) / 2, fitted, 'end'),
            ...(fitted === group.label ? [] : [svg('title', {}, group.label)]),
            ...series.flatMap((one, number) =>
              lyingBar(group, number, one, y + number * BAR, scale, value.unit),
            ),
          ),
        ];
      }),
    ],
  };
}

function lyingBar(
  { values, published }: BarGroup,
  number: number,
  { look }: Series,
  y: number,
  { at }: Scale,
  unit: string | undefined,
): SvgNode[] {
  const [value, other] = [values[number], published?.[number]];
  const zero = at(0);
  const end = isShown(value) ? at(value) : zero;
  const behind = Math.max(end, isShown(other) ? at(other) + 6 : 0);
  return [
    ...(isShown(value)
      ? [
          rect(zero, y + 1, value > 0 ? Math.max(end - zero, 1) : 0, BAR - 2, `bar-${look}`),
          label(behind + 5, y + BAR / 2, valueText(value, unit), 'start'),
        ]
      : [label(zero + 5, y + BAR / 2, '-', 'start faint')]),
    ...(isShown(other) ? [svg('path', publishedMark(at(other), y + BAR / 2, 4.5))] : []),
  ];
}

function standingBars(chart: BarChart): Picture {
  const { groups, series, title, description, value, selected } = chart;
  const width = chart.width ?? 640;
  const left = leftRoom(value, allValues(chart));
  const right = width - 12;
  const key = keyOf(chart, left, right);
  const top = 34 + key.height;
  const bottom = top + (chart.plotHeight ?? 180);
  const slot = (right - left) / Math.max(1, groups.length);
  const bar = Math.min(36, (slot * 0.8) / Math.max(1, series.length));
  const longest = Math.max(greatestOf(groups.map((group) => group.label.length)), 1);
  const turned = longest * characterWidth.small > slot - 4;
  const every = turned ? Math.ceil(13 / slot) : 1;
  const under = turned ? 12 + Math.min(110, longest * characterWidth.small * 0.72) : 20;
  const plot: Plot = { left, right, top, bottom };
  const scale = scaleOf(value, allValues(chart), bottom, top, 34);
  const widest = Math.max(
    greatestOf(
      allValues(chart)
        .filter(isShown)
        .map((one) => valueText(one, value.unit).length),
    ),
    1,
  );
  const valuesFit = widest * characterWidth.small <= bar + 2;
  return {
    width,
    height: bottom + under + 8,
    title,
    description,
    content: [
      ...key.nodes,
      ...axisLeft(scale, plot),
      svg('path', { d: `M${left} ${bottom + 0.5}H${right}`, class: 'axis' }),
      ...groups.map((group, index) => {
        const middle = left + (index + 0.5) * slot;
        const first = middle - (bar * series.length) / 2;
        const dimmed = selected !== undefined && selected !== index ? 'dimmed' : undefined;
        return svg(
          'g',
          { 'data-index': index, 'class': dimmed },
          rect(left + index * slot, top, slot, bottom - top + under, { 'fill-opacity': 0 }),
          svg('title', {}, group.label),
          ...(index % every === 0 ? [groupLabel(group.label, middle, bottom + 12, turned)] : []),
          ...series.flatMap((one, number) =>
            standingBar(
              group,
              number,
              one,
              first + number * bar,
              bar,
              scale,
              valuesFit,
              value.unit,
            ),
          ),
        );
      }),
    ],
  };
}

function groupLabel(text: string, x: number, y: number, turned: boolean): SvgNode {
  if (!turned) return label(x, y, text, 'small soft');
  const fitted = fitText(text, 150, characterWidth.small);
  return label(x + 3, y - 2, fitted, {
    class: 'end small soft',
    transform: `rotate(-45 ${Math.round(x + 3)} ${Math.round(y - 2)})`,
  });
}

function standingBar(
  { values, published }: BarGroup,
  number: number,
  { look }: Series,
  x: number,
  width: number,
  { at }: Scale,
  withValue: boolean,
  unit: string | undefined,
): SvgNode[] {
  const [value, other] = [values[number], published?.[number]];
  const zero = at(0);
  const end = isShown(value) ? at(value) : zero;
  const above = Math.min(end, isShown(other) ? at(other) - 6 : end);
  return [
    ...(isShown(value)
      ? [
          rect(
            x + 0.5,
            Math.min(end, zero - 1),
            Math.max(1, width - 1),
            value > 0 ? Math.max(zero - end, 1) : 0,
            `bar-${look}`,
          ),
          ...(withValue ? [label(x + width / 2, above - 7, valueText(value, unit), 'small')] : []),
        ]
      : []),
    ...(isShown(other)
      ? [svg('path', publishedMark(x + width / 2, at(other), Math.min(4.5, width / 2)))]
      : []),
  ];
}

/** The same in words: a row for each group. */
export function barTable(chart: BarChart): DataTable {
  const { title, series, groups, value, publishedTitle = 'published' } = chart;
  const marked = series.map((_, number) =>
    groups.some(({ published }) => isShown(published?.[number])),
  );
  const text = (one: number | undefined): string =>
    isShown(one) ? valueText(one, value.unit) : '-';
  return {
    caption: title,
    columns: [
      { title: '' },
      ...series.flatMap((one, number) => [
        { title: one.title, numeric: true },
        ...(marked[number] === true
          ? [{ title: `${one.title}, ${publishedTitle}`, numeric: true }]
          : []),
      ]),
    ],
    rows: groups.map((group) => [
      group.label,
      ...series.flatMap((_, number) => [
        text(group.values[number]),
        ...(marked[number] === true ? [text(group.published?.[number])] : []),
      ]),
    ]),
  };
}
