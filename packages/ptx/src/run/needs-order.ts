/**
 * Which shadow of shared memory a kernel takes: one that counts barriers of the block, which is fast, or one with clocks, which knows
 * every other way to wait.
 *
 *     bar.sync 0                                     barriers of the block
 *     bar.sync 1, 64     mbarrier     wgmma          clocks
 */
import type { Instruction, Module } from '../text/program.ts';
import { elementsOf } from '../isa/memory/context.ts';
import { bytesOf } from '../text/types.ts';

/** Whether some instruction waits for, or is, more than barriers of all threads. */
export const needsOrder = ({ functions }: Module, reached: ReadonlySet<number>): boolean =>
  [...reached].some((number) => functions[number]?.instructions.some(isElse));

function isElse({ opcode, modifiers, operands }: Instruction): boolean {
  switch (opcode) {
    case 'mbarrier':
    case 'wgmma':
    case 'mapa':
      return true;
    case 'cp':
      return modifiers.includes('bulk') || modifiers.includes('mbarrier');
    case 'bar':
    case 'barrier': {
      if (modifiers.includes('cluster')) return true;
      if (modifiers.includes('warp')) return false;
      const [id, count] = modifiers.includes('red') ? operands.slice(1) : operands;
      return (
        id?.kind !== 'integer' ||
        id.value !== 0n ||
        (count !== undefined && !modifiers.includes('red'))
      );
    }
    default:
      return false;
  }
}

/** The narrowest access that may touch shared memory: 1, 2 or 4 bytes. */
export function granuleBytes({ functions }: Module, reached: ReadonlySet<number>): 1 | 2 | 4 {
  let least: 1 | 2 | 4 = 4;
  for (const number of reached) {
    for (const { opcode, modifiers } of functions[number]?.instructions ?? []) {
      if (opcode !== 'ld' && opcode !== 'st' && opcode !== 'atom' && opcode !== 'red') continue;
      if (
        modifiers.some((name) => name === 'global' || name === 'local' || name.startsWith('param'))
      )
        continue;
      const elements = elementsOf(modifiers);
      const bytes = elements === undefined ? 4 : bytesOf(elements.type) * elements.count;
      if (bytes === 1) return 1;
      if (bytes === 2) least = 2;
    }
  }
  return least;
}
