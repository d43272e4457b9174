/**
 * A worker thread of a sweep: plans files and does jobs, one at a time. Its heap is limited by Node; the arrays of a kernel
 * are outside of it, so the clock that executions ask looks at them too.
 */
import { stat } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { nodeIo } from '../node/node-io.ts';
import { executeJob } from './execute-job.ts';
import { OpenFiles } from './open-files.ts';
import { planFile } from './plan-file.ts';
import type { Done, Task, WorkerData, WorkerMessage } from './task.ts';

class OutOfMemory extends Error {}

const { compiler, limits } = workerData as WorkerData;
const post = (message: WorkerMessage): void => parentPort?.postMessage(message);

/** Files are read again and again, which a pipe is not; a thread that waits for one cannot be ended. */
async function readBytes(path: string, most?: number): Promise<Uint8Array> {
  const { isFile } = await stat(path).then((kind) => ({ isFile: kind.isFile() }));
  if (path === '-' || !isFile) throw Object.assign(new Error(), { code: 'ENXIO' });
  return await io.readBytes(path, most);
}

const readFile = async (path: string): Promise<string> =>
  new TextDecoder().decode(await readBytes(path));

const io = nodeIo();
const files = new OpenFiles({ ...io, isQuiet: true, readBytes, readFile }, compiler);

const MEBIBYTE = 2 ** 20;
const LOOK_SECONDS = 0.05;
let looked = 0;

/** The clock, in seconds; throws where arrays take more than a worker may have. */
function now(): number {
  const seconds = performance.now() / 1000;
  if (seconds - looked > LOOK_SECONDS) {
    looked = seconds;
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    if (arrayBuffers + heapUsed > limits.megabytes * MEBIBYTE) throw new OutOfMemory();
  }
  return seconds;
}

async function work(task: Task): Promise<Done[Task['kind']]> {
  if (task.kind === 'plan')
    return await planFile(files, task.path, task.plan, () => post({ kind: 'alive' }));
  // The counts after half of its time are worth more than nothing after all of it.
  return await executeJob(task.job, { files, seconds: limits.seconds / 2, now });
}

parentPort?.on('message', (task: Task) => {
  work(task).then(
    (value) => post({ kind: 'done', value }),
    (error: unknown) => {
      const isMemory =
        error instanceof OutOfMemory ||
        (error instanceof RangeError && /allocation|array length/i.test(error.message));
      const problem = error instanceof Error ? error.message : String(error);
      post(isMemory ? { kind: 'memory' } : { kind: 'crashed', problem });
    },
  );
});
