/**
 * Modifiers, which are written behind the operands: a row names them in their order.
 *
 *     clamp omod       v_add_f32_e64 v1, v2, v3 clamp mul:2
 *     op_sel:2d        v_add_f16_e64 v1.h, v2.l, v3.h op_sel:[0,1,1]        of two sources and the destination
 *     offset th:load   global_load_b32 v0, v[2:3], off offset:16 th:TH_LOAD_NT
 *
 * A modifier without a text of its own is written as its name where its bit is set, or as its name with a number where it
 * has several bits and is not 0.
 */
import { hexadecimal } from './constants.ts';
import type { Encoding } from './encoding.ts';
import type { Format } from './formats.ts';
import type { Isa } from './isa.ts';
import { signedField } from './memory.ts';
import { swizzleText } from './swizzle.ts';

type Modifier = (encoding: Encoding) => string | undefined;

/** Modifiers by name; a parameter follows a colon. The order is the one in which they are written. */
export const modifierNames: readonly string[] = [
  'format',
  'idxen',
  'offen',
  'bitop3',
  'bitop',
  'op_sel:2z',
  'op_sel_hi:2z',
  'op_sel:1d',
  'op_sel:2d',
  'op_sel:3d',
  'op_sel:1',
  'op_sel:2',
  'op_sel:3',
  'op_sel_hi:2',
  'op_sel_hi:3',
  'op_sel_mix:3',
  'neg_lo:2',
  'neg_lo:3',
  'neg_hi:2',
  'neg_hi:3',
  'cbsz',
  'abid',
  'blgp',
  'neg:3',
  'wait_exp',
  'byte_sel:01',
  'byte_sel:10',
  'byte_sel:23',
  'byte_sel:32',
  'index_key',
  'wide_key:index_key',
  'clamp',
  'omod',
  'dst_sel',
  'dst_unused',
  'src0_sel',
  'src1_sel',
  'dpp',
  'dppwide',
  'dpp8',
  'offset',
  'soffset13',
  'soffset24',
  'offset2',
  'swizzle',
  'lds_first:lds',
  'scale_offset',
  'glc',
  'sc0',
  'nt',
  'slc',
  'dlc',
  'sc1',
  'scc',
  'th:LOAD',
  'th:STORE',
  'th:ATOMIC',
  'scope',
  'scale_last:scale_offset',
  'nv',
  'gds',
  'lds',
  'tfe',
  'wait_vdst',
  'wait_va_vdst',
  'wait_vm_vsrc',
  'swap',
];

const scales = ['', ' mul:2', ' mul:4', ' div:2'];
const selections = ['BYTE_0', 'BYTE_1', 'BYTE_2', 'BYTE_3', 'WORD_0', 'WORD_1', 'DWORD'];
const unused = ['UNUSED_PAD', 'UNUSED_SEXT', 'UNUSED_PRESERVE'];
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

/** Which lane a source is read from; 64-bit sources only from one lane of their row. */
function laneText(control: number, generation: number, wide: boolean): string | undefined {
  if (control >= 0x150 && control <= 0x15f)
    return `${generation < 10 ? 'row_newbcast' : 'row_share'}:${control & 15}`;
  if (wide) return undefined;
  if (control <= 0xff)
    return `quad_perm:[${[0, 2, 4, 6].map((at) => (control >> at) & 3).join(',')}]`;
  if (control >= 0x160 && control <= 0x16f && generation >= 10) return `row_xmask:${control & 15}`;
  const shift = rows[(control >> 4) - 0x10];
  if (shift !== undefined && (control & 15) !== 0) return `${shift}:${control & 15}`;
  if (generation >= 10 && control !== 0x140 && control !== 0x141) return undefined;
  return controls[control];
}

const scopes = ['CU', 'SE', 'DEV', 'SYS'];
const temporal = ['RT', 'NT', 'HT', 'LU', 'NT_RT', 'RT_NT', 'NT_HT', 'NT_WB'];

