/**
 * One sweep at a time writes into a store: a file with the process that does. It goes when the sweep ends; what a process that was
 * killed has left behind is taken over where it can be seen that it is gone, on the same machine.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Message, messages } from '@ldscope/core';

const LOCK = 'sweep.lock';

export interface StoreLock {
  release(): void;
}

/** Takes the lock of a folder, or says who has it. */
export function lockStore(folder: string): StoreLock | Message {
  const file = join(folder, LOCK);
  const own = `${process.pid} ${hostname()}\n`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const [pid = '', host = ''] = textOf(file).trim().split(' ');
    const isGone = host === hostname() && !isRunning(Number(pid));
    if (!isGone || attempt > 0) return messages.sweep.inUse(folder, pid, host, file);
    rmSync(file, { force: true });
  }
}

/** Empty where it has gone meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A process of another user is one that must not be asked. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
