/** The thread that keeps the workers of a launch: it hands on what they send, and says which of them ended before their time. */
import { Worker, workerData } from 'node:worker_threads';
import {
  type CrewData,
  FIRST_THREAD,
  MESSAGES,
  PULSE,
  PULSE_MS,
  type RangeMessage,
  type WorkerData,
} from './ranges.ts';

/** Next to the built command. */
const WORKER = new URL('launch-worker.js', import.meta.url);

const { port, ...shared } = workerData as CrewData;
const { owners, signals, job } = shared;
const told = new Set<number>();

function tell(message: RangeMessage): void {
  told.add(message.range);
  port.postMessage(message);
  Atomics.add(signals, MESSAGES, 1);
  Atomics.notify(signals, MESSAGES);
}

function start(thread: number): void {
  const data: WorkerData = { ...shared, thread };
  const worker = new Worker(WORKER, { workerData: data });
  worker.on('message', tell);
  // Too much memory, or a fault: what it had is executed by whoever waits for it.
  worker.on('error', () => {});
  worker.on('exit', () => {
    for (const [range, owner] of owners.entries())
      if (owner === thread && !told.has(range)) tell({ range });
  });
}

setInterval(() => Atomics.add(signals, PULSE, 1), PULSE_MS);
for (let other = 1; other < job.threads; other++) start(FIRST_THREAD + other);
