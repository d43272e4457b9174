/**
 * The reads of operand A from LDS: which address each lane has, and what the banks make of it.
 *
 *     v_mfma_f32_16x16x16_f16, rows of 128 halves along k, ds_read_b64 on gfx942
 *     lane l    row l mod 16, columns 4 * floor(l / 16) to + 3       lanes 0-15 all begin at bank 0: 16 ways
 *
 * A tile has k along its rows, or down its columns, where neighbours in memory belong to different lanes: it is read
 * element by element, or by the transposing read of gfx950. A read that is wider than what a lane holds is that of
 * several instructions: the lane then has neighbours in k where one instruction would have k further on, which is right
 * as long as both operands agree. B is the same, with its columns for rows.
 */
import {
  elementOffset,
  explainAccess,
  type Machine,
  machineNamed,
  opcodeAt,
  opcodeNumber,
  paddedLayout,
  plainLayout,
  range,
  type RowLayout,
  singleAccess,
  sum,
  type Tile,
} from '@ldscope/core';
import type { ShownMatrix } from '@ldscope/render';
import { consecutiveOf } from './formulas.ts';
import { bitsOf, type Chip, matricesOn, nameOf } from './registers.ts';

/** Where k runs in the tile. */
type Order = 'along' | 'down';

export const layoutKinds = ['plain', 'padded', 'xor', 'best'] as const;
export type LayoutKind = (typeof layoutKinds)[number];

export interface ReadParameters {
  readonly chip: Chip;
  readonly instruction: string;
  readonly order: Order;
  /** Elements of a row of the tile, LD. */
  readonly columns: number;
  /** The LDS instruction. */
  readonly read: string;
  /** What is beside the plain tile. */
  readonly layout: Exclude<LayoutKind, 'plain'>;
}

/** Where others begin. */
const preset = (
  chip: Chip,
  instruction: string,
  columns: number,
  read: string,
  layout: ReadParameters['layout'],
): ReadParameters => ({ chip, instruction, order: 'along', columns, read, layout });

export const presets = {
  talk: preset('gfx942', 'v_mfma_f32_16x16x16_f16', 128, 'ds_read_b64', 'padded'),
  wave: preset('gfx950', 'v_mfma_f32_16x16x32_f16', 64, 'ds_read_b128', 'xor'),
  gemm: preset('gfx942', 'v_mfma_f32_32x32x8_f16', 32, 'ds_read_b128', 'best'),
} as const;

const LANES = 64;
const TRANSPOSED = 'ds_read_b64_tr_b16';
/** A transposing read gives a lane a given number of neighbours of k, from rows of a given number of columns. */
const [TR_ELEMENTS, TR_COLUMNS] = [4, 16];

const elementBytesOf = (matrix: ShownMatrix): number => bitsOf(matrix, 'a') / 8;

/** Instructions whose A is stored in LDS row by row: dense and of one block. */
export const readableMatrices = (chip: Chip): ShownMatrix[] =>
  matricesOn(chip).filter(({ sparse, blocks }) => !sparse && blocks === 1);

const widths: Readonly<Record<string, number>> = {
  ds_read_u8: 1,
  ds_read_u16: 2,
  ds_read_b32: 4,
  ds_read_b64: 8,
  ds_read_b128: 16,
  [TRANSPOSED]: 8,
};

export const readNames: readonly string[] = Object.keys(widths);

const single: Readonly<Record<number, string>> = {
  1: 'ds_read_u8',
  2: 'ds_read_u16',
  4: 'ds_read_b32',
  8: 'ds_read_b64',
};

/** Whether a chip has an LDS instruction. */
function hasInstruction(chip: Chip, name: string): boolean {
  const number = opcodeNumber(name);
  return number !== undefined && opcodeAt(number).isa.includes(machineNamed(chip).isa);
}

