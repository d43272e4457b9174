/**
 * Operands: what a row says of one, and the text of it in an encoding.
 *
 *     d:V        a VGPR                   0:f16VSCL~   a VGPR, a scalar, an inline constant of f16 or a literal, with signs
 *     d:4V       four of them             b:2S         a pair of scalar registers
 *     0:h16VHC   a half of a register     i:branch     an immediate, by name        'vcc'    this text
 *
 * A place of the format, how constants are read (32 bits without), how many registers, and what the operand may be: V VGPRs, U the first 128 of them, A AGPRs
 * (where both are, a bit of the encoding says which), S scalar registers, M m0, E exec, F its upper half, N null, O off in the place of null, Z nothing, D values that are read from LDS, P other values that the hardware
 * provides, R all of S, M, E, F, N and P, C inline constants, L a literal, W a literal of 64 bits, H halves. Signs: `~` negative and absolute, `-` negative, `+`
 * extended from its upper bit. An operand that is something else is invalid, and so is its instruction.
 */
import {
  type ConstantType,
  hexadecimal,
  inlineConstant,
  literalConstant,
  LITERAL,
  WIDE_LITERAL,
} from './constants.ts';
import type { Decode, Encoding } from './encoding.ts';
import type { Format, Place } from './formats.ts';
import { immediateText } from './immediates.ts';
import type { Isa } from './isa.ts';
import { memoryOperand, noBase } from './memory.ts';
import { registerRange, scalarRegister } from './registers.ts';

const FIRST_VGPR = 256;
const VGPRS = 256;
const VCC: ReadonlySet<number> = new Set([106, 107]);
/** What `R` stands for. */
export const SCALARS = 'SMEFNP';
const FIRST_TRAP = 108;
const WORD = 0xffff_ffffn;

/** What an operand may be. */
interface Kind {
  readonly constants: ConstantType;
  readonly count: number;
  readonly takes: string;
}

const pattern = /^(\w):([a-z]+\d\d)?(\d*)([A-Z]*)([~+-]?)$/;

/** The letter of a value of a scalar operand that a name of the instruction set stands for. */
function letterOf(name: string): string {
  if (name === 'm0') return 'M';
  if (name.startsWith('exec')) return name === 'exec_hi' ? 'F' : 'E';
  if (name === 'src_lds_direct') return 'D';
  if (/^(?:flat_scratch|xnack_mask)/.test(name)) return 'S';
  return name === 'null' ? 'N' : 'P';
}

/** A vector register, of the file that the encoding names. */
function vectorText(
  { takes, count }: Kind,
  place: Place,
  isa: Isa,
  number: number,
  encoding: Encoding,
): string | undefined {
  const { accumulator } = place;
  if (takes.includes('U') && number >= VGPRS / 2) return undefined;
  // Where a bit names the file, it has to be one that the operand takes.
  const isNamed = accumulator !== undefined && /[VA]/.test(takes);
  const inAgprs = isNamed ? encoding.bit(accumulator) === 1 : takes.includes('A');
  if (isNamed && !takes.includes(inAgprs ? 'A' : 'V')) return undefined;
  const file = inAgprs ? 'a' : 'v';
  if (takes.includes('H')) {
    const half = place.half === undefined ? number >> 7 : encoding.bit(place.half);
    return `v${place.half === undefined ? number & 127 : number}.${half === 1 ? 'h' : 'l'}`;
  }
  if (number + count > VGPRS || (isa.aligned && count > 1 && (number & 1) === 1)) return undefined;
  return registerRange(file, number, count);
}

/** The text of a value that is not a vector register. */
function scalarText(
  { takes, count, constants }: Kind,
  isa: Isa,
  value: number,
  encoding: Encoding,
): string | undefined {
  const constant = inlineConstant(value, constants);
  if (constant !== undefined) return takes.includes('C') ? constant : undefined;
  if (value === LITERAL) {
    const word = takes.includes('L') ? encoding.literal() : undefined;
    return word === undefined ? undefined : literalConstant(word, constants);
  }
  if (value === WIDE_LITERAL && takes.includes('W') && !isa.singles.has(value))
    return wideText(encoding.wideLiteral());
  if (value === noBase(isa) && /[OZ]/.test(takes)) return takes.includes('O') ? 'off' : '';
  const name = isa.singles.get(value);
  const ordinary =
    name === undefined || VCC.has(value) || (value >= FIRST_TRAP && value < FIRST_TRAP + 16);
  return takes.includes(ordinary ? 'S' : letterOf(name))
    ? scalarRegister(isa, value, count)
    : undefined;
}

/** A literal of 64 bits, marked where 32 could express it; what an inline constant or the upper word alone could is not decoded. */
function wideText(value: bigint | undefined): string | undefined {
  if (value === undefined) return undefined;
  const signed = BigInt.asIntN(64, value);
  if ((signed >= -16n && signed <= 64n) || (value & WORD) === 0n) return undefined;
  const text = `0x${value.toString(16)}`;
  return value >> 32n === 0n ? `lit64(${text})` : text;
}

