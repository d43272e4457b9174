/**
 * `ldscope fix kernel.hip -l launch.yaml`: the change of a source that removes its conflicts, as a unified diff on the standard output.
 * Every change was compiled and executed on the launches; the report of it goes to the standard error.
 *
 *     ldscope fix kernel.hip -l launch.yaml | git apply
 */
import { relative, resolve } from 'node:path';
import {
  type Diagnostic,
  FIX_SCHEMA,
  placeDiagnostics,
  type ReportDiagnostic,
} from '@ldscope/core';
import { fixSource, type LaunchOptions, type SourceFix } from '@ldscope/engine';
import { fixJson, sayFix, withDiagnostics } from '@ldscope/render';
import { createTwoFilesPatch } from 'diff';
import { documentText, errorsOf, refuse } from '../answer/document.ts';
import { deliver, exitCode, printDiagnostics } from '../answer/failure.ts';
import { errorPageOf, pageOf, progressOn } from '../answer/terminal.ts';
import { type SourceLanguage } from '../compile/language.ts';
import { compiledParts } from '../input/compiled.ts';
import { readKernel } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import type { FixCommandOptions } from '../options/commands.ts';
import { runOf } from '../options/options.ts';
import { isLaunchFile, readLaunch } from '../run/launch.ts';
import { processorSeconds } from '../system/processor-time.ts';

/** Tries the changes of a source, and prints or writes the best one. */
export async function fixSourceCommand(
  io: Io,
  path: string,
  language: SourceLanguage,
  options: FixCommandOptions,
): Promise<number> {
  const fail = (
    diagnostics: readonly ReportDiagnostic[],
    file = path,
    source = '',
  ): Promise<number> => {
    const origin = source === '' ? { file } : { file, source };
    return refuse(io, FIX_SCHEMA, diagnostics, { format: options.format }, origin);
  };
  const launches: LaunchOptions[] = [];
  for (const one of options.launch.length === 0 ? [undefined] : options.launch) {
    const launch = await readLaunch(io, one);
    if (!launch.ok) return await fail(launch.diagnostics, launch.file, launch.text);
    launches.push(launch.value);
  }
  const machines = options.machine.length === 0 ? [undefined] : options.machine;
  const compiled = new Map<string, string>();
  // Named from here, as the user names them.
  const texts = new Map<string, string>();
  for (const machine of machines) {
    const input = await readKernel(io, path, machine, options);
    if ('diagnostics' in input)
      return await fail(placeDiagnostics(input.diagnostics, input.text), path, input.text);
    for (const [name, text] of input.project ?? []) texts.set(relative('.', name), text);
    compiled.set(machine ?? '', input.text);
  }
  const progress = progressOn(io, 'change');
  const { saveTemps: _kept, ...how } = options;
  const fixed = await fixSource({
    path: relative('.', path),
    texts,
    language,
    compiled,
    launches,
    kernel: options.kernel,
    buffer: options.buffer,
    editsHeaders: options.editHeaders,
    options: { ...runOf(options), now: processorSeconds },
    compile: async (given, machine) => {
      const changed = new Map([...given].map(([name, text]) => [resolve(name), text]));
      const asked = machine === '' ? undefined : machine;
      const parts = await compiledParts(io, path, language, asked, how, {
        changed,
        isUnnamed: true,
      });
      const read = 'length' in parts ? await parts[0].read() : parts;
      if (!('diagnostics' in read)) return { text: read.text };
      return { problem: firstMessage(read.diagnostics) };
    },
    assemble: (text) => io.assemblePtx(text),
    onTrial: progress.update,
  });
  progress.end();
  const launched = await launchTexts(io, options.launch);
  const before = new Map([...texts, ...launched]);
  return await hand(io, relative('.', path), before, withLaunches(fixed, launched), options);
}

/** The texts of launch files. */
async function launchTexts(io: Io, names: readonly string[]): Promise<Map<string, string>> {
  const files = names.filter(isLaunchFile);
  return new Map(
    await Promise.all(
      files.map(async (name) => [relative('.', name), await io.readFile(name)] as const),
    ),
  );
}

/** The launch files give the dynamic shared memory that the changed source takes. */
function withLaunches(fixed: SourceFix, launches: ReadonlyMap<string, string>): SourceFix {
  const { texts, dynamicBytes } = fixed;
  if (texts === undefined || dynamicBytes === undefined || dynamicBytes.size === 0) return fixed;
  const changed = new Map(texts);
  for (const [file, text] of launches) {
    const grown = text.replace(/(\blds"?\s*:\s*)(\d+)\b/g, (all, head: string, bytes: string) => {
      const more = dynamicBytes.get(Number(bytes));
      return more === undefined ? all : `${head}${more}`;
    });
    if (grown !== text) changed.set(file, grown);
  }
  return { ...fixed, texts: changed };
}

const firstMessage = ([first]: readonly Diagnostic[]): string => first?.message ?? '';

/** Prints the report and the diff, or writes the texts. */
async function hand(
  io: Io,
  path: string,
  texts: ReadonlyMap<string, string>,
  { report: told, texts: changed }: SourceFix,
  { output, format, check }: FixCommandOptions,
): Promise<number> {
  const diff = changed === undefined ? '' : diffOf(texts, changed);
  const report = { ...told, diff: diff === '' ? undefined : diff };
  const code = codes[report.verdict] ?? exitCode.unmet;
  const origin = { file: path, source: texts.get(path) ?? '' };
  if (format === 'json') return await deliver(io, fixJson(report), undefined, code);
  const aloud = format === 'text' ? report.diagnostics : errorsOf(report.diagnostics);
  printDiagnostics(io, aloud, origin);
  const printsDiff = output === undefined && check !== true && diff !== '' && format === 'text';
  const document = sayFix(report);
  const whole =
    format === 'text' ? document : withDiagnostics(document, report.diagnostics, origin);
  const page = printsDiff ? errorPageOf(io) : pageOf(io);
  const sink = printsDiff ? io.stderr : io.stdout;
  sink.write(await documentText(whole, format, page));
  if (printsDiff) io.stdout.write(diff);
  if (output === undefined || changed === undefined || check === true) return code;
  for (const [file, text] of changed) {
    const name = file === path ? output : file;
    const written = await deliver(io, text, name, code);
    if (written !== code) return written;
    if (format === 'text') sink.write(`\nwrote ${name}\n`);
  }
  return code;
}

const codes: Readonly<Record<string, number>> = {
  fixed: exitCode.done,
  nothing: exitCode.done,
  failed: exitCode.wrong,
};

/** A diff that `git apply` and `patch -p1` take in the folder where the command runs. */
function diffOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  let diff = '';
  for (const [name, text] of after) {
    const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before.get(name) ?? '', text);
    diff += `diff --git a/${name} b/${name}\n${patch.replace(/^=+\n/, '')}`;
  }
  return diff;
}
