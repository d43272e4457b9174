/**
 * Forms of PTX instructions, each a small kernel: operands from tables of inputs by type, the result to memory.
 *
 *     add.rm.f32 %d, %a, %b;      thread i has a = table[f32][i], b = table[f32][i + 29], and stores 64 bits
 *
 * `measure.py` executes them on a GPU; `forms-sm90.jsonl` is what an H100 gave. Forms that ptxas refuses are not in it.
 */
import { randomWords } from '@ldscope/core';

export const THREADS = 96;
/** Operands of a form begin so far apart in the table of their type. */
const STEP = 29;

const types = [
  'b16',
  'b32',
  'b64',
  'f16',
  'bf16',
  'f16x2',
  'bf16x2',
  'f32',
  'f64',
  'shift',
  'small',
] as const;
type Table = (typeof types)[number];

export interface Form {
  /** The instruction without operands, which names the form. */
  readonly name: string;
  /** Statements over %a0, %a1, ... into %d. */
  readonly text: string;
  readonly out: OperandType;
  readonly ins: readonly OperandType[];
  /** Tables of the inputs where they are not those of the types. */
  readonly tables?: readonly (Table | undefined)[];
  /** Hardware approximates: largest relative error, and absolute one near zero. */
  readonly tolerance?: number;
}

type OperandType = 'b16' | 'b32' | 'b64' | 'f32' | 'f64' | 'pred';

/** The register that holds a PTX type. */
function registerOf(type: string): OperandType {
  if (type === 'f32' || type === 'f64' || type === 'pred') return type;
  if (type.endsWith('64')) return 'b64';
  return /^(?:[bsu]8|[bsu]16|b?f16|e\dm\dx2)$/.test(type) ? 'b16' : 'b32';
}

function tableOf(type: string): Table | undefined {
  return types.find((name) => name === type);
}

/** One instruction: `d, a, b` by the types of its operands. */
function form(name: string, out: string, ins: readonly string[], more: Partial<Form> = {}): Form {
  const operands = ['%d', ...ins.map((_, i) => `%a${i}`)].join(', ');
  return {
    name,
    text: `${name} ${operands};`,
    out: registerOf(out),
    ins: ins.map(registerOf),
    tables: ins.map(tableOf),
    ...more,
  };
}

const all = <T>(...lists: readonly (readonly T[])[]): T[] => lists.flat();
const repeat = (type: string, n: number): string[] => Array.from({ length: n }, () => type);

