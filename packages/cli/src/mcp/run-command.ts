/**
 * Runs a command of ldscope for an agent: in a process of its own, confined to some folders, with bounds on time, memory and
 * output. A kernel that never ends, or that takes all memory, ends that process alone.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CONFINED } from '../system/confinement.ts';

export interface CommandRequest {
  readonly argv: readonly string[];
  /** The text that `-` reads. */
  readonly input?: string | undefined;
  /** Folders that may be read. */
  readonly roots: readonly string[];
  /** The option of a file to write, which comes back as text. */
  readonly output?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The text that was written. */
  readonly output?: string | undefined;
  /** Why it was ended before it was done. */
  readonly problem?: string | undefined;
}

export type RunCommand = (request: CommandRequest) => Promise<CommandResult>;

export interface CommandLimits {
  readonly seconds: number;
  readonly memoryMegabytes: number;
  readonly outputBytes: number;
}

export const defaultLimits: CommandLimits = {
  seconds: 60,
  memoryMegabytes: 2048,
  outputBytes: 2 ** 25,
};

/** Runs commands of the program at a path. */
export function commandsOf(
  program: string,
  limits: CommandLimits = defaultLimits,
  compiles = false,
): RunCommand {
  return async ({ argv, input = '', roots, output, signal }) => {
    const out = await mkdtemp(join(tmpdir(), 'ldscope-mcp-'));
    try {
      const file = join(out, 'kernel');
      const words = output === undefined ? argv : [...argv, output, file];
      const ended = await execute(program, words, input, { roots, out, compiles, limits, signal });
      const written =
        output === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
      return { ...ended, output: written };
    } finally {
      await rm(out, { recursive: true, force: true });
    }
  };
}

interface Execution {
  readonly roots: readonly string[];
  readonly out: string;
  readonly compiles: boolean;
  readonly limits: CommandLimits;
  readonly signal?: AbortSignal | undefined;
}

function execute(
  program: string,
  argv: readonly string[],
  input: string,
  { roots, out, compiles, limits, signal }: Execution,
): Promise<CommandResult> {
  const { seconds, memoryMegabytes, outputBytes } = limits;
  return new Promise((settle) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${memoryMegabytes}`, program, ...argv],
      {
        env: {
          ...process.env,
          [CONFINED]: JSON.stringify({ roots, out, compiles }),
          NO_COLOR: '1',
        },
        // Paths of a client are relative to the first folder that it names.
        cwd: roots[0] ?? out,
        // A compiler that the command starts ends with it.
        detached: process.platform !== 'win32',
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    let problem: string | undefined;
    const texts = { stdout: '', stderr: '' };
    let bytes = 0;
    const end = (reason: string): void => {
      problem ??= reason;
      kill(child.pid);
    };
    const timer = setTimeout(() => end(`it took more than ${seconds} s`), seconds * 1000);
    const cancel = (): void => end('it was cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        bytes += text.length;
        if (bytes > outputBytes) end(`it printed more than ${outputBytes / 2 ** 20} MiB`);
        else texts[name] += text;
      });
    }
    const settled = (code: number): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      settle({ code, ...texts, problem });
    };
    child.on('error', (error) => {
      problem ??= error.message;
      settled(2);
    });
    child.on('close', (code) => {
      // Out of memory, node ends by a signal.
      if (code === null) problem ??= `it took more than ${memoryMegabytes} MiB of memory`;
      settled(code ?? 2);
    });
    // A command that reads no input closes the pipe.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
