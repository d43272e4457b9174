/**
 * Fetches of textures and accesses of surfaces that a GPU and this repository execute on the same data.
 *
 *     coordinates -> one tex, tld4, txq, suld, suq per thread -> four words per thread -> out
 *     coordinates -> one sust, sured per thread -> the texels of the surface
 *
 * `cases.jsonl` has a case per line, as far as it differs from a fetch of random points in 64 texels of f32.
 */
import { texelBytes, type Texture } from '@ldscope/ptx';
import { inputRows, inputText } from '../base/inputs.ts';
import { filled } from '../base/template.ts';

/** The object of a case, without the address of its texels. */
type TextureObject = Omit<Texture, 'address'>;

export interface TextureCase {
  readonly name: string;
  /** The instruction over `%h`, the coordinates `%r0` to `%r3`, and the results or values `%r4` to `%r7`. */
  readonly instruction: string;
  readonly object: TextureObject;
  readonly texels: Uint8Array;
  /** Four words per thread. */
  readonly coordinates: Uint32Array;
  /** Whether the result is what `%r4` to `%r7` are, and how they compare. */
  readonly result: 'words' | 'floats' | 'texels';
}

/** How the coordinates of a case are made; floats around the texels by default. */
type Coordinates =
  /** Whole numbers from `beyond` below 0 to `beyond` above the extent, the first `scale` bytes each. */
  | {
      readonly kind: 'integers';
      readonly seed: number;
      readonly beyond?: number;
      readonly scale?: number;
      /** Threads that come to one place are one: what several store is anyone's. */
      readonly isDistinct?: true;
      /** Layers that coordinates name, where they are not those of the object. */
      readonly layers?: number;
    }
  | { readonly kind: 'directions'; readonly seed: number }
  /** Steps along one row of rising numbers, which show the weights of a blend. */
  | { readonly kind: 'steps'; readonly from: number; readonly step: number }
  | { readonly kind: 'special' }
  | { readonly kind: 'one' };

interface Row {
  readonly name: string;
  readonly instruction?: string;
  readonly object?: Partial<TextureObject>;
  readonly coordinates?: Coordinates;
  readonly result?: TextureCase['result'];
}

/** The same words on every machine. */
function* words(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state ^ (state >>> 15);
  }
}

const base: TextureObject = {
  isSurface: false,
  memory: 'array',
  shape: '2d',
  format: 'f32',
  channels: 1,
  size: [8, 8, 1],
  layers: 0,
  pitchBytes: 0,
  addressModes: ['clamp', 'clamp', 'clamp'],
  filter: 'point',
  isNormalized: false,
  readsFloats: false,
  border: [0, 0, 0, 0],
};

const object = (change: Partial<TextureObject> = {}): TextureObject => {
  const made = { ...base, ...change };
  return { ...made, pitchBytes: change.pitchBytes ?? made.size[0] * texelBytes(made) };
};

/** Rows of all slices and layers, one after another. */
const bytesOf = ({ shape, size: [, height, depth], layers, pitchBytes }: TextureObject): number =>
  pitchBytes * height * depth * Math.max(1, layers) * (shape === 'cube' ? 6 : 1);

/** Random texels: floats between -1 and 1, integers of all bits. */
function texelsOf(one: TextureObject): Uint8Array {
  const bytes = new Uint8Array(bytesOf(one));
  const view = new DataView(bytes.buffer);
  const random = words(17 + bytes.length);
  const step = texelBytes({ format: one.format, channels: 1 });
  for (let at = 0; at < bytes.length; at += step) {
    const word = random.next().value;
    const value = (word >>> 8) / 2 ** 23 - 1;
    if (one.format === 'f32') view.setFloat32(at, value, true);
    // Sign, an exponent from -4 to -1, ten bits.
    else if (one.format === 'f16')
      view.setUint16(
        at,
        ((word >>> 31) << 15) | ((11 + ((word >>> 20) & 3)) << 10) | (word & 1023),
        true,
      );
    else
      for (let i = 0; i < step; i++) view.setUint8(at + i, word >>> (8 * i + (step === 4 ? 0 : 8)));
  }
  return bytes;
}

const bitsOf = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;

const POINTS = 64;

/** Coordinates between -1/2 and 3/2 of the extent, some of them on edges and middles of texels. */
function floats(seed: number, extents: readonly number[], isNormalized: boolean): Uint32Array {
  const random = words(seed);
  const all = new Uint32Array(4 * POINTS);
  for (let point = 0; point < POINTS; point++)
    for (const [i, extent] of extents.entries()) {
      const word = random.next().value;
      const fraction = (word >>> 8) / 2 ** 24;
      const texel = Math.floor((2 * fraction - 0.5) * extent);
      const kind = point % 4;
      const at =
        kind === 0
          ? texel + 0.5
          : kind === 1 && point % 8 === 1
            ? texel
            : (2 * fraction - 0.5) * extent;
      all[4 * point + i] = bitsOf(isNormalized ? at / extent : at);
    }
  return all;
}

/** Whole numbers from `least` below 0 to `most` beyond the extent. */
function integers(
  seed: number,
  extents: readonly number[],
  beyond: number,
  scale: number,
): Uint32Array {
  const random = words(seed);
  const all = new Uint32Array(4 * POINTS);
  for (let point = 0; point < POINTS; point++)
    for (const [i, extent] of extents.entries()) {
      const range = extent + 2 * beyond;
      const value = ((random.next().value >>> 8) % range) - beyond;
      all[4 * point + i] = (i === 0 ? value * scale : value) >>> 0;
    }
  return all;
}

