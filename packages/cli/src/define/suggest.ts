/** What `ldscope suggest` takes. */
import { suggestOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineSuggest: Define = (program, answer) => {
  const command = program
    .command('suggest')
    .summary('find layouts without bank conflicts')
    .description(
      'Recommends a layout for every LDS buffer of a kernel, or for a tile described by options: its cost, the proof ' +
        'that no layout has fewer conflicts, and its code in each notation.',
    )
    .argument('[file]', 'kernel, kernel source or YAML specification; - is the standard input');
  addOptions(command, suggestOptions)
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
