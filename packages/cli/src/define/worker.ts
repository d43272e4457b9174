/** What `ldscope worker` takes. */
import { workerOptions } from '../options/commands.ts';
import { addOptions } from '../options/option.ts';
import type { Define } from './define.ts';

export const defineWorker: Define = (program, answer) => {
  const command = program
    .command('worker')
    .summary('do jobs of ldscope sweep --queue on this machine')
    .description(
      'Takes jobs of sweeps from a queue on a Redis or Valkey server. It reads the same files as the sweep, at the same paths, and refuses what is not the same.',
    );
  addOptions(command, workerOptions)
    .addHelpText(
      'after',
      `
Examples:
  ldscope worker --queue redis://queue:6379
  LDSCOPE_QUEUE_USERNAME=ldscope LDSCOPE_QUEUE_PASSWORD=... ldscope worker --queue rediss://queue:6379 --queue-ca ca.pem
  ldscope worker --queue redis://queue:6379 -j 16 --idle 60   for a batch system

Exit codes: 0 interrupted, or nothing to do; 1 the server is gone; 2 bad usage, or a server that cannot be used`,
    )
    .action(answer(async () => (await import('../commands/worker.ts')).workerCommand));
};
