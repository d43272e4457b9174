/**
 * Rules R1 to R3 of the CDNA slides as a model of conflicts: half a wave at a time, one word of each lane after the other.
 */
import {
  type ConflictModel,
  contiguous,
  findModel,
  type Machine,
  type RequestClass,
  type ServiceRule,
} from '@ldscope/core';
import { requests, widthOf } from './lane-pattern.ts';
import { waveOf } from './one-access.ts';

/** The rules as a model of conflicts on a chip. */
export function rulesModel(machine: Machine): ConflictModel {
  const found = findModel(machine, 'deck-r1-r3');
  if (found !== undefined) return found;
  const wave = waveOf(machine);
  const rule = (request: RequestClass): ServiceRule => ({
    phases: contiguous(wave, 32),
    banks: machine.sharedMemory.banks.value,
    slots: widthOf(request) < 4 ? 'same-element' : 'distinct-words',
    steps: 'serial',
    alignmentBytes: 1,
    evidence: 'documented',
    source: 'rules R1 to R3, for a warp',
  });
  return {
    name: 'rules',
    title: 'rules R1 to R3',
    description: 'Rules R1 to R3 for a warp of 32 lanes.',
    emptyPhaseCycles: machine.models[0].emptyPhaseCycles,
    portsPerBank: 1,
    rules: { [wave]: Object.fromEntries(requests.map((request) => [request, rule(request)])) },
  };
}
