/**
 * `wgmma` against products in plain loops: operands are laid out by the layouts of CUTLASS's descriptors, which are written here
 * as shapes and strides of chunks of 16 bytes, and swizzled in whole rows of the pattern instead of by address bits.
 */
import { type AccessTrace, laneAddresses, range, roundUp } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

interface TypeCase {
  readonly type: string;
  readonly result: 'f32' | 's32' | 'f16';
  readonly bytes: number;
  /** Values that the type and sums of products hold exactly, and their bits. */
  readonly values: readonly (readonly [value: number, bits: number])[];
}

const single = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
const some = [-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3];
/** `1.5:3c`: values and their bits. */
const valuesOf = (text: string): (readonly [value: number, bits: number])[] =>
  text.split(' ').map((one) => {
    const [value, bits = ''] = one.split(':');
    return [Number(value), Number.parseInt(bits, 16)];
  });
const f16 = valuesOf('-3:c200 -2:c000 -1:bc00 -0.5:b800 0:0 0.5:3800 1:3c00 2:4000 3:4200');
const e4m3 = valuesOf('0:0 1:38 2:40 -1:b8 1.5:3c -0.5:b0 448:7e');
const e5m2 = valuesOf('0:0 1:3c 2:40 -1:bc 1.5:3e -0.5:b8 1024:64');
const types: readonly TypeCase[] = [
  { type: 'f16', result: 'f32', bytes: 2, values: f16 },
  { type: 'f16', result: 'f16', bytes: 2, values: f16 },
  { type: 'bf16', result: 'f32', bytes: 2, values: some.map((v) => [v, single(v) >>> 16]) },
  { type: 'tf32', result: 'f32', bytes: 4, values: some.map((v) => [v, single(v)]) },
  { type: 'e4m3', result: 'f32', bytes: 1, values: e4m3 },
  { type: 'e5m2', result: 'f32', bytes: 1, values: e5m2 },
  { type: 's8', result: 's32', bytes: 1, values: [-128, -5, 0, 7, 127].map((v) => [v, v & 255]) },
  { type: 'u8', result: 's32', bytes: 1, values: [0, 7, 128, 255].map((v) => [v, v]) },
];

type Width = 16 | 32 | 64 | 128;
const MODES: Readonly<Record<Width, bigint>> = { 16: 0n, 128: 1n, 64: 2n, 32: 3n };

/** A layout of an operand: where each chunk of 16 bytes is, counted in chunks from the start, before the swizzle. */
interface Placed {
  readonly chunk: (row: number, k: number) => number;
  readonly leading: number;
  readonly stride: number;
  readonly bytes: number;
}

/** K-major: ((8, n), 2) : ((W, stride), 1), or ((8, n), 2) : ((1, stride), leading) where nothing is swizzled. */
function kMajor(rows: number, width: Width, elementBytes: number): Placed {
  const perChunk = 16 / elementBytes;
  const w = width / 16;
  const atom = 8 * w;
  const groups = rows / 8;
  const [leading, stride] = w === 1 ? [8 * groups, 8] : [1, atom];
  return {
    chunk: (row, k) =>
      (row % 8) * w + Math.floor(row / 8) * stride + Math.floor(k / perChunk) * leading,
    leading: leading * 16,
    stride: stride * 16,
    bytes: w === 1 ? 16 * 16 * groups : 16 * atom * groups,
  };
}

/** MN-major, 16-bit elements: ((W, n), (8, 2)) : ((1, leading), (W, stride)), or ((1, n), (8, 2)) : ((-, stride), (1, leading)). */
function rowMajor(rows: number, width: Width): Placed {
  const w = width / 16;
  const atoms = Math.ceil(rows / 8 / w);
  const atom = 8 * w;
  // Atoms of one group of 8 k side by side, then the next.
  const [across, down] = [atom, atom * atoms];
  return {
    chunk: (row, k) => {
      const j = Math.floor(row / 8);
      return (j % w) + Math.floor(j / w) * across + (k % 8) * w + Math.floor(k / 8) * down;
    },
    leading: 16 * (w === 1 ? down : across),
    stride: 16 * (w === 1 ? across : down),
    bytes: 16 * down * 2,
  };
}

