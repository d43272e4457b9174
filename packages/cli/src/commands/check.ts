/** `ldscope check FILES`: kernels against budgets and a baseline, for a pull request and a CI server. */
import { dirname } from 'node:path';
import {
  CHECK_SCHEMA,
  type CheckedCase,
  type CheckReport,
  type CheckRule,
  type FileDiagnostics,
  messages,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  baselineText,
  type CheckConfig,
  checkConfigSchema,
  compareWithBaseline,
  judgeCase,
  parseBaseline,
  type Suppression,
  Suppressions,
} from '@ldscope/engine';
import {
  checkJson,
  githubAnnotations,
  isFailed,
  junitXml,
  sarifCheck,
  sayCheck,
  type TextOptions,
} from '@ldscope/render';
import { documentText } from '../document.ts';
import { deliver, exitCode, hasError, printDiagnostics } from '../failure.ts';
import { fileProblem } from '../file-problem.ts';
import { findKernels, fitsFile } from '../input/find-kernels.ts';
import type { Io } from '../io.ts';
import type { CheckFormat, KernelOptions } from '../options.ts';
import { pageOf, progressOn } from '../terminal.ts';
import { ownVersion } from '../version.ts';
import { analyzeCases } from './check-cases.ts';
import { fromFolder, readConfig, relativeTo } from './check-config.ts';

export interface CheckCommandOptions extends Omit<KernelOptions, 'machine'> {
  readonly machine: readonly string[];
  readonly config?: string;
  readonly failOn?: readonly CheckRule[];
  readonly maxConflictCycles?: number;
  readonly maxWays?: number;
  readonly baseline?: 'write' | 'compare' | 'off';
  readonly baselineFile?: string;
  readonly format: CheckFormat;
  /** More forms, each with its file. */
  readonly also?: readonly (readonly [CheckFormat, string])[];
  /** The schema of configurations instead of a check. */
  readonly schema?: boolean;
}

const BASELINE = 'ldscope-baseline.json';

/** The JSON Schema of configurations, as the package has it. */
export const configSchemaText = (): string =>
  `${JSON.stringify(checkConfigSchema(), undefined, 2)}\n`;

/** Checks kernels; exit code 1 where one fails, 2 where an input is wrong. */
export async function checkCommand(
  io: Io,
  given: readonly string[],
  options: CheckCommandOptions,
): Promise<number> {
  if (options.schema === true)
    return await deliver(io, configSchemaText(), options.output, exitCode.done);
  const found = await readConfig(io, given, options.config);
  if (found.problem !== undefined) {
    const { file, text: source, diagnostics } = found.problem;
    printDiagnostics(io, diagnostics, source === undefined ? { file } : { file, source });
    return exitCode.wrong;
  }
  const { folder } = found;
  const config = withOptions(found.config, options);
  const patterns =
    given.length > 0 ? given : config.files.map(({ file }) => relativeTo(folder, file));
  const { files, unmatched } = await findKernels(io, patterns);
  const failed: FileDiagnostics[] = unmatched.map((file) => ({
    file,
    diagnostics: [messages.check.noFiles([file])],
  }));
  if (files.length === 0 && unmatched.length === 0) {
    printDiagnostics(io, [messages.check.noFiles([])]);
    return exitCode.wrong;
  }
  const suppressions = new Suppressions(config.suppressions, io.today());
  const matching = {
    suppressions,
    fitsFile: (glob: string, file: string) => fitsFile(glob, fromFolder(folder, file)),
  };
  const cases: CheckedCase[] = [];
  const progress = progressOn(io, 'file');
  for (const [index, file] of files.entries()) {
    progress.update(index, files.length);
    const own = config.files.findLast((one) => matching.fitsFile(one.file, file));
    const isOwn = options.machine.length === 0 && own !== undefined && own.machines.length > 0;
    const machines = isOwn ? own.machines : config.machines;
    const { analyzed, unread } = await analyzeCases(
      io,
      file,
      { ...config, machines },
      {
        ...options,
        compilerFlags: [...config.flags, ...(options.compilerFlags ?? [])],
        folder,
        fitsFile: matching.fitsFile,
      },
    );
    failed.push(...unread);
    cases.push(...analyzed.map((one) => judgeCase(one, config, matching)));
  }
  progress.end();
  const notes = suppressionNotes(suppressions);
  if (notes.length > 0) failed.push({ file: found.file, diagnostics: notes });
  const baseline = relativeTo(folder, options.baselineFile ?? config.baseline ?? BASELINE);
  if (options.baseline === 'write') return await writeBaseline(io, baseline, cases, failed);
  const isCompared =
    options.baseline === 'compare' ||
    (options.baseline === undefined && config.baseline !== undefined);
  return await report(io, { cases, failed, baseline: isCompared ? baseline : undefined }, options);
}

