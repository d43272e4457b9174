import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { type BarChart, barChart, barTable } from '../../src/svg/chart-bars.ts';
import { type LineChart, lineChart, lineTable } from '../../src/svg/chart-lines.ts';
import { fitText, niceTicks, tickText } from '../../src/svg/chart-scale.ts';
import type { SvgNode } from '../../src/svg/node.ts';
import { elementsOf, expectSafe, markupOf, textsOf, withAttribute, withClass } from './trees.ts';

const words = { title: 'what', description: 'a chart' };
const value = fc.oneof(
  fc.nat(5000),
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, 1, Number.NaN, -3, Number.POSITIVE_INFINITY),
);
const isShown = (one: number | undefined): one is number =>
  one !== undefined && Number.isFinite(one) && one >= 0;

const number = (node: SvgNode | undefined, name: string): number => Number(node?.attributes[name]);

describe('ticks', () => {
  it('are round, even, inside, and not too many', () => {
    const spans = fc.tuple(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 10, max: 1e7, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
    );
    forAll([spans, fc.boolean()], ([from, span, most], whole) => {
      const ticks = niceTicks(from, from + span, most, whole);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(from - span * 1e-6);
        expect(tick).toBeLessThanOrEqual(from + span * (1 + 1e-6));
        if (whole) expect(Math.abs(tick - Math.round(tick))).toBeLessThan(1e-6);
      }
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
      if (ticks.length < 2) return;
      const leading = Number(step.toPrecision(3)) / 10 ** Math.floor(Math.log10(step) + 1e-9);
      expect([1, 2, 5].some((one) => Math.abs(one - leading) < 1e-3)).toBe(true);
      for (const [index, tick] of ticks.entries()) {
        expect(tick).toBeCloseTo((ticks[0] ?? 0) + index * step, 4);
      }
    });
    expect(niceTicks(0, 2048, 5)).toEqual([0, 500, 1000, 1500, 2000]);
    expect(niceTicks(0, Number.NaN, 5)).toEqual([]);
    expect(niceTicks(5, 5, 5)).toEqual([]);
  });

  it('are written in groups', () => {
    forAll([fc.integer({ min: -1e12, max: 1e12 })], (one) => {
      expect(tickText(one)).toBe(one.toLocaleString('en-US'));
    });
    expect(tickText(1234.5678)).toBe('1,234.568');
    expect(fitText('abcdef', 30, 10)).toBe('ab…');
    expect(fitText('abc', 30, 10)).toBe('abc');
    expect(fitText('abc', 10, 10)).toBe('');
  });
});

