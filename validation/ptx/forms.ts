/**
 * Forms of PTX instructions, each a small kernel: operands from tables of inputs by type, the result to memory.
 *
 *     add.rm.f32 %d, %a, %b;      thread i has a = table[f32][i], b = table[f32][i + 29], and stores 64 bits
 *
 * `forms.txt` has them under what they take and give: `b16 = b16 b32:shift` is a register of 16 bits, of one of 16 and one of 32 whose
 * inputs are those of the table `shift`. An indented line below is the text around an instruction `$`. `measure.py` executes them on a
 * GPU; `forms-sm90.json` is what an H100 gave. Forms that ptxas refuses are not in it.
 */
import { inputText } from '../base/inputs.ts';

export const THREADS = 96;

/** Names of the tables of inputs, in their order in memory. */
export const tables = [
  ...(['b16', 'b32', 'b64', 'f16', 'bf16', 'f16x2', 'bf16x2', 'f32', 'f64', 'shift'] as const),
  ...(['small', 'halves', 'bfloats', 'whole', 'minifloats', 'metadata', 'metadata1of2'] as const),
  ...(['selector', 'few'] as const),
] as const;
export type Table = (typeof tables)[number];

interface Operand {
  readonly register: string;
  /** A name of `tables`. */
  readonly table: string;
}

export interface Form {
  /** The instruction, which names the form; operands that are not plain registers are behind it. */
  readonly name: string;
  /** Statements over %a0, %a1, ... into %d. */
  readonly text: string;
  readonly out: string;
  readonly ins: readonly Operand[];
  /** Hardware approximates: largest relative error, and absolute one near zero. */
  readonly tolerance?: number | undefined;
  /** The same of halves: results differ by at most a given number of in their last place. */
  readonly halfTolerance?: number | undefined;
}

const HEAD = /^(\w+) = ([\w: ]+?)(?: within 2\^(-\d+)| within (\d+) last places)?$/;

export const forms: readonly Form[] = inputText('ptx/forms.txt')
  .trimEnd()
  .split('\n\n')
  .flatMap((section) => {
    const [head = '', ...lines] = section.split('\n');
    const [, out = '', given = '', power, places] = HEAD.exec(head) ?? [];
    const isTemplate = lines[0]?.startsWith('    ') === true;
    const template = isTemplate ? lines.shift()?.trim() : undefined;
    const ins = given.split(' ').map((one): Operand => {
      const [register = '', table = register === 'pred' ? 'b32' : register] = one.split(':');
      return { register, table };
    });
    const tolerance = power === undefined ? undefined : 2 ** Number(power);
    const halfTolerance = places === undefined ? undefined : Number(places);
    const names = lines
      .map((line) => line.trim())
      .join(' ')
      .split(', ');
    return names.map((name): Form => {
      const text = textOf(name, template, ins.length);
      return { name, text, out, ins, tolerance, halfTolerance };
    });
  });

/** `vset.s32.u32.eq d a0.b1 a1` names its operands; others take registers in order. */
function textOf(name: string, template: string | undefined, count: number): string {
  const [instruction = '', ...words] = name.split(' ');
  if (template !== undefined) {
    const after = (word: string): number => Number(words[words.indexOf(word) + 1]);
    return template
      .replaceAll('$selector', `${after('selector')}`)
      .replaceAll('$results', `${after('results')}`)
      .replaceAll('$next', `${after('results') + 1}`)
      .replaceAll('$', instruction);
  }
  const plain = ['%d', ...Array.from({ length: count }, (_, i) => `%a${i}`)];
  const named = words.map((word) => word.replace(/\b(?:d|a\d)\b/, '%$&'));
  return `${instruction} ${(named.length > 0 ? named : plain).join(', ')};`;
}

/** Operands of a form begin so far apart in the table of their type. */
const STEP = 29;

/** A module with one kernel per form: `f0`, `f1`, ...; parameters are the tables and the results, 64 bits per thread. */
export function moduleOf(list: readonly Form[]): string {
  return `.version 8.6\n.target sm_90\n.address_size 64\n\n${list.map((one, number) => kernelOf(one, number)).join('\n')}`;
}

function kernelOf({ ins, out, text }: Form, number: number): string {
  const loads = ins.map(({ register, table }, i) => {
    const start = tables.findIndex((name) => name === table) * THREADS;
    const at = `add.u32 %i, %tid0, ${STEP * i}; rem.u32 %i, %i, ${THREADS}; add.u32 %i, %i, ${start}; mad.wide.u32 %p, %i, 8, %in;`;
    if (register !== 'pred') return `  ${at} ld.global.${register} %a${i}, [%p];`;
    return `  ${at} ld.global.u32 %i, [%p]; and.b32 %i, %i, 1; setp.eq.u32 %a${i}, %i, 1;`;
  });
  const store =
    out === 'pred'
      ? 'selp.u32 %i, 1, 0, %d; st.global.u32 [%p], %i;'
      : `st.global.${out} [%p], %d;`;
  const registers = [
    ...ins.map(({ register }, i) => `.reg .${register} %a${i};`),
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