/** An operand with its signs: `-|v1|`, `neg(1.0)`. */
function signed(text: string, constant: boolean, negative: number, absolute: number): string {
  const magnitude = absolute === 1 ? `|${text}|` : text;
  if (negative === 0) return magnitude;
  return constant && absolute === 0 && !text.startsWith('lit') ? `neg(${text})` : `-${magnitude}`;
}

/** The bare operand. */
function plainOperand(place: Place, kind: Kind, isa: Isa): Decode {
  const { at, width, base, scalar } = place;
  const vectors = /[VUA]/.test(kind.takes);
  return (encoding) => {
    let value = encoding.bits(at, width) + base;
    if (scalar !== undefined && encoding.bit(scalar) === 0) value += FIRST_VGPR;
    if (value >= FIRST_VGPR)
      return vectors ? vectorText(kind, place, isa, value & 255, encoding) : undefined;
    return scalarText(kind, isa, value, encoding);
  };
}

/** Decodes an operand of a row. */
export function operandOf(token: string, format: Format, isa: Isa): Decode {
  if (token.startsWith("'")) return () => token.slice(1, -1);
  // Only what an atomic returns has a destination.
  if (token.startsWith('?')) {
    const [at] = format.fields.get('glc') ?? format.fields.get('th') ?? [0];
    const returned = operandOf(token.slice(1), format, isa);
    return (encoding) => (encoding.bit(at) === 1 ? returned(encoding) : '');
  }
  // The constant behind an encoding that always has one.
  if (token === 'kw') return (encoding) => wideText(encoding.wideLiteral());
  if (token === 'k' || token === 'kn') {
    return (encoding) => {
      const word = encoding.literal();
      if (word === undefined) return undefined;
      return token === 'k' ? hexadecimal(word) : literalConstant(word, 'n32');
    };
  }
  // The destination of the second half is even where that of the first is odd.
  if (token === '@ydst') {
    return (encoding) => `v${2 * encoding.bits(49, 7) + 1 - encoding.bit(56)}`;
  }
  // What a comparison in SDWA writes, where a bit says that it is not vcc.
  if (token === '@sdwadst') {
    return (encoding) =>
      encoding.bit(47) === 1 ? scalarRegister(isa, encoding.bits(40, 7), 2) : 'vcc';
  }
  if (token === '@A' || token === '@B') return matrixOperand(token, format, isa);
  if (token.startsWith('@')) return memoryOperand(token.slice(1), format, isa);
  const [name = '', what = ''] = token.split(':');
  const place = format.places.get(name);
  if (place === undefined) return () => undefined;
  if (name === 'i' || /^[a-z_]+$/.test(what)) {
    const text = immediateText(what, isa);
    return (encoding) => text(encoding.bits(place.at, place.width), encoding);
  }
  const [, , constants = 'b32', count, takes = '', signs = ''] = pattern.exec(token) ?? [];
  const kind: Kind = {
    constants: constants as ConstantType,
    count: Number(count) || 1,
    takes: takes.replace('R', SCALARS),
  };
  const plain = plainOperand(place, kind, isa);
  const { negative = 0, absolute = 0, extended = 0, at, width, base, scalar } = place;
  if (signs === '') return plain;
  if (signs === '+') {
    return (encoding) => {
      const text = plain(encoding);
      return text !== undefined && encoding.bit(extended) === 1 ? `sext(${text})` : text;
    };
  }
  const isConstant = (encoding: Encoding): boolean => {
    const value = encoding.bits(at, width) + base;
    return (
      value < FIRST_VGPR &&
      (scalar === undefined || encoding.bit(scalar) === 1) &&
      (value === LITERAL || inlineConstant(value, 'b32') !== undefined)
    );
  };
  return (encoding) => {
    const text = plain(encoding);
    const minus = encoding.bit(negative);
    const bars = signs === '~' ? encoding.bit(absolute) : 0;
    if (text === undefined || (minus | bars) === 0) return text;
    return signed(text, isConstant(encoding), minus, bars);
  };
}

/** Registers of a matrix by the format of its elements: of 8, 8, 6, 6 and 4 bits. */
const formatRegisters = [8, 8, 6, 6, 4];

/** A matrix whose size depends on the format of its elements, A's in cbsz and B's in blgp. */
function matrixOperand(token: '@A' | '@B', format: Format, isa: Isa): Decode {
  const place = format.places.get(token === '@A' ? 'a' : 'b');
  const [at, width] = format.fields.get(token === '@A' ? 'cbsz' : 'blgp') ?? [0, 0];
  if (place === undefined) return () => undefined;
  const operands = formatRegisters.map((count) =>
    plainOperand(place, { constants: 'b32', count, takes: 'VA' }, isa),
  );
  // Numbers without a format are as the first.
  return (encoding) => (operands[encoding.bits(at, width)] ?? operands[0])?.(encoding);
}
