/** Which registers the instructions of a function read. */
import { readsFirst } from '../rows/facts.ts';
import type { Instruction, Operand } from '../text/program.ts';

/** Ids of the registers that instructions read: all but a first operand that is only written. */
export function registersRead(instructions: readonly Instruction[]): ReadonlySet<number> {
  const read = new Set<number>();
  const take = (operand: Operand | undefined): void => {
    if (operand === undefined) return;
    if (operand.kind === 'register') read.add(operand.register.id);
    else if (operand.kind === 'address') {
      take(operand.base);
      operand.coordinates.forEach(take);
    } else if (operand.kind === 'vector' || operand.kind === 'list') operand.elements.forEach(take);
  };
  for (const instruction of instructions) {
    const { operands, guard } = instruction;
    if (guard !== undefined) read.add(guard.register.id);
    const [first, ...others] = operands;
    if (first?.kind === 'address' || readsFirst(instruction)) take(first);
    for (const operand of others) take(operand);
  }
  return read;
}
