/**
 * Kernels that only copy or multiply, for counters and clocks: each repeats one instruction in one layout, and stores how long it took.
 *
 *     load128_swizzle0    64 boxes of 64 rows of 128 bytes      wgmma_swizzle128    64 products m64n256k16, 128-byte swizzle
 */
import type { TensorMap } from '@ldscope/ptx';

export interface CounterCase {
  readonly name: string;
  readonly text: string;
  readonly threads: number;
  readonly blocks: number;
  /** What a copy reads or writes of shared memory; absent where it leaves a part out. */
  readonly bytes?: number;
  readonly map?: TensorMap;
}

const SHARED_BYTES = 40960;
export const REPEATS = 64;

const head = (name: string): string => `.version 8.3
.target sm_90a
.address_size 64
.shared .align 1024 .b8 tile[${SHARED_BYTES}];
.shared .align 8 .b64 bar;
.visible .entry ${name}(.param .align 64 .b8 map[128], .param .u64 image, .param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b32 %r<160>;
  .reg .b64 %rd<12>;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  mov.u32 %r5, bar;
  ld.param.u64 %rd0, [image];
  ld.param.u64 %rd1, [out];
  mov.b64 %rd5, map;
  cvta.param.u64 %rd5, %rd5;
  setp.eq.u32 %p1, %r0, 0;
`;
const tail = `  mov.u64 %rd9, %clock64;
  sub.u64 %rd9, %rd9, %rd8;
  @%p1 st.global.u64 [%rd1], %rd9;
  ret;
}
`;
const loop = (body: string): string => `  mov.u32 %r2, 0;
  mov.u64 %rd8, %clock64;
$loop:
${body}
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p0, %r2, ${REPEATS};
  @%p0 bra $loop;
`;

/** A copy of `bytes` that one thread starts 64 times, and waits for each time. */
function copies(
  name: string,
  instruction: string,
  isLoad: boolean,
  bytes: number,
  map?: TensorMap,
  /** Blocks of a cluster, whose first loads for all. */
  blocks = 1,
): CounterCase {
  const together =
    blocks === 1 ? '' : '  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n';
  const body = !isLoad
    ? `  @%p1 ${instruction};
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;`
    : `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], ${bytes};
${together}  @%p3 ${instruction};
  and.b32 %r3, %r2, 1;
$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5], %r3;
  @!%p2 bra $wait;`;
  const entry = head(name).replace(
    ')\n{',
    blocks === 1 ? ')\n{' : `)\n.explicitcluster\n.reqnctapercluster ${blocks}, 1, 1\n{`,
  );
  const text = `${entry}  mov.u32 %r4, %cluster_ctarank;
  setp.eq.and.u32 %p3, %r4, 0, %p1;
  @%p1 mbarrier.init.shared::cta.b64 [%r5], 1;
  fence.proxy.async;
  bar.sync 0;
${loop(body)}${tail}`;
  return { name, text, threads: 32, blocks, bytes, ...(map === undefined ? {} : { map }) };
}

interface BoxCopy {
  readonly label: string;
  readonly map: TensorMap;
  readonly at: readonly number[];
  /** Bytes of the box. */
  readonly bytes: number;
  readonly kind?: 'load' | 'store';
  /** Of pixels. */
  readonly offsets?: readonly number[];
  readonly blocks?: number;
}

function boxCase({
  label,
  map,
  at,
  bytes,
  kind = 'load',
  offsets,
  blocks = 1,
}: BoxCopy): CounterCase {
  const copy = `cp.async.bulk.tensor.${map.sizes.length}d`;
  const place = `[%rd5, {${at.join(', ')}}]`;
  const name = `${kind}${label}`;
  if (kind === 'store') {
    const instruction = `${copy}.global.shared::cta.tile.bulk_group ${place}, [%r1]`;
    const one = copies(name, instruction, false, bytes, map);
    const isInside = map.sizes.every((size, i) => (at[i] ?? 0) + (map.box[i] ?? 0) <= size);
    const { bytes: _part, ...rest } = one;
    return isInside ? one : rest;
  }
  const mode = offsets === undefined ? 'tile' : 'im2col';
  const spread = blocks === 1 ? '' : '.multicast::cluster';
  const rest = [
    ...(offsets === undefined ? [] : [`{${offsets.join(', ')}}`]),
    ...(blocks === 1 ? [] : [2 ** blocks - 1]),
  ].map((one) => `, ${one}`);
  const instruction = `${copy}.shared::cluster.global.${mode}.mbarrier::complete_tx::bytes${spread} [%r1], ${place}, [%r5]${rest.join('')}`;
  return copies(name, instruction, true, bytes, map, blocks);
}

