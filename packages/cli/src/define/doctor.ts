/** What `ldscope doctor` takes. */
import { addFormatOption } from '../options/options.ts';
import type { Define } from './define.ts';

export const defineDoctor: Define = (program, answer) => {
  addFormatOption(
    program
      .command('doctor')
      .summary('which compilers and tools are there, and what they enable')
      .description(
        'Lists the programs that ldscope can use on this machine. None is required: MLIR, assembly, PTX, Triton IR and tile specifications need nothing.',
      ),
  ).action(answer(async () => (await import('../commands/doctor.ts')).doctorCommand));
};
