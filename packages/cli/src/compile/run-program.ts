/** Programs that the command calls: compilers, assemblers, disassemblers. */
import { spawnSync } from 'node:child_process';

const MOST_OUTPUT = 2 ** 28;

interface Ran {
  /** `null` where there is no such program, or a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, and gives what it prints. */
export function runProgram(command: string, given: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(command, given, {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