const ROWS = 64;

/** A whole tensor of 64 rows. */
const swizzledCase = (kind: 'load' | 'store', rowBytes: number, swizzle: number): CounterCase =>
  boxCase({
    label: `${rowBytes}_swizzle${swizzle}`,
    kind,
    at: [0, 0],
    bytes: rowBytes * ROWS,
    map: { ...rows(rowBytes / 2, [rowBytes / 2, ROWS], rowBytes, ROWS), swizzle },
  });

/** `bytes` of global memory from `offset` on, and of shared memory from `place` on. */
function rangeCase(
  kind: 'load' | 'store' | 'reduce',
  bytes: number,
  offset = 0,
  place = 0,
  blocks = 1,
): CounterCase {
  const name = `range_${kind}${bytes}_at${offset}_${place}${blocks === 1 ? '' : `_for${blocks}`}`;
  const [global, shared] = [`[%rd0+${offset}]`, `[%r1+${place}]`];
  const spread = blocks === 1 ? '' : '.multicast::cluster';
  const mask = blocks === 1 ? '' : `, ${2 ** blocks - 1}`;
  const reduces = kind === 'reduce';
  const instruction =
    kind === 'load'
      ? `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes${spread} ${shared}, ${global}, ${bytes}, [%r5]${mask}`
      : `cp.${reduces ? 'reduce.' : ''}async.bulk.global.shared::cta.bulk_group${reduces ? '.add.u32' : ''} ${global}, ${shared}, ${bytes}`;
  return copies(name, instruction, kind === 'load', bytes, undefined, blocks);
}

/** 16-bit elements: a row of the box, the tensor, bytes from row to row, rows of the box. */
const rows = (
  inner: number,
  sizes: readonly number[],
  pitch: number,
  count: number,
): TensorMap => ({
  address: 0,
  type: 6,
  sizes,
  strides: [2, pitch],
  box: [inner, count],
  elementStrides: [1, 1],
  swizzle: 0,
  interleave: 0,
  fill: 'zero',
});
/** 2 images of 7 x 9 pixels with 24 channels, with a border of one pixel. */
const pixels = (channels: number): TensorMap => ({
  ...rows(channels, [24, 9, 7, 2], 48, 1),
  strides: [2, 48, 432, 3024],
  box: [channels, 1, 1, 1],
  elementStrides: [1, 1, 1, 1],
  im2col: { lower: [-1, -1], upper: [-1, -1], pixels: 64 },
});

