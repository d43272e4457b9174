/** What `ldscope validate` takes. */
import { validateOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineValidate: Define = (program, answer) => {
  const command = program
    .command('validate')
    .summary('score a model on hardware counters')
    .description(
      'Scores a machine model on measured counters: of single instructions, one JSON object per line, or of whole launches of a kernel, ' +
        'the CSV of a profiler.',
    )
    .argument(
      '<file>',
      'file of records, or CSV of rocprofv3, rocprof-compute or ncu (also its source page); - is the standard input',
    )
    .argument('[kernel]', 'of a CSV: the file of the kernel');
  addOptions(command, validateOptions)
    .addHelpText(
      'after',
      `
A record: {"op":"ld32","mask":"ffffffff","address":[0,4,...],"wavefronts":1,"conflicts":0}
On AMD, give "idxActive" and "bankConflict" instead. Exit code 0 if all records or counters match exactly, 1 if not.

Example:
  ldscope validate counters.jsonl --machine h100
  ldscope validate out_counter_collection.csv kernel.s -l launch.yaml -m mi300x
  ldscope validate source.csv kernel.ptx --sass kernel.cubin -l launch.yaml -m sm_90`,
    )
    .action(answer(async () => (await import('../commands/validate.ts')).validateCommand));
};
