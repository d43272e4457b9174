/**
 * The registers that a kernel asks for, of its descriptor.
 *
 *     .amdhsa_next_free_vgpr 96, .amdhsa_accum_offset 64      64 vector registers, 32 accumulators
 *
 * Assembly without a descriptor does not specify: then they are not known.
 */
import type { KernelRegisters } from '@ldscope/core';
import type { Kernel } from './program.ts';

/** Registers of a wave; `undefined` where the kernel has no descriptor that says. */
export function registersOf({ descriptor }: Kernel): KernelRegisters | undefined {
  const all = descriptor?.get('next_free_vgpr');
  if (descriptor === undefined || all === undefined) return undefined;
  const vector = Math.min(all, descriptor.get('accum_offset') ?? all);
  const scalar = descriptor.get('next_free_sgpr');
  return { vector, accumulators: all - vector, scalar };
}
