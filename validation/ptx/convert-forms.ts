/** Forms of `cvt`. */
import { type Form, form } from './form.ts';

const ROUNDINGS = ['rn', 'rz', 'rm', 'rp'];
const WHOLE = ['rni', 'rzi', 'rmi', 'rpi'];
const INTEGERS = ['u8', 's8', 'u16', 's16', 'u32', 's32', 'u64', 's64'];
export const conversions: Form[] = [
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

export const moreConversions: Form[] = [
  ...['f16', 'bf16'].flatMap((to) =>
    ['f64', 'f32', 'f16', 'bf16'].flatMap((from) =>
      ['rn', 'rz', 'rm', 'rp', 'rn.relu', 'rz.relu', 'rn.sat', 'rn.satfinite'].map((round) =>
        form(`cvt.${round}.${to}.${from}`, to, [from]),
      ),
    ),
  ),
  ...[
    'sat.f16.f32',
    'rn.ftz.f16.f32',
    'sat.f16.f16',
    'sat.f32.f16',
    'ftz.f32.f16',
    'sat.f64.f64',
  ].map((rest) => {
    const [from = '', to = ''] = rest.split('.').toReversed();
    return form(`cvt.${rest}`, to, [from]);
  }),
  ...['rn', 'rz', 'rn.relu', 'rz.relu'].flatMap((round) =>
    ['f16x2', 'bf16x2'].map((to) => form(`cvt.${round}.satfinite.${to}.f32`, to, ['f32', 'f32'])),
  ),
  ...[
    'rna.satfinite',
    'rn.satfinite',
    'rz.relu',
    'rz.satfinite',
    'rn.relu.satfinite',
    'rn.satfinite.relu',
  ].map((round) => form(`cvt.${round}.tf32.f32`, 'b32', ['f32'])),
].filter(({ name }) => !conversions.some((one) => one.name === name));
