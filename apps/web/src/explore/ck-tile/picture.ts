/**
 * The transforms as a diagram: a box for each coordinate with its length and its value, from the user's index to the
 * bank.
 *
 *     M' -- merge --- M ----------------- M -- XOR -- M --.
 *              `----- L ---. unmerge --- K0' ------- K0 -- offset, byte, bank
 *     K' -- merge --- K0'' -'                              |
 *              `----- K1 ---------------- K1 --------- K1 -'
 */
import { type DataTable, label, type Picture, svg, type SvgNode } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { type Swapped, swappedAt } from '../parts/index-swapping.ts';
import { rowsOf } from '../parts/rows.ts';
import { swapControls } from './controls.ts';
import { type SwapModel, swapModel } from './model.ts';

const BOX = { width: 104, height: 46 };
const SLOT = 62;
const TOP = 48;
const WIDTH = 1044;
const HEIGHT = TOP + 4 * SLOT + 4;

/** Left edges of the columns of coordinates; transforms are drawn between them. */
const columns = [4, 236, 468, 700, 932] as const;

interface Coordinate {
  readonly column: number;
  readonly slot: number;
  readonly name: string;
  readonly length: string;
  readonly value: number;
  /** What it belongs to, by the look of its box: rows, packs, or elements of a pack. */
  readonly look: 'good' | 'accent' | 'broadcast' | 'cell' | 'conflict';
}

type Transform = readonly [
  /** Of the column at its left. */
  column: number,
  slot: number,
  name: string,
  text: string,
  from: readonly number[],
  to: readonly number[],
];

function coordinates(model: SwapModel, at: Swapped): readonly Coordinate[] {
  const { parameters, groups, packsOfRow, packsOfGroup, elementBytes, banks } = model;
  const { mPerBlock, kPerBlock, kPack, mLdsLayer } = parameters;
  const one = (
    column: number,
    slot: number,
    name: string,
    length: number | string,
    value: number,
    look: Coordinate['look'],
  ): Coordinate => ({ column, slot, name, length: `of ${length}`, value, look });
  const threes = (column: number, name: string, value: number): Coordinate[] => [
    one(column, 0, 'M', groups, at.group, 'good'),
    // Where A is not a power of two, the pack can leave its group.
    one(column, 1.5, name, packsOfGroup, value, value < packsOfGroup ? 'accent' : 'conflict'),
    one(column, 3, 'K1', kPack, at.element, 'broadcast'),
  ];
  const size = mPerBlock * kPerBlock;
  return [
    one(0, 0.5, "M'", mPerBlock, at.m, 'good'),
    one(0, 2.5, "K'", kPerBlock, at.k, 'broadcast'),
    one(1, 0, 'M', groups, at.group, 'good'),
    one(1, 1, 'L', mLdsLayer, at.layer, 'accent'),
    one(1, 2, "K0''", packsOfRow, at.pack, 'accent'),
    one(1, 3, 'K1', kPack, at.element, 'broadcast'),
    ...threes(2, "K0'", at.before),
    ...threes(3, 'K0', at.after),
    one(4, 0.5, 'offset', size, at.offset, 'cell'),
    one(4, 1.5, 'byte', size * elementBytes, at.byte, 'cell'),
    one(4, 2.5, 'bank', banks, at.bank, 'cell'),
  ];
}

function transforms(model: SwapModel, at: Swapped): readonly Transform[] {
  const { parameters, packsOfRow, packsOfGroup } = model;
  const { kPerBlock, kPack, mLdsLayer } = parameters;
  const address = `${kPerBlock * mLdsLayer}·M + ${kPack}·K0 + K1`;
  return [
    [0, 0.5, 'merge', `${at.m} = ${at.group}·${mLdsLayer} + ${at.layer}`, [0.5], [0, 1]],
    [0, 2.5, 'merge', `${at.k} = ${at.pack}·${kPack} + ${at.element}`, [2.5], [2, 3]],
    [1, 1.5, 'unmerge', `${at.layer}·${packsOfRow} + ${at.pack} = ${at.before}`, [1, 2], [1.5]],
    [2, 1.5, 'xor', `${at.before} ^ ${at.group}%${packsOfGroup} = ${at.after}`, [0, 1.5], [1.5]],
    [3, 1.5, 'strides', address, [0, 1.5, 3], [0.5, 1.5, 2.5]],
  ];
}

/** Coordinates that a transform only hands on, by the column at its left and their slot. */
const passed: readonly (readonly [column: number, slot: number])[] = [
  [1, 0],
  [1, 3],
  [2, 0],
  [2, 3],
];

const left = (column: number): number => columns[column] ?? 0;
const middle = (slot: number): number => TOP + slot * SLOT + BOX.height / 2;

