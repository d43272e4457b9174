/** What `ldscope completion` takes. */
import { Argument } from 'commander';
import type { Define } from './define.ts';

export const defineCompletion: Define = (program, answer) => {
  program
    .command('completion')
    .summary('completion for bash, zsh or fish, and the manual page')
    .description(
      'Prints a script that completes commands, options and chips in a shell, or the manual page of the command.',
    )
    .addArgument(
      new Argument('<shell>', 'which shell, or the manual page').choices([
        'bash',
        'zsh',
        'fish',
        'man',
      ]),
    )
    .addHelpText(
      'after',
      `
Examples:
  source <(ldscope completion bash)
  ldscope completion zsh > "\${fpath[1]}/_ldscope"
  ldscope completion fish > ~/.config/fish/completions/ldscope.fish
  ldscope completion man > ~/.local/share/man/man1/ldscope.1`,
    )
    .action(
      answer(async () => {
        const { completionCommand } = await import('../commands/completion.ts');
        return completionCommand(program);
      }),
    );
};
