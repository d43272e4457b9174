/**
 * The general layout of core: a map between index spaces whose sizes are powers of two and that is linear over
 * GF(2), up to a constant.
 *
 *     inputs  m (6 bits), k (5 bits)     outputs  offset (11 bits)
 *     columns m: 32 72 144 288 512 1024  k: 1 2 4 8 16      one per input bit, low bits first
 *
 *     offset of m = 3, k = 9:   32 ^ 72 ^ 1 ^ 8 = 97
 *
 * Vendor notations convert to it and from it: row-major tiles, XOR swizzles, CK Tile descriptors and
 * distributions, Triton's LinearLayout. Two of them are the same exactly when their columns are, composition
 * is matrix multiplication, and conflicts follow from ranks (`test/oracle/closed-form.ts`).
 *
 * Several outputs are packed into one number, the first in the lowest bits. All inputs together, and all
 * outputs together, have at most 31 bits.
 */
import { affineLanes, type LinearLanes } from '../../gf2/affine-lanes.ts';
import { apply, inverse, rank } from '../../gf2/gf2.ts';

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

/** `outer` after `inner`: the outputs of one are the inputs of the other, by position. */
export function composeLayouts(outer: LinearLayout, inner: LinearLayout): LinearLayout {
  const fits =
    outer.inputs.length === inner.outputs.length &&
    outer.inputs.every(({ bits }, i) => bits === inner.outputs[i]?.bits);
  if (!fits)
    throw new RangeError('the outputs of the inner layout are not the inputs of the outer');
  return {
    inputs: inner.inputs,
    outputs: outer.outputs,
    columns: inner.columns.map((column) => apply(outer.columns, column)),
    origin: imageOf(outer, inner.origin),
  };
}

/** The map back; `undefined` when two inputs share an output or an output is never reached. */
export function inverseLayout(layout: LinearLayout): LinearLayout | undefined {
  if (!isBijective(layout)) return undefined;
  const columns = inverse(layout.columns);
  if (columns === undefined) return undefined;
  const { inputs, outputs } = layout;
  return { inputs: outputs, outputs: inputs, columns, origin: apply(columns, layout.origin) };
}

/** True when every output is reached by exactly one input. */
export function isBijective(layout: LinearLayout): boolean {
  return isInjective(layout) && bitsOf(layout.inputs) === bitsOf(layout.outputs);
}

/** True when no two inputs share an output. */
function isInjective(layout: LinearLayout): boolean {
  return rank(layout.columns) === layout.columns.length;
}

/** The same map in units of a power of two: from elements to bytes. Scales a layout with a single output. */
export function scaleLayout(layout: LinearLayout, factorBits: number, name: string): LinearLayout {
  const [output] = layout.outputs;
  if (output === undefined || layout.outputs.length !== 1) {
    throw new RangeError('only a layout with one output can be scaled');
  }
  return {
    inputs: layout.inputs,
    outputs: [{ name, bits: output.bits + factorBits }],
    columns: layout.columns.map((column) => column << factorBits),
    origin: layout.origin << factorBits,
  };
}

/**
 * What the lanes of one wave see: the input named `lane` runs, the others stay.
 *
 * `fixed` has an entry for each input; the one of the lane is ignored.
 */
export function lanesOf(
  layout: LinearLayout,
  lane: string,
  fixed: readonly number[],
): LinearLanes | undefined {
  let first = 0;
  for (const [i, { name, bits }] of layout.inputs.entries()) {
    if (name === lane) {
      const rest = layout.inputs.map((_, j) => (j === i ? 0 : (fixed[j] ?? 0)));
      return {
        origin: imageOf(layout, pack(layout.inputs, rest)),
        columns: layout.columns.slice(first, first + bits),
      };
    }
    first += bits;
  }
  return undefined;
}

/**
 * The layout whose output is given for every input, in the order of the packed inputs; `undefined` when the table is
 * not linear. Complete where `descriptorLayout` is not.
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

function bitsOf(dimensions: readonly BitDimension[]): number {
  return dimensions.reduce((sum, { bits }) => sum + bits, 0);
}
