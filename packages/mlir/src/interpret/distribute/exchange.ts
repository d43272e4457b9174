/**
 * Moves elements of a distributed vector between the registers of a lane.
 *
 *     transpose, broadcast, reshape       result element -> source element, by the definition of the operation
 *     to_layout                           the same element
 *
 * Every lane must have the element already: registers are renamed, nothing is exchanged. Where another lane has it, the
 * compiler goes through LDS, which is what GPUVectorAlloc puts in; without it there is nothing to execute.
 */
import { messages, product } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { integersOf } from '../attributes.ts';
import { elementPositions, type LaneVector, wholeVector } from '../lane-vector.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { denseStrides } from '../ops/memref.ts';
import { distributedAt } from './attributes.ts';
import { vectorShape } from './rules.ts';
import { takes } from '../take.ts';

/** The position in the source of each element of the result, both row-major. */
type SourceOf = (op: Operation, source: LaneVector, result: LaneVector) => Int32Array;

const same: SourceOf = (_op, _source, { shape }) =>
  Int32Array.from({ length: product(shape) }, (_, position) => position);

const transposed: SourceOf = (op, source, result) => {
  const pitches = denseStrides(source.shape);
  const permutation = integersOf(op, 'permutation');
  return sourcePositions(
    result.shape,
    permutation.map((d) => pitches[d ?? 0] ?? 0),
  );
};

const broadcast: SourceOf = (_op, source, result) => {
  const added = result.shape.length - source.shape.length;
  const pitches = denseStrides(source.shape);
  return sourcePositions(
    result.shape,
    result.shape.map((_, d) => (source.shape[d - added] === 1 ? 0 : (pitches[d - added] ?? 0))),
  );
};

/** Positions of the elements of a shape in a memory with these strides. */
function sourcePositions(shape: readonly number[], strides: readonly number[]): Int32Array {
  const pitches = denseStrides(shape);
  return Int32Array.from({ length: product(shape) }, (_, position) =>
    shape.reduce((sum, size, d) => {
      const index = Math.floor(position / (pitches[d] ?? 1)) % size;
      return sum + index * (strides[d] ?? 0);
    }, 0),
  );
}

const rename = (sourceOf: SourceOf): LowerOperation =>
  takes(1, 1, ([value, result], lowering, op) => {
    const from = distributedAt(op, 0, lowering) ?? wholeVector(vectorShape(value) ?? []);
    const to = distributedAt(op, 'result', lowering) ?? wholeVector(vectorShape(result) ?? []);
    const registers = sourceRegisters(from, to, sourceOf(op, from, to), lowering);
    if (registers === undefined) return lowering.refuse(messages.execute.layoutConversion(op.name));
    emitRename(lowering, value, result, registers, to.registers);
  });

/**
 * Entry `thread * registers + register`: the register of the same thread that has the element; `undefined` where a
 * thread has not got one.
 */
function sourceRegisters(
  from: LaneVector,
  to: LaneVector,
  sourceOf: Int32Array,
  lowering: Lowering,
): Int32Array | undefined {
  const { block } = lowering.launch;
  const threads = block[0] * block[1] * block[2];
  const held = elementPositions(from, threads);
  const wanted = elementPositions(to, threads);
  const found = new Int32Array(wanted.length);
  const byPosition = new Map<number, number>();
  for (let thread = 0; thread < threads; thread++) {
    byPosition.clear();
    for (let register = 0; register < from.registers; register++) {
      byPosition.set(held[thread * from.registers + register] ?? 0, register);
    }
    for (let register = 0; register < to.registers; register++) {
      const at = thread * to.registers + register;
      const source = byPosition.get(sourceOf[wanted[at] ?? 0] ?? -1);
      if (source === undefined) return undefined;
      found[at] = source;
    }
  }
  return found;
}

function emitRename(
  lowering: Lowering,
  value: Value,
  result: Value,
  registers: Int32Array,
  count: number,
): void {
  const [from, to] = lowering.slots(value, result);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const out = wave.values(to);
    const { lanes } = wave;
    for (let lane = 0; lane < lanes; lane++) {
      const base = (wave.index * lanes + lane) * count;
      for (let register = 0; register < count; register++) {
        out[register * lanes + lane] =
          values[(registers[base + register] ?? 0) * lanes + lane] ?? 0;
      }
    }
  });
}

export const renames: Readonly<Record<string, LowerOperation>> = {
  'iree_vector_ext.to_layout': rename(same),
  'vector.shape_cast': rename(same),
  'vector.transpose': rename(transposed),
  'vector.broadcast': rename(broadcast),
};
