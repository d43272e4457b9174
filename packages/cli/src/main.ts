/** The command line: commands are defined in `define/`, and do their work in `commands/`. */
import { Command, CommanderError, Help } from 'commander';
import { defineAnalyze } from './define/analyze.ts';
import { defineBudget } from './define/budget.ts';
import { defineConvert } from './define/convert.ts';
import { defineExplain } from './define/explain.ts';
import { defineFix } from './define/fix.ts';
import { defineLaunch } from './define/launch.ts';
import { defineMachine } from './define/machine.ts';
import { defineOpt } from './define/opt.ts';
import { defineRun } from './define/run.ts';
import { defineSuggest } from './define/suggest.ts';
import { defineTimeline } from './define/timeline.ts';
import { defineValidate } from './define/validate.ts';
import { defineWeb } from './define/web.ts';
import type { Answer } from './define/define.ts';
import type { Io } from './io.ts';
import { ownVersion } from './version.ts';

/** The commands, in the order of the help. */
const definitions = [
  defineAnalyze,
  defineExplain,
  defineSuggest,
  defineFix,
  defineOpt,
  defineRun,
  defineLaunch,
  defineTimeline,
  defineBudget,
  defineValidate,
  defineConvert,
  defineMachine,
  defineWeb,
];

const WRONG = 2;

/** Runs one command line (without the program's name) and returns its exit code. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const end = argv.indexOf('--');
  const [own, compilerFlags] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  const program = buildProgram(io, (load) => async (...given) => {
    const work = await load();
    code = await work(io, ...given);
  });
  program.hook('preAction', (_, command) => {
    if (compilerFlags.length === 0) return;
    if (!command.options.some(({ long }) => long === '--compiler')) {
      command.error(`error: '${command.name()}' compiles nothing: nobody takes what follows --`);
    }
    command.setOptionValue('compilerFlags', compilerFlags);
  });
  try {
    await program.parseAsync(own, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG;
    return await reportFault(error, io);
  }
}

function buildProgram(io: Io, answer: Answer): Command {
  const program = new Command('ldscope')
    .description(
      'Predicts and explains shared-memory (LDS) bank conflicts in GPU kernels, without a GPU.',
    )
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .showSuggestionAfterError()
    .configureHelp({
      // An empty list as a default says nothing.
      optionDescription: (option) =>
        Help.prototype.optionDescription.call(new Help(), option).replace(' (default: [])', ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    });
  for (const define of definitions) define(program, answer);
  program.addHelpText(
    'after',
    `
Examples:
  ldscope analyze kernel.mlir                      report for the chip that the kernel names
  ldscope analyze kernel.mlir -m mi300x --heatmap  report for a chip, with pictures of the banks
  ldscope explain kernel.mlir                      why the most expensive site conflicts
  ldscope suggest kernel.mlir                      layouts without conflicts, their cost and code
  ldscope fix kernel.mlir -o fixed.mlir            the kernel without its conflicts, with a proof
  ldscope opt kernel.mlir --pass iree-swizzle      IREE's passes for shared memory, with their decisions
  ldscope machine gfx950                           what is known of a chip, with sources
  ldscope web kernel.mlir                          all of it in a browser, with pictures

Exit codes: 0 done; 1 not met (COMMAND --help says what); 2 bad usage or bad input`,
  );
  return program;
}

/** The last catch: what reaches it is our fault, and is said without a stack. */
async function reportFault(error: unknown, io: Io): Promise<number> {
  const { faultMessage, printDiagnostics } = await import('./failure.ts');
  printDiagnostics(io, [faultMessage(error, io)]);
  return WRONG;
}
