/**
 * An execution as two digests, which say whether another one made the same accesses and came to the same answer.
 *
 *     trace     rows of shared and of global memory: addresses, lanes, wave, order, barriers, the instruction and the site
 *     answer    coverage, hazards, diagnostics by code and place, workgroups
 */
import { analyzeKernel, type AnalyzeOptions } from '@ldscope/engine';
import { executionOf, type GridLaunch } from '../slice/launches.ts';
import { digestOf, Rows } from '../slice/rows.ts';

export interface Fingerprint {
  /** A dash where nothing was executed. */
  readonly frontend: string;
  readonly rows: number;
  readonly trace: string;
  readonly answer: string;
}

/** Enough for loops to be in their steady state. Steps, and no clock: every machine executes the same. */
const LIMITS = { maxSteps: 100_000, workgroups: 4 };

/** What `ldscope analyze` does with a kernel of a text. */
export function analyzed(text: string, options: AnalyzeOptions): Fingerprint {
  const rows = new Rows();
  const { analysis, diagnostics } = analyzeKernel(text, {
    ...LIMITS,
    ...options,
    onProgress: (done) => rows.begin(done),
    onTrace: (trace, times) => rows.addShared(trace, times),
  });
  const { kernel, hazards, global } = analysis?.report ?? {};
  const frontend = kernel?.frontend ?? '-';
  return fingerprint(frontend, rows, { kernel, hazards, global, diagnostics });
}

/** An execution of a launch with its arguments: of everything, or with the options of `ldscope analyze`. */
export function executed(launch: GridLaunch, accessesOnly: boolean): Fingerprint {
  const rows = new Rows();
  const { kernel, hazards, diagnostics, workgroups, isMissed } = executionOf(launch)({
    ...LIMITS,
    ...(accessesOnly ? { accessesOnly, classes: true } : {}),
    onWorkgroup: (trace, _done, _all, times = 1) => rows.addShared(trace, times),
    onGlobal: (trace, times = 1) => rows.addGlobal(trace, times),
  });
  return fingerprint(kernel.frontend, rows, { kernel, hazards, diagnostics, workgroups, isMissed });
}

/** A kernel that is not read. */
export const refused = (diagnostics: object): Fingerprint =>
  fingerprint('-', new Rows(), { diagnostics });

const fingerprint = (frontend: string, rows: Rows, answer: object): Fingerprint => ({
  frontend,
  rows: rows.count,
  trace: rows.digest(),
  answer: digestOf(answer),
});