/** How long data is expected to be used, for a kind of access; `undefined` where the bits have no name. */
function temporalText(kind: string, value: number, scope: number): string | undefined {
  if (value === 0) return '';
  if (kind === 'ATOMIC') {
    const nt = (value & 2) !== 0;
    // Cascading is across devices; elsewhere the bits have no name.
    if ((value & 4) !== 0)
      return ` th:TH_ATOMIC_${scope < 2 ? hexadecimal(value) : nt ? 'CASCADE_NT' : 'CASCADE_RT'}`;
    return ` th:TH_ATOMIC_${nt ? 'NT' : ''}${value === 3 ? '_' : ''}${(value & 1) === 1 ? 'RETURN' : ''}`;
  }
  if (value === 3 && scope === 3) return ` th:TH_${kind}_BYPASS`;
  if (value === 3 && kind === 'STORE') return ' th:TH_STORE_WB';
  if (value === 7 && kind === 'LOAD') return ' th:0x7';
  return ` th:TH_${kind}_${temporal[value] ?? ''}`;
}

const truthTable = (value: number): string =>
  value === 0 ? '' : ` bitop3:${value > 10 ? hexadecimal(value) : value}`;

const list = (name: string, bits: readonly number[], silent: number): string =>
  bits.every((one) => one === silent) ? '' : ` ${name}:[${bits.join(',')}]`;

