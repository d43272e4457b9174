/** What `ldscope shapes` takes. */
import {
  addCompilerOptions,
  addExecutionOptions,
  addOutputOptions,
  collect,
  collectNames,
} from '../options/options.ts';
import type { Define } from './define.ts';

export const defineShapes: Define = (program, answer) => {
  const command = program
    .command('shapes')
    .summary('sweep the shapes of a kernel under several layouts')
    .description(
      'Counts the bank conflicts of a kernel or a specification at every combination of its parameters, plain, with its best ' +
        'padding, with its best XOR swizzle, or under layouts that are given.',
    )
    .argument('<files...>', 'specifications, MLIR, or sources in HIP; sums are over all of them')
    .option(
      '--set <parameter>',
      'M=64,128, M=64..256:64 or M=16..256*2; may be given again',
      collect,
      [],
    )
    .option(
      '--layouts <names>',
      'among now, none, pad, swizzle (default: none, pad, swizzle)',
      collectNames,
      [],
    )
    .option(
      '--layout <text>',
      'one more layout, in any notation: "pad ${K + 4}"; may be given again',
      collect,
      [],
    )
    .option(
      '--times <formula>',
      'how often the accesses are executed, of one file behind its name: q.yaml=B * L / 64; may be given again',
      collect,
      [],
    )
    .option('-m, --machine <names>', 'chips or products; may be given again', collectNames, [])
    .option('-k, --kernel <name>', 'which kernel, when a file has several')
    .option('-b, --buffer <name>', 'only this buffer')
    .option('--tile <tile>', '${M}x${K}xf16: the tile, for files that do not record it')
    .option('-l, --launch <spec>', 'grid=2x8,block=256, or a YAML file');
  addOutputOptions(addCompilerOptions(addExecutionOptions(command)), ['html', 'svg', 'markdown'])
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
