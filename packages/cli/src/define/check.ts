/** What `ldscope check` takes. */
import { checkRules } from '@ldscope/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  addCompilerOptions,
  addExecutionOptions,
  addTimeOption,
  addWorkgroupsOption,
  type CheckFormat,
  checkFormats,
  collectNames,
  positive,
  wholeNumber,
} from '../options/options.ts';
import type { Define } from './define.ts';

export const defineCheck: Define = (program, answer) => {
  const command = program
    .command('check')
    .summary('fail where kernels conflict more than they may: for CI')
    .description(
      'Checks kernels against budgets and a baseline. ldscope.yaml, next upwards from the files, has machines, launches, budgets and suppressions; options go before it.',
    )
    .argument('[files...]', 'files, folders and globs (default: files of ldscope.yaml)')
    .option(
      '-m, --machine <names>',
      'chips or products (default: those of ldscope.yaml, else what each kernel names)',
      collectNames,
      [],
    )
    .option(
      '--config <file>',
      'the configuration (default: ldscope.yaml, upwards from the first file)',
    )
    .option(
      '--fail-on <rules>',
      `what fails: ${checkRules.join(', ')} (default: conflicts,hazards)`,
      rules,
    )
    .option('--max-conflict-cycles <n>', 'most conflict cycles of a kernel', wholeNumber)
    .option('--max-ways <n>', 'most slots of a bank in one phase of a site', positive)
    .addOption(
      new Option(
        '--baseline <what>',
        'write: keep what is there now; compare: fail only where it got worse; off (default: compare where ldscope.yaml names one)',
      ).choices(['write', 'compare', 'off']),
    )
    .option(
      '--baseline-file <file>',
      'the baseline (default: ldscope-baseline.json beside ldscope.yaml)',
    )
    .option('-k, --kernel <name>', 'only kernels of this name or pattern: "*gemm*"')
    .option('-l, --launch <spec>', 'of all files: grid=2x8,block=256, or a YAML file');
  addCompilerOptions(addTimeOption(addExecutionOptions(addWorkgroupsOption(command))));
  addForms(command)
    .option('--schema', 'print the JSON Schema of ldscope.yaml')
    .addHelpText(
      'after',
      `
Examples:
  ldscope check kernels/ -m gfx942                 fails where a kernel conflicts or races
  ldscope check 'src/**/*.hip' -m gfx942,gfx950 --max-ways 2
  ldscope check --baseline write                   keep what is there now
  ldscope check --baseline compare --format github    in a pull request: only what got worse
  ldscope check --format sarif -o ldscope.sarif    for code hosts

Exit codes: 0 all passed; 1 a kernel failed; 2 an input could not be analyzed, or bad usage`,
    )
    .action(answer(async () => (await import('../commands/check.ts')).checkCommand));
};

function addForms(command: Command): Command {
  return command
    .addOption(
      new Option('-f, --format <format>', 'form of the output')
        .choices(checkFormats)
        .default('text'),
    )
    .option('-o, --output <file>', 'write to a file instead')
    .option(
      '--also <form=file>',
      'write another form too: sarif=ldscope.sarif; may be given again',
      addForm,
      [],
    );
}

function rules(text: string): string[] {
  const names = collectNames(text, []);
  const unknown = names.find((name) => !checkRules.some((rule) => rule === name));
  if (unknown !== undefined || names.length === 0)
    throw new InvalidArgumentError(`It takes ${checkRules.join(', ')}, with commas between.`);
  return names;
}

function addForm(
  text: string,
  all: readonly (readonly [CheckFormat, string])[],
): (readonly [CheckFormat, string])[] {
  const [name, ...rest] = text.split('=');
  const form = checkFormats.find((one) => one === name);
  const file = rest.join('=');
  if (form === undefined || file === '')
    throw new InvalidArgumentError(`It takes FORM=FILE, of ${checkFormats.join(', ')}.`);
  return [...all, [form, file]];
}
