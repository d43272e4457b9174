/** What `ldscope sweep` takes, and what reads its results. */
import { type Command, Option } from 'commander';
import {
  addCompilerOptions,
  addFormatOption,
  addWorkgroupsOption,
  collect,
  collectNames,
  positive,
} from '../options/options.ts';
import type { Define } from './define.ts';

const STORE = 'ldscope-sweep';

export const defineSweep: Define = (program, answer) => {
  const command = program
    .command('sweep')
    .enablePositionalOptions()
    .summary('analyze whole libraries: every kernel, on every chip')
    .description(
      'Analyzes every kernel of files and folders, on each chip, under each launch and model. Results are kept in a folder: the same command goes on where it was, and does again only what has changed.',
    )
    .argument(
      '[paths...]',
      "files, folders and globs: sources, MLIR, TTGIR, PTX, assembly, code objects, libraries, archives, Triton's cache",
    )
    .option(
      '-m, --machine <names>',
      'chips or products (default: what each kernel names; of a bundle all that it has code for)',
      collectNames,
      [],
    )
    .option(
      '--model <names>',
      'conflict models (default: the first of each chip)',
      collectNames,
      [],
    )
    .option(
      '-l, --launch <spec>',
      'grid=2x8,block=256, or a YAML file; may be given again (default: that of each kernel)',
      collect,
      [],
    )
    .option('-k, --kernel <name>', 'only kernels of this name or pattern: "*gemm*"')
    .option('--layouts', 'search better layouts for the buffers of kernels that conflict')
    .option('--time', 'simulate machine code with and without its conflicts');
  addStoreOption(addCompilerOptions(addWorkgroupsOption(addLimits(command)))).option(
    '--retry',
    'do again what was ended by a limit, or failed',
  );
  addQueueOptions(
    command,
    'have the jobs done by ldscope worker on other machines: redis://host:6379, rediss:// for TLS',
  )
    .addHelpText(
      'after',
      `
Examples:
  ldscope sweep kernels/ libkernels.so -m gfx942,gfx950
  ldscope sweep ~/.triton/cache --layouts --time
  ldscope sweep report -f html -o sweep.html        the ranked list, with filters and charts
  ldscope sweep sql "SELECT chip, avg((conflictCycles > 0)::INT) FROM results GROUP BY chip"

Exit codes: 0 done; 1 interrupted, jobs are left, or the server is gone; 2 bad usage, a path that cannot be read, or nothing to analyze`,
    )
    .action(answer(async () => (await import('../commands/sweep.ts')).sweepCommand));
  const report = addStoreOption(
    command
      .command('report')
      .description('Prints the kernels of a sweep, the most expensive first.'),
  );
  addFormatOption(report)
    .option('-o, --output <file>', 'write to a file instead')
    .option(
      '--most <n>',
      'rows of the table (default: as many as the format is good for)',
      positive,
    )
    .action(answer(async () => (await import('../commands/sweep-report.ts')).sweepReportCommand));
  addStoreOption(
    command
      .command('sql')
      .description('Answers a query over the table results of a sweep. It reads, and cannot write.')
      .argument('<query>', '"SELECT title, conflictCycles FROM results ORDER BY 2 DESC LIMIT 10"'),
  )
    .addOption(
      new Option('-f, --format <format>', 'output format')
        .choices(['text', 'json', 'csv'])
        .default('text'),
    )
    .option('-o, --output <file>', 'write to a file instead')
    .action(answer(async () => (await import('../commands/sweep-report.ts')).sweepSqlCommand));
};

/** Adds what bounds the workers of a machine. */
export function addLimits(command: Command): Command {
  return command
    .option('-j, --workers <n>', 'threads (default: one per processor core)', positive)
    .option('--seconds <n>', 'time limit of a kernel', positive, 60)
    .option('--memory <mib>', 'memory limit of a kernel in MiB', positive, 2048);
}

/** Adds the server between machines; a password may come from the environment instead of its address. */
export function addQueueOptions(command: Command, description: string): Command {
  return command
    .option('--queue <url>', description)
    .option('--queue-ca <file>', 'certificate of the authority of the server, for TLS')
    .option('--queue-cert <file>', 'certificate of this client, for TLS')
    .option('--queue-key <file>', 'key of this client, for TLS')
    .option('--queue-wait <n>', 'end after as many seconds without the server', positive, 600);
}

function addStoreOption(command: Command): Command {
  return command.option('--store <folder>', 'where results are kept', STORE);
}