const integers: Form[] = [
  ...['s16', 'u16', 's32', 'u32', 's64', 'u64'].flatMap((t) => [
    ...['add', 'sub', 'mul.lo', 'mul.hi', 'div', 'rem', 'min', 'max'].map((op) =>
      form(`${op}.${t}`, t, [t, t]),
    ),
    form(`mad.lo.${t}`, t, [t, t, t]),
    form(`mad.hi.${t}`, t, [t, t, t]),
    form(`sad.${t}`, t, [t, t, t]),
    form(`shr.${t}`, t, [t, 'b32'], { tables: [undefined, 'shift'] }),
    ...(t.startsWith('s') ? [form(`abs.${t}`, t, [t]), form(`neg.${t}`, t, [t])] : []),
  ]),
  ...['s16', 'u16', 's32', 'u32'].flatMap((t) => {
    const wide = t.replace('32', '64').replace('16', '32');
    return [form(`mul.wide.${t}`, wide, [t, t]), form(`mad.wide.${t}`, wide, [t, t, wide])];
  }),
  ...['s32', 'u32'].flatMap((t) => [
    ...['mul24.lo', 'mul24.hi'].map((op) => form(`${op}.${t}`, t, [t, t])),
    ...['mad24.lo', 'mad24.hi'].map((op) => form(`${op}.${t}`, t, [t, t, t])),
    ...['clamp', 'wrap'].map((mode) =>
      form(`szext.${mode}.${t}`, t, [t, 'b32'], { tables: [undefined, 'shift'] }),
    ),
    form(`bfind.${t}`, 'u32', [t]),
    form(`bfind.shiftamt.${t}`, 'u32', [t]),
  ]),
  ...['s64', 'u64'].map((t) => form(`bfind.${t}`, 'u32', [t])),
  form('add.sat.s32', 's32', ['s32', 's32']),
  form('sub.sat.s32', 's32', ['s32', 's32']),
  form('mad.hi.sat.s32', 's32', repeat('s32', 3)),
  form('max.relu.s32', 's32', ['s32', 's32']),
  form('min.relu.s32', 's32', ['s32', 's32']),
  ...['u16x2', 's16x2'].flatMap((t) =>
    ['add', 'min', 'max'].map((op) => form(`${op}.${t}`, t, [t, t])),
  ),
  ...['b32', 'b64'].flatMap((t) => [
    form(`popc.${t}`, 'u32', [t]),
    form(`clz.${t}`, 'u32', [t]),
    form(`brev.${t}`, t, [t]),
  ]),
  ...['u32', 's32', 'u64', 's64'].map((t) =>
    form(`bfe.${t}`, t, [t, 'b32', 'b32'], { tables: [undefined, 'shift', 'shift'] }),
  ),
  ...['b32', 'b64'].map((t) =>
    form(`bfi.${t}`, t, [t, t, 'b32', 'b32'], { tables: [undefined, undefined, 'shift', 'shift'] }),
  ),
  ...['clamp', 'wrap'].map((mode) =>
    form(`bmsk.${mode}.b32`, 'b32', ['b32', 'b32'], { tables: ['shift', 'shift'] }),
  ),
  ...['b16', 'b32', 'b64'].flatMap((t) => [
    ...['and', 'or', 'xor'].map((op) => form(`${op}.${t}`, t, [t, t])),
    form(`not.${t}`, t, [t]),
    form(`cnot.${t}`, t, [t]),
    form(`shl.${t}`, t, [t, 'b32'], { tables: [undefined, 'shift'] }),
  ]),
  ...all(
    ['l', 'r'].flatMap((way) =>
      ['clamp', 'wrap'].map((mode) =>
        form(`shf.${way}.${mode}.b32`, 'b32', repeat('b32', 3), {
          tables: [undefined, undefined, 'shift'],
        }),
      ),
    ),
  ),
  ...[0x00, 0x96, 0xe8, 0xca, 0x6a, 0x01].map((table) => ({
    ...form(`lop3.b32`, 'b32', repeat('b32', 3)),
    name: `lop3.b32 ${table}`,
    text: `lop3.b32 %d, %a0, %a1, %a2, ${table};`,
  })),
  ...['', '.f4e', '.b4e', '.rc8', '.ecl', '.ecr', '.rc16'].map((mode) =>
    form(`prmt.b32${mode}`, 'b32', repeat('b32', 3)),
  ),
  ...['s32', 'u32'].flatMap((a) =>
    ['s32', 'u32'].flatMap((b) => [
      form(`dp4a.${a}.${b}`, 's32', repeat('b32', 3)),
      form(`dp2a.lo.${a}.${b}`, 's32', repeat('b32', 3)),
      form(`dp2a.hi.${a}.${b}`, 's32', repeat('b32', 3)),
    ]),
  ),
  ...['32', '64'].flatMap((n) => [
    pairForm(
      `add.cc.u${n} addc.u${n}`,
      `b${n}`,
      (t) => `add.cc.u${n} ${t}, %a0, %a1; addc.u${n} %d, %a2, %a3;`,
    ),
    pairForm(
      `sub.cc.u${n} subc.u${n}`,
      `b${n}`,
      (t) => `sub.cc.u${n} ${t}, %a0, %a1; subc.u${n} %d, %a2, %a3;`,
    ),
    pairForm(
      `add.cc.u${n} addc.cc.u${n} addc.u${n}`,
      `b${n}`,
      (t) => `add.cc.u${n} ${t}, %a0, %a1; addc.cc.u${n} ${t}, %a2, %a3; addc.u${n} %d, %a0, %a2;`,
    ),
  ]),
  pairForm(
    'mad.lo.cc.u32 madc.hi.u32',
    'b32',
    (t) => `mad.lo.cc.u32 ${t}, %a0, %a1, %a2; madc.hi.u32 %d, %a0, %a1, %a3;`,
  ),
];

function pairForm(name: string, type: string, text: (scratch: string) => string): Form {
  return {
    name,
    text: text('%t'),
    out: registerOf(type),
    ins: repeat(type, 4).map(registerOf),
    tables: repeat(type, 4).map(tableOf),
  };
}

