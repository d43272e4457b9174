/** What `ldscope run` takes. */
import { runOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineRun: Define = (program, answer) => {
  const command = program
    .command('run')
    .summary('execute a kernel and save its buffers')
    .description('Executes every workgroup of a launch and writes buffers as .npy files.')
    .argument(
      '<file>',
      'HIP, AMD assembly, disassembly, code object, MLIR, PTX, or a GEMM of CK Tile (YAML)',
    );
  addOptions(command, runOptions)
    .addHelpText(
      'after',
      `
A launch file:
  grid: [2, 1, 1]
  args:
    - { name: a, dtype: f16, shape: [128, 64], fill: a.npy }
    - { name: c, dtype: f32, shape: [128, 128], fill: zeros }   (or random with a seed, iota)
    - { i32: 128 }
    - [{ name: b, dtype: f16, shape: [64] }, { i32: 64 }]   (a struct by value, with the layout of C)
docs/launch.md describes the format; ldscope launch --schema prints a JSON Schema.

Examples:
  ldscope run matmul.s --launch launch.yaml --dump c=out.npy
  ldscope run gemm.yaml -m gfx942     (CK Tile: the product beside plain arithmetic, and its conflicts)

Exit codes: 0 done; 1 a hazard that is an error; 2 bad input`,
    )
    .action(answer(async () => (await import('../commands/run.ts')).runCommand));
};
