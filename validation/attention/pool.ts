/**
 * Tile tasks on all cores: each worker takes the next task when it has finished one, and results are put back in order.
 *
 * A worker is [worker.ts](worker.ts), which is bundled beside the programs.
 */
import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { evaluateTile, type TileResult, type TileTask } from './evaluate-tile.ts';

interface Answer {
  readonly index: number;
  readonly result: TileResult;
}

export type TaskRunner = (
  tasks: readonly TileTask[],
  progress: (done: number) => void,
) => Promise<TileResult[]>;

/** Runs tasks in workers of `entry`, which calls `serveTasks`. */
export function inWorkers(entry: URL): TaskRunner {
  return async (tasks, progress) => {
    const results: TileResult[] = [];
    const workers: Worker[] = [];
    let [next, done] = [0, 0];
    try {
      await new Promise<void>((resolve, reject) => {
        const feed = (worker: Worker): void => {
          const task = tasks[next];
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
          if (task !== undefined) worker.postMessage({ index: next++, task });
        };
        if (tasks.length === 0) resolve();
        while (workers.length < Math.min(availableParallelism(), tasks.length)) {
          const worker = new Worker(entry);
          workers.push(worker);
          worker.on('error', reject);
          worker.on('message', ({ index, result }: Answer) => {
            results[index] = result;
            progress(++done);
            if (done === tasks.length) resolve();
            else feed(worker);
          });
          feed(worker);
        }
      });
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
    return results;
  };
}

/** What a worker does until it is ended. */
export function serveTasks(): void {
  parentPort?.on('message', ({ index, task }: { index: number; task: TileTask }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    parentPort?.postMessage({ index, result: evaluateTile(task) } satisfies Answer);
  });
}

/** Without workers, for tests and where there are few tasks. */
export const inProcess: TaskRunner = async (tasks, progress) => {
  const results = tasks.map((task, i) => {
    const result = evaluateTile(task);
    progress(i + 1);
    return result;
  });
  return Promise.resolve(results);
};
