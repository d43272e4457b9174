/** What `ldscope validate` takes. */
import { addFormatOption, oneName } from '../options.ts';
import type { Define } from './define.ts';

export const defineValidate: Define = (program, answer) => {
  const command = program
    .command('validate')
    .summary('score a model on hardware counters')
    .description('Scores a machine model on measured counters, one JSON object per line.')
    .argument('<file>', 'file of records; - reads the standard input')
    .requiredOption('-m, --machine <name>', 'chip or product that was measured', oneName)
    .option('--model <name>', 'conflict model of the machine (default: its first)')
    .option('--all', 'list every mismatch');
  addFormatOption(command)
    .addHelpText(
      'after',
      `
A record: {"op":"ld32","mask":"ffffffff","address":[0,4,...],"wavefronts":1,"conflicts":0}
On AMD, give "idxActive" and "bankConflict" instead. Exit code 0 if all records match exactly, 1 if not.

Example:
  ldscope validate counters.jsonl --machine h100`,
    )
    .action(answer(async () => (await import('../commands/validate.ts')).validateCommand));
};
