/**
 * Scalar instructions: SOP1, SOP2, SOPC, SOPK, SOPP and SMEM.
 *
 *     SOP2   10 oooooo o ddddddd ssssssss ssssssss      operation, destination, second source, first source
 *     SOP1   101111101 ddddddd oooooooo ssssssss        SOPC 101111110 ooooooo ss ss     SOPP 101111111 ooooooo imm
 *     SOPK   1011 ooooo ddddddd iiiiiiiiiiiiiiii        SMEM 110000 oooooooo, offset or SGPR in the second word
 */
import { hexadecimal, literalConstant } from './constants.ts';
import type { Encoding } from './encoding.ts';
import { hwregText, indexModeText, numberText, sendmsgText, waitcntText } from './immediates.ts';
import { operandText } from './operands.ts';
import { scalarRegister } from './registers.ts';
import { rowsOf } from './table.ts';
import type { Chip, Row } from './table.ts';
import { smem, sop1, sop2, sopc, sopk, sopp } from './tables/scalar.ts';

/** The text of an encoding; `undefined` where it is invalid. */
export type Decode = (encoding: Encoding) => string | undefined;
/** Decoders by opcode. */
export type Decoders = (Decode | undefined)[];

/** Makes the decoders of a format from the rows that a chip has. */
export function decodersOf(table: string, chip: Chip, decoderOf: (row: Row) => Decode): Decoders {
  const decoders: Decoders = [];
  for (const row of rowsOf(table, chip)) decoders[row.opcode] = decoderOf(row);
  return decoders;
}

/** `mnemonic one, two`; `undefined` when an operand is. */
export function statement(
  mnemonic: string,
  operands: readonly Decode[],
  modifiers?: Decode,
): Decode {
  return (encoding) => {
    let text = mnemonic;
    for (let i = 0; i < operands.length; i++) {
      const operand = operands[i]?.(encoding);
      if (operand === undefined) return undefined;
      text += (i === 0 ? ' ' : ', ') + operand;
    }
    return modifiers === undefined ? text : text + (modifiers(encoding) ?? '');
  };
}

type Field = readonly [shift: number, bits: number];
const fields: Readonly<Record<string, readonly Field[]>> = {
  sop1: [
    [16, 7],
    [0, 8],
  ],
  sop2: [
    [16, 7],
    [0, 8],
    [8, 8],
  ],
  sopc: [
    [0, 8],
    [8, 8],
  ],
};

/** The operand of a field in the first word. */
function inField(kind: string, [shift, bits]: Field): Decode {
  const text = operandText(kind, true);
  const mask = (1 << bits) - 1;
  return (encoding) => text((encoding.low >>> shift) & mask, encoding);
}

const sourceRow =
  (format: 'sop1' | 'sop2' | 'sopc') =>
  (row: Row): Decode => {
    const places = fields[format] ?? [];
    const operands: Decode[] = [];
    for (const [i, kind] of row.operands.entries()) {
      const place = places[i];
      if (kind === 'gpr_idx') operands.push(({ low }) => indexModeText((low >>> 8) & 255));
      else if (kind !== '-' && place !== undefined) operands.push(inField(kind, place));
    }
    return statement(row.mnemonic, operands);
  };

/** The operands of SOPK and SOPP that are in their 16 bits. */
const immediates: Readonly<Record<string, (value: number, chip: Chip) => string>> = {
  branch: String,
  waitcnt: waitcntText,
  sendmsg: sendmsgText,
  gpr_idx: indexModeText,
  hwreg: hwregText,
};

/** Two operands in one word: SGPRs, or 16 bits. */
const sopkRow =
  (chip: Chip) =>
  ({ mnemonic, operands }: Row): Decode => {
    const long = operands.includes('k');
    const decode = statement(
      mnemonic,
      operands.map((kind) => {
        if (kind === 'k') return ({ high }) => literalConstant(high, 'none');
        if (kind === 'simm') return ({ low }) => hexadecimal(low & 0xffff);
        const text = immediates[kind];
        if (text !== undefined) return ({ low }) => text(low & 0xffff, chip);
        return inField(kind, [16, 7]);
      }),
    );
    return long ? (encoding) => (encoding.begin(8) ? decode(encoding) : undefined) : decode;
  };

const soppRow =
  (chip: Chip) =>
  ({ mnemonic, operands: [kind] }: Row): Decode => {
    if (kind === undefined) return ({ low }) => ((low & 0xffff) === 0 ? mnemonic : undefined);
    if (kind === 'end') {
      return ({ low }) => ((low & 0xffff) === 0 ? mnemonic : `${mnemonic} ${low & 0xffff}`);
    }
    const text = immediates[kind] ?? numberText;
    return ({ low }) => `${mnemonic} ${text(low & 0xffff, chip)}`;
  };

const IMMEDIATE = 1 << 17;
const GLC = 1 << 16;
const SGPR_OFFSET = 1 << 14;

/** The offset of a scalar load: an SGPR, 21 bits with a sign, or both. */
function smemOffset({ low, high }: Encoding): string | undefined {
  const signed = (high << 11) >> 11;
  const number = signed < 0 ? `-${hexadecimal(-signed)}` : hexadecimal(signed);
  if ((low & SGPR_OFFSET) !== 0) {
    const register = scalarRegister(high >>> 25, 1);
    if (register === undefined) return undefined;
    return (low & IMMEDIATE) !== 0 ? `${register} offset:${number}` : register;
  }
  return (low & IMMEDIATE) !== 0 ? number : scalarRegister(high & 127, 1);
}

function smemRow({ mnemonic, operands }: Row): Decode {
  const cached =
    operands.some((kind) => kind.startsWith('base')) && !/probe|discard/.test(mnemonic);
  const decode = statement(
    mnemonic,
    operands.map((kind): Decode => {
      if (kind === 'offset') return smemOffset;
      if (kind === 'probe') return ({ low }) => numberText((low >>> 6) & 127);
      if (kind.startsWith('base')) {
        const count = Number(kind.slice(4)) / 32;
        return ({ low }) => scalarRegister((low & 63) * 2, count);
      }
      return inField(kind.replace('s', 'sd'), [6, 7]);
    }),
    cached ? ({ low }) => ((low & GLC) === 0 ? '' : ' glc') : undefined,
  );
  const offset = operands.includes('offset');
  return (encoding) => {
    if (!encoding.begin(8) || (!offset && (encoding.low & IMMEDIATE) !== 0)) return undefined;
    return decode(encoding);
  };
}

/** The decoders of all scalar formats. */
export const scalarDecoders = (chip: Chip) => ({
  sop1: decodersOf(sop1, chip, sourceRow('sop1')),
  sop2: decodersOf(sop2, chip, sourceRow('sop2')),
  sopc: decodersOf(sopc, chip, sourceRow('sopc')),
  sopk: decodersOf(sopk, chip, sopkRow(chip)),
  sopp: decodersOf(sopp, chip, soppRow(chip)),
  smem: decodersOf(smem, chip, smemRow),
});
