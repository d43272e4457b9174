/** Runs tests with a fault in one module, each in a process of its own, and tells whether they notice it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Happening, Mutant } from './plugin.ts';

export type Verdict =
  /** A test failed; `endless` when it was stopped inside one. */
  | { readonly kind: 'killed'; readonly by: string; readonly endless?: boolean }
  | { readonly kind: 'survived'; readonly tests: readonly string[] }
  /** TypeScript does not compile it. */
  | { readonly kind: 'refused' }
  /** No test executes the place. */
  | { readonly kind: 'not reached' }
  /** It was stopped, but not inside a test. */
  | { readonly kind: 'timed out' };

interface Run {
  readonly happenings: readonly Happening[];
  readonly isStopped: boolean;
  readonly output: string;
}

/** Not in `.build`, which every build of the tools empties. */
export const folder = resolve('node_modules/.cache/mutants');
/** Seconds of the processor until Vitest begins, and what tests take beside those that were measured. */
const START_SECONDS = 20;
const LOOK_SECONDS = 2;

function happeningsOf(output: string): Happening[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"event":'))
    .map((line): Happening => JSON.parse(line));
}

/** `1-02:03:04` or `2:03` in seconds. */
const secondsOf = (time: string): number =>
  time.split(/[-:]/).reduce((sum, part, i, { length }) => {
    const unit = [1, 60, 3600, 86_400][length - 1 - i] ?? 0;
    return sum + unit * Number(part);
  }, 0);

/** Seconds of the processor that a group of processes has taken, which do not grow while others are busy. */
function processorSeconds(group: number): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=', '-o', 'time='], { encoding: 'utf8' });
  return stdout.split('\n').reduce((sum, line) => {
    const [own, time = ''] = line.trim().split(/\s+/);
    return own === `${group}` ? sum + secondsOf(time) : sum;
  }, 0);
}

/** Runs Vitest on the tests of a mutant, and stops it after some seconds of the processor. */
export function runVitest(
  mutant: Mutant,
  seconds: number,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${process.hrtime.bigint()}.json`);
  writeFileSync(file, JSON.stringify(mutant));
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=node',
      '--project=isolated',
      '--project=slow',
      ...args,
      ...(mutant.tests ?? []),
    ],
    {
      env: { FUZZ_SHARE: '0.1', ...process.env, MUTANT: file, ...environment },
      // A group of its own, so that its workers stop with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const add = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  let isStopped = false;
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setInterval(() => {
    if (child.pid === undefined || processorSeconds(child.pid) < seconds) return;
    isStopped = true;
    stop();
  }, LOOK_SECONDS * 1000);
  process.once('SIGINT', stop);
  return new Promise((done) => {
    child.on('close', () => {
      clearInterval(timer);
      process.off('SIGINT', stop);
      rmSync(file, { force: true });
      done({ happenings: happeningsOf(output), isStopped, output });
    });
  });
}

/** The file whose tests began and did not end. */
function openFile(happenings: readonly Happening[]): string | undefined {
  const ended = new Set(happenings.flatMap((one) => (one.event === 'end' ? [one.path] : [])));
  const begun = happenings.flatMap((one) => (one.event === 'begin' ? [one.path] : []));
  return begun.findLast((path) => !ended.has(path));
}

/** Whether tests that take `seconds` without a fault fail with it. Throws where Vitest itself fails. */
export async function judge(mutant: Mutant, seconds: number): Promise<Verdict> {
  if (mutant.tests?.length === 0) return { kind: 'not reached' };
  const args = ['--bail', '1', '--maxWorkers', '1'];
  const { happenings, isStopped, output } = await runVitest(
    mutant,
    START_SECONDS + 2 * seconds,
    args,
  );
  const done = happenings.find(({ event }) => event === 'done');
  if (done?.event === 'done') {
    if (done.failed !== undefined) return { kind: 'killed', by: done.failed };
    const [error] = done.errors;
    if (error !== undefined) return { kind: 'killed', by: error };
    const { tests = [] } = mutant;
    const ended = new Set(happenings.flatMap((one) => (one.event === 'end' ? [one.path] : [])));
    const missing = tests.filter((test) => !ended.has(test));
    if (missing.length > 0) throw new Error(`Vitest did not run ${missing.join(', ')}:\n${output}`);
    return { kind: 'survived', tests };
  }
  if (!isStopped) throw new Error(`Vitest ended without a result:\n${output}`);
  const path = openFile(happenings);
  return path === undefined ? { kind: 'timed out' } : { kind: 'killed', by: path, endless: true };
}
