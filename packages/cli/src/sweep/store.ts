/**
 * The folder of a sweep: what is to be done, and what was found. Results are appended to a journal, a line each, so that a
 * sweep that ends in the middle goes on where it was; a data base and a table for other programs are made of them.
 *
 *     jobs.jsonl        the jobs of the last sweep, and what has none, with its reason
 *     results.jsonl     results by the hash of their job, also of earlier sweeps; of several the last holds
 *     results.duckdb    table `results`, made of both
 *     results.parquet   the same
 */
import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  messages,
  type Result,
  diagnose,
  failure,
  success,
  sweepReport,
  type SweepReport,
  type SweepResult,
  type SweepRow,
} from '@ldscope/core';
import type { SweepJob } from '@ldscope/engine';
import { lockStore, type StoreLock } from './lock.ts';

export class SweepStore {
  readonly folder: string;
  readonly #results: Map<string, SweepResult>;
  readonly #lock: StoreLock | undefined;

  private constructor(
    folder: string,
    results: Map<string, SweepResult>,
    lock: StoreLock | undefined,
  ) {
    this.folder = folder;
    this.#results = results;
    this.#lock = lock;
  }

  /** Opens the store of a folder to be written by one sweep, or begins one; `close` lets others in. */
  static async begin(folder: string): Promise<Result<SweepStore>> {
    await makeFolder(folder);
    const lock = lockStore(folder);
    if ('code' in lock) return failure(diagnose(lock));
    const opened = await SweepStore.#read(folder, lock);
    if (!opened.ok) lock.release();
    return opened;
  }

  /** Opens the store of a folder to be read; a sweep may be writing into it. */
  static async open(folder: string): Promise<Result<SweepStore>> {
    return await SweepStore.#read(folder);
  }

  static async #read(folder: string, lock?: StoreLock): Promise<Result<SweepStore>> {
    const file = join(folder, JOURNAL);
    const text = await textOf(file);
    // A process that was killed may have left half a line behind, and one that is writing has not written all of it.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (lock !== undefined && whole.length < text.length)
      await truncate(file, Buffer.byteLength(whole));
    const results = new Map<string, SweepResult>();
    for (const [index, line] of whole.split('\n').entries()) {
      if (line === '') continue;
      const result = parseLine<SweepResult>(line, 'job');
      if (result === undefined)
        return failure(diagnose(messages.sweep.damagedStore(file, index + 1)));
      results.set(result.job, result);
    }
    return success(new SweepStore(folder, results, lock));
  }

  close(): void {
    this.#lock?.release();
  }

  resultOf(job: string): SweepResult | undefined {
    return this.#results.get(job);
  }

  /** Keeps a result for good: it is on the disk when this returns. */
  add(result: SweepResult): void {
    this.#results.set(result.job, result);
    appendFileSync(join(this.folder, JOURNAL), `${JSON.stringify(result)}\n`);
  }

  /** Writes what the journal has through to the disk itself. */
  sync(): void {
    const file = openSync(join(this.folder, JOURNAL), 'a');
    fsyncSync(file);
    closeSync(file);
  }

  /** Keeps what is to be done. */
  async plan(jobs: readonly SweepJob[], failed: readonly SweepRow[]): Promise<void> {
    const lines = [...jobs, ...failed].map((one) => `${JSON.stringify(one)}\n`);
    const file = join(this.folder, JOBS);
    await writeFile(`${file}.new`, lines.join(''));
    await rename(`${file}.new`, file);
  }

  /** The rows of the last plan. */
  async report(): Promise<Result<SweepReport>> {
    const file = join(this.folder, JOBS);
    const text = await textOf(file);
    const rows: SweepRow[] = [];
    let pending = 0;
    for (const [index, line] of text.split('\n').entries()) {
      if (line === '') continue;
      const one = parseLine<SweepJob | SweepRow>(line, 'file');
      if (one === undefined) return failure(diagnose(messages.sweep.damagedStore(file, index + 1)));
      if ('status' in one) rows.push(one);
      else {
        const result = this.#results.get(one.job);
        if (result === undefined) pending++;
        else rows.push(rowOf(one, result));
      }
    }
    return success(sweepReport(rows, pending));
  }

  /** True where a file that is made of the results is older than they are. */
  async isNewerThan(name: string): Promise<boolean> {
    const made = await modified(join(this.folder, name));
    const [jobs, journal] = await Promise.all(
      [JOBS, JOURNAL].map((source) => modified(join(this.folder, source))),
    );
    return made <= Math.max(jobs ?? 0, journal ?? 0);
  }
}

const JOBS = 'jobs.jsonl';
const JOURNAL = 'results.jsonl';

function rowOf(
  { file, part, kernel, machine, launch, model }: SweepJob,
  result: SweepResult,
): SweepRow {
  return { file, part, kernel, machine, launch, model, ...result };
}

/** A line that `add` or `plan` has written; `undefined` for anything else. */
function parseLine<T extends object>(line: string, key: keyof T & string): T | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isKnown = typeof value === 'object' && value !== null && key in value && 'job' in value;
    return isKnown ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a folder and those that it is in. Node's own way does not end where a file system refuses new folders (`/proc`). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await mkdir(path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

async function modified(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}
