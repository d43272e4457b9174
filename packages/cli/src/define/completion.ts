/** What `ldscope completion` takes. */
import { Argument } from 'commander';
import type { Define } from './define.ts';

export const defineCompletion: Define = (program, answer) => {
  program
    .command('completion')
    .summary('completion for bash, zsh or fish')
    .description('Prints a script that completes commands, options and chips in a shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(ldscope completion bash)
  ldscope completion zsh > "\${fpath[1]}/_ldscope"
  ldscope completion fish > ~/.config/fish/completions/ldscope.fish`,
    )
    .action(
      answer(async () => {
        const { completionCommand } = await import('../commands/completion.ts');
        return completionCommand(program);
      }),
    );
};
