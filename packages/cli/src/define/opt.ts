/** What `ldscope opt` takes. */
import { Option } from 'commander';
import { addOutputOptions, collect, oneName } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineOpt: Define = (program, answer) => {
  const command = program
    .command('opt')
    .summary('run compiler passes on MLIR')
    .description(
      "Runs IREE's passes for shared memory on MLIR and says for each allocation what was decided and why: hints to " +
        'swizzle, padding, and where every access goes in the end. MLIR is the output, the report goes to the standard error.',
    )
    .argument('[file]', 'MLIR, a compiler dump, or chunks; - is the standard input')
    .option('-p, --pass <list>', 'passes or pipelines, in order; may be given again', collect, [])
    .addOption(
      new Option(
        '--like <whom>',
        'whose behaviour to follow; corrected has the same intent without the defects',
      )
        .choices(['corrected', 'iree', 'iree-pr-23778'])
        .default('corrected'),
    )
    .addOption(
      new Option(
        '--resolvable-by <whom>',
        'hint only what this resolver lowers (default: what ldscope lowers, which is more)',
      ).choices(['iree']),
    )
    .option(
      '--through <command>',
      'run bufferization and distribution in this iree-opt (default: in ldscope itself)',
    )
    .option(
      '--states',
      'print the MLIR before and after each pass that changes it, as a dump; execute and count each',
    )
    .option(
      '-m, --machine <name>',
      'chip or product (default: what the file names, else gfx950)',
      oneName,
    )
    .option('-l, --list', 'list passes and pipelines')
    .option(
      '--after <pass>',
      'of a compiler dump: the module after a pass (NAME:2, the second time)',
    )
    .option('--before <pass>', 'the same, before a pass');
  addOutputOptions(command)
    .addHelpText(
      'after',
      `
A pass may have options in braces: gpu-reduce-bank-conflicts{padding-bits=64}. Names are those of upstream, with or
without iree-codegen-. A file split by '// -----' is transformed chunk by chunk. With --format json, html or
markdown the output contains the MLIR, unless -o names a file for it.

Examples:
  ldscope opt --list
  ldscope opt kernel.mlir --pass iree-swizzle
  ldscope opt kernel.mlir --pass flatten-swizzle-hint-allocs,resolve-swizzle-hints,canonicalize,cse -o out.mlir
  ldscope opt kernel.mlir --pass iree-flow --resolvable-by iree
  ldscope opt kernel.mlir --pass iree-flow --states -o states.mlir   (analyze states.mlir --after PASS)
  ldscope opt kernel.mlir --pass resolve-swizzle-hints --like iree
  ldscope opt dump.mlir --after iree-comprehensive-bufferize --pass iree-swizzle -f json

Exit codes: 0 done; 2 bad input, or a pass failed`,
    )
    .action(answer(async () => (await import('../commands/opt.ts')).optCommand));
};
