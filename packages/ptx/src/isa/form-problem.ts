/** Whether a form of an instruction is executed: by the words of its row (`rows/instructions.ts`). */
import { type Message, messages } from '@ldscope/core';
import { instructionRows } from '../rows/instructions.ts';
import type { Instruction } from '../text/program.ts';
import { typeOf } from '../text/types.ts';
import { textOf } from './memory/context.ts';

const isType = (word: string): boolean => typeOf(word) !== undefined || /^[usf]\d+x2$/.test(word);

/** Why a form is not executed, by the table; `undefined` for one whose words are known. */
export function formProblem(instruction: Instruction): Message | undefined {
  const { opcode, modifiers } = instruction;
  const row = instructionRows.get(opcode);
  if (row === undefined) return messages.ptx.unsupported(textOf(instruction));
  const { refused, words: allowed, types = 1 } = row;
  const refuse = (why: string): Message => messages.ptx.unsupported(textOf(instruction), why);
  if (refused !== undefined) return refuse(refused);
  const unknown = modifiers.find((word) => !allowed.has(word));
  if (unknown !== undefined) return refuse(`.${unknown} is not known for ${opcode}`);
  const named = modifiers.filter(isType).length;
  if (named > types) return refuse(`it names ${named} types`);
  const twice = modifiers.find((word, at) => modifiers.indexOf(word) !== at);
  return types === 1 && twice !== undefined ? refuse(`.${twice} is there twice`) : undefined;
}
