/**
 * Which memory an instruction may change, as a set.
 *
 *     st.shared.f32 [%r1], %f1     shared memory
 *     st.f32 [%rd1], %f1           generic: all of them
 */
import { spaceOf } from '../../isa/memory/context.ts';
import type { Instruction } from '../../text/program.ts';

/** Memory that instructions may write, a bit each. */
export const STORES = { shared: 1, module: 2, local: 4, all: 7 } as const;

/** The memory that an instruction may change: what is read behind its region may be of it. */
export function storesOf({ opcode, modifiers }: Instruction): number {
  if (opcode === 'cp' || opcode === 'stmatrix') return STORES.shared;
  if (opcode === 'call') return STORES.all;
  if (!/^(?:st|atom|red|wmma|multimem)$/.test(opcode) || modifiers[0] === 'load') return 0;
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
