/** A launch as options take it: a specification, or what a launch file says. */
import { type KernelArgument, type Launch, parseLaunch, type Result, success } from '@ldscope/core';
import {
  type LaunchArgument,
  type LaunchFile,
  parseLaunchFile,
  type ReadBytes,
} from './launch-file.ts';

export interface LaunchOptions {
  /** `grid=2x8,block=256,arg3=1024`; what is absent comes from the kernel. */
  readonly launch?: string | undefined;
  /** Grid, block and LDS of a launch file; they override the specification. */
  readonly extents?: Omit<Launch, 'scalars'> | undefined;
  /** What stands beside the kernel, as Triton's metadata: it holds where nothing else is given. */
  readonly launchDefaults?: Omit<Launch, 'scalars'> | undefined;
  /** Arguments in order, of a launch file; for machine code. */
  readonly arguments?: readonly KernelArgument[] | undefined;
}

/** The specification with the extents of the file over it, and defaults below. */
export function launchOf({
  launch,
  extents = {},
  launchDefaults = {},
}: LaunchOptions): Result<Launch> {
  const parsed = parseLaunch(launch ?? '');
  if (!parsed.ok) return parsed;
  const { scalars, ...given } = parsed.value;
  return success({
    scalars,
    grid: extents.grid ?? given.grid ?? launchDefaults.grid,
    block: extents.block ?? given.block ?? launchDefaults.block,
    dynamicLdsBytes:
      extents.dynamicLdsBytes ?? given.dynamicLdsBytes ?? launchDefaults.dynamicLdsBytes,
  });
}

/** What a launch file says, as options. */
export function launchFileOptions({
  arguments: list,
  buffers: _buffers,
  ...extents
}: LaunchFile): LaunchOptions {
  return { extents, arguments: list.map(kernelArgument) };
}

/** A mapping has a colon or several lines, a specification neither. */
const LAUNCH_FILE = /[:\n]/;

/**
 * Reads a launch that is given as text, without a file: a specification, or what would stand in a launch file. Files
 * that it names for the contents of its buffers are asked of `read`; by default there are none.
 */
export async function readLaunchText(
  text: string,
  read: ReadBytes = () => Promise.resolve(undefined),
): Promise<Result<LaunchOptions>> {
  const trimmed = text.trim();
  if (!LAUNCH_FILE.test(trimmed)) {
    const parsed = parseLaunch(trimmed);
    return parsed.ok ? success(trimmed === '' ? {} : { launch: trimmed }) : parsed;
  }
  const file = await parseLaunchFile(text, read);
  return file.ok ? success(launchFileOptions(file.value)) : file;
}

/** An argument as the emulator takes it; a buffer shares its bytes. */
export function kernelArgument(argument: LaunchArgument): KernelArgument {
  const { name, at, key } = argument;
  if (argument.kind === 'buffer') {
    return { kind: 'buffer', name, data: argument.data, offset: at, key };
  }
  const pointers = argument.pointers.map(({ offset, buffer, into }) => ({
    offset,
    into,
    name: buffer.name,
    data: buffer.data,
  }));
  return { kind: 'value', name, bytes: argument.bytes, pointers, offset: at, key };
}
