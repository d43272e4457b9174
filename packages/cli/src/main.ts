/** The command line: commands are defined in `define/`, and do their work in `commands/`. */
import { Command, CommanderError, Help } from 'commander';
import { defineAnalyze } from './define/analyze.ts';
import { defineBudget } from './define/budget.ts';
import { defineCheck } from './define/check.ts';
import { defineCompare } from './define/compare.ts';
import { defineCompletion } from './define/completion.ts';
import { defineConvert } from './define/convert.ts';
import { defineDoctor } from './define/doctor.ts';
import { defineExplain } from './define/explain.ts';
import { defineFix } from './define/fix.ts';
import { defineLaunch } from './define/launch.ts';
import { defineLsp } from './define/lsp.ts';
import { defineMachine } from './define/machine.ts';
import { defineMcp } from './define/mcp.ts';
import { defineOpt } from './define/opt.ts';
import { definePipeline } from './define/pipeline.ts';
import { defineRun } from './define/run.ts';
import { defineShapes } from './define/shapes.ts';
import { defineSweep } from './define/sweep.ts';
import { defineSuggest } from './define/suggest.ts';
import { defineTimeline } from './define/timeline.ts';
import { defineValidate } from './define/validate.ts';
import { defineWeb } from './define/web.ts';
import { defineWorker } from './define/worker.ts';
import type { Answer, Define } from './define/define.ts';
import { addEveryOption, ioFor, runWatched } from './define/every-command.ts';
import type { Io } from './io/io.ts';
import { ownVersion } from './system/package-files.ts';

/** The commands, in the order of the help. */
const definitions: Readonly<Record<string, Define>> = {
  analyze: defineAnalyze,
  explain: defineExplain,
  compare: defineCompare,
  suggest: defineSuggest,
  shapes: defineShapes,
  fix: defineFix,
  opt: defineOpt,
  check: defineCheck,
  sweep: defineSweep,
  worker: defineWorker,
  run: defineRun,
  launch: defineLaunch,
  timeline: defineTimeline,
  budget: defineBudget,
  pipeline: definePipeline,
  validate: defineValidate,
  convert: defineConvert,
  machine: defineMachine,
  web: defineWeb,
  lsp: defineLsp,
  mcp: defineMcp,
  doctor: defineDoctor,
  completion: defineCompletion,
};

const WRONG = 2;

/** Runs one command line (without the program's name) and returns its exit code. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const end = argv.indexOf('--');
  const [own, compilerFlags] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  let used = io;
  let asked: Command | undefined;
  const answer: Answer =
    (load) =>
    async (...given) => {
      const work = await load();
      const once = (): number | Promise<number> => work(used, ...given);
      code = asked === undefined ? await once() : await runWatched(used, asked, once);
    };
  const program = buildProgram(io, answer, own[0]);
  program.hook('preAction', (_, command) => {
    asked = command;
    used = ioFor(io, command);
    if (compilerFlags.length === 0) return;
    if (!command.options.some(({ long }) => long === '--compiler')) {
      command.error(
        `error: '${command.name()}' does not compile its input, so it takes no compiler flags after --`,
      );
    }
    command.setOptionValue('compilerFlags', compilerFlags);
  });
  const [first, topic] = own;
  const isUnknownTopic =
    first === 'help' &&
    topic !== undefined &&
    !program.commands.some((command) => command.name() === topic);
  try {
    // Commander answers help of an unknown command with the general help; the command itself gets an error.
    await program.parseAsync(isUnknownTopic ? [topic] : own, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG;
    return await reportFault(error, io);
  }
}

/**
 * The program with its commands; `answer` makes the action of each. Where one is named, it alone is defined, as the options of all
 * take longer than a short answer; not `completion`, which is about all of them.
 */
export function buildProgram(io: Io, answer: Answer, name = ''): Command {
  const program = new Command('ldscope')
    .description(
      'Predicts and explains shared-memory (LDS) bank conflicts in GPU kernels, without a GPU.',
    )
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .showSuggestionAfterError()
    // A command of a command has options of its own, by the same names.
    .enablePositionalOptions()
    .configureHelp({
      // Leaves out an empty list as a default.
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
  const named =
    Object.hasOwn(definitions, name) && name !== 'completion' ? definitions[name] : undefined;
  for (const define of named === undefined ? Object.values(definitions) : [named]) {
    define(program, answer);
  }
  addEveryOption(program);
  for (const command of program.commands) command.showHelpAfterError(usageOf(command));
  program.addHelpText(
    'after',
    `
Examples:
  ldscope analyze kernel.mlir                      report for the chip that the kernel names
  ldscope analyze kernel.mlir -m mi300x --heatmap  report for a chip, with pictures of the banks
  ldscope explain kernel.mlir                      which lanes conflict at the most expensive site
  ldscope compare HEAD:kernel.mlir kernel.mlir     what an edit changed, and why
  ldscope suggest kernel.mlir                      layouts without conflicts, their cost and code
  ldscope fix kernel.mlir -o fixed.mlir            the kernel rewritten without its conflicts, with a proof
  ldscope check kernels/ -m gfx942                 for CI: exit code 1 if a kernel has conflicts
  ldscope opt kernel.mlir --pass iree-swizzle      IREE's passes for shared memory, with their decisions
  ldscope machine gfx950                           what is known about a chip, with sources
  ldscope web kernel.mlir                          the web app, with the kernel in it

Exit codes: 0 done; 1 not met (see COMMAND --help); 2 bad usage or bad input`,
  );
  return program;
}

/** The usage of a command, printed after errors in its arguments. */
function usageOf(command: Command): string {
  const [file] = command.registeredArguments;
  const isStandardInput = file?.description.includes('- is the standard input') ?? false;
  const usage = `usage: ldscope ${command.name()} ${command.usage()}`;
  return `  ${usage}${isStandardInput ? '; - is the standard input' : ''}\n  help: ldscope ${command.name()} --help`;
}

/** Reports an uncaught exception as a bug of ldscope, without a stack trace. */
async function reportFault(error: unknown, io: Io): Promise<number> {
  const { faultMessage, printDiagnostics } = await import('./answer/failure.ts');
  printDiagnostics(io, [faultMessage(error, io)]);
  return WRONG;
}
