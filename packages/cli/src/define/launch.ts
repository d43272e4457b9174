/** What `ldscope launch` takes. */
import { launchOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineLaunch: Define = (program, answer) => {
  const command = program
    .command('launch')
    .summary('print a launch file to fill in')
    .description('Prints a launch file for a kernel, with the arguments that it takes.')
    .argument('[file]', 'HIP, AMD machine code, MLIR or Triton IR');
  addOptions(command, launchOptions)
    .addHelpText(
      'after',
      `
Example:
  ldscope launch matmul.hip -m gfx942 -o launch.yaml
  ldscope run matmul.hip -m gfx942 --launch launch.yaml --dump c=c.npy`,
    )
    .action(answer(async () => (await import('../commands/launch.ts')).launchCommand));
};
