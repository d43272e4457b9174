/** `ldscope fix FILE -o OUT`: a kernel rewritten so that its LDS accesses do not conflict, with the proof. */
import { FIX_SCHEMA, messages, placeDiagnostics, type ReportDiagnostic } from '@ldscope/core';
import { type FixOutcome, fixText } from '@ldscope/engine';
import { fixJson, sayFix, withDiagnostics } from '@ldscope/render';
import { documentText, errorsOf, refuse } from '../answer/document.ts';
import { sourceLanguage } from '../compile/language.ts';
import { deliver, fixCode, printDiagnostics, readInput } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { runOf } from '../options/options.ts';
import { secondsOfMlir } from '../input/lowered-mlir.ts';
import { readLaunch } from '../run/launch.ts';
import { fixSourceCommand } from './fix-source.ts';
import { verified } from '../run/fix-verified.ts';
import { errorPageOf, pageOf, progressOn } from '../answer/terminal.ts';
import type { FixCommandOptions } from '../options/commands.ts';

/** Reports what was done; the kernel goes to the file of `-o`, and only when it is proven. */
export async function fixCommand(
  io: Io,
  path: string,
  options: FixCommandOptions,
): Promise<number> {
  const file = path === '-' ? '<stdin>' : path;
  const fail = (diagnostics: readonly ReportDiagnostic[], source = ''): Promise<number> => {
    const origin = source === '' ? { file } : { file, source };
    return refuse(io, FIX_SCHEMA, diagnostics, { format: options.format }, origin);
  };
  const compiled = sourceLanguage(path);
  if (compiled !== undefined) return await fixSourceCommand(io, path, compiled, options);
  const [spec, ...more] = options.launch;
  if (more.length > 0) return await fail(placeDiagnostics([messages.fix.oneLaunch(file)], ''));
  const launch = await readLaunch(io, spec);
  if (!launch.ok) {
    const origin = { file: launch.file, source: launch.text };
    return await refuse(io, FIX_SCHEMA, launch.diagnostics, { format: options.format }, origin);
  }
  const input = await readInput(io, path);
  if ('problem' in input) return await fail([input.problem]);
  if (/\n(?:; ldscope\.lds|\/\/ ldscope\.shared) /.test(input.text))
    return await fail(placeDiagnostics([messages.fix.compiled(file)], ''));
  const progress = progressOn(io, 'workgroup');
  const { machine: machines, buffer, layout, correct, workgroups } = options;
  const fixed = fixText(input.text, {
    file,
    machines,
    ...launch.value,
    ...runOf(options),
    secondsOf: await secondsOfMlir(io, input.text, options.kernel, launch.value),
    onProgress: progress.update,
    buffer,
    layout,
    correct,
    workgroups,
  });
  progress.end();
  const { report, text, source, language } = fixed;
  if (report === undefined) return await fail(fixed.diagnostics, source);
  const outcome = text === undefined ? { report } : { report, text };
  const proven = language === 'mlir' ? await verified(io, source, outcome) : outcome;
  return await hand(io, file, source, proven, options);
}

/** Prints the report and writes the kernel. */
async function hand(
  io: Io,
  file: string,
  text: string,
  { report, text: fixed }: FixOutcome,
  { output, format }: FixCommandOptions,
): Promise<number> {
  const code = fixCode(report);
  const aside = output === '-' && fixed !== undefined;
  const page = aside ? errorPageOf(io) : pageOf(io);
  const sink = aside ? io.stderr : io.stdout;
  const origin = { file, source: text };
  const aloud = format === 'text' ? report.diagnostics : errorsOf(report.diagnostics);
  if (format !== 'json') printDiagnostics(io, aloud, origin);
  if (format === 'json') sink.write(fixJson(report));
  else if (format === 'text') {
    if (report.verdict !== 'failed') sink.write(await documentText(sayFix(report), format, page));
  } else {
    const whole = withDiagnostics(sayFix(report), report.diagnostics, origin);
    sink.write(await documentText(whole, format));
  }
  if (fixed === undefined) return code;
  if (aside) {
    io.stdout.write(fixed);
    return code;
  }
  if (output === undefined) {
    if (format === 'text') sink.write('\nnothing was written: name a file with -o\n');
    return code;
  }
  const written = await deliver(io, fixed, output, code);
  if (written === code && format === 'text') sink.write(`\nwrote ${output}\n`);
  return written;
}
