/** The built command as a process of its own, with the processor time that it takes: other work does not count. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Ended } from './outcome.ts';

/** Prints the processor time at the end, in microseconds, on a line of its own. */
const METER =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();' +
  'process.stderr.write("\\ncpu "+(user+system)+"\\n")})';

/** Analyses one file, for some multiple of the limit at most: the machine may be busy. */
export function analyzeInProcess(
  path: string,
  options: readonly string[],
  limitSeconds: number,
): Ended {
  const bin = resolve('packages/cli/bin/ldscope.js');
  const args = ['--import', METER, bin, 'analyze', path, '-f', 'json', ...options];
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: 8000 * limitSeconds,
  });
  const cpu = /\ncpu (\d+)\n$/.exec(stderr)?.[1];
  const seconds = cpu === undefined ? (performance.now() - begin) / 1000 : Number(cpu) / 1e6;
  return { status: status ?? undefined, output: stdout, seconds };
}
