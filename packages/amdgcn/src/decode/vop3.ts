/**
 * VOP3: vector instructions with three sources and their modifiers, in two words.
 *
 *     first     110100 oooooooooo c ssss aaa dddddddd       opcode, clamp, op_sel, absolute sources, destination
 *     second    nnn mm sssssssss sssssssss sssssssss        negative sources, output scale, sources 2, 1, 0
 *
 * A second destination (`sd`) takes the bits 8 to 14 of the first word. Bits that an instruction has no use for must
 * be 0, or are ignored: the tables say which.
 */
import type { Encoding } from './encoding.ts';
import { isConstant, operandText } from './operands.ts';
import type { OperandText } from './operands.ts';
import type { Decode } from './scalar.ts';
import type { Row } from './table.ts';

const CLAMP = 1 << 15;
const OP_SEL = 0x7800;
const OP_SEL_2 = 1 << 13;
const OMOD = 3 << 27;

/** A source's value in the second word. */
export const sourceField = ({ high }: Encoding, index: number): number =>
  (high >>> (9 * index)) & 511;

/** An operand with its signs: `-|v1|`, `neg(1.0)`. */
export function signed(
  text: string,
  constant: boolean,
  negative: boolean,
  absolute: boolean,
): string {
  const magnitude = absolute ? `|${text}|` : text;
  if (!negative) return magnitude;
  return constant && !absolute && !text.startsWith('lit(') ? `neg(${text})` : `-${magnitude}`;
}

/** Ones and zeros of an array of modifiers. */
export const bitList = (name: string, bits: readonly (number | boolean)[]): string =>
  ` ${name}:[${bits.map(Number).join(',')}]`;

/** A source with signs in the bits `index` of `abs` and `neg`. */
function source(text: OperandText, index: number, absolutes: boolean): Decode {
  return (encoding) => {
    const value = sourceField(encoding, index);
    const plain = text(value, encoding);
    if (plain === undefined) return undefined;
    const negative = ((encoding.high >>> (29 + index)) & 1) === 1;
    const absolute = absolutes && ((encoding.low >>> (8 + index)) & 1) === 1;
    return negative || absolute ? signed(plain, isConstant(value), negative, absolute) : plain;
  };
}

const scales = ['', ' mul:2', ' mul:4', ' div:2'];

/** Three-operand truth tables are spread over bits that have other uses elsewhere. */
function truthTable({ low, high }: Encoding): string {
  const value = ((high >>> 29) & 7) | ((low >>> 5) & 0x38) | ((high >>> 21) & 0xc0);
  if (value === 0) return '';
  return ` bitop3:${value > 10 ? `0x${value.toString(16)}` : value}`;
}

/** The meaning of modifier bits, from the operands and flags of a row. */
interface Shape {
  readonly operands: readonly Decode[];
  /** Bits that must be 0. */
  readonly low: number;
  readonly high: number;
  /** How many sources op_sel lists. */
  readonly sources: number;
}

function shapeOf({ operands: kinds, flags }: Row): Shape {
  const operands: Decode[] = [];
  const second = kinds.includes('sd');
  let index = 0;
  let low = second || flags.has('bitop3') ? 0 : 0x700;
  let high = flags.has('bitop3') ? 0 : 7 << 29;
  for (const [i, token] of kinds.entries()) {
    const kind = token.replace(/[~?]$/, '');
    const text = kind === '-' || kind === 'sd' ? undefined : operandText(kind);
    if (token === 'sd') {
      const pair = operandText('s64');
      operands.push((encoding) => pair((encoding.low >>> 8) & 127, encoding));
    } else if (i === 0 && text !== undefined) {
      const base = /^[va]/.test(kind)
        ? 256 + (kind.startsWith('a') && !kind.startsWith('av') ? 512 : 0)
        : 0;
      operands.push((encoding) => text((encoding.low & 255) | base, encoding));
    } else {
      if (token !== kind) {
        low &= ~(1 << (8 + index));
        high &= ~(1 << (29 + index));
      }
      const place = index++;
      if (text === undefined) continue;
      operands.push(
        token.endsWith('~')
          ? source(text, place, !second)
          : (encoding) => text(sourceField(encoding, place), encoding),
      );
    }
  }
  if (!flags.has('clamp')) low |= CLAMP;
  if (!flags.has('omod') && !flags.has('bitop3')) high |= OMOD;
  if (flags.has('op_sel') && index === 2) low |= OP_SEL_2;
  if (flags.has('bitop3') && !flags.has('op_sel')) low |= OP_SEL;
  if (flags.has('no_sel2')) low |= OP_SEL_2;
  if (flags.has('bare')) low |= 0xff;
  return { operands, low, high, sources: index };
}

/** The text of the modifiers behind the operands. */
function modifiersOf(flags: ReadonlySet<string>, sources: number): Decode {
  const parts: ((encoding: Encoding) => string)[] = [];
  if (flags.has('bitop3')) parts.push(truthTable);
  if (flags.has('op_sel')) {
    parts.push(({ low }) => {
      if ((low & OP_SEL) === 0) return '';
      const places = [...Array.from({ length: sources }, (_, i) => i), 3];
      return bitList(
        'op_sel',
        places.map((place) => (low >>> (11 + place)) & 1),
      );
    });
  }
  if (flags.has('swap')) {
    parts.push(
      ({ low }) => ((low >>> 12) & 1 ? ' bound_ctrl:1' : '') + ((low >>> 11) & 1 ? ' fi:1' : ''),
    );
  }
  if (flags.has('clamp')) parts.push(({ low }) => ((low & CLAMP) === 0 ? '' : ' clamp'));
  if (flags.has('omod')) parts.push(({ high }) => scales[(high >>> 27) & 3] ?? '');
  return (encoding) => parts.map((part) => part(encoding)).join('');
}

/** Decodes an instruction in VOP3, under the name that it has there. */
export function vop3Row(row: Row, mnemonic = row.mnemonic): Decode {
  const { operands, low, high, sources } = shapeOf(row);
  const modifiers = modifiersOf(row.flags, sources);
  return (encoding) => {
    if (!encoding.begin(8)) return undefined;
    if ((encoding.low & low) !== 0 || (encoding.high & high) !== 0) return undefined;
    let text = mnemonic;
    for (let i = 0; i < operands.length; i++) {
      const operand = operands[i]?.(encoding);
      if (operand === undefined) return undefined;
      text += (i === 0 ? ' ' : ', ') + operand;
    }
    return text + (modifiers(encoding) ?? '');
  };
}
