/**
 * Accesses with a name: which element each lane begins at, for a part of a tile.
 *
 *     row-copy         the lanes of a workgroup one after the other along the rows
 *     column-walk      one after the other down a column, then the next vector of columns
 *     mfma-a, mfma-b   operand of a matrix instruction; rows of the tile are rows of A or columns of B, columns are k
 *     transposed-read  ds_read_b64_tr_*: rows of the tile are k, columns are rows of A or columns of B
 *     ldmatrix         16 bytes of 8 rows for each matrix
 *     direct-to-lds    as row-copy, by hardware without registers
 *
 * A workgroup shares what row-copy, column-walk and direct-to-lds copy; the others every wave reads whole. A pattern
 * takes several steps, an instruction each, until it has been everywhere.
 */
import {
  type MatrixInstruction,
  type Message,
  messages,
  type OperandPosition,
  operandPosition,
  type Opcode,
} from '@ldscope/core';

/** The part of a tile that a pattern covers. Sizes are in elements. */
interface Ground {
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
  /** Elements that a lane moves at once. */
  readonly vector: number;
  readonly waveSize: number;
  /** Waves that share it: those of the workgroup, or 1. */
  readonly waves: number;
  readonly opcode: Opcode;
  readonly matrix?: MatrixInstruction | undefined;
}

export interface Steps {
  readonly count: number;
  /** Relative to the ground; `undefined` where the lane has nothing to do. */
  readonly place: (
    lane: number,
    wave: number,
    step: number,
  ) => { readonly row: number; readonly column: number } | undefined;
}

interface Pattern {
  /** The kind of instructions that it consists of. */
  readonly form: 'plain' | 'async' | 'transposed' | 'rows';
  readonly direction: 'read' | 'write' | 'any';
  readonly needsMatrix: boolean;
  /** `where` names the access in a message. */
  readonly steps: (ground: Ground, where: string) => Steps | Message;
}

const plain = { form: 'plain', direction: 'any', needsMatrix: false } as const;

export const patterns: Readonly<Record<string, Pattern>> = {
  'row-copy': { ...plain, steps: rowCopy },
  'column-walk': { ...plain, steps: columnWalk },
  'direct-to-lds': { ...plain, form: 'async', direction: 'write', steps: rowCopy },
  'mfma-a': { ...plain, direction: 'read', needsMatrix: true, steps: operand('a') },
  'mfma-b': { ...plain, direction: 'read', needsMatrix: true, steps: operand('b') },
  'transposed-read': { ...plain, form: 'transposed', direction: 'read', steps: transposed },
  'ldmatrix': { ...plain, form: 'rows', direction: 'read', steps: matrixRows },
};

/** Chunks of a vector, counted along the rows. */
function rowCopy(ground: Ground, where: string): Steps | Message {
  const { rows, columns, vector } = ground;
  if (columns % vector !== 0) return blockMessage(ground, where, 1, vector);
  const perRow = columns / vector;
  return chunks(ground, rows * perRow, (chunk) => ({
    row: Math.floor(chunk / perRow),
    column: vector * (chunk % perRow),
  }));
}

/** Chunks of a vector, counted down the columns. */
function columnWalk(ground: Ground, where: string): Steps | Message {
  const { rows, columns, vector } = ground;
  if (columns % vector !== 0) return blockMessage(ground, where, 1, vector);
  return chunks(ground, (rows * columns) / vector, (chunk) => ({
    row: chunk % rows,
    column: vector * Math.floor(chunk / rows),
  }));
}

function chunks(
  { waves, waveSize }: Ground,
  all: number,
  placeOf: (chunk: number) => { readonly row: number; readonly column: number },
): Steps {
  const threads = waves * waveSize;
  return {
    count: Math.ceil(all / threads),
    place(lane, wave, step) {
      const chunk = step * threads + (wave % waves) * waveSize + lane;
      return chunk < all ? placeOf(chunk) : undefined;
    },
  };
}

