/**
 * `npm run validate -- sweep-queue [PAIRS] [PATH ...]`: a sweep of at least a thousand kernel-machine pairs by four workers and a
 * real server, two of them killed and the server restarted, beside the same sweep by one process. As many pairs are of kernels
 * that are written for it, and those of the paths are added, all on six chips.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Main } from '../base/output.ts';
import { givenPath, inRepository } from '../base/paths.ts';
import { figuresByJob, findServer, QueueServer, sweepByBoth, writeKernels } from './by-both.ts';

const MACHINES = ['gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1201', 'sm_90'];
const DEFAULT_PAIRS = 1200;
/** A machine that others use as well takes its time. */
const MOST_SECONDS = 3600;

export const main: Main = async (args, { print, complain }) => {
  const [first = ''] = args;
  const isCount = /^\d+$/.test(first);
  const pairs = isCount ? Number(first) : DEFAULT_PAIRS;
  const paths = args.slice(isCount ? 1 : 0).map(givenPath);
  const program = findServer();
  if (program === undefined) {
    complain('redis-server is not installed');
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'ldscope-sweep-queue-'));
  const server = await QueueServer.start(program, join(folder, 'server'));
  try {
    const kernels = join(folder, 'kernels');
    const wanted = Math.ceil(pairs / MACHINES.length);
    writeKernels(kernels, wanted);
    const swept = await sweepByBoth({
      command: inRepository('packages/cli/bin/ldscope.cjs'),
      server,
      folder,
      paths: [kernels, ...paths],
      machines: MACHINES,
      seconds: MOST_SECONDS,
      workers: 4,
      kills: [0.25, 0.5],
      restart: 0.4,
    });
    const { alone, queued, aloneSeconds, queuedSeconds, peakMebibytes, killed } = swept;
    const names = new Set(queued.map(({ job }) => job));
    const isSame = isDeepStrictEqual(figuresByJob(queued), figuresByJob(alone));
    const rate = (count: number, seconds: number): string =>
      `${seconds.toFixed(1)} s, ${(count / seconds).toFixed(1)} per second`;
    const endings = [...new Set(alone.map(({ status }) => status))]
      .map((name) => `${alone.filter(({ status }) => status === name).length} ${name}`)
      .join(', ');
    print(`kernel-machine pairs       ${alone.length}: ${endings}`);
    print(`results by one process     ${alone.length} in ${rate(alone.length, aloneSeconds)}`);
    print(`results by the queue       ${queued.length} in ${rate(queued.length, queuedSeconds)}`);
    print(`jobs with exactly one      ${names.size === queued.length ? names.size : 'not all'}`);
    print(`the same by both           ${isSame ? 'yes' : 'no'}`);
    print(
      `workers                    4, ${killed} killed (SIGKILL); server killed and restarted once`,
    );
    print(
      `peak memory                sweep ${peakMebibytes[0]} MiB, worker ${peakMebibytes[1]} MiB`,
    );
    const isWhole = queued.length === alone.length && names.size === queued.length;
    return isSame && isWhole && alone.length >= wanted * MACHINES.length ? 0 : 1;
  } finally {
    await server.kill();
    await rm(folder, { recursive: true });
  }
};
