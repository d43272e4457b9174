/** The launch of a function, as far as passes know it. */
import type { Machine } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import {
  boundedExtent,
  idBound,
  statedBlock,
  statedWaveSize,
} from '../../module/workgroup-size.ts';
import { factsOf } from '../../rows/facts.ts';
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
    (op) => factsOf(op).id === 'item' && idBound(op, 'item') === undefined,
  );
  return unbounded ? undefined : boundedExtent(func, 'item', 'upper_bound');
}
