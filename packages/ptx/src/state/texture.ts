/**
 * A texture or surface object: how texels are in global memory, and how they are fetched.
 *
 *     texel (x, y, z) of layer l, or face l of a cube:  address + ((l * depth + z) * height + y) * pitch + x * texel bytes
 *
 * Hardware keeps arrays in an order of its own, which no instruction shows; here they are rows, so that a buffer of a launch is an array. A handle is the
 * address of 128 bytes, whose bits CUDA leaves open as well:
 *
 *     0  address (8)     8  surface, memory, shape, format, channels, filter, normalised, floats (a byte each)     16  address modes (3)
 *     20 layers (4)     24  width, height, depth (3 x 4)     36  pitch in bytes (4)     40  border (4 x 4)     56  a mark (4)
 *
 * Source: CUDA driver API, cuTexObjectCreate; PTX ISA 9.0, 5.3.
 */

export const TEXTURE_BYTES = 128;

const texelFormats = ['u8', 'u16', 'u32', 's8', 's16', 's32', 'f16', 'f32'] as const;
export type TexelFormat = (typeof texelFormats)[number];

/** Where texels are: an array of the driver, or rows in linear memory, with or without a pitch. */
const textureMemories = ['array', 'linear', 'pitch'] as const;
const textureShapes = ['1d', '2d', '3d', 'cube'] as const;
const addressModes = ['wrap', 'clamp', 'mirror', 'border'] as const;
export type AddressMode = (typeof addressModes)[number];
const textureFilters = ['point', 'linear'] as const;

export interface Texture {
  /** Of an object that `suld` and `sust` take instead of `tex`. */
  readonly isSurface: boolean;
  /** Where texel 0 is, in bytes. */
  readonly address: number;
  readonly memory: (typeof textureMemories)[number];
  readonly shape: (typeof textureShapes)[number];
  readonly format: TexelFormat;
  readonly channels: 1 | 2 | 4;
  /** Texels in x, y and z; 1 in dimensions that the shape lacks. */
  readonly size: readonly [number, number, number];
  /** Layers, six for each cube; 0 of objects without layers, which other instructions take. */
  readonly layers: number;
  readonly pitchBytes: number;
  readonly addressModes: readonly [AddressMode, AddressMode, AddressMode];
  readonly filter: (typeof textureFilters)[number];
  /** Coordinates go from 0 to 1. */
  readonly isNormalized: boolean;
  /** Integers of 8 and 16 bits are fetched as floats between 0 and 1, or -1 and 1. */
  readonly readsFloats: boolean;
  readonly border: readonly [number, number, number, number];
}

const FORMAT_BYTES: Readonly<Record<TexelFormat, number>> = {
  u8: 1,
  u16: 2,
  u32: 4,
  s8: 1,
  s16: 2,
  s32: 4,
  f16: 2,
  f32: 4,
};

export const texelBytes = ({ format, channels }: Pick<Texture, 'format' | 'channels'>): number =>
  FORMAT_BYTES[format] * channels;

/** Bytes from the first texel to the end of the last one. */
export function textureSpan(texture: Omit<Texture, 'address'>): number {
  const [width, height, depth] = texture.size;
  const rows = height * depth * Math.max(1, texture.layers);
  return (rows - 1) * texture.pitchBytes + width * texelBytes(texture);
}

const MARK = 0x5845_5401;

/** The 128 bytes behind a handle. */
export function encodeTexture(texture: Texture): Uint8Array {
  const bytes = new Uint8Array(TEXTURE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, texture.address % 2 ** 32, true);
  view.setUint32(4, Math.floor(texture.address / 2 ** 32), true);
  bytes.set(
    [
      Number(texture.isSurface),
      textureMemories.indexOf(texture.memory),
      textureShapes.indexOf(texture.shape),
      texelFormats.indexOf(texture.format),
      texture.channels,
      textureFilters.indexOf(texture.filter),
      Number(texture.isNormalized),
      Number(texture.readsFloats),
      ...texture.addressModes.map((mode) => addressModes.indexOf(mode)),
    ],
    8,
  );
  for (const [i, value] of [texture.layers, ...texture.size, texture.pitchBytes].entries())
    view.setUint32(20 + 4 * i, value, true);
  for (const [i, value] of texture.border.entries()) view.setFloat32(40 + 4 * i, value, true);
  view.setUint32(56, MARK, true);
  return bytes;
}

/** Reads a texture from 128 bytes; `undefined` for bytes that are not one. */
export function decodeTexture(view: DataView): Texture | undefined {
  const byte = (at: number): number => view.getUint8(at);
  const word = (at: number): number => view.getUint32(at, true);
  const memory = textureMemories[byte(9)];
  const shape = textureShapes[byte(10)];
  const format = texelFormats[byte(11)];
  const filter = textureFilters[byte(13)];
  const [x, y, z] = [16, 17, 18].map((at) => addressModes[byte(at)]);
  if (word(56) !== MARK || !memory || !shape || !format || !filter || !x || !y || !z)
    return undefined;
  const float = (at: number): number => view.getFloat32(at, true);
  return {
    isSurface: byte(8) === 1,
    address: word(0) + word(4) * 2 ** 32,
    memory,
    shape,
    format,
    channels: byte(12) === 4 ? 4 : byte(12) === 2 ? 2 : 1,
    size: [word(24), word(28), word(32)],
    layers: word(20),
    pitchBytes: word(36),
    addressModes: [x, y, z],
    filter,
    isNormalized: byte(14) === 1,
    readsFloats: byte(15) === 1,
    border: [float(40), float(44), float(48), float(52)],
  };
}
