/** What `ldscope launch` takes. */
import { addCompilerOptions, oneName } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineLaunch: Define = (program, answer) => {
  const command = program
    .command('launch')
    .summary('print a launch file to fill in')
    .description('Prints a launch file for a kernel, with the arguments that it takes.')
    .argument('[file]', 'HIP, AMD machine code, MLIR or Triton IR')
    .option('-m, --machine <name>', 'chip or product to compile sources for', oneName)
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('--schema', 'print the JSON Schema of launch files instead')
    .option('-o, --output <file>', 'write to a file instead');
  addCompilerOptions(command)
    .addHelpText(
      'after',
      `
Example:
  ldscope launch matmul.hip -m gfx942 -o launch.yaml
  ldscope run matmul.hip -m gfx942 --launch launch.yaml --dump c=c.npy`,
    )
    .action(answer(async () => (await import('../commands/launch.ts')).launchCommand));
};
