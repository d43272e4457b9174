/** What `ldscope convert` takes. */
import { addFormatOption, collect } from '../options.ts';
import type { Define } from './define.ts';

export const defineConvert: Define = (program, answer) => {
  const command = program
    .command('convert')
    .summary('say a layout in other notations')
    .description(
      'Reads the layout of a tile in shared memory and prints it in every notation that can say it, with the reason for the others.',
    )
    .argument('<layout>', "in any notation, or 'plain'; the name of a notation may stand before it")
    .requiredOption('-t, --tile <tile>', 'rows x columns x element type: 64x128xf16')
    .option('--to <notation>', 'only this notation; may be given again', collect, []);
  addFormatOption(command)
    .addHelpText(
      'after',
      `
Notations: padding, wave, iree, ck-tile, cute, triton, c.

Examples:
  ldscope convert "wave: swizzle_unit = 8, max_phase = 8" --tile 64x64xf16
  ldscope convert "#iree_codegen.xor_shuffle<64, 8>" --tile 64x64xf16 --to cute --to c
  ldscope convert "Sw<3,3,3> o 0 o (64,64):(64,1)" --tile 64x64xf16
  ldscope convert "tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64))" --tile 64x64xf16

Exit codes: 0 done; 1 a notation that was asked for cannot express it; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/convert.ts')).convertCommand));
};