const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const comparisons: Form[] = [
  ...['s16', 'u16', 's32', 'u32', 's64', 'u64'].flatMap((t) =>
    COMPARISONS.map((op) => form(`setp.${op}.${t}`, 'pred', [t, t])),
  ),
  ...['u32', 'u64'].flatMap((t) =>
    ['lo', 'ls', 'hi', 'hs'].map((op) => form(`setp.${op}.${t}`, 'pred', [t, t])),
  ),
  ...['f32', 'f64', 'f16', 'bf16'].flatMap((t) =>
    [...COMPARISONS, 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'].map((op) =>
      form(`setp.${op}.${t}`, 'pred', [t, t]),
    ),
  ),
  form('setp.lt.ftz.f32', 'pred', ['f32', 'f32']),
  ...['and', 'or', 'xor'].map((op) => form(`setp.lt.${op}.s32`, 'pred', ['s32', 's32', 'pred'])),
  form('set.lt.u32.s32', 'u32', ['s32', 's32']),
  form('set.lt.u32.f32', 'u32', ['f32', 'f32']),
  form('set.ge.f32.f32', 'f32', ['f32', 'f32']),
  form('selp.b64', 'b64', ['b64', 'b64', 'pred']),
  form('slct.s32.s32', 's32', repeat('s32', 3)),
  form('slct.f32.f32', 'f32', repeat('f32', 3)),
  ...['f32', 'f64'].flatMap((t) =>
    ['finite', 'infinite', 'number', 'notanumber', 'normal', 'subnormal'].map((op) =>
      form(`testp.${op}.${t}`, 'pred', [t]),
    ),
  ),
];

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'];
const floats: Form[] = [
  ...ROUNDINGS.flatMap((round) =>
    ['f32', 'f64', 'ftz.f32', 'sat.f32'].flatMap((rest) => {
      const t = rest.endsWith('64') ? 'f64' : 'f32';
      return [
        ...['add', 'sub', 'mul'].map((op) => form(`${op}.${round}.${rest}`, t, [t, t])),
        form(`fma.${round}.${rest}`, t, [t, t, t]),
        ...(rest === 'sat.f32' || (t === 'f64' && round !== 'rn')
          ? []
          : [
              form(`div.${round}.${rest}`, t, [t, t]),
              form(`rcp.${round}.${rest}`, t, [t]),
              form(`sqrt.${round}.${rest}`, t, [t]),
            ]),
      ];
    }),
  ),
  ...['f32', 'ftz.f32', 'f64', 'f16', 'bf16', 'f16x2', 'bf16x2'].flatMap((rest) => {
    const t = rest.replace('ftz.', '');
    return [
      ...['min', 'max'].map((op) => form(`${op}.${rest}`, t, [t, t])),
      form(`abs.${rest}`, t, [t]),
      form(`neg.${rest}`, t, [t]),
    ];
  }),
  ...['f32', 'f16', 'bf16', 'f16x2', 'bf16x2'].flatMap((t) =>
    ['min', 'max'].flatMap((op) => [
      form(`${op}.NaN.${t}`, t, [t, t]),
      form(`${op}.xorsign.abs.${t}`, t, [t, t]),
    ]),
  ),
  form('copysign.f32', 'f32', ['f32', 'f32']),
  form('copysign.f64', 'f64', ['f64', 'f64']),
  ...['f16', 'bf16', 'f16x2', 'bf16x2'].flatMap((t) => [
    ...['add', 'sub', 'mul'].map((op) => form(`${op}.rn.${t}`, t, [t, t])),
    form(`fma.rn.${t}`, t, [t, t, t]),
    form(`fma.rn.relu.${t}`, t, [t, t, t]),
  ]),
  ...['f16', 'f16x2'].flatMap((t) => [
    ...['add', 'sub', 'mul'].map((op) => form(`${op}.sat.${t}`, t, [t, t])),
    form(`fma.rn.sat.${t}`, t, [t, t, t]),
    form(`add.ftz.${t}`, t, [t, t]),
  ]),
  ...['ex2', 'lg2', 'rcp', 'sqrt', 'rsqrt', 'sin', 'cos', 'tanh'].flatMap((op) =>
    ['', '.ftz'].map((ftz) =>
      form(`${op}.approx${ftz}.f32`, 'f32', ['f32'], { tables: ['small'], tolerance: 2 ** -10 }),
    ),
  ),
  ...['div.approx', 'div.approx.ftz', 'div.full', 'div.full.ftz'].map((op) =>
    form(`${op}.f32`, 'f32', ['f32', 'f32'], { tables: ['small', 'small'], tolerance: 2 ** -20 }),
  ),
];

