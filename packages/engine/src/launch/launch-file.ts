/**
 * A launch as a file: grid, block and the arguments of a kernel, in order or by name. docs/launch.md has all of it.
 *
 *     grid: [2, 1, 1]
 *     lds: 32768                                     # what the launch adds to the kernel's own; mostly absent
 *     types: "struct Kargs { const half *a; int m, n; };"
 *     buffers:
 *       a: { dtype: f16, shape: [128, 64], fill: a.npy }
 *     args:
 *       - { name: c, dtype: f32, shape: [128, 128], fill: zeros }     # a buffer of its own
 *       - { i32: 128 }
 *       - { pointer: a, offset: 64 }
 *       - [{ pointer: a }, { at: 12, i32: 5 }]                        # a struct by value
 *       - { struct: Kargs, fields: { a: a, m: 128, n: 64 } }
 *     kernels:                                       # of files with several; what is absent is that of the file
 *       "reduce*": { grid: 4, args: { in: { pointer: a } } }
 *     run: [gemm, reduce]                            # what `ldscope run` executes, over the same buffers
 *
 * Everything is checked, against one description (`launch-shape.ts`): a file is as untrusted as a kernel, and an unknown key is an
 * error. Errors have their place in the file.
 */
import {
  type DataPath,
  type Extent,
  failure,
  fitsPattern,
  messages,
  namesOf,
  type PlacedDiagnostic,
  readTypes,
  type Result,
  success,
} from '@ldscope/core';
import { parseYaml, placed } from '../input/yaml-data.ts';
import type { BufferArgument } from './buffer-argument.ts';
import { argumentAt } from './read-argument.ts';
import { bufferAt, sizesOf } from './read-buffer.ts';
import { type GivenFile, LaunchReading, type ReadBytes } from './reading.ts';
import { type LaunchEntry, type LaunchFileEntry, readLaunch } from './launch-shape.ts';
import type { Pointer } from './struct.ts';

/** A value that is passed by itself: a scalar, an array or a struct, with the pointers in it. */
interface ValueArgument {
  readonly kind: 'value';
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly pointers: readonly Pointer[];
}

/** An argument; `at` is its byte among the kernel's arguments when the file gives one. */
export type LaunchArgument = (BufferArgument | ValueArgument) & {
  readonly at?: number | undefined;
  /** The name of its place, where the file has arguments by name. */
  readonly key?: string | undefined;
};

/** How a kernel is launched, as far as the file says it. */
export interface KernelLaunch {
  readonly grid?: Extent | undefined;
  readonly block?: Extent | undefined;
  /** Workgroups that run together, on NVIDIA's chips. */
  readonly cluster?: Extent | undefined;
  /** Bytes of LDS beyond what the kernel declares. */
  readonly dynamicLdsBytes?: number | undefined;
  /** Absent where the file has no `args`. */
  readonly arguments?: readonly LaunchArgument[] | undefined;
  /** What variables of the module have before the launch, by their names. */
  readonly globals?: readonly LaunchArgument[] | undefined;
  /** Workgroups may wait for all others of the grid. */
  readonly cooperative?: boolean | undefined;
  /** Arguments that compilers add, by their names in metadata. */
  readonly hidden?: ReadonlyMap<string, bigint> | undefined;
}

export interface LaunchFile extends KernelLaunch {
  /** Buffers that have a name of their own in the file. */
  readonly buffers: readonly BufferArgument[];
  /** Launches of single kernels by name or pattern, each whole. */
  readonly kernels: ReadonlyMap<string, KernelLaunch>;
  /** The kernels that are executed one after the other; empty where the file does not say. */
  readonly run: readonly string[];
}

/** Where a launch file finds other files. */
export interface LaunchFileOptions {
  /** Contents by the name of a buffer, which go before those that the file names. */
  readonly given?: ReadonlyMap<string, GivenFile> | undefined;
}

/** Reads a launch file; `read` gives the files that it names. */
export async function parseLaunchFile(
  text: string,
  read: ReadBytes,
  { given = new Map() }: LaunchFileOptions = {},
): Promise<Result<LaunchFile>> {
  const data = parseYaml(text, { fault: messages.launchFile.yaml, intAsBigInt: true });
  if (!data.ok) return data;
  const refuse = (problems: readonly PlacedDiagnostic[]): Result<never> =>
    failure(...placed(data.value, problems));
  const form = readLaunch(data.value.value);
  if (!form.ok) return refuse(form.problems);
  const { value: document } = form;
  const reading = new LaunchReading(read, given);
  await readShared(document, reading);
  // Pointers to a buffer that could not be read would only repeat its error.
  if (reading.problems.length > 0) return refuse(reading.problems);
  const own = await kernelLaunch(document, [], reading);
  const kernels = new Map<string, KernelLaunch>();
  for (const [name, entry] of Object.entries(document.kernels ?? {})) {
    const path = ['kernels', name];
    const launch = await kernelLaunch(entry, path, reading);
    const whole = withDefaults(launch, own);
    if (whole.grid === undefined) reading.fail(path, messages.launchFile.noGrid(name));
    kernels.set(name, whole);
  }
  const buffers = [...reading.buffers.values()];
  const unused = [...given.keys()].find((name) => !reading.hasFilled.has(name));
  if (unused !== undefined)
    reading.fail([], messages.launchFile.noBuffer(unused, [...reading.buffers.keys()]));
  if (reading.problems.length > 0) return refuse(reading.problems);
  return success({ ...own, buffers, kernels, run: document.run ?? [] });
}