/** The diagram; what comes after `step` transforms is pale. */
export function flowPicture(model: SwapModel, at: Swapped, step: number): Picture {
  const shown = (column: number): string => (column <= step ? '' : 'dimmed');
  return {
    width: WIDTH,
    height: HEIGHT,
    title: `Path of element (${at.m}, ${at.k}) to an address`,
    description: `Two merges, an unmerge, the XOR and the strides of the base: ${steps(model, at)
      .slice(1, step + 1)
      .map(({ text }) => text)
      .join(' ')}`,
    content: [
      ...heads.map((head, column) =>
        svg(
          'g',
          { class: shown(column) },
          label(left(column) + BOX.width / 2, 12, head[0] ?? '', 'strong'),
          label(left(column) + BOX.width / 2, 27, head[1] ?? '', 'small soft'),
        ),
      ),
      ...passed.map(([column, slot]) =>
        svg('path', {
          d: `M${left(column) + BOX.width} ${middle(slot)}H${left(column + 1)}`,
          class: `arrow ${shown(column + 1)}`,
        }),
      ),
      ...transforms(model, at).flatMap((one) => transformNode(one, step)),
      ...coordinates(model, at).map((one) => coordinateNode(one, step)),
    ],
  };
}

const heads: readonly (readonly [string, string])[] = [
  ["(M', K')", 'index'],
  ["(L, M, K0'', K1)", 'row in its group, pack'],
  ["(K0', M, K1)", 'before the XOR'],
  ['(K0, M, K1)', 'place in LDS'],
  ['LDS', ''],
];

function coordinateNode(
  { column, slot, name, length, value, look }: Coordinate,
  step: number,
): SvgNode {
  const [x, y] = [left(column), TOP + slot * SLOT];
  return svg(
    'g',
    { class: column <= step ? '' : 'dimmed' },
    svg('rect', { x, y, ...BOX, rx: 5, class: look }),
    ...(column === step
      ? [svg('rect', { x, y, ...BOX, rx: 5, class: 'selected', style: 'fill:none' })]
      : []),
    label(x + 9, y + 13, name, 'start'),
    label(x + BOX.width - 9, y + 13, length, 'end small soft'),
    label(x + BOX.width / 2, y + 31, value, 'large strong'),
  );
}

const TRANSFORM = { width: 112, height: 34 };

function transformNode([column, slot, name, text, from, to]: Transform, step: number): SvgNode[] {
  const start = left(column) + BOX.width;
  const end = left(column + 1);
  const x = (start + end) / 2 - TRANSFORM.width / 2;
  const y = middle(slot) - TRANSFORM.height / 2;
  const wire = (x1: number, y1: number, x2: number, y2: number): SvgNode =>
    svg('path', {
      d: `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`,
      class: 'arrow',
    });
  return [
    svg(
      'g',
      { class: column < step ? '' : 'dimmed' },
      ...from.map((one) => wire(start, middle(one), x, middle(slot))),
      ...to.map((one) => wire(x + TRANSFORM.width, middle(slot), end, middle(one))),
      svg('rect', { x, y, ...TRANSFORM, rx: 16, class: 'cell' }),
      label(x + TRANSFORM.width / 2, y + 11, name, 'strong small'),
      label(x + TRANSFORM.width / 2, y + 24, text, 'small'),
    ),
  ];
}

export type Step = Readonly<{ name: string; text: string }>;

/** What happens to the element, transform by transform. */
export function steps(model: SwapModel, at: Swapped): readonly Step[] {
  const { parameters, packsOfRow, packsOfGroup, elementBytes, banks } = model;
  const { kPerBlock, kPack, mLdsLayer } = parameters;
  return rowsOf`
the index | The kernel reads row ${at.m}, column ${at.k} of the tile.
merge | Row ${at.m} is row ${at.layer} of group ${at.group}; column ${at.k} is element ${at.element} of pack ${at.pack}.
unmerge | One number holds the row in the group and the pack: K0' = ${at.layer} * ${packsOfRow} + ${at.pack} = ${at.before}.
XOR | The pack moves within its group: K0 = ${at.before} ^ (${at.group} % ${packsOfGroup}) = ${at.before} ^ ${at.key} = ${at.after}.
strides | ${at.group} * ${kPerBlock * mLdsLayer} + ${at.after} * ${kPack} + ${at.element} = element ${at.offset}, byte ${at.offset} * ${elementBytes} = ${at.byte}, bank ${at.bank} of ${banks}.
`.map(([name = '', text = '']) => ({ name, text }));
}

export const flowTable = (model: SwapModel, at: Swapped): DataTable =>
  tableOf(`Element (${at.m}, ${at.k}), transform by transform`, steps(model, at), [
    ['transform', 'name'],
    ['result', 'text'],
  ]);

export function thumbnail(): Picture | undefined {
  const { start } = swapControls;
  const result = swapModel(start);
  if (!result.ok) return undefined;
  const at = swappedAt(result.model, start.m, start.k);
  return flowPicture(result.model, at, steps(result.model, at).length - 1);
}