/** Bytes of consecutive k that a lane holds of an operand before the next group of lanes goes on. */
const CHUNK_BYTES = 16;

/**
 * An operand of a matrix instruction. A vector of more than a lane holds is that of several instructions, which then
 * have k in another order; A and B agree on it.
 */
function operand(side: 'a' | 'b') {
  return (ground: Ground, where: string): Steps | Message => {
    const { matrix, vector, elementBytes } = ground;
    if (matrix === undefined) return messages.spec.matrix(where, `mfma-${side}`);
    const { m, blocks } = matrix;
    const k = matrix.sparse && side === 'a' ? matrix.k / 2 : matrix.k;
    const shape = { m, k, blocks };
    const held = (m * k * blocks) / ground.waveSize;
    // Elements below a byte are in one run of k.
    const most = elementBytes < 1 ? held : Math.min(held, CHUNK_BYTES / elementBytes);
    const chunk = side === 'b' ? (matrix.chunkB ?? most) : most;
    const groups = ground.waveSize / (m * blocks);
    if (vector > chunk) {
      const wide = { ...shape, k: groups * vector };
      return tiled(ground, where, m * blocks, wide.k, 1, (lane) =>
        placeOf(m, operandPosition(wide, lane, 0, vector)),
      );
    }
    if (chunk % vector !== 0) return blockMessage(ground, where, m * blocks, k);
    return tiled(ground, where, m * blocks, k, held / vector, (lane, piece) =>
      placeOf(m, operandPosition(shape, lane, piece * vector, chunk)),
    );
  };
}

const placeOf = (m: number, { row, block, k }: OperandPosition) => ({
  row: block * m + row,
  column: k,
});

/** 16 lanes read as many rows as a lane gets elements, 16 columns wide. */
function transposed(ground: Ground, where: string): Steps | Message {
  const { vector, waveSize } = ground;
  const lanesPerRow = 16 / vector;
  const rows = (waveSize / 16) * vector;
  return tiled(ground, where, rows, 16, 1, (lane) => ({
    row: vector * Math.floor(lane / 16) + Math.floor((lane % 16) / lanesPerRow),
    column: vector * (lane % lanesPerRow),
  }));
}

/** Matrices of 8 rows of 16 bytes: the first two under each other, the next two to the right. */
function matrixRows(ground: Ground, where: string): Steps | Message {
  const { opcode, elementBytes } = ground;
  const matrices = opcode.addressing.kind === 'row' ? opcode.addressing.matrices : 1;
  const unit = 16 / elementBytes;
  const [rows, columns] = [8 * Math.min(matrices, 2), unit * Math.max(1, matrices / 2)];
  return tiled(ground, where, rows, columns, 1, (lane) => {
    const address = lane % (8 * matrices);
    return { row: address % rows, column: unit * Math.floor(address / rows) };
  });
}

/** Blocks over the whole ground, along the rows first. */
function tiled(
  ground: Ground,
  where: string,
  blockRows: number,
  blockColumns: number,
  pieces: number,
  within: (lane: number, piece: number) => { readonly row: number; readonly column: number },
): Steps | Message {
  const { rows, columns } = ground;
  if (rows % blockRows !== 0 || columns % blockColumns !== 0) {
    return blockMessage(ground, where, blockRows, blockColumns);
  }
  const across = columns / blockColumns;
  return {
    count: (rows / blockRows) * across * pieces,
    place(lane, _wave, step) {
      const block = Math.floor(step / pieces);
      const { row, column } = within(lane, step % pieces);
      return {
        row: blockRows * Math.floor(block / across) + row,
        column: blockColumns * (block % across) + column,
      };
    },
  };
}

const blockMessage = (
  { rows, columns }: Ground,
  where: string,
  blockRows: number,
  blockColumns: number,
): Message => messages.spec.block(where, `${blockRows} x ${blockColumns}`, `${rows} x ${columns}`);
