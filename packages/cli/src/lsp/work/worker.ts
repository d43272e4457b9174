/** A thread that executes kernels for the language server: one task at a time, until it is ended. */
import { parentPort } from 'node:worker_threads';
import { nodeIo } from '../../node/node-io.ts';
import type { Tasks } from './request.ts';
import { tasksIn } from './tasks.ts';

/** A task with its request. */
export type Job = {
  readonly [Name in keyof Tasks]: {
    readonly task: Name;
    readonly request: Parameters<Tasks[Name]>[0];
  };
}[keyof Tasks];

/** What a job gave, or the message of what it threw. */
export type Outcome = { readonly result: unknown } | { readonly fault: string };

const tasks = tasksIn(nodeIo());

const answerTo = (job: Job): Promise<unknown> => {
  switch (job.task) {
    case 'glance':
      return tasks.glance(job.request);
    case 'analyze':
      return tasks.analyze(job.request);
    case 'fix':
      return tasks.fix(job.request);
    case 'otherFixes':
      return tasks.otherFixes(job.request);
    case 'page':
      return tasks.page(job.request);
  }
};

parentPort?.on('message', (job: Job) => {
  answerTo(job).then(
    (result) => parentPort?.postMessage({ result } satisfies Outcome),
    (error: unknown) => {
      const fault = error instanceof Error ? error.message : String(error);
      parentPort?.postMessage({ fault } satisfies Outcome);
    },
  );
});
