/**
 * Linear layouts after one another, backwards, and in other units: products and inverses of their matrices.
 *
 * Descriptors and distributions become linear layouts by their tables, so these are a second way to what the transforms
 * compute.
 */
import {
  apply,
  type BitDimension,
  calculateOffset,
  inverse,
  layoutFromTable,
  type LinearLanes,
  type LinearLayout,
  rank,
  type TensorDescriptor,
} from '@ldscope/core';

/** The layout from the indices of a descriptor, named in order, to its offset; `undefined` when it is not linear. */
export function descriptorLayout(
  descriptor: TensorDescriptor,
  inputs: readonly BitDimension[],
): LinearLayout | undefined {
  const width = bitsOf(inputs);
  const offsets = Array.from({ length: 2 ** width }, (_, packed) =>
    calculateOffset(descriptor, unpacked(inputs, packed)),
  );
  const bits = 32 - Math.clz32(Math.max(...offsets));
  return layoutFromTable(inputs, { name: 'offset', bits }, offsets);
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

function bitsOf(dimensions: readonly BitDimension[]): number {
  return dimensions.reduce((sum, { bits }) => sum + bits, 0);
}

function imageOf({ columns, origin }: LinearLayout, packed: number): number {
  return origin ^ apply(columns, packed);
}

function pack(dimensions: readonly BitDimension[], index: readonly number[]): number {
  let shift = 0;
  return dimensions.reduce((packed, { bits }, i) => {
    const value = (index[i] ?? 0) * 2 ** shift;
    shift += bits;
    return packed + value;
  }, 0);
}

/** The index that is packed into one number, the first dimension in the lowest bits. */
function unpacked(dimensions: readonly BitDimension[], packed: number): number[] {
  let rest = packed;
  return dimensions.map(({ bits }) => {
    const value = rest % 2 ** bits;
    rest = Math.floor(rest / 2 ** bits);
    return value;
  });
}
