/**
 * A texture or surface object of a launch file, as kernels take it: 8 bytes that are the address of its description.
 *
 *     { texture: { pointer: image, dtype: u8, channels: 4, shape: [640, 480], filter: linear, read: float } }
 *     { surface: { pointer: volume, dtype: f32, shape: [64, 64, 32] } }
 *
 * Sizes are in texels, the dimension whose texels are side by side first. Buffers have rows, slices, faces and layers one after another.
 */
import { type DataPath, messages, shape as shapes, type ValueOf } from '@ldscope/core';
import {
  type AddressMode,
  encodeTexture,
  texelBytes,
  type TexelFormat,
  type Texture,
  textureSpan,
} from '@ldscope/ptx';
import { MOST_BYTES, sizesOf, sizesShape } from './read-buffer.ts';
import { pointerAt, pointerKeys } from './read-pointer.ts';
import type { LaunchReading } from './reading.ts';
import { placeWords } from './place-words.ts';
import { addressPiece, type Piece } from './struct.ts';

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

const { choice, either, flag, float, list, mapping, optional, required, whole, word } = shapes;

/** The parameters of `cuSurfObjectCreate`, which are the first of `cuTexObjectCreate`. */
const texels = {
  ...pointerKeys,
  dtype: required(choice(Object.keys(FORMATS)), 'Type of a channel.'),
  channels: optional(whole(1, 4), 'Channels of a texel; 1 by default.'),
  shape: required(
    sizesShape(3, 'one to three sizes, the innermost first'),
    'Texels of each dimension, the innermost first.',
  ),
  layers: optional(
    whole(1, 2048),
    'Layers, or cubes, one after another, for instructions that take layers.',
  ),
  cube: optional(flag, 'Six faces, one after another.'),
};
const mode = word(['wrap', 'clamp', 'mirror', 'border']);

/** Objects by the key of an argument. */
export const textureShapes = {
  texture: mapping({
    ...texels,
    memory: optional(word(['array', 'linear']), 'linear for tex1Dfetch; an array by default.'),
    pitch: optional(
      whole(1, MOST_BYTES),
      'Bytes from one row to the next, of linear memory in two dimensions.',
    ),
    address: optional(
      either(
        'wrap, clamp, mirror or border, or one of them per dimension',
        { form: 'text', shape: mode },
        { form: 'list', shape: list(mode, 1, 3, 'an address mode per dimension') },
      ),
      'What is fetched outside: clamp by default. wrap and mirror need normalized coordinates.',
    ),
    filter: optional(word(['point', 'linear']), 'How texels are blended; point by default.'),
    normalized: optional(flag, 'Coordinates go from 0 to 1.'),
    read: optional(
      word(['element', 'float']),
      'float: integers of 8 and 16 bits are fetched as floats.',
    ),
    border: optional(
      list(float, 4, 4, 'four numbers'),
      'The color outside, for border; zeros by default.',
    ),
  }),
  surface: mapping(texels),
};
export const textureFormKeys = ['texture', 'surface'] as const;
type TextureEntry = ValueOf<typeof textureShapes.texture>;

/** The object as 8 bytes with a pointer in it; reports values that no object can have. */
export function textureAt(
  entry: TextureEntry,
  kind: (typeof textureFormKeys)[number],
  path: DataPath,
  reading: LaunchReading,
): Piece | undefined {
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
  return addressPiece({ ...to, object });
}

/** The description of an object; text says why there is none. */
function textureOf(entry: TextureEntry, isSurface: boolean): Omit<Texture, 'address'> | string {
  const { cube: isCube = false, layers, pitch, memory, filter = 'point', normalized, read } = entry;
  const sizes = sizesOf(entry.shape);
  const [width = 0, height = 1, depth = 1] = sizes;
  const format = FORMATS[entry.dtype];
  if (format === undefined) return `the type ${entry.dtype}`;
  const channels = ([1, 2, 4] as const).find((count) => count === (entry.channels ?? 1));
  if (channels === undefined) return `${entry.channels} channels`;
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
    layers: layers ?? 0,
    pitchBytes: pitch ?? width * texelBytes({ format, channels }),
    addressModes: modesOf(entry.address),
    filter,
    isNormalized: normalized === true || isCube,
    readsFloats: read === 'float',
    border: borderOf(entry.border),
  };
}

/** A combination that the driver refuses as well. */
function problemOf(
  texture: Omit<Texture, 'address'>,
  { memory }: TextureEntry,
): string | undefined {
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
function modesOf(
  given: TextureEntry['address'] = 'clamp',
): readonly [AddressMode, AddressMode, AddressMode] {
  const [x = 'clamp', y = 'clamp', z = 'clamp'] =
    typeof given === 'string' ? [given, given, given] : given;
  return [x, y, z];
}

function borderOf(given: TextureEntry['border']): readonly [number, number, number, number] {
  const [x = 0, y = 0, z = 0, w = 0] = (given ?? []).map(Number);
  return [x, y, z, w];
}
