/**
 * A buffer of a launch file, with its contents.
 *
 *     { dtype: f16, shape: [128, 64], fill: random, seed: 3, range: [0, 1] }
 *     { bytes: 4096 }            zeros, without a type
 *     { fill: a.npy }            type and shape of the file
 *     { dtype: i32, fill: ids.bin }    raw little-endian elements, as many as the file has
 *
 * Files are next to the launch file or below: one that leads out of its folder is refused, since a launch file comes
 * with a kernel of somebody else.
 */
import {
  type DataPath,
  floatOf,
  integerOf,
  integerRange,
  messages,
  randomWords,
  shape as shapes,
  type Shape,
  type ValueOf,
} from '@ldscope/core';
import type { BufferArgument } from './buffer-argument.ts';
import { type ElementType, elementType, elementTypes } from './dtypes.ts';
import { type NpyArray, readNpy } from './npy.ts';
import type { LaunchReading } from './reading.ts';
import { writeScalar } from './scalar.ts';
import { placeWords } from './place-words.ts';

/** More bytes than any buffer that is simulated has. */
export const MOST_BYTES = 2 ** 30;
export const MOST_EXTENT = 2 ** 31 - 1;

const { choice, either, float, list, mapping, optional, text, whole } = shapes;

/** A size, or up to `most` of them. */
export const sizesShape = (most: number, wanted: string): Shape<number | readonly number[]> =>
  either(
    wanted,
    { form: 'number', shape: whole(1, MOST_EXTENT) },
    { form: 'list', shape: list(whole(1, MOST_EXTENT), 1, most, wanted) },
  );

export const bufferKeys = {
  dtype: optional(
    choice(Object.keys(elementTypes)),
    'Type of the elements; by default that of the .npy file.',
  ),
  shape: optional(
    sizesShape(32, 'a list of sizes'),
    'Elements along each axis; by default what the file of fill has.',
  ),
  bytes: optional(whole(1, MOST_BYTES), 'Size of a buffer without a type.'),
  fill: optional(
    either(
      'zeros, random, iota, a number, or the path of a file',
      { form: 'text', shape: text('a name', { pattern: /./ }) },
      { form: 'number', shape: float },
    ),
    'zeros (the default), random, iota (0, 1, 2, ...), a number, or a file beside this one: .npy, or raw bytes.',
  ),
  seed: optional(whole(), 'Chooses the random numbers; 1 by default.'),
  range: optional(
    list(float, 2, 2, 'two numbers'),
    'Random numbers from the first to below the second; [-1, 1] for floats, [0, 256] for integers by default.',
  ),
};
/** Keys of which a buffer has one. */
export const BUFFER_FORM = ['dtype', 'bytes', 'fill'] as const;
export const bufferShape = mapping(bufferKeys, { oneOf: { keys: BUFFER_FORM, isExact: false } });
export type BufferEntry = ValueOf<typeof bufferShape>;

/** A type and its elements along each axis; what the file does not specify comes from its contents. */
interface Wanted {
  readonly dtype: string | undefined;
  readonly shape: readonly number[] | undefined;
}

