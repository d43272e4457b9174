/**
 * Pictures of CK Tile's layouts: the graph of a descriptor's indices, the bank of each element, and the thread that has it.
 *
 *     (m, k) 64, 32       a box per transform, its dimensions above and below with their lengths
 *     offset              each picture ends in the offset in memory
 */
import {
  greatestOf,
  type CoordinateSteps,
  type DescriptorDescription,
  type EncodingDescription,
} from '@ldscope/core';
import { textWidth } from './bank-grid-frame.ts';
import { label, type Picture, rect, svg, type SvgNode } from './node.ts';
import { laneColor } from './theme.ts';

const LEVEL = 76;
const BOX = 24;
const MARGIN = 12;

interface Placed {
  readonly x: number;
  readonly node: SvgNode[];
}

/** Texts of a row side by side, centred in `width`. */
function row(texts: readonly string[], y: number, width: number, isBox: boolean): Placed[] {
  const widths = texts.map((text) => textWidth(text) + 16);
  const gap = 18;
  const all = widths.reduce((sum, each) => sum + each + gap, -gap);
  let left = (width - all) / 2;
  return texts.map((text, i) => {
    const own = widths[i] ?? 0;
    const x = left + own / 2;
    left += own + gap;
    const mark = label(x, y + BOX / 2, text);
    const frame = rect(x - own / 2, y, own, BOX, { class: 'cell', rx: 4 });
    return { x, node: isBox ? [frame, mark] : [mark] };
  });
}

type Level = DescriptorDescription['graph'][number];

/** `m: 64` at 3 is `m = 3`, and `64` is `3`. */
const withValues = ({ dimensions, transforms }: Level, values: readonly number[]): Level => ({
  transforms,
  dimensions: dimensions.map((text, i) => {
    const [, index] = /^(\w+): /.exec(text) ?? [];
    return `${index === undefined ? '' : `${index} = `}${values[i] ?? ''}`;
  }),
});

/** The indices of a descriptor from the user's down to memory, with the transforms between them; of a coordinate, with its values. */
export function indexGraphPicture(of: DescriptorDescription, at?: CoordinateSteps): Picture {
  const graph =
    at === undefined
      ? of.graph
      : of.graph.map((level, i) => withValues(level, at.steps[i]?.index ?? []));
  const [offset, what] =
    at === undefined
      ? ['offset', 'its indices']
      : [`offset = ${at.offset}`, `coordinate (${at.steps[0]?.index.join(', ') ?? ''})`];
  const { name } = of;
  const rows: (readonly string[])[] = graph.flatMap(({ dimensions, transforms }) => [
    dimensions,
    transforms.map(({ text }) => text),
  ]);
  const widest = rows.map((texts) => {
    let sum = 0;
    for (const text of texts) sum += textWidth(text) + 34;
    return sum;
  });
  const width = Math.max(240, greatestOf(widest)) + 2 * MARGIN;
  const content: (SvgNode | string)[] = [];
  let y = MARGIN;
  const edge = (from: number, top: number, to: number, bottom: number): SvgNode =>
    svg('line', { x1: from, y1: top, x2: to, y2: bottom, class: 'arrow' });
  for (const [i, { dimensions, transforms }] of graph.entries()) {
    const dims = row(dimensions, y, width, false);
    const boxes = row(
      transforms.map(({ text }) => text),
      y + LEVEL / 2,
      width,
      true,
    );
    const below = row(graph[i + 1]?.dimensions ?? [offset], y + LEVEL, width, false);
    for (const [t, { upper, lower }] of transforms.entries()) {
      const box = boxes[t];
      if (box === undefined) continue;
      for (const u of upper) {
        const dim = dims[u];
        if (dim !== undefined) content.push(edge(dim.x, y + 20, box.x, y + LEVEL / 2));
      }
      for (const l of lower) {
        const dim = below[l];
        if (dim !== undefined) content.push(edge(box.x, y + LEVEL / 2 + BOX, dim.x, y + LEVEL + 4));
      }
    }
    content.push(...dims.flatMap(({ node }) => node), ...boxes.flatMap(({ node }) => node));
    y += LEVEL;
  }
  content.push(...row([offset], y, width, false).flatMap(({ node }) => node));
  return {
    width,
    height: y + BOX + MARGIN,
    title: `${name === '' ? 'Descriptor' : name}: ${what}`,
    description: graph
      .map(
        ({ dimensions, transforms }) =>
          `(${dimensions.join(', ')}) by ${transforms.map(({ text }) => text).join(', ')}`,
      )
      .concat(offset)
      .join('; '),
    content,
  };
}

const CELL = 16;

/** A cell per element of a matrix, with a number and a colour by it. */
function matrix(
  title: string,
  description: string,
  cells: readonly (readonly (number | undefined)[])[],
  colors: number,
): Picture {
  const columns = Math.max(0, greatestOf(cells.map((each) => each.length)));
  const edge = 28;
  const content = cells.flatMap((values, y) => [
    label(edge - 4, edge + y * CELL + CELL / 2, y, 'end small soft'),
    ...values.flatMap((value, x) => {
      const [left, top] = [edge + x * CELL, edge + y * CELL];
      if (value === undefined) return [];
      return [
        rect(left, top, CELL - 1, CELL - 1, { fill: laneColor(value, colors) }),
        label(left + CELL / 2 - 0.5, top + CELL / 2, value, 'tiny on-lane'),
      ];
    }),
  ]);
  const heads = Array.from({ length: columns }, (_, x) =>
    x % 4 === 0 ? [label(edge + x * CELL + CELL / 2, edge - 8, x, 'small soft')] : [],
  );
  return {
    width: edge + columns * CELL + MARGIN,
    height: edge + cells.length * CELL + MARGIN,
    title,
    description,
    content: [...heads.flat(), ...content],
  };
}

/** The bank of each element of a matrix; `undefined` for descriptors of other than two indices. */
export function bankPicture({ name, banks }: DescriptorDescription): Picture | undefined {
  if (banks === undefined) return undefined;
  const { count, elementBytes, rows } = banks;
  return matrix(
    `${name === '' ? 'Descriptor' : name}: the bank of each element`,
    `Elements of ${elementBytes} B by row m and column k; each cell has its bank of ${count}.`,
    rows,
    count,
  );
}

/** The lane of wave 0 that has each element of a matrix; other waves have the rest. */
export function threadPicture({
  name,
  lengths,
  elements,
  lanes,
}: EncodingDescription): Picture | undefined {
  const [rows = 0, columns = 0] = lengths;
  if (lengths.length !== 2) return undefined;
  const cells: (number | undefined)[][] = Array.from({ length: Math.min(rows, MOST_ROWS) }, () =>
    Array.from({ length: Math.min(columns, MOST_COLUMNS) }),
  );
  for (const [lane, registers] of elements.entries()) {
    for (const [m = 0, k = 0] of registers) {
      const own = cells[m];
      if (own !== undefined && k < own.length) own[k] ??= lane;
    }
  }
  return matrix(
    `${name === '' ? 'Distribution' : name}: the lane of each element`,
    `Elements by row and column; a cell has the first lane of wave 0 with the element, and is empty where other waves have it.`,
    cells,
    lanes,
  );
}

/** Rows and columns that a picture has room for. */
const MOST_ROWS = 64;
const MOST_COLUMNS = 128;
