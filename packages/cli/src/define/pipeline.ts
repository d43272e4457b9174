/** What `ldscope pipeline` takes. */
import { pipelineOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const definePipeline: Define = (program, answer) => {
  const command = program
    .command('pipeline')
    .summary('write the software pipeline of a GEMM')
    .description(
      'Writes prologue, hot loop and tail of a GEMM for a tile: what is fetched, written to LDS, read and multiplied when, with the waits ' +
        'that it takes. The schedule is the output, as ldscope timeline reads it; the report with its cycles goes to the standard error.',
    );
  addOptions(command, pipelineOptions)
    .addHelpText(
      'after',
      `
The schedule contains the bank conflicts of the layout (conflicts N), so that its time does too. With --format json, html
or markdown the output is the report, with the schedule in it.

Examples:
  ldscope pipeline --tile 256x256x32xf16 --swizzle xor -o gemm.sched && ldscope timeline gemm.sched
  ldscope pipeline --tile 128x128x64xfp8 --lds-buffers 2 --prefetch 2 -f json
  ldscope pipeline --tile 256x256x64xf16 --lds-buffers 2 --direct-to-lds --swizzle xor -m gfx950
  ldscope pipeline --tile 256x256x32xf16 --as sched-group-barrier`,
    )
    .action(answer(async () => (await import('../commands/pipeline.ts')).pipelineCommand));
};
