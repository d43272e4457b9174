/** Random CK Tile specifications: rows stored by threads that rake them, loaded by rows, by columns or a lane per row. */
import * as fc from 'fast-check';
import { powers } from '../../../test/powers.ts';

export interface RandomSpec {
  readonly element: 'f16' | 'f32' | 'fp8';
  readonly rows: number;
  readonly columns: number;
  readonly waves: number;
  readonly lds: string;
  readonly read: string;
}

const BYTES = { f16: 2, f32: 4, fp8: 1 } as const;

/** Threads rake the rows: each has `vector` elements of a row. */
function rake(rows: number, columns: number, waves: number, vector: number): string {
  const along = columns / vector;
  const down = 64 / along;
  const hs = `[[${rows / (waves * down)}, ${waves}, ${down}], [${along}, ${vector}]]`;
  return `{ rs: [1], hs: ${hs}, ps_major: [[1], [1, 2]], ps_minor: [[1], [2, 0]], ys_major: [1, 2], ys_minor: [0, 1] }`;
}

/** A lane per row, waves side by side along the columns. */
function lanePerRow(rows: number, columns: number, waves: number, vector: number): string {
  const hs = `[[${rows / 64}, 64], [${waves}, ${columns / (waves * vector)}, ${vector}]]`;
  return `{ rs: [1], hs: ${hs}, ps_major: [[2], [1]], ps_minor: [[0], [1]], ys_major: [1, 2, 2], ys_minor: [0, 1, 2] }`;
}

const fits = (rows: number, columns: number, waves: number, vector: number): boolean => {
  const down = 64 / (columns / vector);
  return columns >= vector && Number.isInteger(down) && rows % (waves * down) === 0;
};

/** With a descriptor of its own in place of the specification's. */
export function specText({ element, lds, rows, columns, waves, read }: RandomSpec, own?: string) {
  const layout = own === undefined ? lds : `lds: |\n  ${own.replaceAll('\n', '\n  ')}`;
  const write = rake(rows, columns, waves, 16 / BYTES[element]);
  return `element: ${element}\n${layout}\nwrite: { distribution: ${write} }\nread: ${read}\n`;
}

export const specs: fc.Arbitrary<RandomSpec> = fc
  .record({
    element: fc.constantFrom<RandomSpec['element'][]>('f16', 'f32', 'fp8'),
    rows: fc.constantFrom(32, 64, 64, 96),
    columns: powers(4, 6),
    waves: powers(0, 2),
    kPack: powers(0, 4),
    mLdsLayer: powers(0, 3),
    pad: fc.constantFrom(0, 0, 4, 8, 16),
    isSwapped: fc.boolean(),
    side: fc.constantFrom<('rows' | 'columns' | 'lanes')[]>(
      'rows',
      'columns',
      'columns',
      'columns',
      'lanes',
    ),
  })
  .map(({ element, rows, columns, waves, kPack, mLdsLayer, pad, isSwapped, side }) => {
    const vector = 16 / BYTES[element];
    const pack = Math.max(kPack, vector);
    const isPower = Number.isInteger(Math.log2(rows));
    const canSwap = isSwapped && isPower && columns % pack === 0 && rows >= mLdsLayer;
    const swapping = `{ m: ${rows}, k: ${columns}, kpack: ${pack}, mldslayer: ${mLdsLayer} }`;
    const pitch = columns + (pad * vector) / 8;
    const lds = canSwap
      ? `lds_swapping: ${swapping}`
      : `lds: { naive: { lengths: [${rows}, ${columns}], strides: [${Math.ceil(pitch)}, 1] } }`;
    const along = rake(rows, columns, waves, vector);
    const down = rake(columns, rows, waves, vector);
    const lanes = lanePerRow(rows, columns, waves, vector);
    const read =
      side === 'columns' && fits(columns, rows, waves, vector)
        ? `{ distribution: ${down}, view: km }`
        : side === 'lanes' && rows % 64 === 0 && columns % (waves * vector) === 0
          ? `{ distribution: ${lanes} }`
          : `{ distribution: ${along} }`;
    return { element, rows, columns, waves, lds, read };
  })
  .filter(({ element, rows, columns, waves }) => fits(rows, columns, waves, 16 / BYTES[element]));
