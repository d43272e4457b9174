/**
 * Which shadow of shared memory a kernel takes: one that counts barriers of the block, which is fast, or one with clocks, which knows
 * every other way to wait.
 *
 *     bar.sync 0                                     barriers of the block
 *     bar.sync 1, 64     mbarrier     wgmma          clocks
 *     red.release.cta    ld.acquire.cta
 *     membar.cta         ld.volatile.shared
 */
import { isFlagAccess, isStrong } from '../isa/memory/flags.ts';
import { spaceOf } from '../isa/memory/context.ts';
import { factsOf, memoryOf } from '../rows/facts.ts';
import type { Instruction, Module } from '../text/program.ts';

/** Whether some instruction orders accesses by more than barriers of all threads. */
export function needsOrder({ functions }: Module, reached: ReadonlySet<number>): boolean {
  const all = [...reached].flatMap((number) => functions[number]?.instructions ?? []);
  return all.some(isElse) || (all.some(isFence) && all.some(isFlagOfWarps));
}

/** Fences of proxies order copies and products alone. */
const isFence = (instruction: Instruction): boolean =>
  memoryOf(instruction) === 'fence' || isFlagAccess(instruction);

const isOfBlock = ({ modifiers }: Instruction): boolean =>
  modifiers.includes('cta') || modifiers.includes('cluster');

/** A flag that warps of a block may use together with a fence; flags in global memory are for other blocks. */
const isFlagOfWarps = (instruction: Instruction): boolean =>
  isStrong(instruction) &&
  (isOfBlock(instruction) || ['shared', 'generic'].includes(spaceOf(instruction.modifiers)));

function isElse(instruction: Instruction): boolean {
  const { modifiers, operands } = instruction;
  const { memory, control, gives } = factsOf(instruction);
  if (control === 'barrier') {
    if (modifiers.includes('cluster')) return true;
    if (modifiers.includes('warp')) return false;
    const [id, count] = modifiers.includes('red') ? operands.slice(1, -1) : operands;
    return id?.kind !== 'integer' || id.value !== 0n || count !== undefined;
  }
  switch (memory) {
    case 'mbarrier':
    case 'mbarrier-test':
    case 'product':
      return true;
    // Flags that warps of a block pass on; those of larger scopes are for other blocks.
    case 'load':
    case 'store':
    case 'atomic':
    case 'async':
      return isFlagAccess(instruction) && isOfBlock(instruction);
    case 'copy':
    case 'order':
      return modifiers.includes('bulk');
    default:
      return gives === 'block-address';
  }
}
