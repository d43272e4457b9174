/** What `ldscope sweep` takes, and what reads its results. */
import { sweepOptions, sweepReportOptions, sweepSqlOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

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
    );
  addOptions(command, sweepOptions)
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
  const report = command
    .command('report')
    .description('Prints the kernels of a sweep, the most expensive first.');
  addOptions(report, sweepReportOptions).action(
    answer(async () => (await import('../commands/sweep-report.ts')).sweepReportCommand),
  );
  const sql = command
    .command('sql')
    .description('Answers a query over the table results of a sweep. It reads, and cannot write.')
    .argument('<query>', '"SELECT title, conflictCycles FROM results ORDER BY 2 DESC LIMIT 10"');
  addOptions(sql, sweepSqlOptions).action(
    answer(async () => (await import('../commands/sweep-report.ts')).sweepSqlCommand),
  );
};
