/** A launch as options take it: a specification, or what a launch file says. */
import {
  chooseKernel,
  type KernelArgument,
  type Launch,
  parseLaunch,
  type PointedMemory,
  type Result,
  success,
} from '@ldscope/core';
import {
  entryFor,
  type KernelLaunch,
  type LaunchArgument,
  type LaunchFile,
  parseLaunchFile,
} from './launch-file.ts';
import type { ReadBytes } from './reading.ts';

/** What a launch file says of a kernel. */
interface OwnLaunch {
  /** Grid, block and LDS, which override the specification; hidden arguments are scalars by their names. */
  readonly extents?: { readonly [Key in keyof Launch]?: Launch[Key] | undefined } | undefined;
  /** Arguments in order or by name. */
  readonly arguments?: readonly KernelArgument[] | undefined;
  /** Contents of the module's variables, by their names. */
  readonly globals?: readonly KernelArgument[] | undefined;
}

export interface LaunchOptions extends OwnLaunch {
  /** `grid=2x8,block=256,arg3=1024`; what is absent comes from the kernel. */
  readonly launch?: string | undefined;
  /** Launch data stored next to the kernel, such as Triton's metadata: it holds where nothing else is given. */
  readonly launchDefaults?: Omit<Launch, 'scalars'> | undefined;
  /** Launches of single kernels, by name or pattern; they go before `extents` and `arguments`. */
  readonly kernels?: ReadonlyMap<string, OwnLaunch> | undefined;
}

/** The options for one kernel, by its symbol or its readable name. */
export function launchFor<O extends LaunchOptions>(options: O, kernel: string | undefined): O {
  const { kernels } = options;
  if (kernels === undefined || kernel === undefined) return options;
  const entry = entryFor(kernel, [...kernels.keys()]);
  const own = entry === undefined ? undefined : kernels.get(entry);
  return own === undefined ? options : { ...options, ...own };
}

/** The options for the kernel of a source that they choose, by a part of its name or as the only one. */
export function launchForSource<O extends LaunchOptions & { readonly kernel?: string | undefined }>(
  options: O,
  source: { readonly kernels?: readonly string[] } | undefined,
): O {
  const symbols = (source?.kernels ?? []).map((name) => ({ name }));
  const chosen = chooseKernel(symbols, options.kernel);
  return launchFor(options, 'name' in chosen ? chosen.name : options.kernel);
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
    scalars: new Map([...(extents.scalars ?? []), ...scalars]),
    grid: extents.grid ?? given.grid ?? launchDefaults.grid,
    block: extents.block ?? given.block ?? launchDefaults.block,
    cluster: extents.cluster ?? given.cluster ?? launchDefaults.cluster,
    cooperative: extents.cooperative,
    dynamicLdsBytes:
      extents.dynamicLdsBytes ?? given.dynamicLdsBytes ?? launchDefaults.dynamicLdsBytes,
  });
}

/** What a launch file says, as options. */
export function launchFileOptions(file: LaunchFile): LaunchOptions {
  if (file.kernels.size === 0) return ownLaunch(file);
  const kernels = [...file.kernels].map(([name, launch]) => [name, ownLaunch(launch)] as const);
  return { ...ownLaunch(file), kernels: new Map(kernels) };
}

function ownLaunch(launch: KernelLaunch): OwnLaunch {
  const { grid, block, cluster, cooperative, dynamicLdsBytes, hidden: scalars } = launch;
  return {
    extents: { grid, block, cluster, cooperative, dynamicLdsBytes, scalars },
    arguments: launch.arguments?.map(kernelArgument),
    globals: launch.globals?.map(kernelArgument),
  };
}

/** A mapping has a colon or several lines, a specification neither. */
const LAUNCH_FILE = /[:\n]/;

/**
 * Reads a launch that is given as text, without a file: a specification, or the contents of a launch file. Files that
 * it names for the contents of its buffers are read through `read`; by default there are none.
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
  const pointers = argument.pointers.map(({ offset, buffer, into, object }): PointedMemory => {
    const to = { into, name: buffer.name, data: buffer.data };
    return object === undefined
      ? { ...to, offset }
      : {
          offset,
          name: `the object of ${buffer.name}`,
          data: object,
          pointers: [{ ...to, offset: 0 }],
        };
  });
  return { kind: 'value', name, bytes: argument.bytes, pointers, offset: at, key };
}
