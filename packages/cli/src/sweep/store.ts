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
import { join } from 'node:path';
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

export class SweepStore {
  readonly folder: string;
  readonly #results: Map<string, SweepResult>;

  private constructor(folder: string, results: Map<string, SweepResult>) {
    this.folder = folder;
    this.#results = results;
  }

  /** Opens the store of a folder, or begins one. */
  static async open(folder: string): Promise<Result<SweepStore>> {
    await mkdir(folder, { recursive: true });
    const file = join(folder, JOURNAL);
    const text = await textOf(file);
    // A process that was killed may have left half a line behind.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
    const results = new Map<string, SweepResult>();
    for (const [index, line] of whole.split('\n').entries()) {
      if (line === '') continue;
      const result = parseLine<SweepResult>(line, 'job');
      if (result === undefined)
        return failure(diagnose(messages.sweep.damagedStore(file, index + 1)));
      results.set(result.job, result);
    }
    return success(new SweepStore(folder, results));
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
    if (text === '') return failure(diagnose(messages.sweep.noStore(this.folder)));
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

/** What has been written by `add` or `plan`; `undefined` for anything else. */
function parseLine<T extends object>(line: string, key: keyof T & string): T | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isKnown = typeof value === 'object' && value !== null && key in value && 'job' in value;
    return isKnown ? (value as T) : undefined;
  } catch {
    return undefined;
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
