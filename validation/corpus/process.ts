/** The built command as a process of its own, with the processor time that it takes: other work does not count. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { askedLaunch, type Ended, type Outcome, outcomeOf } from './outcome.ts';

/** Prints the processor time at the end, in microseconds, on a line of its own. */
const METER =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();' +
  'process.stderr.write("\\ncpu "+(user+system)+"\\n")})';

/** Analyses one file; where the report asks for the block, once more with the one that its hint gives. */
export function analyzeInProcess(
  path: string,
  file: string,
  options: readonly string[],
  limitSeconds: number,
): Outcome {
  const first = ended(path, options, limitSeconds);
  const launch = askedLaunch(first);
  if (launch === undefined) return outcomeOf(file, first);
  return { ...outcomeOf(file, ended(path, ['-l', launch, ...options], limitSeconds)), launch };
}

/** Runs the command, for some multiple of the limit at most: the machine may be busy. */
function ended(path: string, options: readonly string[], limitSeconds: number): Ended {
  const bin = resolve('packages/cli/bin/ldscope.cjs');
  const flags = compileFlags(path);
  const given = flags.length > 0 && !options.includes('--') ? [...options, '--'] : options;
  const args = ['--import', METER, bin, 'analyze', path, '-f', 'json', ...given, ...flags];
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: dirname(path),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: 8000 * limitSeconds,
  });
  const cpu = /\ncpu (\d+)\n$/.exec(stderr)?.[1];
  const seconds = cpu === undefined ? (performance.now() - begin) / 1000 : Number(cpu) / 1e6;
  return { status: status ?? undefined, output: stdout, seconds };
}

/** The flags of a source's compiler: the lines of `compile_flags.txt` beside it, as clang's tools read them. */
function compileFlags(path: string): readonly string[] {
  if (!/\.(?:hip|cu|cpp|cl)$/.test(path)) return [];
  try {
    const text = readFileSync(join(dirname(path), 'compile_flags.txt'), 'utf8');
    return text.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}
