/** The data of the study: a row per kernel and chip, as CSV without anybody's code. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSwept, type SweepResult, type SweepRow } from '@ldscope/core';
import type { SweepJob } from '@ldscope/engine';
import { jsonLines } from '../base/read.ts';

/** Columns of the file, in its order. */
const COLUMNS = [
  'source',
  'kind',
  'file',
  'kernel',
  'language',
  'chip',
  'status',
  'code',
  'sites',
  'conflictSites',
  'cycles',
  'conflictCycles',
  'ways',
  'worstOp',
  'cause',
  'causeBytes',
  'disputed',
  'searchedCycles',
  'remainingCycles',
  'timeCycles',
  'timeWithoutConflicts',
  'seconds',
] as const;

const NUMBERS = [
  'sites',
  'conflictSites',
  'cycles',
  'conflictCycles',
  'ways',
  'causeBytes',
  'searchedCycles',
  'remainingCycles',
  'timeCycles',
  'timeWithoutConflicts',
  'seconds',
] as const;

type Column = (typeof COLUMNS)[number];
type NumberColumn = (typeof NUMBERS)[number];

export type StudyRow = Readonly<Record<Exclude<Column, NumberColumn>, string>> &
  Readonly<Record<NumberColumn, number>>;

const isNumber = (column: string): boolean => NUMBERS.some((name) => name === column);

/** What a kernel does, by words in its name and in that of its file; the first that fits. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['attention', /attn|attention|fmha|\bmla\b|mla_|flash|\bpa_|\/pa\//i],
  ['mixture of experts', /moe/i],
  ['matrix product', /gemm|matmul|matrixmul|mat_?mult|cijk|bgemm/i],
  ['transpose', /transpose/i],
  ['softmax, norm, reduction', /softmax|norm|reduc|sum|dot_?prod|topk/i],
  ['sort, scan, histogram', /sort|scan|hist|bitonic|prefix/i],
  ['stencil, convolution', /stencil|conv|filter|jacobi|sobel|dct|blur|diffusion/i],
];

const kindOf = (file: string, kernel: string): string =>
  KINDS.find(([, pattern]) => pattern.test(kernel))?.[0] ??
  KINDS.find(([, pattern]) => pattern.test(file))?.[0] ??
  'other';

/**
 * Rows of a store: of the launches of a kernel on a chip the first that fits and is counted wholly, else the first that fits. Jobs
 * that were not done are counted.
 */
export function rowsOfStore(
  folder: string,
  source: string,
): { readonly rows: readonly StudyRow[]; readonly pending: number } {
  const results = new Map(
    linesOf<SweepResult>(join(folder, 'results.jsonl')).map((result) => [result.job, result]),
  );
  const rows = new Map<string, StudyRow>();
  /** By cache entry and chip: of machine code LDS is one block of bytes, of a TTGIR its buffers are known. */
  const layouts = new Map<string, SweepResult>();
  /** A kernel that is in two files has one job, and one row. */
  const seen = new Set<string>();
  let pending = 0;
  for (const planned of linesOf<SweepJob | SweepRow>(join(folder, 'jobs.jsonl'))) {
    if (seen.has(planned.job)) continue;
    seen.add(planned.job);
    const result = 'status' in planned ? planned : results.get(planned.job);
    if (result === undefined) pending++;
    // The accesses of a TTGIR are those of the machine code beside it, which is counted.
    else if (result.language === 'ttgir') layouts.set(`${planned.file} ${result.chip}`, result);
    else {
      const { file, part, kernel, machine } = planned;
      const pair = `${file} ${part} ${kernel} ${machine}`;
      const row = studyRow(source, fitted({ ...planned, ...result }));
      const other = rows.get(pair);
      if (other === undefined || rankOf(row) < rankOf(other)) rows.set(pair, row);
    }
  }
  const withLayouts = [...rows.values()].map((row) => {
    const { searchedCycles = 0, remainingCycles = 0 } =
      layouts.get(`triton-cache/${row.file} ${row.chip}`) ?? row;
    return { ...row, searchedCycles, remainingCycles };
  });
  return { rows: withLayouts, pending };
}

/** The code of a row whose launches were given, and do not fit. */
export const OTHER_LAUNCH = 'study/other-launch';

/**
 * A row without figures where its launch was given and is hardly one of the kernel: lanes leave the shared memory, or waves access
 * the same bytes with no barrier between.
 */
function fitted(row: SweepRow): SweepRow {
  const fits = row.launch === '' || (row.hazards === 0 && !row.code.endsWith('out-of-range'));
  return fits || !isSwept(row) ? row : { ...row, status: 'launch', code: OTHER_LAUNCH };
}

const rankOf = ({ status }: StudyRow): number =>
  status === 'counted' ? 0 : status === 'part' ? 1 : 2;

function studyRow(source: string, row: SweepRow): StudyRow {
  const kernel = (row.title || row.kernel).replace(/\(.*/s, '').slice(0, 60);
  const file = row.file.replace(/^.*\/kernels\/triton\//, '').replace(/^triton-cache\//, '');
  return {
    ...row,
    source,
    kind: kindOf(file, kernel),
    file,
    kernel,
    chip: row.chip || row.machine,
    disputed: row.disputed ? 'yes' : '',
  };
}

/** The whole lines of a journal. */
function linesOf<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return jsonLines<T>(text.slice(0, text.lastIndexOf('\n') + 1));
}

/** Fields have neither quotes nor line ends: a comma in one becomes a semicolon. */
export function csvOf(rows: readonly StudyRow[]): string {
  const cell = (value: string | number): string =>
    String(value)
      .replaceAll(',', ';')
      .replaceAll(/["\s]+/g, ' ');
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('');
}

export function rowsOfCsv(text: string): StudyRow[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const entries = names.map((name, at) => {
      const cell = cells[at] ?? '';
      return [name, isNumber(name) ? Number(cell) : cell] as const;
    });
    return Object.fromEntries(entries) as StudyRow;
  });
}
