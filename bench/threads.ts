/** Wall time of a large launch in one thread, two, and as many as the machine has cores: results are compared byte by byte. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEPTH, type Matmul, sizesOf } from './emulate.ts';
import { shownSeconds, time, type Verdict } from './measure.ts';

/** Enough that the threads' own start is a small part. */
const WORKGROUPS = 768;

/** Among the sizes that the kernel takes. */
const STRIDE_OF_A = 3;

/** `ldscope run` of a matmul, everything executed, as it is installed. */
export function benchThreads(command: string, { name, chip, text, tile: [m, n] }: Matmul): Verdict {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-bench-'));
  const at = (file: string): string => join(folder, file);
  const rows = m * WORKGROUPS;
  const matrix = (name: string, dtype: string, shape: readonly number[], fill: string): string =>
    `  - { name: ${name}, dtype: ${dtype}, shape: [${shape.join(', ')}], fill: ${fill} }`;
  const launch = [
    `grid: [${WORKGROUPS}]`,
    'args:',
    // All rows are one: filling a large matrix with random numbers takes longer than the product, and in one thread.
    matrix('a', 'f16', [1, DEPTH], 'random'),
    matrix('b', 'f16', [DEPTH, n], 'random'),
    matrix('c', 'f32', [rows, n], 'zeros'),
    ...sizesOf(rows, n).map((size, index) => `  - { i32: ${index === STRIDE_OF_A ? 0 : size} }`),
  ];
  writeFileSync(at('kernel.s'), text);
  writeFileSync(at('launch.yaml'), `${launch.join('\n')}\n`);
  const run = (threads: number): { ms: number; result: Buffer } => {
    const ms = time(() => {
      const argv = ['run', 'kernel.s', '-l', 'launch.yaml', '-d', 'c=c.npy', '-j', `${threads}`];
      const { status, stderr } = spawnSync(process.execPath, [command, ...argv], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`run failed: ${stderr}`);
    });
    return { ms, result: readFileSync(at('c.npy')) };
  };
  const counts = [...new Set([1, 2, 4, availableParallelism()])];
  const runs = counts.map((threads) => ({ threads, ...run(threads) }));
  rmSync(folder, { recursive: true });
  const [one, two] = runs;
  const isSame = runs.every(({ result }) => one?.result.equals(result));
  return {
    name: `run ${chip} ${name}, ${WORKGROUPS} workgroups, K = ${DEPTH}`,
    measured: [
      ...runs.map(({ threads, ms }) => `${threads} threads: ${shownSeconds(ms)}`),
      isSame ? 'the same results' : 'OTHER results',
      `${availableParallelism()} cores`,
    ].join(', '),
    target: 'two threads at most 0.65 of one, the same results',
    met: isSame && one !== undefined && two !== undefined && two.ms <= 0.65 * one.ms,
  };
}
