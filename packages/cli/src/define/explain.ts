/** What `ldscope explain` takes. */
import {
  addCkOptions,
  addKernelOptions,
  addOutputOptions,
  addSassOption,
  numberList,
  wholeNumber,
} from '../options/options.ts';
import type { Define } from './define.ts';

export const defineExplain: Define = (program, answer) => {
  const command = program
    .command('explain')
    .summary('explain one access, bank by bank')
    .description(
      'Explains the most expensive execution of one site: which lanes access which words of which bank. ' +
        "Of CK Tile's C++ (a policy header): its descriptors and distributions.",
    );
  addOutputOptions(addCkOptions(addSassOption(addKernelOptions(command)), { hasTile: false }), [
    'html',
    'markdown',
    'svg',
  ])
    .option('-s, --site <id>', 'site as the report names it (default: the most expensive)')
    .option('--phase <n>', 'only this phase, from 1', wholeNumber)
    .option('--all-phases', 'every phase, bank and word (or line) without folding')
    .option('--lanes', 'a table of lanes instead of phases')
    .option('--global', 'explain the global memory side of a direct-to-LDS copy')
    .option(
      '--index <numbers>',
      "for CK Tile's C++: an index, followed through every transform",
      numberList,
    )
    .option(
      '--move <numbers>',
      'a step from that index, as move_tensor_coordinate takes it',
      numberList,
    )
    .addHelpText(
      'after',
      `
Examples:
  ldscope explain kernel.mlir
  ldscope explain kernel.mlir --site 112:17 --phase 3
  ldscope explain kernel.mlir --site 112:17 --lanes
  ldscope explain kernel.mlir --format svg -o banks.svg
  ldscope explain policy.hpp -D Problem::BlockGemmShape::kM=128 --use MakeALdsBlockDescriptor --index 3,9`,
    )
    .action(answer(async () => (await import('../commands/explain.ts')).explainCommand));
};
