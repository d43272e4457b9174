/** What `ldscope pipeline` takes. */
import { overlaps, pipelineLayouts } from '@ldscope/core';
import { Option } from 'commander';
import {
  addGemmTileOptions,
  addOutputOptions,
  oneName,
  positive,
  wholeNumber,
} from '../options/options.ts';
import type { Define } from './define.ts';

export const definePipeline: Define = (program, answer) => {
  const command = program
    .command('pipeline')
    .summary('write the software pipeline of a GEMM')
    .description(
      'Writes prologue, hot loop and tail of a GEMM for a tile: what is fetched, written to LDS, read and multiplied when, with the waits ' +
        'that it takes. The schedule is the output, as ldscope timeline reads it; the report with its cycles goes to the standard error.',
    );
  addGemmTileOptions(command, 'length in k that is read ahead (default: half of k)')
    .addOption(
      new Option('--overlap <what>', 'what happens at the same time: nothing, fetching, or all')
        .choices(overlaps)
        .default('all'),
    )
    .option('--prefetch <tiles>', 'tiles in registers on their way to LDS: 1 or 2', positive, 1)
    .option('--buffers, --lds-buffers <n>', 'tiles in LDS: 1, 2 or 3', positive, 1)
    .option('--direct-to-lds', 'copy from global memory to LDS without registers')
    .addOption(
      new Option(
        '--swizzle <kind>',
        'layout of the tile in LDS: rows one after the other, padded, or XOR of their units',
      )
        .choices(pipelineLayouts)
        .default('none'),
    )
    .option('--steps <n>', 'K of the matrices by that of the tile', positive, 128)
    .addOption(
      new Option('--as <form>', 'what is written: a schedule, or calls that ask LLVM for the order')
        .choices(['schedule', 'sched-group-barrier'])
        .default('schedule'),
    )
    .option('--other-registers <n>', 'vector registers for addresses and the like', wholeNumber, 16)
    .option('-m, --machine <name>', 'chip or product (default: gfx942)', oneName);
  addOutputOptions(command)
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
