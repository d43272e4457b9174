/** Operands and modifiers of a matrix instruction: register rows, constants, numbers. */
import { messages, type Message } from '@ldscope/core';
import { constantBits, type OperandType } from '../../state/scalars.ts';
import { AGPR_ROW, LANES, VGPRS, type Wave } from '../../state/wave.ts';
import type { Instruction, Operand } from '../../text/program.ts';

/** First word of vector or accumulator registers; `undefined` for other operands and other counts. */
export function vectorBase(operand: Operand | undefined, count: number): number | undefined {
  if (operand?.kind !== 'register' || operand.file === 's' || operand.count !== count) {
    return undefined;
  }
  if (operand.index + count > VGPRS) return undefined;
  return LANES * ((operand.file === 'a' ? AGPR_ROW : 0) + operand.index);
}

/** The requirement that the message names when an operand does not meet it. */
export function wrongOperand(
  instruction: Instruction,
  place: string,
  count: number,
  more = '',
): Message {
  const registers = count === 1 ? '1 vector register' : `${count} vector registers`;
  return messages.execute.malformed(
    instruction.mnemonic,
    `${place} has to be ${registers}${more === '' ? '' : ` or ${more}`}`,
  );
}

/** Entry of a modifier that is a list; `otherwise` when the list or the entry is not written. */
export function listModifier(
  { modifiers }: Instruction,
  name: string,
  index: number,
  otherwise = 0,
): number {
  const value = modifiers.get(name);
  return Array.isArray(value) ? Number(value[index] ?? otherwise) : otherwise;
}

/** Puts C into D before the products are added. */
export type LoadC = (wave: Wave) => void;

/** First words of the operands of a dense product in the wave's registers. */
export interface DensePlaces {
  readonly a: number;
  readonly b: number;
  readonly d: number;
  readonly setC: LoadC;
}

/** C from registers, which may overlap D, or from a constant; `undefined` when it is neither. */
export function loadC(
  operand: Operand | undefined,
  d: number,
  count: number,
  type: Extract<OperandType, 'f32' | 'f64' | 'i32'>,
): LoadC | undefined {
  const words = LANES * count;
  const c = vectorBase(operand, count);
  if (c === d) return () => {};
  if (c !== undefined) return (wave) => void wave.u.copyWithin(d, c, c + words);
  const bits = operand === undefined ? undefined : constantBits(operand, type);
  if (bits === undefined) return undefined;
  const [low, high] = bits;
  if (type !== 'f64') return (wave) => void wave.u.fill(low, d, d + words);
  return (wave) => {
    for (let at = d; at < d + words; at += 2 * LANES) {
      wave.u.fill(low, at, at + LANES);
      wave.u.fill(high, at + LANES, at + 2 * LANES);
    }
  };
}
