/**
 * Broadcasts that stretch a dimension of one become a broadcast of leading dimensions and a transposition: what layout
 * analysis understands.
 *
 *     vector.broadcast %v : vector<4x1xf32> to vector<1x4x8xf32>
 *
 *     %b = vector.broadcast %v : vector<4x1xf32> to vector<8x4x1xf32>
 *     vector.transpose %b, [2, 1, 0] : vector<8x4x1xf32> to vector<1x4x8xf32>
 *
 * A stretched dimension changes places with a leading one of size one, as far as there are some. Source: iree-org/iree
 * @b48a5955 `GPUPatterns.cpp` (populateVectorLayoutCanonicalizations).
 */
import { createOperation } from '../../../ir/build.ts';
import type { Operation } from '../../../ir/ir.ts';
import { denseI64 } from '../builder.ts';
import { operationsIn, resultOf, type Rewriter } from '../../rewriter.ts';
import { vectorOf } from './vector-operations.ts';

export function removeUnitBroadcasts(func: Operation, rewriter: Rewriter): void {
  for (const op of operationsIn(func.regions)) {
    if (op.name === 'vector.broadcast') removeUnitBroadcast(op, rewriter);
  }
}

function removeUnitBroadcast(op: Operation, rewriter: Rewriter): void {
  const [value] = op.operands;
  const [source, result] = [vectorOf(value), vectorOf(op.results[0])];
  if (value === undefined || source === undefined || result === undefined) return;
  const added = result.shape.length - source.shape.length;
  const stretched = source.shape.flatMap((size, d) =>
    size === 1 && result.shape[added + d] !== 1 ? [added + d] : [],
  );
  const units = result.shape.slice(0, added).flatMap((size, d) => (size === 1 ? [d] : []));
  if (stretched.length === 0 || stretched.length > units.length) return;
  const permutation = result.shape.map((_, d) => d);
  for (const [i, d] of stretched.entries()) {
    const unit = units[i] ?? 0;
    [permutation[d], permutation[unit]] = [unit, d];
  }
  const shape = permutation.map((d) => result.shape[d] ?? 1);
  const broadcast = createOperation('vector.broadcast', {
    operands: [value],
    results: [['', { ...result, shape }]],
  });
  rewriter.insertBefore(op, broadcast);
  const transpose = createOperation('vector.transpose', {
    operands: [resultOf(broadcast)],
    results: [[resultOf(op).name, resultOf(op).type]],
    attributes: [['permutation', denseI64(permutation)]],
  });
  rewriter.insertBefore(op, transpose);
  rewriter.replace(op, [resultOf(transpose)]);
}