const WHOLE = ['rni', 'rzi', 'rmi', 'rpi'];
const INTEGERS = ['u8', 's8', 'u16', 's16', 'u32', 's32', 'u64', 's64'];
const conversions: Form[] = [
  ...INTEGERS.flatMap((to) =>
    INTEGERS.filter((from) => from !== to).flatMap((from) =>
      ['', '.sat'].map((sat) => form(`cvt${sat}.${to}.${from}`, to, [from])),
    ),
  ),
  ...['f32', 'f64', 'f16', 'bf16'].flatMap((to) =>
    INTEGERS.flatMap((from) =>
      ROUNDINGS.map((round) => form(`cvt.${round}.${to}.${from}`, to, [from])),
    ),
  ),
  ...INTEGERS.flatMap((to) =>
    ['f32', 'f64', 'f16', 'bf16'].flatMap((from) =>
      WHOLE.map((round) => form(`cvt.${round}.${to}.${from}`, to, [from])),
    ),
  ),
  ...INTEGERS.map((to) => form(`cvt.rzi.ftz.${to}.f32`, to, ['f32'])),
  ...ROUNDINGS.flatMap((round) => [
    form(`cvt.${round}.f32.f64`, 'f32', ['f64']),
    form(`cvt.${round}.f16.f32`, 'f16', ['f32']),
    form(`cvt.${round}.f16.f64`, 'f16', ['f64']),
    form(`cvt.${round}.bf16.f32`, 'bf16', ['f32']),
    form(`cvt.${round}.ftz.f32.f64`, 'f32', ['f64']),
  ]),
  ...[
    'f64.f32',
    'f64.f16',
    'f32.f16',
    'f32.bf16',
    'sat.f32.f32',
    'ftz.f32.f32',
    'f64.f64',
    'ftz.f64.f32',
  ].map((rest) => {
    const [from = '', to = ''] = rest.split('.').toReversed();
    return form(`cvt.${rest}`, to, [from]);
  }),
  ...WHOLE.flatMap((round) =>
    ['f32', 'f64', 'f16', 'bf16'].map((t) => form(`cvt.${round}.${t}.${t}`, t, [t])),
  ),
  ...['rn', 'rz'].flatMap((round) =>
    ['', '.relu'].flatMap((relu) =>
      ['f16x2', 'bf16x2'].map((to) => form(`cvt.${round}${relu}.${to}.f32`, to, ['f32', 'f32'])),
    ),
  ),
  ...['rna', 'rn', 'rz', 'rn.relu'].map((round) => form(`cvt.${round}.tf32.f32`, 'b32', ['f32'])),
  ...['e4m3x2', 'e5m2x2'].flatMap((to) =>
    ['', '.relu'].flatMap((relu) => [
      form(`cvt.rn.satfinite${relu}.${to}.f32`, to, ['f32', 'f32']),
      form(`cvt.rn.satfinite${relu}.${to}.f16x2`, to, ['f16x2']),
      form(`cvt.rn${relu}.f16x2.${to}`, 'f16x2', [to], { tables: ['b16'] }),
    ]),
  ),
];

export const forms: readonly Form[] = [...integers, ...comparisons, ...floats, ...conversions];

/** Bits of the inputs by type: special values first, then random ones; a table is 64 bits for each thread. */
export function inputTables(): BigUint64Array {
  const words = randomWords(20_261);
  const next = (): bigint => (BigInt(words() >>> 0) << 32n) | BigInt(words() >>> 0);
  const tables = new BigUint64Array(types.length * THREADS);
  for (const [index, type] of types.entries()) {
    const special = SPECIALS[type];
    for (let thread = 0; thread < THREADS; thread++) {
      tables[index * THREADS + thread] = special[thread] ?? RANDOM[type](next());
    }
  }
  return tables;
}

const double = new DataView(new ArrayBuffer(8));
function bitsOf(value: number, wide: boolean): bigint {
  if (wide) {
    double.setFloat64(0, value);
    return double.getBigUint64(0);
  }
  double.setFloat32(0, value);
  return BigInt(double.getUint32(0));
}

const VALUES = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  1.5,
  2.5,
  -2.5,
  3,
  100.25,
  255.5,
  -128.5,
  32767.5,
  65535.5,
  1e-3,
  -1e-3,
  2147483648,
  -2147483904,
  4294967296,
  9.3e18,
  1.9e19,
  1e30,
  -1e30,
  448,
  464,
  57344,
  65504,
  65520,
  6e-8,
  1e-40,
  -1e-40,
  1.17549435e-38,
  Infinity,
  -Infinity,
  NaN,
];
const HALVES = [
  0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3800, 0x3e00, 0x4100, 0xc100,
  0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x5bf8, 0x5c00,
];
const BFLOATS = [
  0x0000, 0x8000, 0x0001, 0x007f, 0x0080, 0x3f80, 0xbf80, 0x3f00, 0x4020, 0xc020, 0x7f7f, 0xff7f,
  0x7f80, 0xff80, 0x7fc0, 0x4f00, 0x4f80, 0x5f00,
];

