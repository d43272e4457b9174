/**
 * How the analysis of a file ends.
 *
 *     answered   every access to shared memory is counted, in every kernel of the file
 *     partial    some are, and the report names the reason of each that is not
 *     no LDS     no kernel accesses it
 *     refused    nothing is counted, and errors say why
 *     crash      an unexpected error, or no report at all
 */

/** A process that has ended; without a status it was stopped. */
export interface Ended {
  readonly status: number | undefined;
  readonly output: string;
  readonly seconds: number;
}

export const ENDS = ['answered', 'partial', 'no LDS', 'refused', 'crash'] as const;
export type End = (typeof ENDS)[number];

export interface Outcome {
  readonly file: string;
  readonly end: End;
  /** Of errors, and of warnings where nothing is refused, without repetition. */
  readonly codes: readonly string[];
  readonly seconds: number;
  readonly kernels: number;
  /** Instructions that access shared memory, of all kernels, and how many of them are counted. */
  readonly instructions: number;
  readonly counted: number;
  /** Why the others are not, and how many each. */
  readonly missing: readonly Missing[];
  /** The launch that the report asked for, where it was run again with what its hint gives. */
  readonly launch?: string;
}

interface Missing {
  readonly reason: string;
  readonly instructions: number;
}

/** What is used of a report. */
interface ReadReport {
  readonly kernel: {
    readonly ldsInstructions?: {
      readonly instructions: number;
      readonly counted: number;
      readonly missing: readonly Missing[];
    };
  };
  readonly sites: readonly unknown[];
  readonly diagnostics: readonly ReadDiagnostic[];
}

interface ReadDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly options?: readonly { readonly option: string; readonly value: string }[];
}

const NONE = { kernels: 0, instructions: 0, counted: 0, missing: [] };

/** Judges what `ldscope analyze -f json` printed. */
export function outcomeOf(file: string, { status, output, seconds }: Ended): Outcome {
  const reports = reportsOf(output);
  if (status === undefined || status > 2 || reports === undefined) {
    const code = status === undefined ? 'stopped' : `exit ${status}`;
    return { ...NONE, file, end: 'crash', codes: [code], seconds };
  }
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown =
    errors.length > 0 ? errors : diagnostics.filter(({ severity }) => severity === 'warning');
  const codes = [...new Set(shown.map(({ code }) => code))];
  const coverage = reports.flatMap(({ kernel }) => kernel.ldsInstructions ?? []);
  return {
    file,
    end: endOf(reports, codes, errors.length > 0),
    codes,
    seconds,
    kernels: reports.length,
    instructions: coverage.reduce((sum, { instructions }) => sum + instructions, 0),
    counted: coverage.reduce((sum, { counted }) => sum + counted, 0),
    missing: coverage.flatMap(({ missing }) => missing),
  };
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

/** The launch with the block that a report asks for, of most axes where its kernels differ; `undefined` where none does. */
export function askedLaunch({ output }: Ended): string | undefined {
  const values = (reportsOf(output) ?? [])
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ code }) => code === 'launch/which-block' || code === 'launch/no-block')
    .flatMap(({ options = [] }) => options)
    .filter(({ option, value }) => option === 'launch' && value.startsWith('block='))
    .map(({ value }) => value);
  return values.sort((a, b) => axes(b) - axes(a))[0];
}

const axes = (block: string): number => block.split('x').length;

function reportsOf(output: string): readonly ReadReport[] | undefined {
  try {
    const data = JSON.parse(output) as ReadReport | { readonly reports: readonly ReadReport[] };
    return 'reports' in data ? data.reports : [data];
  } catch {
    return undefined;
  }
}
