/** What `ldscope timeline` takes. */
import { timelineOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineTimeline: Define = (program, answer) => {
  const command = program
    .command('timeline')
    .summary('simulate the pipeline of one compute unit')
    .description(
      'Simulates a kernel of machine code, or a schedule, on a model of one compute unit: cycles per iteration, what bounds ' +
        'it, the time that bank conflicts, LDS, global memory and matrix instructions cost, and a verdict on every wait.',
    )
    .argument(
      '<file>',
      'HIP, AMD assembly or disassembly, code object, MLIR (with mlir-opt), or a schedule; - is the standard input',
    );
  addOptions(command, timelineOptions)
    .addHelpText(
      'after',
      `
A schedule has one operation per line, under 'prologue:', 'loop N:' and 'tail:': MFMA A[0,0], B[0,0], C[0,0];
ds_read_b128 A[0,0:1] from tile; ds_write_b128 to tile from p; buffer_load_dwordx4 p; wait_cnt(vmcnt(3)); sbarrier.
docs/timeline.md has more.

Examples:
  ldscope timeline kernel.s --launch launch.yaml
  ldscope timeline examples/schedules/gemm-256x256x32.sched --trace trace.json

Where the launch has a grid, its time on a device is predicted: -m MI355X. docs/timing-kernels.md compares such times
with published ones.

Exit codes: 0 done; 1 a schedule or machine code lacks a wait or a barrier; 2 bad input, or the schedule deadlocks`,
    )
    .action(answer(async () => (await import('../commands/timeline.ts')).timelineCommand));
};
