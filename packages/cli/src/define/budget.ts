/** What `ldscope budget` takes. */
import { budgetOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineBudget: Define = (program, answer) => {
  const command = program
    .command('budget')
    .summary('compute the cost of a GEMM tile')
    .description(
      'Computes the instructions, registers, LDS and cycles of a GEMM tile per wave, and how many workgroups fit on a CU or SM.',
    );
  addOptions(command, budgetOptions)
    .addHelpText(
      'after',
      `
Elements: f64, f32, xf32, f16, bf16, f8, fp8, bf8, i8, f6, f4. The blocks of a multi-block instruction are laid out over the rows
and columns of the tile; none is chosen by default.

Examples:
  ldscope budget --tile 256x256x32xf16
  ldscope budget --tile 256x256x64xf16 --waves 2x4 --slice 16 -m gfx942,gfx950
  ldscope budget --tile 128x128x64xf16 --mfma v_mfma_f32_16x16x16_f16 --buffers 2 -m gfx950`,
    )
    .action(answer(async () => (await import('../commands/budget.ts')).budgetCommand));
};
