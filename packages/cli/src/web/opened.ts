/**
 * What the app opens: the state that its links carry (`apps/web/src/share/state.ts`), of the file and the options of the
 * command line.
 */
import { failure, messages, type Result, success } from '@ldscope/core';
import { readKernel } from '../input/read-kernel.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import type { WebCommandOptions } from '../options/commands.ts';
import type { CompilerOptions } from '../options/options.ts';
import { isLaunchFile } from '../run/launch.ts';

/** What a link may carry of the options. */
export type OpenedOptions = Pick<
  WebCommandOptions,
  'machine' | 'model' | 'kernel' | 'launch' | 'site'
>;

/** The state of a link of version 1, and the data next to the text that a link does not carry. */
export interface OpenedState extends OpenedOptions {
  readonly text: string;
  readonly file: string;
  /** The code object that the text is the listing of, in base64. */
  readonly code?: string | undefined;
  readonly dynamicLdsBytes?: number | undefined;
  /** What it was compiled from, by the names of the files. */
  readonly sources?: Readonly<Record<string, string>> | undefined;
}

/** Characters that a link may carry. */
const MOST_TEXT = 4_000_000;
const MOST_NAME = 300;
const MOST_LAUNCH = 20_000;

/** Reads the file, and the launch file where the launch is one. */
export async function openedState(
  io: Io,
  path: string,
  { machine, model, kernel, launch, site }: OpenedOptions,
  compiler: CompilerOptions = {},
): Promise<Result<OpenedState>> {
  const input = await readKernel(io, path, machine, { ...compiler, kernel });
  if ('diagnostics' in input) return failure(...input.diagnostics);
  const { text, source, code, sources } = input;
  const written = await launchText(io, launch);
  if (!written.ok) return written;
  // A code object says its chip itself, its disassembly does not.
  const named = machine ?? source?.target;
  const name = path === '-' ? 'standard input' : fileName(input.file ?? path);
  const fields = { machine: named, model, kernel, site };
  const tooLong =
    text.length > MOST_TEXT ||
    (written.value?.length ?? 0) > MOST_LAUNCH ||
    Object.values(fields).some((field) => (field?.length ?? 0) > MOST_NAME);
  if (tooLong) return failure(messages.usage.tooLargeForWeb(path, MOST_TEXT));
  return success({
    text,
    file: name.slice(-MOST_NAME),
    machine: named,
    model,
    kernel,
    site,
    launch: written.value,
    code: code && Buffer.from(code).toString('base64'),
    dynamicLdsBytes: input.launch?.dynamicLdsBytes,
    sources: sources && byFileName(sources),
  });
}

/** Line tables have paths as the compiler was given them; the app knows files by their names. */
const byFileName = (sources: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...sources].map(([path, text]) => [fileName(path), text]));

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

/** The app has no files: a launch file goes as its text. */
async function launchText(io: Io, launch: string | undefined): Promise<Result<string | undefined>> {
  if (launch === undefined || !isLaunchFile(launch)) return success(launch);
  try {
    return success(await io.readFile(launch));
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return failure(messages.usage.unreadable(launch, reason));
  }
}
