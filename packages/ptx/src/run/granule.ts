/**
 * The narrowest access to shared memory of a kernel, 4 bytes at most: its shadow has one state per this many bytes.
 *
 *     ld.shared.f32, st.shared.v2.b8       2
 */
import { elementsOf, spaceOf } from '../isa/memory/context.ts';
import { memoryOf } from '../rows/facts.ts';
import type { Instruction, Module } from '../text/program.ts';
import { bytesOf } from '../text/types.ts';

export function granuleOf({ functions }: Module, reached: ReadonlySet<number>): 1 | 2 | 4 {
  let least: 1 | 2 | 4 = 4;
  for (const number of reached) {
    for (const instruction of functions[number]?.instructions ?? []) {
      const bytes = bytesInShared(instruction);
      if (bytes < least) least = bytes < 2 ? 1 : 2;
    }
  }
  return least;
}

/** Bytes of the narrowest access of an instruction to shared memory; 4 where it has 4 or more, or none. */
function bytesInShared(instruction: Instruction): number {
  const { modifiers } = instruction;
  switch (memoryOf(instruction)) {
    case 'load':
    case 'store':
    case 'atomic':
    case 'async': {
      const space = spaceOf(modifiers);
      if (space !== 'shared' && space !== 'generic') return 4;
      const elements = elementsOf(modifiers);
      return elements === undefined ? 1 : bytesOf(elements.type) * elements.count;
    }
    // `cp.async` of threads copies 4, 8 or 16 bytes, those in bulk 16 and more.
    case 'copy':
      return modifiers.includes('reduce') ? 1 : 4;
    case 'matrix-store':
    case 'tile-load':
    case 'tile-store':
    case 'unknown':
      return 1;
    default:
      return 4;
  }
}
