/**
 * Operands: kinds as the tables name them, and the text of a value of each kind.
 *
 *     v v64 v128      VGPRs                 b32 i16 f16 h16 bf16 hb16 b64 f64 p32   VGPRs, SGPRs or a constant of that type
 *     av av64         VGPRs or AGPRs        c128 d128   VGPRs or a constant, read as 32 or as 64 bits
 *     a               an AGPR               s s64 sd64 mask sb32 vl    SGPRs and other operands of single instructions
 *     tied64          data and result of one instruction, both VGPRs or both AGPRs     any64   registers at any number
 *
 * Registers that an operand cannot be are named all the same, with LLVM's remark on the class of registers that it requires:
 * `s1 /*Invalid register ...`. Ranges of vector registers begin at even numbers on these chips.
 */
import type { ConstantType } from './constants.ts';
import { inlineConstant, LITERAL, literalConstant } from './constants.ts';
import type { Encoding } from './encoding.ts';
import { isProvided, registerRange, scalarRegister } from './registers.ts';

/** The value of v0, and how far a value of an AGPR is behind it. */
export const FIRST_VGPR = 256;
const AGPR = 512;
const AGPRS = 256;

/** The text of an operand's value; `undefined` when there is no such operand. */
export type OperandText = (value: number, encoding: Encoding) => string | undefined;

/** The operands that a kind takes. */
interface Kind {
  readonly count: number;
  readonly constants: ConstantType;
  /** Register files that the kind takes without a remark. */
  readonly takes: string;
  /** LLVM's name of its class of registers; with `V` for the file where AGPRs can take the place of VGPRs. */
  readonly className: string;
}

const kindPattern = /^(vl|av|tied|any|sd|sg|sb|sx|bf|hb|[vasbfipcdh]|mask)(\d*)$/;

function vectorClass(file: string, count: number): string {
  if (count === 1) return { V: 'VGPR_32', A: 'AGPR_32', AV: 'AV_32', VS: 'VS_32' }[file] ?? '';
  const name = file === 'V' || file === 'A' ? `${file}Reg` : file;
  return `${name}_${32 * count}_Align2`;
}

/** The class of registers that scalar memory reads and writes. */
const smemClass = (count: number): string =>
  count === 1 ? 'SReg_32_XM0_XEXEC' : count === 2 ? 'SReg_64_XEXEC' : `SReg_${32 * count}`;

/** Reads the name of a kind; `scalar` in instructions whose operands cannot be VGPRs. */
function kindOf(name: string, scalar: boolean): Kind {
  const [, letters = '', digits = ''] = kindPattern.exec(name) ?? [];
  const bits = Number(digits);
  const count = Math.max(1, bits / 32);
  const sources = scalar
    ? { takes: 's', className: `SReg_${32 * count}` }
    : { takes: 'vsl', className: vectorClass('VS', count) };
  switch (letters) {
    case 'v':
      return { count, constants: 'none', takes: 'v', className: vectorClass('V', count) };
    case 'a':
      return { count, constants: 'none', takes: 'a', className: vectorClass('A', count) };
    case 'av':
      return { count, constants: 'none', takes: 'va', className: vectorClass('AV', count) };
    case 'tied':
      return { count, constants: 'none', takes: 'vaA', className: vectorClass('V', count) };
    case 'any':
      return { count, constants: 'none', takes: 'vau', className: '' };
    case 'vl':
      return { count: 1, constants: 'none', takes: 'vl', className: 'VRegOrLds_32' };
    case 's':
      return { count, constants: 'none', takes: 's', className: `SReg_${32 * count}` };
    case 'sd':
      return { count, constants: 'none', takes: 'sX', className: smemClass(count) };
    case 'sg':
      return { count, constants: 'none', takes: 's', className: 'SReg_64_XEXEC_XNULL' };
    case 'sx':
      return { count: 1, constants: 'none', takes: 's', className: 'SReg_32_XM0' };
    case 'sb':
      return { count: 1, constants: 'b32', takes: 's', className: 'SReg_32' };
    case 'mask':
      return { count: 2, constants: 'none', takes: 'vaslu', className: '' };
    case 'c':
      return { count, constants: 'b32', takes: 'v', className: vectorClass('V', count) };
    case 'd':
      return { count, constants: 'f64', takes: 'v', className: vectorClass('V', count) };
    case 'p':
      return { ...sources, count: 2, constants: 'b32', className: 'VS_64_Align2' };
    default: {
      const constants = constantTypes[name] ?? 'b32';
      return { ...sources, count, constants };
    }
  }
}

