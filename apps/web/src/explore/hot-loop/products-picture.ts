/** The tile of the workgroup with its waves, and the blocks of one wave as a product: B above C, A at its left. */
import { range } from '@ldscope/core';
import { classes, label, type Picture, rect, svg, type SvgNode } from '@ldscope/render';
import { type GemmTile, tileText, waveCount } from '../parts/gemm-tile.ts';
import type { Age, Product, Products } from './products.ts';

const SIDE = 84;
const STRIP = 16;
/** Cells get narrower with their number; text of those that are too narrow is left to their titles. */
const WIDEST_CELL = 62;
const NARROWEST_CELL = 15;
const TEXT_WIDTH = 48;
const SHORT_WIDTH = 24;
const ROOM = 520;
const GAP = 12;
const LEFT = 8;
const TOP = 26;
/** The drawing of the workgroup is in the corner that A and B leave free. */
const CORNER = { width: STRIP + 26 + SIDE + 24, height: STRIP + 8 + SIDE };

const looks: Readonly<Record<Age, string>> = { before: 'empty', this: 'accent', next: 'good' };
const signs: Readonly<Record<Age, string>> = { before: '-', this: '', next: '+' };

/** Size of what an instruction takes: rows of A, or columns of B, and k. */
export type BlockShape = Readonly<{ rows: number; columns: number; depth: number }>;

export function productsPicture(
  { rows, columns, depth, places }: Products,
  product: Product,
  wave: number,
  { tile, block }: { readonly tile: GemmTile; readonly block: BlockShape },
): Picture {
  const w = Math.min(WIDEST_CELL, Math.max(NARROWEST_CELL, Math.floor(ROOM / (places + columns))));
  const hasText = w >= TEXT_WIDTH;
  const h = hasText ? 30 : Math.max(NARROWEST_CELL, Math.min(24, w));
  const cx = LEFT + Math.max(places * w, CORNER.width) + GAP;
  const cy = TOP + Math.max(places * h, CORNER.height) + GAP;
  const cell = (x: number, y: number, look: string, text: string, short: string, now: boolean) =>
    svg(
      'g',
      {},
      svg('title', {}, text),
      rect(x, y, w - 2, h - 2, look),
      label(x + w / 2 - 1, y + h / 2 - 0.5, hasText ? text : short, 'small'),
      ...(now ? [rect(x, y, w - 2, h - 2, { class: 'selected', fill: 'none' })] : []),
    );
  const operand = (side: 'a' | 'b', index: number, place: number, x: number, y: number) => {
    const { slice, age } = product[side][index * places + place] ?? { slice: 0, age: 'before' };
    const isNow =
      age === 'this' &&
      slice === product.slice &&
      index === (side === 'a' ? product.row : product.column);
    const name = `${side.toUpperCase()}[${index},${slice ?? '-'}]${signs[age]}`;
    return cell(
      x,
      y,
      looks[age],
      name,
      w < SHORT_WIDTH ? signs[age] : `${slice ?? ''}${signs[age]}`,
      isNow,
    );
  };
  const { row, column, slice } = product;
  return {
    width: cx + columns * w + 6,
    height: cy + rows * h + 8,
    title: 'Blocks of a wave, product by product',
    description: `C[${row},${column}] += A[${row},${slice}] B[${column},${slice}]; a block of A or B is of this step, of the next (+) or of the one before (-).`,
    content: [
      ...workgroup(tile, wave),
      label(cx - 2, TOP - 12, `B[j,k], ${block.depth} x ${block.columns}`, 'small start faint'),
      ...range(places).flatMap((k) =>
        range(columns).map((j) => operand('b', j, k, cx + j * w, cy - GAP - (places - k) * h)),
      ),
      ...range(rows).flatMap((i) =>
        range(places).map((k) => operand('a', i, k, cx - GAP - (places - k) * w, cy + i * h)),
      ),
      ...range(rows).flatMap((i) =>
        range(columns).map((j) => {
          const done = product.c[i * columns + j] ?? 0;
          const text = `${done} of ${depth}`;
          const look = classes(done === 0 ? 'empty' : done < depth ? 'cell' : 'good');
          const isNow = i === row && j === column;
          return cell(cx + j * w, cy + i * h, look, text, String(done), isNow);
        }),
      ),
    ],
  };
}

/** C by waves, with the parts of A and B that the wave reads. */
function workgroup(tile: GemmTile, wave: number): SvgNode[] {
  const [alongM, alongN] = tile.waves;
  const [left, top] = [LEFT + STRIP + 26, TOP + STRIP + 8];
  const [width, height] = [SIDE / alongN, SIDE / alongM];
  const [mine, beside] = [Math.floor(wave / alongN), wave % alongN];
  return [
    label(left - STRIP - 6, TOP - 12, `tile of ${tileText(tile)}`, 'small start faint'),
    ...range(alongN).map((part) =>
      rect(left + part * width, TOP, width - 2, STRIP, part === beside ? 'accent' : 'cell'),
    ),
    ...range(alongM).map((part) =>
      rect(
        left - STRIP - 8,
        top + part * height,
        STRIP,
        height - 2,
        part === mine ? 'accent' : 'cell',
      ),
    ),
    label(left + SIDE + 6, TOP + STRIP / 2, 'B', 'small start soft'),
    label(left - STRIP - 16, top + 8, 'A', 'small soft'),
    ...range(waveCount(tile)).map((each) => {
      const [x, y] = [left + (each % alongN) * width, top + Math.floor(each / alongN) * height];
      return svg(
        'g',
        { 'data-wave': each },
        rect(x, y, width - 2, height - 2, each === wave ? 'accent' : 'cell'),
        ...(Math.min(width, height) < 16
          ? []
          : [label(x + width / 2 - 1, y + height / 2 - 1, each, 'small')]),
      );
    }),
  ];
}
