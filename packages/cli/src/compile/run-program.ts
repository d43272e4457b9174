/** Programs that the command calls: compilers, assemblers, disassemblers. */
import { execFile, spawnSync } from 'node:child_process';

const MOST_OUTPUT = 2 ** 28;

interface Ran {
  /** `null` where there is no such program, or a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, with a text on its standard input or none, and gives what it prints. */
export function runProgram(command: string, given: readonly string[], input?: string): Ran {
  const { status, stdout, stderr } = spawnSync(command, given, {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] } : { input }),
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}

/** The same while this process goes on with something else: several at once use several cores. */
export function runBeside(command: string, given: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      given,
      { encoding: 'utf8', maxBuffer: MOST_OUTPUT },
      (_error, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
