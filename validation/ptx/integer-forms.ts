/** Forms of integers: arithmetic, carries, bits and comparisons. */
import { type Form, form, registerOf, repeat, tableOf } from './form.ts';

const all = <T>(...lists: readonly (readonly T[])[]): T[] => lists.flat();
export const integers: Form[] = [
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

export const moreIntegers: Form[] = [
  ...['32', '64'].flatMap((n) => [
    pairForm(
      `sub.cc.u${n} addc.u${n}`,
      `b${n}`,
      (t) => `sub.cc.u${n} ${t}, %a0, %a1; addc.u${n} %d, %a2, %a3;`,
    ),
    pairForm(
      `add.cc.u${n} subc.u${n}`,
      `b${n}`,
      (t) => `add.cc.u${n} ${t}, %a0, %a1; subc.u${n} %d, %a2, %a3;`,
    ),
    pairForm(
      `sub.cc.u${n} subc.cc.u${n} subc.u${n}`,
      `b${n}`,
      (t) => `sub.cc.u${n} ${t}, %a0, %a1; subc.cc.u${n} ${t}, %a2, %a3; subc.u${n} %d, %a0, %a2;`,
    ),
    pairForm(
      `mad.lo.cc.u${n} madc.hi.cc.u${n} addc.u${n}`,
      `b${n}`,
      (t) =>
        `mad.lo.cc.u${n} ${t}, %a0, %a1, %a2; madc.hi.cc.u${n} ${t}, %a0, %a1, %a3; addc.u${n} %d, %a2, %a3;`,
    ),
    pairForm(
      `mad.hi.cc.s${n} madc.lo.s${n}`,
      `b${n}`,
      (t) => `mad.hi.cc.s${n} ${t}, %a0, %a1, %a2; madc.lo.s${n} %d, %a0, %a1, %a3;`,
    ),
  ]),
  form('fns.b32', 'b32', ['b32', 'b32', 's32'], { tables: [undefined, 'few', 'selector'] }),
  ...['s64', 'u64'].map((t) => form(`bfind.shiftamt.${t}`, 'u32', [t])),
  ...['u16', 's16'].map((t) => form(`cvt.pack.sat.${t}.s32`, 'b32', ['b32', 'b32'])),
  ...['u8', 's8', 'u4', 's4', 'u2', 's2'].flatMap((t) => [
    form(`cvt.pack.sat.${t}.s32.b32`, 'b32', repeat('b32', 3)),
    form(`cvt.pack.sat.${t}.s32.b32 small`, 'b32', repeat('b32', 3), {
      text: `cvt.pack.sat.${t}.s32.b32 %d, %a0, %a1, %a2;`,
      tables: ['shift', 'selector', undefined],
    }),
  ]),
  ...['and', 'or'].map((op) => ({
    ...form(`lop3.${op}.b32`, 'b32', [...repeat('b32', 3), 'pred']),
    text: `{ .reg .pred %q; lop3.${op}.b32 %d|%q, %a0, %a1, %a2, 0x80, %a3; selp.b32 %t, 1, 0, %q; shl.b32 %d, %d, 1; or.b32 %d, %d, %t; }`,
  })),
  form('min.relu.s16x2', 'b32', ['b32', 'b32']),
  form('max.relu.s16x2', 'b32', ['b32', 'b32']),
  ...['u64.s32', 'f64.f32', 'b16.s32', 's64.f32'].map((rest) => {
    const [to = '', from = ''] = rest.split('.');
    return form(`slct.${rest}`, to, [to, to, from]);
  }),
  ...['b16', 'f32', 'f64'].map((t) => form(`selp.${t}`, t, [t, t, 'pred'])),
];
