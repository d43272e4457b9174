/**
 * The matrix instructions of the loop by hand, one by one, with the blocks of A and B that are in registers before each.
 *
 *     product 1 of 64     C[0,0] += A[0,0] B[0,0]     A[0:3,0:1] of this tile, A[0:3,2:3] still of the one before
 *     product 64          C[3,3] += A[3,3] B[3,3]     A[0:3,0:1] of the next tile already asked for
 *
 * A block of A or B is 32 x 8 halves, 2 registers of each lane; a block of C is 32 x 32 floats, 16 registers.
 */
import byHand from '../../../../../examples/schedules/gemm-256x256x32.sched?raw';

/** Blocks along each side of the tile of a wave, and slices of k. */
export const BLOCKS = 4;
export const REGISTERS = { operand: 2, accumulator: 16 } as const;

/** The tile that a block of A or B comes from when its read has been asked for. */
export type Age = 'before' | 'this' | 'next';

export interface Product {
  readonly row: number;
  readonly column: number;
  readonly slice: number;
  /** Entry block * BLOCKS + slice: what A and B hold before this product. */
  readonly a: readonly Age[];
  readonly b: readonly Age[];
  /** Entry row * BLOCKS + column: slices that are in C before this product. */
  readonly c: readonly number[];
  /** What the loop issues after this product and before the next. */
  readonly after: readonly string[];
}

const PRODUCT = /^MFMA A\[(\d),(\d)\], B\[(\d),\d\], C\[\d,\d\]$/;
const READ = /^ds_read_b128_\d+ ([AB])\[(\d),(\d):(\d)\]/;

function bodyOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim());
  const start = lines.findIndex((line) => line.startsWith('loop '));
  const end = lines.findIndex((line, index) => index > start && line.endsWith(':'));
  return lines.slice(start + 1, end < 0 ? undefined : end).filter((line) => line !== '');
}

/** The products of an iteration, in order. */
export function productsOf(text: string = byHand): Product[] {
  // A slice is read again once all of its products are done: what is read before is of this tile, then of the next.
  const held = (): Age[] =>
    Array.from({ length: BLOCKS * BLOCKS }, (_, at) =>
      at % BLOCKS < BLOCKS / 2 ? 'this' : 'before',
    );
  const operands = { A: held(), B: held() };
  const c = Array.from({ length: BLOCKS * BLOCKS }, () => 0);
  const products: (Omit<Product, 'after'> & { readonly after: string[] })[] = [];
  for (const line of bodyOf(text)) {
    const product = PRODUCT.exec(line);
    if (product !== null) {
      const [row = 0, slice = 0, column = 0] = product.slice(1).map(Number);
      products.push({
        row,
        column,
        slice,
        a: [...operands.A],
        b: [...operands.B],
        c: [...c],
        after: [],
      });
      const at = row * BLOCKS + column;
      c[at] = (c[at] ?? 0) + 1;
      continue;
    }
    products.at(-1)?.after.push(line);
    const [, name, block, from, to] = READ.exec(line) ?? [];
    if (name !== 'A' && name !== 'B') continue;
    const held = operands[name];
    for (let slice = Number(from); slice <= Number(to); slice++) {
      const at = Number(block) * BLOCKS + slice;
      held[at] = held[at] === 'before' ? 'this' : 'next';
    }
  }
  return products;
}