/** LDS reads that can fetch A of an instruction from such a tile, the default first. */
export function readsFor(chip: Chip, matrix: ShownMatrix, order: Order): string[] {
  const bytes = elementBytesOf(matrix);
  if (order === 'along') return ['ds_read_b64', 'ds_read_b128'];
  return [
    ...(hasInstruction(chip, TRANSPOSED) && bytes === 2 ? [TRANSPOSED] : []),
    single[bytes] ?? '',
  ];
}

/** Elements that a lane takes with a read. */
export const elementsOf = (matrix: ShownMatrix, read: string): number =>
  (widths[read] ?? 4) / elementBytesOf(matrix);

/** k that one read, or the reads of one instruction, reach. */
export function spanOf(matrix: ShownMatrix, read: string): number {
  const elements = elementsOf(matrix, read);
  return elements > consecutiveOf(matrix, 'a') ? elements * (LANES / matrix.m) : matrix.k;
}

export const pitches = [32, 64, 128, 256] as const;

/** Row lengths that hold what is read. */
export function columnsFor(matrix: ShownMatrix, order: Order, read: string): number[] {
  const least = order === 'along' ? spanOf(matrix, read) : matrix.m;
  return pitches.filter((columns) => columns >= least);
}

/** An instruction by any of its names, or the plainest of the chip. */
export function readableMatrix({
  chip,
  instruction,
}: Pick<ReadParameters, 'chip' | 'instruction'>): ShownMatrix {
  const matrices = readableMatrices(chip);
  const named = matrices.find(({ names }) => names.includes(instruction));
  const found = named ?? matrices.find(({ a, m }) => a === 'f16' && m === 16) ?? matrices[0];
  if (found === undefined) throw new RangeError(`${chip} has no matrix instruction`);
  return found;
}

/** Parameters that go together, as near to these as can be. */
export function settled(parameters: ReadParameters): ReadParameters {
  const { chip, order } = parameters;
  const used = readableMatrix(parameters);
  const reads = readsFor(chip, used, order);
  const read = reads.includes(parameters.read) ? parameters.read : (reads[0] ?? '');
  const columns = columnsFor(used, order, read);
  return {
    ...parameters,
    instruction: nameOf(used),
    read,
    columns: columns.includes(parameters.columns) ? parameters.columns : (columns[0] ?? 256),
  };
}

/** Where a lane's vector begins. */
type LanePlace = Readonly<{ lane: number; row: number; column: number }>;

/** The reads of one instruction, or the one read of several. */
type Pieces = Readonly<{ count: number; place: (lane: number, piece: number) => LanePlace }>;

function piecesOf(matrix: ShownMatrix, order: Order, read: string): Pieces {
  const { m, operands } = matrix;
  const { elements: held, at } = operands.a;
  const elements = elementsOf(matrix, read);
  if (read === TRANSPOSED) {
    const across = m / TR_COLUMNS;
    return {
      count: held / TR_ELEMENTS,
      place: (lane, piece) => ({
        lane,
        row: at(lane, TR_ELEMENTS * piece).k + Math.floor((lane % 16) / TR_ELEMENTS),
        column: TR_COLUMNS * (Math.floor(lane / 16) % across) + TR_ELEMENTS * (lane % 4),
      }),
    };
  }
  if (order === 'down') {
    return {
      count: held,
      place: (lane, piece) => ({ lane, row: at(lane, piece).k, column: lane % m }),
    };
  }
  if (elements > consecutiveOf(matrix, 'a')) {
    return {
      count: 1,
      place: (lane) => ({ lane, row: lane % m, column: elements * Math.floor(lane / m) }),
    };
  }
  return {
    count: held / elements,
    place: (lane, piece) => ({ lane, row: lane % m, column: at(lane, piece * elements).k }),
  };
}

interface Frame {
  readonly machine: Machine;
  readonly opcode: number;
  readonly tile: Tile;
  readonly places: readonly (readonly LanePlace[])[];
}

export type OperandRead = ReturnType<typeof operandRead>;