const bars = fc
  .record({
    standing: fc.boolean(),
    width: fc.constantFrom(300, 640),
    series: fc.integer({ min: 1, max: 3 }),
    groups: fc.array(
      fc.record({
        label: fc.string({ maxLength: 60 }),
        values: fc.array(fc.option(value, { nil: undefined }), { minLength: 3, maxLength: 3 }),
        published: fc.array(fc.option(value, { nil: undefined }), { minLength: 3, maxLength: 3 }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ standing, width, series, groups }): BarChart => ({
    ...words,
    standing,
    width,
    value: { title: 'cycles', unit: 'cycles' },
    series: Array.from({ length: series }, (_, index) => ({
      title: `series ${index}`,
      look: (['conflict', 'good', 'accent'] as const)[index] ?? 'soft',
    })),
    groups: groups.map((group) => ({
      ...group,
      values: group.values.slice(0, series),
      published: group.published.slice(0, series),
    })),
  }));

describe('bars', () => {
  it('are as long as their values, on one scale', () => {
    forAll([bars], 60, (chart) => {
      const picture = barChart(chart);
      expect(markupOf(picture)).not.toMatch(/NaN|Infinity|undefined/);
      const drawn = withAttribute(picture, 'data-index');
      expect(drawn).toHaveLength(chart.groups.length);
      const long: { value: number; pixels: number }[] = [];
      for (const [index, group] of drawn.entries()) {
        const own = elementsOf({ content: [group] }).filter(({ attributes }) =>
          String(attributes['class']).startsWith('bar-'),
        );
        const values = (chart.groups[index]?.values ?? []).filter(isShown);
        expect(own).toHaveLength(values.length);
        for (const [at, one] of values.entries()) {
          const pixels = number(own[at], chart.standing === true ? 'height' : 'width');
          if (one === 0) expect(pixels).toBe(0);
          else if (pixels > 1) long.push({ value: one, pixels });
        }
      }
      const scale = (long[0]?.value ?? 1) / (long[0]?.pixels ?? 1);
      for (const { value: one, pixels } of long) expect(one / pixels / scale).toBeCloseTo(1, 6);
    });
  });

  it('have the values of their table', () => {
    forAll([bars], 60, (chart) => {
      const { columns, rows } = barTable(chart);
      for (const [index, row] of rows.entries()) {
        expect(row).toHaveLength(columns.length);
        const { label = '', values = [], published = [] } = chart.groups[index] ?? {};
        expect(row[0]).toBe(label);
        const said = (one: number | undefined): string => (isShown(one) ? tickText(one) : '-');
        const wanted = chart.series.flatMap((_, at) => {
          const marked = chart.groups.some((group) => isShown(group.published?.[at]));
          return [said(values[at]), ...(marked ? [said(published[at])] : [])];
        });
        expect(row.slice(1)).toEqual(wanted);
      }
    });
  });

  it('mark what was published at its value, and say who says so', () => {
    const chart: BarChart = {
      ...words,
      value: { title: 'cycles', to: 100, ticks: [0, 100] },
      series: [{ title: 'ours', look: 'accent' }],
      groups: [
        { label: 'a', values: [50], published: [100] },
        { label: 'b', values: [100], published: [50] },
      ],
      publishedTitle: 'deck of 2026',
    };
    const picture = barChart(chart);
    expect(textsOf(picture)).toContain('deck of 2026');
    const ends = withClass(picture, 'bar-accent')
      .filter(({ attributes }) => attributes['height'] !== 10)
      .map((bar) => number(bar, 'x') + number(bar, 'width'));
    const marks = elementsOf(picture)
      .filter(({ tag, attributes }) => tag === 'path' && attributes['fill-opacity'] === 0.75)
      .map(({ attributes }) => Number(/^M([\d.]+)/.exec(String(attributes['d']))?.[1]) + 4.5);
    const [, first = 0, second = 0] = marks;
    expect(first).toBeCloseTo(ends[1] ?? 0, 0);
    expect(second).toBeCloseTo(ends[0] ?? 0, 0);
  });

  it('let a group stand out', () => {
    const chart: BarChart = {
      ...words,
      value: { title: 'cycles' },
      series: [{ title: 'ours', look: 'accent' }],
      groups: [1, 2, 3].map((one) => ({ label: `${one}`, values: [one] })),
      selected: 1,
    };
    for (const standing of [true, false]) {
      expect(withClass(barChart({ ...chart, standing }), 'dimmed')).toHaveLength(2);
    }
  });
});

const lines = fc
  .array(fc.array(fc.record({ x: value, y: value, published: fc.boolean() }), { maxLength: 12 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all): LineChart => ({
    ...words,
    x: { title: 'padding', unit: 'B' },
    y: { title: 'conflicts' },
    series: all.map((points, index) => ({ title: `chip ${index}`, look: 'memory', points })),
  }));

describe('lines', () => {
  it('have a mark for each point, of the shape of its series, and a row', () => {
    forAll([lines], 60, (chart) => {
      const picture = lineChart(chart);
      expect(markupOf(picture)).not.toMatch(/NaN|Infinity|undefined/);
      const shown = chart.series.flatMap(({ points }, series) =>
        points.flatMap((point, index) =>
          isShown(point.x) && isShown(point.y) ? [{ ...point, series, index }] : [],
        ),
      );
      const marks = withAttribute(picture, 'data-series');
      expect(
        marks.map(({ attributes }) => [attributes['data-series'], attributes['data-index']]),
      ).toEqual(shown.map(({ series, index }) => [series, index]));
      for (const [at, mark] of marks.entries()) {
        const shape = elementsOf({ content: [mark] }).find(({ tag }) =>
          ['circle', 'rect', 'path'].includes(tag),
        );
        const { series = 0, published = false } = shown[at] ?? {};
        const wanted = published ? 'path' : ['circle', 'rect', 'path'][series % 3];
        expect(shape?.tag).toBe(wanted);
      }
      expect(lineTable(chart).rows.map((row) => row.slice(-2))).toEqual(
        shown.map(({ x, y }) => [tickText(x), tickText(y)]),
      );
      for (const row of lineTable(chart).rows) {
        expect(row).toHaveLength(lineTable(chart).columns.length);
      }
    });
  });

  it('are drawn to scale, as lines, steps or points, and not through what was published', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 50, y: 10, published: true },
      { x: 50, y: 5 },
      { x: 100, y: 10 },
    ];
    const chart: LineChart = {
      ...words,
      x: { title: 'x', to: 100, ticks: [0, 100] },
      y: { title: 'y', to: 10, ticks: [0, 10] },
      series: [{ title: 'ours', look: 'good', points }],
      diagonal: 'equal',
      publishedTitle: 'deck',
    };
    const line = elementsOf(lineChart(chart)).find(
      ({ attributes }) => attributes['stroke-width'] === 2,
    );
    const numbers = (String(line?.attributes['d']).match(/[\d.]+/g) ?? []).map(Number);
    expect(numbers).toHaveLength(6);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
    expect(x1 - x0).toBeCloseTo(x2 - x1, 0);
    expect(y0 - y1).toBeCloseTo(y1 - y2, 0);
    expect(textsOf(lineChart(chart))).toEqual(expect.arrayContaining(['equal', 'deck', 'ours']));
    expect(lineTable(chart).rows.map(([from]) => from)).toEqual(['here', 'deck', 'here', 'here']);
  });
});

describe('charts', () => {
  it('are the same every time and never have markup of their subject', () => {
    const hostile = `"><script>alert('1')</script>&`;
    const named = { title: hostile, description: hostile };
    const axis = { title: hostile, unit: hostile };
    expectSafe(() =>
      barChart({
        ...named,
        value: axis,
        series: [
          { title: hostile, look: 'good' },
          { title: hostile, look: 'warn' },
        ],
        groups: [{ label: hostile, values: [1, 2], published: [3] }],
        publishedTitle: hostile,
      }),
    );
    const points = [{ x: 1, y: 2, label: hostile }];
    const series = [{ title: hostile, look: 'soft', points }] as const;
    expectSafe(() => lineChart({ ...named, x: axis, y: axis, diagonal: hostile, series }));
  });

  it('show nothing of nothing', () => {
    const chart = { ...words, value: { title: 'x' }, series: [], groups: [] };
    for (const picture of [
      barChart(chart),
      barChart({ ...chart, standing: true }),
      lineChart({ ...words, x: chart.value, y: chart.value, series: [] }),
    ]) {
      expect(markupOf(picture)).not.toMatch(/NaN|Infinity|undefined/);
      expect(picture.width).toBeGreaterThan(0);
      expect(picture.height).toBeGreaterThan(0);
    }
  });
});
