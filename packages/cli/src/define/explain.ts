/** What `ldscope explain` takes. */
import { addKernelOptions, addOutputOptions, addSassOption, wholeNumber } from '../options.ts';
import type { Define } from './define.ts';

export const defineExplain: Define = (program, answer) => {
  const command = program
    .command('explain')
    .summary('explain one access, bank by bank')
    .description(
      'Explains the most expensive execution of one site: which lanes access which words of which bank.',
    );
  addOutputOptions(addSassOption(addKernelOptions(command)), ['html', 'markdown', 'svg'])
    .option('-s, --site <id>', 'site as the report names it (default: the most expensive)')
    .option('--phase <n>', 'only this phase, from 1', wholeNumber)
    .option('--all-phases', 'every phase, bank and word (or line) without folding')
    .option('--lanes', 'a table of lanes instead of phases')
    .option('--global', 'explain the global memory side of a direct-to-LDS copy')
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
