/**
 * Which memory an instruction may change, as a set.
 *
 *     st.shared.f32 [%r1], %f1     shared memory
 *     st.f32 [%rd1], %f1           generic: all of them
 */
import { STORES } from '@ldscope/simt';
import { spaceOf } from '../../isa/memory/context.ts';
import { factsOf } from '../../rows/facts.ts';
import type { Instruction } from '../../text/program.ts';

/** The memory that an instruction may change: a read behind its region may see it. */
export function storesOf(instruction: Instruction): number {
  const { memory, control } = factsOf(instruction);
  if (control === 'call') return STORES.all;
  switch (memory) {
    case 'matrix-store':
      return STORES.shared;
    // Copies write where their first space says.
    case 'copy':
    case 'map':
    case 'store':
    case 'atomic':
    case 'async':
    case 'tile-store':
      return ofSpace(instruction);
    case 'unknown':
      return STORES.all;
    default:
      return 0;
  }
}

function ofSpace({ modifiers }: Instruction): number {
  switch (spaceOf(modifiers)) {
    case 'shared':
      return STORES.shared;
    case 'global':
      return STORES.module;
    case 'local':
      return STORES.local;
    case 'param':
      return 0;
    default:
      return STORES.all;
  }
}
