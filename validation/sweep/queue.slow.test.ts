/** A sweep by a queue on a real server: workers are killed and the server is restarted, and each job has its one result. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, loadPackages, serverOf } from '../../packages/cli/src/sweep/connection.ts';
import { nodeIo } from '../../packages/cli/src/node/node-io.ts';
import { buildCommand } from '../../packages/cli/test/built-command.ts';
import { ldscope } from '../../packages/cli/test/fake-io.ts';
import {
  figuresByJob,
  findServer,
  QueueServer,
  sweepByBoth,
  until,
  writeKernels,
} from './by-both.ts';

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

  it('is left by a worker and a sweep when it is gone for good', { timeout: 120_000 }, async () => {
    const command = await buildCommand();
    const own = await QueueServer.start(program ?? '', join(folder, 'gone'));
    const kernels = join(folder, 'gone-kernels');
    writeKernels(kernels, 1);
    const start = (...words: string[]) => {
      const child = spawn(
        process.execPath,
        [command, ...words, '--queue', own.url, '--queue-wait', '2', '-j', '1'],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      let stderr = '';
      const ended = new Promise<string>((settle) =>
        child.once('close', (code) => settle(`${code} ${stderr}`)),
      );
      const begun = new Promise<void>((settle) =>
        child.stderr.on('data', (text: Buffer) => {
          stderr += text.toString();
          settle();
        }),
      );
      return { ended, begun };
    };
    const worker = start('worker');
    await worker.begun;
    await own.kill();
    expect(await worker.ended).toMatch(/^1 [^]*error sweep\/server-gone/);
    // Nobody does the job of this one.
    own.begin();
    const sweep = start('sweep', kernels, '-m', 'gfx942', '--store', join(folder, 'gone-store'));
    const isPlanned = (): boolean => existsSync(join(folder, 'gone-store', 'queue-name'));
    await until('planning', isPlanned, 60);
    await own.kill();
    expect(await sweep.ended).toMatch(/^1 [^]*error sweep\/server-gone/);
  });

  it('has one result for each job, whoever is killed', { timeout: 300_000 }, async () => {
    const command = await buildCommand();
    const kernels = join(folder, 'kernels');
    writeKernels(kernels, 12);
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
    expect(swept.alone.length).toBe(26);
    expect(swept.queued.length).toBe(26);
    expect(figuresByJob(swept.queued)).toEqual(figuresByJob(swept.alone));
    expect(swept.printed).not.toContain('secret');
    // Nothing is left on the server but its own bookkeeping.
    const packages = await loadPackages();
    const given = await serverOf(nodeIo(), { queue: server.url });
    if ('code' in packages || 'code' in given) throw new Error('not opened');
    const connection = await connect(packages, given);
    if ('code' in connection) throw new Error(connection.message);
    const { redis, end } = connection;
    const keys = await redis.keys('ldscope:*');
    end();
    expect(keys.filter((key) => /:(?:results|done|failed|wait|active)\b/.test(key))).toEqual([]);
  });
});
