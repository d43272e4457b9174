/** `ldscope check FILES`: kernels against budgets and a baseline, for a pull request and a CI server. */
import { dirname } from 'node:path';
import {
  type CaseName,
  type CheckedCase,
  type CheckReport,
  type FileDiagnostics,
  messages,
  type ReportDiagnostic,
} from '@ldscope/core';
import {
  type Baseline,
  baselineText,
  checkCases,
  type CheckConfig,
  checkConfigSchema,
  type CheckOptions,
  parseBaseline,
} from '@ldscope/engine';
import {
  checkJson,
  githubAnnotations,
  junitXml,
  sarifCheck,
  sayCheck,
  type TextOptions,
} from '@ldscope/render';
import { documentText } from '../answer/document.ts';
import { deliver, exitCode, hasError, printDiagnostics } from '../answer/failure.ts';
import { fileProblem } from '../system/file-problem.ts';
import { findKernels, fitsFile } from '../input/find-kernels.ts';
import type { Io } from '../io/io.ts';
import type { CheckFormat } from '../options/options.ts';
import { repositoryPaths } from '../io/repository.ts';
import { pageOf, progressOn } from '../answer/terminal.ts';
import { ownVersion } from '../system/package-files.ts';
import { analyzeCases, type LaunchedCase } from '../run/check-cases.ts';
import { fixesOf } from '../run/check-fixes.ts';
import { fromFolder, readConfig, relativeTo } from '../run/check-config.ts';
import type { CheckCommandOptions } from '../options/commands.ts';

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
  const { machine: chips, ...others } = options;
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
  const fits = (glob: string, file: string): boolean => fitsFile(glob, fromFolder(folder, file));
  const cases: LaunchedCase[] = [];
  const compilerFlags = [...config.flags, ...(options.compilerFlags ?? [])];
  const progress = progressOn(io, 'file');
  for (const [index, file] of files.entries()) {
    progress.update(index, files.length);
    const own = config.files.findLast((one) => fits(one.file, file));
    const isOwn = chips.length === 0 && own !== undefined && own.machines.length > 0;
    const machines = isOwn ? own.machines : config.machines;
    const { analyzed, unread } = await analyzeCases(
      io,
      file,
      { ...config, machines },
      {
        ...others,
        compilerFlags,
        folder,
        fitsFile: fits,
      },
    );
    for (const each of unread) failed.push(each);
    for (const each of analyzed) cases.push(each);
  }
  progress.end();
  const path = relativeTo(folder, options.baselineFile ?? config.baseline ?? BASELINE);
  const judgedBy: CheckOptions = {
    today: io.today(),
    config,
    configFile: found.file,
    fitsFile: fits,
    diagnostics: failed,
  };
  if (options.baseline === 'write')
    return await writeBaseline(io, path, checkCases(cases, judgedBy));
  const isCompared =
    options.baseline === 'compare' ||
    (options.baseline === undefined && config.baseline !== undefined);
  const withFixes = async (checked: CheckReport): Promise<CheckReport> => {
    if (options.suggest !== true) return checked;
    const specs = new Map(cases.map((one) => [caseKey(one), one.option]));
    const how = { ...others, compilerFlags };
    const fixes = await fixesOf(io, checked.cases, (one) => specs.get(caseKey(one)), how);
    return { ...checked, fixes };
  };
  if (!isCompared) return await report(io, await withFixes(checkCases(cases, judgedBy)), options);
  const baseline = await readBaseline(io, path);
  if ('code' in baseline) {
    printDiagnostics(io, [baseline]);
    return exitCode.wrong;
  }
  const comparedWith = { baseline: { ...baseline, file: path }, pathInBaseline: beside(path) };
  const checked = checkCases(cases, { ...judgedBy, ...comparedWith });
  return await report(io, await withFixes(checked), options);
}

const caseKey = ({ file, kernel, machine, launch }: CaseName): string =>
  [file, kernel, machine, launch].join('\n');

/** Writes what was found as the baseline, where all of it could be analyzed. */
async function writeBaseline(
  io: Io,
  path: string,
  { cases, diagnostics: failed }: CheckReport,
): Promise<number> {
  printAll(io, failed);
  if (failed.some(({ diagnostics }) => hasError(diagnostics))) return exitCode.wrong;
  const code = await deliver(io, baselineText(cases, beside(path)), path, exitCode.done);
  if (code === exitCode.done)
    io.stdout.write(`${path}: ${cases.length} ${cases.length === 1 ? 'kernel' : 'kernels'}\n`);
  return code;
}

const codes = { passed: exitCode.done, failed: exitCode.unmet, wrong: exitCode.wrong } as const;

async function report(io: Io, checked: CheckReport, options: CheckCommandOptions): Promise<number> {
  const { cases, diagnostics: failed, verdict } = checked;
  const { format, output, also = [] } = options;
  for (const [form, file] of also) {
    const written = await deliver(io, await textOf(io, checked, form, {}), file, exitCode.done);
    if (written !== exitCode.done) return written;
  }
  // The other forms have the diagnostics in them.
  if (format !== 'json' && format !== 'sarif' && format !== 'junit' && format !== 'github')
    printAll(io, [...failed, ...cases.map(ownDiagnostics), ...assumedChips(cases)]);
  const page = output === undefined ? pageOf(io) : {};
  return await deliver(io, await textOf(io, checked, format, page), output, codes[verdict]);
}

async function textOf(
  io: Io,
  checked: CheckReport,
  format: CheckFormat,
  page: TextOptions,
): Promise<string> {
  if (format === 'json') return checkJson(checked);
  if (format === 'sarif')
    return sarifCheck(checked, { version: ownVersion(), pathOf: await repositoryPaths(io) });
  if (format === 'junit') return junitXml(checked);
  if (format === 'github') return githubAnnotations(checked, await repositoryPaths(io));
  return await documentText(sayCheck(checked), format, page);
}

/** The diagnostics of a case in addition to its figures; notes are for `analyze`. */
const ownDiagnostics = ({ file, diagnostics }: CheckedCase): FileDiagnostics => ({
  file,
  diagnostics: diagnostics.filter(
    ({ severity, code }) => severity === 'error' || code.startsWith('check/'),
  ),
});

/** Which chips were assumed, each once. */
function assumedChips(cases: readonly CheckedCase[]): FileDiagnostics[] {
  const notes = cases.flatMap(({ file, diagnostics }) =>
    diagnostics.flatMap((one) => (one.about === 'assumed-machine' ? [{ file, one }] : [])),
  );
  return notes
    .filter(
      ({ one }, index) =>
        notes.findIndex(({ one: { message } }) => message === one.message) === index,
    )
    .map(({ file, one }) => ({ file, diagnostics: [one] }));
}

function printAll(io: Io, all: readonly FileDiagnostics[]): void {
  for (const { file, text: source, diagnostics } of all)
    printDiagnostics(io, diagnostics, source === undefined ? { file } : { file, source });
}

/** Paths as the baseline at a path has them. */
const beside =
  (path: string) =>
  (file: string): string =>
    fromFolder(dirname(path), file);

async function readBaseline(io: Io, path: string): Promise<Baseline | ReportDiagnostic> {
  let text: string;
  try {
    text = await io.readFile(path);
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return messages.check.noBaseline(path);
  }
  const baseline = parseBaseline(text);
  return typeof baseline === 'string' ? messages.check.damagedBaseline(path, baseline) : baseline;
}

/** The options together with the configuration; options take precedence. */
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
