/** What `ldscope fix` takes. */
import { fixOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineFix: Define = (program, answer) => {
  const command = program
    .command('fix')
    .summary('rewrite a kernel to remove its bank conflicts')
    .description(
      'Finds a layout for every LDS buffer that conflicts, rewrites the accesses in MLIR, and proves that the kernel ' +
        'computes the same results, in every workgroup and branch of the launch; it checks the proof by executing both on random data. ' +
        'Of a source in HIP, CUDA or OpenCL it prints a diff: each change was compiled, executed on the launch and compared with the source as it is.',
    )
    .argument(
      '<file>',
      'MLIR (- is the standard input), or a source in HIP, CUDA or OpenCL, which needs a launch',
    );
  addOptions(command, fixOptions)
    .addHelpText(
      'after',
      `
A layout is 'plain', or a layout in one of the notations: pad = 68; swizzle_unit = 8, max_phase = 8;
#iree_codegen.xor_shuffle<64, 8>. A notation's name may precede it: 'wave: ...'.

Examples:
  ldscope fix kernel.hip -l launch.yaml -m gfx942 | git apply
  ldscope fix kernel.mlir                            show the change and its proof
  ldscope fix kernel.mlir -o fixed.mlir              write it
  ldscope fix kernel.mlir -m gfx942 -m gfx950 -o fixed.mlir
  ldscope fix kernel.mlir --buffer tile --layout "pad = 68" -o padded.mlir
  ldscope fix kernel.mlir --layout plain -o plain.mlir   remove swizzles
  ldscope fix kernel.mlir --correct readers -o same.mlir   give readers the writers' swizzle

Exit codes: 0 done, or nothing to do; 1 sampled, not proven, conflicts left, or no better layout; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/fix.ts')).fixCommand));
};