const constantTypes: Readonly<Record<string, ConstantType>> = {
  b32: 'b32',
  b64: 'b64',
  f64: 'f64',
  f16: 'f16',
  h16: 'h16',
  bf16: 'bf16',
  hb16: 'hb16',
  i16: 'i16',
};

const remark = (className: string): string =>
  `/*Invalid register, operand has '${className}' register class*/`;

/** The text of registers of a vector file, from their first. */
function vectorText(kind: Kind, first: number, accumulator: boolean): string | undefined {
  const { count, takes } = kind;
  if (accumulator && first + count > AGPRS) return undefined;
  const file = accumulator ? 'a' : 'v';
  const text = registerRange(file, first, count);
  const free = takes.includes('u') || (accumulator && takes.includes('A'));
  const aligned = count === 1 || first % 2 === 0 || free;
  return takes.includes(file) && aligned ? text : text + remark(kind.className);
}

/** True where the value of an operand is a constant. */
export const isConstant = (value: number): boolean =>
  value === LITERAL || (value < FIRST_VGPR && inlineConstant(value, 'b32') !== undefined);

/**
 * Returns the text of operands of a kind: of values with 9 bits, in which VGPRs begin at 256, and AGPRs at 768.
 */
export function operandText(name: string, scalar = false): OperandText {
  const kind = kindOf(name, scalar);
  const { count, constants, takes } = kind;
  // LLVM has no ranges of 6 and of 32 scalar registers for these, and writes shorter ones.
  const scalars = name === 'v192' ? 5 : Math.min(count, 16);
  const invalid = constants === 'none' ? '/*Invalid immediate*/' : '';
  // A constant has 32 bits where it is invalid.
  return (value, encoding) => {
    if ((value & FIRST_VGPR) !== 0) return vectorText(kind, value & 255, value >= AGPR);
    const code = value & 255;
    const constant = inlineConstant(code, constants);
    if (constant !== undefined) return constant + invalid;
    if (code === LITERAL) {
      const word = encoding.literal();
      return word === undefined ? undefined : literalConstant(word, constants) + invalid;
    }
    const register = scalarRegister(code, scalars);
    if (register === undefined || isProvided(code)) return register;
    const direct = code === 254;
    const taken = direct ? takes.includes('l') : takes.includes('s');
    const excluded =
      (code === 124 && kind.className.includes('XM0')) ||
      (code >= 126 && kind.className.includes('XEXEC'));
    if (taken && !excluded) return register;
    return register + remark(kind.className);
  };
}

/** As `operandText`, for operands whose AGPRs another field chooses: the class then is that of AGPRs. */
export function fileText(name: string): OperandText {
  const vector = operandText(name);
  const kind = kindOf(name, false);
  const accumulators: Kind = {
    ...kind,
    takes: 'a',
    className: kind.className.replace(/^V(Reg|GPR)/, (_, rest: string) => `A${rest}`),
  };
  if (kind.takes.includes('a')) return vector;
  return (value, encoding) => {
    if (value < AGPR) return vector(value, encoding);
    if ((value & FIRST_VGPR) !== 0) return vectorText(accumulators, value & 255, true);
    return vector(value & 255, encoding)?.replace(kind.className, accumulators.className);
  };
}
