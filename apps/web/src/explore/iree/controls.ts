/** What can be chosen in the figures: a tile and its attribute, a passage through LDS, a question to the rules, a shape, ... */
import { type IreeSwizzle, range } from '@ldscope/core';
import { choice, controls, labelled, select, type StateOf, whole } from '../../controls/schema.ts';
import { cases, tries } from '../parts/known-states.ts';
import { nameOf, shapes, sweptElements } from './attention.ts';
import { flowKernels, likenesses, resolvers, writerWidths } from './flow.ts';
import {
  bytesOf,
  chips,
  elements,
  elementText,
  groupsBeside,
  operandRows,
  ROWS,
  type TileParameters,
} from './tile.ts';
import { OWN, passages } from './who.ts';

const chip = choice('Chip', chips, 'gfx942');
const element = choice('Element', elements, 'f16', { text: elementText });

/** Of a lane, at most 16 bytes. */
const readWidths = [1, 2, 4, 8, 16];

/** True when lanes of a row are whole reads of at most 16 bytes. */
const fits = (
  { columns, rows, element: type }: Pick<TileParameters, 'columns' | 'rows' | 'element'>,
  read: number,
): boolean => columns % (groupsBeside(rows) * read) === 0 && read * bytesOf[type] <= 16;

/** Any row that four lanes share. */
const rowLengths = range(64).map((index) => 4 * (index + 1));

/** It starts with the running example of the IREE talk. */
export const tileControls = controls(
  '',
  {
    element,
    rows: choice('Rows of the operand', operandRows, ROWS),
    columns: whole('Elements per row', 128, { min: 4, max: 256, step: 4, values: rowLengths }),
    /** Elements that a lane reads side by side. */
    read: choice('Elements per read', readWidths, 4),
    chip,
    kind: choice('Attribute', ['xor_shuffle', 'rotate_rows'], 'xor_shuffle'),
    /** In halves of a row of the tile. */
    rowHalves: choice('row_width', [1, 2, 4], 2),
    accessWidth: choice('access_width', [1, 2, 4, 8, 16, 32], 4),
    perPhase: choice('per_phase', [1, 2, 4, 8], 1),
    row: whole('Row', 3),
    column: whole('Column', 8),
    drawn: choice('Arranged by', ['rows and columns', 'banks'], 'rows and columns'),
    standout: choice('Highlight', ['everything', 'the element', 'its bank'], 'everything'),
  },
  {
    depends: {
      read: (state) => ({ values: readWidths.filter((read) => fits(state, read)) }),
      rowHalves: ({ columns }) => ({ text: (halves) => String((halves * columns) / 2) }),
      perPhase: ({ kind }) => ({ hidden: kind === 'rotate_rows' }),
      row: ({ rows }) => ({ max: rows - 1 }),
      column: ({ columns }) => ({ max: columns - 1 }),
    },
  },
);

export type TileState = StateOf<typeof tileControls>;

/** The names of the tile and of its attribute. */
export const tileNames = ['element', 'rows', 'columns', 'read', 'chip'] as const;
export const attributeNames = ['kind', 'rowHalves', 'accessWidth', 'perPhase'] as const;

export function tileOf(
  state: Pick<TileState, (typeof tileNames | typeof attributeNames)[number]>,
): TileParameters {
  const { chip, element, rows, columns, read, kind, rowHalves, accessWidth, perPhase } = state;
  const rowWidth = (rowHalves * columns) / 2;
  const swizzle: IreeSwizzle =
    kind === 'rotate_rows'
      ? { kind, rowWidth, accessWidth }
      : { kind, rowWidth, accessWidth, rowStride: Math.max(columns, rowWidth), perPhase };
  return { chip, element, rows, columns, read, swizzle };
}

export const worked = cases(tileControls, 'chip', 'row', 'column', 'drawn', 'standout')`
4 elements per group
two rows per key | accessWidth=16&perPhase=2
twelve groups | columns=96&read=8&accessWidth=8
rotated | columns=96&read=8&kind=rotate_rows&accessWidth=8
half a row | read=8&rowHalves=1&accessWidth=8
f32 | element=f32&columns=64&read=1&accessWidth=2
`;

