/**
 * A dot for each case along one axis, a strip for each group: where many values lie, and which are far out.
 *
 *     f16   ●●●●●                ●       dots at the same place are stacked
 *     f32   ●●●     ●●
 */
import { characterWidth, fitText } from './chart-scale.ts';
import {
  axisBelow,
  type ChartAxis,
  type ChartLook,
  isShown,
  type Plot,
  type Scale,
  scaleOf,
  titleOf,
  valueText,
} from './chart-frame.ts';
import { seriesMark } from './chart-key.ts';
import type { DataTable } from './data-table.ts';
import { label, type Picture, svg, type SvgNode } from './node.ts';

interface Dot {
  readonly label: string;
  readonly value: number;
  readonly look?: ChartLook;
}

interface DotGroup {
  readonly title: string;
  readonly dots: readonly Dot[];
}

export interface DotStrip {
  readonly title: string;
  readonly description: string;
  readonly value: ChartAxis;
  readonly groups: readonly DotGroup[];
  /** A value that all are held against, with its name. */
  readonly reference?: { readonly value: number; readonly title: string };
  /** Pixels. */
  readonly width?: number;
  /** Number of the dot that stands out, through all groups. */
  readonly selected?: number;
}

/** Shapes by look, so that what stands for a conflict or a warning is not told by colour alone. */
const SHAPES: Readonly<Partial<Record<ChartLook, number>>> = { conflict: 1, warn: 2 };

const DOT = 7;
const MOST_STACKED = 10;

/** The picture; dots carry `data-index`, counted through all groups. */
export function dotStrip(chart: DotStrip): Picture {
  const { groups, title, description, value, reference, selected } = chart;
  const width = chart.width ?? 640;
  const longest = Math.max(...groups.map((group) => group.title.length), 1);
  const left = 20 + Math.min(width * 0.35, longest * characterWidth.normal);
  const right = width - 24;
  const values = [...groups.flatMap(({ dots }) => dots.map((dot) => dot.value)), reference?.value];
  const scale = scaleOf(value, values, left, right, 64);
  const top = reference === undefined ? 10 : 26;
  let y = top;
  let index = 0;
  const nodes: SvgNode[] = [];
  for (const group of groups) {
    const stacks = stack(group.dots, scale);
    const most = stacks.reduce((tallest, { level }) => Math.max(tallest, level + 1), 1);
    const pitch = DOT * Math.min(1, MOST_STACKED / most);
    const height = Math.max(18, most * pitch + 8);
    const base = y + height;
    nodes.push(
      label(left - 12, y + height / 2, fitText(group.title, left - 16, characterWidth.normal), {
        class: 'end',
      }),
      svg('path', { d: `M${left} ${base}H${right}`, class: 'rule' }),
    );
    for (const { dot, x, level } of stacks) {
      const number = index++;
      if (x === undefined) continue;
      nodes.push(
        svg(
          'g',
          {
            'class': selected !== undefined && selected !== number ? 'dimmed' : undefined,
            'data-index': number,
          },
          svg('title', {}, `${dot.label}: ${valueText(dot.value, value.unit)}`),
          seriesMark(SHAPES[dot.look ?? 'accent'] ?? 0, x, base - 5 - level * pitch, DOT / 2, {
            'class': `bar-${dot.look ?? 'accent'}`,
            'stroke': 'var(--panel)',
            'stroke-width': 1,
          }),
        ),
      );
    }
    y = base + 4;
  }
  const plot: Plot = { left, right, top, bottom: y };
  return {
    width,
    height: y + 40,
    title,
    description,
    content: [
      ...axisBelow(scale, plot, false),
      ...(reference === undefined || !isShown(reference.value)
        ? []
        : [
            svg('path', {
              'd': `M${scale.at(reference.value)} 18V${y}`,
              'class': 'axis',
              'stroke-dasharray': '4 3',
            }),
            label(scale.at(reference.value), 11, reference.title, { class: 'small soft' }),
          ]),
      ...nodes,
    ],
  };
}

/** Dots in columns of their own width, so that none covers another: at most half a dot from their value. */
function stack(
  dots: readonly Dot[],
  { at }: Scale,
): { readonly dot: Dot; readonly x: number | undefined; readonly level: number }[] {
  const levels = new Map<number, number>();
  return dots.map((dot) => {
    if (!isShown(dot.value)) return { dot, x: undefined, level: 0 };
    const column = Math.round(at(dot.value) / DOT);
    const level = levels.get(column) ?? 0;
    levels.set(column, level + 1);
    return { dot, x: column * DOT, level };
  });
}

/** The same in words: a row for each dot. */
export function dotTable({ title, value, groups }: DotStrip): DataTable {
  return {
    caption: title,
    columns: [
      ...(groups.length > 1 ? [{ title: 'group' }] : []),
      { title: 'what' },
      { title: titleOf(value), numeric: true },
    ],
    rows: groups.flatMap((group) =>
      group.dots.map((dot) => [
        ...(groups.length > 1 ? [group.title] : []),
        dot.label,
        isShown(dot.value) ? valueText(dot.value, value.unit) : '-',
      ]),
    ),
  };
}
