/** What `ldscope lsp` takes. */
import { type Command, Option } from 'commander';
import { lspOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineLsp: Define = (program, answer) => {
  const command = program
    .command('lsp')
    .summary('language server for editors')
    .description(
      'Serves an editor over the standard input and output (Language Server Protocol): conflicts and hazards at their lines, banks under the pointer, proven fixes. docs/editors.md has the set-up of editors.',
    );
  addOptions(command, lspOptions)
    .addHelpText(
      'after',
      `
Example:
  ldscope lsp

Exit codes: 0 the client has gone; 1 it left without exit, or sent something that is not a message; 2 bad usage`,
    )
    .action(answer(async () => (await import('../commands/lsp.ts')).lspCommand));
  refuseTransports(command);
};

/** Other ways between a client and a server, which clients name in this form. */
const transports = ['--node-ipc', '--pipe [name]', '--socket [port]'] as const;

function refuseTransports(command: Command): void {
  for (const flags of transports) {
    const option = new Option(flags).hideHelp();
    command.addOption(option).on(`option:${option.name()}`, () => {
      command.error(
        `error: ${option.long ?? flags} is not served: the server speaks over the standard input and output (--stdio)`,
      );
    });
  }
}
