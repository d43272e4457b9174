/** What can be chosen on the page, the choices themselves, and cases that are known from elsewhere. */
import type { Tile } from '@ldscope/core';
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { withBanks } from '../parts/words.ts';
import { bytesOf, elementTypes, typeText } from '../parts/element-types.ts';
import { cases, tries } from '../parts/known-states.ts';

export const chips = ['gfx942', 'gfx950', 'sm_90'] as const;

export const choices = {
  rows: [16, 32, 48, 64, 96, 128, 192, 256],
  columns: [32, 48, 64, 80, 96, 128, 160, 192, 256, 512],
  unitBytes: [4, 8, 16],
  keys: [1, 2, 4, 8, 16, 32],
} as const;

/** Whole words, so that no element crosses one. */
export const paddings: readonly number[] = Array.from({ length: 17 }, (_, words) => 4 * words);

const widths = [1, 2, 4, 8, 16];
const bytesOfLane = { text: (bytes: number) => `${bytes} B per lane` };
const bytes = { text: (value: number) => `${value} B` };

export const paddingControls = controls(
  '',
  {
    chip: choice('Chip', chips, 'gfx942', { text: withBanks }),
    rows: select('Rows', choices.rows, 64),
    columns: select('Columns', choices.columns, 128),
    element: select('Element', elementTypes, 'f16', { text: typeText }),
    /** Bytes that a lane moves of a row, and of a column. */
    rowWidth: select('Write along a row', widths, 16, bytesOfLane),
    columnWidth: select('Read down a column', widths, 16, bytesOfLane),
    /** Rows that a lane reads one after the other; 1 is one row per lane. */
    rowsOfLane: select('Rows per lane', [1, 2, 4, 8], 1),
    /** Lanes that go down a column before the next continue beside them: 16 or 32 for operands of matrix instructions. */
    down: select('Lanes down a column', ['all', 16, 32], 'all', {
      text: (lanes) => (lanes === 'all' ? 'all rows' : String(lanes)),
    }),
    /** Tiles of this size in a workgroup. */
    copies: select('Tiles in LDS', [1, 2, 3, 4], 1),
    /** Bytes that are left free after each row. */
    padBytes: whole('Padding, bytes', 16, { max: 64, step: 4, values: paddings }),
    /** Bytes that the XOR moves as one. */
    unitBytes: select('XOR unit', choices.unitBytes, 16, bytes),
    /** Different keys: rows a given number of apart have the same. */
    keys: select('XOR keys', choices.keys, 8),
  },
  {
    depends: {
      padBytes: ({ padBytes, element }) => ({
        label: `Padding, bytes (${padBytes / bytesOf(element)} elements)`,
      }),
    },
  },
);

export const phaseControls = controls('phases', {
  access: choice('Access', ['row', 'column'], 'column', {
    text: (access) => ({ row: 'written along rows', column: 'read down columns' })[access],
  }),
});

export type PaddingState = StateOf<typeof paddingControls>;

/** The tile as memory has it: two 4-bit elements are one of a byte, and a row has half as many columns. */
export interface PaddingParameters extends PaddingState {
  readonly elementBytes: number;
}

export function parametersOf(state: PaddingState): PaddingParameters {
  const bytes = bytesOf(state.element);
  const elementBytes = Math.max(1, bytes);
  return { ...state, elementBytes, columns: (state.columns * bytes) / elementBytes };
}

/** Lanes that go down one column of the tile together. */
export const lanesDownOf = ({ rows, rowsOfLane, down }: PaddingParameters): number =>
  down === 'all' ? rows / rowsOfLane : Math.min(down, rows / rowsOfLane);

/** Threads of the workgroup that shares the tile. */
export const THREADS = 256;

export const presets = cases(paddingControls, 'chip')`
GEMM operand
Rows of 128 to 132 | rows=16&columnWidth=8&padBytes=8&unitBytes=8&keys=32
CK tutorials 03, 04 | columns=32&columnWidth=2&rowsOfLane=8&padBytes=4
Transpose of floats | rows=32&columns=32&element=f32&rowWidth=4&columnWidth=4&padBytes=4&unitBytes=4&keys=32
Rows of 96 | columns=96
MFMA 16 rows, f16 | rows=128&columns=64&down=16
MFMA 32 rows, fp8 | rows=256&element=fp8&down=32
MFMA 16 rows, fp4 | rows=256&columns=256&element=fp4&down=16
`;

export const paddingTries = tries(paddingControls)`
Pad by one word only | padBytes=4 | Reads lose their conflicts or keep few, but rows are misaligned: look at the instructions of the write in the table.
Give the XOR two keys only | keys=2 | Every other row shares a key, so the column still conflicts.
Keep four tiles in LDS | copies=4 | The last row of the table: padding now costs room for the tiles of a workgroup; the XOR does not.
Use rows that are not a power of two | columns=96 | Under “Limits of each”: whether the XOR is still legal.
`;

/** What a tile and its accesses are made of. */
export const tileNames = [
  'rows',
  'columns',
  'element',
  'rowWidth',
  'columnWidth',
  'rowsOfLane',
  'down',
] as const;

/** The case of a tile and its accesses; padding and XOR are tried on it. */
export const caseOf = (parameters: PaddingState) =>
  presets.find(({ state }) => tileNames.every((key) => state[key] === parameters[key]));

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
      return `An access of ${width} B ${name === 'row' ? 'along a row' : 'down a column'} is not a multiple of the ${elementBytes} B of an element.`;
    }
    if (row % width !== 0) return `A row of ${row} B is not a multiple of accesses of ${width} B.`;
  }
  return rows % rowsOfLane === 0
    ? undefined
    : `${rows} rows are not a multiple of ${rowsOfLane} rows per lane.`;
}
