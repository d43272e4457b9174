/**
 * Vector instructions of one or two operands, in their four encodings.
 *
 *     VOP1   0111111 dddddddd oooooooo sssssssss         VOP2   0 oooooo dddddddd ssssssss sssssssss
 *     VOPC   0111110 oooooooo ssssssss sssssssss         VOP3   see `vop3.ts`; opcodes VOPC, VOP2 + 256, VOP1 + 320
 *     SDWA   the first source is 249, the second word has it, and which bytes of operands are used
 *     DPP    the first source is 250, the second word has it, and which lane it is read from
 */
import type { Encoding } from './encoding.ts';
import { hexadecimal, LITERAL } from './constants.ts';
import { FIRST_VGPR, operandText } from './operands.ts';
import type { Decode, Decoders } from './scalar.ts';
import { statement } from './scalar.ts';
import { rowsOf } from './table.ts';
import type { Chip, Row } from './table.ts';
import { vop3 } from './tables/vop3.ts';
import { vop1, vop2, vopc } from './tables/vector.ts';
import { signed, vop3Row } from './vop3.ts';

type Format = 'vop1' | 'vop2' | 'vopc';
const SDWA = 249;
const DPP = 250;

const bit = (word: number, place: number): boolean => ((word >>> place) & 1) === 1;
const plainKind = (token: string): string => token.replace(/[~?]$/, '');

/** The kind of a VGPR as wide as a kind of operand. */
const vectorKind = (token: string): string => (plainKind(token).endsWith('64') ? 'v64' : 'v');

/** The operands of a row in the order of print, where sources come from `source`. */
function operandsOf(
  format: Format,
  row: Row,
  source: (token: string, index: number) => Decode,
): Decode[] {
  const operands: Decode[] = [];
  let index = 0;
  for (const [i, token] of row.operands.entries()) {
    if (token === 'sd' || token === 'mask') operands.push(() => 'vcc');
    else if (token === 'k') operands.push(({ high }) => hexadecimal(high));
    else if (i === 0 && format === 'vopc') operands.push(() => 'vcc');
    else if (i === 0) {
      const text = operandText(token);
      const base = token.startsWith('s') ? 0 : FIRST_VGPR + (token === 'a' ? 512 : 0);
      operands.push((encoding) => text(((encoding.low >>> 17) & 255) | base, encoding));
    } else operands.push(source(token, index++));
  }
  return operands;
}

/** The encoding with one word. */
function shortRow(format: Format, row: Row): Decode {
  const literal = row.operands.includes('k');
  const decode = statement(
    row.flags.has('e32only') ? row.mnemonic : `${row.mnemonic}_e32`,
    operandsOf(format, row, (token, index) => {
      if (index > 0) {
        const text = operandText(vectorKind(token));
        return (encoding) => text(((encoding.low >>> 9) & 255) | FIRST_VGPR, encoding);
      }
      const text = operandText(plainKind(token));
      const file = token === 'a' ? 512 : 0;
      return (encoding) => {
        const value = encoding.low & 511;
        return text(value >= FIRST_VGPR ? value | file : value, encoding);
      };
    }),
  );
  return (encoding) => {
    // With a constant in the instruction, a literal is that constant.
    if (literal && !encoding.begin(4)) return undefined;
    const text = decode(encoding);
    if (literal && encoding.literal() === undefined) return undefined;
    return text;
  };
}

const selections = ['BYTE_0', 'BYTE_1', 'BYTE_2', 'BYTE_3', 'WORD_0', 'WORD_1', 'DWORD'];
/** The selection of all bytes. */
const WHOLE = 6;
const unused = ['UNUSED_PAD', 'UNUSED_SEXT', 'UNUSED_PRESERVE'];
const scales = ['', ' mul:2', ' mul:4', ' div:2'];

