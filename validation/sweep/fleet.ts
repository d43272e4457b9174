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
import { dataFile } from '../base/paths.ts';
import type { Main } from '../base/output.ts';
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
    const lines: readonly (readonly [what: string, value: string, how: string])[] = [
      ['jobs', jobs.toLocaleString('en-US'), `${kernels} kernels x ${chips} chips`],
      [
        'seconds of a job',
        `${mean.toFixed(1)} mean; ${at(0.5)}, ${at(0.9)}, ${at(0.99)}`,
        `measured: ${seconds.length} pairs of the study, 50th, 90th and 99th of 100`,
      ],
      [
        'commands of the server per job',
        cost.commands.toFixed(0),
        `measured: ${SAMPLE_JOBS} jobs, append-only file, fsync always`,
      ],
      [
        'processor time of the server per job',
        `${(1000 * serverSeconds).toFixed(2)} ms`,
        'measured',
      ],
      [
        'most jobs per second of one server',
        Math.floor(1 / serverSeconds).toLocaleString('en-US'),
        'it has one thread',
      ],
      [
        'processor time of a client per job',
        `${(1000 * clientSeconds).toFixed(2)} ms`,
        'measured: adding, taking, publishing and collecting in one process',
      ],
      [
        'append-only file',
        gibibytes(jobs * cost.logBytes),
        `${(cost.logBytes / 1024).toFixed(1)} KiB per job, measured, before it is rewritten`,
      ],
      [
        'memory of the server, all jobs waiting',
        gibibytes(jobs * cost.memoryBytes),
        `${(cost.memoryBytes / 1024).toFixed(1)} KiB per job, measured`,
      ],
      ['journal of results', gibibytes(jobs * RESULT_BYTES), `${RESULT_BYTES} bytes per result`],
      ['time of the sweep', hours(done.seconds), `simulated, ${workers} workers of one core`],
      [
        'core hours of the workers',
        Math.round(done.workSeconds / 3600).toLocaleString('en-US'),
        'simulated',
      ],
      ['jobs per second', (jobs / done.seconds).toFixed(1), 'simulated'],
      ['workers at work', percent(done.workSeconds / (done.seconds * fleet.workers)), 'simulated'],
      ['server at work', percent((jobs * serverSeconds) / done.seconds), 'simulated'],
      [
        'workers that one server keeps at work',
        Math.floor(mean / serverSeconds).toLocaleString('en-US'),
        'mean job by processor time of the server',
      ],
    ];
    print('| what | value | from |');
    print('| --- | ---: | --- |');
    for (const line of lines) print(`| ${line.join(' | ')} |`);
    return 0;
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true });
  }
};

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`;
const hours = (seconds: number): string => `${(seconds / 3600).toFixed(2)} h`;
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
