/**
 * The formats of encodings: which bits name the format, the opcode, and the fields of operands and modifiers.
 *
 *     VOP2   0 oooooo dddddddd ssssssss ssssssss       opcode, destination, second source, first source
 *
 * A format is a line of text: its name, bits of the first word that name it, `words`, the place of the opcode, and fields `name@bit+width`.
 * Bits are numbered from the first word on, 32 in each. A field `0@32+9-61|8^11` is source 0, with its sign in bit 61, its
 * magnitude in bit 8, and the half of its register in bit 11. `+256`: the number is of a VGPR. Where a source of 9 bits has the
 * value of `when`, the words behind it are of that format.
 *
 * Sources: AMD, "Instruction Set Architecture" of Instinct MI200 and MI300 and of RDNA 2, 3, 3.5 and 4; for gfx950 and gfx1250,
 * LLVM 22, whose disassembler all are compared with.
 */
import type { Isa } from './isa.ts';

/** Where an operand is. */
export interface Place {
  readonly at: number;
  readonly width: number;
  /** Added to the value: VGPRs begin at 256. */
  readonly base: number;
  /** Bits of modifiers of the operand. */
  readonly negative?: number | undefined;
  readonly absolute?: number | undefined;
  readonly extended?: number | undefined;
  /** The bit of the half of a 16-bit register; absent where it is the upper bit of the number. */
  readonly half?: number | undefined;
  /** The bit that is set for AGPRs. */
  readonly accumulator?: number | undefined;
  /** The bit that is set for scalars (SDWA). */
  readonly scalar?: number | undefined;
}

export interface Format {
  readonly name: string;
  readonly words: number;
  /** The bits that name it: of the first word under a mask. */
  readonly mask: number;
  readonly value: number;
  readonly opcode: readonly [at: number, width: number];
  readonly suffix: string;
  /** The value of the first source of an encoding that goes on in this format. */
  readonly when?: readonly number[] | undefined;
  /** Values that it does not have. */
  readonly not?: readonly number[] | undefined;
  /** Where that source is. */
  readonly sourceAt: number;
  readonly places: ReadonlyMap<string, Place>;
  readonly fields: ReadonlyMap<string, readonly [at: number, width: number]>;
}

const vop9 = `
sop2    10         1 23+7   d@16+7 0@0+8 1@8+8
sopk    1011       1 23+5   d@16+7 i@0+16
sop1    101111101  1 8+8    d@16+7 0@0+8
sopc    101111110  1 16+7   0@0+8 1@8+8
sopp    101111111  1 16+7   i@0+16
`;
const vopShort = `
vop1    0111111    1 9+8    e32 d@17+8+256 D@17+8 0@0+9
vopc    0111110    1 17+8   e32 0@0+9 1@9+8+256
vop2    0          1 25+6   e32 d@17+8+256 0@0+9 1@9+8+256
`;
const sdwa = `
vop1    0111111    2 9+8    sdwa when=249 d@17+8+256 0@32+8-52|53<51$55 clamp@45+1 omod@46+2 dst_sel@40+3 dst_unused@43+2 src0_sel@48+3
vopc    0111110    2 17+8   sdwa when=249 d@40+7 0@32+8-52|53<51$55 1@9+8-60|61<59$63 src0_sel@48+3 src1_sel@56+3 sdst@47+1
vop2    0          2 25+6   sdwa when=249 d@17+8+256 0@32+8-52|53<51$55 1@9+8-60|61<59$63 clamp@45+1 omod@46+2 dst_sel@40+3 dst_unused@43+2 src0_sel@48+3 src1_sel@56+3
`;
const dpp = `
vop1    0111111    2 9+8    dpp when=250 d@17+8+256 0@32+8+256-52|53 dpp@40+9 row_mask@60+4 bank_mask@56+4 bound_ctrl@51+1 fi@50+1
vopc    0111110    2 17+8   dpp when=250 0@32+8+256-52|53 1@9+8+256-54|55 dpp@40+9 row_mask@60+4 bank_mask@56+4 bound_ctrl@51+1 fi@50+1
vop2    0          2 25+6   dpp when=250 d@17+8+256 0@32+8+256-52|53 1@9+8+256-54|55 dpp@40+9 row_mask@60+4 bank_mask@56+4 bound_ctrl@51+1 fi@50+1
`;
const dpp8 = `
vop1    0111111    2 9+8    dpp when=233,234 d@17+8+256 0@32+8+256 dpp8@40+24 fi8@0+2
vopc    0111110    2 17+8   dpp when=233,234 0@32+8+256 1@9+8+256 dpp8@40+24 fi8@0+2
vop2    0          2 25+6   dpp when=233,234 d@17+8+256 0@32+8+256 1@9+8+256 dpp8@40+24 fi8@0+2
`;
const signs = 'd@0+8+256^14 s@8+7 0@32+9-61|8^11 1@41+9-62|9^12 2@50+9-63|10^13';
const vop3 = (first: string): string => `
vop3    ${first}     2 16+10  e64 ${signs} D@0+8 clamp@15+1 omod@59+2 op_sel@11+4 neg_lo@61+3 neg_hi@8+3
`;
const vop3dpp = (first: string, name: string, opcode: string): string => {
  const fields = `${signs.replace('0@32+9', '0@64+8+256')} D@0+8 clamp@15+1 omod@59+2 op_sel@11+4 neg_lo@61+3 neg_hi@8+3 hi0@59+2 hi2@14+1`;
  return `
${name}    ${first}     3 ${opcode}  e64_dpp when=250 ${fields} dpp@72+9 row_mask@92+4 bank_mask@88+4 bound_ctrl@83+1 fi@82+1
${name}    ${first}     3 ${opcode}  e64_dpp when=233,234 ${fields} dpp8@72+24 fi8@32+2
`;
};
const packed =
  'd@0+8+256 0@32+9-61|8 1@41+9-62|9 2@50+9-63|10 clamp@15+1 op_sel@11+3 neg_lo@61+3 neg_hi@8+3 hi0@59+2 hi2@14+1';