/** A source of SDWA: its signs are in a byte of the second word. */
function sdwaSource(token: string, index: number, silent: boolean): Decode {
  const kind = plainKind(token);
  const text = operandText(kind === 'h16' ? 'f16' : kind);
  return (encoding) => {
    const modifiers = encoding.high >>> (16 + 8 * index);
    const number = index === 0 ? encoding.high & 255 : (encoding.low >>> 9) & 255;
    const value = bit(modifiers, 7) ? number : number | FIRST_VGPR;
    const plain = value === LITERAL ? undefined : text(value, encoding);
    if (plain === undefined) return undefined;
    if (silent) return plain;
    if (token.endsWith('~')) {
      const constant = value < FIRST_VGPR && /^[-\d]/.test(plain);
      return signed(plain, constant, bit(modifiers, 4), bit(modifiers, 5));
    }
    return bit(modifiers, 3) ? `sext(${plain})` : plain;
  };
}

function sdwaRow(format: Format, row: Row): Decode {
  const sources = row.operands.slice(1).filter((token) => !['sd', 'mask'].includes(token));
  const silent = row.flags.has('sdwa?');
  const operands = operandsOf(format, row, (token, index) => sdwaSource(token, index, silent));
  if (format === 'vopc') {
    const pair = operandText('s64');
    operands[0] = (encoding) =>
      bit(encoding.high, 15) ? pair((encoding.high >>> 8) & 127, encoding) : 'vcc';
  }
  const selects = (high: number): string =>
    sources
      .map((_, index) => ` src${index}_sel:${selections[(high >>> (16 + 8 * index)) & 7] ?? ''}`)
      .join('');
  const bytes = row.flags.has('bytes');
  const scaled = row.flags.has('omod') && !row.flags.has('-sdwa_omod');
  const decode = statement(`${row.mnemonic}_sdwa`, operands, ({ high }) => {
    if (format === 'vopc') return selects(high);
    const clamp = bit(high, 13) ? ' clamp' : '';
    const scale = scaled ? (scales[(high >>> 14) & 3] ?? '') : '';
    const destination = ` dst_sel:${selections[(high >>> 8) & 7] ?? ''}`;
    if (bytes) return clamp + scale + selects(high);
    const rest = ` dst_unused:${unused[(high >>> 11) & 3] ?? ''}`;
    return clamp + scale + destination + rest + selects(high);
  });
  let forbidden = 0;
  for (let index = 0; index < 2; index++) {
    const token = sources[index];
    const at = 16 + 8 * index;
    if (token === undefined) forbidden |= 0xbf << at;
    else if (token.endsWith('~')) forbidden |= 1 << (at + 3);
    else forbidden |= 3 << (at + 4);
  }
  if (format !== 'vopc' && !scaled) forbidden |= 0xc000;
  const isDestination = (high: number): boolean =>
    bytes ? ((high >>> 8) & 7) === WHOLE : ((high >>> 8) & 7) !== 7 && ((high >>> 11) & 3) !== 3;
  return (encoding) => {
    const { high } = encoding;
    const valid =
      (high & forbidden) === 0 &&
      ((high >>> 16) & 7) !== 7 &&
      ((high >>> 24) & 7) !== 7 &&
      (format === 'vopc' || isDestination(high));
    return valid ? decode(encoding) : undefined;
  };
}

const rows = ['row_shl', 'row_shr', 'row_ror'];
const controls: Readonly<Record<number, string>> = {
  0x130: 'wave_shl:1',
  0x134: 'wave_rol:1',
  0x138: 'wave_shr:1',
  0x13c: 'wave_ror:1',
  0x140: 'row_mirror',
  0x141: 'row_half_mirror',
  0x142: 'row_bcast:15',
  0x143: 'row_bcast:31',
};

/** Which lane a source is read from. */
function laneText(control: number, wide: boolean): string {
  if (control >= 0x150 && control <= 0x15f) return `row_newbcast:${control & 15}`;
  if (wide) return ' /* DP ALU dpp only supports row_newbcast */';
  if (control <= 0xff) {
    const lanes = [0, 2, 4, 6].map((at) => (control >> at) & 3);
    return `quad_perm:[${lanes.join(',')}]`;
  }
  if (control >= 0x160) {
    return control <= 0x16f
      ? '/* row_xmask is not supported on ASICs earlier than GFX10 */'
      : '/* Invalid dpp_ctrl value */';
  }
  const shift = rows[(control >> 4) - 0x10];
  if (shift !== undefined && (control & 15) !== 0) return `${shift}:${control & 15}`;
  return controls[control] ?? '/* Invalid dpp_ctrl value */';
}

