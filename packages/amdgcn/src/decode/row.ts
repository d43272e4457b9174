/**
 * A row of the tables, made into a function that decodes.
 *
 *     d:V 0:b32VSCL~ 1:b32VSCL~ / clamp omod / 0.0 / 0.0
 *
 * The shape of an instruction: its operands, its modifiers, and the bits that have to be 0 and to be 1, a hexadecimal number per word.
 */
import type { Decode } from './encoding.ts';
import type { Format } from './formats.ts';
import type { Isa } from './isa.ts';
import { modifierOf } from './modifiers.ts';
import { operandOf } from './operands.ts';

export interface Shape {
  readonly operands: readonly string[];
  readonly modifiers: readonly string[];
  readonly zeros: readonly number[];
  readonly ones: readonly number[];
}

export function readShape(text: string): Shape {
  const [operands = '', modifiers = '', zeros = '', ones = ''] = text.split('/');
  const words = (part: string): string[] => part.split(' ').filter((word) => word !== '');
  const bits = (part: string): number[] =>
    words(part).flatMap((word) => word.split('.').map((digits) => Number.parseInt(digits, 16) | 0));
  return {
    operands: words(operands),
    modifiers: words(modifiers),
    zeros: bits(zeros),
    ones: bits(ones),
  };
}

/** Decodes an instruction of a row. */
export function rowDecoder(mnemonic: string, shape: Shape, format: Format, isa: Isa): Decode {
  const operands = shape.operands.map((token) => operandOf(token, format, isa));
  const modifiers = shape.modifiers.map((token) => modifierOf(token, format, isa));
  const { zeros, ones } = shape;
  const bytes = 4 * format.words;
  return (encoding) => {
    if (!encoding.begin(bytes)) return undefined;
    for (let i = 0; i < zeros.length; i++)
      if ((encoding.word(i) & (zeros[i] ?? 0)) !== 0) return undefined;
    for (let i = 0; i < ones.length; i++)
      if ((~encoding.word(i) & (ones[i] ?? 0)) !== 0) return undefined;
    let text = mnemonic;
    let separator = ' ';
    for (const operand of operands) {
      const one = operand(encoding);
      if (one === undefined) return undefined;
      if (one === '') continue;
      text += separator + one;
      separator = ', ';
    }
    for (const modifier of modifiers) {
      const one = modifier(encoding);
      if (one === undefined) return undefined;
      text += one;
    }
    return text;
  };
}