const matrix =
  'd@0+8+256%15 a@32+9%59 b@41+9%60 c@50+9%15 C@50+9 cbsz@8+3 abid@11+4 blgp@61+3 neg@61+3 m@0+8+256';
const wmma =
  'matrix_a_fmt@11+3 matrix_b_fmt@14+1 matrix_a_reuse@13+1 matrix_b_reuse@14+1 index_key@11+1 wide_key@11+2';

/** The formats of CDNA. */
const gfx9 = `${vop9}${sdwa}${dpp}${vopShort.replaceAll(' e32 ', ' e32 not=249,250 ')}
vop3p   110100111  2 16+7   ${packed} ${matrix}
${vop3('110100')}
smem    110000     2 18+8   b@0+6 d@6+7 glc@16+1
ds      110110     2 17+8   a@32+8+256 0@40+8+256%25 1@48+8+256%25 d@56+8+256%25 g@32+8+256%25 offset@0+16 gds@16+1
flat    110111----------00 2 18+7 a@32+8+256 0@40+8+256%55 d@56+8+256%55 r@48+7 offset@0+13 sc0@16+1 nt@17+1 sc1@25+1 glc@16+1 slc@17+1 scc@25+1 lds@13+1
scratch 110111----------01 2 18+7 a@32+8+256 0@40+8+256%55 d@56+8+256%55 r@48+7 offset@0+13 sc0@16+1 nt@17+1 sc1@25+1 glc@16+1 slc@17+1 scc@25+1 lds@13+1
global  110111----------10 2 18+7 a@32+8+256 0@40+8+256%55 d@56+8+256%55 r@48+7 offset@0+13 sc0@16+1 nt@17+1 sc1@25+1 glc@16+1 slc@17+1 scc@25+1 lds@13+1
mubuf   111000     2 18+7   a@32+8+256 d@40+8+256%55 r@48+5 o@56+8 offset@0+12 idxen@13+1 offen@12+1 sc0@14+1 nt@17+1 sc1@15+1 glc@14+1 slc@17+1 scc@15+1 lds@16+1
mtbuf   111010     2 15+4   a@32+8+256 d@40+8+256%55 r@48+5 o@56+8 format@19+7 offset@0+12 idxen@13+1 offen@12+1 sc0@14+1 nt@54+1 sc1@53+1 glc@14+1 slc@54+1 scc@53+1
scaled  1101001110101100 4 80+7 d@64+8+256%79 a@96+9%123 b@105+9%124 c@114+9%79 e@32+9 f@41+9 cbsz@72+3 blgp@125+3 op_sel@11+2 hi0@59+2
`;

const caches11 = (at: readonly [number, number, number]): string =>
  `glc@${at[0]}+1 slc@${at[1]}+1 dlc@${at[2]}+1`;
const flat11 = (name: string, segment: string): string =>
  `${name} 110111--------${segment} 2 18+7 a@32+8+256 0@40+8+256 d@56+8+256 r@48+7 sve@55+1 offset@0+13 ${caches11([14, 15, 13])}`;

const vop11 = `${dpp}${dpp8}${vopShort}
${vop3dpp('11001100', 'vop3p', '16+7')}
vop3p   11001100   2 16+7   ${packed} ${wmma} D@0+8
${vop3dpp('110101', 'vop3', '16+10')}
${vop3('110101')}
vopd    110010     2 22+4   d@56+8+256 0@0+9 1@9+8+256
vopdy   110010     2 17+5   0@32+9 1@41+8+256
`;

