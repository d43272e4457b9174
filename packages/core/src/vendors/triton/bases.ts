/**
 * Linear layouts of tensors, grown dimension by dimension as Triton's `LinearLayout` products are.
 *
 *     4 registers along dim1, then 8 lanes along dim1, then 8 along dim0
 *
 *     register [0,1] [0,2]     lane [0,4] [0,8] [0,16] [1,0] [2,0] [4,0]
 *
 * Each step begins where the dimension ends so far; what goes beyond the tensor repeats it (a basis of zeros).
 */
import { inverse } from '../../gf2/gf2.ts';
import type { BitDimension, LinearLayout } from '../../layout/linear/linear-layout.ts';

/** The index of what holds an element. */
export type Holder = 'register' | 'lane' | 'warp' | 'block';

export const HOLDERS: readonly Holder[] = ['register', 'lane', 'warp', 'block'];

type Vector = readonly number[];

/** Bases of one tensor; `size` is how far each dimension reaches. */
export class TensorBases {
  readonly bases: Record<Holder, Vector[]> = { register: [], lane: [], warp: [], block: [] };
  readonly #size: number[];
  readonly #shape: readonly number[];

  /** `shape` is what one block holds. */
  constructor(shape: readonly number[]) {
    this.#shape = shape;
    this.#size = shape.map(() => 1);
  }

  /** `count` of them along a dimension, each one step further. */
  add(holder: Holder, dimension: number, count: number): this {
    for (let i = 1; i < count; i *= 2) {
      const size = this.#size[dimension] ?? 1;
      this.bases[holder].push(this.#unit(dimension, size < this.#extent(dimension) ? size : 0));
      this.#size[dimension] = size * 2;
    }
    return this;
  }

  /** The same over all dimensions, `order[0]` first. */
  addAll(holder: Holder, counts: readonly number[], order: readonly number[]): this {
    for (const dimension of order) this.add(holder, dimension, counts[dimension] ?? 1);
    return this;
  }

  /** `count` of them that hold the same. */
  repeat(holder: Holder, count: number): this {
    for (let i = 1; i < count; i *= 2) this.bases[holder].push(this.#shape.map(() => 0));
    return this;
  }

  /** Bases as given; dimensions reach as far as they do. */
  set(holder: Holder, bases: readonly Vector[]): this {
    for (const basis of bases) {
      this.bases[holder].push(
        basis.map((value, dimension) => (value < this.#extent(dimension) ? value : 0)),
      );
      for (const [dimension, value] of basis.entries()) {
        const size = this.#size[dimension] ?? 1;
        if (value >= size) this.#size[dimension] = 2 ** (Math.floor(Math.log2(value)) + 1);
      }
    }
    return this;
  }

  /** Registers for what the block's part of the tensor has left, along `order[0]` first. */
  complete(order: readonly number[]): this {
    for (const dimension of order) {
      const size = Math.max(1, this.#size[dimension] ?? 1);
      this.add('register', dimension, this.#extent(dimension) / size);
    }
    return this;
  }

  #extent(dimension: number): number {
    return this.#shape[dimension] ?? 1;
  }

  #unit(dimension: number, value: number): number[] {
    return this.#shape.map((_, d) => (d === dimension ? value : 0));
  }
}

export const bitsOf = (size: number): number => Math.max(0, Math.ceil(Math.log2(size)));

/** `dim0`, `dim1`, ... of a tensor, as outputs or inputs of a layout. */
function tensorDimensions(shape: readonly number[]): BitDimension[] {
  return shape.map((size, d) => ({ name: `dim${d}`, bits: bitsOf(size) }));
}

/** Coordinates in one number, as a layout packs them: dim0 in the lowest bits. */
function packCoordinates(shape: readonly number[], coordinates: Vector): number {
  let packed = 0;
  let shift = 0;
  for (const [d, size] of shape.entries()) {
    packed |= (coordinates[d] ?? 0) << shift;
    shift += bitsOf(size);
  }
  return packed;
}

/** Inputs `register`, `lane`, `warp`, `block`; outputs `dim0`, `dim1`, ... */
export function distributedLayout(
  shape: readonly number[],
  bases: Readonly<Record<Holder, readonly Vector[]>>,
): LinearLayout {
  return {
    inputs: HOLDERS.map((name) => ({ name, bits: bases[name].length })),
    outputs: tensorDimensions(shape),
    columns: HOLDERS.flatMap((name) => bases[name].map((basis) => packCoordinates(shape, basis))),
    origin: 0,
  };
}

/**
 * From bases of the offset to the layout of memory: inputs `dim0`, `dim1`, ..., output `offset` in elements.
 * `undefined` when an element has no place or two.
 */
export function placementLayout(
  shape: readonly number[],
  offset: readonly Vector[],
): LinearLayout | undefined {
  const inputs = tensorDimensions(shape);
  const bits = inputs.reduce((sum, input) => sum + input.bits, 0);
  if (bits !== offset.length) return undefined;
  const columns = inverse(offset.map((basis) => packCoordinates(shape, basis)));
  if (columns === undefined) return undefined;
  return { inputs, outputs: [{ name: 'offset', bits }], columns, origin: 0 };
}

/** The columns of one input of a layout. */
export function columnsOf(layout: LinearLayout, name: string): readonly number[] {
  let first = 0;
  for (const input of layout.inputs) {
    if (input.name === name) return layout.columns.slice(first, first + input.bits);
    first += input.bits;
  }
  return [];
}

/** Dimensions from the fastest to the slowest. */
export const rowMajor = (rank: number): number[] =>
  Array.from({ length: rank }, (_, d) => rank - 1 - d);

/** What is wrong with bases of a tensor; `undefined` for lists of small coordinates. */
export function coordinatesProblem(bases: readonly Vector[], rank: number): string | undefined {
  return bases.every(
    (basis) =>
      basis.length === rank &&
      basis.every((value) => Number.isSafeInteger(value) && value >= 0 && value < 2 ** 30),
  )
    ? undefined
    : `its bases are not lists of ${rank} coordinates`;
}
