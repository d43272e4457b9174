/** Forms of atomics. */
import { type Form, form, tableOf, THREADS } from './form.ts';

/** Atomics on a word of each thread; the result is what is there afterwards. */
export const atomics: Form[] = [
  ...['f32', 'f64'].flatMap((t) =>
    ['global', 'shared'].map((space) => atomicForm(space, 'add', t, t)),
  ),
  ...['f16', 'bf16'].flatMap((t) =>
    [t, `${t}x2`].flatMap((of) =>
      ['global', 'shared'].map((space) => atomicForm(space, 'add.noftz', of, of)),
    ),
  ),
  ...['f16x2', 'bf16x2'].flatMap((t) =>
    ['min', 'max'].map((op) => atomicForm('global', `${op}.noftz`, t, t)),
  ),
  ...['u32', 's32', 'u64', 's64']
    .flatMap((t) => ['add', 'min', 'max'].map((op) => atomicForm('shared', op, t, t)))
    .filter(({ name }) => !name.endsWith('add.s64')),
  ...['inc', 'dec'].map((op) => atomicForm('shared', op, 'u32', 'u32')),
  ...['and', 'or', 'xor', 'exch'].flatMap((op) =>
    ['b32', 'b64'].map((t) => atomicForm('shared', op, t, t)),
  ),
];

function atomicForm(space: string, op: string, type: string, table: string): Form {
  const bits = type.endsWith('64') ? 64 : /^b?f16$/.test(type) ? 16 : 32;
  const at =
    space === 'global'
      ? 'mad.wide.u32 %m, %tid0, 8, %out;'
      : `.shared .align 8 .b64 memory[${THREADS}]; mov.u64 %m, memory; mad.wide.u32 %m, %tid0, 8, %m;`;
  const name = `red.${space}.${op}.${type}`;
  return {
    ...form(name.replace('red', 'atom'), type, [type, type], {
      tables: [tableOf(table), tableOf(table)],
    }),
    text: `{ .reg .b64 %m; ${at} st.${space}.b${bits} [%m], %a0; atom.${space}.${op}.${type} %t, [%m], %a1; ld.${space}.b${bits} %d, [%m]; }`,
  };
}
