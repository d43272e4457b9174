/** `vector`: what a lane does to its own registers, and its loads and stores. */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { load, lowerLoad, lowerStore, prepareAccess, store } from '../access.ts';
import { integersOf, wordsOf } from '../attributes.ts';
import { elementCount, type LowerOperation, type Lowering } from '../lowering.ts';
import type { Wave } from '../wave.ts';
import { ternary } from './elementwise.ts';
import { denseStrides } from './memref.ts';

export function shapeOf(value: Value): readonly number[] {
  const type = resolveType(value.type);
  return type.kind === 'vector' ? type.shape : [];
}

const resultCount = (op: Operation): number => {
  const [result] = op.results;
  return result === undefined ? 1 : elementCount(result.type);
};

const storedCount = (op: Operation): number => {
  const [value] = op.operands;
  return value === undefined ? 1 : elementCount(value.type);
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
    if (result === undefined || pick?.length !== elementCount(result.type)) {
      lowering.report(messages.execute.unsupported(op.name, 'this form'));
      return;
    }
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

/** Row-major positions of a box at `offsets` with `strides` inside a shape. */
function boxElements(
  shape: readonly number[],
  offsets: readonly number[],
  sizes: readonly number[],
  strides: readonly number[],
): number[] {
  const pitches = denseStrides(shape);
  let positions = [0];
  for (const [i, pitch] of pitches.entries()) {
    const size = sizes[i] ?? shape[i] ?? 1;
    const offset = offsets[i] ?? 0;
    const stride = strides[i] ?? 1;
    positions = positions.flatMap((base) =>
      Array.from({ length: size }, (_, k) => base + (offset + k * stride) * pitch),
    );
  }
  return positions;
}

const numbers = (op: Operation, name: string): number[] =>
  integersOf(op, name).map((value) => value ?? Number.NaN);

const extractStridedSlice = rearrange((op) => {
  const [source] = op.operands;
  if (source === undefined) return undefined;
  const [offsets, sizes, strides] = [
    numbers(op, 'offsets'),
    numbers(op, 'sizes'),
    numbers(op, 'strides'),
  ];
  return boxElements(shapeOf(source), offsets, sizes, strides).map((element) => [0, element]);
});

const insertStridedSlice = rearrange((op) => {
  const [value, dest] = op.operands;
  if (value === undefined || dest === undefined) return undefined;
  const shape = shapeOf(dest);
  const inner = shapeOf(value);
  const padded = [...Array.from({ length: shape.length - inner.length }, () => 1), ...inner];
  const box = boxElements(shape, numbers(op, 'offsets'), padded, numbers(op, 'strides'));
  const pick: (readonly [number, number])[] = Array.from(
    { length: elementCount(dest.type) },
    (_, element) => [1, element],
  );
  for (const [i, element] of box.entries()) pick[element] = [0, i];
  return pick;
});

/** Elements of the part at a static position of a vector. */
function part(vector: Value, position: readonly number[]): number[] {
  const shape = shapeOf(vector);
  const offsets = shape.map((_, i) => position[i] ?? 0);
  const sizes = shape.map((size, i) => (i < position.length ? 1 : size));
  return boxElements(shape, offsets, sizes, []);
}

const staticExtract = rearrange((op) => {
  const [source] = op.operands;
  return source && part(source, numbers(op, 'static_position')).map((element) => [0, element]);
});

/** `vector.extract %v[%i]` with one dynamic position on a rank-1 vector. */
const extract: LowerOperation = (op, lowering) => {
  const [source, position] = op.operands;
  const [result] = op.results;
  if (position === undefined) {
    staticExtract(op, lowering);
    return;
  }
  if (source === undefined || result === undefined || shapeOf(source).length !== 1) {
    lowering.report(messages.execute.unsupported(op.name, 'this dynamic position'));
    return;
  }
  const [from, at, to] = [source, position, result].map((value) => lowering.data(value));
  lowering.emit((wave) => {
    const [values, positions, out] = [from, at, to].map((slot) => wave.values(slot ?? 0));
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (out) out[lane] = values?.[(positions?.[lane] ?? 0) * wave.lanes + lane] ?? 0;
    }
  });
};

const insert = rearrange((op) => {
  const [value, dest] = op.operands;
  if (value === undefined || dest === undefined || op.operands.length > 2) return undefined;
  const box = part(dest, numbers(op, 'static_position'));
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
  const pitches = denseStrides(inner);
  let elements = [0];
  for (const [i, size] of shape.entries()) {
    const own = inner[i - missing];
    const pitch = own === undefined || own === 1 ? 0 : (pitches[i - missing] ?? 0);
    elements = elements.flatMap((base) => Array.from({ length: size }, (_, k) => base + k * pitch));
  }
  return elements.map((element) => [0, element]);
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
  const pitches = denseStrides(shape);
  let elements = [0];
  for (const from of permutation) {
    elements = elements.flatMap((base) =>
      Array.from({ length: shape[from] ?? 1 }, (_, k) => base + k * (pitches[from] ?? 0)),
    );
  }
  return elements.map((element) => [0, element]);
});

const interleave = rearrange((op) =>
  Array.from({ length: resultCount(op) }, (_, i) => [i % 2, i >> 1] as const),
);

const fromElements = rearrange((op) => op.operands.map((_, operand) => [operand, 0] as const));

const toElements: LowerOperation = (op, lowering) => {
  const [source] = op.operands;
  if (source === undefined) return;
  const from = lowering.data(source);
  const slots = op.results.map((result) => lowering.data(result));
  lowering.emit((wave) => {
    const values = wave.values(from);
    for (const [i, slot] of slots.entries()) {
      wave.values(slot).set(values.subarray(i * wave.lanes, (i + 1) * wave.lanes));
    }
  });
};

