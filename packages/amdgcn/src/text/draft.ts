/** Instructions while the file is being read: values that are not known yet are filled in at the end. */
import type { Span } from '@ldscope/core';
import type { Expression } from './expression.ts';
import type { Encoding, Instruction, ModifierValue, Operand, OperandModifiers } from './program.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type DraftInstruction = Mutable<Omit<Instruction, 'operands' | 'modifiers'>> & {
  operands: Operand[];
  modifiers: ReadonlyMap<string, ModifierValue>;
};

/** A place in an instruction for the value of an expression. */
export interface PendingOperand {
  readonly instruction: DraftInstruction;
  /** Number of the operand, or name of the modifier. */
  readonly target: number | string;
  readonly expression: Expression;
  readonly change: OperandModifiers;
  readonly span: Span;
}

/** A mnemonic as it is written, decomposed. */
export interface Mnemonic {
  readonly name: string;
  readonly encoding: Encoding | undefined;
}

/** The modifiers of an instruction that has none; the first one makes a map of its own. */
export const noModifiers: ReadonlyMap<string, ModifierValue> = new Map();

/** Adds a modifier to an instruction. */
export function setModifier(
  instruction: DraftInstruction,
  name: string,
  value: ModifierValue,
): void {
  const modifiers = new Map(instruction.modifiers);
  modifiers.set(name, value);
  instruction.modifiers = modifiers;
}
