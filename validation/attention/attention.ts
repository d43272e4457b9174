import { isMainThread } from 'node:worker_threads';
import { main } from './command.ts';
import { inWorkers, serveTasks } from './pool.ts';

if (isMainThread) {
  process.exitCode = await main(process.argv.slice(2), inWorkers(new URL(import.meta.url)), {
    print: console.log,
    complain: console.error,
    progress: (text) => process.stderr.write(`${text}\n`),
  });
} else {
  serveTasks();
}
