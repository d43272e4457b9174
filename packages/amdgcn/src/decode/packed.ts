/**
 * VOP3P: packed instructions, dot products, mixed precision, and the matrix instructions.
 *
 *     first     110100111 ooooooo c h ooo nnn dddddddd     clamp, op_sel_hi of source 2, op_sel, neg_hi
 *     second    nnn hh sssssssss sssssssss sssssssss       neg_lo, op_sel_hi of sources 1 and 0
 *
 * Matrix instructions have cbsz and abid in the place of neg_hi and op_sel, and blgp in that of neg_lo; the bits of
 * clamp and op_sel_hi choose AGPRs for C and D, B, and A.
 */
import type { Encoding } from './encoding.ts';
import { fileText, isConstant, operandText } from './operands.ts';
import type { OperandText } from './operands.ts';
import type { Decode, Decoders } from './scalar.ts';
import { statement } from './scalar.ts';
import { rowsOf } from './table.ts';
import type { Chip, Row } from './table.ts';
import { vop3p } from './tables/packed.ts';
import { bitList, signed, sourceField } from './vop3.ts';

const ACCUMULATOR = 512;
/** The upper nine bits of the format. */
const VOP3P = 0x1a7;
const bit = (word: number, place: number): number => (word >>> place) & 1;
const clampText = ({ low }: Encoding): string => (bit(low, 15) === 1 ? ' clamp' : '');

/** The bits of op_sel_hi, which are in both words. */
const selectHigh = ({ low, high }: Encoding): readonly number[] => [
  bit(high, 27),
  bit(high, 28),
  bit(low, 14),
];

/** A list of modifiers, unless all have the value that is not written. */
function list(name: string, bits: readonly number[], silent: number): string {
  return bits.every((one) => one === silent) ? '' : bitList(name, bits);
}

function packedRow({ mnemonic, operands, flags }: Row): Decode {
  const sources = operands.length - 1;
  const dot = flags.has('dot');
  const texts = operands.map((kind) => operandText(kind));
  const decode = statement(
    mnemonic,
    texts.map((text, i): Decode =>
      i === 0
        ? (encoding) => text((encoding.low & 255) | 256, encoding)
        : (encoding) => text(sourceField(encoding, i - 1), encoding),
    ),
    (encoding) => {
      const { low, high } = encoding;
      const three = (from: number, word: number) =>
        [bit(word, from), bit(word, from + 1), bit(word, from + 2)].slice(0, sources);
      const selected = dot
        ? ''
        : list('op_sel', three(11, low), 0) +
          list('op_sel_hi', selectHigh(encoding).slice(0, sources), 1);
      return (
        selected +
        list('neg_lo', three(29, high), 0) +
        list('neg_hi', three(8, low), 0) +
        clampText(encoding)
      );
    },
  );
  const forbiddenLow = dot ? 0x3800 : sources === 2 ? 0x2400 : 0;
  const forbiddenHigh = sources === 2 ? 1 << 31 : 0;
  return (encoding) =>
    (encoding.low & forbiddenLow) !== 0 || (encoding.high & forbiddenHigh) !== 0
      ? undefined
      : decode(encoding);
}

/** Mixed precision: signs as in VOP3; op_sel_hi says which sources have 16 bits. */
function mixRow({ mnemonic, operands }: Row): Decode {
  const texts = operands.map((kind) => operandText(kind));
  return statement(
    mnemonic,
    texts.map((text, i): Decode => {
      if (i === 0) return (encoding) => text((encoding.low & 255) | 256, encoding);
      return (encoding) => {
        const value = sourceField(encoding, i - 1);
        const plain = text(value, encoding);
        const negative = bit(encoding.high, 28 + i) === 1;
        const absolute = bit(encoding.low, 7 + i) === 1;
        return plain === undefined
          ? undefined
          : signed(plain, isConstant(value), negative, absolute);
      };
    }),
    (encoding) =>
      list(
        'op_sel',
        [11, 12, 13].map((place) => bit(encoding.low, place)),
        0,
      ) +
      list('op_sel_hi', selectHigh(encoding), 0) +
      clampText(encoding),
  );
}

/** Registers that hold A or B of `f8f6f4`, by the format of their elements: 8, 8, 6, 6 and 4 bits. */
const formatBits = [256, 256, 192, 192, 128];