export const tileTries = tries(tileControls)`
Use twelve groups per row | columns=96&read=8&accessWidth=8 | Twelve is not a power of two: the attribute is not a permutation, and two elements share a place.
Rotate instead of XOR | columns=96&read=8&kind=rotate_rows&accessWidth=8 | rotate_rows adds the row number, so any number of groups works.
Use fp8, 32 rows of 256 | element=fp8&rows=32&columns=256&read=16&accessWidth=16 | Sixteen elements are the 16 bytes of a read: one group of the attribute each, and the reads below have no conflict.
See it bank by bank | drawn=banks | Each line has one word per bank: the groups of a column are spread over the banks.
`;

const layoutTitles = {
  plain: 'plain',
  padded: '64 bits of padding',
  swizzled: 'the attribute',
} as const;

export const layoutTitle = (name: keyof typeof layoutTitles): string => layoutTitles[name];

export const layoutControls = controls('read', {
  layout: choice('Layout', ['plain', 'padded', 'swizzled'], 'swizzled', { text: layoutTitle }),
  instruction: whole('Instruction of the read', 0),
});

export const whoControls = controls(
  'who',
  {
    tile: choice('Tile', [...passages.map(({ name }) => name), OWN], passages[0]?.name ?? ''),
    element,
    rows: whole('Rows', 64, { min: 16, max: 256, step: 16 }),
    columns: whole('Columns', 128, { min: 16, max: 512, step: 16 }),
    waves: choice('Waves', [1, 2, 4, 8], 4),
    /** Whose rows a wave reads: those of its own, or all. */
    shared: choice('Each wave reads', ['its own rows', 'all rows'], 'its own rows'),
    operand: choice('Rows of the operand', operandRows, ROWS),
    read: choice('Elements per read', readWidths, 4),
    row: whole('Row', 3),
    column: whole('Column', 8),
  },
  {
    depends: Object.fromEntries(
      (['element', 'rows', 'columns', 'waves', 'shared', 'operand', 'read'] as const).map(
        (name) => [name, ({ tile }: { readonly tile: string }) => ({ hidden: tile !== OWN })],
      ),
    ),
  },
);

export type WhoState = StateOf<typeof whoControls>;

const widths = readWidths;

/** A tile with its widths of writes and reads: does it get a hint? */
export const questionControls = controls('hint', {
  element,
  columns: whole('Elements per row', 128, { min: 4, max: 1024 }),
  rows: choice('Rows of the operand', operandRows, ROWS),
  writer: choice('Elements per write', widths, 8),
  reader: choice('Elements per read', widths, 4),
  chip,
});

export const questions = cases(questionControls, 'rows', 'chip')`
f16, equal widths | hint.writer=4
f16, falls back
f32, capped | hint.element=f32&hint.columns=64&hint.writer=4&hint.reader=1
already spread | hint.element=f32&hint.columns=33&hint.writer=1&hint.reader=1
no permutation | hint.element=f32&hint.columns=80&hint.writer=4&hint.reader=1
`;

export const passControls = controls('passes', {
  kernel: labelled(
    'Kernel',
    flowKernels.map(({ name, title }) => ({ value: name, label: title })),
  ),
  behaviour: labelled('Behaviour', likenesses),
  resolver: labelled('Hints', resolvers),
  writer: choice('Writer, bits of a thread', writerWidths, 128, {
    text: (bits) => (bits === 0 ? 'fewest cycles' : String(bits)),
  }),
  chip,
});

export const shapeControls = controls('shapes', {
  element: choice('Type', sweptElements, 'f16'),
  shape: select('Shape: batch x length x head', shapes.map(nameOf), '1x1024x128'),
});

/** How operands are read. */
export const drains = [
  { value: 'full', label: 'pairs, full drain' },
  { value: 'partial', label: 'pairs, partial waits' },
  { value: 'single', label: 'singly, partial waits' },
] as const;
export type Drain = (typeof drains)[number]['value'];

export const drainControls = controls('drain', {
  pairs: whole('Pairs of words per lane', 4, { min: 1, max: 7 }),
  /** Conflict cycles of each word. */
  conflicts: whole('Conflict cycles per word', 8, { max: 31 }),
  drain: labelled('Shown', drains),
});