/** Reads a buffer whose form was checked. */
export async function bufferAt(
  entry: BufferEntry,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<BufferArgument | undefined> {
  const { dtype: written, bytes, shape, fill = 'zeros' } = entry;
  if (written !== undefined && bytes !== undefined)
    return reading.wants([...path, 'bytes'], 'left out where there is a dtype');
  if (written === undefined && shape !== undefined)
    return reading.wants([...path, 'shape'], 'given with dtype');
  const dtype = written ?? (bytes === undefined ? undefined : 'u8');
  const size = shape ?? bytes;
  const wanted: Wanted = { dtype, shape: size === undefined ? undefined : sizesOf(size) };
  const given = reading.given.get(name);
  if (given !== undefined) {
    reading.hasFilled.add(name);
    return fromBytes(given.bytes, given.path, wanted, path, name, reading, isNpy(given.path));
  }
  const isFile = typeof fill === 'string' && !/^(?:zeros|random|iota)$/.test(fill);
  if (isFile) return await fromFile(fill, wanted, path, name, reading);
  const type = dtype === undefined ? undefined : elementType(dtype);
  if (dtype === undefined || type === undefined)
    return reading.wants(path, 'a mapping with dtype or bytes');
  if (wanted.shape === undefined) return reading.wants(path, 'a mapping with shape');
  if (!hasSpace(wanted.shape, type, path, reading)) return undefined;
  const data = filled(entry, fill, type, wanted.shape, path, reading);
  if (data === undefined) return undefined;
  reading.left -= data.length;
  return { kind: 'buffer', name, dtype, type, shape: wanted.shape, data };
}

/** Sizes that may be a single number. */
export const sizesOf = (value: number | readonly number[]): readonly number[] =>
  typeof value === 'number' ? [value] : value;

const bytesOf = (shape: readonly number[], type: ElementType): number =>
  shape.reduce((product, size) => product * size, type.bytes);

/** False, with what is wrong, where a buffer is larger than what is simulated. */
function hasSpace(
  shape: readonly number[],
  type: ElementType,
  path: DataPath,
  reading: LaunchReading,
): boolean {
  const most = Math.min(reading.left, MOST_BYTES);
  if (bytesOf(shape, type) <= most) return true;
  reading.fail(path, messages.launchFile.tooLarge(placeWords(path), most));
  return false;
}

function filled(
  { range: bounds, seed = 1 }: BufferEntry,
  fill: string | number | bigint,
  type: ElementType,
  shape: readonly number[],
  path: DataPath,
  reading: LaunchReading,
): Uint8Array | undefined {
  const bytes = bytesOf(shape, type);
  const data = new Uint8Array(bytes);
  const view = new DataView(data.buffer);
  const write = (valueOf: (index: number) => number): Uint8Array => {
    for (let i = 0; i * type.bytes < bytes; i++) type.write(view, i * type.bytes, valueOf(i));
    return data;
  };
  if (bounds !== undefined && fill !== 'random')
    return reading.wants([...path, 'range'], 'left out where fill is not random');
  switch (fill) {
    case 'zeros':
      return data;
    case 'iota':
      return write((index) => index);
    case 'random': {
      const range = rangeOf(bounds, type, [...path, 'range'], reading);
      if (range === undefined) return undefined;
      const words = randomWords(seed);
      const [low, high] = range;
      const next = (): number => low + (words() / 2 ** 32) * (high - low);
      return write(type.float ? next : () => Math.floor(next()));
    }
    default: {
      if (bytes === 0) return data;
      const wanted = writeScalar(type, view, 0, fill);
      if (wanted !== undefined) return reading.wants([...path, 'fill'], wanted);
      for (let done = type.bytes; done < bytes; done *= 2) data.copyWithin(done, 0, done);
      return data;
    }
  }
}

function rangeOf(
  ends: BufferEntry['range'],
  type: ElementType,
  path: DataPath,
  reading: LaunchReading,
): readonly [low: number, high: number] | undefined {
  if (ends === undefined) return type.float ? [-1, 1] : [0, 256];
  const [low = NaN, high = NaN] = ends.map((end) => floatOf(end) ?? NaN);
  if (!Number.isFinite(high - low) || low >= high)
    return reading.wants(path, 'two numbers, the smaller one first');
  if (type.float) return [low, high];
  const [least, most] = integerRange(8 * type.bytes);
  const isInside = ends.every((end) => {
    const whole = integerOf(end);
    return whole !== undefined && whole >= least && whole <= most + 1n;
  });
  return isInside ? [low, high] : reading.wants(path, 'two whole numbers that the type holds');
}

const isNpy = (path: string): boolean => path.endsWith('.npy');

/** True for a path that leads out of the folder that it is relative to. */
function leadsOut(path: string): boolean {
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(path)) return true;
  let level = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') level--;
    else if (part !== '' && part !== '.') level++;
    if (level < 0) return true;
  }
  return false;
}

async function fromFile(
  file: string,
  wanted: Wanted,
  path: DataPath,
  name: string,
  reading: LaunchReading,
): Promise<BufferArgument | undefined> {
  const who = placeWords(path);
  const place = [...path, 'fill'];
  if (leadsOut(file)) return reading.fail(place, messages.launchFile.outside(who, file, name));
  const bytes = await reading.read(file);
  if (bytes === undefined) return reading.fail(place, messages.launchFile.unreadable(who, file));
  return fromBytes(bytes, file, wanted, path, name, reading, isNpy(file));
}

/** A buffer with the contents of a file: type and shape are what the launch says, else what the file has. */
function fromBytes(
  bytes: Uint8Array,
  file: string,
  { dtype: written, shape: asked }: Wanted,
  path: DataPath,
  name: string,
  reading: LaunchReading,
  isArray: boolean,
): BufferArgument | undefined {
  const who = placeWords(path);
  const wrong = (problem: string): undefined =>
    reading.fail([...path, 'fill'], messages.launchFile.contents(who, file, problem));
  const array: NpyArray | string = isArray ? readNpy(bytes) : { descr: '', shape: [], data: bytes };
  if (typeof array === 'string') return wrong(array);
  const dtype = written ?? (isArray ? dtypeOf(array.descr) : 'u8');
  const type = dtype === undefined ? undefined : elementType(dtype);
  if (dtype === undefined || type === undefined) return wrong(`its type is ${array.descr}`);
  if (isArray && !isSameKind(array.descr, type))
    return wrong(`its elements are ${array.descr}, those of ${dtype} are ${type.descr}`);
  const count = array.data.length / type.bytes;
  const shape = asked ?? (isArray && array.shape.length > 0 ? array.shape : [count]);
  if (!Number.isInteger(count) || shape.some((size) => size < 1))
    return wrong(`its ${array.data.length} bytes are not elements of ${dtype}`);
  if (!hasSpace(shape, type, path, reading)) return undefined;
  const needed = bytesOf(shape, type);
  if (array.data.length !== needed)
    return wrong(`it has ${array.data.length} bytes of data, and type and shape need ${needed}`);
  reading.left -= needed;
  return { kind: 'buffer', name, dtype, type, shape, data: array.data.slice() };
}

/** The type of NumPy's name; of several the one that NumPy has. */
const dtypeOf = (descr: string): string | undefined =>
  Object.entries(elementTypes).find(([, type]) => type.descr === descr)?.[0];

/** True for elements of one size that are both floats or both not; types that NumPy lacks are kept as bits. */
function isSameKind(descr: string, type: ElementType): boolean {
  const kindOf = (text: string): string => (/f/.test(text) ? 'f' : /[iub]/.test(text) ? 'i' : text);
  return kindOf(descr) === kindOf(type.descr) && descr.slice(2) === type.descr.slice(2);
}
