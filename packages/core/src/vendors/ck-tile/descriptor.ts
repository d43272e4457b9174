/**
 * A tensor descriptor: an adaptor whose only bottom is the offset of an element in memory.
 *
 *     packed (64, 32)                       offset = 32 m + k
 *     then merge, unmerge, xor, ...         transform_tensor_descriptor, stage by stage
 *
 * How it was made is kept (`base`, `stages`), so that it can be printed as the C++ that makes it and shown stage
 * by stage. Sizes and offsets are in elements.
 */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { roundUp } from '../../base/numbers.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { batches } from '../../layout/index/batches.ts';
import { numbers } from '../../layout/index/numbers.ts';
import {
  bottomsOf,
  evaluate,
  type Stage,
  type TensorAdaptor,
  topLengths,
  topVectorSafety,
  transformAdaptor,
} from './adaptor.ts';
import type { DescriptorBase } from './descriptor-base.ts';
import { baseFaults, promiseFaults, stageLengthFaults } from './descriptor-faults.ts';
import { at, embedReach } from './transforms/table.ts';
import { make, type Transform } from './transforms/transform.ts';
import type { VectorSafety } from './transforms/vector-safety.ts';

/** A descriptor as it is written: a base and the stages upon it. */
export interface DescriptorSpec {
  readonly base: DescriptorBase;
  readonly stages: readonly Stage[];
}

export interface TensorDescriptor extends TensorAdaptor, DescriptorSpec {
  /** Elements of memory that indices can reach, as CK counts it. */
  readonly elementSpaceSize: number;
  /** The promises for vectors, by hidden id. */
  readonly guaranteed: ReadonlyMap<number, VectorSafety>;
  /** The tops after the base and after each stage, by hidden id. */
  readonly stageTops: readonly (readonly number[])[];
}

/**
 * The descriptor of a specification. Structural mistakes (positions, counts) give no value; lengths that do not
 * fit give the value that CK would compute, with diagnostics.
 */
export function makeDescriptor({ base, stages }: DescriptorSpec): Result<TensorDescriptor> {
  const faults = baseFaults(base);
  if (faults.length > 0) return failure(...faults);
  let descriptor = naive(base);
  const diagnostics: Diagnostic[] = promiseFaults(base);
  for (const stage of stages) {
    const next = transformDescriptor(descriptor, stage);
    if (!next.ok) return failure(...diagnostics, ...next.diagnostics);
    for (const each of next.diagnostics) diagnostics.push(each);
    descriptor = next.value;
  }
  return success(descriptor, diagnostics);
}

/** CK's `transform_tensor_descriptor`: the descriptor with one more stage on top. */
export function transformDescriptor(old: TensorDescriptor, stage: Stage): Result<TensorDescriptor> {
  const result = transformAdaptor(old, stage);
  if (!result.ok) return result;
  const descriptor: TensorDescriptor = {
    ...result.value,
    stages: [...old.stages, stage],
    stageTops: [...old.stageTops, result.value.tops],
  };
  return success(descriptor, stageLengthFaults(old, stage, old.stages.length));
}

/** A descriptor of two indices seen with them in the other order: (k, m) instead of (m, k). */
export function transposed({ base, stages }: DescriptorSpec): DescriptorSpec {
  const last = stages.at(-1);
  if (last === undefined) {
    const [first = 1, second = 1] = base.lengths;
    const turn: Stage = {
      transforms: [make.passThrough(first), make.passThrough(second)],
      lower: [[0], [1]],
      upper: [[1], [0]],
    };
    return { base, stages: [turn] };
  }
  const upper = last.upper.map((positions) => positions.map((position) => 1 - position));
  return { base, stages: [...stages.slice(0, -1), { ...last, upper }] };
}

/** The lengths of the user's indices. */
export function lengthsOf(descriptor: TensorDescriptor): number[] {
  return topLengths(descriptor, [descriptor.elementSpaceSize]);
}