/** Rows of 128 bytes; chunk c of row r goes to c ^ (r mod 8), with as many bits as the width has chunks. */
function swizzle(chunk: number, width: Width): number {
  const [row, column] = [Math.floor(chunk / 8), chunk % 8];
  return row * 8 + (column ^ (row % (width / 16)));
}

interface Layout {
  readonly width: Width;
  readonly turned: boolean;
}

const descriptor = (start: number, { leading, stride }: Placed, width: Width): bigint =>
  BigInt(start >> 4) |
  (BigInt(leading >> 4) << 16n) |
  (BigInt(stride >> 4) << 32n) |
  (MODES[width] << 62n);

const hex = (value: bigint): string => `0x${value.toString(16)}`;

function place(rows: number, { width, turned }: Layout, bytes: number): Placed {
  return turned ? rowMajor(rows, width) : kMajor(rows, width, bytes);
}

/** A module that copies the image of shared memory from `image`, multiplies, and stores the accumulators of each thread. */
function moduleOf(
  instruction: string,
  registers: number,
  operands: (accumulators: string) => string,
  bytes: number,
  result: string,
): string {
  const names = Array.from({ length: registers }, (_, i) => `%r${i + 10}`);
  return `.version 8.0
.target sm_90a
.address_size 64
.shared .align 1024 .b8 tile[${bytes}];
.visible .entry k(.param .u64 image, .param .u64 fragments, .param .u64 out, .param .u32 scale)
{
  .reg .pred %p<4>;
  .reg .b32 %r<${registers + 10}>;
  .reg .b32 %a<4>;
  .reg .b64 %rd<8>;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  ld.param.u64 %rd0, [image];
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd5, [fragments];
  ld.param.u32 %r5, [scale];
  setp.ne.u32 %p1, %r5, 0;
  mov.u32 %r2, %r0;
$copy:
  setp.ge.u32 %p0, %r2, ${bytes / 4};
  @%p0 bra $copied;
  mul.wide.u32 %rd2, %r2, 4;
  add.u64 %rd2, %rd2, %rd0;
  ld.global.b32 %r3, [%rd2];
  shl.b32 %r4, %r2, 2;
  add.u32 %r4, %r4, %r1;
  st.shared.b32 [%r4], %r3;
  add.u32 %r2, %r2, 128;
  bra $copy;
$copied:
  mad.wide.u32 %rd6, %r0, 16, %rd5;
  ld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%rd6];
${names.map((name) => `  mov.b32 ${name}, ${result === 's32' ? '5' : result === 'f16' ? '0x40004000' : '0x40000000'};`).join('\n')}
  fence.proxy.async.shared::cta;
  bar.sync 0;
  wgmma.fence.sync.aligned;
  ${instruction} ${operands(`{${names.join(', ')}}`)};
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  mad.wide.u32 %rd3, %r0, ${4 * registers}, %rd1;
${names.map((name, i) => `  st.global.b32 [%rd3+${4 * i}], ${name};`).join('\n')}
  ret;
}
`;
}

/** Row and column of register `i` of a thread, 32 bits each. */
const placeOf = (thread: number, i: number): readonly [number, number] => {
  const lane = thread % 32;
  return [
    16 * Math.floor(thread / 32) + (lane >> 2) + 8 * ((i >> 1) & 1),
    8 * (i >> 2) + 2 * (lane & 3) + (i & 1),
  ];
};

