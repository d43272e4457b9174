/**
 * The narrowest access to shared memory of a kernel, 4 bytes at most: its shadow has one state per this many bytes.
 *
 *     ld.shared.f32, st.shared.v2.b8       2
 */
import { elementsOf, spaceOf } from '../isa/memory/context.ts';
import type { Module } from '../text/program.ts';
import { bytesOf } from '../text/types.ts';

/** Opcodes that name the type of what they access. */
const TYPED: ReadonlySet<string> = new Set(['ld', 'ldu', 'st', 'atom', 'red']);
/** Others of which every access has 4 bytes or more. */
const WIDE: ReadonlySet<string> = new Set(['ldmatrix', 'mbarrier', 'wgmma']);
/** Others that touch shared memory. */
const OTHERS: ReadonlySet<string> = new Set(['cp', 'stmatrix', 'wmma', 'multimem']);

export function granuleOf({ functions }: Module, reached: ReadonlySet<number>): 1 | 2 | 4 {
  let least: 1 | 2 | 4 = 4;
  for (const number of reached) {
    for (const { opcode, modifiers } of functions[number]?.instructions ?? []) {
      if (WIDE.has(opcode)) continue;
      if (TYPED.has(opcode)) {
        const space = spaceOf(modifiers);
        if (space !== 'shared' && space !== 'generic') continue;
        const elements = elementsOf(modifiers);
        const bytes = elements === undefined ? 1 : bytesOf(elements.type) * elements.count;
        if (bytes < least) least = bytes < 2 ? 1 : 2;
      } else if (opcode === 'wmma') {
        if (modifiers[0] !== 'mma') return 1;
      } else if (OTHERS.has(opcode) && !isWideCopy(opcode, modifiers)) return 1;
    }
  }
  return least;
}

/** `cp.async` of threads copies 4, 8 or 16 bytes, those in bulk 16 and more. */
const isWideCopy = (opcode: string, modifiers: readonly string[]): boolean =>
  opcode === 'cp' && !modifiers.includes('reduce');
