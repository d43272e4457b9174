/**
 * `ldscope fix kernel.hip -l launch.yaml`: the change of a source that removes its conflicts, as a unified diff on the standard output.
 * Every change was compiled and executed on the launches; the report of it goes to the standard error.
 *
 *     ldscope fix kernel.hip -l launch.yaml | git apply
 */
import { relative } from 'node:path';
import { FIX_SCHEMA } from '@ldscope/core';
import { fixJson, sayFix, withDiagnostics } from '@ldscope/render';
import { documentText, errorsOf, refuse } from '../answer/document.ts';
import { deliver, fixCode, printDiagnostics } from '../answer/failure.ts';
import { errorPageOf, pageOf } from '../answer/terminal.ts';
import { type SourceLanguage } from '../compile/language.ts';
import type { Io } from '../io/io.ts';
import type { FixCommandOptions } from '../options/commands.ts';
import { type TriedSource, trySource } from '../run/tried-source.ts';

/** Tries the changes of a source, and prints or writes the best one. */
export async function fixSourceCommand(
  io: Io,
  path: string,
  language: SourceLanguage,
  options: FixCommandOptions,
): Promise<number> {
  const { launch: specs, ...how } = options;
  const launches = specs.length === 0 ? [{ spec: undefined }] : specs.map((spec) => ({ spec }));
  const tried = await trySource(io, path, language, launches, how);
  if ('report' in tried) return await hand(io, relative('.', path), tried, options);
  const { file, text: source, diagnostics } = tried;
  const origin = source === '' ? { file } : { file, source };
  return await refuse(io, FIX_SCHEMA, diagnostics, { format: options.format }, origin);
}

/** Prints the report and the diff, or writes the texts. */
async function hand(
  io: Io,
  path: string,
  { report, texts: changed, before }: TriedSource,
  { output, format, check }: FixCommandOptions,
): Promise<number> {
  const { diff = '', diagnostics } = report;
  const code = fixCode(report);
  const origin = { file: path, source: before.get(path) ?? '' };
  const printsDiff = output === undefined && check !== true && diff !== '' && format === 'text';
  const page = printsDiff ? errorPageOf(io) : pageOf(io);
  const sink = printsDiff ? io.stderr : io.stdout;
  if (format === 'json') sink.write(fixJson(report));
  else {
    printDiagnostics(io, format === 'text' ? diagnostics : errorsOf(diagnostics), origin);
    const document = sayFix(report);
    const whole = format === 'text' ? document : withDiagnostics(document, diagnostics, origin);
    sink.write(await documentText(whole, format, page));
  }
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
