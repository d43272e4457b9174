/** What `ldscope check` takes. */
import { checkOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineCheck: Define = (program, answer) => {
  const command = program
    .command('check')
    .summary('fail where kernels conflict more than they may: for CI')
    .description(
      'Checks kernels against budgets and a baseline. ldscope.yaml, next upwards from the files, has machines, launches, budgets and suppressions; options go before it.',
    )
    .argument('[files...]', 'files, folders and globs (default: files of ldscope.yaml)');
  addOptions(command, checkOptions)
    .addHelpText(
      'after',
      `
Examples:
  ldscope check kernels/ -m gfx942                 fails where a kernel conflicts or races
  ldscope check 'src/**/*.hip' -m gfx942,gfx950 --max-ways 2
  ldscope check --baseline write                   keep what is there now
  ldscope check --baseline compare --format github    in a pull request: only what got worse
  ldscope check --format sarif -o ldscope.sarif    for code hosts

Exit codes: 0 all passed; 1 a kernel failed; 2 an input could not be analyzed, or bad usage`,
    )
    .action(answer(async () => (await import('../commands/check.ts')).checkCommand));
};
