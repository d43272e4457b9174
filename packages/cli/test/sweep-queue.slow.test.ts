/** A sweep by a queue on a real server: workers are killed and the server is restarted, and each job has its one result. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, loadPackages, serverOf } from '../src/sweep/connection.ts';
import { nodeIo } from '../src/node-io.ts';
import { buildCommand } from './built-command.ts';
import { ldscope } from './fake-io.ts';
import {
  figuresByJob,
  findServer,
  QueueServer,
  sweepByBoth,
  writeKernels,
} from '../../../validation/sweep/by-both.ts';

const program = findServer();
if (program === undefined) console.log('skipped: redis-server is not installed');
const folder = mkdtempSync(join(tmpdir(), 'ldscope-queue-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the address of a server', () => {
  it.each(['nonsense', 'http://queue', 'redis://queue/x', ''])('is not %s', async (queue) => {
    expect(await serverOf(nodeIo(), { queue })).toMatchObject({ code: 'sweep/queue' });
  });

  it('has what access control and TLS need', async () => {
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, 'certificate');
    const env = { LDSCOPE_QUEUE_USERNAME: 'me', LDSCOPE_QUEUE_PASSWORD: 'p' };
    expect(await serverOf({ ...nodeIo(), env }, { queue: 'redis://queue' })).toEqual({
      host: 'queue',
      port: 6379,
      db: 0,
      username: 'me',
      password: 'p',
    });
    const queue = 'rediss://you:q%40@[::1]:6380/2';
    expect(await serverOf({ ...nodeIo(), env }, { queue, queueCa: ca })).toEqual({
      host: '::1',
      port: 6380,
      db: 2,
      username: 'you',
      password: 'q@',
      tls: { ca: 'certificate' },
    });
    expect(await serverOf(nodeIo(), { queue: 'redis://queue', queueCa: ca })).toMatchObject({
      code: 'sweep/queue',
    });
  });
});

describe.skipIf(program === undefined)('a queue', () => {
  let server: QueueServer;
  beforeAll(async () => {
    server = await QueueServer.start(program ?? '', join(folder, 'server'));
  });
  afterAll(() => server.kill());

  it('is not opened with a wrong password, which nobody gets to see', async () => {
    const url = server.url.replace('secret', 'hunter2');
    const { code, stderr } = await ldscope(['worker', '--queue', url]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('WRONGPASS')]);
    expect(stderr).not.toContain('hunter2');
  });

  it('has one result for each job, whoever is killed', { timeout: 300_000 }, async () => {
    const command = await buildCommand();
    const kernels = join(folder, 'kernels');
    writeKernels(kernels, 24);
    // One that nobody can read is a row like any other.
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'broken.mlir'), 'func.func @broken( {');
    copyFileSync(join(kernels, 'walk-0.mlir'), join(folder, 'more', 'again.mlir'));
    const swept = await sweepByBoth({
      command,
      server,
      folder,
      seconds: 240,
      workers: 2,
      paths: [kernels, join(folder, 'more')],
      machines: ['gfx942', 'gfx950'],
      kills: [0.1, 0.4],
      restart: 0.6,
    });
    expect(swept.alone.length).toBe(50);
    expect(swept.queued.length).toBe(50);
    expect(figuresByJob(swept.queued)).toEqual(figuresByJob(swept.alone));
    expect(swept.printed).not.toContain('secret');
    // Nothing is left on the server but its own bookkeeping.
    const packages = await loadPackages();
    const given = await serverOf(nodeIo(), { queue: server.url });
    if ('code' in packages || 'code' in given) throw new Error('not opened');
    const redis = await connect(packages, given);
    if ('code' in redis) throw new Error(redis.message);
    const keys = await redis.keys('ldscope:*');
    redis.disconnect();
    expect(keys.filter((key) => /:(?:results|done|failed|wait|active)\b/.test(key))).toEqual([]);
  });
});
