/** What can be chosen on the page, the choices themselves, and cases that are known from elsewhere. */
import type { Tile } from '@ldscope/core';

export const chips = ['gfx942', 'gfx950', 'sm_90'] as const;
export type ChipName = (typeof chips)[number];

export interface PaddingParameters {
  readonly chip: ChipName;
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
  /** Bytes that a lane moves of a row, and of a column. */
  readonly rowWidth: number;
  readonly columnWidth: number;
  /** Rows that a lane reads one after the other; 1 is a row for each lane. */
  readonly rowsOfLane: number;
  /** Bytes that are left free after each row: whole words, so that no element crosses one. */
  readonly padBytes: number;
  /** Bytes that the XOR moves as one. */
  readonly unitBytes: number;
  /** Different keys: rows so many apart have the same. */
  readonly keys: number;
  /** Tiles of this size in a workgroup. */
  readonly copies: number;
}

export const choices = {
  rows: [16, 32, 64, 128],
  columns: [32, 48, 64, 96, 128],
  elementBytes: [1, 2, 4],
  widths: [1, 2, 4, 8, 16],
  rowsOfLane: [1, 2, 4, 8],
  unitBytes: [4, 8, 16],
  keys: [1, 2, 4, 8, 16, 32],
  copies: [1, 2, 3, 4],
} as const;

/** Bytes of the widest padding that is tried, and from one to the next. */
export const MOST_PAD = 64;
export const PAD_STEP = 4;

/** Threads of the workgroup that shares the tile. */
export const THREADS = 256;

export interface Preset {
  readonly name: string;
  readonly parameters: Omit<PaddingParameters, 'chip'>;
}

const operand: Preset['parameters'] = {
  rows: 64,
  columns: 128,
  elementBytes: 2,
  rowWidth: 16,
  columnWidth: 16,
  rowsOfLane: 1,
  padBytes: 16,
  unitBytes: 16,
  keys: 8,
  copies: 1,
};

export const presets: readonly [Preset, ...Preset[]] = [
  { name: 'GEMM operand', parameters: operand },
  {
    name: 'IREE talk, 128 to 132',
    parameters: { ...operand, rows: 16, columnWidth: 8, padBytes: 8, unitBytes: 8, keys: 32 },
  },
  {
    name: 'CK tutorials 03 and 04',
    parameters: { ...operand, columns: 32, columnWidth: 2, rowsOfLane: 8, padBytes: 4 },
  },
  {
    name: 'Transpose of floats',
    parameters: {
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
  {
    name: 'Rows of 96',
    parameters: { ...operand, columns: 96, keys: 8 },
  },
];

export const START: PaddingParameters = { chip: 'gfx942', ...presets[0].parameters };

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
