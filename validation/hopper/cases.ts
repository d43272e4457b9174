/**
 * Kernels of asynchronous instructions that a GPU and this repository execute on the same data: products of `wgmma` in each type and
 * layout, and boxes that the copy unit loads.
 *
 *     image -> shared memory -> one wgmma, or one copy -> accumulators, or shared memory -> out
 */
import type { TensorMap } from '@ldscope/ptx';

export interface Case {
  readonly name: string;
  readonly text: string;
  /** What shared memory begins with. */
  readonly image: Uint8Array;
  readonly outBytes: number;
  readonly threads: number;
  /** A tensor map, and the tensor that it is of. */
  readonly map?: TensorMap;
  readonly tensor?: Uint8Array;
  /** Products: how accumulators are read. */
  readonly result?: 'f32' | 'f16' | 's32';
}

const SHARED_BYTES = 40960;
/** A word per thread, before the registers of A. */
const METADATA = SHARED_BYTES - 2048 - 512;
const HEAD = `.version 8.3
.target sm_90a
.address_size 64
.shared .align 1024 .b8 tile[${SHARED_BYTES}];
.shared .align 8 .b64 bar;
`;

/** The same words on every machine. */
function* words(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

type Draw = (word: number) => number;

/** Random bits of a float with exponents around 0: sign, three bits of exponent, the whole fraction. */
const float =
  (bits: number, fraction: number, bias: number): Draw =>
  (word) => {
    const sign = (word >>> 31) << (bits - 1);
    const exponent = (bias - 2 + ((word >>> 28) & 3)) << fraction;
    return (sign | exponent | ((word >>> 2) & (2 ** fraction - 1))) >>> 0;
  };

interface TypeCase {
  readonly type: string;
  readonly bits: number;
  readonly result: 'f32' | 'f16' | 's32';
  readonly draw: Draw;
}

const f16: TypeCase = { type: 'f16', bits: 16, result: 'f32', draw: float(16, 10, 15) };
const types: readonly TypeCase[] = [
  f16,
  { ...f16, result: 'f16' },
  { type: 'bf16', bits: 16, result: 'f32', draw: float(16, 7, 127) },
  { type: 'tf32', bits: 32, result: 'f32', draw: float(32, 23, 127) },
  { type: 'e4m3', bits: 8, result: 'f32', draw: float(8, 3, 7) },
  { type: 'e5m2', bits: 8, result: 'f32', draw: float(8, 2, 15) },
  { type: 's8', bits: 8, result: 's32', draw: (word) => word >>> 24 },
  { type: 'u8', bits: 8, result: 's32', draw: (word) => word >>> 24 },
  { type: 'b1', bits: 8, result: 's32', draw: (word) => word >>> 24 },
];

interface Operand {
  readonly start: number;
  readonly leading: number;
  readonly stride: number;
  /** 0 none, 1 128 bytes, 2 64, 3 32. */
  readonly mode: number;
  readonly base?: number;
}

const descriptor = ({ start, leading, stride, mode, base = 0 }: Operand): string => {
  const bits =
    BigInt(start >> 4) |
    (BigInt(leading >> 4) << 16n) |
    (BigInt(stride >> 4) << 32n) |
    (BigInt(base) << 49n) |
    (BigInt(mode) << 62n);
  return `0x${bits.toString(16)}`;
};

/** One product of 64 x N, with accumulators from the image behind the operands. */
function productCase(
  name: string,
  { type, bits, result, draw }: TypeCase,
  n: number,
  a: Operand | 'registers',
  b: Operand,
  turned: readonly [number, number] = [0, 0],
  /** Of sparse products: which lanes hold the metadata. */
  selector?: number,
): Case {
  const registers = result === 'f16' ? n / 4 : n / 2;
  const d = Array.from({ length: registers }, (_, i) => `%r${i + 10}`);
  const image = new Uint8Array(SHARED_BYTES);
  const view = new DataView(image.buffer);
  const random = words(name.length * 7919 + n);
  for (let at = 0; at < SHARED_BYTES; at += bits / 8) {
    const value = draw(random.next().value);
    if (bits === 8) view.setUint8(at, value);
    else if (bits === 16) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  const sparse = selector === undefined ? '' : `%r5, ${selector}, `;
  if (selector !== undefined) putMetadata(view, bits, random);
  const isInteger = result === 's32';
  const operation = type === 'b1' ? '.and.popc' : '';
  const tail = isInteger
    ? ''
    : `, 1, 1${bits === 16 ? `${a === 'registers' ? '' : `, ${turned[0]}`}, ${turned[1]}` : ''}`;
  const k = (type === 'b1' ? 256 : 256 / bits) * (selector === undefined ? 1 : 2);
  const start = isInteger ? '5' : result === 'f16' ? '0x3c003c00' : '0x3f800000';
  const text = `${HEAD}.visible .entry k(.param .align 64 .b8 map[128], .param .u64 image, .param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b32 %r<${registers + 10}>;
  .reg .b32 %a<4>;
  .reg .b64 %rd<8>;
${copyIn(128)}
  bar.sync 0;
  shl.b32 %r4, %r0, 4;
  add.u32 %r4, %r4, %r1;
  ld.shared.v4.b32 {%a0, %a1, %a2, %a3}, [%r4+${SHARED_BYTES - 2048}];
  shl.b32 %r4, %r0, 2;
  add.u32 %r4, %r4, %r1;
  ld.shared.b32 %r5, [%r4+${METADATA}];
${d.map((one) => `  mov.b32 ${one}, ${start};`).join('\n')}
  fence.proxy.async;
  bar.sync 0;
  setp.eq.u32 %p1, %r1, %r1;
  wgmma.fence.sync.aligned;
  cvt.u64.u32 %rd4, %r1;
  shr.u64 %rd4, %rd4, 4;
  ${a === 'registers' ? '' : `add.u64 %rd5, %rd4, ${descriptor(a)};`}
  add.u64 %rd6, %rd4, ${descriptor(b)};
  wgmma.mma_async${selector === undefined ? '' : '.sp'}.sync.aligned.m64n${n}k${k}.${result}.${type}.${type}${operation} {${d.join(', ')}}, ${a === 'registers' ? '{%a0, %a1, %a2, %a3}' : '%rd5'}, %rd6, ${sparse}%p1${tail};
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  mad.wide.u32 %rd3, %r0, ${4 * registers}, %rd1;
${d.map((one, i) => `  st.global.b32 [%rd3+${4 * i}], ${one};`).join('\n')}
  ret;
}
`;
  return { name, text, image, outBytes: 512 * registers, threads: 128, result };
}

/** Which two of four elements a chunk has: indices that rise. Of tf32, which of two. */
const PAIRS = [0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110];
const HALVES = [0b0100, 0b1110];

function putMetadata(view: DataView, bits: number, random: Iterator<number, never>): void {
  const codes = bits === 32 ? HALVES : PAIRS;
  for (let at = METADATA; at < METADATA + 512; at++) {
    const code = (): number => codes[(random.next().value >>> 8) % codes.length] ?? 0;
    view.setUint8(at, code() | (code() << 4));
  }
}

/** Fills shared memory from `image`; leaves `tile` in `%r1` and `out` in `%rd1`. */
const copyIn = (threads: number): string => `  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  ld.param.u64 %rd0, [image];
  ld.param.u64 %rd1, [out];
  mov.u32 %r2, %r0;
$in:
  mul.wide.u32 %rd2, %r2, 4;
  cvt.u32.u64 %r4, %rd2;
  add.u64 %rd2, %rd2, %rd0;
  ld.global.b32 %r3, [%rd2];
  add.u32 %r4, %r4, %r1;
  st.shared.b32 [%r4], %r3;
  add.u32 %r2, %r2, ${threads};
  setp.lt.u32 %p0, %r2, ${SHARED_BYTES / 4};
  @%p0 bra $in;`;

const BOX_BYTES = 8192;

/** One box, loaded into the beginning of shared memory, which is stored to `out`. */
function boxCase(
  name: string,
  map: TensorMap,
  coordinates: readonly number[],
  moved: number,
  offsets?: readonly number[],
): Case {
  const image = new Uint8Array(SHARED_BYTES).fill(0xa5);
  const rank = map.sizes.length;
  const bytes =
    rank === 1 ? (map.sizes[0] ?? 0) * 8 : (map.strides.at(-1) ?? 0) * (map.sizes.at(-1) ?? 0);
  const tensor = new Uint8Array(bytes);
  const random = words(rank * 31 + bytes);
  for (let at = 0; at < bytes; at++) tensor[at] = random.next().value >>> 24;
  // Small numbers, and halves between two of tf32.
  if (map.type >= 8)
    for (let at = 0; at + 8 <= bytes; at += 32)
      tensor.set([1, 2, 3, at & 128, 0, 0x10 + (at & 32), 0x80, 0x3f], at);
  const text = `${HEAD}.visible .entry k(.param .align 64 .b8 map[128], .param .u64 image, .param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b32 %r<10>;
  .reg .b64 %rd<8>;
${copyIn(32)}
  mov.b64 %rd5, map;
  cvta.param.u64 %rd5, %rd5;
  mov.u32 %r5, bar;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r5], 1;
  fence.proxy.async;
  bar.sync 0;
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], ${moved};
  @%p1 cp.async.bulk.tensor.${rank}d.shared::cluster.global.${offsets === undefined ? 'tile' : 'im2col'}.mbarrier::complete_tx::bytes [%r1], [%rd5, {${coordinates.join(', ')}}], [%r5]${offsets === undefined ? '' : `, {${offsets.join(', ')}}`};
$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5], 0;
  @!%p2 bra $wait;
  bar.sync 0;
  mov.u32 %r2, %r0;
$out:
  mul.wide.u32 %rd2, %r2, 4;
  cvt.u32.u64 %r4, %rd2;
  add.u64 %rd2, %rd2, %rd1;
  add.u32 %r4, %r4, %r1;
  ld.shared.b32 %r3, [%r4];
  st.global.b32 [%rd2], %r3;
  add.u32 %r2, %r2, 32;
  setp.lt.u32 %p0, %r2, ${BOX_BYTES / 4};
  @%p0 bra $out;
  ret;
}
`;
  return { name, text, image, outBytes: BOX_BYTES, threads: 32, map, tensor };
}

const dense = (rows: number, start: number): Operand => ({
  start,
  leading: 16 * rows,
  stride: 128,
  mode: 0,
});
const swizzledBy = (mode: number, start: number): Operand => ({
  start,
  leading: 16,
  stride: [0, 1024, 512, 256][mode] ?? 0,
  mode,
});
/** MN-major, n rows: atoms of 8 k side by side, then the next 8 k. */
const turned = (rows: number, mode: number, start: number): Operand => {
  const width = [16, 128, 64, 32][mode] ?? 16;
  const atom = 8 * width;
  const down = atom * Math.ceil((2 * rows) / width);
  return mode === 0
    ? { start, leading: down, stride: atom, mode }
    : { start, leading: atom, stride: down, mode };
};

const B = 16384;
const products: readonly Case[] = [
  ...types.map((one) =>
    productCase(`${one.type}-${one.result}`, one, 16, swizzledBy(1, 0), swizzledBy(1, B)),
  ),
  ...types.map((one) =>
    productCase(`${one.type}-${one.result}-registers`, one, 8, 'registers', dense(8, B)),
  ),
  ...[0, 2, 3].map((mode) =>
    productCase(
      `f16-mode${mode}`,
      f16,
      24,
      mode === 0 ? dense(64, 0) : swizzledBy(mode, 0),
      mode === 0 ? dense(24, B) : swizzledBy(mode, B),
    ),
  ),
  ...[0, 1, 2, 3].map((mode) =>
    productCase(
      `f16-turned-mode${mode}`,
      f16,
      64,
      turned(64, mode, 0),
      turned(64, mode, B),
      [1, 1],
    ),
  ),
  // Starts inside an atom: by a chunk along K, by rows, and by rows with a base offset.
  productCase('f16-inside-k', f16, 8, swizzledBy(1, 64), swizzledBy(1, B + 32)),
  productCase('f16-inside-rows', f16, 8, swizzledBy(1, 256), swizzledBy(1, B)),
  productCase('f16-base-offset', f16, 8, { ...swizzledBy(1, 256), base: 2 }, swizzledBy(1, B)),
  productCase('f16-base-offset-64', f16, 8, { ...swizzledBy(2, 256), base: 2 }, swizzledBy(2, B)),
  productCase('f16-base-offset-only', f16, 8, { ...swizzledBy(1, 0), base: 3 }, swizzledBy(1, B)),
];

/** Sparse products: A has half the columns of B. */
const sparse = (
  name: string,
  one: TypeCase,
  a: Operand | 'registers',
  b: Operand,
  selector = 0,
  sides: readonly [number, number] = [0, 0],
  n = 16,
): Case => productCase(`sp-${name}`, one, n, a, b, sides, selector);
const sparseProducts: readonly Case[] = [
  ...types
    .filter(({ type }) => type !== 'b1')
    .flatMap((one) => {
      const name = `${one.type}-${one.result}`;
      const selectors = one.bits === 8 ? [0] : [0, 1];
      return [
        ...selectors.map((selector) =>
          sparse(`${name}-${selector}`, one, swizzledBy(1, 0), swizzledBy(1, B), selector),
        ),
        sparse(`${name}-registers`, one, 'registers', swizzledBy(1, B)),
      ];
    }),
  sparse('f16-mode0', f16, dense(64, 0), dense(16, B)),
  sparse('f16-mode2', f16, swizzledBy(2, 0), swizzledBy(2, B)),
  sparse('f16-mode3', f16, swizzledBy(3, 0), { ...swizzledBy(3, B), leading: 512 }),
  sparse('f16-mode3-stride', f16, swizzledBy(3, 0), {
    ...swizzledBy(3, B),
    leading: 256,
    stride: 512,
  }),
  ...[0, 1, 2, 3].map((mode) =>
    sparse(`f16-turned-mode${mode}`, f16, turned(64, mode, 0), turned(64, mode, B), 0, [1, 1], 64),
  ),
];

const tensorOf = (type: number, changed: Partial<TensorMap>): TensorMap => ({
  address: 0,
  type,
  sizes: [96, 40],
  strides: [2, 208],
  box: [32, 16],
  elementStrides: [1, 1],
  swizzle: 0,
  interleave: 0,
  fill: 'zero',
  ...changed,
});
const boxes: readonly Case[] = [
  ...[1, 2, 3].map((swizzle) =>
    boxCase(
      `box-swizzle${swizzle}`,
      tensorOf(6, { swizzle, box: [8 * 2 ** swizzle, 16] }),
      [16, 5],
      256 * 2 ** swizzle,
    ),
  ),
  // Rows narrower than the swizzle.
  boxCase('box-narrow-128', tensorOf(6, { swizzle: 3, box: [16, 16] }), [16, 5], 512),
  boxCase('box-narrow-64', tensorOf(6, { swizzle: 2, box: [8, 16] }), [16, 5], 256),
  boxCase('box-outside', tensorOf(6, { box: [64, 16] }), [-8, 30], 2048),
  ...([1, 2, 6, 7, 10, 11] as const).map((type) => {
    const bytes = [1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4][type] ?? 1;
    const strides = [bytes, 96 * bytes];
    const fill = type > 5 ? ('nan' as const) : ('zero' as const);
    return boxCase(
      `box-fill-${type}`,
      tensorOf(type, { strides, fill, box: [16, 4] }),
      [88, 38],
      64 * bytes,
    );
  }),
  boxCase(
    'box-fill-9',
    tensorOf(9, { strides: [8, 768], fill: 'nan', box: [16, 4] }),
    [88, 38],
    512,
  ),
  boxCase('box-tf32', tensorOf(11, { strides: [4, 384], box: [32, 16] }), [0, 0], 2048),
  boxCase('box-ftz', tensorOf(8, { strides: [4, 384], box: [32, 16] }), [0, 0], 2048),
  boxCase('box-stride', tensorOf(6, { elementStrides: [1, 3], box: [32, 16] }), [0, 1], 384),
  boxCase('box-stride-inner', tensorOf(6, { elementStrides: [2, 1], box: [32, 8] }), [0, 1], 512),
  ...[0, 1].flatMap((swizzle) =>
    [-4, -8, 0].map((x) =>
      boxCase(
        `box-3d-${swizzle}-${-x}`,
        tensorOf(6, {
          sizes: [24, 6, 5],
          strides: [2, 48, 288],
          box: [16, 4, 3],
          elementStrides: [1, 1, 1],
          swizzle,
        }),
        [x, 4, 3],
        384,
      ),
    ),
  ),
  boxCase(
    'box-5d',
    tensorOf(2, {
      sizes: [8, 3, 3, 3, 3],
      strides: [4, 32, 96, 288, 864],
      box: [4, 2, 2, 2, 2],
      elementStrides: [1, 1, 1, 2, 1],
    }),
    [2, 1, -1, 0, 2],
    128,
  ),
];

/** Pixels of a tensor of 2 images of 7 x 9 pixels with 24 channels. */
function pixels(
  name: string,
  coordinates: readonly number[],
  offsets: readonly number[],
  { lower, upper, pixels }: NonNullable<TensorMap['im2col']>,
  changed: Partial<TensorMap> = {},
): Case {
  const channels = changed.box?.[0] ?? 16;
  const map = tensorOf(6, {
    sizes: [24, 9, 7, 2],
    strides: [2, 48, 432, 3024],
    box: [channels, 1, 1, 1],
    elementStrides: [1, 1, 1, 1],
    im2col: { lower, upper, pixels },
    ...changed,
  });
  const each = (map.strides[0] ?? 1) * channels;
  return boxCase(`im2col-${name}`, map, coordinates, each * pixels, offsets);
}
const whole = { lower: [0, 0], upper: [0, 0], pixels: 32 };
/** A filter of 3 x 3 with padding 1: boxes of all centers, moved by offsets of 0 to 2. */
const padded = { lower: [-1, -1], upper: [-1, -1], pixels: 64 };
const im2col: readonly Case[] = [
  pixels('first', [0, 0, 0, 0], [0, 0], whole),
  pixels('inside', [8, 5, 3, 0], [0, 0], whole),
  pixels('next-image', [0, 7, 5, 0], [0, 0], whole),
  pixels('end', [0, 7, 5, 1], [0, 0], whole),
  ...[0, 1, 2].map((x) => pixels(`padded-${x}`, [0, -1, -1, 0], [x, 2 - x], padded)),
  pixels('padded-middle', [8, 3, 2, 0], [2, 1], padded),
  pixels('valid', [0, 0, 0, 0], [1, 2], { lower: [0, 0], upper: [-2, -2], pixels: 40 }),
  pixels('corners', [0, -2, 1, 0], [3, 0], { lower: [-2, 1], upper: [-4, 2], pixels: 48 }),
  pixels('strides', [0, 0, 0, 0], [0, 0], whole, { elementStrides: [1, 2, 2, 1] }),
  pixels('strides-odd', [0, 1, 1, 0], [0, 1], whole, { elementStrides: [1, 2, 3, 1] }),
  pixels('strides-padded', [0, -1, -1, 0], [1, 0], padded, { elementStrides: [1, 2, 2, 1] }),
  pixels('left-of-box', [0, -1, 0, 0], [0, 0], whole),
  pixels('right-of-box', [0, 10, 0, 0], [0, 0], whole),
  pixels('channels-outside', [16, 0, 0, 0], [0, 0], whole),
  pixels('nan', [16, 7, 5, 1], [1, 1], whole, { fill: 'nan' }),
  ...[1, 2, 3].map((swizzle) =>
    pixels(`swizzle${swizzle}`, [0, 2, 1, 0], [1, 1], whole, { swizzle }),
  ),
  pixels('narrow', [0, 2, 1, 0], [1, 1], whole, { swizzle: 3, box: [8, 1, 1, 1] }),
  pixels('strides-channels', [0, 0, 0, 0], [0, 0], whole, { elementStrides: [2, 1, 1, 1] }),
  pixels('strides-images', [0, 7, 5, 0], [0, 0], whole, { elementStrides: [1, 1, 1, 2] }),
  pixels(
    'rows',
    [0, 3, 0],
    [1],
    { lower: [-1], upper: [-1], pixels: 24 },
    {
      sizes: [24, 9, 5],
      strides: [2, 48, 432],
      box: [16, 1, 1],
      elementStrides: [1, 1, 1],
    },
  ),
  pixels(
    'volume-outside',
    [0, 2, 1, 2, 0],
    [1, 0, 2],
    { lower: [-1, -1, -1], upper: [-1, -1, -1], pixels: 200 },
    {
      sizes: [8, 5, 4, 3, 2],
      strides: [2, 16, 80, 320, 960],
      box: [8, 1, 1, 1, 1],
      elementStrides: [1, 1, 1, 1, 1],
    },
  ),
];

export const cases: readonly Case[] = [...products, ...sparseProducts, ...boxes, ...im2col];
