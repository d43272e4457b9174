/** What `ldscope explain` takes. */
import { explainOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import { KERNEL_OPERAND } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineExplain: Define = (program, answer) => {
  const command = program
    .command('explain')
    .summary('explain one access, bank by bank')
    .description(
      'Explains the most expensive execution of one site: which lanes access which words of which bank. ' +
        "Of CK Tile's C++ (a policy header): its descriptors and distributions.",
    )
    .argument('<file>', KERNEL_OPERAND);
  addOptions(command, explainOptions)
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
