/** What `--launch` names: a specification on the command line, or a file. */
import type { KernelArgument } from '@ldscope/amdgcn';
import { failure, type Launch, messages, type Result, success } from '@ldscope/core';
import { fileProblem, type Io } from '../io.ts';
import { type LaunchFile, parseLaunchFile } from './launch-file.ts';

/** The parts of `AnalyzeOptions` that a launch decides. */
export interface LaunchOptions {
  readonly launch?: string;
  readonly extents?: Omit<Launch, 'scalars'>;
  readonly arguments?: readonly KernelArgument[];
}

/** Reads the file when the option names one (`.yaml`, `.yml`); otherwise hands the specification on. */
export async function readLaunch(
  io: Io,
  option: string | undefined,
): Promise<Result<LaunchOptions>> {
  if (option === undefined) return success({});
  if (!isLaunchFile(option)) return success({ launch: option });
  const read = await readLaunchFile(io, option);
  if (!read.ok) return read;
  const { arguments: list, ...extents } = read.value;
  return success({ extents, arguments: list.map(kernelArgument) });
}

function isLaunchFile(option: string): boolean {
  return /\.ya?ml$/.test(option);
}

/** A launch file with the buffers that it names. */
export async function readLaunchFile(io: Io, path: string): Promise<Result<LaunchFile>> {
  const folder = /^.*[/\\]/.exec(path)?.[0] ?? '';
  let text: string;
  try {
    text = await io.readFile(path);
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return failure(messages.usage.unreadable(path, reason));
  }
  return await parseLaunchFile(text, async (name) => {
    try {
      return await io.readBytes(/^(?:[/\\]|[A-Za-z]:)/.test(name) ? name : `${folder}${name}`);
    } catch (error) {
      if (fileProblem(error) === undefined) throw error;
      return undefined;
    }
  });
}

/** An argument as the emulator takes it; a buffer shares its bytes. */
export function kernelArgument(argument: LaunchFile['arguments'][number]): KernelArgument {
  const { name, data } = argument;
  return argument.kind === 'buffer'
    ? { kind: 'buffer', name, data }
    : { kind: 'value', name, bytes: data };
}
