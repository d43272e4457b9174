/** A thread that executes ranges of the workgroups of a launch, the last that is free first. */
import { parentPort, workerData } from 'node:worker_threads';
import { RangeExecutor } from '@ldscope/engine';
import { claim, type RangeMessage, type WorkerData } from './ranges.ts';

const { job, ranges, owners, thread } = workerData as WorkerData;
const executor = new RangeExecutor(job);

for (let range = ranges.length - 1; range >= 0; range--) {
  const one = ranges[range];
  if (one === undefined || !claim(owners, range, thread)) continue;
  const executed = executor.execute(one);
  const message: RangeMessage = { range, executed };
  parentPort?.postMessage(message);
}