function dppRow(format: Format, row: Row): Decode {
  const wide = row.operands.some((token) => plainKind(token).endsWith('64'));
  const operands = operandsOf(format, row, (token, index) => {
    const text = operandText(vectorKind(token));
    const signs = token.endsWith('~');
    return (encoding) => {
      const number = index === 0 ? encoding.high & 255 : (encoding.low >>> 9) & 255;
      const plain = text(number | FIRST_VGPR, encoding);
      if (plain === undefined || !signs) return plain;
      const at = 20 + 2 * index;
      return signed(plain, false, bit(encoding.high, at), bit(encoding.high, at + 1));
    };
  });
  let forbidden = 0xf0 << 16;
  for (const [index, token] of row.operands
    .slice(1)
    .filter((name) => name !== 'sd')
    .entries())
    if (/[~?]$/.test(token)) forbidden &= ~(3 << (20 + 2 * index));
  const decode = statement(
    row.flags.has('bare') ? row.mnemonic : `${row.mnemonic}_dpp`,
    operands,
    ({ high }: Encoding) => {
      const masks = ` row_mask:${hexadecimal(high >>> 28)} bank_mask:${hexadecimal((high >>> 24) & 15)}`;
      const bound = bit(high, 19) ? ' bound_ctrl:1' : '';
      return ` ${laneText((high >>> 8) & 511, wide)}${masks}${bound}`;
    },
  );
  return (encoding) => ((encoding.high & forbidden) === 0 ? decode(encoding) : undefined);
}

/** An instruction without operands: what is not its opcode is ignored, except for the destination. */
function bareRow(row: Row): Decode {
  const { mnemonic, flags } = row;
  const dpp = flags.has('-dpp') ? undefined : dppRow('vop1', row);
  return (encoding) => {
    if ((encoding.low & 0x1fe0000) !== 0) return undefined;
    if ((encoding.low & 511) === DPP && encoding.begin(8)) {
      const text = dpp?.(encoding);
      if (text !== undefined) return text;
      encoding.begin(4);
    }
    return mnemonic;
  };
}

/** An instruction in all encodings that one word or two of VOP1, VOP2 and VOPC have. */
function formatRow(format: Format, row: Row): Decode {
  const { flags, operands } = row;
  if (flags.has('bare')) return bareRow(row);
  const short = shortRow(format, row);
  const wide = operands.some((token) => /^[a-z]64/.test(token) && token !== 's64');
  const sdwa =
    flags.has('e32only') || flags.has('-sdwa') || (wide && !flags.has('bytes'))
      ? undefined
      : sdwaRow(format, row);
  const dpp =
    flags.has('e32only') || flags.has('-dpp') || format === 'vopc'
      ? undefined
      : dppRow(format, row);
  return (encoding) => {
    const source = encoding.low & 511;
    if (source === SDWA || source === DPP) {
      if (!encoding.begin(8)) return undefined;
      return (source === SDWA ? sdwa : dpp)?.(encoding);
    }
    return short(encoding);
  };
}

/** The decoders of the vector formats; `vop3` has the rows of all of them. */
export function vectorDecoders(chip: Chip): Record<Format | 'vop3', Decoders> {
  const decoders: Record<Format | 'vop3', Decoders> = { vop1: [], vop2: [], vopc: [], vop3: [] };
  const formats = [
    ['vop1', vop1, 0x140],
    ['vop2', vop2, 0x100],
    ['vopc', vopc, 0],
  ] as const;
  for (const [format, table, first] of formats) {
    for (const row of rowsOf(table, chip)) {
      decoders[format][row.opcode] = formatRow(format, row);
      if (!row.flags.has('e32only'))
        decoders.vop3[first + row.opcode] = vop3Row(
          row,
          row.flags.has('bare') ? row.mnemonic : `${row.mnemonic}_e64`,
        );
    }
  }
  for (const row of rowsOf(vop3, chip)) decoders.vop3[row.opcode] = vop3Row(row);
  return decoders;
}
