/**
 * A tensor adaptor: transforms joined into a graph of hidden dimensions.
 *
 *     tops     m         k            the user's indices
 *              |         |
 *            merge     merge          nodes, from the bottom up: [embed, xor, pass, unmerge, ..., merge, merge]
 *             ...       ...
 *              embed                  hidden ids: 0 the bottom, then in the order of creation
 *     bottoms   |                     one offset for a descriptor, the X coordinates for a distribution
 *
 * Evaluation goes through the nodes from last to first: each finds its upper indices computed and computes its
 * lower ones. Over which arithmetic is the caller's choice.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Arithmetic } from '../../layout/index/arithmetic.ts';
import { numbers } from '../../layout/index/numbers.ts';
import { at, rowOf } from './transforms/table.ts';
import type { Transform } from './transforms/transform.ts';
import { NO_VECTOR, override, type VectorSafety } from './transforms/vector-safety.ts';

/** A transform in place: the hidden ids of its lower and upper dimensions. */
export interface AdaptorNode {
  readonly transform: Transform;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

export interface TensorAdaptor {
  readonly nodes: readonly AdaptorNode[];
  readonly bottoms: readonly number[];
  readonly tops: readonly number[];
  readonly hiddenCount: number;
}

/**
 * One application of transforms. Transform i takes the tops at positions `lower[i]` and makes the new tops at
 * positions `upper[i]`. The order inside an entry matters: CK's LDS descriptors give `xor` the positions (1, 0).
 */
export interface Stage {
  readonly transforms: readonly Transform[];
  readonly lower: readonly (readonly number[])[];
  readonly upper: readonly (readonly number[])[];
}

/** CK's `transform_tensor_adaptor`: the adaptor with one more stage on top. */
export function transformAdaptor<A extends TensorAdaptor>(old: A, stage: Stage): Result<A> {
  const faults = stageFaults(old, stage);
  if (faults.length > 0) return failure(...faults);
  let next = old.hiddenCount;
  const tops: number[] = [];
  const nodes = stage.transforms.map((transform, i): AdaptorNode => {
    const positions = stage.upper[i] ?? [];
    const upper = positions.map(() => next++);
    for (const [q, position] of positions.entries()) tops[position] = at(upper, q);
    return { transform, lower: (stage.lower[i] ?? []).map((top) => at(old.tops, top)), upper };
  });
  return success({ ...old, nodes: [...old.nodes, ...nodes], tops, hiddenCount: next });
}

/** Positions must use each old top at most once, and each new top exactly once. */
function stageFaults(old: TensorAdaptor, stage: Stage): Diagnostic[] {
  const { transforms, lower, upper } = stage;
  const faults: Diagnostic[] = [];
  const fault = (what: string): void => {
    faults.push(diagnose(messages.layout.stage(what)));
  };
  if (lower.length !== transforms.length || upper.length !== transforms.length) {
    fault(`${transforms.length} transforms, ${lower.length} lower and ${upper.length} upper lists`);
    return faults;
  }
  for (const [i, transform] of transforms.entries()) {
    const row = rowOf(transform);
    const name = `${transform.kind} (transform ${i})`;
    const [below, above] = [row.needs(transform).length, row.upperLengths(transform).length];
    const [given, made] = [lower[i]?.length ?? 0, upper[i]?.length ?? 0];
    if (given !== below) fault(`${name} has ${below} lower dimensions, ${given} are given`);
    if (made !== above) fault(`${name} has ${above} upper dimensions, ${made} are given`);
  }
  const taken = lower.flat();
  for (const position of taken) {
    if (old.tops[position] === undefined) fault(`there is no dimension ${position} to transform`);
  }
  const twice = taken.find((position, i) => taken.indexOf(position) !== i);
  if (twice !== undefined) fault(`dimension ${twice} is transformed twice`);
  const left = old.tops.findIndex((_, position) => !taken.includes(position));
  if (left >= 0) fault(`dimension ${left} is left out: pass it through`);
  const made = upper.flat();
  if (!made.every((_, position) => made.includes(position))) {
    fault(`the upper positions ${made.join(', ')} are not 0 to ${made.length - 1} in some order`);
  }
  return faults;
}

/** The values of all hidden dimensions, by id, for these values of the tops. */
export function evaluate<V>(
  adaptor: TensorAdaptor,
  tops: readonly V[],
  math: Arithmetic<V>,
): readonly V[] {
  const hidden: V[] = Array.from({ length: adaptor.hiddenCount }, () => math.constant(0));
  for (const [i, id] of adaptor.tops.entries()) hidden[id] = at(tops, i);
  for (let i = adaptor.nodes.length - 1; i >= 0; i--) {
    const { transform, lower, upper } = at(adaptor.nodes, i);
    const above = upper.map((id) => at(hidden, id));
    const below = rowOf(transform).lower(transform, above, math);
    for (const [q, id] of lower.entries()) hidden[id] = at(below, q);
  }
  return hidden;
}

/** The values of the bottoms: for a descriptor the offset, for a distribution the coordinates. */
export function bottomsOf<V>(
  adaptor: TensorAdaptor,
  tops: readonly V[],
  math: Arithmetic<V>,
): readonly V[] {
  const hidden = evaluate(adaptor, tops, math);
  return adaptor.bottoms.map((id) => at(hidden, id));
}

/** The bottom index of a top index. */
export function calculateBottomIndex(adaptor: TensorAdaptor, index: readonly number[]): number[] {
  return [...bottomsOf(adaptor, index, numbers)];
}

/** True when no index can fall on padding. */
export function isAlwaysValid(adaptor: TensorAdaptor): boolean {
  return adaptor.nodes.every(({ transform }) => rowOf(transform).valid === undefined);
}

/** False when the index falls on padding: then there is no element in memory. */
export function isValidIndex(adaptor: TensorAdaptor, index: readonly number[]): boolean {
  if (isAlwaysValid(adaptor)) return true;
  const hidden = evaluate(adaptor, index, numbers);
  return adaptor.nodes.every(({ transform, upper }) => {
    const above = upper.map((id) => at(hidden, id));
    return rowOf(transform).valid?.(transform, above) ?? true;
  });
}

/** The lengths of the tops. `bottomLengths`, for the tops that no transform made. */
export function topLengths(adaptor: TensorAdaptor, bottomLengths: readonly number[]): number[] {
  const lengths = hiddenLengths(adaptor, bottomLengths);
  return adaptor.tops.map((id) => at(lengths, id));
}

/** The lengths of all hidden dimensions, by id, as the transforms above and the bottoms state them. */
function hiddenLengths(
  adaptor: TensorAdaptor,
  bottomLengths: readonly number[],
): readonly number[] {
  const lengths: number[] = Array.from({ length: adaptor.hiddenCount }, () => 1);
  for (const [i, id] of adaptor.bottoms.entries()) lengths[id] = bottomLengths[i] ?? 1;
  for (const { transform, upper } of adaptor.nodes) {
    const above = rowOf(transform).upperLengths(transform);
    for (const [q, id] of upper.entries()) lengths[id] = at(above, q);
  }
  return lengths;
}

/**
 * CK's `get_top_dimension_safe_vector_length_strides`: what the tops promise, derived from the bottoms upwards;
 * `stated` by hidden id wins over what is derived.
 */
export function topVectorSafety(
  adaptor: TensorAdaptor,
  stated: ReadonlyMap<number, VectorSafety>,
): VectorSafety[] {
  const safety: VectorSafety[] = Array.from(
    { length: adaptor.hiddenCount },
    (_, id) => stated.get(id) ?? NO_VECTOR,
  );
  for (const { transform, lower, upper } of adaptor.nodes) {
    const below = lower.map((id) => at(safety, id));
    const above = rowOf(transform).vectors(transform, below);
    for (const [q, id] of upper.entries()) {
      safety[id] = override(at(above, q), stated.get(id) ?? NO_VECTOR);
    }
  }
  return adaptor.tops.map((id) => at(safety, id));
}