/** The types and buffers that all kernels share. */
async function readShared(
  { types, buffers = {} }: LaunchFileEntry,
  reading: LaunchReading,
): Promise<void> {
  if (types !== undefined) {
    const read = readTypes(types);
    if (read.ok) reading.types = read.value.scope;
    else reading.tell(['types'], read.diagnostics);
  }
  for (const [name, entry] of Object.entries(buffers)) {
    const buffer = await bufferAt(entry, ['buffers', name], name, reading);
    if (buffer !== undefined) reading.buffers.set(name, buffer);
  }
}

async function kernelLaunch(
  { grid, block, cluster, lds, args, globals, cooperative, hidden }: LaunchEntry,
  path: DataPath,
  reading: LaunchReading,
): Promise<KernelLaunch> {
  const argumentsOf = async (
    key: 'args' | 'globals',
    entries: LaunchEntry['args'],
  ): Promise<LaunchArgument[] | undefined> =>
    entries && (await readArguments(entries, [...path, key], reading));
  return {
    grid: extentOf(grid),
    block: extentOf(block),
    cluster: extentOf(cluster),
    dynamicLdsBytes: lds,
    arguments: await argumentsOf('args', args),
    globals: await argumentsOf('globals', globals),
    cooperative,
    hidden: hidden && new Map(Object.entries(hidden).map(([name, value = 0n]) => [name, value])),
  };
}

async function readArguments(
  args: NonNullable<LaunchEntry['args']>,
  path: DataPath,
  reading: LaunchReading,
): Promise<LaunchArgument[]> {
  const list: LaunchArgument[] = [];
  const isByName = !Array.isArray(args);
  for (const [position, [key, entry]] of Object.entries(args).entries()) {
    const place = [...path, isByName ? key : position];
    const otherName = isByName ? key : `arg${position}`;
    const argument = await argumentAt(entry, place, otherName, reading);
    if (argument === undefined) continue;
    const { name, at, value } = argument;
    const whole = 'kind' in value ? value : { kind: 'value' as const, name, ...value };
    list.push({ ...whole, at, key: isByName ? key : undefined });
  }
  return list;
}

/** The parts that a kernel's entry leaves out are those of the whole file. */
function withDefaults(launch: KernelLaunch, own: KernelLaunch): KernelLaunch {
  return {
    grid: launch.grid ?? own.grid,
    block: launch.block ?? own.block,
    cluster: launch.cluster ?? own.cluster,
    dynamicLdsBytes: launch.dynamicLdsBytes ?? own.dynamicLdsBytes,
    arguments: launch.arguments ?? own.arguments,
    globals: launch.globals ?? own.globals,
    cooperative: launch.cooperative ?? own.cooperative,
    hidden: new Map([...(own.hidden ?? []), ...(launch.hidden ?? [])]),
  };
}

/** The entry of `kernels` for a kernel: one that is a name of it, else the first pattern that fits a name. */
export function entryFor(symbol: string, entries: readonly string[]): string | undefined {
  const names = namesOf(symbol);
  const plain = (entry: string): string => entry.replaceAll(/\s/g, '');
  return (
    entries.find((entry) => names.includes(plain(entry))) ??
    entries.find((entry) => names.some((name) => fitsPattern(name, plain(entry))))
  );
}

/** All buffers of a launch, those in structs included, in order; each once. */
export function launchBuffers(file: LaunchFile): BufferArgument[] {
  const { buffers, kernels } = file;
  const inline = [file, ...kernels.values()]
    .flatMap(({ arguments: list = [], globals = [] }) => [...list, ...globals])
    .flatMap((argument) =>
      argument.kind === 'buffer' ? [argument] : argument.pointers.map(({ buffer }) => buffer),
    );
  const byData = new Map([...buffers, ...inline].map((buffer) => [buffer.data, buffer] as const));
  return [...byData.values()];
}

function extentOf(value: LaunchEntry['grid']): Extent | undefined {
  if (value === undefined) return undefined;
  const [x = 1, y = 1, z = 1] =
    typeof value === 'string' ? value.split('x').map(Number) : sizesOf(value);
  return [x, y, z];
}
