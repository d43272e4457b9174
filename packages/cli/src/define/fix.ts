/** What `ldscope fix` takes. */
import { Option } from 'commander';
import {
  addCompilerOptions,
  addExecutionOptions,
  addFormatOption,
  addPartOptions,
  addWorkgroupsOption,
  collectNames,
} from '../options/options.ts';
import type { Define } from './define.ts';

export const defineFix: Define = (program, answer) => {
  const command = program
    .command('fix')
    .summary('rewrite a kernel to remove its bank conflicts')
    .description(
      'Finds a layout for every LDS buffer that conflicts, rewrites the accesses in MLIR, and proves that the kernel ' +
        'computes the same results, in every workgroup and branch of the launch; it checks the proof by executing both on random data. ' +
        'It writes nothing that it has not proven.',
    )
    .argument(
      '<file>',
      'MLIR (- is the standard input), or a HIP or OpenCL source, for which it prints the declaration to change',
    )
    .option('-o, --output <file>', 'file for the rewritten kernel; - is the standard output')
    .option('-m, --machine <names>', 'chips or products; may be given again', collectNames, [])
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-b, --buffer <name>', 'only this buffer, by the name of an allocation')
    .option('--layout <text>', 'this layout instead of a search, in any notation')
    .addOption(
      new Option(
        '--correct <side>',
        'give this side of a buffer the layout of the other, where the two differ',
      ).choices(['readers', 'writers']),
    )
    .option('-l, --launch <spec>', 'grid=2x8,block=256,arg3=1024, or a YAML file');
  addCompilerOptions(
    addFormatOption(addExecutionOptions(addWorkgroupsOption(addPartOptions(command)))),
  )
    .addHelpText(
      'after',
      `
A layout is 'plain', or a layout in one of the notations: pad = 68; swizzle_unit = 8, max_phase = 8;
#iree_codegen.xor_shuffle<64, 8>. A notation's name may precede it: 'wave: ...'.

Examples:
  ldscope fix kernel.mlir                            show the change and its proof
  ldscope fix kernel.mlir -o fixed.mlir              write it
  ldscope fix kernel.mlir -m gfx942 -m gfx950 -o fixed.mlir
  ldscope fix kernel.mlir --buffer tile --layout "pad = 68" -o padded.mlir
  ldscope fix kernel.mlir --layout plain -o plain.mlir   remove swizzles
  ldscope fix kernel.mlir --correct readers -o same.mlir   give readers the writers' swizzle

Exit codes: 0 done and proven, or nothing to do; 1 sampled, not proven, or no better layout; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/fix.ts')).fixCommand));
};