/** Boxes that are not whole sectors, or not inside, for the traffic of global memory; stores begin at no negative coordinate. */
const unaligned = (kind: 'load' | 'store'): readonly BoxCopy[] => {
  const of = (inner: number, width = 256, pitch = 512): TensorMap =>
    rows(inner, [width, 40], pitch, 16);
  return [
    { label: '_narrow', map: of(8), at: [0, 0], bytes: 256 },
    { label: '_narrow_odd', map: of(8), at: [8, 0], bytes: 256 },
    { label: '_across', map: of(16), at: [8, 0], bytes: 512 },
    { label: '_wide_odd', map: of(64), at: [8, 0], bytes: 2048 },
    { label: '_pitch_odd', map: of(32, 256, 528), at: [0, 0], bytes: 1024 },
    { label: '_long_odd', map: of(128, 256, 528), at: [8, 0], bytes: 4096 },
    { label: '_outside', map: of(64), at: [224, 30], bytes: 2048 },
    { label: '_edge_odd', map: of(32, 250), at: [240, 0], bytes: 1024 },
    { label: '_corner_odd', map: of(16, 256, 528), at: [248, 30], bytes: 512 },
    { label: '_left_odd', map: of(32, 256, 528), at: [-8, 30], bytes: 1024 },
    { label: '_left_far', map: of(32, 256, 528), at: [-40, 0], bytes: 1024 },
    { label: '_above_odd', map: of(64, 256, 528), at: [8, -4], bytes: 2048 },
    { label: '_third', map: { ...of(32), elementStrides: [1, 3] }, at: [0, 0], bytes: 384 },
    { label: '_inner_stride', map: { ...of(32), elementStrides: [2, 1] }, at: [0, 0], bytes: 1024 },
    { label: '_packed', map: of(8, 8, 16), at: [0, 0], bytes: 256 },
  ]
    .filter(({ at }) => kind === 'load' || at.every((place) => place >= 0))
    .map((one) => ({ ...one, kind }));
};
const pixelCopies: readonly BoxCopy[] = [
  { label: '_pixels', map: pixels(16), at: [0, -1, -1, 0], bytes: 2048, offsets: [0, 0] },
  { label: '_pixels_inside', map: pixels(16), at: [0, 0, 0, 0], bytes: 2048, offsets: [1, 1] },
  { label: '_pixels_narrow', map: pixels(8), at: [8, -1, -1, 0], bytes: 1024, offsets: [0, 0] },
  { label: '_pixels_wide', map: pixels(24), at: [0, -1, 2, 0], bytes: 3072, offsets: [1, 0] },
];

const MODES: Readonly<Record<number, bigint>> = { 16: 0n, 128: 1n, 64: 2n, 32: 3n };

/** Products of 64 x 256: A at 0, B at 8192, by leading and stride offsets in bytes. */
function productCase(
  label: string,
  width: number,
  a: readonly [leading: number, stride: number],
  b: readonly [leading: number, stride: number],
  {
    turned = 0,
    n = 256,
    inRegisters = false,
    sparse = false,
  }: { turned?: number; n?: number; inRegisters?: boolean; sparse?: boolean } = {},
): CounterCase {
  const name = `wgmma_${label}`;
  const descriptor = ([leading, stride]: readonly [number, number]): bigint =>
    (BigInt(leading >> 4) << 16n) | (BigInt(stride >> 4) << 32n) | ((MODES[width] ?? 0n) << 62n);
  const d = Array.from({ length: n / 2 }, (_, i) => `%r${i + 10}`);
  const product = `  wgmma.mma_async${sparse ? '.sp' : ''}.sync.aligned.m64n${n}k${sparse ? 32 : 16}.f32.f16.f16 {${d.join(', ')}}, ${inRegisters ? '{%r140, %r141, %r142, %r143}' : '%rd6'}, %rd7, ${sparse ? '%r144, 0, ' : ''}1, 1, 1, ${inRegisters ? '' : `${turned}, `}${turned};`;
  const text = `${head(name)}${d.map((one) => `  mov.b32 ${one}, 0;`).join('\n')}
  mov.b32 %r144, 0x44444444;
  cvt.u64.u32 %rd4, %r1;
  shr.u64 %rd4, %rd4, 4;
  add.u64 %rd6, %rd4, 0x${descriptor(a).toString(16)};
  add.u64 %rd7, %rd4, 0x${(descriptor(b) + 512n).toString(16)};
  fence.proxy.async;
  bar.sync 0;
  wgmma.fence.sync.aligned;
${loop(product.replace(', 1, 1, 1,', ', %p3, 1, 1,'))}  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
${tail.replace('  ret;', `${d.map((one, i) => `  @%p1 st.global.b32 [%rd1+${8 + 4 * i}], ${one};`).join('\n')}\n  ret;`)}`.replace(
    '  setp.eq.u32 %p1, %r0, 0;\n',
    '  setp.eq.u32 %p1, %r0, 0;\n  setp.eq.u32 %p3, %r1, %r1;\n',
  );
  return { name, text, threads: 128, blocks: 1 };
}

