/**
 * Fetches of textures and accesses of surfaces that a GPU and this repository execute on the same data.
 *
 *     coordinates -> one tex, tld4, txq, suld, suq per thread -> four words per thread -> out
 *     coordinates -> one sust, sured per thread -> the texels of the surface
 */
import type { TexelFormat, Texture } from '@ldscope/ptx';

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

/** The same words on every machine. */
function* words(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state ^ (state >>> 15);
  }
}

const BYTES: Readonly<Record<TexelFormat, number>> = {
  u8: 1,
  u16: 2,
  u32: 4,
  s8: 1,
  s16: 2,
  s32: 4,
  f16: 2,
  f32: 4,
};

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

type Change = Partial<{ -readonly [K in keyof TextureObject]: TextureObject[K] }>;
const object = (change: Change): TextureObject => {
  const made = { ...base, ...change };
  const [width] = made.size;
  return { ...made, pitchBytes: change.pitchBytes ?? width * BYTES[made.format] * made.channels };
};

/** Rows of all slices and layers, one after another. */
const bytesOf = ({ shape, size: [, height, depth], layers, pitchBytes }: TextureObject): number =>
  pitchBytes * height * depth * Math.max(1, layers) * (shape === 'cube' ? 6 : 1);

/** Random texels: floats between -1 and 1, integers of all bits. */
function texelsOf(one: TextureObject): Uint8Array {
  const bytes = new Uint8Array(bytesOf(one));
  const view = new DataView(bytes.buffer);
  const random = words(17 + bytes.length);
  const step = BYTES[one.format];
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

const asWord = new Float32Array(1);
const bitsOf = (value: number): number => {
  asWord[0] = value;
  return new Uint32Array(asWord.buffer)[0] ?? 0;
};

const POINTS = 64;

/** Coordinates between -1/2 and 3/2 of the extent, some of them on edges and middles of texels. */
function floats(
  seed: number,
  extents: readonly number[],
  isNormalized: boolean,
  points = POINTS,
): Uint32Array {
  const random = words(seed);
  const all = new Uint32Array(4 * points);
  for (let point = 0; point < points; point++)
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
  beyond = 3,
  scale = 1,
  points = POINTS,
): Uint32Array {
  const random = words(seed);
  const all = new Uint32Array(4 * points);
  for (let point = 0; point < points; point++)
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

const TAKES: Readonly<Record<string, string>> = {
  '1d': '{%r0}',
  '2d': '{%r0, %r1}',
  '3d': '{%r0, %r1, %r2, %r3}',
  'a1d': '{%r0, %r1}',
  'a2d': '{%r0, %r1, %r2, %r3}',
  'cube': '{%r0, %r1, %r2, %r3}',
  'acube': '{%r0, %r1, %r2, %r3}',
};
const RESULT = '{%r4, %r5, %r6, %r7}';
const geometryOf = ({ shape, layers }: TextureObject): string => (layers > 0 ? `a${shape}` : shape);
const typeOf = ({ format, readsFloats }: TextureObject): string =>
  readsFloats || format.startsWith('f') ? 'f32' : format.startsWith('u') ? 'u32' : 's32';
const rankOf = (shape: TextureObject['shape']): number =>
  shape === '1d' ? 1 : shape === '2d' ? 2 : 3;

function fetch(name: string, change: Change, extra: Partial<TextureCase> = {}): TextureCase {
  const one = object(change);
  const geometry = geometryOf(one);
  const extents = one.size.slice(0, rankOf(one.shape));
  const plain = floats(name.length * 31 + bytesOf(one), extents, one.isNormalized);
  return {
    name,
    instruction: `tex.${geometry}.v4.${typeOf(one)}.f32 ${RESULT}, [%h, ${TAKES[geometry]}]`,
    object: one,
    texels: texelsOf(one),
    coordinates: geometry.startsWith('a') ? layered(plain, one.layers) : plain,
    result: typeOf(one) === 'f32' ? 'floats' : 'words',
    ...extra,
  };
}

const formats: readonly [TexelFormat, 1 | 2 | 4][] = [
  ['u8', 1],
  ['u8', 4],
  ['s8', 2],
  ['u16', 1],
  ['s16', 4],
  ['f16', 1],
  ['f16', 4],
  ['u32', 1],
  ['s32', 2],
  ['u32', 4],
  ['f32', 1],
  ['f32', 2],
  ['f32', 4],
];
const modes = ['wrap', 'clamp', 'mirror', 'border'] as const;
const sizes: Readonly<Record<'1d' | '2d' | '3d', readonly [number, number, number]>> = {
  '1d': [13, 1, 1],
  '2d': [7, 5, 1],
  '3d': [6, 5, 3],
};
const border = [0.25, -0.5, 0.75, 1] as const;

const reads = formats.map(([format, channels]) =>
  fetch(`read-${format}x${channels}`, { format, channels, size: [7, 5, 1] }),
);
const normalizedReads = (['u8', 's8', 'u16', 's16'] as const).flatMap((format) =>
  (['point', 'linear'] as const).map((filter) =>
    fetch(`float-${format}-${filter}`, {
      format,
      channels: 4,
      size: [7, 5, 1],
      readsFloats: true,
      filter,
    }),
  ),
);
const addressed = (['1d', '2d', '3d'] as const).flatMap((shape) =>
  modes.flatMap((mode) =>
    (['point', 'linear'] as const).flatMap((filter) =>
      [true, false].map((isNormalized) =>
        fetch(`${shape}-${mode}-${filter}-${isNormalized ? 'normalized' : 'texels'}`, {
          shape,
          size: sizes[shape],
          addressModes: [mode, mode, mode],
          filter,
          isNormalized,
          border,
        } as Change),
      ),
    ),
  ),
);
const filtered = [
  fetch('filter-f16x4', { format: 'f16', channels: 4, filter: 'linear', size: [7, 5, 1] }),
  fetch('filter-f32x4', { channels: 4, filter: 'linear', size: [7, 5, 1] }),
  fetch('filter-f32x2-wide', {
    channels: 2,
    filter: 'linear',
    size: [300, 37, 1],
    isNormalized: true,
    addressModes: ['wrap', 'mirror', 'clamp'],
  } as Change),
];

/** What each weight is: texels 0 and 1, and coordinates that step by less than a weight does. */
function weights(
  name: string,
  width: number,
  isNormalized: boolean,
  from: number,
  step: number,
): TextureCase {
  const texels = new Uint8Array(
    new Float32Array(Array.from({ length: width }, (_, i) => i)).buffer,
  );
  const coordinates = new Uint32Array(4 * 256);
  for (let i = 0; i < 256; i++)
    coordinates[4 * i] = bitsOf((from + i * step) / (isNormalized ? width : 1));
  return fetch(
    name,
    { shape: '1d', size: [width, 1, 1], filter: 'linear', isNormalized },
    { texels, coordinates },
  );
}
const weighed = [
  weights('weights-2', 2, false, 0.5, 1 / 2048),
  weights('weights-2-end', 2, false, 1.4, 1 / 2048),
  weights('weights-normalized', 2, true, 0.5, 1 / 2048),
  weights('weights-1000', 1000, false, 700.49, 1 / 1024),
  weights('weights-1000-normalized', 1000, true, 700.49, 1 / 1024),
];

const layers = [
  fetch('layers-1d', { shape: '1d', size: [13, 1, 1], layers: 3 }),
  fetch('layers-1d-linear', {
    shape: '1d',
    size: [13, 1, 1],
    layers: 3,
    filter: 'linear',
    isNormalized: true,
    addressModes: ['wrap', 'wrap', 'wrap'],
  } as Change),
  fetch('layers-2d', { size: [7, 5, 1], layers: 4 }),
  fetch('layers-2d-linear', { size: [7, 5, 1], layers: 4, filter: 'linear', isNormalized: true }),
];

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
const cubes = [1, 2].flatMap((count) =>
  (['point', 'linear'] as const).map((filter) => {
    const plain = directions(count);
    return fetch(
      `${count > 1 ? 'a' : ''}cube-${filter}`,
      { shape: 'cube', size: [6, 6, 1], layers: count > 1 ? count : 0, filter, isNormalized: true },
      { coordinates: count > 1 ? layered(plain, count) : plain },
    );
  }),
);

const linear = [
  ['f32', 4, false],
  ['u8', 4, false],
  ['s32', 1, false],
  ['u8', 4, true],
  ['s16', 2, true],
] as const;
const linears = linear.map(([format, channels, readsFloats]) => {
  const one = object({
    memory: 'linear',
    shape: '1d',
    format,
    channels,
    readsFloats,
    size: [40, 1, 1],
  });
  return fetch(`linear-${format}x${channels}${readsFloats ? '-float' : ''}`, one, {
    instruction: `tex.1d.v4.${typeOf(one)}.s32 ${RESULT}, [%h, {%r0}]`,
    coordinates: integers(5, [40], 8),
  });
});
const pitched = [
  fetch('pitch-f32', { memory: 'pitch', size: [7, 5, 1], pitchBytes: 512 }),
  fetch('pitch-f32-linear', {
    memory: 'pitch',
    size: [7, 5, 1],
    pitchBytes: 512,
    filter: 'linear',
  }),
  fetch('pitch-u8x4', {
    memory: 'pitch',
    format: 'u8',
    channels: 4,
    size: [7, 5, 1],
    pitchBytes: 512,
  }),
  fetch('pitch-u8x4-wrap', {
    memory: 'pitch',
    format: 'u8',
    channels: 4,
    size: [7, 5, 1],
    pitchBytes: 512,
    readsFloats: true,
    filter: 'linear',
    isNormalized: true,
    addressModes: ['wrap', 'wrap', 'wrap'],
  } as Change),
];
const byIntegers = (
  [
    ['2d', {}, 2],
    ['2d', { addressModes: ['border', 'border', 'border'], border }, 2],
    ['1d', { size: sizes['1d'], shape: '1d' }, 1],
    ['3d', { shape: '3d', size: sizes['3d'] }, 3],
    ['2d', { format: 'u8', channels: 4, size: [7, 5, 1] }, 2],
  ] as const
).map(([geometry, change, rank], i) => {
  const one = object({ size: [7, 5, 1], ...change } as Change);
  return fetch(`integer-${geometry}-${i}`, one, {
    instruction: `tex.${geometry}.v4.${typeOf(one)}.s32 ${RESULT}, [%h, ${TAKES[geometry]}]`,
    coordinates: integers(i, one.size.slice(0, rank)),
  });
});
const level = [
  fetch(
    'level-0',
    { size: [7, 5, 1], filter: 'linear' },
    { instruction: `tex.level.2d.v4.f32.f32 ${RESULT}, [%h, {%r0, %r1}], 0f00000000` },
  ),
  fetch(
    'level-2',
    { size: [7, 5, 1], filter: 'linear' },
    { instruction: `tex.level.2d.v4.f32.f32 ${RESULT}, [%h, {%r0, %r1}], 0f40000000` },
  ),
  fetch(
    'grad',
    { size: [7, 5, 1], filter: 'linear' },
    { instruction: `tex.grad.2d.v4.f32.f32 ${RESULT}, [%h, {%r0, %r1}], {%r2, %r3}, {%r3, %r2}` },
  ),
];
const gathered = (['r', 'g', 'b', 'a'] as const).flatMap((component) => [
  fetch(
    `gather-${component}`,
    { channels: 4, size: [7, 5, 1] },
    { instruction: `tld4.${component}.2d.v4.f32.f32 ${RESULT}, [%h, {%r0, %r1}]` },
  ),
]);
const gatheredModes = [
  fetch(
    'gather-wrap',
    {
      channels: 2,
      size: [7, 5, 1],
      isNormalized: true,
      addressModes: ['wrap', 'mirror', 'wrap'],
    } as Change,
    { instruction: `tld4.g.2d.v4.f32.f32 ${RESULT}, [%h, {%r0, %r1}]` },
  ),
  fetch(
    'gather-border',
    {
      format: 'u8',
      channels: 4,
      size: [7, 5, 1],
      addressModes: ['border', 'border', 'border'],
    } as Change,
    { instruction: `tld4.b.2d.v4.u32.f32 ${RESULT}, [%h, {%r0, %r1}]` },
  ),
];

const special = new Uint32Array(4 * 8);
for (const [i, value] of [NaN, Infinity, -Infinity, 1e30, -1e30, 3e9, -3e9, 1e-40].entries()) {
  special[4 * i] = bitsOf(value);
  special[4 * i + 1] = bitsOf(0.5);
}
const specials = modes.flatMap((mode) =>
  (['point', 'linear'] as const).map((filter) =>
    fetch(
      `special-${mode}-${filter}`,
      { size: [8, 4, 1], isNormalized: true, filter, addressModes: [mode, mode, mode] } as Change,
      { coordinates: special },
    ),
  ),
);

/** Others are not in kernels that an H100 loads. */
const asks = ['width', 'height', 'depth'];
const askCase = (opcode: 'txq' | 'suq', what: string, change: Change): TextureCase => {
  const one = fetch(
    `${opcode}-${what}-${change.shape ?? '2d'}-${change.format ?? 'f32'}x${change.channels ?? 1}`,
    { ...change, isSurface: opcode === 'suq' },
  );
  return {
    ...one,
    instruction: `${opcode}.${what}.b32 %r4, [%h]`,
    coordinates: new Uint32Array(4),
    result: 'words',
  };
};
const queries = [
  ...asks.map((what) =>
    askCase('txq', what, { size: [7, 5, 1], addressModes: ['clamp', 'border', 'clamp'] } as Change),
  ),
  ...asks.map((what) => askCase('suq', what, { size: [7, 5, 1] })),
  askCase('txq', 'depth', { shape: '3d', size: sizes['3d'] }),
  askCase('txq', 'width', { shape: '1d', size: sizes['1d'], layers: 3 }),
  askCase('suq', 'depth', { shape: '3d', size: sizes['3d'] }),
];

type SurfaceForm = readonly [
  geometry: '1d' | '2d' | '3d' | 'a1d' | 'a2d',
  vector: '' | 'v2.' | 'v4.',
  type: 'b8' | 'b16' | 'b32' | 'b64',
  mode: 'trap' | 'clamp' | 'zero',
];
const forms: readonly SurfaceForm[] = [
  ['2d', '', 'b32', 'trap'],
  ['2d', '', 'b32', 'clamp'],
  ['2d', '', 'b32', 'zero'],
  ['2d', '', 'b8', 'clamp'],
  ['2d', '', 'b16', 'zero'],
  ['2d', 'v2.', 'b8', 'zero'],
  ['2d', 'v4.', 'b8', 'zero'],
  ['2d', 'v2.', 'b16', 'clamp'],
  ['2d', 'v4.', 'b16', 'clamp'],
  ['2d', 'v2.', 'b32', 'zero'],
  ['2d', 'v4.', 'b32', 'zero'],
  ['2d', '', 'b64', 'clamp'],
  ['2d', 'v2.', 'b64', 'zero'],
  ['1d', '', 'b32', 'zero'],
  ['3d', '', 'b32', 'zero'],
  ['3d', '', 'b32', 'clamp'],
  ['a1d', '', 'b32', 'zero'],
  ['a2d', '', 'b32', 'zero'],
  ['a2d', '', 'b32', 'clamp'],
];
const VALUES: Readonly<Record<string, string>> = {
  '': '{%r4}',
  'v2.': '{%r4, %r5}',
  'v4.': RESULT,
};
function surface(
  opcode: 'suld.b' | 'sust.b',
  [geometry, vector, type, mode]: SurfaceForm,
): TextureCase {
  const bits = Number(type.slice(1)) * (vector === '' ? 1 : Number(vector.slice(1, 2)));
  const channels =
    bits === 128
      ? 4
      : bits === 64
        ? 2
        : bits === 32 && type === 'b8'
          ? 4
          : bits === 32 && type === 'b16'
            ? 2
            : bits === 16 && type === 'b8'
              ? 2
              : 1;
  const format = (['u8', 'u16', 'u32'] as const)[Math.log2(bits / 8 / channels)] ?? 'u32';
  const layerCount = geometry.startsWith('a') ? 3 : 0;
  const shape = geometry.replace('a', '') as '1d' | '2d' | '3d';
  const one = object({
    isSurface: true,
    shape,
    format,
    channels: channels as 1 | 2 | 4,
    size: sizes[shape],
    layers: layerCount,
  });
  const beyond = mode === 'trap' ? 0 : 2;
  const unit = bits / 8;
  const extents = one.size.slice(0, rankOf(shape));
  const plain = integers(bits, extents, beyond, unit);
  const [width = 1, ...others] = extents;
  const places = geometry.startsWith('a')
    ? distinct(layered(plain, mode === 'trap' ? 1 : layerCount), [
        layerCount,
        width * unit - unit + 1,
        ...others,
      ])
    : distinct(plain, [width * unit - unit + 1, ...others]);
  const where = `[%h, ${TAKES[geometry]}]`;
  // Wide values are pairs of words.
  const moves =
    type === 'b64'
      ? VALUES[vector]?.replaceAll('%r4', '%d0').replaceAll('%r5', '%d1')
      : VALUES[vector];
  const form = `${opcode}.${geometry}.${vector}${type}.${mode}`;
  const before =
    type === 'b64' && opcode === 'sust.b'
      ? 'mov.b64 %d0, {%r4, %r5};\n  mov.b64 %d1, {%r6, %r7};\n  '
      : '';
  const behind =
    type === 'b64' && opcode === 'suld.b'
      ? `;\n  mov.b64 {%r4, %r5}, %d0${vector === '' ? '' : ';\n  mov.b64 {%r6, %r7}, %d1'}`
      : '';
  return {
    name: form,
    instruction:
      opcode === 'suld.b'
        ? `${form} ${moves}, ${where}${behind}`
        : `${before}${form} ${where}, ${moves}`,
    object: one,
    texels: texelsOf(one),
    coordinates: places,
    result: opcode === 'suld.b' ? 'words' : 'texels',
  };
}
const surfaces = forms.flatMap((form) => [surface('suld.b', form), surface('sust.b', form)]);
const reductions = (
  [
    'add.2d.u32',
    'add.2d.s32',
    'min.2d.u32',
    'min.2d.s32',
    'max.2d.u32',
    'max.2d.s32',
    'and.2d.b32',
    'or.2d.b32',
    'add.2d.u64',
  ] as const
).map((form): TextureCase => {
  const wide = form.endsWith('64');
  const one = object({ isSurface: true, format: 'u32', channels: wide ? 2 : 1, size: [7, 5, 1] });
  return {
    name: `sured.b.${form}`,
    instruction: wide
      ? `mov.b64 %d0, {%r4, %r5};\n  sured.b.${form}.zero [%h, {%r0, %r1}], %d0`
      : `sured.b.${form}.zero [%h, {%r0, %r1}], %r4`,
    object: one,
    texels: texelsOf(one),
    coordinates: integers(3, [7, 5], 2, wide ? 8 : 4),
    result: 'texels',
  };
});
const formatted = (
  [
    ['f32', 1],
    ['f16', 4],
    ['u8', 4],
    ['s16', 2],
    ['f32', 4],
  ] as const
).map(([format, channels]): TextureCase => {
  const one = object({ isSurface: true, format, channels, size: [7, 5, 1] });
  return {
    name: `sust.p-${format}x${channels}`,
    instruction: `sust.p.2d.v4.b32.zero [%h, {%r0, %r1}], ${RESULT}`,
    object: one,
    texels: texelsOf(one),
    coordinates: distinct(integers(9, [7, 5], 2), [7, 5]),
    result: 'texels',
  };
});

export const textureCases: readonly TextureCase[] = [
  ...reads,
  ...normalizedReads,
  ...addressed,
  ...filtered,
  ...weighed,
  ...layers,
  ...cubes,
  ...linears,
  ...pitched,
  ...byIntegers,
  ...level,
  ...gathered,
  ...gatheredModes,
  ...specials,
  ...queries,
  ...surfaces,
  ...reductions,
  ...formatted,
];

export const pointsOf = ({ coordinates }: TextureCase): number => coordinates.length / 4;

/** The kernel of a case; threads store values that their number makes. */
export function kernelOf({ instruction, result }: TextureCase, name: string): string {
  return `.visible .entry ${name}(.param .u64 object, .param .u64 coordinates, .param .u64 out)
{
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  .reg .b64 %d<2>;
  .reg .b64 %h;
  ld.param.u64 %h, [object];
  ld.param.u64 %rd0, [coordinates];
  ld.param.u64 %rd1, [out];
  mov.u32 %r8, %tid.x;
  mul.wide.u32 %rd2, %r8, 16;
  add.u64 %rd0, %rd0, %rd2;
  add.u64 %rd1, %rd1, %rd2;
  ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd0];
  mul.lo.u32 %r4, %r8, 0x9E3779B1;
  xor.b32 %r5, %r4, 0x5bd1e995;
  xor.b32 %r6, %r4, 0x3c6ef372;
  xor.b32 %r7, %r4, 0x1b873593;
${result === 'texels' ? '' : '  mov.b32 %r4, 0;\n  mov.b32 %r5, 0;\n  mov.b32 %r6, 0;\n  mov.b32 %r7, 0;\n'}  ${instruction};
${result === 'texels' ? '' : '  st.global.v4.b32 [%rd1], {%r4, %r5, %r6, %r7};\n'}  ret;
}
`;
}

export const HEAD = `.version 8.5
.target sm_90
.address_size 64
`;
