/**
 * A fetch of a texture at coordinates: addresses outside, points, and the linear filter, as an H100 computes them
 * (validation/data/textures-sm90.jsonl).
 *
 *     8 texels, clamp, linear, x = 2.75     v = x - 1/2 = 2.25     192/256 of texel 2 and 64/256 of texel 3
 *
 * Coordinates between 0 and 1 are cut to multiples of 2^-21. Weights are whole numbers of 1/256: v is rounded, halves up,
 * and so are the products of weights, of which the others are the remainder:
 *
 *     a, b of 256 in x and y     a b / 256, a - that, b - that, 256 - a - b + that
 *
 * Blends of f16 are rounded to f16, those of integers to the 16-bit integers of their sign; of i8 some are one of those off.
 *
 * LIMITATIONS. In three dimensions some weights (of 16 in 512 fetches) are one more or less than on an H100: which of them
 * are is not known.
 *
 * Source: CUDA Programming Guide, Texture Fetching; PTX ISA 9.0, 9.7.10.
 */
import type { AddressMode, Texture } from '../../state/texture.ts';
import {
  halfOf,
  isFloatFormat,
  type PlacedTexture,
  readTexel,
  type Texel,
  texelOffset,
} from './texels.ts';

/** Where a fetch is, by dimension, and in which layer. */
export interface Place {
  readonly at: readonly number[];
  readonly layer: number;
  /** Coordinates are whole texels: nothing is filtered or scaled. */
  readonly isInteger: boolean;
}

const WEIGHTS = 256;

/** The first of the two texels that a coordinate is between, and the weight of the second, of 256. */
interface Between {
  readonly first: number;
  readonly weight: number;
}

/** Dimensions that coordinates have. */
export const rankOf = ({ shape }: Texture): 1 | 2 | 3 =>
  shape === '1d' ? 1 : shape === '3d' ? 3 : 2;

/** The mode that holds: repeating needs coordinates from 0 to 1. */
function modeOf({ addressModes, isNormalized }: Texture, axis: number): AddressMode {
  const mode = addressModes[axis] ?? 'clamp';
  return isNormalized || mode === 'border' ? mode : 'clamp';
}

/** The texel of an index, or -1 for the border. */
function texelIndex(index: number, extent: number, mode: AddressMode): number {
  if (index >= 0 && index < extent) return index;
  switch (mode) {
    case 'border':
      return -1;
    case 'wrap':
      return index - Math.floor(index / extent) * extent;
    case 'mirror': {
      const turn = index - Math.floor(index / (2 * extent)) * 2 * extent;
      return turn < extent ? turn : 2 * extent - 1 - turn;
    }
    case 'clamp':
      return index < 0 ? 0 : extent - 1;
  }
}

/** NaN selects the first texel. */
const numberOf = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** Multiples that normalised coordinates are cut to. */
const FRACTIONS = 2 ** 21;

/** A coordinate in texels. */
function inTexels(texture: Texture, axis: number, value: number): number {
  const extent = texture.size[axis] ?? 1;
  if (!texture.isNormalized) return numberOf(value);
  const mode = modeOf(texture, axis);
  // Coordinates repeat before they are scaled.
  const period = mode === 'wrap' ? 1 : mode === 'mirror' ? 2 : 0;
  const inside = period === 0 ? value : value - period * Math.floor(value / period);
  return (Math.floor(numberOf(inside) * FRACTIONS) / FRACTIONS) * extent;
}

const LIMIT = 2 ** 30;
const bounded = (value: number): number => Math.min(LIMIT, Math.max(-LIMIT, value));

/** The layer of an index, clamped to the existing ones. */
export const layerOf = ({ layers }: Texture, layer: number): number =>
  Math.min(Math.max(0, layers - 1), Math.max(0, layer));

/** The texels of a linear fetch along an axis, as indices before their address modes. */
export function between(texture: Texture, axis: number, value: number): Between {
  const scaled = Math.floor((bounded(inTexels(texture, axis, value)) - 0.5) * WEIGHTS + 0.5);
  const first = Math.floor(scaled / WEIGHTS);
  return { first, weight: scaled - first * WEIGHTS };
}

/** The value of a texel by indices of any size. */
export function texelAt(placed: PlacedTexture, indices: readonly number[], layer: number): Texel {
  const { texture } = placed;
  const [x = 0, y = 0, z = 0] = indices.map((index, axis) =>
    texelIndex(index, texture.size[axis] ?? 1, modeOf(texture, axis)),
  );
  if (x < 0 || y < 0 || z < 0) return borderOf(texture);
  return readTexel(placed, texelOffset(texture, x, y, z, layer));
}

