/**
 * Writes operands and instructions as the assembler reads them.
 *
 *     v_pk_fma_f16 v0, v1, v2, v3 op_sel:[0,1,0] neg_lo:[1,0,0]
 *
 * `parse(print(x))` is `x`; numbers are decimal up to 64 and hexadecimal above, as LLVM prints them.
 */
import { joinsByBars } from './code-names.ts';
import type { Instruction, ModifierValue, Operand } from './program.ts';

/** The instruction on one line, without a label. */
export function printInstruction(instruction: Instruction): string {
  const { mnemonic, encoding, operands, modifiers, paired } = instruction;
  let text = encoding === undefined ? mnemonic : `${mnemonic}_${encoding}`;
  const calls = operands.every(({ kind }) => kind === 'call');
  const between = !calls ? ', ' : joinsByBars(mnemonic) ? ' | ' : ' ';
  if (operands.length > 0) text += ` ${operands.map(printOperand).join(between)}`;
  for (const [name, value] of modifiers) text += ` ${printModifier(name, value)}`;
  return paired === undefined ? text : `${text} :: ${printInstruction(paired)}`;
}

/** One operand, with its signs and functions. */
function printOperand(operand: Operand): string {
  let text = printPlain(operand);
  if (operand.signExtend) text = `sext(${text})`;
  if (operand.absolute) text = `|${text}|`;
  if (!operand.negate) return text;
  // `-1` would be another constant.
  return operand.kind === 'register' || operand.absolute ? `-${text}` : `neg(${text})`;
}

function printPlain(operand: Operand): string {
  switch (operand.kind) {
    case 'register': {
      const { file, index, count, half } = operand;
      if (half !== undefined) return `${file}${index}.${half}`;
      return count === 1 ? `${file}${index}` : `${file}[${index}:${index + count - 1}]`;
    }
    case 'special':
      return operand.name;
    case 'integer':
      return printInteger(operand.value);
    case 'float':
      return printFloat(operand.value);
    case 'symbol':
      return printSymbol(operand.name, operand.addend, operand.relocation);
    case 'call':
      return `${operand.name}(${operand.arguments.map(String).join(', ')})`;
  }
}

const LARGEST_DECIMAL = 64n;

function printInteger(value: bigint): string {
  if (value >= -LARGEST_DECIMAL && value <= LARGEST_DECIMAL) return String(value);
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

/** A float keeps its point: `1` would be an integer. */
function printFloat(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  if (text.includes('.')) return text;
  const exponent = text.indexOf('e');
  return exponent < 0 ? `${text}.0` : `${text.slice(0, exponent)}.0${text.slice(exponent)}`;
}

function printSymbol(name: string, addend: number, relocation: string | undefined): string {
  const quoted = /^[A-Za-z_.$][\w.$]*$/.test(name) ? name : `"${name}"`;
  const suffix = relocation === undefined ? '' : `@${relocation}`;
  const sum = addend === 0 ? '' : addend < 0 ? `${addend}` : `+${addend}`;
  return quoted + suffix + sum;
}

/** Modifiers that are written in hexadecimal. */
const hexadecimal: ReadonlySet<string> = new Set(['row_mask', 'bank_mask', 'bitop3']);

function printModifier(name: string, value: ModifierValue): string {
  if (value === true) return name;
  if (typeof value === 'number')
    return `${name}:${hexadecimal.has(name) && value >= 0 ? `0x${value.toString(16)}` : value}`;
  if (typeof value === 'string') return `${name}:${value}`;
  return `${name}:[${value.join(',')}]`;
}
