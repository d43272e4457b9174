/**
 * What counters of a chip said of kernels that were executed as SASS: how far the report's figures can be relied on.
 *
 *     stores alone            79 of 79 random kernels have the counter of an H200
 *     loads and stores        84 of 103; the others have 1 to 5 conflicts more, of some hundreds
 *
 * Addresses, masks and executions are those of the chip: a loop that went round once more would differ by far more. The counter has more where
 * accesses of several warps meet: with one warp in a block, 59 of 59 kernels with loads, stores and reductions are exact. By what
 * rule is not known.
 *
 * Source: `validation/data/random-sm90.jsonl.br`, which `validation/cuda/counters.slow.test.ts` executes.
 */
import type { SassEvidence } from '@ldscope/core';
import type { SassMemory } from './rows.ts';

const CHIP = 'H200';

const STORES: SassEvidence = {
  accesses: 'stores',
  chip: CHIP,
  kernels: 79,
  exact: 79,
  mostMore: 0,
  percentMore: 0,
};
const LOADS: SassEvidence = {
  accesses: 'loads and stores',
  chip: CHIP,
  kernels: 103,
  exact: 84,
  mostMore: 5,
  percentMore: 0.04,
};
const ATOMICS: SassEvidence = {
  accesses: 'loads, stores and atomics',
  chip: CHIP,
  kernels: 107,
  exact: 92,
  mostMore: 22,
  percentMore: 0.04,
};

/** The evidence for kernels that make such accesses on a chip; `undefined` where nothing was measured. */
export function evidenceOf(
  machine: string,
  made: readonly SassMemory['does'][],
): SassEvidence | undefined {
  if (machine !== 'sm_90') return undefined;
  if (made.includes('atomic') || made.includes('reduce')) return ATOMICS;
  return made.every((does) => does === 'store') ? STORES : LOADS;
}
