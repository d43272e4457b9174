/** A step of the descriptor as a picture: a rectangle for each pack, at its place in the grid of the step. */
import { range } from '@ldscope/core';
import { everyNth, label, laneColor, type Picture, svg, type SvgNode } from '@ldscope/render';
import { xorControls } from './controls.ts';
import { type Grid, type Pack, type Place, type XorModel, xorModel } from './model.ts';

type Colouring = 'element' | 'column';

/** The place of the tile in the picture, in pixels. */
type Area = Readonly<{ left: number; top: number; width: number; height: number }>;

type Frame = Readonly<{ grid: Grid; area: Area }>;

const SECTION_GAP = 14;

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** The rectangle of a given number of elements from a place on. */
function boxOf({ grid, area }: Frame, { row, column }: Place, elements: number): Box {
  const { rows, columns, section = columns } = grid;
  const gaps = Math.ceil(columns / section) - 1;
  const cell = (area.width - gaps * SECTION_GAP) / columns;
  const height = area.height / rows;
  return {
    x: area.left + column * cell + Math.floor(column / section) * SECTION_GAP,
    y: area.top + row * height,
    width: elements * cell,
    height,
  };
}

const place = ({ x, y }: Box): string => `transform:translate(${fixed(x)}px,${fixed(y)}px)`;
const scale = ({ width, height }: Box): string =>
  `transform:scale(${fixed(width)},${fixed(height)})`;
const fixed = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Shorter than this, text does not fit. */
const LEAST_TEXT = { width: 30, height: 11 };

/** The inside of each pack in units of the pack, which no step changes: `data-m` and `data-k` say what is pointed at. */
type Insides = readonly (readonly SvgNode[])[];

/** Insides with elements drawn one by one, or without; they follow from the lengths and the pack alone. */
export function insidesOf({ packs, kPack }: XorModel, elements: boolean): Insides {
  return packs.map(({ m, k }) => [
    ...(elements
      ? range(kPack).map((k1) =>
          svg('rect', {
            'x': fixed(k1 / kPack),
            'width': fixed(1 / kPack),
            'height': 1,
            'class': 'lane',
            'style': 'stroke-width:.35;vector-effect:non-scaling-stroke',
            'data-m': m,
            'data-k': k + k1,
          }),
        )
      : []),
    svg('rect', {
      'width': 1,
      'height': 1,
      'class': 'lane',
      'style': `vector-effect:non-scaling-stroke${elements ? ';fill:none;pointer-events:none' : ''}`,
      'data-m': m,
      'data-k': k,
    }),
  ]);
}

/** A pack of a step at its place. */
function packNode(
  model: XorModel,
  pack: Pack,
  index: number,
  frame: Frame,
  options: Options,
): SvgNode {
  const { step, colouring, insides, labels } = options;
  const { kPack, packsOfGroup, packs } = model;
  const box = boxOf(frame, pack.places[step] ?? { row: 0, column: 0 }, kPack);
  const fill =
    colouring === 'column' ? laneColor(pack.a, packsOfGroup) : laneColor(index, packs.length);
  const name = `${pack.m}·${pack.k / kPack}`;
  const text =
    labels && box.width >= LEAST_TEXT.width && box.height >= LEAST_TEXT.height
      ? [
          svg(
            'g',
            {
              class: 'moves',
              style: `transform:translate(${fixed(box.width / 2)}px,${fixed(box.height / 2)}px);pointer-events:none`,
            },
            label(0, 0.5, name, 'on-lane small'),
          ),
        ]
      : [];
  return svg(
    'g',
    { class: 'moves', style: place(box) },
    svg('g', { class: 'moves', style: `${scale(box)};fill:${fill}` }, ...(insides[index] ?? [])),
    ...text,
  );
}

