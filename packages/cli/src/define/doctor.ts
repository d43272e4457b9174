/** What `ldscope doctor` takes. */
import { doctorOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineDoctor: Define = (program, answer) => {
  const command = program
    .command('doctor')
    .summary('which compilers and tools are there, and what they enable')
    .description(
      'Lists the programs that ldscope can use on this machine. None is required: MLIR, assembly, PTX, Triton IR and tile specifications need nothing.',
    );
  addOptions(command, doctorOptions).action(
    answer(async () => (await import('../commands/doctor.ts')).doctorCommand),
  );
};
