/** What `ldscope shapes` takes. */
import { shapesOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineShapes: Define = (program, answer) => {
  const command = program
    .command('shapes')
    .summary('sweep the shapes of a kernel under several layouts')
    .description(
      'Counts the bank conflicts of a kernel or a specification at every combination of its parameters, plain, with its best ' +
        'padding, with its best XOR swizzle, or under layouts that are given.',
    )
    .argument('<files...>', 'specifications, MLIR, or sources in HIP; sums are over all of them');
  addOptions(command, shapesOptions)
    .addHelpText(
      'after',
      `
In a text \${M} or \${M / 2 + 8} stands for a number; in C++ a parameter is the macro M.

Examples:
  ldscope shapes tile.yaml --set M=64,128 --set K=32..256*2 -m gfx942,gfx950
  ldscope shapes transpose.hip --set TILE=16,32,64 -m mi300x -l block=256
  ldscope shapes q.yaml k.yaml v.yaml --set L=1024,4096 --set H=64,128 --times 'q.yaml=L/64' -f svg -o map.svg

Exit codes: 0 done; 1 a shape could not be read; 2 bad input, or no shape could be`,
    )
    .action(answer(async () => (await import('../commands/shapes.ts')).shapesCommand));
};
