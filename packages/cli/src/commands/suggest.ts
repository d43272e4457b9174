/** `ldscope suggest FILE`: which layouts of a kernel's buffers have no conflicts, what they cost, and how to write them. */
import {
  greatestOf,
  type Diagnostic,
  diagnose,
  messages,
  placeDiagnostics,
  SUGGEST_SCHEMA,
  type SuggestReport,
} from '@ldscope/core';
import {
  choosePart,
  type LaunchOptions,
  type Suggested,
  suggestKernel,
  suggestTile,
} from '@ldscope/engine';
import { joined, saySuggestions, suggestionsJson } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { sourceLanguage } from '../compile/language.ts';
import { exitCode, fixCode, hasError, printDiagnostics } from '../answer/failure.ts';
import { readKernelFor } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import { runOf } from '../options/options.ts';
import { processorSeconds } from '../system/processor-time.ts';
import { readLaunch } from '../run/launch.ts';
import { withTriedChanges } from './suggest-source.ts';
import type { SuggestCommandOptions } from '../options/commands.ts';

/** Prints what was found; exit code 1 where conflicts stay that no layout removes. */
export async function suggestCommand(
  io: Io,
  path: string | undefined,
  options: SuggestCommandOptions,
): Promise<number> {
  const launch = await readLaunch(io, options.launch);
  if (!launch.ok) {
    const origin = { file: launch.file, source: launch.text };
    return await refuse(io, SUGGEST_SCHEMA, launch.diagnostics, options, origin);
  }
  const all = await suggestionsFor(io, path, options, launch.value);
  const origin = { file: fileName(path), source: all[0]?.text };
  const diagnostics = all.flatMap((one) => one.diagnostics);
  const reports = all.flatMap((one): SuggestReport[] =>
    one.report === undefined
      ? []
      : [{ ...one.report, ...nextStep(path, one.report, one, options) }],
  );
  if (reports.length === 0) return await refuse(io, SUGGEST_SCHEMA, diagnostics, options, origin);
  const code = greatestOf(
    all.map(({ report }) => (report === undefined ? exitCode.wrong : codeOf(report))),
  );
  const isEmpty = ({ buffers, candidates = [] }: SuggestReport): boolean =>
    buffers.length + candidates.length === 0;
  if (reports.every(isEmpty) && options.format === 'text') {
    printDiagnostics(io, diagnostics, origin);
    return code;
  }
  const failed = all.filter(({ report }) => report === undefined).map((one) => one.diagnostics);
  const documents = () =>
    reports.map((report) => saySuggestions(report, { top: options.top, all: options.all }));
  const forms = {
    json: () => suggestionsJson(reports, failed),
    document: () => {
      const [first, second] = documents();
      return first !== undefined && second === undefined
        ? first
        : joined(fileName(path), documents());
    },
  };
  return await answer(io, forms, options, { diagnostics, origin, code });
}

function codeOf({ buffers, leftOut = [], diagnostics, verdict }: SuggestReport): number {
  if (hasError(diagnostics)) return exitCode.wrong;
  if (verdict !== undefined) return fixCode({ verdict });
  const isOpen = ({ verdict }: SuggestReport['buffers'][number]): boolean =>
    verdict === 'stuck' || verdict === 'unknown';
  return leftOut.length > 0 || buffers.some(isOpen) ? exitCode.unmet : exitCode.done;
}

/** The suggestions for the file, once for chips that share its code, or for the tile of the options. */
async function suggestionsFor(
  io: Io,
  path: string | undefined,
  options: SuggestCommandOptions,
  launch: LaunchOptions,
): Promise<readonly Suggested[]> {
  const { machine: machines, tile, layout, waves, write, read, buffer, at, like } = options;
  const described = write.length + read.length > 0;
  const wrong = (...diagnostics: readonly Diagnostic[]): Suggested[] => [
    { buffers: [], diagnostics: placeDiagnostics(diagnostics, '') },
  ];
  if (path === undefined) {
    if (!described || tile === undefined) return wrong(diagnose(messages.suggest.nothingGiven()));
    // Without a file there is no part of it to choose.
    const part = choosePart('', runOf(options));
    if (!part.ok) return wrong(...part.diagnostics);
    return [suggestTile({ machines, tile, layout, waves, write, read, like })];
  }
  if (described) return wrong(diagnose(messages.suggest.fileAndAccesses()));
  const inputs = await readKernelFor(io, path, machines, options);
  const all: Suggested[] = [];
  for (const { machines: chips, input } of inputs) {
    if ('diagnostics' in input) {
      all.push({ buffers: [], diagnostics: placeDiagnostics(input.diagnostics, input.text) });
      continue;
    }
    const own = {
      file: input.file ?? fileName(path),
      machines: chips,
      ...launch,
      launchDefaults: input.launch,
      ...runOf(options, input),
      layout,
      source: input.source,
      buffer,
      tile,
      at,
      like,
      now: processorSeconds,
      readSeconds: input.readSeconds,
      seconds: options.seconds,
    };
    all.push(suggestKernel(input.text, own));
  }
  const language = sourceLanguage(path);
  const isRead = inputs.every(({ input }) => !('diagnostics' in input));
  // A tile of the options is of bytes, not of what the source declares.
  return language === undefined || tile !== undefined || !isRead
    ? all
    : await withTriedChanges(io, path, language, all, options);
}

function fileName(path: string | undefined): string {
  if (path === undefined) return 'the command line';
  return path === '-' ? '<stdin>' : path;
}

/** The command that makes the change that was tried, or rewrites the buffers that can be rewritten. */
function nextStep(
  path: string | undefined,
  report: SuggestReport,
  { abilities }: Suggested,
  options: SuggestCommandOptions,
): { readonly next?: string } {
  if (path === undefined || path === '-') return {};
  const { machine, compiler, compilerFlags = [] } = options;
  if (report.diff !== undefined) {
    const flags = compilerFlags.length === 0 ? [] : ['--', ...compilerFlags.map(quoted)];
    const words = [...option('--compiler', compiler), ...flags, '| git apply'];
    return { next: [fixLine(path, machine, options), ...words].join(' ') };
  }
  const helped = report.buffers.filter(({ front }) =>
    front.some(({ unwritable }) => unwritable === undefined),
  );
  const [first, ...others] = helped.map(({ machines }) => machines);
  if (abilities?.fix !== true || first === undefined) return {};
  // The chips that all suggestions are for.
  const shared = first.filter((name) => others.every((machines) => machines.includes(name)));
  const ending = ['mlir', 'ttgir'].find((one) => one === abilities.language) ?? 'yaml';
  const output = `-o fixed.${ending}`;
  return { next: `${fixLine(path, shared, options)} ${output}` };
}

const fixLine = (
  path: string,
  machines: readonly string[],
  { launch, kernel, buffer, after, before, chunk }: SuggestCommandOptions,
): string =>
  [
    `ldscope fix ${quoted(path)}`,
    ...machines.map((name) => `-m ${quoted(name)}`),
    ...option('-k', kernel),
    ...option('--after', after),
    ...option('--before', before),
    ...option('--chunk', chunk?.toString()),
    ...option('-l', launch),
    ...option('-b', buffer),
  ].join(' ');

const option = (flag: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${flag} ${quoted(value)}`];

const quoted = (word: string): string =>
  /^[\w./=,+@:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
