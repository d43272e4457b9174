/** Values that each lane makes by itself, for the elements that it has: constants, counters, masks. */
import type { Operation } from '../../ir/ir.ts';
import { attributeOf, integersOf } from '../attributes.ts';
import { elementPositions } from '../lane-vector.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { denseStrides } from '../ops/memref.ts';
import type { Wave } from '../wave.ts';
import { distributedAt } from './attributes.ts';
import { takes } from '../take.ts';

/** The value of an element by its row-major position in the whole vector. */
type ValueAt = (wave: Wave, position: number, lane: number) => number;

const made = (
  valueAt: (op: Operation, lowering: Lowering, shape: readonly number[]) => ValueAt | undefined,
): LowerOperation =>
  takes(0, 1, ([result], lowering, op) => {
    const vector = distributedAt(op, 'result', lowering);
    const value = vector && valueAt(op, lowering, vector.shape);
    if (vector === undefined || value === undefined) return lowering.unsupported('this value');
    const { block } = lowering.launch;
    const positions = elementPositions(vector, block[0] * block[1] * block[2]);
    const to = lowering.data(result);
    const { registers } = vector;
    lowering.emit((wave) => {
      const out = wave.values(to);
      const { lanes } = wave;
      for (let lane = 0; lane < lanes; lane++) {
        const base = (wave.index * lanes + lane) * registers;
        for (let register = 0; register < registers; register++) {
          out[register * lanes + lane] = value(wave, positions[base + register] ?? 0, lane);
        }
      }
    });
  });

const constant = made((op, lowering) => {
  const attribute = attributeOf(op, 'value');
  const [result] = op.results;
  const element = result && lowering.element(result.type);
  if (attribute?.kind !== 'dense' || attribute.values === undefined) return undefined;
  const values = attribute.values.map((value) => element?.round(Number(value)) ?? 0);
  if (values.some((value) => !Number.isSafeInteger(value)) && element?.float === false)
    return undefined;
  return (_wave, position) => values[values.length === 1 ? 0 : position] ?? 0;
});

const step = made(() => (_wave, position) => position);

/** 1 for the elements that are below a size in every dimension. */
function maskOf(
  shape: readonly number[],
  size: (wave: Wave, d: number, lane: number) => number,
): ValueAt {
  const pitches = denseStrides(shape);
  return (wave, position, lane) => {
    for (const [d, pitch] of pitches.entries()) {
      const index = Math.floor(position / pitch) % (shape[d] ?? 1);
      if (index >= size(wave, d, lane)) return 0;
    }
    return 1;
  };
}

const createMask = made((op, lowering, shape) => {
  const slots = op.operands.map((operand) => lowering.data(operand));
  if (slots.length !== shape.length) return undefined;
  return maskOf(shape, (wave, d, lane) => wave.values(slots[d] ?? 0)[lane] ?? 0);
});

const constantMask = made((op, _lowering, shape) => {
  const sizes = integersOf(op, 'mask_dim_sizes');
  return sizes.length === shape.length ? maskOf(shape, (_wave, d) => sizes[d] ?? 0) : undefined;
});

export const leaves: Readonly<Record<string, LowerOperation>> = {
  'arith.constant': constant,
  'vector.constant_mask': constantMask,
  'vector.create_mask': createMask,
  'vector.step': step,
};
