/** What `ldscope web` takes. */
import { webOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineWeb: Define = (program, answer) => {
  const command = program
    .command('web')
    .summary('serve the web app on this machine')
    .description(
      'Serves the web app to browsers on this machine only, with a kernel in it. The browser analyzes the kernel; the file ' +
        'is read once, when the command starts: a source is compiled, a code object is disassembled.',
    )
    .argument(
      '[file]',
      'kernel, source, code object, specification or schedule; - is the standard input',
    );
  addOptions(command, webOptions)
    .addHelpText(
      'after',
      `
Examples:
  ldscope web
  ldscope web kernel.mlir --machine gfx942 --open
  ldscope web kernel.hip --machine gfx942
  ldscope web kernel.s --launch launch.yaml --port 8080

It serves until it is interrupted (Ctrl+C).`,
    )
    .action(answer(async () => (await import('../commands/web.ts')).webCommand));
};
