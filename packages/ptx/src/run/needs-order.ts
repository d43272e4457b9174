/**
 * Which shadow of shared memory a kernel takes: one that counts barriers of the block, which is fast, or one with clocks, which knows
 * every other way to wait.
 *
 *     bar.sync 0                                     barriers of the block
 *     bar.sync 1, 64     mbarrier     wgmma          clocks
 *     red.release.cta    ld.acquire.cta
 */
import { isFlagAccess } from '../isa/memory/flags.ts';
import type { Instruction, Module } from '../text/program.ts';

/** Whether some instruction waits for, or is, more than barriers of all threads. */
export const needsOrder = ({ functions }: Module, reached: ReadonlySet<number>): boolean =>
  [...reached].some((number) => functions[number]?.instructions.some(isElse));

function isElse({ opcode, modifiers, operands }: Instruction): boolean {
  switch (opcode) {
    case 'mbarrier':
    case 'wgmma':
    case 'mapa':
      return true;
    // Flags that warps of a block pass on; those of larger scopes are for other blocks.
    case 'ld':
    case 'st':
    case 'atom':
    case 'red':
      return (
        isFlagAccess(modifiers) && modifiers.some((name) => name === 'cta' || name === 'cluster')
      );
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
