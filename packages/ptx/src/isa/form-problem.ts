/** Whether a form of an instruction is executed: by the words of its row (`rows/instructions.ts`). */
import { type Message, messages } from '@ldscope/core';
import { instructionRows } from '../rows/instructions.ts';
import type { Shape } from '../rows/row.ts';
import type { Instruction } from '../text/program.ts';
import { typeOf } from '../text/types.ts';
import { textOf } from './memory/context.ts';

const isType = (word: string): boolean =>
  typeOf(word) !== undefined || /^[usf]\d+x2$|^tf32$|^[su]4$|^b1$|^e\dm\d$/.test(word);

/** Forms that are executed, as they are written: modules repeat them. */
const executed = new Set<string>();

/** Why a form is not executed, by the table; `undefined` for one whose words are known and go together. */
export function formProblem(instruction: Instruction): Message | undefined {
  const text = textOf(instruction);
  if (executed.has(text)) return undefined;
  const problem = problemOf(instruction);
  if (problem === undefined) executed.add(text);
  return problem;
}

function problemOf(instruction: Instruction): Message | undefined {
  const { opcode, modifiers } = instruction;
  const row = instructionRows.get(opcode);
  if (row === undefined) return messages.ptx.unsupported(textOf(instruction));
  const { refused, words: shapes, types = 1 } = row;
  const refuse = (why: string): Message => messages.ptx.unsupported(textOf(instruction), why);
  if (refused !== undefined) return refuse(refused);
  const unknown = modifiers.find((word) => !shapes.some(({ groups }) => groups.has(word)));
  if (unknown !== undefined) return refuse(`.${unknown} is not known for ${opcode}`);
  const named = modifiers.filter(isType).length;
  if (named > types) return refuse(`it names ${named} types`);
  const clashes = shapes.map((shape) => clashOf(modifiers, shape));
  // The shape that most of the first words have.
  const [, why] = clashes.reduce((best, one) => (one[0] > best[0] ? one : best));
  return why === undefined ? undefined : refuse(why);
}

/** How many words from the first on go together in a shape, and why not all; without a reason where the form has the shape. */
function clashOf(
  modifiers: readonly string[],
  { groups, required, alternatives }: Shape,
): readonly [count: number, why: string | undefined] {
  const before = new Map<number, string>();
  for (const [at, word] of modifiers.entries()) {
    const group = groups.get(word);
    if (group === undefined)
      return [at, `.${word} does not go with .${modifiers.slice(0, at).join('.')}`];
    const other = before.get(group);
    if (other === word) return [at, `.${word} is there twice`];
    if (other !== undefined) return [at, `.${other} and .${word} exclude each other`];
    if (group >= 0) before.set(group, word);
  }
  const missing = required.find((group) => !before.has(group));
  if (missing === undefined) return [modifiers.length + 1, undefined];
  return [modifiers.length, `it lacks .${alternatives[missing]?.join(' or .')}`];
}