const pairs = (list: readonly number[]): bigint[] =>
  list.map((value, i) => BigInt(value) | (BigInt(list[(i + 5) % list.length] ?? 0) << 16n));

const SPECIALS: Readonly<Record<Table, readonly bigint[]>> = {
  b16: [0n, 1n, 0x7fffn, 0x8000n, 0xffffn, 0xfffen, 2n, 7n],
  b32: [0n, 1n, 0x7fffffffn, 0x80000000n, 0xffffffffn, 0xfffffffen, 2n, 7n, 0x10000n],
  b64: [
    0n,
    1n,
    0x7fffffffffffffffn,
    0x8000000000000000n,
    0xffffffffffffffffn,
    0xffffffffn,
    0x100000000n,
    2n,
    7n,
  ],
  f16: HALVES.map(BigInt),
  bf16: BFLOATS.map(BigInt),
  f16x2: pairs(HALVES),
  bf16x2: pairs(BFLOATS),
  f32: VALUES.map((value) => bitsOf(value, false)),
  f64: VALUES.map((value) => bitsOf(value, true)),
  shift: [0n, 1n, 15n, 16n, 31n, 32n, 33n, 63n, 64n, 255n],
  small: [0, -0, 1, -1, 0.5, 2, 10, -10, 1e-3, 100].map((value) => bitsOf(value, false)),
};

/** A random value between -1 and 1 times a scale, of a type. */
const about = (random: bigint, scale: number): number =>
  (Number(BigInt.asIntN(53, random)) / 2 ** 52) * scale;

const RANDOM: Readonly<Record<Table, (random: bigint) => bigint>> = {
  b16: (random) => random & 0xffffn,
  b32: (random) => random & 0xffffffffn,
  b64: (random) => random,
  f16: (random) => random & 0xffffn,
  bf16: (random) => random & 0xffffn,
  f16x2: (random) => random & 0xffffffffn,
  bf16x2: (random) => random & 0xffffffffn,
  f32: (random) =>
    random >> 60n < 6n
      ? random & 0xffffffffn
      : bitsOf(about(random, 2 ** Number((random >> 56n) % 40n)), false),
  f64: (random) =>
    random >> 60n < 6n ? random : bitsOf(about(random, 2 ** Number((random >> 56n) % 66n)), true),
  shift: (random) => random % 72n,
  small: (random) => bitsOf(about(random, 50), false),
};

/** The tables' order in memory. */
const tableIndex = (form: Form, operand: number): number => {
  const type = form.ins[operand] ?? 'b32';
  const table = form.tables?.[operand] ?? (type === 'pred' ? 'b32' : type);
  return types.indexOf(table);
};

/** A module with one kernel per form: `f0`, `f1`, ...; parameters are the tables and the results, 64 bits per thread. */
export function moduleOf(list: readonly Form[]): string {
  return `.version 8.6\n.target sm_90\n.address_size 64\n\n${list.map((one, number) => kernelOf(one, number)).join('\n')}`;
}

function kernelOf(one: Form, number: number): string {
  const { ins, out, text } = one;
  const loads = ins.map((type, i) => {
    const at = `add.u32 %i, %tid0, ${STEP * i}; rem.u32 %i, %i, ${THREADS}; add.u32 %i, %i, ${tableIndex(one, i) * THREADS}; mad.wide.u32 %p, %i, 8, %in;`;
    if (type !== 'pred') return `  ${at} ld.global.${type} %a${i}, [%p];`;
    return `  ${at} ld.global.u32 %i, [%p]; and.b32 %i, %i, 1; setp.eq.u32 %a${i}, %i, 1;`;
  });
  const store =
    out === 'pred'
      ? 'selp.u32 %i, 1, 0, %d; st.global.u32 [%p], %i;'
      : `st.global.${out} [%p], %d;`;
  const registers = [
    ...ins.map((type, i) => `.reg .${type} %a${i};`),
    `.reg .${out} %d; .reg .${out === 'pred' ? 'b32' : out} %t;`,
  ];
  return `.visible .entry f${number}(.param .u64 in, .param .u64 out)
{
  .reg .b64 %in, %out, %p; .reg .b32 %i, %tid0; ${registers.join(' ')}
  ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %tid0, %tid.x;
${loads.join('\n')}
  ${text}
  mad.wide.u32 %p, %tid0, 8, %out;
  ${store}
  ret;
}
`;
}