/** Makes the text of a modifier of a row. */
export function modifierOf(token: string, format: Format, isa: Isa): Modifier {
  const [name = '', parameter = ''] = token.split(':');
  const field = format.fields.get(name);
  const [at = 0, width = 1] = field ?? [];
  const count = Number.parseInt(parameter, 10);
  const sources = Array.from({ length: count || 0 }, (_, i) => i);
  const { generation } = isa;
  switch (name) {
    case 'op_sel':
      return (encoding) => {
        const places = parameter.endsWith('d') ? [...sources, 3] : sources;
        const bits = places.map((i) => encoding.bit(at + i));
        return list('op_sel', parameter.endsWith('z') ? [...bits, 0] : bits, 0);
      };
    case 'op_sel_hi':
    case 'op_sel_mix': {
      const [first = 0] = format.fields.get('hi0') ?? [];
      const [last = 0] = format.fields.get('hi2') ?? [];
      const silent = name === 'op_sel_hi' ? 1 : 0;
      if (parameter.endsWith('z')) {
        return (encoding) =>
          ` op_sel_hi:[${[...sources.map((i) => encoding.bit(first + i)), 0].join(',')}]`;
      }
      return (encoding) =>
        list(
          'op_sel_hi',
          sources.map((i) => encoding.bit(i === 2 ? last : first + i)),
          silent,
        );
    }
    case 'neg_lo':
    case 'neg_hi':
    case 'neg':
      return (encoding) =>
        list(
          name,
          sources.map((i) => encoding.bit(at + i)),
          0,
        );
    case 'omod':
      return (encoding) => scales[encoding.bits(at, 2)];
    case 'bitop3':
      return (encoding) => {
        const value =
          encoding.bits(61, 3) | (encoding.bits(8, 3) << 3) | (encoding.bits(59, 2) << 6);
        return truthTable(value);
      };
    case 'bitop':
      return (encoding) => truthTable(encoding.bits(at, 8));
    case 'byte_sel': {
      // The bits of op_sel that are the upper and the lower bit of the number.
      const [upper = 0, lower = 0] = [...parameter].map((digit) => 11 + Number(digit));
      return (encoding) => {
        const byte = 2 * encoding.bit(upper) + encoding.bit(lower);
        return byte === 0 ? '' : ` byte_sel:${byte}`;
      };
    }
    case 'swap':
      return (encoding) =>
        (encoding.bit(12) === 1 ? ' bound_ctrl:1' : '') + (encoding.bit(11) === 1 ? ' fi:1' : '');
    case 'dst_sel':
    case 'src0_sel':
    case 'src1_sel':
      return (encoding) => {
        const selection = selections[encoding.bits(at, 3)];
        return selection === undefined ? undefined : ` ${name}:${selection}`;
      };
    case 'dst_unused':
      return (encoding) => {
        const named = unused[encoding.bits(at, 2)];
        return named === undefined ? undefined : ` dst_unused:${named}`;
      };
    case 'dpp':
    case 'dppwide': {
      const [control = 0] = format.fields.get('dpp') ?? [];
      const of = (field: string): number => format.fields.get(field)?.[0] ?? 0;
      const [row, bank, bound, fetch] = [
        of('row_mask'),
        of('bank_mask'),
        of('bound_ctrl'),
        of('fi'),
      ];
      return (encoding) => {
        const lanes = laneText(encoding.bits(control, 9), generation, name === 'dppwide');
        if (lanes === undefined) return undefined;
        const masks = ` row_mask:${hexadecimal(encoding.bits(row, 4))} bank_mask:${hexadecimal(encoding.bits(bank, 4))}`;
        const fi = generation >= 10 && encoding.bit(fetch) === 1 ? ' fi:1' : '';
        return ` ${lanes}${masks}${encoding.bit(bound) === 1 ? ' bound_ctrl:1' : ''}${fi}`;
      };
    }
    case 'dpp8': {
      const [fetch = 0] = format.fields.get('fi8') ?? [];
      return (encoding) => {
        const lanes = [0, 3, 6, 9, 12, 15, 18, 21].map((i) => encoding.bits(at + i, 3));
        return ` dpp8:[${lanes.join(',')}]${encoding.bits(fetch, 2) === 2 ? ' fi:1' : ''}`;
      };
    }
    case 'soffset13':
    case 'soffset24': {
      const [start = 0, bits = 1] = format.fields.get('offset') ?? [];
      return (encoding) => {
        const offset = signedField(encoding, start, bits);
        return offset === 0 ? '' : ` offset:${offset}`;
      };
    }
    case 'offset2':
      return (encoding) => {
        const [first, second] = [encoding.bits(0, 8), encoding.bits(8, 8)];
        return (
          (first === 0 ? '' : ` offset0:${first}`) + (second === 0 ? '' : ` offset1:${second}`)
        );
      };
    case 'swizzle':
      return (encoding) => {
        const offset = encoding.bits(0, 16);
        return offset === 0 ? '' : ` offset:${swizzleText(offset)}`;
      };
    case 'format':
      return (encoding) => formatText(encoding.bits(at, 7), isa);
    case 'th': {
      const [scope = 0] = format.fields.get('scope') ?? [];
      return (encoding) =>
        temporalText(parameter, encoding.bits(at, width), encoding.bits(scope, 2));
    }
    case 'scope':
      return (encoding) => {
        const scope = encoding.bits(at, 2);
        return scope === 0 ? '' : ` scope:SCOPE_${scopes[scope] ?? ''}`;
      };
    default: {
      const [start, bits] = format.fields.get(parameter === '' ? name : parameter) ?? [0, 1];
      const silent = field !== undefined || parameter !== '' ? '' : undefined;
      const written = parameter === '' ? name : parameter;
      if (bits === 1) return (encoding) => (encoding.bit(start) === 1 ? ` ${written}` : silent);
      return (encoding) => {
        const value = encoding.bits(start, bits);
        return value === 0 ? '' : ` ${written}:${value}`;
      };
    }
  }
}

/** The format of elements in memory; the default is not written. */
function formatText(value: number, { generation, names }: Isa): string | undefined {
  if (generation >= 10) {
    if (value === 1) return '';
    const name = names['dataFormat']?.get(value);
    return ` format:${name === undefined ? value : `[${name}]`}`;
  }
  const data = value & 15;
  const number = value >> 4;
  if (data === 1 && number === 0) return '';
  const parts = [
    ...(data === 1 ? [] : [names['dataFormat']?.get(data)]),
    ...(number === 0 ? [] : [names['numberFormat']?.get(number)]),
  ];
  return ` format:[${parts.join(',')}]`;
}
