/** Lines, steps and points over two axes that begin at 0: a number as a function of another. */
import { tickText } from './chart-scale.ts';
import {
  axisBelow,
  axisLeft,
  type ChartAxis,
  type ChartLook,
  isShown,
  leftRoom,
  type Plot,
  type Scale,
  scaleOf,
  type Series,
  titleOf,
  valueText,
} from './chart-frame.ts';
import { publishedMark, seriesKey, seriesMark } from './chart-key.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';

interface ChartPoint {
  readonly x: number;
  readonly y: number;
  /** The name of the point, for the table and the tooltip. */
  readonly label?: string;
  /** The published value; the line does not go through it. */
  readonly published?: boolean;
}

interface LineSeries extends Series {
  readonly points: readonly ChartPoint[];
  /** A step keeps its value until the next point; points alone have no line. */
  readonly drawn?: 'line' | 'step' | 'points';
}

export interface LineChart {
  readonly title: string;
  readonly description: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly LineSeries[];
  /** The line on which both axes are equal, with its name: for predicted against published. */
  readonly diagonal?: string;
  /** The name of published points, with their source. */
  readonly publishedTitle?: string;
  /** Pixels. */
  readonly width?: number;
  readonly plotHeight?: number;
  /** Number of the point that stands out, of every series. */
  readonly selected?: number;
}

/** The picture; points carry `data-series` and `data-index`. */
export function lineChart(chart: LineChart): Picture {
  const { series, title, description } = chart;
  const width = chart.width ?? 640;
  const xs = series.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
  const left = leftRoom(chart.y, ys);
  const right = width - 20;
  const hasPublished = series.some(({ points }) =>
    points.some((point) => point.published === true),
  );
  const key = seriesKey(
    series.length > 1 || hasPublished ? series : [],
    hasPublished ? (chart.publishedTitle ?? 'published') : undefined,
    left,
    12,
    right,
    'marks',
  );
  const top = 34 + key.height;
  const bottom = top + (chart.plotHeight ?? 200);
  const plot: Plot = { left, right, top, bottom };
  const x = scaleOf(chart.x, xs, left, right, 64);
  const y = scaleOf(chart.y, ys, bottom, top, 34);
  return {
    width,
    height: bottom + 40,
    title,
    description,
    content: [
      ...key.nodes,
      ...axisLeft(y, plot),
      ...axisBelow(x, plot, false),
      ...(chart.diagonal === undefined ? [] : diagonalNodes(chart.diagonal, x, y)),
      ...series.flatMap((one, number) => seriesNodes(one, number, chart, x, y)),
    ],
  };
}

function diagonalNodes(name: string, x: Scale, y: Scale): SvgNode[] {
  const most = Math.min(x.ticks.at(-1) ?? 0, y.ticks.at(-1) ?? 0);
  const [toX, toY] = [x.at(most), y.at(most)];
  return [
    svg('path', {
      'd': `M${x.at(0)} ${y.at(0)}L${toX} ${toY}`,
      'class': 'axis',
      'stroke-dasharray': '4 3',
    }),
    label(toX - 4, toY + 14, name, 'end small faint'),
  ];
}

function seriesNodes(
  { points, look, drawn = 'line' }: LineSeries,
  number: number,
  { selected, x: xAxis, y: yAxis }: LineChart,
  x: Scale,
  y: Scale,
): SvgNode[] {
  const shown = points
    .map((point, index) => ({ ...point, index }))
    .filter((point) => isShown(point.x) && isShown(point.y));
  const round = (value: number): number => Math.round(value * 10) / 10;
  const own = shown.filter(({ published }) => published !== true);
  const path = own
    .map((point, index) => {
      const [px, py] = [round(x.at(point.x)), round(y.at(point.y))];
      if (index === 0) return `M${px} ${py}`;
      return drawn === 'step' ? `H${px}V${py}` : `L${px} ${py}`;
    })
    .join('');
  const radius = shown.length > 150 ? 2 : 3.5;
  return [
    ...(drawn === 'points' || own.length < 2
      ? []
      : [svg('path', { 'd': path, 'fill': 'none', 'stroke': strokeOf(look), 'stroke-width': 2 })]),
    ...shown.map((point) => {
      const [cx, cy] = [x.at(point.x), y.at(point.y)];
      const words =
        `${point.label === undefined ? '' : `${point.label}: `}` +
        `${valueText(point.x, xAxis.unit)}, ${valueText(point.y, yAxis.unit)}`;
      const attributes = {
        'data-series': number,
        'data-index': point.index,
        'class': selected !== undefined && selected !== point.index ? 'dimmed' : undefined,
      };
      return svg(
        'g',
        attributes,
        svg('title', {}, words),
        point.published === true
          ? svg('path', publishedMark(round(cx), round(cy), 4.5))
          : seriesMark(number, cx, cy, radius, {
              'class': `bar-${look}`,
              'fill-opacity': drawn === 'points' ? 0.75 : 1,
              'stroke': 'var(--panel)',
              'stroke-width': 0.75,
            }),
      );
    }),
  ];
}

/** The token of a look; `soft` is that of strong lines. */
function strokeOf(look: ChartLook): string {
  return `var(--${look === 'soft' ? 'line-strong' : look})`;
}

/** The same in words: a row for each point. */
export function lineTable({ title, x, y, series, publishedTitle }: LineChart): DataTable {
  const points = series.flatMap((one) => one.points);
  const isNamed = points.some((point) => point.label !== undefined);
  const isMixed = points.some((point) => point.published === true);
  return {
    caption: title,
    columns: [
      ...(series.length > 1 ? [{ title: 'series' }] : []),
      ...(isNamed ? [{ title: 'what' }] : []),
      ...(isMixed ? [{ title: 'from' }] : []),
      { title: titleOf(x), numeric: true },
      { title: titleOf(y), numeric: true },
    ],
    rows: series.flatMap((one) =>
      one.points
        .filter((point) => isShown(point.x) && isShown(point.y))
        .map((point) => [
          ...(series.length > 1 ? [one.title] : []),
          ...(isNamed ? [point.label ?? ''] : []),
          ...(isMixed ? [point.published === true ? (publishedTitle ?? 'published') : 'here'] : []),
          tickText(point.x),
          tickText(point.y),
        ]),
    ),
  };
}
