import type { Message } from '../diagnostic.ts';
import { error, note, warning } from './message.ts';

/** Sweeps over libraries: their jobs, their store, and the queue between machines. */
export const sweep = {
  noPaths: (): Message =>
    error('sweep/no-paths', 'no files are given', 'name files, folders or globs'),
  nothing: (paths: readonly string[]): Message =>
    error(
      'sweep/nothing',
      `no kernel is found in ${paths.join(', ')}`,
      'name files, folders or globs with kernels',
    ),
  changed: (file: string): Message =>
    error(
      'sweep/changed',
      `${file} is not what it was when the job was made`,
      'run the sweep again; with a queue, every worker reads the same files',
    ),
  time: (seconds: number): Message =>
    error(
      'sweep/time',
      `it took more than ${seconds} s`,
      'raise the limit with --seconds, and do the job again with --retry',
    ),
  memory: (megabytes: number): Message =>
    error(
      'sweep/memory',
      `it took more than ${megabytes} MiB of memory`,
      'raise the limit with --memory, and do the job again with --retry',
    ),
  crashed: (problem: string): Message =>
    error(
      'sweep/crashed',
      `ldscope ended: ${problem}`,
      'analyze the kernel alone, and report this as a bug of ldscope',
    ),
  noStore: (folder: string): Message =>
    error(
      'sweep/no-store',
      `there is no sweep in ${folder}`,
      'run ldscope sweep PATHS first, or name its folder with --store',
    ),
  storeUnwritable: (folder: string, reason: string): Message =>
    error(
      'sweep/store-unwritable',
      `results cannot be kept in ${folder}: ${reason}`,
      'make room, or name another folder with --store; the same command goes on with what was kept',
    ),
  inUse: (folder: string, pid: string, host: string, file: string): Message =>
    error(
      'sweep/in-use',
      `another sweep writes into ${folder}: process ${pid || '?'} of ${host || '?'}`,
      `wait for it, or give another --store; if it is gone, remove ${file}`,
    ),
  damagedTable: (file: string): Message =>
    warning(
      'sweep/damaged-table',
      `${file} is not a data base: it is made again from the results`,
      'nothing is lost: the results are in results.jsonl beside it',
    ),
  damagedStore: (file: string, line: number): Message =>
    error(
      'sweep/damaged-store',
      `line ${line} of ${file} is not a result of a sweep`,
      'remove the line, or the file to begin again',
    ),
  noPackage: (name: string, what: string): Message =>
    error(
      'sweep/no-package',
      `${what} needs the package ${name}, which is not installed`,
      `install it: npm install ${name}`,
    ),
  noTables: (): Message =>
    note(
      'sweep/no-tables',
      'results.duckdb and results.parquet are not written: the package @duckdb/node-api is not installed',
      'install it: npm install @duckdb/node-api; results.jsonl has the same',
    ),
  tablesFailed: (problem: string): Message =>
    note(
      'sweep/no-tables',
      `results.duckdb and results.parquet are not written: ${problem}`,
      'results.jsonl has the same; ldscope sweep sql makes them again',
    ),
  sql: (problem: string): Message =>
    error(
      'sweep/sql',
      problem,
      'give one SELECT over the table results: its columns are listed by DESCRIBE results',
    ),
  queue: (problem: string): Message =>
    error(
      'sweep/queue',
      `the queue cannot be used: ${problem}`,
      'give the address of a Redis or Valkey server: redis://host:6379, or rediss:// for TLS',
    ),
  serverGone: (seconds: number): Message =>
    error(
      'sweep/server-gone',
      `the server of the queue has not answered for ${seconds} s`,
      'start it again with its append-only file, then the sweep and its workers; --queue-wait sets how long they wait',
    ),
  parked: (times: number, problem: string): Message =>
    error(
      'sweep/parked',
      `it was given up after ${times} attempts: ${problem}`,
      'analyze the kernel alone to see why',
    ),
};
