/**
 * The changes of a source in HIP, CUDA or OpenCL, tried as the user compiles and launches it: what `fix` writes, and `suggest`, `check` and
 * editors tell.
 *
 *     kernel.hip, launch.yaml, gfx942 -> compiled -> changes tried -> the texts before and after, as a diff
 */
import { relative, resolve } from 'node:path';
import { type Diagnostic, placeDiagnostics, type ReportDiagnostic } from '@ldscope/core';
import { fixSource, launchFor, type LaunchOptions, type SourceFix } from '@ldscope/engine';
import { createTwoFilesPatch } from 'diff';
import { progressOn } from '../answer/terminal.ts';
import type { SourceLanguage } from '../compile/language.ts';
import { compiledParts } from '../input/compiled.ts';
import { readKernel } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import type { FixCommandOptions } from '../options/commands.ts';
import { runOf } from '../options/options.ts';
import { processorSeconds } from '../system/processor-time.ts';
import { isLaunchFile, readLaunch } from './launch.ts';

/** The kernels, the chips, and how the source is compiled. */
export type TrialOptions = Partial<
  Pick<FixCommandOptions, 'buffer' | 'editHeaders' | 'compiler' | 'compilerFlags'>
> &
  Pick<FixCommandOptions, 'machine' | 'kernel'> &
  Parameters<typeof runOf>[0];

/** A launch as `--launch` takes it, for all kernels or one. */
export interface TriedLaunch {
  readonly spec: string | undefined;
  readonly kernel?: string | undefined;
}

/** The result, with the texts by their paths from here. */
export interface TriedSource extends SourceFix {
  /** The project and the launch files as they are. */
  readonly before: ReadonlyMap<string, string>;
}

/** A file that could not be read, and why. */
interface UnreadFile {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** Tries the changes of a source; the diff of the best one is in the report. */
export async function trySource(
  io: Io,
  path: string,
  language: SourceLanguage,
  asked: readonly TriedLaunch[],
  options: TrialOptions,
): Promise<TriedSource | UnreadFile> {
  const launches: LaunchOptions[] = [];
  for (const { spec, kernel } of asked) {
    const launch = await readLaunch(io, spec);
    if (!launch.ok) return launch;
    launches.push(kernel === undefined ? launch.value : ofKernel(launch.value, kernel));
  }
  const compiled = new Map<string, string>();
  // Named from here, as the user names them.
  const texts = new Map<string, string>();
  for (const machine of options.machine.length === 0 ? [undefined] : options.machine) {
    const input = await readKernel(io, path, machine, options);
    if ('diagnostics' in input) {
      const diagnostics = placeDiagnostics(input.diagnostics, input.text);
      return { file: path, text: input.text, diagnostics };
    }
    for (const [name, text] of input.project ?? []) texts.set(relative('.', name), text);
    compiled.set(machine ?? '', input.text);
  }
  const progress = progressOn(io, 'change');
  const { compiler, compilerFlags = [] } = options;
  const tried = await fixSource({
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
      const how = { compiler, compilerFlags };
      const change = { changed, isUnnamed: true };
      const parts = await compiledParts(io, path, language, asked, how, change);
      const read = 'length' in parts ? await parts[0].read() : parts;
      return 'diagnostics' in read ? { problem: firstMessage(read.diagnostics) } : read;
    },
    assemble: (text) => io.assemblePtx(text),
    onTrial: progress.update,
  });
  progress.end();
  const launchTexts = new Map<string, string>();
  for (const { spec = '' } of asked)
    if (isLaunchFile(spec)) launchTexts.set(relative('.', spec), await io.readFile(spec));
  const fixed = withLaunches(tried, launchTexts);
  const before = new Map([...texts, ...launchTexts]);
  const diff = fixed.texts && diffOf(before, fixed.texts);
  return { ...fixed, before, report: { ...fixed.report, diff } };
}

const ofKernel = (launch: LaunchOptions, kernel: string): LaunchOptions => ({
  ...launchFor(launch, kernel),
  kernels: new Map([[kernel, {}]]),
});

const firstMessage = ([first]: readonly Diagnostic[]): string => first?.message ?? '';

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

/** A diff that `git apply` and `patch -p1` take in the folder where the command runs. */
function diffOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  let diff = '';
  for (const [name, text] of after) {
    const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before.get(name) ?? '', text);
    diff += `diff --git a/${name} b/${name}\n${patch.replace(/^=+\n/, '')}`;
  }
  return diff;
}
