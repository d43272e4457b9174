/** `ldscope compare A B`: two kernels, chips, compilers or commits side by side. */
import { type Message, messages, placeDiagnostics, type Sides } from '@ldscope/core';
import { type ComparedInput, compareKernels, presentLayouts } from '@ldscope/engine';
import { comparisonsJson, sayComparisons, withDiagnostics } from '@ldscope/render';
import { documentText, errorsOf, refuse } from '../answer/document.ts';
import { sourceLanguage } from '../compile/language.ts';
import { deliver, exitCode, hasError, printDiagnostics } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { type KernelOptions, type ReportFormat, runOf } from '../options/options.ts';
import { revisionOf, withRevisions } from '../io/revision.ts';
import { pageOf } from '../answer/terminal.ts';
import { type AnalyzedFile, analyzeFile, fileName } from '../run/kernel.ts';
import type { CompareCommandOptions } from '../options/commands.ts';

const SCHEMA = 'ldscope-compare/1';

/** Writes what changed from the first to the second. */
export async function compareCommand(
  given: Io,
  path: string,
  other: string | undefined,
  options: CompareCommandOptions,
): Promise<number> {
  const { machine: machines, format, output, all } = options;
  const { otherModel, otherKernel, otherLaunch, otherCompiler, ...shared } = options;
  const changed = {
    ...(otherModel !== undefined && { model: otherModel }),
    ...(otherKernel !== undefined && { kernel: otherKernel }),
    ...(otherLaunch !== undefined && { launch: otherLaunch }),
    ...(otherCompiler !== undefined && { compiler: otherCompiler }),
  };
  const isOne =
    (other ?? path) === path && machines.length < 2 && Object.keys(changed).length === 0;
  const problem = usageProblem([path, other ?? path], machines.length, isOne);
  if (problem !== undefined) {
    return await refuse(given, SCHEMA, placeDiagnostics([problem], ''), { format, output });
  }
  const io = withRevisions(given);
  const { machine: _machines, ...rest } = shared;
  const [first, second = first] = machines;
  const before = await analyzeFile(io, path, rest, [first]);
  const after = await analyzeFile(io, other ?? path, { ...rest, ...changed }, [second]);
  const compared = compareKernels(
    before.map((one) => withLayoutsOf(one, rest)),
    after.map((one) => withLayoutsOf(one, { ...rest, ...changed })),
  );
  const names = sideNames([path, other ?? path], before, after);
  const said = [...before, ...after].flatMap(({ diagnostics }) => diagnostics);
  const { comparisons } = compared;
  if (comparisons.length === 0) {
    const isRead = [before, after].every((side) =>
      side.some(({ analysis }) => analysis !== undefined),
    );
    const why = isRead ? [messages.usage.noCommonKernel(names.before, names.after)] : [];
    if (format !== 'json') for (const side of [before, after]) printSide(io, side, format);
    const problems = placeDiagnostics(why, '');
    return await refuse(io, SCHEMA, format === 'json' ? [...said, ...problems] : problems, {
      format,
      output,
    });
  }
  const code = hasError(said) ? exitCode.wrong : exitCode.done;
  if (format === 'json')
    return await deliver(io, comparisonsJson({ ...compared, names }, said), output, code);
  for (const side of [before, after]) printSide(io, side, format);
  const page = output === undefined ? pageOf(io) : {};
  const document = sayComparisons(compared, { names, all });
  const whole =
    format === 'text'
      ? document
      : [...before, ...after].reduce(
          (sum, { diagnostics, file, source }) =>
            withDiagnostics(sum, diagnostics, { file, ...(source !== undefined && { source }) }),
          document,
        );
  return await deliver(io, await documentText(whole, format, page), output, code);
}

/** Why there is nothing to compare. */
function usageProblem(
  paths: readonly string[],
  machines: number,
  isOne: boolean,
): Message | undefined {
  if (machines > 2) return messages.usage.twoMachines(machines);
  if (isOne) return messages.usage.nothingToCompare();
  const source = paths.find(
    (path) => sourceLanguage(path) !== undefined && revisionOf(path) !== undefined,
  );
  return source === undefined ? undefined : messages.usage.sourceOfRevision(source);
}

/** On the standard error: all diagnostics with a text, errors with a document, which has the rest. */
function printSide(io: Io, side: readonly AnalyzedFile[], format: ReportFormat): void {
  for (const { diagnostics, file, source } of side)
    printDiagnostics(io, format === 'text' ? diagnostics : errorsOf(diagnostics), { file, source });
}

/** What tells the sides apart: files, or chips of one file. */
function sideNames(
  [path = '', other = path]: readonly string[],
  before: readonly AnalyzedFile[],
  after: readonly AnalyzedFile[],
): Sides<string> {
  if (path !== other) return { before: fileName(path), after: fileName(other) };
  const chip = ([one]: readonly AnalyzedFile[]): string =>
    one?.machine === undefined ? fileName(path) : one.machine.name;
  const model = ([one]: readonly AnalyzedFile[]): string => one?.model?.name ?? '';
  const names = { before: chip(before), after: chip(after) };
  if (names.before !== names.after) return names;
  const models = { before: model(before), after: model(after) };
  return models.before === models.after ? { before: 'before', after: 'after' } : models;
}

/** The kernel with the layouts of its buffers, as far as they are known, and how to execute it again. */
function withLayoutsOf(
  analyzed: AnalyzedFile,
  options: Omit<KernelOptions, 'machine'>,
): ComparedInput {
  const { analysis, machine, read, kernel } = analyzed;
  if (analysis === undefined || machine === undefined || read === undefined) return { analyzed };
  const { file, input, launch } = read;
  const { text, source } = input;
  const run = {
    file,
    ...launch,
    ...runOf(options, input),
    ...(kernel !== undefined && { kernel }),
  };
  const layouts = presentLayouts(text, { ...run, machines: [machine.name], source });
  return {
    analyzed,
    layouts,
    outputs: { text, run: { options: { ...run, source }, machine: machine.name } },
  };
}
