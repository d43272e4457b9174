/** What `ldscope opt` takes. */
import { optOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineOpt: Define = (program, answer) => {
  const command = program
    .command('opt')
    .summary('run compiler passes on MLIR')
    .description(
      "Runs IREE's passes for shared memory on MLIR and says for each allocation what was decided and why: hints to " +
        'swizzle, padding, and where every access goes in the end. MLIR is the output, the report goes to the standard error.',
    )
    .argument('[file]', 'MLIR, a compiler dump, or chunks; - is the standard input');
  addOptions(command, optOptions)
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