/** Coordinates behind a layer. */
function layered(coordinates: Uint32Array, layers: number): Uint32Array {
  const all = new Uint32Array(coordinates.length);
  for (let point = 0; point < coordinates.length / 4; point++) {
    all[4 * point] = ((point * 7) % (layers + 2)) >>> 0;
    for (let i = 0; i < 3; i++) all[4 * point + 1 + i] = coordinates[4 * point + i] ?? 0;
  }
  return all;
}

/** Those of points that no earlier one comes to where all are moved inside: what several threads store is anyone's. */
function distinct(coordinates: Uint32Array, extents: readonly number[]): Uint32Array {
  const kept = new Map<string, readonly number[]>();
  for (let point = 0; point < coordinates.length / 4; point++) {
    const at = [...coordinates.subarray(4 * point, 4 * point + 4)];
    const inside = extents.map((extent, i) => Math.min(extent - 1, Math.max(0, (at[i] ?? 0) | 0)));
    if (!kept.has(inside.join())) kept.set(inside.join(), at);
  }
  return Uint32Array.from([...kept.values()].flat());
}

/** Directions of all faces. */
function directions(seed: number): Uint32Array {
  const random = words(seed);
  const all = new Uint32Array(4 * POINTS);
  for (let i = 0; i < 4 * POINTS; i++)
    all[i] = i % 4 === 3 ? 0 : bitsOf((random.next().value >>> 8) / 2 ** 23 - 1);
  // Edges, corners and axes.
  const exact = [
    [1, 1, 1],
    [-1, 1, 0.5],
    [0, 0, 1],
    [0, -1, 0],
    [1, 0.25, -1],
    [0.5, 0.5, -0.5],
    [-1, -1, -1],
    [-2, 0, 0],
  ];
  for (const [i, one] of exact.entries())
    for (const [k, value] of one.entries()) all[4 * i + k] = bitsOf(value);
  return all;
}
const SPECIAL = [NaN, Infinity, -Infinity, 1e30, -1e30, 3e9, -3e9, 1e-40];
const STEPS = 256;

/** Coordinates of a case; `seed` is of floats. */
function coordinatesOf(one: TextureObject, seed: number, how?: Coordinates): Uint32Array {
  const rank = { '1d': 1, '2d': 2, '3d': 3, 'cube': 3 }[one.shape];
  const extents = one.size.slice(0, rank);
  const behindLayer = (plain: Uint32Array, layers = one.layers): Uint32Array =>
    one.layers > 0 ? layered(plain, layers) : plain;
  switch (how?.kind) {
    case undefined:
      return behindLayer(floats(seed, extents, one.isNormalized));
    case 'integers': {
      const { beyond = 3, scale = 1 } = how;
      const all = behindLayer(integers(how.seed, extents, beyond, scale), how.layers);
      const [width = 1, ...others] = extents;
      const bytes = [width * scale - scale + 1, ...others];
      return how.isDistinct ? distinct(all, one.layers > 0 ? [one.layers, ...bytes] : bytes) : all;
    }
    case 'directions':
      return behindLayer(directions(how.seed));
    case 'steps': {
      const unit = one.isNormalized ? one.size[0] : 1;
      return Uint32Array.from({ length: 4 * STEPS }, (_, at) =>
        at % 4 === 0 ? bitsOf((how.from + (at / 4) * how.step) / unit) : 0,
      );
    }
    case 'special':
      return Uint32Array.from(SPECIAL.flatMap((value) => [value, 0.5, 0, 0].map(bitsOf)));
    case 'one':
      return new Uint32Array(4);
  }
}

function caseOf({ name, instruction, object: change, coordinates, result }: Row): TextureCase {
  const one = object(change);
  const { format, readsFloats, layers, shape } = one;
  const type = readsFloats || format.startsWith('f') ? 'f32' : format.replace(/\d+/, '32');
  const geometry = layers > 0 ? `a${shape}` : shape;
  const takes = { '1d': '{%r0}', '2d': '{%r0, %r1}', 'a1d': '{%r0, %r1}' }[geometry];
  const fetch = `tex.${geometry}.v4.${type}.f32 {%r4, %r5, %r6, %r7}, [%h, ${takes ?? '{%r0, %r1, %r2, %r3}'}]`;
  const rising = Float32Array.from({ length: one.size[0] }, (_, i) => i);
  return {
    name,
    instruction: instruction ?? fetch,
    object: one,
    texels: coordinates?.kind === 'steps' ? new Uint8Array(rising.buffer) : texelsOf(one),
    coordinates: coordinatesOf(one, name.length * 31 + bytesOf(one), coordinates),
    result: result ?? (type === 'f32' ? 'floats' : 'words'),
  };
}

export const textureCases = inputRows<Row>('textures/cases.jsonl').map(caseOf);

export const pointsOf = ({ coordinates }: TextureCase): number => coordinates.length / 4;

/** The module of a case with one kernel; threads store values that their number makes. */
export function kernelOf({ instruction, result }: TextureCase, name: string): string {
  const isStore = result === 'texels';
  return filled(inputText('textures/kernel.ptx'), {
    name,
    instruction,
    zeros: isStore ? '' : [4, 5, 6, 7].map((at) => `  mov.b32 %r${at}, 0;`).join('\n'),
    store: isStore ? '' : 'st.global.v4.b32 [%rd1], {%r4, %r5, %r6, %r7};',
  });
}
