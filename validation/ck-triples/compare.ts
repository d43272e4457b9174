/** What ldscope counts for a random triple, beside what is counted by hand. */
import {
  findMachine,
  makeDescriptor,
  makeDistribution,
  planTileAccess,
  tileCost,
} from '@ldscope/core';
import { bruteCounts, textOf } from './brute.ts';
import { randomTriple, type Triple } from './random-case.ts';

export interface Compared {
  readonly triple: Triple;
  readonly ours: string;
  readonly byHand: string;
}

/** The triple of a seed in both ways. */
export function compareTriple(seed: number): Compared {
  const triple = randomTriple(seed);
  return { triple, ours: counted(triple), byHand: bruteCounts(triple) };
}

function counted(triple: Triple): string {
  const machine = findMachine(triple.chip);
  const descriptor = makeDescriptor(triple.spec);
  if (machine === undefined || !descriptor.ok) return descriptor.diagnostics[0]?.message ?? '';
  const sides = (['write', 'read'] as const).map((direction) => {
    const distribution = makeDistribution(triple[direction]);
    if (!distribution.ok) return distribution.diagnostics[0]?.message ?? '';
    const plan = planTileAccess(
      {
        direction,
        descriptor: descriptor.value,
        distribution: distribution.value,
        elementBytes: triple.elementBytes,
        name: direction,
      },
      { isa: machine.isa, waveSize: triple.waveSize },
    );
    if (!plan.ok) return plan.diagnostics[0]?.message ?? '';
    const { executions, idxActive, bankConflict } = tileCost([plan.value], machine);
    return textOf(direction, {
      instructions: executions,
      cycles: idxActive,
      conflicts: bankConflict,
    });
  });
  return sides.join('; ');
}
