/** What `ldscope lsp` takes. */
import { positive } from '../options.ts';
import type { Define } from './define.ts';

export const defineLsp: Define = (program, answer) => {
  program
    .command('lsp')
    .summary('language server for editors')
    .description(
      'Serves an editor over the standard input and output (Language Server Protocol): conflicts and hazards at their lines, banks under the pointer, proven fixes. docs/editors.md has the set-up of editors.',
    )
    .option('--stdio', 'the standard input and output, as always: clients give it')
    .option('--seconds <n>', 'most time of an analysis (default: 30)', positive)
    .option('--memory <n>', 'most memory of an analysis, in MiB (default: 2048)', positive)
    .addHelpText(
      'after',
      `
Example:
  ldscope lsp

Exit codes: 0 the client has gone; 1 it went without a word; 2 bad usage`,
    )
    .action(answer(async () => (await import('../commands/lsp.ts')).lspCommand));
};