/** Loaded for several blocks. */
const spreadCopies: readonly BoxCopy[] = [
  { label: '', map: rows(64, [256, 40], 512, 16), at: [0, 0], bytes: 2048, blocks: 2 },
  { label: '_odd', map: rows(64, [256, 40], 512, 16), at: [8, 0], bytes: 2048, blocks: 2 },
  { label: '_odd4', map: rows(64, [256, 40], 512, 16), at: [8, 0], bytes: 2048, blocks: 4 },
  { label: '_narrow_odd', map: rows(8, [256, 40], 512, 16), at: [8, 0], bytes: 256, blocks: 2 },
  { label: '_48', map: rows(24, [256, 40], 528, 16), at: [0, 0], bytes: 768, blocks: 2 },
  { label: '_pitch_odd', map: rows(32, [256, 40], 528, 16), at: [0, 0], bytes: 1024, blocks: 2 },
  { label: '_long_odd', map: rows(128, [256, 40], 528, 16), at: [8, 0], bytes: 4096, blocks: 2 },
  { label: '_corner', map: rows(16, [256, 40], 528, 16), at: [248, 30], bytes: 512, blocks: 2 },
].map((one) => ({ ...one, label: `_multicast${one.label}` }));

export const counterCases: readonly CounterCase[] = [
  ...([32, 64, 128, 256] as const).flatMap((bytes) => [
    swizzledCase('load', bytes, 0),
    swizzledCase('store', bytes, 0),
  ]),
  ...([1, 2, 3] as const).flatMap((swizzle) => [
    swizzledCase('load', 16 * 2 ** swizzle, swizzle),
    swizzledCase('store', 16 * 2 ** swizzle, swizzle),
  ]),
  rangeCase('load', 4096),
  rangeCase('load', 16),
  rangeCase('load', 16, 16),
  rangeCase('load', 48, 16),
  rangeCase('load', 1040, 16),
  rangeCase('load', 1040, 16, 16),
  rangeCase('load', 1040, 48, 112),
  rangeCase('store', 4096),
  rangeCase('store', 48, 16),
  rangeCase('store', 1040, 48),
  rangeCase('store', 1040, 16, 16),
  rangeCase('reduce', 4096),
  rangeCase('reduce', 48, 16),
  ...(['load', 'store'] as const).flatMap((kind) => unaligned(kind).map(boxCase)),
  ...pixelCopies.map(boxCase),
  ...spreadCopies.map(boxCase),
  rangeCase('load', 1040, 16, 0, 2),
  rangeCase('load', 1040, 16, 16, 2),
  productCase('none', 16, [1024, 128], [4096, 128]),
  productCase('none_pairs', 16, [128, 256], [128, 256]),
  productCase('none_same', 16, [0, 128], [0, 128]),
  productCase('none_row0', 16, [128, 0], [128, 0]),
  productCase('none_1024', 16, [128, 1024], [128, 1024]),
  productCase('swizzle32', 32, [16, 256], [16, 256]),
  productCase('swizzle64', 64, [16, 512], [16, 512]),
  productCase('swizzle128', 128, [16, 1024], [16, 1024]),
  productCase('n64', 128, [16, 1024], [16, 1024], { n: 64 }),
  productCase('n8', 128, [16, 1024], [16, 1024], { n: 8 }),
  productCase('registers', 128, [16, 1024], [16, 1024], { inRegisters: true }),
  productCase('turned_none', 16, [1024, 128], [4096, 128], { turned: 1 }),
  productCase('turned32', 32, [256, 1024], [256, 4096], { turned: 1 }),
  productCase('turned64', 64, [512, 1024], [512, 4096], { turned: 1 }),
  productCase('turned128', 128, [1024, 1024], [1024, 4096], { turned: 1 }),
  productCase('sparse_none', 16, [1024, 128], [4096, 128], { sparse: true }),
  productCase('sparse64', 64, [16, 512], [16, 512], { sparse: true }),
  productCase('sparse128', 128, [16, 1024], [16, 1024], { sparse: true }),
  productCase('sparse_n64', 128, [16, 1024], [16, 1024], { sparse: true, n: 64 }),
  productCase('sparse_registers', 128, [16, 1024], [16, 1024], { sparse: true, inRegisters: true }),
  productCase('sparse_turned128', 128, [1024, 1024], [1024, 4096], { sparse: true, turned: 1 }),
];
