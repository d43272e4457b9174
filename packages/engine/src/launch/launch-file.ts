/**
 * A launch as a file: grid, block and the arguments of a kernel in order.
 *
 *     grid: [2, 1, 1]
 *     lds: 32768                                     # what the launch adds to the kernel's own; mostly absent
 *     args:
 *       - { name: a, dtype: f16, shape: [128, 64], fill: a.npy }
 *       - { name: c, dtype: f32, shape: [128, 128], fill: zeros }     # or random (with seed), iota
 *       - { i32: 128 }
 *       - { struct: [{ dtype: f16, shape: [128] }, { i32: 128 }, { at: 16, f32: [1, 2] }], size: 32 }    # by value
 *
 * An argument with `at: BYTE` goes to that byte of the kernel's arguments instead of the next place. Everything is
 * checked: a file is as untrusted as a kernel, and an unknown key is an error. Errors name the argument.
 */
import { readYaml } from '@ldscope/amdgcn';
import {
  diagnose,
  type Diagnostic,
  type Extent,
  failure,
  launchKeys,
  messages,
  nearestName,
  randomWords,
  type Result,
  success,
} from '@ldscope/core';
import type { BufferArgument } from './buffer-argument.ts';
import { type ElementType, elementType, elementTypes } from './dtypes.ts';
import { readNpy } from './npy.ts';
import { countOf, writeScalar } from './scalar.ts';
import {
  type Field,
  layOutStruct,
  MOST_STRUCT_BYTES,
  type Piece,
  type Pointer,
  POINTER_BYTES,
} from './struct.ts';

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
};

export interface LaunchFile {
  readonly grid: Extent;
  readonly block?: Extent | undefined;
  /** Bytes of LDS beyond what the kernel declares. */
  readonly dynamicLdsBytes?: number | undefined;
  readonly arguments: readonly LaunchArgument[];
}

/** Reads other files that a launch names. */
export type ReadBytes = (path: string) => Promise<Uint8Array | undefined>;

/** More than any buffer that is simulated. */
const MOST_BYTES = 2 ** 30;
/** All buffers of a launch together. */
const MOST_BYTES_IN_ALL = 2 ** 32;
/** Structs inside each other, at most. */
const MOST_DEPTH = 8;

/** What reading arguments needs: other files, and the bytes that buffers may still take. */
interface Reading {
  readonly read: ReadBytes;
  left: number;
}

