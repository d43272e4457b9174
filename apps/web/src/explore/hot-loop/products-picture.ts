/** The tile of the workgroup with its four waves, and the blocks of one wave as a product: B above C, A at its left. */
import { classes, label, type Picture, rect, svg, type SvgNode } from '@ldscope/render';
import { type Age, BLOCKS, type Product } from './products.ts';

const SIDE = 84;
const STRIP = 16;
const CELL = { width: 62, height: 30 };
const GAP = 12;
const LEFT = 8;
const TOP = 26;

const looks: Readonly<Record<Age, string>> = { before: 'empty', this: 'accent', next: 'good' };
const signs: Readonly<Record<Age, string>> = { before: '-', this: '', next: '+' };

/** A wave is a quarter of C: waves 0 and 1 share rows of A, waves 0 and 2 columns of B. */
export function productsPicture(product: Product, wave: number): Picture {
  const { row, column, slice } = product;
  const [w, h] = [CELL.width, CELL.height];
  const [blocksWide, blocksHigh] = [BLOCKS * w, BLOCKS * h];
  const [cx, cy] = [LEFT + blocksWide + GAP, TOP + blocksHigh + GAP];
  const indices = Array.from({ length: BLOCKS }, (_, index) => index);
  const cell = (x: number, y: number, look: string, text: string, isNow: boolean): SvgNode =>
    svg(
      'g',
      {},
      rect(x, y, w - 2, h - 2, look),
      label(x + w / 2 - 1, y + h / 2 - 0.5, text, 'small'),
      ...(isNow ? [rect(x, y, w - 2, h - 2, { class: 'selected', fill: 'none' })] : []),
    );
  const operand = (ages: readonly Age[], block: number, k: number): readonly [string, string] => {
    const age = ages[block * BLOCKS + k] ?? 'before';
    return [looks[age], signs[age]];
  };
  return {
    width: cx + blocksWide + 6,
    height: cy + blocksHigh + 8,
    title: 'Blocks of a wave, product by product',
    description: `C[${row},${column}] += A[${row},${slice}] B[${column},${slice}]; a block of A or B is of this tile, of the next (+) or of the one before (-).`,
    content: [
      ...workgroup(wave),
      label(cx - 2, TOP - 12, 'B[j,k], 8 x 32', 'small start faint'),
      ...indices.flatMap((k) =>
        indices.map((j) => {
          const [look, sign] = operand(product.b, j, k);
          const isNow = j === column && k === slice;
          return cell(cx + j * w, TOP + k * h, look, `B[${j},${k}]${sign}`, isNow);
        }),
      ),
      ...indices.flatMap((i) =>
        indices.map((k) => {
          const [look, sign] = operand(product.a, i, k);
          const isNow = i === row && k === slice;
          return cell(LEFT + k * w, cy + i * h, look, `A[${i},${k}]${sign}`, isNow);
        }),
      ),
      ...indices.flatMap((i) =>
        indices.map((j) => {
          const done = product.c[i * BLOCKS + j] ?? 0;
          const isNow = i === row && j === column;
          const text = `${done} of ${BLOCKS}`;
          return cell(cx + j * w, cy + i * h, classes(done === 0 ? 'empty' : 'cell'), text, isNow);
        }),
      ),
    ],
  };
}

/** C in quarters, with the halves of A and B that the wave reads; it has the corner that a product leaves free. */
function workgroup(wave: number): SvgNode[] {
  const [left, top] = [LEFT + STRIP + 26, TOP + STRIP + 8];
  const half = SIDE / 2;
  const [mine, beside] = [Math.floor(wave / 2), wave % 2];
  const box = (x: number, y: number, width: number, height: number, look: string): SvgNode =>
    rect(x, y, width, height, look);
  return [
    label(left - STRIP - 6, TOP - 12, 'tile of 256 x 256 x 32', 'small start faint'),
    ...[0, 1].flatMap((part) => [
      box(left + part * half, TOP, half - 2, STRIP, part === beside ? 'accent' : 'cell'),
      box(left - STRIP - 8, top + part * half, STRIP, half - 2, part === mine ? 'accent' : 'cell'),
    ]),
    label(left + SIDE + 6, TOP + STRIP / 2, 'B', 'small start soft'),
    label(left - STRIP - 16, top + 8, 'A', 'small soft'),
    ...[0, 1, 2, 3].map((each) => {
      const [x, y] = [left + (each % 2) * half, top + Math.floor(each / 2) * half];
      return svg(
        'g',
        { 'data-wave': each },
        box(x, y, half - 2, half - 2, each === wave ? 'accent' : 'cell'),
        label(x + half / 2 - 1, y + half / 2 - 1, each, 'small'),
      );
    }),
  ];
}
