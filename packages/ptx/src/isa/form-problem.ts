/** Whether a form of an instruction is executed: by the words of its row (`rows/instructions.ts`). */
import { type Message, messages } from '@ldscope/core';
import { instructionRows } from '../rows/instructions.ts';
import type { Instruction } from '../text/program.ts';
import { typeOf } from '../text/types.ts';
import { textOf } from './memory/context.ts';

const isType = (word: string): boolean => typeOf(word) !== undefined || /^[usf]\d+x2$/.test(word);

/** Why a form is not executed, by the table; `undefined` for a form that is executed or checked elsewhere. */
export function formProblem(instruction: Instruction): Message | undefined {
  const { opcode, modifiers } = instruction;
  const row = instructionRows.get(opcode);
  if (row === undefined) return messages.ptx.unsupported(textOf(instruction));
  const { refused, words: allowed, types = 1 } = row;
  if (refused !== undefined) return messages.ptx.unsupported(textOf(instruction), refused);
  if (allowed === undefined) return undefined;
  const unknown = modifiers.find((word) => !allowed.has(word));
  if (unknown !== undefined)
    return messages.ptx.unsupported(textOf(instruction), `.${unknown} is not known for ${opcode}`);
  const named = modifiers.filter(isType).length;
  return named > types
    ? messages.ptx.unsupported(textOf(instruction), `it names ${named} types`)
    : undefined;
}
