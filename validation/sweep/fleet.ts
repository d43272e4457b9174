/**
 * `npm run validate -- sweep-fleet [KERNELS] [CHIPS] [WORKERS]`: a sweep of 100,000 kernels on 6 chips by 200 workers, simulated: what
 * bounds it, and what it costs. What a job costs the server and the sweep that collects is measured here, as processor time; how
 * long a job takes is drawn from the seconds of validation/data/study.csv. Prints the table of docs/sweep.md.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { inputText } from '../base/inputs.ts';
import { grouped } from '../base/markdown.ts';
import { dataFile } from '../base/paths.ts';
import type { Main } from '../base/output.ts';
import { filled } from '../base/template.ts';
import { rowsOfCsv } from '../study/rows.ts';
import { findServer, QueueServer } from './by-both.ts';
import { simulateFleet } from './simulate-fleet.ts';

const SAMPLE_JOBS = 3000;
/** Of a job and of a result, as a sweep writes them, rounded up. */
const JOB_BYTES = 700;
const RESULT_BYTES = 900;

/** What one job costs, in seconds of a processor and in bytes. */
interface JobCost {
  readonly serverSeconds: number;
  readonly commands: number;
  /** Of the process that adds jobs, works and collects: an upper bound for the one that collects. */
  readonly clientSeconds: number;
  readonly logBytes: number;
  readonly memoryBytes: number;
}

export const main: Main = async (
  [kernels = '100000', chips = '6', workers = '200'],
  { print, complain },
) => {
  const program = findServer();
  if (program === undefined) {
    complain('redis-server is not installed');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-fleet-'));
  const server = await QueueServer.start(program, folder);
  try {
    const cost = await measure(server.url, folder);
    const seconds = rowsOfCsv(readFileSync(dataFile('study.csv'), 'utf8'))
      .map((row) => row.seconds)
      .filter((value) => value > 0);
    const jobs = Number(kernels) * Number(chips);
    const { serverSeconds, clientSeconds } = cost;
    const fleet = { jobs, workers: Number(workers), seconds, serverSeconds, clientSeconds };
    const done = simulateFleet(fleet);
    const mean = seconds.reduce((sum, value) => sum + value, 0) / seconds.length;
    const sorted = [...seconds].sort((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
    print(
      filled(inputText('sweep/fleet.md.in'), {
        jobs: grouped(jobs),
        kernels,
        chips,
        workers,
        mean: mean.toFixed(1),
        half: at(0.5),
        most: at(0.9),
        nearlyAll: at(0.99),
        pairs: seconds.length,
        commands: cost.commands.toFixed(0),
        sample: SAMPLE_JOBS,
        server: (1000 * serverSeconds).toFixed(2),
        rate: grouped(Math.floor(1 / serverSeconds)),
        client: (1000 * clientSeconds).toFixed(2),
        log: gibibytes(jobs * cost.logBytes),
        logOfJob: (cost.logBytes / 1024).toFixed(1),
        memory: gibibytes(jobs * cost.memoryBytes),
        memoryOfJob: (cost.memoryBytes / 1024).toFixed(1),
        results: gibibytes(jobs * RESULT_BYTES),
        resultBytes: RESULT_BYTES,
        time: (done.seconds / 3600).toFixed(2),
        work: grouped(Math.round(done.workSeconds / 3600)),
        done: (jobs / done.seconds).toFixed(1),
        atWork: percent(done.workSeconds / (done.seconds * fleet.workers)),
        serverAtWork: percent((jobs * serverSeconds) / done.seconds),
        served: grouped(Math.floor(mean / serverSeconds)),
      }).trimEnd(),
    );
    return 0;
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true });
  }
};

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Jobs that do nothing, on a real server, with the commands of the real ones. */
async function measure(url: string, folder: string): Promise<JobCost> {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  const [working, collected] = [redis.duplicate(), redis.duplicate()];
  const connections = [redis, working, collected];
  // The server is beginning.
  for (const connection of connections) connection.on('error', () => {});
  const queue = new Queue('sweep', { connection: redis, prefix: 'ldscope' });
  queue.on('error', () => {});
  const info = async (section: string, field: string): Promise<number> =>
    Number(new RegExp(`^${field}:(\\S+)`, 'm').exec(await redis.info(section))?.[1] ?? 0);
  const serverTime = async (): Promise<number> =>
    (await info('cpu', 'used_cpu_user')) + (await info('cpu', 'used_cpu_sys'));
  const [memory, commands, began] = [
    await info('memory', 'used_memory'),
    await info('stats', 'total_commands_processed'),
    await serverTime(),
  ];
  const client = process.cpuUsage();
  const filler = 'x'.repeat(JOB_BYTES);
  const result = 'y'.repeat(RESULT_BYTES);
  const all = Array.from({ length: SAMPLE_JOBS }, (_, number) => ({
    name: 'job',
    data: { filler, number },
    opts: { jobId: `s-${number}`, attempts: 3, removeOnComplete: true },
  }));
  await queue.addBulk(all);
  const waiting = (await info('memory', 'used_memory')) - memory;
  let left = SAMPLE_JOBS;
  await new Promise<void>((settle) => {
    const worker = new Worker<{ readonly number: number }>(
      'sweep',
      async ({ data: { number } }) => {
        const job = `s-${number}`;
        await redis
          .multi()
          .hsetnx('ldscope:results:s', job, result)
          .xadd('ldscope:done:s', '*', 'job', job)
          .expire('ldscope:results:s', 1000)
          .expire('ldscope:done:s', 1000)
          .exec();
        const [text] = await collected.hmget('ldscope:results:s', job);
        await collected.hdel('ldscope:results:s', job);
        appendFileSync(join(folder, 'journal'), `${text ?? ''}\n`);
        if (--left === 0) void worker.close().then(() => settle());
      },
      { connection: working, prefix: 'ldscope', concurrency: 4 },
    );
    worker.on('error', () => {});
  });
  const { user, system } = process.cpuUsage(client);
  const cost = {
    serverSeconds: ((await serverTime()) - began) / SAMPLE_JOBS,
    commands: ((await info('stats', 'total_commands_processed')) - commands) / SAMPLE_JOBS,
    clientSeconds: (user + system) / 1e6 / SAMPLE_JOBS,
    logBytes: sizeBelow(join(folder, 'appendonlydir')) / SAMPLE_JOBS,
    memoryBytes: waiting / SAMPLE_JOBS,
  };
  await queue.close();
  // A worker leaves open the connection that it was given, which would try again for ever.
  for (const connection of connections) connection.disconnect();
  return cost;
}

const sizeBelow = (path: string): number =>
  readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
