/** What `ldscope analyze` takes. */
import { analyzeOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import { KERNEL_OPERAND } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineAnalyze: Define = (program, answer) => {
  const command = program
    .command('analyze')
    .summary('report the bank conflicts of kernels')
    .description(
      'Executes kernels and reports the bank conflicts of every LDS access in them; several kernels or files have a table first.',
    )
    .argument('<files...>', KERNEL_OPERAND);
  addOptions(command, analyzeOptions)
    .addHelpText(
      'after',
      `
Examples:
  ldscope analyze kernel.mlir
  ldscope analyze kernel.mlir --machine gfx942 --launch "grid=2x8,block=256" --workgroups all
  ldscope analyze kernel.mlir --machine h100 --format json -o report.json
  ldscope analyze kernel.mlir --format html -o report.html   one page with pictures, for any browser
  ldscope analyze kernel.mlir --format sarif -o ldscope.sarif   for code hosts and editors
  ldscope analyze kernel.mlir --format markdown   a comment for a pull request
  ldscope analyze libkernels.so -m gfx90a,gfx942 --kernel "*gemm*"   two chips of its bundle, matching kernels
  ldscope analyze kernel.cu -m sm_90 -l launch.yaml --sass   bank conflicts of the SASS that ptxas emits
  ldscope analyze kernels/*.mlir -m gfx942   a table of all kernels, then each
  ldscope analyze dumps.mlir --after canonicalize:2
  ldscope analyze softmax.ttgir --by source --source softmax.py
  ldscope analyze kernel.mlir --interleavings 100 --seed 7
  cat kernel.mlir | ldscope analyze - --heatmap

Exit codes: 0 done; 1 a hazard that is an error, or an instruction that the chip lacks; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/analyze.ts')).analyzeCommand));
};
