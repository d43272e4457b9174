/**
 * Worker threads with bounds: a task that takes too long, or too much memory, or that makes ldscope fail, costs its thread
 * and nothing else. Threads begin when there is work for them.
 */
import { Worker } from 'node:worker_threads';
import { within } from './within.ts';
import type { Done, Limits, Task, WorkerData, WorkerMessage } from './task.ts';

export type Ended<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'time' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'crashed'; readonly problem: string };

/** Next to the built command. */
const WORKER = new URL('sweep-worker.js', import.meta.url);

/** Of a thread's heap, for objects that die young. */
const YOUNG_MEGABYTES = 64;
/** A thread reads its program, and its clock is asked now and then only. */
const GRACE_SECONDS = 1;
/** A thread that waits for a file system that does not answer cannot be ended. */
const MOST_END_MS = 2000;

export class Pool {
  readonly #data: WorkerData;
  readonly #program: URL;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();

  constructor(data: WorkerData, program = WORKER) {
    this.#data = data;
    this.#program = program;
  }

  /** Does a task in a thread of its own; at most as many at once as the caller begins. */
  async run<Kind extends Task['kind']>(
    task: Extract<Task, { readonly kind: Kind }>,
  ): Promise<Ended<Done[Kind]>> {
    const worker = this.#idle.pop() ?? this.#start();
    const ended = await ask<Done[Kind]>(worker, task, this.#data.limits);
    if (ended.kind === 'done') this.#idle.push(worker);
    else {
      this.#all.delete(worker);
      await within(MOST_END_MS, worker.terminate());
    }
    return ended;
  }

  async close(): Promise<void> {
    await within(MOST_END_MS, Promise.all([...this.#all].map((worker) => worker.terminate())));
  }

  #start(): Worker {
    const worker = new Worker(this.#program, {
      workerData: this.#data,
      resourceLimits: {
        maxOldGenerationSizeMb: this.#data.limits.megabytes,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    });
    // An error of work that a task does not wait for has no listener.
    worker.on('error', () => {});
    this.#all.add(worker);
    return worker;
  }
}

function ask<T>(worker: Worker, task: Task, { seconds }: Limits): Promise<Ended<T>> {
  return new Promise((settle) => {
    const end = (ended: Ended<T>): void => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', fail).off('exit', gone);
      settle(ended);
    };
    const hear = (message: WorkerMessage): void => {
      if (message.kind === 'alive') timer.refresh();
      else end(message as Ended<T>);
    };
    const fail = (error: unknown): void => {
      const isMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const problem = error instanceof Error ? error.message : String(error);
      end(isMemory ? { kind: 'memory' } : { kind: 'crashed', problem });
    };
    const gone = (code: number): void => end({ kind: 'crashed', problem: `exit code ${code}` });
    const timer = setTimeout(() => end({ kind: 'time' }), (seconds + GRACE_SECONDS) * 1000);
    worker.on('message', hear).on('error', fail).on('exit', gone);
    worker.postMessage(task);
  });
}

/** Does something with each item, as many at once as `width`; ends early where `isOver` says so. */
export async function each<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && !isOver()) {
      const item = items[next++];
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
}
