/**
 * The page's side of the engine: a lane of work is one worker, which does one task at a time. A new task in a lane, or
 * `cancel`, ends the one that runs: its worker is stopped at once, wherever it is.
 */
import type { Progress, Reply, Request, ResultOf, Task } from './tasks.ts';

/** Another task has taken its place, or the reader has cancelled it. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

interface Running {
  readonly id: number;
  readonly settle: (reply: Exclude<Reply, { kind: 'progress' }>) => void;
  readonly cancel: () => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export class Lane {
  #worker: Worker | undefined;
  #running: Running | undefined;
  #count = 0;

  /** Does a task; rejects with `Cancelled`, or with an `Error` for a fault of ldscope itself. */
  run<T extends Task>(task: T, onProgress?: (progress: Progress) => void): Promise<ResultOf<T>> {
    this.cancel();
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#count;
    const request: Request = { id, task };
    return new Promise((resolve, reject) => {
      this.#running = {
        id,
        onProgress,
        cancel: () => reject(new Cancelled()),
        settle: (reply) => {
          // A result belongs to the task with its number.
          if (reply.kind === 'result') resolve(reply.result as ResultOf<T>);
          else reject(new Error(reply.message));
        },
      };
      worker.postMessage(request);
    });
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** Ends the running task; nothing when none is. */
  cancel(): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
    running.cancel();
  }

  #start(): Worker {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: reply }: MessageEvent<Reply>) => {
      const running = this.#running;
      if (running?.id !== reply.id) return;
      if (reply.kind === 'progress') {
        running.onProgress?.(reply.progress);
        return;
      }
      this.#running = undefined;
      running.settle(reply);
    });
    worker.addEventListener('error', (event) => {
      const running = this.#running;
      this.#running = undefined;
      this.#worker = undefined;
      worker.terminate();
      const message = event.message || 'the engine could not be loaded';
      running?.settle({ id: running.id, kind: 'fault', message });
    });
    return worker;
  }
}
