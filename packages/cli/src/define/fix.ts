/** What `ldscope fix` takes. */
import { Option } from 'commander';
import {
  addCompilerOptions,
  addExecutionOptions,
  addFormatOption,
  addPartOptions,
  addWorkgroupsOption,
  collectNames,
} from '../options.ts';
import type { Define } from './define.ts';

export const defineFix: Define = (program, answer) => {
  const command = program
    .command('fix')
    .summary('rewrite a kernel without its bank conflicts')
    .description(
      'Finds a layout for every LDS buffer that conflicts, rewrites the accesses in MLIR, and proves that the kernel ' +
        'computes the same, in every workgroup and branch of the launch; executing both on random data checks the proof. ' +
        'What is not proven is not written.',
    )
    .argument(
      '<file>',
      'MLIR; - is the standard input; of HIP and OpenCL sources it says what to declare',
    )
    .option('-o, --output <file>', 'where the rewritten kernel goes; - is the standard output')
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
A layout is 'plain', or what a notation says: pad = 68; swizzle_unit = 8, max_phase = 8;
#iree_codegen.xor_shuffle<64, 8>. The name of a notation may stand before it: 'wave: ...'.

Examples:
  ldscope fix kernel.mlir                            what would be done, with the proof
  ldscope fix kernel.mlir -o fixed.mlir              done
  ldscope fix kernel.mlir -m gfx942 -m gfx950 -o fixed.mlir
  ldscope fix kernel.mlir --buffer tile --layout "pad = 68" -o padded.mlir
  ldscope fix kernel.mlir --layout plain -o plain.mlir   takes swizzles out
  ldscope fix kernel.mlir --correct readers -o same.mlir   readers that miss the writers' swizzle

Exit codes: 0 done and proven, or nothing to do; 1 sampled, not proven, or no better layout; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/fix.ts')).fixCommand));
};
