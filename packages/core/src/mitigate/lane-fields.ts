/**
 * What a compiler sees of the row or the column of each lane: bits of the lane's number, shifted, plus a constant.
 *
 *     column of lanes 0..63  0 8 16 .. 56 0 8 ..      lane % 8 * 8        bits 0 to 2, moved by 3
 *     row of lanes 0..63     16 16 .. 17 17 ..        lane / 8 + 16       bits 3 to 5, moved down by 3, and a constant
 *     anything else                                   a value that the kernel has computed, plus a constant
 *
 * Where an access leaves lanes out, those that take part decide.
 */
import { leastOf } from '../base/numbers.ts';
import type { LaneIndex, LaneIndices } from './lane-index.ts';
import type { CodeNode } from '../layout/index/code-node.ts';
import type { CodeGraph } from '../layout/index/vector-code.ts';

/** Makes the values of an access; two lists that differ by a constant share one. */
export class LaneValues {
  readonly #graph: CodeGraph;
  readonly #lane: CodeNode;
  readonly #others = new Map<string, CodeNode>();

  constructor(graph: CodeGraph, waveSize: number) {
    this.#graph = graph;
    this.#lane = graph.value(0, waveSize - 1);
  }

  /** An index over all rounds of a loop as a value of the graph: what lanes share is a scalar. */
  over({ first, rounds }: LaneIndex, max: number): CodeNode {
    const graph = this.#graph;
    if (rounds === undefined) return this.#other(`${first.join()} varies`, max);
    const bits = rounds.reduce((all, move) => all | move, 0);
    const value = this.of(first, max);
    if (bits === 0) return value;
    const key = `rounds ${rounds.join()}`;
    const known = this.#others.get(key) ?? graph.uniform(1 + this.#others.size, bits);
    this.#others.set(key, known);
    return graph.add(value, known);
  }

  #other(key: string, max: number): CodeNode {
    const value = this.#others.get(key) ?? this.#graph.value(1 + this.#others.size, max);
    this.#others.set(key, value);
    return value;
  }

  /** The indices as a value of the graph; `max` is the largest that any can have. */
  of(indices: LaneIndices, max: number): CodeNode {
    const graph = this.#graph;
    const fitted = fieldsOf(indices);
    if (fitted !== undefined) {
      const moved = this.#fields(fitted.weights);
      return fitted.start === 0 ? moved : graph.add(moved, graph.constant(fitted.start));
    }
    const least = leastOf(indices.flatMap((index) => (index === undefined ? [] : [index])));
    const key = indices.map((index) => (index === undefined ? '-' : index - least)).join();
    const value = this.#other(key, max);
    return least === 0 ? value : graph.add(value, graph.constant(least));
  }

  /** Neighbouring bits whose weights double move together. */
  #fields(weights: readonly number[]): CodeNode {
    const graph = this.#graph;
    let sum = graph.constant(0);
    for (let bit = 0; bit < weights.length;) {
      const weight = weights[bit] ?? 0;
      const length = weight > 0 ? runLength(weights, bit) : 1;
      const digit = graph.remainder(graph.quotient(this.#lane, 2 ** bit), 2 ** length);
      if (weight > 0) sum = graph.add(sum, graph.scale(digit, weight));
      bit += length;
    }
    return sum;
  }
}

/** Bits from one on whose weights double from each to the next. */
function runLength(weights: readonly number[], first: number): number {
  let length = 1;
  while (weights[first + length] === (weights[first] ?? 0) * 2 ** length) length++;
  return length;
}

/** The weight of each bit of the lane's number, and the index of lane 0; `undefined` where no weights fit. */
function fieldsOf(
  indices: LaneIndices,
): { readonly start: number; readonly weights: readonly number[] } | undefined {
  const weights: number[] = [];
  for (let bit = 1; bit < indices.length; bit *= 2) {
    const low = indices.findIndex(
      (index, lane) =>
        (lane & bit) === 0 && index !== undefined && indices[lane + bit] !== undefined,
    );
    weights.push(low < 0 ? 0 : (indices[low + bit] ?? 0) - (indices[low] ?? 0));
  }
  const moved = (lane: number): number =>
    weights.reduce((sum, weight, bit) => sum + ((lane >>> bit) & 1) * weight, 0);
  const first = indices.findIndex((index) => index !== undefined);
  if (first < 0) return { start: 0, weights };
  const start = (indices[first] ?? 0) - moved(first);
  const fits = indices.every((index, lane) => index === undefined || index === start + moved(lane));
  return fits && start >= 0 && weights.every((weight) => weight >= 0)
    ? { start, weights }
    : undefined;
}
