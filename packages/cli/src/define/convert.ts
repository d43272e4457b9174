/** What `ldscope convert` takes. */
import { convertOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineConvert: Define = (program, answer) => {
  const command = program
    .command('convert')
    .summary('convert a layout to other notations')
    .description(
      'Reads the layout of a tile in shared memory and prints it in every notation that can express it, with a reason for each that cannot.',
    )
    .argument(
      '<layout>',
      "in any notation, or 'plain'; a notation's name may precede it; or a file of CK Tile's C++",
    );
  addOptions(command, convertOptions)
    .addHelpText(
      'after',
      `
Notations: padding, wave, iree, ck-tile, cute, triton, c.

Examples:
  ldscope convert "wave: swizzle_unit = 8, max_phase = 8" --tile 64x64xf16
  ldscope convert "#iree_codegen.xor_shuffle<64, 8>" --tile 64x64xf16 --to cute --to c
  ldscope convert policy.hpp -D kM=64 -D kK=64 --use MakeALdsBlockDescriptor --tile 64x64xf16
  ldscope convert "Sw<3,3,3> o 0 o (64,64):(64,1)" --tile 64x64xf16
  ldscope convert "tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64))" --tile 64x64xf16

Exit codes: 0 done; 1 a requested notation cannot express it; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/convert.ts')).convertCommand));
};
