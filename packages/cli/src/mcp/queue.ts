/**
 * Commands of all clients, as many at once as this machine bears: others wait in the order in which they came.
 *
 *     width 2, waiting 3     calls 1 2 run, 3 4 5 wait, 6 is refused
 *
 * Agents start calls without counting them, and each may take the memory of its limit.
 */
import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';
import type { CommandRequest, CommandResult, RunCommand } from './run-command.ts';

export interface QueueLimits {
  /** Commands at once. */
  readonly width: number;
  /** Most commands that wait. */
  readonly waiting: number;
}

/** A command that may have to wait. */
export type RunQueued = (
  request: CommandRequest & {
    /** Told how many calls are before this one, each time that it changes. */
    readonly onWait?: ((before: number) => void) | undefined;
  },
) => Promise<CommandResult>;

/** Share of the memory that all commands together may take. */
const MEMORY_SHARE = 0.75;

/** As many as there are cores, and as fit into the memory with what each may take. */
export function usualWidth(
  memoryMegabytes: number,
  cores = availableParallelism(),
  machineMegabytes = memoryOfMachine(),
): number {
  const fitting = Math.floor((MEMORY_SHARE * machineMegabytes) / memoryMegabytes);
  return Math.max(1, Math.min(cores, fitting));
}

function memoryOfMachine(): number {
  // In a container that of its limit, where it has one.
  const limit = process.constrainedMemory();
  const bytes = limit > 0 && limit < totalmem() ? limit : totalmem();
  return bytes / 2 ** 20;
}

interface Waiting {
  readonly start: () => void;
  readonly onWait: ((before: number) => void) | undefined;
}

/** Runs at most `width` calls at once; beyond `waiting` calls in the queue, another is refused at once. */
export function queued(run: RunCommand, { width, waiting }: QueueLimits): RunQueued {
  let running = 0;
  const line: Waiting[] = [];
  const tell = (): void => {
    for (const [before, { onWait }] of line.entries()) onWait?.(before);
  };
  const turn = async (
    signal: AbortSignal | undefined,
    onWait: Waiting['onWait'],
  ): Promise<boolean> => {
    if (running < width) {
      running += 1;
      return true;
    }
    return await new Promise<boolean>((settle) => {
      const own: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          settle(true);
        },
        onWait,
      };
      const leave = (): void => {
        line.splice(line.indexOf(own), 1);
        settle(false);
        tell();
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(own);
      onWait?.(line.length - 1);
    });
  };
  return async ({ onWait, ...request }) => {
    const { signal } = request;
    if (signal?.aborted === true) return cancelled;
    if (running >= width && line.length >= waiting) return refused(width, line.length);
    if (!(await turn(signal, onWait))) return cancelled;
    try {
      return await run(request);
    } finally {
      const next = line.shift();
      // The place of this one goes to the next.
      if (next === undefined) running -= 1;
      else next.start();
      tell();
    }
  };
}

const cancelled: CommandResult = { code: 2, stdout: '', stderr: '', problem: 'it was cancelled' };

const refused = (width: number, waiting: number): CommandResult => ({
  code: 2,
  stdout: '',
  stderr: `too many calls at once: ${width} run and ${waiting} wait; call again when one of them is done`,
});