/** A frame around a pack, and around an element in it. */
function ringNodes(model: XorModel, m: number, k: number, frame: Frame, step: number): SvgNode[] {
  const { kPack, packs } = model;
  const first = k - (k % kPack);
  const pack = packs.find((one) => one.m === m && one.k === first);
  const at = pack?.places[step];
  if (at === undefined) return [];
  const ring = (elements: number, from: number, style: string): SvgNode => {
    const box = boxOf(frame, { row: at.row, column: at.column + from }, elements);
    return svg(
      'g',
      { class: 'moves follows', style: `${place(box)};pointer-events:none` },
      svg(
        'g',
        { class: 'moves follows', style: scale(box) },
        svg('rect', {
          width: 1,
          height: 1,
          class: 'selected',
          style: `fill:none;vector-effect:non-scaling-stroke;${style}`,
        }),
      ),
    );
  };
  const halo = 'stroke:var(--page)';
  return [
    ring(kPack, 0, `${halo};stroke-width:5`),
    ring(kPack, 0, 'stroke-width:2'),
    ring(1, k - first, `${halo};stroke-width:5`),
    ring(1, k - first, 'stroke-width:2'),
  ];
}

type Options = Readonly<{ step: number; colouring: Colouring; insides: Insides; labels: boolean }>;

/** Names of rows and columns: about a given number of pixels apart. */
const TICK_PIXELS = 30;

function axes(model: XorModel, frame: Frame, step: number): SvgNode[] {
  const { kPack, packsOfGroup, elementBytes } = model;
  const { grid, area } = frame;
  const rowName = step === 0 ? 'm' : step === 5 ? 'line' : 'b';
  const everyRow = powerFrom(Math.ceil((14 * grid.rows) / area.height));
  const unit = step === 5 ? 4 / elementBytes : kPack;
  const count = grid.columns / unit;
  const every = powerFrom(Math.ceil((TICK_PIXELS * count) / area.width));
  const layers = layersOf(grid);
  const above = (column: number, elements: number, pixels: number, text: string | number) => {
    const { x, width } = boxOf(frame, { row: 0, column }, elements);
    return label(x + width / 2, area.top - pixels, text, pixels > 8 ? 'soft' : 'soft small');
  };
  const columnName = ['k0', 'a', 'a', 'place', 'k0', 'bank'][step] ?? '';
  return [
    label(area.left - 6, area.top - 8, `${rowName} \\ ${columnName}`, 'end faint small'),
    ...everyNth(grid.rows, everyRow).map((row) => {
      const { y, height } = boxOf(frame, { row, column: 0 }, 1);
      return label(area.left - 6, y + height / 2, grid.firstRow + row, 'end soft small');
    }),
    ...everyNth(count, every).map((at) =>
      above(at * unit, unit, 8, step === 4 ? at % (packsOfGroup / layers) : at),
    ),
    ...(step === 4
      ? range(layers).map((l) => above(l * (grid.section ?? 0), grid.section ?? 0, 23, `l = ${l}`))
      : []),
  ];
}

const layersOf = ({ columns, section = columns }: Grid): number => columns / section;
const powerFrom = (value: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, value)));

const LARGE: Area = { left: 64, top: 34, width: 704, height: 512 };

/** One step, of the same size at every step and for every tile. */
export function stepPicture(
  model: XorModel,
  step: number,
  colouring: Colouring,
  picked: { readonly m: number; readonly k: number },
  insides: Insides = insidesOf(model, true),
): Picture {
  const grid = model.grids[step] ?? { rows: 1, columns: 1, firstRow: 0 };
  const frame = { grid, area: LARGE };
  const options = { step, colouring, insides, labels: true };
  const { m, k } = picked;
  return {
    width: LARGE.left + LARGE.width + 8,
    height: LARGE.top + LARGE.height + 8,
    title: `XOR descriptor, ${steps[step]?.name ?? ''}`,
    description: `${grid.rows} rows of ${grid.columns} elements; a rectangle is a pack of ${model.kPack} elements, named by its row and its number in the row. Element (${m}, ${k}) is framed.`,
    content: [
      ...axes(model, frame, step),
      ...model.packs.map((pack, i) => packNode(model, pack, i, frame, options)),
      ...ringNodes(model, m, k, frame, step),
    ],
  };
}

