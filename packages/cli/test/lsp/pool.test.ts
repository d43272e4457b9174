/** Threads of the built worker; skipped when it has not been built. */
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { WorkerPool } from '../../src/lsp/work/pool.ts';
import { transpose } from '../kernels.ts';

const worker = new URL('../../dist/lsp-worker.js', import.meta.url);
const built = existsSync(worker);
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const never = new AbortController().signal;
const request = (text: string) => ({
  path: '/t.mlir',
  texts: new Map([['/t.mlir', text]]),
  machine: 'gfx942',
  compiles: false,
});

/** A wave that takes seconds until it has made as many steps as it may. */
const endless = transpose
  .replace(
    'gpu.barrier',
    '%one = arith.constant 1 : index\n%many = arith.constant 1000000000 : index\nscf.for %i = %c0 to %many step %one {\nmemref.store %zero, %tile[%lane, %c0] : memref<64x64xf32, #gpu.address_space<workgroup>>\n}',
  )
  .replace('array<i32: 64, 1, 1>', 'array<i32: 1024, 1, 1>');

describe.skipIf(!built)('threads', () => {
  const pools: WorkerPool[] = [];
  const poolOf = (seconds: number, memoryMegabytes = 512): WorkerPool => {
    const pool = new WorkerPool(worker, { seconds, memoryMegabytes });
    pools.push(pool);
    return pool;
  };
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });

  it('end an endless kernel after the limit', async () => {
    const pool = poolOf(0.3);
    const ended = pool.run('analyze', request(endless), never);
    await expect(ended).rejects.toMatchObject({ reason: 'time' });
  });

  it('leave a cancelled task at once, and serve the next one meanwhile', async () => {
    const pool = poolOf(60);
    const controller = new AbortController();
    const ended = pool.run('glance', request(endless), controller.signal);
    const failed = expect(ended).rejects.toMatchObject({ reason: 'cancelled' });
    await new Promise((settle) => setTimeout(settle, 20));
    controller.abort();
    await failed;
    const [one] = await pool.run('glance', request(transpose), never);
    expect(one?.report?.totals.bankConflict).toBe(124);
    await expect(pool.run('analyze', request(transpose), controller.signal)).rejects.toMatchObject({
      reason: 'cancelled',
    });
  });

  it('end alone where they take too much memory', async () => {
    const ended = poolOf(60, 8).run('analyze', request(transpose), never);
    await expect(ended).rejects.toMatchObject({ reason: 'memory' });
  });
});
