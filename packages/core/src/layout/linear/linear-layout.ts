/**
 * The general layout: a map between index spaces whose sizes are powers of two, linear over GF(2) up to a constant.
 *
 * A 4 x 4 tile whose columns are XORed with the row, `offset = 4 * row + (column ^ row)`:
 *
 *     column     0   1   2   3          column bit 0 -> 1       row bit 0 -> 5
 *     row 0      0   1   2   3          column bit 1 -> 2       row bit 1 -> 10
 *     row 1      5   4   7   6
 *     row 2     10  11   8   9          row 3, column 1:  5 ^ 10 ^ 1 = 14
 *     row 3     15  14  13  12
 *
 * The four numbers on the right are the whole layout, because L(a ^ b) = L(a) ^ L(b): an entry of the table is the XOR of
 * the numbers of its set bits. They are the columns of a matrix over GF(2), one per input bit, low bits first.
 *
 * **Why from the index to the place.** Inputs are the indices that run (row and column; register, lane and wave),
 * outputs are places (an element; an offset). An input always has one place; a place may have several inputs, or none:
 * lanes that hold a copy of the same element are columns of zero, and the other direction would not be a function. And
 * in this direction the questions are matrix products: register and lane to element, then element to offset, is the
 * address of each lane; a wave touches 2^r places, r the rank of the lane's columns, and conflicts follow from ranks of
 * parts of them (`test/oracle/closed-form.ts`). The way back exists where a layout is a bijection.
 *
 * **What it replaces.** Rows and columns in either order, XOR swizzles of Wave, IREE, CUTLASS and Triton, blocked
 * distributions, the operands of matrix instructions, slices and dot operands: each is a constructor, and composition,
 * equality, the width of a vector access and conflicts are written once for all of them. Two layouts are the same exactly
 * when their columns and origins are.
 *
 * **Compared with CuTe.** A CuTe layout adds coordinate times stride. It takes any extent and any stride, so it has
 * padding and tiles of 48 rows; but its XOR is another object in front of it, so one map has several spellings, and a
 * composition exists only where numbers divide each other. A linear layout XORs where CuTe adds: that is the same as
 * long as the strides are powers of two that do not overlap. It has XOR inside, is closed under composition, and has
 * neither padding nor sizes that are not powers of two: sums that carry are not linear. Those stay in
 * `tile/tile-layout.ts`.
 *
 * Several outputs are packed into one number, the first in the lowest bits. All inputs together, and all
 * outputs together, have at most 31 bits.
 */
import { affineLanes } from '../../gf2/affine-lanes.ts';
import { apply } from '../../gf2/gf2.ts';

/** One index of a space: it takes the values 0 to 2^bits - 1. */
export interface BitDimension {
  readonly name: string;
  readonly bits: number;
}

export interface LinearLayout {
  readonly inputs: readonly BitDimension[];
  readonly outputs: readonly BitDimension[];
  /** What each input bit contributes to the packed outputs. */
  readonly columns: readonly number[];
  /** The packed outputs of input 0. */
  readonly origin: number;
}

/** The outputs for one index per input. */
export function applyLayout(layout: LinearLayout, index: readonly number[]): number[] {
  return unpack(layout.outputs, imageOf(layout, pack(layout.inputs, index)));
}

/**
 * The layout whose output is given for every input, in the order of the packed inputs; `undefined` when the table is
 * not linear.
 */
export function layoutFromTable(
  inputs: readonly BitDimension[],
  output: BitDimension,
  table: ArrayLike<number>,
): LinearLayout | undefined {
  const form = affineLanes(table);
  return form === undefined
    ? undefined
    : { inputs, outputs: [output], columns: form.columns, origin: form.origin };
}

function imageOf(layout: LinearLayout, packed: number): number {
  return layout.origin ^ apply(layout.columns, packed);
}

function pack(dimensions: readonly BitDimension[], index: readonly number[]): number {
  let packed = 0;
  let shift = 0;
  for (const [i, { name, bits }] of dimensions.entries()) {
    const value = index[i] ?? 0;
    if (value < 0 || value >= 2 ** bits) throw new RangeError(`${name} = ${value} is out of range`);
    packed += value * 2 ** shift;
    shift += bits;
  }
  return packed;
}

function unpack(dimensions: readonly BitDimension[], packed: number): number[] {
  let rest = packed;
  return dimensions.map(({ bits }) => {
    const value = rest & (2 ** bits - 1);
    rest >>>= bits;
    return value;
  });
}
