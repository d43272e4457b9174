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
 * Everything is checked, against one description (`schema/launch-shape.ts`): a file is as untrusted as a kernel, and an unknown key is an
 * error. Errors have their place in the file.
 */
import {
  type DataPath,
  type Extent,
  failure,
  fitsPattern,
  isRecord,
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
import { countOf, integerOf } from './scalar.ts';
import { checkLaunch } from './schema/launch-shape.ts';
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
  const { value: document } = data.value;
  const refuse = (problems: readonly PlacedDiagnostic[]): Result<never> =>
    failure(...placed(data.value, problems));
  const wrong = checkLaunch(document);
  if (wrong.length > 0 || !isRecord(document)) return refuse(wrong);
  const reading = new LaunchReading(read, given);
  await readShared(document, reading);
  // Pointers to a buffer that could not be read would only repeat its error.
  if (reading.problems.length > 0) return refuse(reading.problems);
  const own = await readLaunch(document, [], reading);
  const kernels = new Map<string, KernelLaunch>();
  for (const [name, entry] of entriesOf(document['kernels'])) {
    const path = ['kernels', name];
    const launch = await readLaunch(isRecord(entry) ? entry : {}, path, reading);
    const whole = withDefaults(launch, own);
    if (whole.grid === undefined) reading.fail(path, messages.launchFile.noGrid(name));
    kernels.set(name, whole);
  }
  const run = Array.isArray(document['run']) ? document['run'].map(String) : [];
  const buffers = [...reading.buffers.values()];
  const unused = [...given.keys()].find((name) => !reading.hasFilled.has(name));
  if (unused !== undefined)
    reading.fail([], messages.launchFile.noBuffer(unused, [...reading.buffers.keys()]));
  if (reading.problems.length > 0) return refuse(reading.problems);
  return success({ ...own, buffers, kernels, run });
}

/** The types and buffers that all kernels share. */
async function readShared(
  document: Readonly<Record<string, unknown>>,
  reading: LaunchReading,
): Promise<void> {
  const { types } = document;
  if (typeof types === 'string') {
    const read = readTypes(types);
    if (read.ok) reading.types = read.value.scope;
    else reading.tell(['types'], read.diagnostics);
  }
  for (const [name, entry] of entriesOf(document['buffers'])) {
    const path = ['buffers', name];
    const buffer = await bufferAt(isRecord(entry) ? entry : {}, path, name, reading);
    if (buffer !== undefined) reading.buffers.set(name, buffer);
  }
}

async function readLaunch(
  entry: Readonly<Record<string, unknown>>,
  path: DataPath,
  reading: LaunchReading,
): Promise<KernelLaunch> {
  const { grid, block, cluster, lds, args, globals, cooperative, hidden } = entry;
  return {
    grid: extentOf(grid),
    block: extentOf(block),
    cluster: extentOf(cluster),
    dynamicLdsBytes: lds === undefined ? undefined : countOf(lds),
    arguments:
      args === undefined ? undefined : await readArguments(args, [...path, 'args'], reading),
    globals:
      globals === undefined
        ? undefined
        : await readArguments(globals, [...path, 'globals'], reading),
    cooperative: typeof cooperative === 'boolean' ? cooperative : undefined,
    hidden:
      hidden === undefined
        ? undefined
        : new Map(entriesOf(hidden).map(([name, value]) => [name, integerOf(value) ?? 0n])),
  };
}

async function readArguments(
  args: unknown,
  path: DataPath,
  reading: LaunchReading,
): Promise<LaunchArgument[]> {
  const list: LaunchArgument[] = [];
  const isByName = !Array.isArray(args);
  for (const [position, [key, entry]] of entriesOf(args).entries()) {
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

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function extentOf(value: unknown): Extent | undefined {
  const sizes = typeof value === 'string' ? value.split('x').map(Number) : sizesOf(value);
  if (sizes === undefined) return undefined;
  const [x = 1, y = 1, z = 1] = sizes;
  return [x, y, z];
}
