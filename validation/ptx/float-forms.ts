/** Forms of floats of 64, 32 and 16 bits, and comparisons. */
import { type Form, form, repeat, type Table } from './form.ts';

const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
export const comparisons: Form[] = [
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
export const floats: Form[] = [
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

export const moreFloats: Form[] = [
  ...['rz', 'rm', 'rp'].flatMap((round) => [
    form(`div.${round}.f64`, 'f64', ['f64', 'f64']),
    form(`rcp.${round}.f64`, 'f64', ['f64']),
    form(`sqrt.${round}.f64`, 'f64', ['f64']),
  ]),
  ...['f16', 'bf16'].flatMap((t) =>
    [t, `${t}x2`].flatMap((of) => [
      ...COMPARISONS.map((op) => form(`set.${op}.${of}.${of}`, of, [of, of])),
      form(`set.gtu.u32.${of}`, 'b32', [of, of]),
      form(`set.lt.and.${of}.${of}`, of, [of, of, 'pred']),
    ]),
  ),
  ...['u16', 's16', 'u32', 's32'].flatMap((to) => [
    form(`set.le.${to}.f16`, to, ['f16', 'f16']),
    form(`set.num.${to}.bf16`, to, ['bf16', 'bf16']),
  ]),
  form('set.lt.ftz.f16.f16', 'f16', ['f16', 'f16']),
  form('set.eq.f16.f32', 'f16', ['f32', 'f32']),
  form('set.ne.u32.f64', 'b32', ['f64', 'f64']),
  form('set.ge.u32.s64', 'b32', ['b64', 'b64']),
  ...['f16x2', 'bf16x2'].flatMap((t) =>
    ['lt', 'neu', 'num', 'nan', 'ge.and'].map((op) => ({
      ...form(`setp.${op}.${t}`, 'b32', op.includes('.') ? [t, t, 'pred'] : [t, t]),
      text: `{ .reg .pred %p, %q; setp.${op}.${t} %p|%q, %a0, %a1${op.includes('.') ? ', %a2' : ''}; selp.b32 %d, 1, 0, %p; selp.b32 %t, 2, 0, %q; or.b32 %d, %d, %t; }`,
    })),
  ),
  form('setp.lt.ftz.f16', 'pred', ['f16', 'f16']),
  ...['ex2.approx', 'tanh.approx'].flatMap((op) => [
    halfForm(`${op}.f16`, 'f16', 'halves'),
    halfForm(`${op}.f16x2`, 'f16x2', 'halves'),
    halfForm(op.startsWith('ex2') ? `${op}.ftz.bf16` : `${op}.bf16`, 'bf16', 'bfloats'),
    halfForm(op.startsWith('ex2') ? `${op}.ftz.bf16x2` : `${op}.bf16x2`, 'bf16x2', 'bfloats'),
  ]),
  ...['rcp.approx.ftz', 'rsqrt.approx.ftz'].map((op) =>
    form(`${op}.f64`, 'f64', ['f64'], { tolerance: 2 ** -19 }),
  ),
  form('rsqrt.approx.f64', 'f64', ['f64'], { tolerance: 2 ** -51 }),
  ...['f16', 'f16x2'].flatMap((t) => [
    ...['sub', 'mul'].map((op) => form(`${op}.ftz.${t}`, t, [t, t])),
    form(`fma.rn.ftz.${t}`, t, [t, t, t]),
    form(`fma.rn.ftz.relu.${t}`, t, [t, t, t]),
    form(`add.ftz.sat.${t}`, t, [t, t]),
    form(`abs.ftz.${t}`, t, [t]),
    form(`neg.ftz.${t}`, t, [t]),
    form(`min.ftz.NaN.${t}`, t, [t, t]),
  ]),
  form('mad.rn.f32', 'f32', repeat('f32', 3)),
  form('mad.rz.f64', 'f64', repeat('f64', 3)),
  form('min.ftz.NaN.xorsign.abs.f32', 'f32', ['f32', 'f32']),
];

function halfForm(name: string, type: string, table: Table): Form {
  return form(name, type, [type], {
    tables: [table],
    halfTolerance: type.startsWith('bf') ? 3 : 6,
  });
}