/** Reads a launch file. */
export async function parseLaunchFile(text: string, read: ReadBytes): Promise<Result<LaunchFile>> {
  // Tags that are not known are left out without a word.
  const { value: document, problem } = readYaml(text, { intAsBigInt: true });
  if (problem !== undefined) {
    // Spans are of the kernel, so the place in this file goes into the words.
    const before = text.slice(0, problem.start).split('\n');
    const at = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: `;
    return failure(diagnose(messages.launchFile.yaml(at + problem.reason)));
  }
  if (!isRecord(document))
    return failure(diagnose(messages.launchFile.shape('the file', 'a mapping')));
  const problems: Diagnostic[] = [...unknownKeys(document, [...launchKeys, 'args'])];
  const grid = extentOf(document['grid']);
  if (grid === undefined)
    problems.push(diagnose(messages.launchFile.shape('grid', 'one to three sizes')));
  const block = document['block'] === undefined ? undefined : extentOf(document['block']);
  if (document['block'] !== undefined && block === undefined) {
    problems.push(diagnose(messages.launchFile.shape('block', 'one to three sizes')));
  }
  const lds = document['lds'] === undefined ? undefined : countOf(document['lds']);
  if (document['lds'] !== undefined && (lds === undefined || lds >= 1e9)) {
    problems.push(diagnose(messages.launch.lds(String(document['lds']))));
  }
  const list = document['args'] ?? [];
  if (!Array.isArray(list)) return failure(diagnose(messages.launchFile.shape('args', 'a list')));
  const given: LaunchArgument[] = [];
  const reading: Reading = { read, left: MOST_BYTES_IN_ALL };
  for (const [position, entry] of list.entries()) {
    const argument = await argumentOf(entry, position, reading);
    if ('code' in argument) problems.push(argument);
    else given.push(argument);
  }
  if (problems.length > 0 || grid === undefined) return failure(...problems);
  return success({ grid, arguments: given, block, dynamicLdsBytes: lds });
}

/** All buffers of a launch, those in structs included, in order. */
export function launchBuffers({ arguments: list }: LaunchFile): BufferArgument[] {
  return list.flatMap((argument) =>
    argument.kind === 'buffer' ? [argument] : argument.pointers.map(({ buffer }) => buffer),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An error for each key that is not known there, with the nearest one that is. */
function unknownKeys(
  entry: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Diagnostic[] {
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => diagnose(messages.launch.unknownKey(key, nearestName(key, known), known)));
}

const BUFFER_KEYS = ['name', 'at', 'dtype', 'shape', 'fill', 'seed'] as const;
const STRUCT_KEYS = ['name', 'at', 'struct', 'size'] as const;

function sizesOf(value: unknown): number[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const sizes = list.flatMap((size) => countOf(size) ?? []);
  const sound = sizes.length === list.length && sizes.every((size) => size > 0);
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
  reading: Reading,
): Promise<LaunchArgument | Diagnostic> {
  const who = `argument ${position}`;
  const head = headOf(entry, who, `arg${position}`);
  if ('code' in head) return head;
  const { name, at } = head;
  if (head.entry['dtype'] !== undefined) {
    const buffer = await bufferOf(head.entry, name, who, reading);
    return 'code' in buffer ? buffer : { ...buffer, at };
  }
  const piece = await valueOf(head.entry, name, who, reading, 0);
  if ('code' in piece) return piece;
  return { kind: 'value', name, bytes: piece.bytes, pointers: piece.pointers, at };
}

interface Head {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly name: string;
  /** Where it begins, in bytes, when the file says so. */
  readonly at: number | undefined;
}

/** What arguments and fields of structs have alike: a mapping with a name and a place. */
function headOf(entry: unknown, who: string, otherName: string): Head | Diagnostic {
  if (!isRecord(entry)) return diagnose(messages.launchFile.shape(who, 'a mapping'));
  const at = countOf(entry['at']);
  if (at === undefined && entry['at'] !== undefined)
    return diagnose(messages.launchFile.shape(`at of ${who}`, 'a byte'));
  const name = typeof entry['name'] === 'string' ? entry['name'] : otherName;
  return { entry, name, at };
}

async function bufferOf(
  entry: Readonly<Record<string, unknown>>,
  name: string,
  who: string,
  reading: Reading,
): Promise<BufferArgument | Diagnostic> {
  const [unknown] = unknownKeys(entry, BUFFER_KEYS);
  if (unknown !== undefined) return unknown;
  const dtype = String(entry['dtype']);
  const type = elementType(dtype);
  if (type === undefined) {
    return diagnose(messages.launchFile.dtype(who, dtype, Object.keys(elementTypes)));
  }
  const shape = sizesOf(entry['shape']);
  if (shape === undefined)
    return diagnose(messages.launchFile.shape(`shape of ${who}`, 'a list of sizes'));
  const bytes = shape.reduce((product, size) => product * size, type.bytes);
  const most = Math.min(reading.left, MOST_BYTES);
  if (bytes > most) return diagnose(messages.launchFile.tooLarge(who, most));
  const data = await contents(entry, type, bytes, who, reading.read);
  if ('code' in data) return data;
  reading.left -= data.length;
  return { kind: 'buffer', name, dtype, type, shape, data };
}

/** A struct, or a scalar or array by the one key that is a type: `{ i32: 128 }`, `{ f32: [1, 2] }`. */
async function valueOf(
  entry: Readonly<Record<string, unknown>>,
  name: string,
  who: string,
  reading: Reading,
  depth: number,
): Promise<Piece | Diagnostic> {
  if (entry['struct'] !== undefined) return structOf(entry, name, who, reading, depth);
  for (const [dtype, value] of Object.entries(entry)) {
    const type = elementType(dtype);
    if (type === undefined) continue;
    const [unknown] = unknownKeys(entry, ['name', 'at', dtype]);
    if (unknown !== undefined) return unknown;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const bytes = type.bytes * values.length;
    if (bytes > MOST_STRUCT_BYTES)
      return diagnose(messages.launchFile.tooLarge(who, MOST_STRUCT_BYTES));
    const data = new Uint8Array(bytes);
    const view = new DataView(data.buffer);
    for (const [index, one] of values.entries()) {
      const wanted = writeScalar(type, view, index * type.bytes, one);
      if (wanted !== undefined) return diagnose(messages.launchFile.shape(who, wanted));
    }
    return { bytes: data, alignment: type.bytes, pointers: [] };
  }
  const forms =
    'a buffer (dtype, shape, fill), a value ({ i32: 128 }) or a struct ({ struct: [...] })';
  return diagnose(messages.launchFile.shape(who, forms));
}

async function structOf(
  entry: Readonly<Record<string, unknown>>,
  name: string,
  who: string,
  reading: Reading,
  depth: number,
): Promise<Piece | Diagnostic> {
  const [unknown] = unknownKeys(entry, STRUCT_KEYS);
  if (unknown !== undefined) return unknown;
  const list = entry['struct'];
  if (!Array.isArray(list) || list.length === 0 || depth >= MOST_DEPTH) {
    const wanted = `a list of fields, with structs at most ${MOST_DEPTH} deep`;
    return diagnose(messages.launchFile.shape(`struct of ${who}`, wanted));
  }
  const fields: Field[] = [];
  for (const [index, listed] of (list as readonly unknown[]).entries()) {
    const whose = `field ${index} of ${who}`;
    const head = headOf(listed, whose, `${name}.${index}`);
    if ('code' in head) return head;
    const { entry: field, name: own, at } = head;
    const piece =
      field['dtype'] === undefined
        ? await valueOf(field, own, whose, reading, depth + 1)
        : pointerTo(await bufferOf(field, own, whose, reading));
    if ('code' in piece) return piece;
    fields.push({ piece, at });
  }
  const size = entry['size'] === undefined ? undefined : (countOf(entry['size']) ?? -1);
  const laid = layOutStruct(fields, size);
  return typeof laid === 'string' ? diagnose(messages.launchFile.struct(who, laid)) : laid;
}

function pointerTo(buffer: BufferArgument | Diagnostic): Piece | Diagnostic {
  if ('code' in buffer) return buffer;
  const bytes = new Uint8Array(POINTER_BYTES);
  return { bytes, alignment: POINTER_BYTES, pointers: [{ offset: 0, buffer }] };
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
      const words = randomWords(countOf(entry['seed']) ?? 1);
      const next = (): number => words() / 2 ** 32;
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
