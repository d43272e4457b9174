/**
 * Kernels that only copy or multiply, for counters and clocks: each repeats one instruction in one layout, and stores how long it took.
 *
 *     load128-none    64 boxes of 64 rows of 128 bytes      wgmma-mode1    64 products m64n256k16, 128-byte swizzle
 */
import type { TensorMap } from '@ldscope/ptx';

export interface CounterCase {
  readonly name: string;
  readonly text: string;
  readonly threads: number;
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

const ROWS = 64;

function copyCase(kind: 'load' | 'store', rowBytes: number, swizzle: number): CounterCase {
  const name = `${kind}${rowBytes}_swizzle${swizzle}`;
  const map: TensorMap = {
    address: 0,
    type: 6,
    sizes: [rowBytes / 2, ROWS],
    strides: [2, rowBytes],
    box: [rowBytes / 2, ROWS],
    elementStrides: [1, 1],
    swizzle,
    interleave: 0,
    fill: 'zero',
  };
  const body =
    kind === 'load'
      ? `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], ${rowBytes * ROWS};
  @%p1 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd5, {0, 0}], [%r5];
  and.b32 %r3, %r2, 1;
$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5], %r3;
  @!%p2 bra $wait;`
      : `  @%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd5, {0, 0}], [%r1];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;`;
  const text = `${head(name)}  @%p1 mbarrier.init.shared::cta.b64 [%r5], 1;
  fence.proxy.async;
  bar.sync 0;
${loop(body)}${tail}`;
  return { name, text, threads: 32, map };
}

function rangeCase(): CounterCase {
  const name = 'range4096';
  const body = `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], 4096;
  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd0], 4096, [%r5];
  and.b32 %r3, %r2, 1;
$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r5], %r3;
  @!%p2 bra $wait;`;
  const text = `${head(name)}  @%p1 mbarrier.init.shared::cta.b64 [%r5], 1;
  fence.proxy.async;
  bar.sync 0;
${loop(body)}${tail}`;
  return { name, text, threads: 32 };
}

const MODES: Readonly<Record<number, bigint>> = { 16: 0n, 128: 1n, 64: 2n, 32: 3n };

/** Products of 64 x 256: A at 0, B at 8192, by leading and stride offsets in bytes. */
function productCase(
  label: string,
  width: number,
  a: readonly [leading: number, stride: number],
  b: readonly [leading: number, stride: number],
  turned = 0,
  n = 256,
  inRegisters = false,
): CounterCase {
  const name = `wgmma_${label}`;
  const descriptor = ([leading, stride]: readonly [number, number]): bigint =>
    (BigInt(leading >> 4) << 16n) | (BigInt(stride >> 4) << 32n) | ((MODES[width] ?? 0n) << 62n);
  const d = Array.from({ length: n / 2 }, (_, i) => `%r${i + 10}`);
  const product = `  wgmma.mma_async.sync.aligned.m64n${n}k16.f32.f16.f16 {${d.join(', ')}}, ${inRegisters ? '{%r140, %r141, %r142, %r143}' : '%rd6'}, %rd7, 1, 1, 1, ${inRegisters ? '' : `${turned}, `}${turned};`;
  const text = `${head(name)}${d.map((one) => `  mov.b32 ${one}, 0;`).join('\n')}
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
  return { name, text, threads: 128 };
}

export const counterCases: readonly CounterCase[] = [
  ...([32, 64, 128, 256] as const).flatMap((bytes) => [
    copyCase('load', bytes, 0),
    copyCase('store', bytes, 0),
  ]),
  ...([1, 2, 3] as const).flatMap((swizzle) => [
    copyCase('load', 16 * 2 ** swizzle, swizzle),
    copyCase('store', 16 * 2 ** swizzle, swizzle),
  ]),
  rangeCase(),
  productCase('none', 16, [1024, 128], [4096, 128]),
  productCase('none_pairs', 16, [128, 256], [128, 256]),
  productCase('none_same', 16, [0, 128], [0, 128]),
  productCase('none_row0', 16, [128, 0], [128, 0]),
  productCase('none_1024', 16, [128, 1024], [128, 1024]),
  productCase('swizzle32', 32, [16, 256], [16, 256]),
  productCase('swizzle64', 64, [16, 512], [16, 512]),
  productCase('swizzle128', 128, [16, 1024], [16, 1024]),
  productCase('n64', 128, [16, 1024], [16, 1024], 0, 64),
  productCase('n8', 128, [16, 1024], [16, 1024], 0, 8),
  productCase('registers', 128, [16, 1024], [16, 1024], 0, 256, true),
  productCase('turned_none', 16, [1024, 128], [4096, 128], 1),
  productCase('turned32', 32, [256, 1024], [256, 4096], 1),
  productCase('turned64', 64, [512, 1024], [512, 4096], 1),
  productCase('turned128', 128, [1024, 1024], [1024, 4096], 1),
];
