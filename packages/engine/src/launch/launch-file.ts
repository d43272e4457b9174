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
 * Buffers that several arguments point to, or that they point into, stand apart; arguments may be given by name; bytes are bytes:
 *
 *     buffers:
 *       a: { dtype: f16, shape: [128, 64], fill: random }
 *       workspace: { bytes: 65536 }
 *     args:
 *       in: { pointer: a }
 *       out: { pointer: workspace, offset: 4096 }
 *       flags: { hex: "0001" }
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
  /** The name of its place, where the file has arguments by name. */
  readonly key?: string | undefined;
};

export interface LaunchFile {
  readonly grid: Extent;
  readonly block?: Extent | undefined;
  /** Bytes of LDS beyond what the kernel declares. */
  readonly dynamicLdsBytes?: number | undefined;
  readonly arguments: readonly LaunchArgument[];
  /** Those that have a name of their own in the file. */
  readonly buffers: readonly BufferArgument[];
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
  /** By name. */
  readonly buffers: Map<string, BufferArgument>;
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
  const problems: Diagnostic[] = [...unknownKeys(document, [...launchKeys, 'buffers', 'args'])];
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
  const named = document['buffers'] ?? {};
  const list = document['args'] ?? [];
  if (!isRecord(named)) {
    return failure(diagnose(messages.launchFile.shape('buffers', 'a mapping of names')));
  }
  if (!Array.isArray(list) && !isRecord(list)) {
    return failure(diagnose(messages.launchFile.shape('args', 'a list, or a mapping of names')));
  }
  const reading: Reading = { read, buffers: new Map(), left: MOST_BYTES_IN_ALL };
  for (const [name, entry] of Object.entries(named)) {
    const who = `buffer ${name}`;
    const buffer = isRecord(entry)
      ? await bufferOf(entry, name, who, reading)
      : diagnose(messages.launchFile.shape(who, 'a mapping'));
    if ('code' in buffer) problems.push(buffer);
    else reading.buffers.set(name, buffer);
  }
  const given: LaunchArgument[] = [];
  // What a buffer that could not be read is pointed to from would only say it again.
  const entries =
    problems.length > 0 ? [] : Object.entries(list as Readonly<Record<string, unknown>>);
  for (const [position, [key, entry]] of entries.entries()) {
    const argument = Array.isArray(list)
      ? await argumentOf(entry, `argument ${position}`, `arg${position}`, reading)
      : await argumentOf(entry, `argument ${key}`, key, reading);
    if ('code' in argument) problems.push(argument);
    else given.push(Array.isArray(list) ? argument : { ...argument, key });
  }
  if (problems.length > 0 || grid === undefined) return failure(...problems);
  const buffers = [...reading.buffers.values()];
  return success({ grid, arguments: given, buffers, block, dynamicLdsBytes: lds });
}

/** All buffers of a launch, those in structs included, in order; each once. */
export function launchBuffers({ arguments: list, buffers }: LaunchFile): BufferArgument[] {
  const inline = list.flatMap((argument) =>
    argument.kind === 'buffer' ? [argument] : argument.pointers.map(({ buffer }) => buffer),
  );
  return [...new Set([...buffers, ...inline])];
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

const BUFFER_KEYS = ['name', 'at', 'dtype', 'shape', 'bytes', 'fill', 'seed'] as const;
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
  who: string,
  otherName: string,
  reading: Reading,
): Promise<LaunchArgument | Diagnostic> {
  const head = headOf(entry, who, otherName);
  if ('code' in head) return head;
  const { name, at } = head;
  if (isBuffer(head.entry)) {
    const buffer = await bufferOf(head.entry, name, who, reading);
    return 'code' in buffer ? buffer : { ...buffer, at };
  }
  const piece = await valueOf(head.entry, name, who, reading, 0);
  if ('code' in piece) return piece;
  return { kind: 'value', name, bytes: piece.bytes, pointers: piece.pointers, at };
}

/** True for an entry that is a buffer of its own. */
const isBuffer = (entry: Readonly<Record<string, unknown>>): boolean =>
  entry['dtype'] !== undefined || entry['bytes'] !== undefined;

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
  // Bytes alone have no type of their own.
  const dtype =
    entry['dtype'] === undefined && entry['bytes'] !== undefined ? 'u8' : String(entry['dtype']);
  const type = elementType(dtype);
  if (type === undefined) {
    return diagnose(messages.launchFile.dtype(who, dtype, Object.keys(elementTypes)));
  }
  const shape = sizesOf(entry['dtype'] === undefined ? entry['bytes'] : entry['shape']);
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
  if (entry['pointer'] !== undefined) return pointerInto(entry, who, reading);
  if (entry['hex'] !== undefined) return bytesOf(entry, who);
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
    'a buffer (dtype, shape, fill), a value ({ i32: 128 } or { hex: "80000000" }), ' +
    'a pointer ({ pointer: NAME }) or a struct ({ struct: [...] })';
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
    const piece = isBuffer(field)
      ? pointerTo(await bufferOf(field, own, whose, reading))
      : await valueOf(field, own, whose, reading, depth + 1);
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
  return { bytes, alignment: POINTER_BYTES, pointers: [{ offset: 0, buffer, into: 0 }] };
}

/** `{ pointer: NAME, offset: BYTES }`: an address in a buffer of `buffers`. */
function pointerInto(
  entry: Readonly<Record<string, unknown>>,
  who: string,
  { buffers }: Reading,
): Piece | Diagnostic {
  const [unknown] = unknownKeys(entry, ['name', 'at', 'pointer', 'offset']);
  if (unknown !== undefined) return unknown;
  const name = String(entry['pointer']);
  const buffer = buffers.get(name);
  if (buffer === undefined) {
    const known = [...buffers.keys()].join(', ');
    const wanted = known === '' ? 'a name in buffers, which has none' : `one of buffers: ${known}`;
    return diagnose(messages.launchFile.shape(`pointer of ${who}`, wanted));
  }
  const into = countOf(entry['offset'] ?? 0);
  if (into === undefined || into > buffer.data.length) {
    const wanted = `a byte of ${name}, which has ${buffer.data.length}`;
    return diagnose(messages.launchFile.shape(`offset of ${who}`, wanted));
  }
  const pointed = pointerTo(buffer);
  return 'code' in pointed ? pointed : { ...pointed, pointers: [{ offset: 0, buffer, into }] };
}

const HEX = /^(?:[0-9a-f]{2})+$/i;

/** `{ hex: "80000000" }`: bytes in the order of memory. */
function bytesOf(entry: Readonly<Record<string, unknown>>, who: string): Piece | Diagnostic {
  const [unknown] = unknownKeys(entry, ['name', 'at', 'hex']);
  if (unknown !== undefined) return unknown;
  const text = typeof entry['hex'] === 'string' ? entry['hex'].replaceAll(/[\s_]/g, '') : '';
  if (!HEX.test(text) || text.length > 2 * MOST_STRUCT_BYTES) {
    return diagnose(messages.launchFile.shape(`hex of ${who}`, 'a text of pairs of hex digits'));
  }
  const bytes = Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
  return { bytes, alignment: 1, pointers: [] };
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
