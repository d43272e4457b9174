/** The launch of a function, as far as passes know it. */
import type { Machine } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import {
  boundedExtent,
  dimensionOf,
  statedBlock,
  statedWaveSize,
} from '../../ir/workgroup-size.ts';
import { integerOf } from '../../ir/attribute-values.ts';
import { walk } from '../../ir/walk.ts';
import type { IndexEnvironment } from '../index-analysis.ts';

/** Workgroup and wave as the function states them; the wave is the machine's default otherwise. */
export function workgroupOf(func: Operation, machine: Machine): Omit<IndexEnvironment, 'ownerOf'> {
  const block = statedBlock(func) ?? boundedBlock(func);
  const waveSize = statedWaveSize(func) ?? machine.waveSizes[0] ?? 64;
  return block === undefined ? { waveSize } : { block, waveSize };
}

/** The sizes that bounds of ids imply, when every id that is used has a bound. */
function boundedBlock(func: Operation): IndexEnvironment['block'] {
  const unbounded = [...walk([func])].some(
    (op) =>
      op.name === 'gpu.thread_id' &&
      integerOf(op, 'upper_bound') === undefined &&
      dimensionOf(op) >= 0,
  );
  return unbounded ? undefined : boundedExtent(func, 'gpu.thread_id');
}
