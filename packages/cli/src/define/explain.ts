/** What `ldscope explain` takes. */
import { addKernelOptions, addOutputOptions, addSassOption, wholeNumber } from '../options.ts';
import type { Define } from './define.ts';

export const defineExplain: Define = (program, answer) => {
  const command = program
    .command('explain')
    .summary('take one access apart, bank by bank')
    .description(
      'Takes the most expensive execution of one site apart: which lanes want which words of which bank.',
    );
  addOutputOptions(addSassOption(addKernelOptions(command)), ['html', 'markdown', 'svg'])
    .option('-s, --site <id>', 'site as the report names it (default: the most expensive)')
    .option('--phase <n>', 'only this phase', wholeNumber)
    .option('--all-phases', 'every phase, bank and word (or line), nothing folded')
    .option('--lanes', 'a table of lanes instead of phases')
    .option('--global', 'of global memory, where a site copies from it to LDS')
    .addHelpText(
      'after',
      `
Examples:
  ldscope explain kernel.mlir
  ldscope explain kernel.mlir --site 112:17 --phase 3
  ldscope explain kernel.mlir --site 112:17 --lanes
  ldscope explain kernel.mlir --format svg -o banks.svg`,
    )
    .action(answer(async () => (await import('../commands/explain.ts')).explainCommand));
};
