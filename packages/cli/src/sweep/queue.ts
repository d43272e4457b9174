/**
 * Jobs on a queue, for workers of other machines. A result is kept under the hash of its job, where the first one stays, and
 * goes into the journal of the sweep before it leaves the server: each job has one, whichever process is killed, and
 * whenever.
 *
 *     sweep --add--> queue --take--> worker --HSETNX, XADD--> results --journal--> sweep
 *
 * A job that a worker had when it died comes back when its lease ends. One that fails is tried again, later each time; after
 * the last attempt it is parked on the server, and its reason is its row. What a server loses that is restarted is added again.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSwept, type Message, messages, type SweepResult } from '@ldscope/core';
import { failedResult, type SweepJob } from '@ldscope/engine';
import type { Io } from '../io/io.ts';
import type { QueueOptions } from '../options/commands.ts';
import {
  connect,
  type Connection,
  loadPackages,
  type QueuePackages,
  serverOf,
} from './connection.ts';
import { sweepProgress } from './progress.ts';
import { watchServer } from './server-watch.ts';
import { within } from './within.ts';
import type { SweepStore } from './store.ts';

export const QUEUE = 'sweep';
export const PREFIX = 'ldscope';

/** Attempts of a job, and the wait before the second, which doubles. */
const ATTEMPTS = 3;
const BACKOFF_MS = 500;
/** Jobs that are added with one command. */
const BATCH = 500;
/** Longest wait for a result before parked jobs are looked for. */
const LOOK_MS = 1000;
/** Without a result for as long, what is left is added again: the server ignores what it has. */
const ADD_AGAIN_MS = 10_000;
/** Longest time that a server gets for the last words. */
const CLOSE_MS = 5000;

/** A job as a worker gets it. */
export interface QueuedJob {
  readonly job: SweepJob;
  /** The sweep that waits for its result. */
  readonly sweep: string;
}

export const resultsKey = (sweep: string): string => `${PREFIX}:results:${sweep}`;
export const doneKey = (sweep: string): string => `${PREFIX}:done:${sweep}`;

/** What both ends of a queue have. */
export interface OpenQueue extends Connection {
  readonly packages: QueuePackages;
}

/** Opens the way to a server, or says why there is none. */
export async function openQueue(io: Io, options: QueueOptions): Promise<OpenQueue | Message> {
  const server = await serverOf(io, options);
  if ('code' in server) return server;
  const packages = await loadPackages();
  if ('code' in packages) return packages;
  const connection = await connect(packages, server);
  return 'code' in connection ? connection : { packages, ...connection };
}

export interface QueuedSweep {
  readonly jobs: readonly SweepJob[];
  readonly store: SweepStore;
  /** Settles when the sweep is interrupted, and so does not wait for its server either. */
  readonly interrupted: Promise<void>;
  /** Seconds without an answer after which the server is gone. */
  readonly waitSeconds: number;
}

/** Has jobs done by workers; returns when all are or when it is interrupted, or why it cannot go on. */
export async function doByQueue(
  io: Io,
  { packages, redis }: OpenQueue,
  { jobs, store, interrupted, waitSeconds }: QueuedSweep,
): Promise<Message | undefined> {
  const state = { isOver: false };
  const sweep = await sweepName(store.folder);
  // The stream is read with a command that waits, which has a connection of its own.
  const reader = redis.duplicate();
  reader.on('error', () => {});
  const queue = new packages.Queue<QueuedJob>(QUEUE, { connection: redis, prefix: PREFIX });
  queue.on('error', () => {});
  const left = new Map(jobs.map((job) => [job.job, job]));
  const progress = sweepProgress(io, 'job', jobs.length);
  const keep = (result: SweepResult): void => {
    if (!left.delete(result.job)) return;
    store.add(result);
    progress.done(isSwept(result));
  };
  const collect = async (hashes: readonly string[]): Promise<void> => {
    if (hashes.length === 0) return;
    const texts = await redis.hmget(resultsKey(sweep), ...hashes);
    for (const text of texts) if (text !== null) keep(JSON.parse(text) as SweepResult);
    await redis.hdel(resultsKey(sweep), ...hashes);
  };
  const addAll = async (): Promise<void> => {
    const all = [...left.values()];
    for (let at = 0; at < all.length && !state.isOver; at += BATCH) {
      const batch = all.slice(at, at + BATCH);
      await collect(batch.map(({ job }) => job));
      await queue.addBulk(
        batch
          .filter(({ job }) => left.has(job))
          .map((job) => ({
            name: 'job',
            data: { job, sweep },
            opts: {
              jobId: idOf(sweep, job),
              attempts: ATTEMPTS,
              backoff: { type: 'exponential', delay: BACKOFF_MS },
              removeOnComplete: true,
            },
          })),
      );
    }
  };
  const work = async (): Promise<undefined> => {
    // Jobs that were parked before are tried again.
    for (const parked of await queue.getFailed())
      if (parked.data.sweep === sweep && left.has(parked.data.job.job)) await parked.remove();
    await addAll();
    let last = '0';
    let heard = io.now();
    while (left.size > 0 && !state.isOver) {
      const read = await reader.xread(
        'COUNT',
        BATCH,
        'BLOCK',
        LOOK_MS,
        'STREAMS',
        doneKey(sweep),
        last,
      );
      const entries = read?.[0]?.[1] ?? [];
      await collect(entries.flatMap(([, fields]) => fields[1] ?? []));
      const [end] = entries.at(-1) ?? [];
      if (end !== undefined) {
        last = end;
        heard = io.now();
        await redis.xtrim(doneKey(sweep), 'MINID', end);
        continue;
      }
      for (const parked of await queue.getFailed()) {
        const { data, attemptsMade, failedReason } = parked;
        if (data.sweep !== sweep) continue;
        const problem = messages.sweep.parked(Math.max(1, attemptsMade), failedReason);
        keep(failedResult(data.job.job, 'crashed', problem));
      }
      if (io.now() - heard > ADD_AGAIN_MS) {
        heard = io.now();
        // A server that has begun again numbers its entries again.
        last = '0';
        await addAll();
      }
    }
    if (left.size === 0) await redis.unlink(resultsKey(sweep), doneKey(sweep));
    return undefined;
  };
  const watch = watchServer(redis, waitSeconds);
  const working = work();
  // Once it is over, connections are closed under what still waits for them.
  working.catch(() => {});
  try {
    return await Promise.race([working, watch.gone, interrupted.then(() => undefined)]);
  } finally {
    state.isOver = true;
    watch.stop();
    progress.end();
    reader.disconnect();
    await within(CLOSE_MS, queue.close());
  }
}

const idOf = (sweep: string, { job }: SweepJob): string => `${sweep}-${job}`;

/** The name of the sweep of a store on servers: the same when it goes on. */
async function sweepName(folder: string): Promise<string> {
  const file = join(folder, 'queue-name');
  try {
    const name = (await readFile(file, 'utf8')).trim();
    if (/^[\w-]{1,64}$/.test(name)) return name;
  } catch {
    // It is the first time.
  }
  const name = randomUUID();
  await writeFile(file, `${name}\n`);
  return name;
}