/** CK's `calculate_offset`: the element in memory of an index. */
export function calculateOffset(descriptor: TensorDescriptor, index: readonly number[]): number {
  return at(bottomsOf(descriptor, index, numbers), 0);
}

/** The offsets of many indices: one array per top, an entry per index. */
export function calculateOffsets(
  descriptor: TensorDescriptor,
  indices: readonly Int32Array[],
): Int32Array {
  const count = indices[0]?.length ?? 1;
  return at(bottomsOf(descriptor, indices, batches(count)), 0);
}

/** What the tops promise to vector accesses. */
export function vectorSafety(descriptor: TensorDescriptor): VectorSafety[] {
  return topVectorSafety(descriptor, descriptor.guaranteed);
}

/** The index in the tops of the base and of every stage, from memory to the user's index, which is last. */
export function coordinatesByStage(
  descriptor: TensorDescriptor,
  index: readonly number[],
): number[][] {
  const hidden = evaluate(descriptor, index, numbers);
  return descriptor.stageTops.map((tops) => tops.map((id) => at(hidden, id)));
}

/** Every index of the tops, row-major: an array per top, an entry per index. */
export function allIndices(lengths: readonly number[]): Int32Array[] {
  const count = lengths.reduce((a, b) => a * b, 1);
  let repeat = count;
  return lengths.map((length) => {
    repeat /= length;
    return Int32Array.from({ length: count }, (_, i) => Math.floor(i / repeat) % length);
  });
}

function naive(base: DescriptorBase): TensorDescriptor {
  const { lengths } = base;
  const tops = lengths.map((_, i) => i + 1);
  const whole = (transform: Transform): TensorAdaptor => ({
    nodes: [{ transform, lower: [0], upper: tops }],
    bottoms: [0],
    tops,
    hiddenCount: lengths.length + 1,
  });
  const describe = (
    adaptor: TensorAdaptor,
    elementSpaceSize: number,
    vector: VectorSafety | undefined,
  ): TensorDescriptor => {
    const last = adaptor.tops.at(-1);
    return {
      ...adaptor,
      base,
      stages: [],
      elementSpaceSize,
      guaranteed: new Map(vector === undefined || last === undefined ? [] : [[last, vector]]),
      stageTops: [adaptor.tops],
    };
  };
  switch (base.kind) {
    case 'naive': {
      const vector = base.vector && { length: base.vector[0], stride: base.vector[1] };
      const adaptor = whole(make.embed(lengths, base.strides));
      return describe(adaptor, embedReach(lengths, base.strides), vector);
    }
    case 'packed': {
      const size = lengths.reduce((a, b) => a * b, 1);
      const vector = { length: base.vectorLength ?? -1, stride: 1 };
      return describe(whole(make.unmerge(lengths)), size, vector);
    }
    case 'aligned': {
      const strides = alignedStrides(lengths, base.align);
      const adaptor = whole(make.embed(lengths, strides));
      return describe(adaptor, embedReach(lengths, strides), undefined);
    }
    case 'with_offset': {
      const size = embedReach(lengths, base.strides);
      const shifted = lengths.map((_, i) => i + 2);
      const adaptor: TensorAdaptor = {
        nodes: [
          { transform: make.offset(size, base.offset), lower: [0], upper: [1] },
          { transform: make.embed(lengths, base.strides), lower: [1], upper: shifted },
        ],
        bottoms: [0],
        tops: shifted,
        hiddenCount: lengths.length + 2,
      };
      return describe(adaptor, size, undefined);
    }
  }
}

/** Packed strides whose second last is rounded up: `(4, 30)` aligned to 8 gives `(32, 1)`. */
function alignedStrides(lengths: readonly number[], align: number): number[] {
  const strides: number[] = lengths.map(() => 1);
  for (let i = lengths.length - 2; i >= 0; i--) {
    const above = at(strides, i + 1) * at(lengths, i + 1);
    strides[i] = i === lengths.length - 2 ? roundUp(above, align) : above;
  }
  return strides;
}