const halfValue = (bits: number): number => {
  const [sign, exponent, mantissa] = [bits >> 15, (bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15);
  return sign === 1 ? -size : size;
};

/** What `wgmma` reads of shared memory, once per read: 32 chunks to a row, which are all of it. */
function chunksOf([trace]: readonly AccessTrace[]): number[] {
  if (trace === undefined) return [];
  const rows = range(trace.count).filter((row) =>
    trace.sites[trace.site[row] ?? 0]?.text?.includes('wgmma'),
  );
  const chunks = rows.map((row) => laneAddresses(trace, row).filter((one) => one !== undefined));
  expect(chunks.filter((one) => one.length === 0)).toEqual([]);
  return chunks.flat().sort((one, other) => one - other);
}

function multiplies(
  { type, result, bytes, values }: TypeCase,
  n: number,
  a: Layout | 'registers',
  b: Layout,
  accumulates: boolean,
  seed: number,
  signs: readonly [number, number] = [1, 1],
): void {
  const k = 32 / bytes;
  let state = seed;
  const next = (): readonly [number, number] => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return values[(state >>> 16) % values.length] ?? [0, 0];
  };
  const matrix = (rows: number): (readonly [number, number])[][] =>
    Array.from({ length: rows }, () => Array.from({ length: k }, next));
  const [rowsA, rowsB] = [matrix(64), matrix(n)];
  const placedA = a === 'registers' ? undefined : place(64, a, bytes);
  const placedB = place(n, b, bytes);
  const startB = Math.ceil((placedA?.bytes ?? 0) / 1024) * 1024;
  const total = startB + roundUp(placedB.bytes, 1024);
  const image = new Uint8Array(total);
  const chunks = new Set<number>();
  const put = (
    start: number,
    rows: typeof rowsA,
    placed: Placed,
    { width, turned }: Layout,
  ): void => {
    for (const [row, list] of rows.entries()) {
      for (const [column, [, bits]] of list.entries()) {
        const chunk = swizzle(start / 16 + placed.chunk(row, column), width);
        chunks.add(16 * chunk);
        const within = turned ? (row % 8) * bytes : (column * bytes) % 16;
        for (let byte = 0; byte < bytes; byte++)
          image[chunk * 16 + within + byte] = bits >>> (8 * byte);
      }
    }
  };
  if (placedA !== undefined && a !== 'registers') put(0, rowsA, placedA, a);
  put(startB, rowsB, placedB, b);
  const fragments = new Uint32Array(128 * 4);
  const each = 4 / bytes;
  for (const [at] of fragments.entries()) {
    const [thread, register] = [at >> 2, at & 3];
    const row = 16 * (thread >> 5) + ((thread % 32) >> 2) + 8 * (register & 1);
    for (let i = 0; i < each; i++) {
      const column = each * (thread & 3) + i + 4 * each * (register >> 1);
      fragments[at] = (fragments[at] ?? 0) | ((rowsA[row]?.[column]?.[1] ?? 0) << (8 * bytes * i));
    }
  }
  const registers = result === 'f16' ? n / 4 : n / 2;
  const isInteger = result === 's32';
  const turned = (one: Layout | 'registers'): string =>
    one === 'registers' ? '' : `, ${one.turned ? 1 : 0}`;
  const layouts = bytes === 2 ? turned(a) + turned(b) : '';
  const tail = isInteger ? '' : `, ${signs[0]}, ${signs[1]}${layouts}`;
  const left =
    placedA === undefined || a === 'registers'
      ? '{%a0, %a1, %a2, %a3}'
      : hex(descriptor(0, placedA, a.width));
  const right = hex(descriptor(startB, placedB, b.width));
  const text = moduleOf(
    `wgmma.mma_async.sync.aligned.m64n${n}k${k}.${result}.${type}.${type}`,
    registers,
    (accumulators) => `${accumulators}, ${left}, ${right}, %p1${tail}`,
    total,
    result,
  );
  const out = new Uint32Array(128 * registers);
  const { codes, execution, traces } = run(text, [image, fragments, out, accumulates ? 1 : 0], {
    block: [128, 1, 1],
  });
  expect(execution.hazards).toEqual([]);
  expect(codes.filter((code) => code !== 'ptx/not-counted')).toEqual([]);
  expect(chunksOf(traces)).toEqual([...chunks].sort((one, other) => one - other));
  const start = accumulates ? (isInteger ? 5 : 2) : 0;
  const view = new DataView(out.buffer);
  for (let thread = 0; thread < 128; thread++) {
    for (let i = 0; i < n / 2; i++) {
      const [row, column] = placeOf(thread, i);
      let sum = 0;
      for (let j = 0; j < k; j++)
        sum += (rowsA[row]?.[j]?.[0] ?? 0) * (rowsB[column]?.[j]?.[0] ?? 0);
      const exact = start + sum * (isInteger ? 1 : signs[0] * signs[1]);
      const wanted = Math.fround(exact);
      const at = 4 * registers * thread;
      const got =
        result === 'f16'
          ? halfValue(view.getUint16(at + 2 * i, true))
          : isInteger
            ? view.getInt32(at + 4 * i, true)
            : view.getFloat32(at + 4 * i, true);
      if (got !== wanted) expect([thread, i, got]).toEqual([thread, i, wanted]);
    }
  }
}

