/** What can be chosen on the page, the choices themselves, and cases that are known from elsewhere. */
import type { Tile } from '@ldscope/core';
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { withBanks } from '../parts/chips.ts';

export const chips = ['gfx942', 'gfx950', 'sm_90'] as const;

export const choices = {
  rows: [16, 32, 64, 128],
  columns: [32, 48, 64, 96, 128],
  elementBytes: [1, 2, 4],
  unitBytes: [4, 8, 16],
  keys: [1, 2, 4, 8, 16, 32],
} as const;

/** Whole words, so that no element crosses one. */
export const paddings: readonly number[] = Array.from({ length: 17 }, (_, words) => 4 * words);

const widths = [1, 2, 4, 8, 16];
const bytesOfLane = { text: (bytes: number) => `${bytes} B a lane` };
const bytes = { text: (value: number) => `${value} B` };

export const paddingControls = controls(
  '',
  {
    chip: choice('Chip', chips, 'gfx942', { text: withBanks }),
    rows: select('Rows', choices.rows, 64),
    columns: select('Columns', choices.columns, 128),
    elementBytes: select('Element', choices.elementBytes, 2, bytes),
    /** Bytes that a lane moves of a row, and of a column. */
    rowWidth: select('Stored along a row', widths, 16, bytesOfLane),
    columnWidth: select('Read of each row', widths, 16, bytesOfLane),
    /** Rows that a lane reads one after the other; 1 is a row for each lane. */
    rowsOfLane: select('Rows of a lane', [1, 2, 4, 8], 1),
    /** Tiles of this size in a workgroup. */
    copies: select('Tiles in LDS', [1, 2, 3, 4], 1),
    /** Bytes that are left free after each row. */
    padBytes: whole('Padding, bytes', 16, { max: 64, step: 4, values: paddings }),
    /** Bytes that the XOR moves as one. */
    unitBytes: select('XOR unit', choices.unitBytes, 16, bytes),
    /** Different keys: rows so many apart have the same. */
    keys: select('XOR keys', choices.keys, 8),
  },
  {
    depends: {
      padBytes: ({ padBytes, elementBytes }) => ({
        label: `Padding, bytes (${padBytes / elementBytes} elements)`,
      }),
    },
  },
);

export const phaseControls = controls('phases', {
  access: choice('Access', ['row', 'column'], 'column', {
    text: (access) => ({ row: 'stored along rows', column: 'read down columns' })[access],
  }),
});

export type PaddingParameters = StateOf<typeof paddingControls>;

/** Threads of the workgroup that shares the tile. */
export const THREADS = 256;

interface Case {
  readonly name: string;
  readonly state: Omit<PaddingParameters, 'chip'>;
}

const { chip: _, ...operand } = paddingControls.start;

export const presets: readonly Case[] = [
  { name: 'GEMM operand', state: operand },
  {
    name: 'IREE talk, 128 to 132',
    state: { ...operand, rows: 16, columnWidth: 8, padBytes: 8, unitBytes: 8, keys: 32 },
  },
  {
    name: 'CK tutorials 03 and 04',
    state: { ...operand, columns: 32, columnWidth: 2, rowsOfLane: 8, padBytes: 4 },
  },
  {
    name: 'Transpose of floats',
    state: {
      ...operand,
      rows: 32,
      columns: 32,
      elementBytes: 4,
      rowWidth: 4,
      columnWidth: 4,
      padBytes: 4,
      unitBytes: 4,
      keys: 32,
    },
  },
  { name: 'Rows of 96', state: { ...operand, columns: 96 } },
];

/** The case of a tile and its accesses; padding and XOR are tried on it. */
export const caseOf = (parameters: PaddingParameters): Case | undefined =>
  presets.find(({ state }) =>
    (['rows', 'columns', 'elementBytes', 'rowWidth', 'columnWidth', 'rowsOfLane'] as const).every(
      (key) => state[key] === parameters[key],
    ),
  );

export const tileOf = ({ rows, columns, elementBytes }: PaddingParameters): Tile => ({
  rows,
  columns,
  elementBytes,
});

/** Why lengths do not go together; `undefined` when they do. */
export function parameterFault(parameters: PaddingParameters): string | undefined {
  const { rows, columns, elementBytes, rowWidth, columnWidth, rowsOfLane } = parameters;
  const row = columns * elementBytes;
  for (const [name, width] of [
    ['row', rowWidth],
    ['column', columnWidth],
  ] as const) {
    if (width % elementBytes !== 0) {
      return `A ${name} access of ${width} B is not a whole number of elements of ${elementBytes} B.`;
    }
    if (row % width !== 0)
      return `A row of ${row} B is not a whole number of accesses of ${width} B.`;
  }
  return rows % rowsOfLane === 0
    ? undefined
    : `${rows} rows cannot be shared in lots of ${rowsOfLane}.`;
}
