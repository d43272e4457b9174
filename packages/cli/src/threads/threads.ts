/**
 * Threads that help with a launch, for `--threads`. Executing is synchronous, so this thread waits on shared memory and takes messages
 * by hand. A thread of its own keeps the others: it sees when one of them ends before its time, which a waiting thread cannot.
 *
 *     this thread   claims ranges from the front, waits for those that others have     <- port, signals
 *     crew.ts       starts workers, hands on what they send, says which of them ended
 *     worker.ts     claims ranges from the back, executes each in a launch of its own
 *
 * All end with this process, and when the launch is done.
 */
import { availableParallelism } from 'node:os';
import type { MessageChannel, Worker } from 'node:worker_threads';
import type { Crew, ExecutedRange, WorkgroupRange } from '@ldscope/core';
import type { LaunchJob, Threads } from '@ldscope/engine';
import {
  claim,
  type CrewData,
  FIRST_THREAD,
  MESSAGES,
  PULSE,
  type RangeMessage,
} from './ranges.ts';

/** Next to the built command. */
const CREW = new URL('launch-crew.js', import.meta.url);

/** Node loads it for the first crew: most launches end before others could help. */
const workers = () => process.getBuiltinModule('node:worker_threads');

/** How often the clock of an execution is asked while it waits. */
const LOOK_MS = 50;
/** A crew without a pulse has ended, or the machine has no time for it: its ranges are executed here. */
const MOST_SILENCE_MS = 10_000;

/**
 * As many threads, by default one per processor core, for the option `threads` of `analyzeKernel`; `undefined` for one. `leastMs`:
 * the shortest launch that other threads help with, in milliseconds; a standard number by default.
 */
export function threadsOf(
  count = availableParallelism(),
  leastMs?: number,
  program = CREW,
): Threads | undefined {
  if (count < 2) return undefined;
  return {
    count,
    now: () => performance.now(),
    leastMs,
    begin: (job, ranges) => new WorkerCrew(job, ranges, program),
  };
}

class WorkerCrew implements Crew {
  readonly #owners: Int32Array<SharedArrayBuffer>;
  readonly #signals = new Int32Array(new SharedArrayBuffer(8));
  readonly #channel: MessageChannel;
  readonly #crew: Worker | undefined;
  readonly #executed = new Map<number, ExecutedRange | undefined>();

  constructor(job: LaunchJob, ranges: readonly WorkgroupRange[], program: URL) {
    this.#owners = new Int32Array(new SharedArrayBuffer(4 * ranges.length));
    const { MessageChannel } = workers();
    this.#channel = new MessageChannel();
    const { port1, port2: port } = this.#channel;
    port1.unref();
    const data: CrewData = { job, ranges, port, owners: this.#owners, signals: this.#signals };
    this.#crew = start(program, data);
    // It ended early: what it would have done is done here.
    this.#crew?.on('error', () => {});
    this.#crew?.unref();
  }

  claim(range: number): boolean {
    return claim(this.#owners, range, FIRST_THREAD);
  }

  wait(range: number, isOver: () => boolean): ExecutedRange | undefined {
    let pulse = -1;
    let felt = performance.now();
    for (;;) {
      const seen = Atomics.load(this.#signals, MESSAGES);
      this.#receive();
      if (this.#executed.has(range)) break;
      const last = Atomics.load(this.#signals, PULSE);
      if (last !== pulse) felt = performance.now();
      pulse = last;
      if (isOver() || performance.now() - felt > MOST_SILENCE_MS) return undefined;
      Atomics.wait(this.#signals, MESSAGES, seen, LOOK_MS);
    }
    const executed = this.#executed.get(range);
    this.#executed.delete(range);
    return executed;
  }

  end(): void {
    this.#channel.port1.close();
    void this.#crew?.terminate();
  }

  #receive(): void {
    const { receiveMessageOnPort } = workers();
    for (;;) {
      const received = receiveMessageOnPort(this.#channel.port1);
      if (received === undefined) return;
      const { range, executed } = received.message as RangeMessage;
      this.#executed.set(range, executed);
    }
  }
}

/** A launch that is not plain data cannot be sent, and a machine may have no thread left: then nobody helps. */
function start(program: URL, data: CrewData): Worker | undefined {
  try {
    const { Worker } = workers();
    return new Worker(program, { workerData: data, transferList: [data.port] });
  } catch {
    return undefined;
  }
}