/** A matrix instruction whose abid is as given where that is not a modifier. */
function matrixRow({ mnemonic, operands, flags }: Row, chip: Chip, fixedAbid = 0): Decode {
  const sparse = flags.has('smfmac');
  const formats = flags.has('f8f6f4');
  const negates = mnemonic.startsWith('v_mfma_f64') && chip !== '90a';
  const [d = '', a = '', b = '', c = ''] = operands;
  const destination = fileText(d);
  const accumulators = sparse ? operandText(c) : fileText(c);
  const byFormat = formatBits.map((bits) => operandText(`av${bits}`));
  const [first, second] = [operandText(a), operandText(b)];
  // Registers are those of the widest format, as far as the format needs them.
  const narrow =
    (text: OperandText, format: number): OperandText =>
    (value, encoding) => {
      const wide = text(value, encoding);
      const other = formats ? byFormat[format] : undefined;
      return wide === undefined || other === undefined ? wide : other(value, encoding);
    };
  const decode = statement(
    mnemonic,
    [
      (encoding) =>
        destination((encoding.low & 255) | 256 | (bit(encoding.low, 15) * ACCUMULATOR), encoding),
      (encoding) => {
        const value = sourceField(encoding, 0) | (bit(encoding.high, 27) * ACCUMULATOR);
        return narrow(first, (encoding.low >>> 8) & 7)(value, encoding);
      },
      (encoding) => {
        const value = sourceField(encoding, 1) | (bit(encoding.high, 28) * ACCUMULATOR);
        return narrow(second, encoding.high >>> 29)(value, encoding);
      },
      (encoding) => {
        const accumulator = sparse ? 0 : bit(encoding.low, 15) * ACCUMULATOR;
        return accumulators(sourceField(encoding, 2) | accumulator, encoding);
      },
    ],
    ({ low, high }) => {
      const cbsz = (low >>> 8) & 7;
      const abid = (low >>> 11) & 15;
      const blgp = high >>> 29;
      const last = negates
        ? bitList('neg', [blgp & 1, (blgp >> 1) & 1, blgp >> 2])
        : ` blgp:${blgp}`;
      return (
        (cbsz === 0 ? '' : ` cbsz:${cbsz}`) +
        (abid === 0 || formats ? '' : ` abid:${abid}`) +
        (blgp === 0 ? '' : last)
      );
    },
  );
  const forbiddenHigh = sparse ? 7 << 29 : 0;
  return (encoding) =>
    (formats && ((encoding.low >>> 11) & 15) !== fixedAbid) || (encoding.high & forbiddenHigh) !== 0
      ? undefined
      : decode(encoding);
}

/**
 * The instruction that loads the scales of A and B: alone, or as the first two of the four words of a scaled matrix
 * instruction.
 */
function scaleRow({ mnemonic, operands: [kind = ''] }: Row, rows: readonly Row[]): Decode {
  const alone = operandText(kind);
  const decode = statement(
    mnemonic,
    [0, 1].map(
      (index): Decode =>
        (encoding) =>
          alone(sourceField(encoding, index), encoding),
    ),
    (encoding) =>
      list('op_sel', [bit(encoding.low, 11), bit(encoding.low, 12)], 0) +
      list('op_sel_hi', selectHigh(encoding).slice(0, 2), 1),
  );
  const register = operandText('v');
  const matrices: (Decode | undefined)[] = [];
  for (const row of rows) {
    if (!row.flags.has('f8f6f4')) continue;
    const name = row.mnemonic.replace('v_mfma', 'v_mfma_scale');
    matrices[row.opcode] = matrixRow({ ...row, mnemonic: name }, '950', 1);
  }
  const scaled: Decode = (encoding) => {
    const { low, high } = encoding;
    const scales = [sourceField(encoding, 0), sourceField(encoding, 1)];
    encoding.goOn();
    const matrix =
      encoding.low >>> 23 === VOP3P ? matrices[(encoding.low >>> 16) & 127] : undefined;
    const text = matrix?.(encoding);
    if (text === undefined) return undefined;
    const named = scales.map((value) => register(value, encoding));
    if (named.includes(undefined)) return undefined;
    const selected = list('op_sel', [bit(low, 11), bit(low, 12), 0], 0);
    const selectedHigh = bitList('op_sel_hi', [bit(high, 27), bit(high, 28), 0]);
    const [, operands = '', modifiers = ''] =
      /^(.*?)((?: cbsz:\d)?(?: blgp:\d)?)$/.exec(text) ?? [];
    return `${operands}, ${named.join(', ')}${selected}${selectedHigh}${modifiers}`;
  };
  return (encoding) => {
    if (encoding.begin(16)) {
      const text = scaled(encoding);
      if (text !== undefined) return text;
      encoding.goBack();
    }
    const valid = (encoding.low & 0xa4ff) === 0 && encoding.high >>> 31 === 0;
    return valid && encoding.begin(8) ? decode(encoding) : undefined;
  };
}

/** Moves between an AGPR and a VGPR. */
function moveRow({ mnemonic, operands: [to = '', from = ''] }: Row): Decode {
  const destination = operandText(to);
  const source = operandText(from);
  const value = (kind: string, number: number) =>
    kind === 'a' && (number & 256) !== 0 ? number | ACCUMULATOR : number;
  const decode = statement(mnemonic, [
    (encoding) => destination(value(to, (encoding.low & 255) | 256), encoding),
    (encoding) => source(value(from, sourceField(encoding, 0)), encoding),
  ]);
  return (encoding) =>
    (encoding.low & 0x3f00) !== 0 || encoding.high >>> 29 !== 0 ? undefined : decode(encoding);
}

/** Decodes an instruction of VOP3P. */
function packedDecoder(row: Row, chip: Chip): Decode {
  const { flags } = row;
  const decode = flags.has('mix')
    ? mixRow(row)
    : flags.has('acc')
      ? moveRow(row)
      : flags.has('packed') || flags.has('dot')
        ? packedRow(row)
        : matrixRow(row, chip);
  return (encoding) => (encoding.begin(8) ? decode(encoding) : undefined);
}

/** The decoders of VOP3P. */
export function packedDecoders(chip: Chip): Decoders {
  const rows = rowsOf(vop3p, chip);
  const decoders: Decoders = [];
  for (const row of rows) {
    decoders[row.opcode] = row.flags.has('scale') ? scaleRow(row, rows) : packedDecoder(row, chip);
  }
  return decoders;
}
