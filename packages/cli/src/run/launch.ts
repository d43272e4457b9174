/** What `--launch` names: a specification on the command line, or a file. */
import {
  type Diagnostic,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
  type Result,
} from '@ldscope/core';
import {
  type GivenFile,
  type LaunchFile,
  launchFileOptions,
  type LaunchOptions,
  parseLaunchFile,
} from '@ldscope/engine';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';

/** A launch, or what is wrong with it, with places in its own file. */
type ReadLaunch<T> =
  | Extract<Result<T>, { readonly ok: true }>
  | {
      readonly ok: false;
      readonly diagnostics: readonly ReportDiagnostic[];
      readonly file: string;
      readonly text: string;
    };

/** More than all buffers of a launch take. */
const MOST_BYTES = 2 ** 30 + 65536;

/** Reads the file when the option names one (`.yaml`, `.yml`, `.json`); otherwise hands the specification on. */
export async function readLaunch(
  io: Io,
  option: string | undefined,
): Promise<ReadLaunch<LaunchOptions>> {
  if (option === undefined) return readValue({});
  if (!isLaunchFile(option)) return readValue({ launch: option });
  const read = await readLaunchFile(io, option);
  return read.ok ? readValue(launchFileOptions(read.value)) : read;
}

const readValue = <T>(value: T): ReadLaunch<T> => ({ ok: true, value, diagnostics: [] });

export function isLaunchFile(option: string): boolean {
  return /\.(?:ya?ml|json)$/.test(option);
}

/** A launch file with the buffers that it names; `fills` has files for some of them, as `NAME=FILE`. */
export async function readLaunchFile(
  io: Io,
  path: string,
  fills: readonly string[] = [],
): Promise<ReadLaunch<LaunchFile>> {
  const refuse = (diagnostics: readonly Diagnostic[], text = ''): ReadLaunch<LaunchFile> => ({
    ok: false,
    diagnostics: placeDiagnostics(diagnostics, text),
    file: path,
    text,
  });
  const folder = /^.*[/\\]/.exec(path)?.[0] ?? '';
  let text: string;
  try {
    text = await io.readFile(path);
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return refuse([messages.usage.unreadable(path, reason)]);
  }
  const given = await readFills(io, fills);
  if ('code' in given) return refuse([given]);
  const read = await parseLaunchFile(text, (name) => bytesOf(io, `${folder}${name}`), { given });
  return read.ok ? readValue(read.value) : refuse(read.diagnostics, text);
}

/** The bytes of a file; `undefined` where there is none, or more than buffers take. */
async function bytesOf(io: Io, path: string): Promise<Uint8Array | undefined> {
  try {
    return await io.readBytes(path, MOST_BYTES);
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return undefined;
  }
}

async function readFills(
  io: Io,
  fills: readonly string[],
): Promise<ReadonlyMap<string, GivenFile> | Diagnostic> {
  const given = new Map<string, GivenFile>();
  for (const fill of fills) {
    const split = fill.indexOf('=');
    const [name, path] = [fill.slice(0, Math.max(0, split)), fill.slice(split + 1)];
    if (split < 1 || path === '') return messages.usage.fill(fill);
    const bytes = await bytesOf(io, path);
    if (bytes === undefined) return messages.usage.unreadable(path, 'there is no such file');
    given.set(name, { path, bytes });
  }
  return given;
}
