/**
 * One concept, two vendors: the only place with the terms of AMD and NVIDIA for the same thing.
 *
 *     AMD      LDS             wave   cycles       workgroup   compute unit
 *     NVIDIA   shared memory   warp   wavefronts   block       SM
 */
import { findMachine, type Machine } from '@ldscope/core';

export interface Terms {
  readonly sharedMemory: string;
  readonly wave: string;
  readonly workgroup: string;
  /** The unit that shared memory belongs to. */
  readonly unit: string;
  /** The part of a unit that issues vector instructions. */
  readonly simd: string;
  /** The unit of a conflict's cost, as a column head and in a sentence. */
  readonly cycles: string;
  /** The same with the memory named: `LDS cycles`. */
  readonly memoryCycles: string;
}

const amd: Terms = {
  sharedMemory: 'LDS',
  wave: 'wave',
  workgroup: 'workgroup',
  unit: 'compute unit',
  simd: 'SIMD',
  cycles: 'cycles',
  memoryCycles: 'LDS cycles',
};

/** On RDNA and gfx1250 two compute units share one LDS. */
const amdProcessor: Terms = { ...amd, unit: 'workgroup processor' };

const nvidia: Terms = {
  sharedMemory: 'shared memory',
  wave: 'warp',
  workgroup: 'block',
  unit: 'SM',
  simd: 'sub-partition',
  cycles: 'wavefronts',
  memoryCycles: 'shared-memory wavefronts',
};

const termsOf: Readonly<Record<Machine['isa'], Terms>> = {
  gcn: amd,
  cdna3: amd,
  cdna4: amd,
  rdna: amdProcessor,
  gfx1250: amdProcessor,
  ptx: nvidia,
};

/** The words for a chip; AMD's when the chip is not known. */
export function termsFor(machine: Machine | undefined): Terms {
  return machine === undefined ? amd : termsOf[machine.isa];
}

/** The words for several chips, by name: NVIDIA's where all are NVIDIA's. */
export function termsForAll(names: readonly string[]): Terms {
  const found = names.map((name) => termsFor(findMachine(name)));
  return found.find((terms) => terms !== nvidia) ?? found[0] ?? amd;
}

/** `a compute unit`, `an SM`, `an LDS`: initials are spelled out when spoken. */
export function withArticle(noun: string): string {
  return /^(?:[AEFHILMNORSX][A-Z]|[aeio])/.test(noun) && !noun.startsWith('SIMD')
    ? `an ${noun}`
    : `a ${noun}`;
}
