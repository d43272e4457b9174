/**
 * The matrix instructions of a loop, one by one, with the blocks of A and B that are in registers before each.
 *
 *     loop by hand, 1 of 64     C[0,0] += A[0,0] B[0,0]     A[0:3,0:1] of this step, A[0:3,2:3] still of the one before
 *     64 of 64                  C[3,3] += A[3,3] B[3,3]     A[0:3,0:1] of the next step already asked for
 *
 * A block of A or B is what one matrix instruction takes. Its registers are named by a row (of B: a column) and a place along k;
 * reads of a row come slice by slice, so the number of reads so far tells which slice of which step a place holds.
 */
import { range } from '@ldscope/core';
import { classes, label, type Picture, rect, svg, type SvgNode } from '@ldscope/render';
import { type GemmTile, tileText, waveCount } from '../parts/gemm-tile.ts';

/** The step that a block of A or B comes from when its read has been asked for. */
type Age = 'before' | 'this' | 'next';

/** What registers of an operand hold: a slice of k, counted through all steps. */
interface HeldBlock {
  /** Within its step; absent where nothing has been read yet. */
  readonly slice: number | undefined;
  readonly age: Age;
}

export interface Product {
  readonly row: number;
  readonly column: number;
  /** Of k, in blocks. */
  readonly slice: number;
  /** Entry block * places + place: what A and B hold before this product. */
  readonly a: readonly HeldBlock[];
  readonly b: readonly HeldBlock[];
  /** Entry row * columns + column: slices of the step that are in C before this product. */
  readonly c: readonly number[];
  /** What the loop issues after this product and before the next. */
  readonly after: readonly string[];
}

/** Blocks of the tile of a wave. */
export interface Blocks {
  readonly rows: number;
  readonly columns: number;
  /** Slices of k. */
  readonly depth: number;
}

export interface Products extends Blocks {
  /** Blocks of k that the registers of a row hold at once. */
  readonly places: number;
  readonly products: readonly Product[];
}

const PRODUCT = /^MFMA A\[(\d+),(\d+)(?:,0:(\d+))?\], B\[(\d+),(\d+)[^\]]*\], C\[(\d+),(\d+)\]$/;
const READ = /^ds_read_b\d+(?:_\d+)? ([AB])\[(\d+),(\d+)(?::(\d+))?(?:,(\d+))?\]/;

/** The lines of a section, without comments. */
function sectionOf(text: string, name: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim());
  const start = lines.findIndex((line) => line.startsWith(name));
  const end = lines.findIndex((line, index) => index > start && line.endsWith(':'));
  return lines.slice(start + 1, end < 0 ? undefined : end).filter((line) => line !== '');
}

/** Largest number of a pattern's group in the lines; -1 where nothing matches. */
const largest = (lines: readonly string[], pattern: RegExp, group: number): number =>
  Math.max(-1, ...lines.map((line) => Number(pattern.exec(line)?.[group] ?? -1)));

/**
 * The products of an iteration in the steady state, in order; `undefined` for a loop that does not name its blocks, or reads
 * none of them.
 */
export function productsOf(text: string, { rows, columns, depth }: Blocks): Products | undefined {
  const body = sectionOf(text, 'loop ');
  const places = largest(body, PRODUCT, 2) + 1;
  const parts = largest(body, PRODUCT, 3) + 1;
  if (places === 0 || !body.some((line) => READ.test(line))) return undefined;
  const size = { A: rows * places, B: columns * places } as const;
  /** By place, the number of its slice, counted through all steps. */
  const held = {
    A: Array.from({ length: size.A }, () => -1),
    B: Array.from({ length: size.B }, () => -1),
  };
  /** Slices read so far, by row of A or column of B; slices added, by block of C. */
  const read = { A: new Map<number, number>(), B: new Map<number, number>() };
  const added = Array.from({ length: rows * columns }, () => 0);
  const take = (line: string): boolean => {
    const [, side, block = 0, from = 0, to = from, part] = READ.exec(line) ?? [];
    if (side !== 'A' && side !== 'B') return false;
    // A block in several parts is there with its last.
    if (part !== undefined && Number(part) !== parts - 1) return true;
    for (let place = Number(from); place <= Number(to); place++) {
      const slice = read[side].get(Number(block)) ?? 0;
      read[side].set(Number(block), slice + 1);
      held[side][Number(block) * places + place] = slice;
    }
    return true;
  };
  for (const line of sectionOf(text, 'prologue')) take(line);
  const products: (Omit<Product, 'after'> & { readonly after: string[] })[] = [];
  // The first iteration finds registers that nothing has filled: the second is like all that follow.
  for (const iteration of [0, 1]) {
    for (const line of body) {
      const product = PRODUCT.exec(line);
      if (product === null) {
        take(line);
        if (iteration === 1) products.at(-1)?.after.push(line);
        continue;
      }
      const [row = 0, , , column = 0] = product.slice(1).map(Number);
      const at = row * columns + column;
      const slices = added[at] ?? 0;
      const step = Math.floor(slices / depth);
      const aged = (slice: number): HeldBlock => {
        const own = Math.floor(slice / depth);
        return {
          slice: slice < 0 ? undefined : slice % depth,
          age: own === step ? 'this' : own < step ? 'before' : 'next',
        };
      };
      if (iteration === 1) {
        products.push({
          row,
          column,
          slice: slices % depth,
          a: held.A.map(aged),
          b: held.B.map(aged),
          c: added.map((one) => Math.max(0, one - step * depth)),
          after: [],
        });
      }
      added[at] = slices + 1;
    }
  }
  return { rows, columns, depth, places, products };
}

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
type BlockShape = Readonly<{ rows: number; columns: number; depth: number }>;

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
