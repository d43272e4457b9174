/**
 * `vector.extract` and `vector.insert`: a part of a vector at a position, of which some numbers may be values.
 *
 *     %row = vector.extract %v[%i] : vector<4xf32> from vector<2x4xf32>         lane by lane its own row
 *     %w = vector.insert %x, %v[1, %j] : f32 into vector<2x4xf32>
 */
import { messages } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { integersOf } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { denseStrides } from './memref.ts';
import { takes } from '../take.ts';

/** A place in a vector: numbers that are known, and slots of those that lanes have. */
interface Position {
  /** Row-major element that the known numbers lead to. */
  readonly base: number;
  readonly dynamic: readonly {
    readonly slot: number;
    readonly pitch: number;
    readonly size: number;
  }[];
  /** Elements of the part. */
  readonly count: number;
}

function positionIn(
  op: Operation,
  lowering: Lowering,
  vector: Value,
  values: readonly Value[],
): Position | undefined {
  const type = resolveType(vector.type);
  if (type.kind !== 'vector') return undefined;
  const statics = integersOf(op, 'static_position');
  // `extractelement` and `insertelement` have no list, and at most one value.
  const numbers = statics.length > 0 ? statics : values.map(() => undefined);
  const pitches = denseStrides(type.shape);
  let base = 0;
  let next = 0;
  const dynamic: { slot: number; pitch: number; size: number }[] = [];
  for (const [i, number] of numbers.entries()) {
    const [pitch, size] = [pitches[i], type.shape[i]];
    if (pitch === undefined || size === undefined) return undefined;
    if (number !== undefined) {
      if (number < 0 || number >= size) return undefined;
      base += number * pitch;
      continue;
    }
    const value = values[next++];
    if (value === undefined) return undefined;
    dynamic.push({ slot: lowering.data(value), pitch, size });
  }
  if (next !== values.length) return undefined;
  const count = type.shape.slice(numbers.length).reduce((product, size) => product * size, 1);
  return { base, dynamic, count };
}

const OUTSIDE = 'its position is outside of the vector';

/** The element at which the part of each lane begins; fails where an active lane is outside. */
function starts(wave: Wave, name: string, { base, dynamic }: Position): Float64Array {
  const elements = new Float64Array(wave.lanes).fill(base);
  for (const { slot, pitch, size } of dynamic) {
    const values = wave.values(slot);
    for (let lane = 0; lane < wave.lanes; lane++) {
      const at = values[lane] ?? 0;
      if (at >= 0 && at < size) elements[lane] = (elements[lane] ?? 0) + at * pitch;
      else if (isActive(wave.mask, lane)) wave.fail(messages.execute.malformed(name, OUTSIDE));
    }
  }
  return elements;
}

/** Reports a part that is not of the vector's element type, or not as large as its position says. */
function fits(
  lowering: Lowering,
  part: Value,
  vector: Value,
  position: Position | undefined,
): boolean {
  const same =
    elementNameOf(part) === elementNameOf(vector) && !isMemory(part.type) && !isMemory(vector.type);
  if (position !== undefined && same && elementCount(part.type) === position.count) return true;
  lowering.unsupported('this form');
  return false;
}

const extract = takes(1, 1, ([source, result], lowering, op) => {
  const values = op.operands.slice(1);
  const position = positionIn(op, lowering, source, values);
  if (!fits(lowering, result, source, position) || position === undefined) return;
  const [from, to] = lowering.slots(source, result);
  const { count, base } = position;
  lowering.emit((wave) => {
    const data = wave.values(from);
    const out = wave.values(to);
    const { lanes } = wave;
    if (position.dynamic.length === 0) {
      out.set(data.subarray(base * lanes, (base + count) * lanes));
      return;
    }
    const first = starts(wave, op.name, position);
    for (let lane = 0; lane < lanes; lane++) {
      for (let i = 0; i < count; i++) {
        out[i * lanes + lane] = data[((first[lane] ?? 0) + i) * lanes + lane] ?? 0;
      }
    }
  });
});

const insert = takes(2, 1, ([value, dest, result], lowering, op) => {
  const values = op.operands.slice(2);
  const position = positionIn(op, lowering, dest, values);
  if (!fits(lowering, value, dest, position) || position === undefined) return;
  if (elementCount(result.type) !== elementCount(dest.type) || isMemory(result.type))
    return lowering.unsupported('a result of another type');
  const [from, into, to] = lowering.slots(value, dest, result);
  const { count } = position;
  lowering.emit((wave) => {
    const data = wave.values(from);
    const out = wave.values(to);
    const { lanes } = wave;
    out.set(wave.values(into));
    const first = starts(wave, op.name, position);
    for (let lane = 0; lane < lanes; lane++) {
      for (let i = 0; i < count; i++) {
        out[((first[lane] ?? 0) + i) * lanes + lane] = data[i * lanes + lane] ?? 0;
      }
    }
  });
});

export const positions: Readonly<Record<string, LowerOperation>> = {
  'vector.extract': extract,
  'vector.extractelement': extract,
  'vector.insert': insert,
  'vector.insertelement': insert,
};