/** The formats of RDNA 3. */
const gfx11 = `${vop9}${vop11}
smem    111101     2 18+8   b@0+6 d@6+7 ${caches11([14, 14, 13])}
ds      110110     2 18+8   a@32+8+256 0@40+8+256 1@48+8+256 d@56+8+256 offset@0+16 gds@17+1
${flat11('flat', '00')}
${flat11('scratch', '01')}
${flat11('global', '10')}
mubuf   111000     2 18+8   a@32+8+256 d@40+8+256 r@48+5 o@56+8 offset@0+12 idxen@55+1 offen@54+1 ${caches11([14, 12, 13])}
mtbuf   111010     2 15+4   a@32+8+256 d@40+8+256 r@48+5 o@56+8 format@19+7 offset@0+12 idxen@55+1 offen@54+1 ${caches11([14, 12, 13])}
`;

const vmem12 = (name: string, first: string): string =>
  `${name} ${first} 3 14+8 a@64+8+256 0@55+8+256 d@32+8+256 r@0+7 sve@49+1 offset@72+24 th@52+3 scope@50+2 scale_offset@48+1 nv@7+1`;

/** The formats of RDNA 4, and of gfx1250. */
const gfx12 = `${vop9}${vop11}
smem    111101     2 13+6   b@0+6 d@6+7 scale_offset@56+1 th@23+2 scope@21+2 nv@20+1
ds      110110     2 18+8   a@32+8+256 0@40+8+256 1@48+8+256 d@56+8+256 offset@0+16
${vmem12('flat', '11101100')}
${vmem12('scratch', '11101101')}
${vmem12('global', '11101110')}
vbuffer 110001     3 14+8   a@64+8+256 d@32+8+256 r@41+9 o@0+7 format@55+7 offset@72+24 idxen@63+1 offen@62+1 th@52+3 scope@50+2 nv@7+1
`;
const gfx1250 = `
vimage  110100     3 14+8   0@64+8 1@72+8 2@80+8 3@88+8 th@52+3 scope@50+2
vopd3   11001111   3 18+6   d@64+8+256 0@0+9-9 1@48+8+256-10 2@56+8+256-11 bitop@56+8
vopd3y  11001111   3 12+6   d@88+8+256 0@32+9-41 1@72+8+256-42 2@80+8+256-43 bitop@80+8
`;

/** The formats of an instruction set; of two that fit an instruction the first one with a row counts. */
export function formatsOf({ generation }: Isa): readonly Format[] {
  const text =
    generation < 10 ? gfx9 : generation < 12 ? gfx11 : generation < 12.5 ? gfx12 : gfx12 + gfx1250;
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readFormat);
}

function readFormat(line: string): Format {
  const [name = '', first = '', words = '', opcode = '', ...rest] = line.trim().split(/ +/);
  const places = new Map<string, Place>();
  const fields = new Map<string, readonly [number, number]>();
  let suffix = '';
  let when: readonly number[] | undefined;
  let not: readonly number[] | undefined;
  for (const word of rest) {
    const [key = '', values = ''] = word.split(/[@=]/);
    const numbers = values.split(/(?=[-+|^<%$])/);
    const after = (sign: string): number | undefined => {
      const found = numbers.find((one) => one.startsWith(sign));
      return found === undefined ? undefined : Number(found.slice(1));
    };
    const [, width = '+0', base = ''] = numbers;
    if (values === '') suffix = `_${key}`;
    else if (key === 'when') when = values.split(',').map(Number);
    else if (key === 'not') not = values.split(',').map(Number);
    else if (key.length > 1) fields.set(key, [Number(numbers[0]), Number(width)]);
    else {
      places.set(key, {
        at: Number(numbers[0]),
        width: Number(width),
        base: base.startsWith('+') ? Number(base) : 0,
        negative: after('-'),
        absolute: after('|'),
        extended: after('<'),
        half: after('^'),
        accumulator: after('%'),
        scalar: after('$'),
      });
    }
  }
  const [at = 0, width = 0] = opcode.split('+').map(Number);
  const bits = (one: (bit: string) => number): number =>
    [...first].reduce((value, bit, i) => value | (one(bit) << (31 - i)), 0);
  return {
    name,
    words: Number(words),
    mask: bits((bit) => (bit === '-' ? 0 : 1)),
    value: bits((bit) => (bit === '1' ? 1 : 0)),
    opcode: [at, width],
    suffix,
    when,
    not,
    sourceAt: name.startsWith('vop3') ? 32 : 0,
    places,
    fields,
  };
}
