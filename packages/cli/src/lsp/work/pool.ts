/**
 * Threads for tasks. A task that is cancelled, or that takes too long, ends its thread, because nothing else ends an endless kernel. One
 * thread is kept for what an editor waits for: it has compiled code, which a new one has not.
 *
 *     glance     -> thread 1; when it is cancelled, it has a moment to finish
 *     analyze    -> thread 2; when it is cancelled, the thread is ended
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Tasks } from './request.ts';
import type { Job, Outcome } from './worker.ts';

/** Runs a task; rejects with `Stopped` where it was ended before it was done. */
export type RunTask = <Name extends keyof Tasks>(
  task: Name,
  request: Parameters<Tasks[Name]>[0],
  signal: AbortSignal,
) => Promise<Awaited<ReturnType<Tasks[Name]>>>;

/** Why a task has no result. */
export class Stopped extends Error {
  readonly reason: 'cancelled' | 'time' | 'memory' | 'fault';

  constructor(reason: Stopped['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

export interface PoolLimits {
  /** Most time of a task. */
  readonly seconds: number;
  readonly memoryMegabytes: number;
}

/** What an editor waits for. */
const URGENT: ReadonlySet<keyof Tasks> = new Set(['glance', 'page']);
/** A thread for these is kept where a cancelled task ends in this time. */
const GRACE_MS = 250;
const MOST_THREADS = Math.max(2, Math.min(4, availableParallelism()));

export class WorkerPool {
  readonly #start: () => Worker;
  readonly #seconds: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];

  /** `file`: the built module of the worker. */
  constructor(file: URL, { seconds, memoryMegabytes }: PoolLimits) {
    this.#start = () => {
      const worker = new Worker(file, {
        resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
        stdout: true,
        stderr: true,
      });
      // A thread that fails without a task is forgotten.
      worker.on('error', () => this.#drop(worker));
      return worker;
    };
    this.#seconds = seconds;
    this.#idle.push(this.#start());
  }

  readonly run: RunTask = async (task, request, signal) => {
    const worker = await this.#take(URGENT.has(task));
    const job = { task, request } as Job;
    return (await this.#work(worker, job, signal)) as never;
  };

  async close(): Promise<void> {
    const all = [...this.#idle, ...this.#busy];
    await Promise.all(all.map((worker) => worker.terminate()));
  }

  /** The thread that has worked most is the first; what is not urgent leaves it. */
  async #take(isUrgent: boolean): Promise<Worker> {
    while (this.#busy.size >= MOST_THREADS)
      await new Promise<void>((settle) => this.#waiting.push(settle));
    const kept = isUrgent ? this.#idle.shift() : this.#idle.splice(1, 1)[0];
    const worker = kept ?? this.#start();
    this.#busy.add(worker);
    return worker;
  }

  #work(worker: Worker, job: Job, signal: AbortSignal): Promise<unknown> {
    return new Promise((settle, fail) => {
      if (signal.aborted) {
        this.#release(worker);
        fail(new Stopped('cancelled'));
        return;
      }
      let timer = setTimeout(() => end('time'), this.#seconds * 1000);
      const end = (reason: 'time' | 'cancelled'): void => {
        fail(new Stopped(reason));
        finish();
        void worker.terminate();
        this.#drop(worker);
      };
      const cancel = (): void => {
        fail(new Stopped('cancelled'));
        clearTimeout(timer);
        const graceMs = URGENT.has(job.task) ? GRACE_MS : 0;
        timer = setTimeout(() => end('cancelled'), graceMs);
      };
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        worker.off('message', answered).off('error', failed);
      };
      const answered = (outcome: Outcome): void => {
        finish();
        if ('fault' in outcome) fail(new Stopped('fault', outcome.fault));
        else settle(outcome.result);
        this.#release(worker);
      };
      const failed = (error: Error): void => {
        finish();
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        fail(new Stopped(isMemory ? 'memory' : 'fault', error.message));
      };
      signal.addEventListener('abort', cancel, { once: true });
      worker.on('message', answered).on('error', failed);
      worker.postMessage(job);
    });
  }

  /** Keeps a thread for the next task. */
  #release(worker: Worker): void {
    this.#busy.delete(worker);
    if (this.#idle.length < MOST_THREADS) this.#idle.unshift(worker);
    else void worker.terminate();
    this.#waiting.shift()?.();
  }

  /** Forgets a thread that has ended. */
  #drop(worker: Worker): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#busy.delete(worker)) this.#waiting.shift()?.();
  }
}
