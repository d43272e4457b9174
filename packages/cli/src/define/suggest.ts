/** What `ldscope suggest` takes. */
import { Option } from 'commander';
import {
  addCompilerOptions,
  addExecutionOptions,
  addOutputOptions,
  addPartOptions,
  addTimeOption,
  byteOffset,
  collect,
  collectNames,
  positive,
} from '../options/options.ts';
import type { Define } from './define.ts';

export const defineSuggest: Define = (program, answer) => {
  const command = program
    .command('suggest')
    .summary('find layouts without bank conflicts')
    .description(
      'Recommends a layout for every LDS buffer of a kernel, or for a tile described by options: its cost, the proof ' +
        'that no layout has fewer conflicts, and its code in each notation.',
    )
    .argument('[file]', 'kernel, kernel source or YAML specification; - is the standard input')
    .option('-m, --machine <names>', 'chips or products; may be given again', collectNames, [])
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-b, --buffer <name>', 'only this buffer')
    .option('--tile <tile>', '128x64xf16: the tile, for files that do not record it')
    .option('--layout <text>', 'its present layout, in any notation (default: plain)')
    .option('--at <bytes>', 'its start address in LDS, for machine code', byteOffset)
    .option('--waves <n>', 'waves of the workgroup, for --write and --read (default: 1)', positive)
    .option('--write <access>', 'how the tile is written; may be given again', collect, [])
    .option('--read <access>', 'how it is read; may be given again', collect, [])
    .option('-l, --launch <spec>', 'grid=2x8,block=256,arg3=1024, or a YAML file');
  addCompilerOptions(addTimeOption(addExecutionOptions(addPartOptions(command))))
    .addOption(
      new Option(
        '--like <whom>',
        'a compiler whose own choice is told too, with its conditions (default: that of the kernel)',
      ).choices(['wave']),
    )
    .option('--top <n>', 'number of layouts to list (default: 5)', positive)
    .option('--all', 'list every trade-off, even those that need far more address instructions');
  addOutputOptions(command)
    .addHelpText(
      'after',
      `
An access is a name (row-copy, column-walk, mfma-a, mfma-b, transposed-read, ldmatrix, direct-to-lds), a width per
lane (b128) or an instruction and, for mfma-a and mfma-b, the matrix instruction; or formulas: "b64: row = lane % 16;
column = (lane / 16) * 4". docs/cli.md has more.

Examples:
  ldscope suggest kernel.mlir -m gfx942,gfx950
  ldscope suggest kernel.s --launch launch.yaml --tile 64x64xf16 --at 8192
  ldscope suggest tile.yaml --format json
  ldscope suggest --tile 128x64xf16 --write "row-copy b128" --read "mfma-a v_mfma_f32_16x16x16_f16 b128" -m gfx942
  ldscope suggest --tile 32x128xf16 --write "direct-to-lds b128" --read "mfma-a v_mfma_f32_16x16x32_f16 b128" --like wave

Exit codes: 0 done, or nothing to do; 1 no searched layout helps, or it is not known; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/suggest.ts')).suggestCommand));
};
