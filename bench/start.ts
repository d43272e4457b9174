/** What a user waits for a command in a new process, as it is installed, with an empty Node after each run of it. */
import { spawnSync } from 'node:child_process';
import { median, time, type Verdict } from './measure.ts';

/**
 * Without NODE_EXTRA_CA_CERTS: where it is set, as on machines behind a proxy, Node reads those certificates before it runs anything.
 * That takes longer than an empty Node and hides what ours takes.
 */
function run(args: readonly string[]): number {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return time(() => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  });
}

/** Wall times in milliseconds. The first run is not counted: it leaves compiled code to those after it. */
function timesOf(count: number, args: readonly string[]) {
  run(args);
  const pairs = Array.from({ length: count }, () => ({ ours: run(args), node: run(['-e', '0']) }));
  const [ours, node, more] = [
    median(pairs.map((pair) => pair.ours)),
    median(pairs.map((pair) => pair.node)),
    median(pairs.map((pair) => pair.ours - pair.node)),
  ];
  const ratio = median(pairs.map((pair) => pair.ours / pair.node));
  const measured =
    `${ours.toFixed(0)} ms wall time, an empty node ${node.toFixed(0)} ms: ` +
    `${more.toFixed(0)} ms more, ratio ${ratio.toFixed(2)}`;
  return { ours, ratio, measured };
}

/** `ldscope machine`: the shortest answer that needs more than the options. */
export function benchMachine(command: string): Verdict {
  const { ratio, measured } = timesOf(15, [command, 'machine', 'gfx950']);
  return {
    name: 'ldscope machine gfx950, a new process',
    measured,
    target: 'at most 1.5 of an empty node',
    met: ratio <= 1.5,
  };
}

const ANALYZE_MS = 300;

/** `ldscope analyze` of a kernel: reading our code, executing the kernel in code that is still cold, the report. */
export function benchAnalyze(command: string, name: string, file: string): Verdict {
  const { ours, measured } = timesOf(7, [command, 'analyze', file, '--machine', 'gfx950']);
  return {
    name: `ldscope analyze of ${name}, a new process`,
    measured,
    target: `at most ${ANALYZE_MS} ms wall time`,
    met: ours <= ANALYZE_MS,
  };
}