export function operandRead(wanted: ReadParameters) {
  const parameters = settled(wanted);
  const { chip, order, columns, read } = parameters;
  const machine = machineNamed(chip);
  const matrix = readableMatrix(parameters);
  const opcode = opcodeNumber(read);
  if (opcode === undefined) throw new RangeError(`${chip} has no ${read}`);
  const span = spanOf(matrix, read);
  const tile = {
    rows: order === 'along' ? matrix.m : span,
    columns,
    elementBytes: elementBytesOf(matrix),
  };
  const pieces = piecesOf(matrix, order, read);
  /** By piece and lane. */
  const places = range(pieces.count).map((piece) =>
    range(LANES).map((lane) => pieces.place(lane, piece)),
  );
  const frame = { machine, opcode, tile, places };
  return {
    parameters,
    machine,
    matrix,
    /** Elements that a lane reads at once, and consecutive ones that the instruction gives it. */
    elements: elementsOf(matrix, read),
    consecutive: consecutiveOf(matrix, 'a'),
    tile,
    places,
    plain: sideOf(frame, 'plain', parameters),
    other: sideOf(frame, parameters.layout, parameters),
    /** Matrix instructions that the pieces serve with one operand. */
    instructions: span / matrix.k,
  };
}

/** One layout of the tile. */
function sideOf(frame: Frame, kind: LayoutKind, parameters: ReadParameters): ReadSide {
  const { tile } = frame;
  const xor = (rows: number): ReadSide =>
    served(frame, kind, keyTitle(rows, parameters), keyed(tile, rows, parameters));
  switch (kind) {
    case 'plain':
      return served(frame, kind, 'plain', plainLayout(tile));
    case 'padded': {
      const pad = padBytesOf(parameters);
      const pitch = tile.columns * tile.elementBytes + pad;
      return served(frame, kind, `padded by ${pad} bytes per row`, paddedLayout(tile, pitch));
    }
    case 'xor':
      return xor(1);
    case 'best': {
      const units = (tile.columns * tile.elementBytes) / unitBytesOf(parameters);
      return [1, 2, 4, 8, 16]
        .filter((rows) => rows <= units)
        .map(xor)
        .reduce((best, one) => (one.cycles < best.cycles ? one : best));
    }
  }
}

export type ReadSide = ReturnType<typeof served>;

/** The tile under one layout: each of the pieces, and what all cost. */
function served(
  { machine, opcode, places }: Frame,
  kind: LayoutKind,
  title: string,
  layout: RowLayout,
) {
  const reads = places.flatMap((lanes) => {
    const addresses = lanes.map(({ row, column }) => elementOffset(layout, row, column));
    return explainAccess(singleAccess(opcode, addresses), 0, machine) ?? [];
  });
  return {
    kind,
    title,
    layout,
    reads,
    cycles: sum(reads.map(({ idxActive }) => idxActive)),
    conflicts: sum(reads.map(({ bankConflict }) => bankConflict)),
    worstWays: Math.max(...reads.map(({ worstWays }) => worstWays)),
  };
}

/** What the padding adds to a row: 8 bytes as IREE does, but never less than keeps the read aligned. */
const padBytesOf = ({ read }: ReadParameters): number => Math.max(8, widths[read] ?? 8);

/** Bytes that an XOR moves as one: what is read at once; where single elements are read, what is written at once. */
const unitBytesOf = ({ read, order }: ReadParameters): number =>
  order === 'along' ? (widths[read] ?? 8) : 16;

const keyTitle = (rowsPerPhase: number, parameters: ReadParameters): string =>
  `XOR of ${unitBytesOf(parameters)}-byte units with ${rowsPerPhase === 1 ? 'the row' : `floor(row / ${rowsPerPhase})`}`;

function keyed(tile: Tile, rowsPerPhase: number, parameters: ReadParameters): RowLayout {
  const unitBytes = unitBytesOf(parameters);
  const phases = (tile.columns * tile.elementBytes) / unitBytes;
  const key = { kind: 'xor', phases, rowsPerPhase } as const;
  return { kind: 'rows', tile, unitBytes, key, paddings: [] };
}
