/** What `ldscope web` takes. */
import { addCompilerOptions, oneName, portNumber } from '../options/options.ts';
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
    )
    .option('-m, --machine <name>', 'chip or product', oneName)
    .option('--model <name>', 'conflict model of the machine')
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-l, --launch <spec>', 'grid=2x8,block=256,arg3=1024, or a YAML file')
    .option('-s, --site <id>', 'the site to show first');
  addCompilerOptions(command)
    .option('-p, --port <n>', 'port (default: a free one)', portNumber)
    .option('--open', 'open a browser')
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
