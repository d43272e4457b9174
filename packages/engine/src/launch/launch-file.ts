/**
 * A launch as a file: grid, block and the arguments of a kernel in order.
 *
 *     grid: [2, 1, 1]
 *     lds: 32768                                     # what the launch adds to the kernel's own; mostly absent
 *     args:
 *       - { name: a, dtype: f16, shape: [128, 64], fill: a.npy }
 *       - { name: c, dtype: f32, shape: [128, 128], fill: zeros }     # or random (with seed), iota
 *       - { i32: 128 }
 *
 * Everything is checked: a file is as untrusted as a kernel. Errors name the argument.
 */
import {
  diagnose,
  type Diagnostic,
  type Extent,
  failure,
  messages,
  type Result,
  success,
} from '@ldscope/core';
import { parse, YAMLParseError } from 'yaml';
import { type ElementType, elementType, elementTypes } from './dtypes.ts';
import { readNpy } from './npy.ts';

/** A buffer in global memory, with its contents; the kernel's stores change them. */
export interface BufferArgument {
  readonly kind: 'buffer';
  readonly name: string;
  readonly dtype: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** A value passed by itself. */
interface ScalarArgument {
  readonly kind: 'scalar';
  readonly name: string;
  readonly dtype: string;
  readonly value: number;
  readonly data: Uint8Array;
}

type LaunchArgument = BufferArgument | ScalarArgument;

export interface LaunchFile {
  readonly grid: Extent;
  readonly block?: Extent;
  /** Bytes of LDS beyond what the kernel declares. */
  readonly dynamicLdsBytes?: number;
  readonly arguments: readonly LaunchArgument[];
}

/** Reads other files that a launch names. */
export type ReadBytes = (path: string) => Promise<Uint8Array | undefined>;

/** More than any buffer that is simulated. */
const MOST_BYTES = 2 ** 30;
/** All buffers of a launch together. */
const MOST_BYTES_IN_ALL = 2 ** 32;

/** Reads a launch file. */
export async function parseLaunchFile(text: string, read: ReadBytes): Promise<Result<LaunchFile>> {
  let document: unknown;
  try {
    // Tags that are not known are left out without a word.
    document = parse(text, { logLevel: 'error' });
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const [start = 0, end = 0] = error.pos;
      return failure(diagnose(messages.launchFile.yaml(error.code), { start, end }));
    }
    // Aliases that make too much (ReferenceError), nesting that is too deep (RangeError), impossible merges.
    const what = error instanceof Error ? error.message.split('\n')[0] : undefined;
    return failure(diagnose(messages.launchFile.yaml(what ?? 'it cannot be read')));
  }
  if (!isRecord(document))
    return failure(diagnose(messages.launchFile.shape('the file', 'a mapping')));
  const problems: Diagnostic[] = [];
  const grid = extentOf(document['grid']);
  if (grid === undefined)
    problems.push(diagnose(messages.launchFile.shape('grid', 'one to three sizes')));
  const block = document['block'] === undefined ? undefined : extentOf(document['block']);
  if (document['block'] !== undefined && block === undefined) {
    problems.push(diagnose(messages.launchFile.shape('block', 'one to three sizes')));
  }
  const lds = document['lds'];
  if (lds !== undefined && !isByteCount(lds)) {
    problems.push(diagnose(messages.launch.lds(String(lds))));
  }
  const list = document['args'] ?? [];
  if (!Array.isArray(list)) return failure(diagnose(messages.launchFile.shape('args', 'a list')));
  const given: LaunchArgument[] = [];
  let left = MOST_BYTES_IN_ALL;
  for (const [position, entry] of list.entries()) {
    const argument = await argumentOf(entry, position, Math.min(left, MOST_BYTES), read);
    if ('code' in argument) problems.push(argument);
    else {
      given.push(argument);
      left -= argument.data.length;
    }
  }
  if (problems.length > 0 || grid === undefined) return failure(...problems);
  return success({
    grid,
    arguments: given,
    ...(block === undefined ? {} : { block }),
    ...(isByteCount(lds) ? { dynamicLdsBytes: lds } : {}),
  });
}

const isByteCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 1e9;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sizesOf(value: unknown): number[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const sizes = list.flatMap((size) => (typeof size === 'number' ? [size] : []));
  const sound =
    sizes.length === list.length && sizes.every((size) => Number.isSafeInteger(size) && size > 0);
  return sound ? sizes : undefined;
}

function extentOf(value: unknown): Extent | undefined {
  const sizes = sizesOf(value);
  if (sizes === undefined || sizes.length > 3) return undefined;
  const [x = 1, y = 1, z = 1] = sizes;
  return [x, y, z];
}

async function argumentOf(
  entry: unknown,
  position: number,
  mostBytes: number,
  read: ReadBytes,
): Promise<LaunchArgument | Diagnostic> {
  const who = `argument ${position}`;
  if (!isRecord(entry)) return diagnose(messages.launchFile.shape(who, 'a mapping'));
  const name = typeof entry['name'] === 'string' ? entry['name'] : `arg${position}`;
  if (entry['dtype'] === undefined) return scalarOf(entry, name, who);
  const dtype = String(entry['dtype']);
  const type = elementType(dtype);
  if (type === undefined) {
    return diagnose(messages.launchFile.dtype(who, dtype, Object.keys(elementTypes)));
  }
  const shape = sizesOf(entry['shape']);
  if (shape === undefined)
    return diagnose(messages.launchFile.shape(`shape of ${who}`, 'a list of sizes'));
  const bytes = shape.reduce((product, size) => product * size, type.bytes);
  if (bytes > mostBytes) return diagnose(messages.launchFile.tooLarge(who, mostBytes));
  const data = await contents(entry, type, bytes, who, read);
  return 'code' in data ? data : { kind: 'buffer', name, dtype, type, shape, data };
}

/** `{ i32: 128 }`: the one key that is a type. */
function scalarOf(
  entry: Readonly<Record<string, unknown>>,
  name: string,
  who: string,
): LaunchArgument | Diagnostic {
  for (const [dtype, value] of Object.entries(entry)) {
    const type = elementType(dtype);
    if (type === undefined) continue;
    if (typeof value !== 'number' || !(type.float || Number.isFinite(value)))
      return diagnose(messages.launchFile.shape(who, 'a number'));
    const data = new Uint8Array(type.bytes);
    type.write(new DataView(data.buffer), 0, value);
    return { kind: 'scalar', name, dtype, value, data };
  }
  return diagnose(
    messages.launchFile.shape(who, 'a buffer (dtype, shape, fill) or a scalar ({ i32: 128 })'),
  );
}

async function contents(
  entry: Readonly<Record<string, unknown>>,
  type: ElementType,
  bytes: number,
  who: string,
  read: ReadBytes,
): Promise<Uint8Array | Diagnostic> {
  const fill = entry['fill'] ?? 'zeros';
  const data = new Uint8Array(bytes);
  const view = new DataView(data.buffer);
  const write = (valueOf: (index: number) => number): Uint8Array => {
    for (let i = 0; i * type.bytes < bytes; i++) type.write(view, i * type.bytes, valueOf(i));
    return data;
  };
  switch (fill) {
    case 'zeros':
      return data;
    case 'iota':
      return write((index) => index);
    case 'random': {
      const next = random(typeof entry['seed'] === 'number' ? entry['seed'] : 1);
      return write(() => (type.float ? 2 * next() - 1 : Math.floor(next() * 256)));
    }
    default:
      return fromFile(String(fill), bytes, who, read);
  }
}

async function fromFile(
  path: string,
  bytes: number,
  who: string,
  read: ReadBytes,
): Promise<Uint8Array | Diagnostic> {
  const file = await read(path);
  if (file === undefined) return diagnose(messages.launchFile.unreadable(who, path));
  const array = readNpy(file);
  if (typeof array === 'string') return diagnose(messages.launchFile.npy(who, path, array));
  if (array.data.length !== bytes) {
    const problem = `it has ${array.data.length} bytes of data, and type and shape need ${bytes}`;
    return diagnose(messages.launchFile.npy(who, path, problem));
  }
  return array.data;
}

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
