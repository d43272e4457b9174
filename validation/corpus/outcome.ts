/**
 * How the analysis of a file ends.
 *
 *     answered   every access to shared memory is counted, in every kernel of the file
 *     partial    some are, and diagnostics name the rest
 *     refused    nothing is counted, and errors say why
 *     no LDS     no kernel accesses it
 *     crash      an unexpected error, or no report at all
 */

/** A process that has ended; without a status it was stopped. */
export interface Ended {
  readonly status: number | undefined;
  readonly output: string;
  readonly seconds: number;
}

type End = 'answered' | 'partial' | 'refused' | 'no LDS' | 'crash';

export interface Outcome {
  readonly file: string;
  readonly end: End;
  /** Of errors, and of warnings where nothing is refused, without repetition. */
  readonly codes: readonly string[];
  readonly seconds: number;
}

/** What is used of a report. */
interface ReadReport {
  readonly kernel: {
    readonly ldsInstructions?: { readonly instructions: number; readonly counted: number };
  };
  readonly sites: readonly unknown[];
  readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
}

/** Judges what `ldscope analyze -f json` printed. */
export function outcomeOf(file: string, { status, output, seconds }: Ended): Outcome {
  const reports = reportsOf(output);
  if (status === undefined || status > 2 || reports === undefined)
    return {
      file,
      end: 'crash',
      codes: [status === undefined ? 'stopped' : `exit ${status}`],
      seconds,
    };
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown =
    errors.length > 0 ? errors : diagnostics.filter(({ severity }) => severity === 'warning');
  const codes = [...new Set(shown.map(({ code }) => code))];
  return { file, end: endOf(reports, codes, errors.length > 0), codes, seconds };
}

function endOf(reports: readonly ReadReport[], codes: readonly string[], hasErrors: boolean): End {
  if (codes.includes('internal/unexpected')) return 'crash';
  const missing = reports.some(
    ({ kernel: { ldsInstructions: of } }) => of && of.counted < of.instructions,
  );
  const isCounted = reports.some(({ sites }) => sites.length > 0);
  if (!isCounted && (hasErrors || missing)) return 'refused';
  if (hasErrors || missing) return 'partial';
  return isCounted ? 'answered' : 'no LDS';
}

function reportsOf(output: string): readonly ReadReport[] | undefined {
  try {
    const data = JSON.parse(output) as ReadReport | { readonly reports: readonly ReadReport[] };
    return 'reports' in data ? data.reports : [data];
  } catch {
    return undefined;
  }
}

const SLOWEST = 5;

/** Files by their end, refusals by code, and the slowest files. */
export function summaryLines(outcomes: readonly Outcome[]): string[] {
  const refused = outcomes.filter(({ end }) => end === 'refused');
  const slowest = [...outcomes].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return [
    '',
    `${outcomes.length} files: ${counts(outcomes.map(({ end }) => end))}`,
    ...(refused.length === 0
      ? []
      : [`refused: ${counts(refused.map(({ codes }) => codes[0] ?? ''))}`]),
    'slowest, in seconds of processor time:',
    ...slowest.map(({ seconds, file }) => `${seconds.toFixed(1).padStart(8)}  ${file}`),
  ];
}

/** `3 answered, 1 refused`: the most frequent first. */
function counts(words: readonly string[]): string {
  const found = new Map<string, number>();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  const sorted = [...found].sort(([, a], [, b]) => b - a);
  return sorted.map(([word, count]) => `${count} ${word}`).join(', ');
}