/** Lane by lane through bytes: element sizes may differ. */
const bitcast: LowerOperation = (op, lowering) => {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return;
  const from = lowering.element(op, source.type);
  const to = lowering.element(op, result.type);
  if (from === undefined || to === undefined) return;
  const [count, wanted] = [elementCount(source.type), elementCount(result.type)];
  const view = new DataView(new ArrayBuffer(Math.max(count * from.bytes, wanted * to.bytes)));
  const [input, output] = [lowering.data(source), lowering.data(result)];
  lowering.emit((wave) => {
    const values = wave.values(input);
    const out = wave.values(output);
    for (let lane = 0; lane < wave.lanes; lane++) {
      for (let i = 0; i < count; i++) {
        from.store(view, i * from.bytes, values[i * wave.lanes + lane] ?? 0);
      }
      for (let i = 0; i < wanted; i++) out[i * wave.lanes + lane] = to.load(view, i * to.bytes);
    }
  });
};

const combiners: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  minsi: Math.min,
  maxsi: Math.max,
  minimumf: Math.min,
  maximumf: Math.max,
  minnumf: Math.min,
  maxnumf: Math.max,
};

const reduction: LowerOperation = (op, lowering) => {
  const [vector, start] = op.operands;
  const [result] = op.results;
  const kind = /(\w+)\W*$/.exec(wordsOf(op, 'kind'))?.[1] ?? '';
  const combine = combiners[kind];
  const element = result && lowering.element(op, result.type);
  if (vector === undefined || result === undefined || element === undefined) return;
  if (combine === undefined) {
    lowering.report(messages.execute.unsupported(op.name, `<${kind}>`));
    return;
  }
  const [from, to] = [lowering.data(vector), lowering.data(result)];
  const initial = start === undefined ? undefined : lowering.data(start);
  const count = elementCount(vector.type);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const out = wave.values(to);
    for (let lane = 0; lane < wave.lanes; lane++) {
      let sum = values[lane] ?? 0;
      for (let i = 1; i < count; i++) {
        sum = element.round(combine(sum, values[i * wave.lanes + lane] ?? 0));
      }
      if (initial !== undefined) sum = element.round(combine(sum, wave.values(initial)[lane] ?? 0));
      out[lane] = sum;
    }
  });
};

const step: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  if (result === undefined) return;
  const to = lowering.data(result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    for (let i = 0; i < out.length; i++) out[i] = Math.floor(i / wave.lanes);
  });
};

/** A rank-1 mask of the first n elements. */
const createMask =
  (
    sizes: (op: Operation, lowering: Lowering) => (wave: Wave, lane: number) => number,
  ): LowerOperation =>
  (op, lowering) => {
    const [result] = op.results;
    if (result === undefined || shapeOf(result).length !== 1) {
      lowering.report(messages.execute.unsupported(op.name, 'a mask of more than one dimension'));
      return;
    }
    const to = lowering.data(result);
    const sizeOf = sizes(op, lowering);
    lowering.emit((wave) => {
      const out = wave.values(to);
      for (let i = 0; i < out.length; i++) {
        out[i] = Number(Math.floor(i / wave.lanes) < sizeOf(wave, i % wave.lanes));
      }
    });
  };

const maskedLoad: LowerOperation = (op, lowering) => {
  const [base] = op.operands;
  const [mask, passThrough] = op.operands.slice(-2);
  const [result] = op.results;
  if (base === undefined || mask === undefined || passThrough === undefined) return;
  if (result === undefined) return;
  const prepared = prepareAccess(
    op,
    lowering,
    base,
    op.operands.slice(1, -2),
    resultCount(op),
    'read',
  );
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const [other, to] = [lowering.data(passThrough), lowering.data(result)];
  lowering.emit((wave) => {
    const out = wave.values(to);
    out.set(wave.values(other));
    load(wave, access, out);
  });
};

const maskedStore: LowerOperation = (op, lowering) => {
  const [base] = op.operands;
  const [mask, value] = op.operands.slice(-2);
  if (base === undefined || mask === undefined || value === undefined) return;
  const count = elementCount(value.type);
  const prepared = prepareAccess(op, lowering, base, op.operands.slice(1, -2), count, 'write');
  if (prepared === undefined) return;
  const access = { ...prepared, elementMask: lowering.data(mask) };
  const from = lowering.data(value);
  lowering.emit((wave) => store(wave, access, wave.values(from)));
};

export const vector: Readonly<Record<string, LowerOperation>> = {
  'vector.load': lowerLoad(resultCount),
  'vector.store': lowerStore(storedCount),
  'vector.maskedload': maskedLoad,
  'vector.maskedstore': maskedStore,
  'vector.extract': extract,
  'vector.insert': insert,
  'vector.extract_strided_slice': extractStridedSlice,
  'vector.insert_strided_slice': insertStridedSlice,
  'vector.broadcast': broadcast,
  'vector.splat': broadcast,
  'vector.shape_cast': reshape,
  'vector.shuffle': shuffle,
  'vector.transpose': transpose,
  'vector.interleave': interleave,
  'vector.from_elements': fromElements,
  'vector.to_elements': toElements,
  'vector.bitcast': bitcast,
  'vector.reduction': reduction,
  'vector.step': step,
  'vector.create_mask': createMask((op, lowering) => {
    const [size] = op.operands;
    const slot = size === undefined ? 0 : lowering.data(size);
    return (wave, lane) => wave.values(slot)[lane] ?? 0;
  }),
  'vector.constant_mask': createMask((op) => {
    const [size = 0] = integersOf(op, 'mask_dim_sizes');
    return () => size;
  }),
  'vector.fma': ternary(
    (_op, _operand, { round }) =>
      (a, b, c) =>
        round(a * b + c),
  ),
};