const widths: readonly Width[] = [16, 32, 64, 128];
const layout = fc.record({ width: fc.constantFrom(...widths), turned: fc.boolean() });

describe('wgmma', () => {
  for (const one of types) {
    test(`${one.type} -> ${one.result}: K-major operands in every swizzle`, () => {
      for (const width of widths) {
        multiplies(one, 16, { width, turned: false }, { width, turned: false }, true, width);
      }
      multiplies(one, 8, 'registers', { width: 128, turned: false }, false, 7);
    });
  }

  test('any size, layout and sign of f16', () => {
    forAll(
      [
        fc.integer({ min: 1, max: 32 }),
        fc.oneof(layout, fc.constant('registers' as const)),
        layout,
        fc.boolean(),
        fc.nat(),
        fc.constantFrom([1, 1] as const, [-1, 1] as const, [1, -1] as const),
      ],
      { seed: 11, numRuns: 30 },
      (eighth, a, b, accumulates, seed, signs) => {
        const [first] = types;
        if (first !== undefined) multiplies(first, 8 * eighth, a, b, accumulates, seed, signs);
      },
    );
  });

  test('b1 counts the bits that both rows have', () => {
    const image = new Uint32Array(1024);
    const bits = (row: number, word: number): number => Math.imul(row * 8 + word + 1, 0x9e3779b1);
    for (let row = 0; row < 64; row++)
      for (let word = 0; word < 8; word++)
        image[(row >> 3) * 32 + (row & 7) * 4 + (word >> 2) * 256 + (word & 3)] = bits(row, word);
    for (let column = 0; column < 8; column++)
      for (let word = 0; word < 8; word++)
        image[512 + column * 4 + (word >> 2) * 32 + (word & 3)] = bits(100 + column, word);
    const a = { chunk: () => 0, leading: 1024, stride: 128, bytes: 2048 };
    const b = { chunk: () => 0, leading: 128, stride: 128, bytes: 256 };
    const text = moduleOf(
      'wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc',
      4,
      (d) => `${d}, ${hex(descriptor(0, a, 16))}, ${hex(descriptor(2048, b, 16))}, %p1`,
      4096,
      's32',
    );
    const out = new Int32Array(128 * 4);
    const { codes } = run(text, [image, new Uint32Array(512), out, 0], { block: [128, 1, 1] });
    expect(codes.filter((code) => code !== 'ptx/not-counted')).toEqual([]);
    const count = (value: number): number => (value >>> 0).toString(2).replaceAll('0', '').length;
    for (let thread = 0; thread < 128; thread++) {
      for (let i = 0; i < 4; i++) {
        const [row, column] = placeOf(thread, i);
        let sum = 0;
        for (let word = 0; word < 8; word++)
          sum += count(bits(row, word) & bits(100 + column, word));
        expect(out[4 * thread + i]).toBe(sum);
      }
    }
  });

  test('a block without a whole warpgroup is refused', () => {
    const text = moduleOf(
      'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16',
      4,
      (d) => `${d}, 0, 0, %p1, 1, 1, 0, 0`,
      4096,
      'f32',
    );
    const buffers = [new Uint8Array(4096), new Uint32Array(512), new Int32Array(512), 0];
    expect(run(text, buffers, { block: [64, 1, 1] }).codes).toContain('ptx/no-warpgroup');
  });
});
