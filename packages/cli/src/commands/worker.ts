/** `ldscope worker`: does jobs of sweeps that others have put on a queue. */
import { isSwept, type Message, type SweepResult } from '@ldscope/core';
import { exitCode, printDiagnostics } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import {
  doneKey,
  type OpenQueue,
  openQueue,
  PREFIX,
  QUEUE,
  type QueuedJob,
  resultsKey,
} from '../sweep/queue.ts';
import { watchServer } from '../sweep/server-watch.ts';
import { within } from '../sweep/within.ts';
import { poolOf, resultOf } from './sweep.ts';
import type { WorkerCommandOptions } from '../options/commands.ts';

/** Leases that may end without a result before a job is given up: it takes its worker down. */
const MOST_STALLS = 2;
/** Results that are marked as done are kept for sweeps that are not running. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** Longest time that a server gets for the last words. */
const CLOSE_MS = 5000;

/** Works until it is interrupted, has nothing to do, or its server is gone: exit code 1. */
export async function workerCommand(io: Io, options: WorkerCommandOptions): Promise<number> {
  const opened = await openQueue(io, options);
  if ('code' in opened) return refuse(io, opened);
  const { packages, redis } = opened;
  const { pool, width, limits } = poolOf(options);
  const leaseMs = options.lease * 1000;
  let done = 0;
  let last = io.now();
  let running = 0;
  const connection = redis.duplicate();
  connection.on('error', () => {});
  const watch = watchServer(redis, options.queueWait);
  const worker = new packages.Worker<QueuedJob>(
    QUEUE,
    async ({ data: { job, sweep } }) => {
      running++;
      try {
        if ((await redis.hexists(resultsKey(sweep), job.job)) === 1) return;
        const ended = await pool.run({ kind: 'job', job });
        // Another attempt, perhaps on another machine, may do better; a limit is the same everywhere.
        if (ended.kind === 'crashed') throw new Error(ended.problem);
        const result = resultOf(job.job, ended, limits);
        if (result.code === 'sweep/changed') throw new Error(result.reason);
        await publish(opened, sweep, result);
        done++;
        if (!isSwept(result) && io.isQuiet !== true)
          io.stderr.write(`${job.file} ${job.kernel}: ${result.status}, ${result.code}\n`);
      } finally {
        running--;
        last = io.now();
      }
    },
    {
      connection,
      prefix: PREFIX,
      concurrency: width,
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      maxStalledCount: MOST_STALLS,
    },
  );
  worker.on('error', () => {});
  worker.on('failed', (job, error) => {
    if (io.isQuiet !== true)
      io.stderr.write(`${job?.data.job.file ?? 'a job'}: ${error.message}\n`);
  });
  if (io.isQuiet !== true) io.stderr.write(`working, ${width} at once (Ctrl+C ends)\n`);
  const isGone = await Promise.race([
    io.interrupted().then(() => undefined),
    idleFor(options.idle, () => (running > 0 ? io.now() : last), io),
    watch.gone,
  ]);
  // Jobs at work may finish; without a server nobody would get their results.
  const limit = isGone === undefined ? limits.seconds * 1000 + CLOSE_MS : CLOSE_MS;
  await within(limit, Promise.race([worker.close(isGone !== undefined), watch.gone]));
  watch.stop();
  connection.disconnect();
  opened.end();
  await pool.close();
  if (io.isQuiet !== true) io.stderr.write(`${done} jobs done\n`);
  if (isGone === undefined) return exitCode.done;
  printDiagnostics(io, [isGone]);
  return exitCode.unmet;
}

function refuse(io: Io, problem: Message): number {
  printDiagnostics(io, [problem]);
  return exitCode.wrong;
}

/** Keeps a result where there is none, and says that it is there. */
async function publish({ redis }: OpenQueue, sweep: string, result: SweepResult): Promise<void> {
  await redis
    .multi()
    .hsetnx(resultsKey(sweep), result.job, JSON.stringify(result))
    .xadd(doneKey(sweep), '*', 'job', result.job)
    .expire(resultsKey(sweep), KEPT_SECONDS)
    .expire(doneKey(sweep), KEPT_SECONDS)
    .exec();
}

/** Settles after this many seconds without a job; never without a limit. */
async function idleFor(
  seconds: number | undefined,
  last: () => number,
  io: Io,
): Promise<undefined> {
  if (seconds === undefined) return await new Promise(() => {});
  while (io.now() - last() < seconds * 1000) await new Promise((settle) => setTimeout(settle, 200));
  return undefined;
}
