/**
 * Forms of PTX instructions, each a small kernel: operands from tables of inputs by type, the result to memory.
 *
 *     add.rm.f32 %d, %a, %b;      thread i has a = table[f32][i], b = table[f32][i + 29], and stores 64 bits
 *
 * `measure.py` executes them on a GPU; `forms-sm90.json` is what an H100 gave. Forms that ptxas refuses are not in it.
 */
import { atomics } from './atomic-forms.ts';
import { conversions, moreConversions } from './convert-forms.ts';
import { comparisons, floats, moreFloats } from './float-forms.ts';
import { type Form, THREADS, types } from './form.ts';
import { integers, moreIntegers } from './integer-forms.ts';
import { matrices } from './matrix-forms.ts';
import { video } from './video-forms.ts';

/** Operands of a form begin so far apart in the table of their type. */
const STEP = 29;

export const forms: readonly Form[] = [
  ...integers,
  ...comparisons,
  ...floats,
  ...conversions,
  ...moreIntegers,
  ...moreFloats,
  ...moreConversions,
  ...video,
  ...atomics,
  ...matrices,
];

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
