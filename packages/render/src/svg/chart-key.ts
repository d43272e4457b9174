/**
 * Keys of charts and the marks of their series. Series are told by the shape of their marks as well as by their colour; a
 * published value is the outline of a diamond.
 */
import { characterWidth } from './chart-scale.ts';
import type { Series } from './chart-frame.ts';
import { label, rect, svg, type SvgAttributes, type SvgNode } from './node.ts';

/** The mark of a series by its number: a disc, a square, a triangle, and again. */
export function seriesMark(
  number: number,
  x: number,
  y: number,
  radius: number,
  attributes: SvgAttributes,
): SvgNode {
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  switch (number % 3) {
    case 0:
      return svg('circle', { cx: x, cy: y, r: radius, ...attributes });
    case 1: {
      const side = 1.8 * radius;
      return rect(x - side / 2, y - side / 2, side, side, { ...attributes });
    }
    default: {
      const [half, height] = [tenths(1.2 * radius), tenths(2.1 * radius)];
      const [left, foot] = [tenths(x) - half, tenths(y + 0.9 * radius)];
      return svg('path', {
        d: `M${tenths(left)} ${foot}h${tenths(2 * half)}l-${half} -${height}z`,
        ...attributes,
      });
    }
  }
}

/** The key of the series, on as many lines as it takes; and the mark of published values where there are any. */
export function seriesKey(
  series: readonly Series[],
  published: string | undefined,
  x: number,
  y: number,
  right: number,
  swatches: 'bars' | 'marks' = 'bars',
): { readonly nodes: readonly SvgNode[]; readonly height: number } {
  const nodes: SvgNode[] = [];
  let at = x;
  let line = 0;
  const add = (text: string, swatch: (left: number, middle: number) => SvgNode): void => {
    const taken = 22 + text.length * characterWidth.small;
    if (at + taken > right && at > x) {
      at = x;
      line++;
    }
    const middle = y + line * 16;
    nodes.push(swatch(at, middle), label(at + 16, middle, text, 'start small soft'));
    at += taken + 10;
  };
  for (const [number, { title, look }] of series.entries()) {
    add(title, (left, middle) =>
      swatches === 'marks'
        ? seriesMark(number, left + 5, middle, 4.5, { class: `bar-${look}` })
        : rect(left, middle - 5, 10, 10, `bar-${look}`),
    );
  }
  if (published !== undefined) {
    add(published, (left, middle) => svg('path', { ...publishedMark(left + 5, middle, 5) }));
  }
  return { nodes, height: nodes.length === 0 ? 0 : 16 * (line + 1) };
}

/** The outline of a diamond: a published value, next to the one computed here. */
export function publishedMark(x: number, y: number, size: number): Record<string, string | number> {
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  const half = tenths(size);
  return {
    'd': `M${tenths(x - half)} ${tenths(y)}l${half} -${half}l${half} ${half}l-${half} ${half}z`,
    'fill': 'var(--panel)',
    'fill-opacity': 0.75,
    'stroke': 'var(--ink)',
    'stroke-width': 1.5,
  };
}
