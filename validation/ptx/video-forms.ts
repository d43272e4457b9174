/** Forms of video instructions. */
import { type Form, form, repeat, type Table } from './form.ts';

/** True for forms of which an H100 gives other results than the ISA describes; they are not executed. */
const differs = ({ name }: Form): boolean =>
  /^(?:vadd\.u32|vabsdiff\.u32\.s32|vabsdiff\.u32\.u32|vshl).*\.sat/.test(name) ||
  /^vmad.*\.(?:sat|shr).* d a0 a1 a2$/.test(name) ||
  /^vmad\.u32\.u32\.u32.*\.sat\.shr/.test(name);

/** Scalar video instructions, with parts of their operands, and those of two halves or four bytes. */
export const video: Form[] = [
  ...['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax'].flatMap((op) =>
    ['s32.s32.s32', 'u32.u32.u32', 's32.u32.s32', 'u32.s32.u32'].flatMap((t) => [
      videoForm(`${op}.${t}`, '%d, %a0, %a1'),
      videoForm(`${op}.${t}.sat`, '%d, %a0, %a1'),
      videoForm(`${op}.${t}`, '%d, %a0.b1, %a1.h1'),
      videoForm(`${op}.${t}.add`, '%d, %a0.h0, %a1.b3, %a2'),
      videoForm(`${op}.${t}`, '%d.b2, %a0, %a1, %a2'),
    ]),
  ),
  ...['vshl', 'vshr'].flatMap((op) =>
    ['s32.s32.u32', 'u32.u32.u32', 's32.u32.u32', 'u32.s32.u32'].flatMap((t) =>
      ['clamp', 'wrap'].flatMap((mode) => [
        videoForm(`${op}.${t}.${mode}`, '%d, %a0, %a1', 'shift'),
        videoForm(`${op}.${t}.sat.${mode}`, '%d, %a0.h1, %a1.b0', 'shift'),
        videoForm(`${op}.${t}.${mode}.add`, '%d, %a0, %a1.b0, %a2', 'shift'),
      ]),
    ),
  ),
  ...['s32.s32.s32', 'u32.u32.u32', 's32.u32.s32', 's32.s32.u32'].flatMap((t) =>
    ['', '.sat'].flatMap((sat) =>
      ['', '.shr7', '.shr15'].flatMap((scale) => [
        videoForm(`vmad.${t}${sat}${scale}`, '%d, %a0.h0, %a1.b2, %a2'),
        videoForm(`vmad.${t}${sat}${scale}`, '%d, %a0, %a1, %a2'),
        videoForm(`vmad.${t}.po${sat}${scale}`, '%d, %a0.h1, %a1.h0, %a2'),
      ]),
    ),
  ),
  ...['.sat', '', '.shr7'].flatMap((rest) => [
    videoForm(`vmad.s32.s32.s32${rest}`, '%d, -%a0.h0, %a1.b2, %a2'),
    videoForm(`vmad.s32.u32.u32${rest}`, '%d, %a0.h0, %a1.b2, -%a2'),
  ]),
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge'].flatMap((compare) => [
    videoForm(`vset.s32.u32.${compare}`, '%d, %a0, %a1'),
    videoForm(`vset.u32.u32.${compare}.add`, '%d, %a0.b0, %a1.b1, %a2'),
    videoForm(`vset4.s32.u32.${compare}`, '%d, %a0, %a1, %a2'),
    videoForm(`vset2.u32.u32.${compare}.add`, '%d, %a0, %a1, %a2'),
  ]),
  ...['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vavrg'].flatMap((op) =>
    ['s32.s32.s32', 'u32.u32.u32', 's32.u32.s32', 'u32.s32.u32'].flatMap((t) => [
      ...['2', '4'].flatMap((n) => [
        videoForm(`${op}${n}.${t}`, '%d, %a0, %a1, %a2'),
        videoForm(`${op}${n}.${t}.sat`, '%d, %a0, %a1, %a2'),
        videoForm(`${op}${n}.${t}.add`, '%d, %a0, %a1, %a2'),
      ]),
      videoForm(`${op}2.${t}`, '%d.h1, %a0.h02, %a1.h31, %a2'),
      videoForm(`${op}4.${t}.sat`, '%d.b320, %a0.b7610, %a1.b5432, %a2'),
    ]),
  ),
].filter((one) => !differs(one));

function videoForm(name: string, operands: string, second?: Table): Form {
  const count = operands.split(',').length - 1;
  return {
    ...form(name, 'b32', repeat('b32', count), { tables: ['b32', second ?? 'b32', 'b32'] }),
    name: `${name} ${operands.replaceAll(/%|,/g, '')}`,
    text: `${name} ${operands};`,
  };
}