/** The border, in the channels that texels have; of integers it is 0. */
function borderOf({ border, format, channels, readsFloats }: Texture): Texel {
  if (!isFloatFormat(format) && !readsFloats) return [0, 0, 0, 0];
  const [x, y, z, w] = border;
  return [x, channels > 1 ? y : 0, channels > 2 ? z : 0, channels > 3 ? w : 0];
}

/** The result of a fetch: four numbers. */
export function sample(placed: PlacedTexture, place: Place): Texel {
  const texel = fetched(placed, place);
  if (!placed.texture.readsFloats) return texel;
  const [x, y, z, w] = texel;
  return [Math.max(-1, x), Math.max(-1, y), Math.max(-1, z), Math.max(-1, w)];
}

function fetched(placed: PlacedTexture, { at, layer, isInteger }: Place): Texel {
  const { texture } = placed;
  if (isInteger) return wholeTexel(placed, at, layer);
  if (texture.filter === 'point')
    return texelAt(
      placed,
      at.map((value, axis) => Math.floor(bounded(inTexels(texture, axis, value)))),
      layer,
    );
  // One dimension is two, at the edge of the first row: with a border half of it is blended in.
  const [x, y, z] = [...at, ...(at.length === 1 ? [0] : [])].map((value, axis) =>
    between(texture, axis, value),
  );
  if (x === undefined || y === undefined) return [0, 0, 0, 0];
  const sum: [number, number, number, number] = [0, 0, 0, 0];
  for (const [corner, weight] of cornerWeights(x.weight, y.weight, z?.weight ?? 0).entries()) {
    if (weight === 0) continue;
    const indices = [
      x.first + (corner & 1),
      y.first + ((corner >> 1) & 1),
      ...(z === undefined ? [] : [z.first + (corner >> 2)]),
    ];
    const texel = texelAt(placed, indices, layer);
    for (let i = 0; i < 4; i++) sum[i] = (sum[i] ?? 0) + (weight / WEIGHTS) * (texel[i] ?? 0);
  }
  return blended(texture, sum);
}

/**
 * Weights of the eight corners, x first: products are rounded and the remainder goes to the other texel; y comes last, with
 * halves up for the second texel in x and down for the first, so that both together have the weight in y.
 */
function cornerWeights(a: number, b: number, c: number): number[] {
  const both = up(a * c);
  const planes = [WEIGHTS - a - c + both, a - both, c - both, both];
  const upper = planes.map((whole, corner) => (corner % 2 === 1 ? up(whole * b) : down(whole * b)));
  const [l0 = 0, l1 = 0, l2 = 0, l3 = 0] = planes.map((whole, i) => whole - (upper[i] ?? 0));
  const [u0 = 0, u1 = 0, u2 = 0, u3 = 0] = upper;
  return [l0, l1, u0, u1, l2, l3, u2, u3];
}

/** The nearest weight of a product of two. */
const up = (product: number): number => Math.floor(product / WEIGHTS + 0.5);
const down = (product: number): number => Math.ceil(product / WEIGHTS - 0.5);

/** A blend in the precision of the format. */
function blended({ format }: Texture, sum: Texel): Texel {
  const [x, y, z, w] = sum;
  if (format === 'f32') return sum;
  const unit = format.startsWith('u') ? 65535 : 32767;
  const cut = (value: number): number =>
    format === 'f16' ? halfAway(value) : Math.floor(value * unit + 0.5 + 2 ** -20) / unit;
  return [cut(x), cut(y), cut(z), cut(w)];
}

/** The nearest number of 16 bits, halves away from 0. */
const halfAway = (value: number): number => halfOf(value * (1 + 2 ** -20));

/** A texel by whole numbers: 0 outside, whatever the address modes are. */
function wholeTexel(placed: PlacedTexture, at: readonly number[], layer: number): Texel {
  const { texture } = placed;
  // By one whole number only linear memory is fetched: arrays give 0.
  if (texture.shape === '1d' && texture.memory === 'array') return [0, 0, 0, 0];
  const isInside = at.every((index, axis) => index >= 0 && index < (texture.size[axis] ?? 1));
  if (!isInside) return [0, 0, 0, 0];
  const [x = 0, y = 0, z = 0] = at;
  return readTexel(placed, texelOffset(texture, x, y, z, layer));
}