const PANEL = { left: 34, top: 46, width: 178, height: 330, step: 206 };
const panels = [0, 1, 3, 4, 5];

/** Five steps side by side, each pack in the colour of its column. */
export function panelsPicture(
  model: XorModel,
  picked: { readonly m: number; readonly k: number },
): Picture {
  const { top, width, height } = PANEL;
  const insides = insidesOf(model, false);
  return {
    width: PANEL.left + panels.length * PANEL.step,
    height: top + height + 10,
    title: 'The XOR descriptor in five panels',
    description: `The tile, reshaped to row groups, after the XOR, unmerged, and in LDS. Each of the ${model.packsOfGroup} colours is a column of packs of the reshaped tile; the element (${picked.m}, ${picked.k}) is framed in every panel.`,
    content: panels.flatMap((step, i) => {
      const area = { left: PANEL.left + i * PANEL.step, top, width, height };
      const frame = { grid: model.grids[step] ?? { rows: 1, columns: 1, firstRow: 0 }, area };
      const options: Options = { step, colouring: 'column', insides, labels: false };
      return [
        label(area.left, 10, steps[step]?.name ?? '', 'start strong'),
        ...axes(model, frame, step),
        ...model.packs.map((pack, p) => packNode(model, pack, p, frame, options)),
        ...ringNodes(model, picked.m, picked.k, frame, step),
      ];
    }),
  };
}

export type Step = Readonly<{ name: string; title: string; text: (model: XorModel) => string }>;

export const steps: readonly Step[] = [
  {
    name: 'Before',
    title: 'The tile',
    text: ({ parameters: { mPerBlock, kPerBlock }, kPack }) =>
      `${mPerBlock} rows of ${kPerBlock} elements, as the kernel indexes them. A pack is ${kPack} elements of a row. The steps move packs and never split one.`,
  },
  {
    name: '1 reshape',
    title: 'Rows become row groups',
    text: ({ mLdsLayer, packsOfGroup, groups }) =>
      mLdsLayer === 1
        ? `One row is a row group: ${groups} groups (B) of ${packsOfGroup} packs (A). Nothing moves in memory.`
        : `${mLdsLayer} consecutive rows form a row group: ${groups} groups (B) of ${packsOfGroup} packs (A). Nothing moves in memory.`,
  },
  {
    name: '1 recolour',
    title: 'The same, coloured by column',
    text: ({ packsOfGroup }) =>
      `One colour for each of the ${packsOfGroup} columns of packs. Lanes that go down the rows read one column at once, and a column is on the same banks in every group.`,
  },
  {
    name: '2 XOR',
    title: 'Packs move within their group',
    text: ({ packsOfGroup }) =>
      `Pack a of group b goes to place a XOR (b mod ${packsOfGroup}). Only this step permutes: each colour is now spread over the columns.`,
  },
  {
    name: '3 unmerge',
    title: 'A is read as (L, K0)',
    text: ({ mLdsLayer, packsOfGroup }) =>
      mLdsLayer === 1
        ? `With MLdsLayer 1 there is nothing to split: place a of ${packsOfGroup} is K0.`
        : `The ${packsOfGroup} places of a group are ${mLdsLayer} layers (L) of ${packsOfGroup / mLdsLayer} packs (K0): one number holds the row within the group and the pack within the row.`,
  },
  {
    name: '4 merge',
    title: 'LDS, one line per bank period',
    text: ({ banks, grids }) =>
      `${grids.at(-1)?.rows ?? 0} lines of ${4 * banks} bytes: ${banks} banks of 4 bytes, as this read uses them. The descriptor hides all of it: its user still indexes (m, k).`,
  },
];

const XOR_STEP = 3;

export function thumbnail(): Picture | undefined {
  const model = xorModel(xorControls.start);
  return (
    model && stepPicture(model, XOR_STEP, 'column', xorControls.start, insidesOf(model, false))
  );
}
