/** What `ldscope compare` takes. */
import { compareOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import { KERNEL_OPERAND } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineCompare: Define = (program, answer) => {
  const command = program
    .command('compare')
    .summary('compare two kernels, chips, compilers or commits')
    .description(
      'Analyses two kernels, or one for two chips, and compares their bank conflicts site by site: what changed, and what explains it.',
    )
    .argument('<file>', KERNEL_OPERAND)
    .argument('[other]', 'what to compare it with, by default the same file');
  addOptions(command, compareOptions)
    .addHelpText(
      'after',
      `
A file may be that of a commit: REVISION:PATH, as git names it; sources in C++ are compiled from the working tree only.
Sites are matched by their instruction, buffer, text and order, not by their lines.

Examples:
  ldscope compare before.mlir after.mlir
  ldscope compare HEAD~1:kernel.mlir kernel.mlir         a commit and the working tree
  ldscope compare main:gemm.s feature:gemm.s -m gfx942 --launch gemm.yaml
  ldscope compare kernel.mlir -m gfx942,gfx950           two chips
  ldscope compare kernel.hip --compiler clang++-21 --other-compiler clang++-22
  ldscope compare old.ptx new.ptx --format markdown      a comment for a pull request

Exit codes: 0 done, whatever changed; 2 bad input, or nothing to compare`,
    )
    .action(answer(async () => (await import('../commands/compare.ts')).compareCommand));
};
