/**
 * The forms that ptxas 13 was asked for, and its answers: the targets that have a form, oldest first, a form per line.
 *
 *     80 86 89 90a 100a 120a | cp.async.commit_group
 *
 * A target is asked for its own code (`a`) where it has one. The register file and memory of a form are those of `kernelOf`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const TARGETS = ['75', '80', '86', '89', '90a', '100a', '120a'] as const;

/** `ptxas-13.txt`: forms of every instruction. `pairs-13.txt`: those of them that take another word of their row. */
type AnswerFile = 'ptxas-13.txt' | 'pairs-13.txt';

export interface Answer {
  readonly form: string;
  readonly targets: readonly string[];
}

export const readAnswers = (file: AnswerFile = 'ptxas-13.txt'): readonly Answer[] =>
  readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [targets = '', form = ''] = line.split(' | ');
      return { form, targets: targets.split(' ').filter((one) => one !== '') };
    });

export const HEAD = '.version 9.0\n.target sm_TARGET\n.address_size 64\n';

/** A kernel with one form: `%rd0` is the address of a buffer, `shared` an array, `bar` a barrier. `first` goes before the form. */
export const kernelOf = (form: string, name = 'k', first = '  ld.param.u64 %rd0, [p];'): string =>
  `.visible .entry ${name}(.param .u64 p, .param .u32 n)
{
  .reg .pred %p<8>; .reg .b8 %b<2>; .reg .b16 %h<16>; .reg .b32 %r<40>; .reg .f32 %f<16>; .reg .b64 %rd<16>; .reg .f64 %fd<8>; .reg .b128 %q<2>;
  .shared .align 128 .b8 shared[1024]; .shared .align 8 .b64 bar; .shared .align 4 .b8 known[128];
${first}
  ${form};
TARGET: ret;
}
`;
