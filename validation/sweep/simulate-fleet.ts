/**
 * Workers, a server and a sweep that collects: a worker that is free has the server give it a job and take its result, one after
 * the other with all others; results are collected one after the other too, beside the work.
 */
import { randomWords } from '@ldscope/core';

export interface Fleet {
  readonly jobs: number;
  readonly workers: number;
  /** What jobs take on a worker: one of these each, at random. */
  readonly seconds: readonly number[];
  /** Processor time of the server, and of the process that collects, per job. */
  readonly serverSeconds: number;
  readonly clientSeconds: number;
}

export interface FleetTime {
  /** From the first job to the last result that is collected. */
  readonly seconds: number;
  /** Of all workers together. */
  readonly workSeconds: number;
}

export function simulateFleet(
  { jobs, workers, seconds, serverSeconds, clientSeconds }: Fleet,
  seed = 1,
): FleetTime {
  const next = randomWords(seed);
  // Times at which workers are free, the earliest on top.
  const free = new Float64Array(workers);
  let server = 0;
  let last = 0;
  let workSeconds = 0;
  for (let job = 0; job < jobs; job++) {
    const begin = Math.max(free[0] ?? 0, server);
    server = begin + serverSeconds;
    const takes = seconds[next() % seconds.length] ?? 0;
    workSeconds += takes;
    const end = server + takes;
    last = Math.max(last, end);
    replaceTop(free, end);
  }
  return { seconds: Math.max(last, jobs * clientSeconds) + clientSeconds, workSeconds };
}

/** Replaces the smallest of a heap, and puts it in order. */
function replaceTop(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    if (left >= heap.length) break;
    const child = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left;
    if ((heap[child] ?? 0) >= value) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
}
