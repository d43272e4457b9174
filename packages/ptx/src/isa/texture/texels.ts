/**
 * Texels in memory: their conversion to numbers and back.
 *
 *     u8, 4 channels, floats     bytes 255 0 51 128     1, 0, 0.2, 0.50196
 *     f32, 1 channel             one word               v, 0, 0, 0: missing channels are 0
 */
import { lazy, type Region } from '@ldscope/core';
import { asF32, halfTable, bits32, toHalf, toHalfZero } from '@ldscope/core/arithmetic';
import { texelBytes, type TexelFormat, type Texture } from '../../state/texture.ts';

const halves = lazy(() => new Float32Array(halfTable()));

/** The nearest number of 16 bits. */
export const halfOf = (value: number): number => halves()[toHalf(value)] ?? 0;

/** A texture with the memory that it is in. */
export interface PlacedTexture {
  readonly texture: Texture;
  readonly region: Region;
  /** Bytes from the beginning of the region to texel 0. */
  readonly offset: number;
}

/** The four values of a texel. */
export type Texel = readonly [number, number, number, number];

/** Bytes from texel 0 to one that is inside. */
export function texelOffset(
  { size: [, height, depth], pitchBytes, ...texture }: Texture,
  x: number,
  y: number,
  z: number,
  layer: number,
): number {
  return ((layer * depth + z) * height + y) * pitchBytes + x * texelBytes(texture);
}

/** The divisor of integers that are fetched as floats; `undefined` for formats that are not. */
const unitOf = (format: TexelFormat): number | undefined => UNITS[format];

const UNITS: Readonly<Partial<Record<TexelFormat, number>>> = {
  u8: 255,
  u16: 65535,
  s8: 127,
  s16: 32767,
};

export const isFloatFormat = (format: TexelFormat): boolean => format.startsWith('f');

/**
 * The channels of a texel: integers as they are or as floats, the least of which is below -1; missing channels are 0, also
 * the last.
 */
export function readTexel({ texture, region, offset }: PlacedTexture, at: number): Texel {
  const { format, channels, readsFloats } = texture;
  const unit = readsFloats ? unitOf(format) : undefined;
  const values: [number, number, number, number] = [0, 0, 0, 0];
  const bytes = texelBytes(texture) / channels;
  for (let i = 0; i < channels; i++) {
    const value = channelAt(region, offset + at + i * bytes, format);
    values[i] = unit === undefined ? value : value / unit;
  }
  return values;
}

function channelAt(region: Region, at: number, format: TexelFormat): number {
  switch (format) {
    case 'u8':
      return region.load8(at);
    case 's8':
      return (region.load8(at) << 24) >> 24;
    case 'u16':
      return region.load16(at);
    case 's16':
      return (region.load16(at) << 16) >> 16;
    case 'f16':
      return halves()[region.load16(at)] ?? 0;
    case 'f32':
      return asF32(region.load32(at) | 0);
    case 'u32':
    case 's32':
      return region.load32(at) | 0;
  }
}

/** Stores four words as the channels of a texel: floats to float formats, integers cut to the range of the format. */
export function writeTexel(
  { texture, region, offset }: PlacedTexture,
  at: number,
  words: readonly number[],
): void {
  const { format, channels } = texture;
  const bytes = texelBytes(texture) / channels;
  for (let i = 0; i < channels; i++) {
    const word = words[i] ?? 0;
    const to = offset + at + i * bytes;
    if (format === 'f16') region.store16(to, toHalfZero(asF32(word)));
    else if (bytes === 4) region.store32(to, word);
    else if (bytes === 2) region.store16(to, cut(format, word));
    else region.store8(to, cut(format, word));
  }
}

/** A word as an integer of 8 or 16 bits: the nearest that the format has. */
function cut(format: TexelFormat, word: number): number {
  const [least, most] =
    format === 'u8'
      ? [0, 255]
      : format === 's8'
        ? [-128, 127]
        : format === 'u16'
          ? [0, 65535]
          : [-32768, 32767];
  const value = format.startsWith('u') ? word >>> 0 : word;
  return Math.min(most, Math.max(least, value));
}

/** A value as the word that a register takes. */
export const wordOfValue = (value: number, isFloat: boolean): number =>
  isFloat ? bits32(Math.fround(value)) : value | 0;
