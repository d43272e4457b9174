/**
 * A texture or surface object of a launch file, as kernels take it: 8 bytes that are the address of its description.
 *
 *     { texture: { pointer: image, dtype: u8, channels: 4, shape: [640, 480], filter: linear, read: float } }
 *     { surface: { pointer: volume, dtype: f32, shape: [64, 64, 32] } }
 *
 * Sizes are in texels, the dimension whose texels are side by side first. Buffers have rows, slices, faces and layers one after another.
 */
import { type DataPath, isRecord, messages } from '@ldscope/core';
import {
  type AddressMode,
  addressModes,
  encodeTexture,
  texelBytes,
  type TexelFormat,
  type Texture,
  textureSpan,
} from '@ldscope/ptx';
import { pointerAt } from './read-pointer.ts';
import type { LaunchReading } from './reading.ts';
import { countOf } from './scalar.ts';
import { placeWords } from './schema/place-words.ts';
import type { Piece } from './struct.ts';

const FORMATS: Readonly<Record<string, TexelFormat>> = {
  u8: 'u8',
  u16: 'u16',
  u32: 'u32',
  i8: 's8',
  i16: 's16',
  i32: 's32',
  f16: 'f16',
  f32: 'f32',
};
export const textureTypes = Object.keys(FORMATS);
export const textureFormKeys = ['texture', 'surface'] as const;

type Entry = Readonly<Record<string, unknown>>;

/** The object as 8 bytes with a pointer in it; reports values that no object can have. */
export function textureAt(
  value: unknown,
  kind: (typeof textureFormKeys)[number],
  path: DataPath,
  reading: LaunchReading,
): Piece | undefined {
  const entry: Entry = isRecord(value) ? value : {};
  const [to] = pointerAt(entry, path, reading)?.pointers ?? [];
  if (to === undefined) return undefined;
  const texture = textureOf(entry, kind === 'surface');
  const problem = typeof texture === 'string' ? texture : problemOf(texture, entry);
  if (typeof texture === 'string' || problem !== undefined)
    return reading.fail(path, messages.launchFile.texture(placeWords(path), problem ?? ''));
  const bytes = textureSpan(texture);
  const left = to.buffer.data.length - to.into;
  if (bytes > left)
    return reading.fail(
      path,
      messages.launchFile.texture(placeWords(path), `${bytes} bytes; its buffer has ${left}`),
    );
  const object = encodeTexture({ ...texture, address: 0 });
  return { bytes: new Uint8Array(8), alignment: 8, pointers: [{ ...to, object }] };
}

/** The description of an object; text says why there is none. */
function textureOf(entry: Entry, isSurface: boolean): Omit<Texture, 'address'> | string {
  const { shape, cube, layers, pitch, memory, filter, normalized, read } = entry;
  const sizes = Array.isArray(shape)
    ? shape.map((one) => countOf(one) ?? 0)
    : [countOf(shape) ?? 0];
  const [width = 0, height = 1, depth = 1] = sizes;
  const isCube = cube === true;
  const format = FORMATS[String(entry['dtype'])];
  if (format === undefined) return `the type ${String(entry['dtype'])}`;
  const given = countOf(entry['channels']) ?? 1;
  if (given === 3) return '3 channels';
  const channels = given === 4 ? 4 : given === 2 ? 2 : 1;
  const rank = sizes.length;
  if (isCube && (rank !== 2 || width !== height)) return 'a cube whose faces are not squares';
  if (layers !== undefined && rank === 3) return 'layers of three dimensions';
  return {
    isSurface,
    memory: memory === 'linear' ? 'linear' : pitch === undefined ? 'array' : 'pitch',
    shape: isCube ? 'cube' : rank === 1 ? '1d' : rank === 2 ? '2d' : '3d',
    format,
    channels,
    size: [width, height, depth],
    layers: countOf(layers) ?? 0,
    pitchBytes: countOf(pitch) ?? width * texelBytes({ format, channels }),
    addressModes: modesOf(entry['address']),
    filter: filter === 'linear' ? 'linear' : 'point',
    isNormalized: normalized === true || isCube,
    readsFloats: read === 'float',
    border: borderOf(entry['border']),
  };
}

/** A combination that the driver refuses as well. */
function problemOf(texture: Omit<Texture, 'address'>, { memory }: Entry): string | undefined {
  const { shape, format, size, pitchBytes, filter, readsFloats, layers } = texture;
  const isWide = format.endsWith('32');
  if (memory === 'linear' && (shape !== '1d' || layers > 0))
    return 'linear memory of more than one dimension';
  if (memory === 'linear' && filter === 'linear') return 'linear memory with a filter';
  if (texture.memory === 'pitch' && (shape !== '2d' || layers > 0))
    return 'a pitch without two dimensions';
  if (pitchBytes < size[0] * texelBytes(texture))
    return `a pitch of ${pitchBytes} bytes, less than a row`;
  if (readsFloats && (isWide || format.startsWith('f'))) return `read: float of ${format}`;
  if (filter === 'linear' && !readsFloats && !format.startsWith('f'))
    return 'a linear filter of integers without read: float';
  return undefined;
}

/** One mode for all dimensions, or one for each. */
function modesOf(value: unknown): readonly [AddressMode, AddressMode, AddressMode] {
  const of = (one: unknown): AddressMode => addressModes.find((mode) => mode === one) ?? 'clamp';
  const [x, y, z] = Array.isArray(value) ? value : [value, value, value];
  return [of(x), of(y), of(z)];
}

function borderOf(value: unknown): readonly [number, number, number, number] {
  const [x, y, z, w] = (Array.isArray(value) ? value : []).map(Number);
  return [x ?? 0, y ?? 0, z ?? 0, w ?? 0];
}
