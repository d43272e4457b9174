/**
 * Results as a table of DuckDB, for SQL, and as Parquet, for everything else. The package is optional: without it the journal
 * has the same.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnose, failure, messages, type Result, success, type SweepRow } from '@ldscope/core';

/** Columns with their types, in the order of a row. */
const COLUMNS: Readonly<Record<keyof SweepRow, 'VARCHAR' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN'>> = {
  file: 'VARCHAR',
  part: 'BIGINT',
  kernel: 'VARCHAR',
  title: 'VARCHAR',
  language: 'VARCHAR',
  machine: 'VARCHAR',
  chip: 'VARCHAR',
  model: 'VARCHAR',
  countedBy: 'VARCHAR',
  launch: 'VARCHAR',
  status: 'VARCHAR',
  code: 'VARCHAR',
  reason: 'VARCHAR',
  workgroups: 'BIGINT',
  launched: 'BIGINT',
  waves: 'BIGINT',
  ldsBytes: 'BIGINT',
  sites: 'BIGINT',
  conflictSites: 'BIGINT',
  cycles: 'BIGINT',
  conflictCycles: 'BIGINT',
  ways: 'BIGINT',
  worstSite: 'VARCHAR',
  worstOp: 'VARCHAR',
  worstPlace: 'VARCHAR',
  cause: 'VARCHAR',
  causeBytes: 'BIGINT',
  hazards: 'BIGINT',
  disputed: 'BOOLEAN',
  layout: 'VARCHAR',
  searchedCycles: 'BIGINT',
  remainingCycles: 'BIGINT',
  timeCycles: 'DOUBLE',
  timeWithoutConflicts: 'DOUBLE',
  seconds: 'DOUBLE',
  job: 'VARCHAR',
};

const PACKAGE = '@duckdb/node-api';
export const DATA_BASE = 'results.duckdb';
const PARQUET = 'results.parquet';

async function load() {
  try {
    return await import('@duckdb/node-api');
  } catch {
    return undefined;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Makes both files of the rows; false where the package is absent. */
export async function writeTables(folder: string, rows: readonly SweepRow[]): Promise<boolean> {
  const duckdb = await load();
  if (duckdb === undefined) return false;
  const lines = join(folder, 'rows.jsonl.new');
  const made = join(folder, `${DATA_BASE}.new`);
  const table = join(folder, `${PARQUET}.new`);
  await writeFile(lines, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  try {
    await rm(made, { force: true });
    const instance = await duckdb.DuckDBInstance.create(made);
    const connection = await instance.connect();
    const columns = Object.entries(COLUMNS).map(([name, type]) => `${name}: ${quoted(type)}`);
    await connection.run(
      `CREATE TABLE results AS SELECT * FROM read_json(${quoted(lines)}, format = 'newline_delimited', maximum_object_size = 67108864, columns = {${columns.join(', ')}})`,
    );
    await connection.run(`COPY results TO ${quoted(table)} (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    await rename(made, join(folder, DATA_BASE));
    await rename(table, join(folder, PARQUET));
  } finally {
    await rm(lines, { force: true });
  }
  return true;
}

const READ_ONLY = {
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  lock_configuration: 'true',
} as const;

const TABLES = "SELECT 1 FROM duckdb_tables() WHERE table_name = 'results'";

/** How DuckDB's errors begin that are about its file, not about a query. */
const DAMAGED = /^(?:IO|FATAL|INTERNAL|Serialization) Error/i;

export interface Answered {
  readonly columns: readonly string[];
  /** Values as JSON has them. */
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * The answer of one query over the table. The data base is opened to be read only, and the query has no way to other files,
 * extensions or the network. `damaged` where the file is not as it was written.
 */
export async function query(folder: string, sql: string): Promise<Result<Answered> | 'damaged'> {
  const duckdb = await load();
  if (duckdb === undefined) return failure(diagnose(messages.sweep.noPackage(PACKAGE, 'SQL')));
  const file = join(folder, DATA_BASE);
  const instance = await duckdb.DuckDBInstance.create(file, READ_ONLY).catch(() => undefined);
  if (instance === undefined) return 'damaged';
  const connection = await instance.connect();
  try {
    // An empty file is a data base without tables.
    if ((await connection.runAndReadAll(TABLES)).getRowsJson().length === 0) return 'damaged';
    const reader = await connection.runAndReadAll(sql);
    return success({ columns: reader.columnNames(), rows: reader.getRowsJson() });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (DAMAGED.test(problem)) return 'damaged';
    return failure(diagnose(messages.sweep.sql(problem.split('\n')[0] ?? problem)));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