/** Writes what was found as the baseline, where all of it could be analyzed. */
async function writeBaseline(
  io: Io,
  path: string,
  cases: readonly CheckedCase[],
  failed: readonly FileDiagnostics[],
): Promise<number> {
  printAll(io, failed);
  if (failed.some(({ diagnostics }) => hasError(diagnostics))) return exitCode.wrong;
  const code = await deliver(io, baselineText(cases, beside(path)), path, exitCode.done);
  if (code === exitCode.done)
    io.stdout.write(`${path}: ${cases.length} ${cases.length === 1 ? 'kernel' : 'kernels'}\n`);
  return code;
}

interface Checked {
  readonly cases: readonly CheckedCase[];
  readonly failed: readonly FileDiagnostics[];
  /** The path of the baseline that it is compared with. */
  readonly baseline: string | undefined;
}

async function report(
  io: Io,
  { cases: found, failed, baseline: path }: Checked,
  options: CheckCommandOptions,
): Promise<number> {
  const compared = path === undefined ? { cases: found } : await comparedWith(io, path, found);
  if ('problem' in compared) {
    printDiagnostics(io, [compared.problem]);
    return exitCode.wrong;
  }
  const { cases, baseline } = compared;
  const isWrong = [...failed, ...cases].some(({ diagnostics }) => hasError(diagnostics));
  const checked: CheckReport = {
    schema: CHECK_SCHEMA,
    verdict: isWrong ? 'wrong' : cases.some(isFailed) ? 'failed' : 'passed',
    cases,
    diagnostics: failed,
    baseline,
  };
  const code = isWrong ? exitCode.wrong : cases.some(isFailed) ? exitCode.unmet : exitCode.done;
  const { format, output, also = [] } = options;
  for (const [form, file] of also) {
    const written = await deliver(io, textOf(checked, form, {}), file, exitCode.done);
    if (written !== exitCode.done) return written;
  }
  // The other forms have the diagnostics in them.
  if (format !== 'json' && format !== 'sarif' && format !== 'junit' && format !== 'github')
    printAll(io, [...failed, ...cases.map(ownDiagnostics)]);
  const page = output === undefined ? pageOf(io) : {};
  return await deliver(io, textOf(checked, format, page), output, code);
}

function textOf(checked: CheckReport, format: CheckFormat, page: TextOptions): string {
  if (format === 'json') return checkJson(checked);
  if (format === 'sarif') return sarifCheck(checked, { version: ownVersion() });
  if (format === 'junit') return junitXml(checked);
  if (format === 'github') return githubAnnotations(checked);
  return documentText(sayCheck(checked), format, page);
}

/** What is said of a case beside its figures; notes are for `analyze`. */
const ownDiagnostics = ({ file, diagnostics }: CheckedCase): FileDiagnostics => ({
  file,
  diagnostics: diagnostics.filter(
    ({ severity, code }) => severity === 'error' || code.startsWith('check/'),
  ),
});

function printAll(io: Io, all: readonly FileDiagnostics[]): void {
  for (const { file, text: source, diagnostics } of all)
    printDiagnostics(io, diagnostics, source === undefined ? { file } : { file, source });
}

/** Paths as the baseline at a path has them. */
const beside =
  (path: string) =>
  (file: string): string =>
    fromFolder(dirname(path), file);

type Compared = Pick<CheckReport, 'cases' | 'baseline'> | { readonly problem: ReportDiagnostic };

async function comparedWith(
  io: Io,
  path: string,
  cases: readonly CheckedCase[],
): Promise<Compared> {
  let text: string;
  try {
    text = await io.readFile(path);
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return { problem: messages.check.noBaseline(path) };
  }
  const baseline = parseBaseline(text);
  if (typeof baseline === 'string')
    return { problem: messages.check.damagedBaseline(path, baseline) };
  const { cases: compared, summary } = compareWithBaseline(cases, baseline, beside(path));
  return { cases: compared, baseline: { file: path, ...summary } };
}

/** The options beside the configuration; what they give goes before it. */
function withOptions(config: CheckConfig, options: CheckCommandOptions): CheckConfig {
  const { machine, failOn, maxConflictCycles, maxWays, workgroups } = options;
  return {
    ...config,
    machines: machine.length > 0 ? machine : config.machines,
    failOn: failOn ?? config.failOn,
    maxConflictCycles: maxConflictCycles ?? config.maxConflictCycles,
    maxWays: maxWays ?? config.maxWays,
    workgroups: workgroups ?? config.workgroups,
  };
}

function suppressionNotes({ expired, unused }: Suppressions): ReportDiagnostic[] {
  const wordsOf = ({ file, kernel, buffer, instruction, rule }: Suppression): string =>
    [rule, kernel, buffer, instruction, file].filter((word) => word !== undefined).join(', ') ||
    'everything';
  return [
    ...expired.map((one) => messages.check.expired(wordsOf(one), one.expires)),
    ...unused.map((one) => messages.check.unusedSuppression(wordsOf(one))),
  ];
}
