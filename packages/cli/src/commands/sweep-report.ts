/** `ldscope sweep report` and `ldscope sweep sql`: what a sweep found, as a ranked list and as a table to query. */
import { join } from 'node:path';
import { diagnose, type Diagnostic, messages, placeDiagnostics } from '@ldscope/core';
import { saySweep, sweepJson, writeText } from '@ldscope/render';
import { documentText } from '../answer/document.ts';
import { deliver, exitCode, printDiagnostics } from '../answer/failure.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import { type Answered, DATA_BASE, query, writeTables } from '../sweep/data-base.ts';
import { SweepStore } from '../sweep/store.ts';
import { pageOf } from '../answer/terminal.ts';
import type { SweepReportOptions, SweepSqlOptions } from '../options/commands.ts';

/** Rows that a reader of each format goes through. */
const MOST = { text: 30, markdown: 50, html: 5000 } as const;

function refuse(io: Io, diagnostics: readonly Diagnostic[]): number {
  printDiagnostics(io, placeDiagnostics(diagnostics, ''));
  return exitCode.wrong;
}

/** Opens the store of a folder that has one. */
async function openStore(io: Io, folder: string): ReturnType<typeof SweepStore.open> {
  const inside = (await io.readFolder(folder)) ?? [];
  return inside.includes('jobs.jsonl')
    ? await SweepStore.open(folder)
    : { ok: false, diagnostics: [diagnose(messages.sweep.noStore(folder))] };
}

/** The ranked list. */
export async function sweepReportCommand(
  io: Io,
  { store: folder, format, output, most }: SweepReportOptions,
): Promise<number> {
  const store = await openStore(io, folder);
  if (!store.ok) return refuse(io, store.diagnostics);
  const report = await store.value.report();
  if (!report.ok) return refuse(io, report.diagnostics);
  const text =
    format === 'json'
      ? sweepJson(report.value)
      : await documentText(
          saySweep(report.value, { most: most ?? MOST[format] }),
          format,
          output === undefined ? pageOf(io) : {},
        );
  return await deliver(io, text, output, exitCode.done);
}

/** The answer of a query. */
export async function sweepSqlCommand(
  io: Io,
  sql: string,
  { store: folder, format, output }: SweepSqlOptions,
): Promise<number> {
  const store = await openStore(io, folder);
  if (!store.ok) return refuse(io, store.diagnostics);
  const file = join(folder, DATA_BASE);
  for (const isRebuilt of [false, true]) {
    if (isRebuilt || (await store.value.isNewerThan(DATA_BASE))) {
      const problems = await makeTables(folder, store.value);
      if (problems.length > 0) return refuse(io, problems);
    }
    const answered = await query(folder, sql);
    if (answered === 'damaged') {
      if (!isRebuilt) printDiagnostics(io, [messages.sweep.damagedTable(file)]);
      continue;
    }
    if (!answered.ok) return refuse(io, answered.diagnostics);
    return await deliver(io, formats[format](answered.value, io), output, exitCode.done);
  }
  return refuse(io, [diagnose(messages.sweep.storeUnwritable(folder, `${file} cannot be read`))]);
}

/** Makes the table of the journal; why it cannot be made. */
async function makeTables(folder: string, store: SweepStore): Promise<readonly Diagnostic[]> {
  const report = await store.report();
  if (!report.ok) return report.diagnostics;
  try {
    await writeTables(folder, report.value.rows);
    return [];
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return [diagnose(messages.sweep.storeUnwritable(folder, reason))];
  }
}

const wordOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value);

/** Control characters of a value would be commands of the terminal. */
const plain = (value: unknown): string => wordOf(value).replaceAll(/\p{Cc}/gu, ' ');

const formats: Readonly<Record<SweepSqlOptions['format'], (answered: Answered, io: Io) => string>> =
  {
    json: ({ columns, rows }) =>
      `${JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
        undefined,
        2,
      )}\n`,
    csv: ({ columns, rows }) =>
      [columns, ...rows]
        .map((row) => `${row.map((value) => csvCell(wordOf(value))).join(',')}\r\n`)
        .join(''),
    text: ({ columns, rows }, io) =>
      writeText(
        {
          title: 'results',
          sections: [
            {
              level: 1,
              blocks: [
                {
                  kind: 'table',
                  columns: columns.map((title, at) => ({
                    title,
                    align: rows.every((row) => isNumber(row[at])) ? 'right' : 'left',
                  })),
                  rows: rows.map((row) => ({
                    cells: row.map((value) => ({ text: plain(value) })),
                  })),
                },
              ],
            },
          ],
        },
        pageOf(io),
      ),
  };

/** Long integers come as texts. */
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));

const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
