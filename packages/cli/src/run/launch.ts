/** What `--launch` names: a specification on the command line, or a file. */
import { failure, messages, type Result, success } from '@ldscope/core';
import {
  type LaunchFile,
  launchFileOptions,
  type LaunchOptions,
  parseLaunchFile,
} from '@ldscope/engine';
import { fileProblem, type Io } from '../io.ts';

/** Reads the file when the option names one (`.yaml`, `.yml`); otherwise hands the specification on. */
export async function readLaunch(
  io: Io,
  option: string | undefined,
): Promise<Result<LaunchOptions>> {
  if (option === undefined) return success({});
  if (!isLaunchFile(option)) return success({ launch: option });
  const read = await readLaunchFile(io, option);
  return read.ok ? success(launchFileOptions(read.value)) : read;
}

export function isLaunchFile(option: string): boolean {
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
