/** `vector` operations whose result is a selection of elements: slices, shuffles, transposes. */
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { integersOf } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { counted } from '../reductions.ts';
import { denseStrides } from './memref.ts';
import { takes } from '../take.ts';

function shapeOf(value: Value): readonly number[] {
  const type = resolveType(value.type);
  return type.kind === 'vector' ? type.shape : [];
}

const resultCount = (op: Operation): number => {
  const [result] = op.results;
  return result === undefined ? 1 : elementCount(result.type);
};

/**
 * Operations whose result is a selection of elements: `pick[i]` names operand and element of the result's
 * element i.
 */
type Pick = readonly (readonly [operand: number, element: number])[];

function rearrange(pickOf: (op: Operation) => Pick | undefined): LowerOperation {
  return (op, lowering) => {
    const [result] = op.results;
    const pick = pickOf(op);
    if (result === undefined || pick === undefined || !isComplete(op, pick))
      return lowering.unsupported('this form');
    const slots = op.operands.map((operand) => lowering.data(operand));
    const to = lowering.data(result);
    lowering.emit((wave) => {
      const out = wave.values(to);
      const sources = slots.map((slot) => wave.values(slot));
      for (const [i, [operand, element]] of pick.entries()) {
        const from = element * wave.lanes;
        out.set(sources[operand]?.subarray(from, from + wave.lanes) ?? [], i * wave.lanes);
      }
    });
  };
}

/** True when there is an existing element of one type for each element of the result. */
function isComplete(op: Operation, pick: Pick): boolean {
  if (pick.length !== resultCount(op)) return false;
  const [result] = op.results;
  const wanted = result && elementNameOf(result);
  if (wanted === undefined || op.operands.some((operand) => isMemory(operand.type))) return false;
  return pick.every(([operand, element]) => {
    const source = op.operands[operand];
    if (source === undefined || elementNameOf(source) !== wanted) return false;
    return Number.isInteger(element) && element >= 0 && element < elementCount(source.type);
  });
}

/** Row-major positions of a box at `offsets` with `strides` inside a shape. */
function boxElements(
  shape: readonly number[],
  offsets: readonly number[],
  sizes: readonly number[],
  strides: readonly number[],
): number[] {
  const pitches = denseStrides(shape);
  if (sizes.some((size, i) => !(size <= (shape[i] ?? 1)))) return [];
  const start = pitches.reduce((sum, pitch, i) => sum + (offsets[i] ?? 0) * pitch, 0);
  const all = pitches.map(
    (pitch, i) => [sizes[i] ?? shape[i] ?? 1, (strides[i] ?? 1) * pitch] as const,
  );
  return counted(all).map((position) => start + position);
}

const numbers = (op: Operation, name: string): number[] =>
  integersOf(op, name).map((value) => value ?? Number.NaN);

const extractStridedSlice = rearrange((op) => {
  const [source] = op.operands;
  if (source === undefined) return undefined;
  const [offsets = [], sizes = [], strides = []] = ['offsets', 'sizes', 'strides'].map((name) =>
    numbers(op, name),
  );
  return boxElements(shapeOf(source), offsets, sizes, strides).map((element) => [0, element]);
});

const insertStridedSlice = rearrange((op) => {
  const [value, dest] = op.operands;
  if (value === undefined || dest === undefined) return undefined;
  const shape = shapeOf(dest);
  const inner = shapeOf(value);
  if (inner.length > shape.length) return undefined;
  const padded = [...Array.from({ length: shape.length - inner.length }, () => 1), ...inner];
  const box = boxElements(shape, numbers(op, 'offsets'), padded, numbers(op, 'strides'));
  const pick: (readonly [number, number])[] = Array.from(
    { length: elementCount(dest.type) },
    (_, element) => [1, element],
  );
  for (const [i, element] of box.entries()) pick[element] = [0, i];
  return pick;
});

const broadcast = rearrange((op) => {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return undefined;
  const shape = shapeOf(result);
  const inner = shapeOf(source);
  const missing = shape.length - inner.length;
  if (inner.some((size, i) => size !== 1 && size !== shape[i + missing])) return undefined;
  const pitches = denseStrides(inner);
  const steps = shape.map((size, i) => {
    const own = inner[i - missing];
    return [size, own === undefined || own === 1 ? 0 : (pitches[i - missing] ?? 0)] as const;
  });
  return counted(steps).map((element) => [0, element]);
});

const reshape = rearrange((op) =>
  Array.from({ length: resultCount(op) }, (_, element) => [0, element] as const),
);

const shuffle = rearrange((op) => {
  const [first] = op.operands;
  if (first === undefined || shapeOf(first).length > 1) return undefined;
  const count = elementCount(first.type);
  return numbers(op, 'mask').map((i) => (i < count ? [0, i] : [1, i - count]));
});

const transpose = rearrange((op) => {
  const [source] = op.operands;
  if (source === undefined) return undefined;
  const shape = shapeOf(source);
  const permutation = numbers(op, 'permutation');
  if (permutation.length !== shape.length) return undefined;
  if (shape.some((_, dimension) => !permutation.includes(dimension))) return undefined;
  const pitches = denseStrides(shape);
  const steps = permutation.map((from) => [shape[from] ?? 1, pitches[from] ?? 0] as const);
  return counted(steps).map((element) => [0, element]);
});

const interleave = rearrange((op) =>
  Array.from({ length: resultCount(op) }, (_, i) => [i % 2, i >> 1] as const),
);

/** The elements with even numbers and those with odd ones. */
const deinterleave = takes(1, 0, ([source], lowering, op) => {
  const count = elementCount(source.type) / 2;
  const counts = op.results.map((result) => elementCount(result.type));
  if (counts.length !== 2 || counts.some((other) => other !== count)) {
    const found = counts.map((other) => `${other}`).join(' and ');
    return lowering.mismatch(`two results of ${count}`, found);
  }
  const from = lowering.data(source);
  const slots = op.results.map((result) => lowering.data(result));
  lowering.emit((wave) => {
    const values = wave.values(from);
    for (const [odd, slot] of slots.entries()) {
      const out = wave.values(slot);
      for (let i = 0; i < count; i++) {
        const at = (2 * i + odd) * wave.lanes;
        out.set(values.subarray(at, at + wave.lanes), i * wave.lanes);
      }
    }
  });
});

const fromElements = rearrange((op) => op.operands.map((_, operand) => [operand, 0] as const));

const toElements = takes(1, 0, ([source], lowering, op) => {
  const from = lowering.data(source);
  const slots = op.results.map((result) => lowering.data(result));
  if (slots.length !== elementCount(source.type)) {
    const wanted = `${elementCount(source.type)} results`;
    return lowering.mismatch(wanted, `${slots.length}`);
  }
  lowering.emit((wave) => {
    const values = wave.values(from);
    for (const [i, slot] of slots.entries()) {
      wave.values(slot).set(values.subarray(i * wave.lanes, (i + 1) * wave.lanes));
    }
  });
});

/** By the name of the operation. */
export const rearrangements: Readonly<Record<string, LowerOperation>> = {
  'vector.extract_strided_slice': extractStridedSlice,
  'vector.insert_strided_slice': insertStridedSlice,
  'vector.broadcast': broadcast,
  'vector.splat': broadcast,
  'vector.shape_cast': reshape,
  'vector.shuffle': shuffle,
  'vector.transpose': transpose,
  'vector.deinterleave': deinterleave,
  'vector.interleave': interleave,
  'vector.from_elements': fromElements,
  'vector.to_elements': toElements,
};
