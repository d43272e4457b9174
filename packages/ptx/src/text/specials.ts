/** Special registers that operands name: `%tid.x` is `tid.x`. */
import type { Operand } from './program.ts';

/** The special registers of an operand, those of a vector too. */
export function specialsOf(operand: Operand): readonly string[] {
  if (operand.kind === 'special') return [operand.name];
  return operand.kind === 'vector' ? operand.elements.flatMap(specialsOf) : [];
}

/** True for a register that counts time or events. */
export const isClock = (name: string): boolean => /^(?:clock|globaltimer|pm)/.test(name);
