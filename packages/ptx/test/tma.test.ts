/**
 * Copies of boxes and ranges against loops over elements: each element of a box is looked up by its coordinates, and its place in
 * shared memory by rows of 128 bytes whose chunks are exchanged, as the figures of the PTX ISA draw the swizzles.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KernelArgument, product } from '@ldscope/core';
import { boxShape } from '../src/isa/async/box.ts';
import {
  decodeTensorMap,
  encodeTensorMap,
  type TensorMap,
  tensorMapProblem,
  tensorTypes,
} from '../src/state/tensor-map.ts';
import { run, tensorMap } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const TILE = 32768;

/** The argument that a launch makes of a map: its bytes, with a pointer to the tensor at their beginning. */
const mapArgument = (map: TensorMap, data: Uint8Array): KernelArgument => ({
  kind: 'value',
  bytes: encodeTensorMap({ ...map, address: 0 }),
  pointers: [{ offset: 0, name: 'tensor', data }],
});

/** A kernel of 32 threads: shared memory from `image`, `body` by thread 0 between two barriers, shared memory to `out`. */
const moduleOf = (body: string, coordinates = 0): string => `.version 8.3
.target sm_90a
.address_size 64
.shared .align 1024 .b8 tile[${TILE}];
.shared .align 8 .b64 bar;
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 image, .param .u64 out, .param .u64 far, .param .align 4 .b8 at[20])
{
  .reg .pred %p<4>;
  .reg .b32 %r<16>;
  .reg .b32 %c<8>;
  .reg .b64 %rd<8>;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  mov.u32 %r2, bar;
  ld.param.u64 %rd0, [image];
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd4, [far];
  mov.b64 %rd5, map;
${Array.from({ length: coordinates }, (_, i) => `  ld.param.b32 %c${i}, [at+${4 * i}];`).join('\n')}
  mov.u32 %r3, %r0;
$in:
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd3, %rd2, %rd0;
  ld.global.b32 %r4, [%rd3];
  cvt.u32.u64 %r5, %rd2;
  add.u32 %r5, %r5, %r1;
  st.shared.b32 [%r5], %r4;
  add.u32 %r3, %r3, 32;
  setp.lt.u32 %p0, %r3, ${TILE / 4};
  @%p0 bra $in;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r2], 1;
  fence.proxy.async;
  bar.sync 0;
${body}
  bar.sync 0;
  mov.u32 %r3, %r0;
$out:
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd3, %rd2, %rd1;
  cvt.u32.u64 %r5, %rd2;
  add.u32 %r5, %r5, %r1;
  ld.shared.b32 %r4, [%r5];
  st.global.b32 [%rd3], %r4;
  add.u32 %r3, %r3, 32;
  setp.lt.u32 %p0, %r3, ${TILE / 4};
  @%p0 bra $out;
  ret;
}
`;

const wait = `$wait:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0;
  @!%p2 bra $wait;`;

const vector = (rank: number): string =>
  `{${Array.from({ length: rank }, (_, i) => `%c${i}`).join(', ')}}`;

const loadBody = (rank: number, bytes: number): string => `
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], ${bytes};
  @%p1 cp.async.bulk.tensor.${rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd5, ${vector(rank)}], [%r2];
${wait}`;

const storeBody = (rank: number, operation = ''): string => `
  @%p1 cp.${operation === '' ? '' : 'reduce.'}async.bulk.tensor.${rank}d.global.shared::cta${operation}.tile.bulk_group [%rd5, ${vector(rank)}], [%r1];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;
  cp.async.bulk.wait_group 0;`;

interface Case {
  readonly map: TensorMap;
  readonly coordinates: readonly number[];
  readonly bytes: number;
}

/** Tensors of 1 to 5 dimensions with boxes that lie partly outside. */
const someCase = fc
  .record({
    rank: fc.integer({ min: 1, max: 5 }),
    type: fc.constantFrom(0, 1, 2, 6, 7, 10, 4),
    swizzle: fc.constantFrom(0, 1, 2, 3),
    seed: fc.array(fc.nat(999), { minLength: 24, maxLength: 24 }),
    fill: fc.constantFrom('zero' as const, 'nan' as const),
  })
  .map(({ rank, type, swizzle, seed, fill }): Case => {
    const each = tensorTypes[type]?.bytes ?? 1;
    const pick = (i: number, most: number): number => 1 + ((seed[i] ?? 0) % most);
    const rowBytes = 16 * pick(0, swizzle === 0 ? 8 : 2 ** swizzle);
    const box = [rowBytes / each, ...[1, 2, 3, 4].map((i) => pick(i, 4))].slice(0, rank);
    const elementStrides = [1, ...[1, 2, 3, 4].map((i) => pick(4 + i, 3))].slice(0, rank);
    const sizes = [pick(9, 140), ...[1, 2, 3, 4].map((i) => pick(9 + i, 6))].slice(0, rank);
    const strides = [each];
    let pitch = Math.ceil(((sizes[0] ?? 1) * each) / 16) * 16;
    for (let axis = 1; axis < rank; axis++) {
      strides.push(pitch);
      pitch = pitch * (sizes[axis] ?? 1) + 16 * (pick(14 + axis, 2) - 1);
    }
    // The first is at a multiple of 16 bytes.
    const coordinates = sizes.map((size, axis) => {
      const place = ((seed[18 + axis] ?? 0) % (size + 6)) - 3;
      return axis === 0 ? place - (place % (16 / each)) : place;
    });
    const map = tensorMap({ type, sizes, strides, box, elementStrides, swizzle, fill });
    return { map, coordinates, bytes: pitch };
  });

/** Byte of a box in shared memory: rows as far apart as the swizzle is wide, in rows of 128 bytes, chunk c of row r at c ^ (r mod the chunks of the swizzle). */
function placeOf(byte: number, { swizzle, box, strides }: TensorMap): number {
  const rowBytes = (box[0] ?? 1) * (strides[0] ?? 1);
  const pitch = swizzle === 0 ? rowBytes : 16 * 2 ** swizzle;
  const at = Math.floor(byte / rowBytes) * pitch + (byte % rowBytes);
  const [row, chunk] = [Math.floor(at / 128), Math.floor((at % 128) / 16)];
  return row * 128 + (chunk ^ (row % 2 ** swizzle)) * 16 + (at % 16);
}

/** Each element of a box: its byte in the box, and its byte in the tensor where it is inside. */
function elementsOf({
  map,
  coordinates,
}: Case): { readonly at: number; readonly from: number | undefined }[] {
  const { sizes, strides, elementStrides, box } = map;
  const counts = box.map((size, i) => Math.ceil(size / (i === 0 ? 1 : (elementStrides[i] ?? 1))));
  return Array.from({ length: product(counts) }, (_, index) => {
    let rest = index;
    let from: number | undefined = 0;
    for (const [axis, count] of counts.entries()) {
      const place =
        (coordinates[axis] ?? 0) + (rest % count) * (axis === 0 ? 1 : (elementStrides[axis] ?? 1));
      rest = Math.floor(rest / count);
      const inside: boolean = place >= 0 && place < (sizes[axis] ?? 0);
      from = inside && from !== undefined ? from + place * (strides[axis] ?? 0) : undefined;
    }
    return { at: index * (strides[0] ?? 1), from };
  });
}

const random = (bytes: number, seed: number): Uint8Array => {
  let state = seed;
  return Uint8Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
};

const at = (coordinates: readonly number[]): KernelArgument => {
  const list = Int32Array.from({ length: 5 }, (_, i) => coordinates[i] ?? 0);
  return { kind: 'value', bytes: new Uint8Array(list.buffer) };
};

interface Given {
  readonly map?: KernelArgument;
  readonly image?: ArrayBufferView;
  readonly out?: Uint8Array;
  readonly far?: ArrayBufferView;
  readonly coordinates?: readonly number[];
}

/** Runs a body with what is given: all codes, those beside what is not counted, and hazards. */
function copied(body: string, given: Given = {}) {
  const { coordinates = [], far = new Uint8Array(16) } = given;
  const { map = { kind: 'value', bytes: new Uint8Array(128) } } = given;
  const { image = new Uint8Array(TILE), out = new Uint8Array(TILE) } = given;
  const text = moduleOf(body, coordinates.length);
  const { codes, execution } = run(text, [map, image, out, far, at(coordinates)]);
  const wrong = codes.filter((code) => code !== 'ptx/not-counted');
  return { codes, wrong, hazards: execution.hazards };
}
const RIGHT = { wrong: [], hazards: [] };

describe('tensor maps', () => {
  test('what no tensor has is refused', () => {
    const map = tensorMap({
      type: 6,
      sizes: [64, 64],
      strides: [2, 128],
      box: [64, 8],
      swizzle: 3,
    });
    const resultOf = (changed: Partial<TensorMap>) =>
      copied(loadBody(2, 1024), {
        map: mapArgument({ ...map, ...changed }, new Uint8Array(8192)),
        coordinates: [0, 0],
      });
    expect(resultOf({}).wrong).toEqual([]);
    for (const changed of [
      { box: [128, 8] },
      { box: [0, 8] },
      { box: [12, 8] },
      { strides: [2, 130] },
      { interleave: 1 },
      { elementStrides: [1, 9] },
      { sizes: [64], box: [64], strides: [2], elementStrides: [1] },
    ])
      expect(resultOf(changed).codes).toContain('ptx/tensor-map');
  });

  test('of any bytes are executed or refused', () => {
    const bytes = fc.uint8Array({ minLength: 128, maxLength: 128 });
    const small = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 5, maxLength: 5 });
    const ranks = fc.integer({ min: 1, max: 5 });
    forAll([bytes, small, ranks], { seed: 31, numRuns: 30 }, (map, modes, rank) => {
      // Most have modes that exist, so that what stands behind them is looked at.
      map.set(modes, 8);
      map[8] = rank - 1;
      const coordinates = Array.from({ length: rank }, () => 0);
      const found = copied(loadBody(rank, 1024), {
        map: { kind: 'value', bytes: map },
        coordinates,
      });
      expect(found.codes.length).toBeGreaterThan(0);
    });
  });
});

describe('copies of boxes', () => {
  test('load what is inside, fill what is not, in every swizzle', () => {
    forAll([someCase], { seed: 21, numRuns: 40 }, (one) => {
      const { map, coordinates, bytes } = one;
      const [tensor, image, out] = [random(bytes, 7), random(TILE, 8), new Uint8Array(TILE)];
      const body = loadBody(map.sizes.length, boxShape(map).bytes);
      const given = { map: mapArgument(map, tensor), image, out, coordinates };
      expect(copied(body, given)).toMatchObject(RIGHT);
      const wanted = image.slice();
      const each = map.strides[0] ?? 1;
      const isFloat = tensorTypes[map.type]?.float === true;
      for (const { at: byte, from } of elementsOf(one)) {
        for (let i = 0; i < each; i++) {
          const outside = map.fill === 'nan' && isFloat ? ((i & 1) === 1 ? 0x7f : 0xf7) : 0;
          wanted[placeOf(byte + i, map)] = from === undefined ? outside : (tensor[from + i] ?? 0);
        }
      }
      expect(out).toEqual(wanted);
    });
  });

  test('store what is inside and leave out what is not', () => {
    forAll([someCase], { seed: 22, numRuns: 25 }, (some) => {
      // A store begins at no negative coordinate.
      const one = { ...some, coordinates: some.coordinates.map((place) => Math.max(0, place)) };
      const { map, coordinates, bytes } = one;
      const [tensor, image] = [random(bytes, 9), random(TILE, 10)];
      const wanted = tensor.slice();
      const given = { map: mapArgument(map, tensor), image, coordinates };
      expect(copied(storeBody(map.sizes.length), given)).toMatchObject(RIGHT);
      const each = map.strides[0] ?? 1;
      for (const { at: byte, from } of elementsOf(one)) {
        if (from === undefined) continue;
        for (let i = 0; i < each; i++) wanted[from + i] = image[placeOf(byte + i, map)] ?? 0;
      }
      expect(tensor).toEqual(wanted);
    });
  });

  test('reductions combine elements of the type of the map', () => {
    const map = tensorMap({ type: 2, sizes: [40, 6], strides: [4, 160], box: [32, 4] });
    const tensor = Uint32Array.from({ length: 240 }, (_, i) => i * 1000);
    const wanted = tensor.slice();
    const image = Uint32Array.from({ length: TILE / 4 }, (_, i) => i + 1);
    const own = mapArgument(map, new Uint8Array(tensor.buffer));
    const given = { map: own, image, coordinates: [16, 3] };
    expect(copied(storeBody(2, '.add'), given).wrong).toEqual([]);
    for (let y = 0; y < 3; y++)
      for (let x = 0; x < 24; x++)
        wanted[(3 + y) * 40 + 16 + x] = (wanted[(3 + y) * 40 + 16 + x] ?? 0) + 32 * y + x + 1;
    expect(tensor).toEqual(wanted);
  });

  test('a store that begins before its tensor is refused', () => {
    const map = tensorMap({ type: 6, sizes: [64, 8], strides: [2, 128], box: [16, 4] });
    const tensor = random(1024, 3);
    const kept = tensor.slice();
    const given = { map: mapArgument(map, tensor), image: random(TILE, 4), coordinates: [0, -1] };
    expect(copied(storeBody(2), given).codes).toContain('ptx/tensor-map');
    expect(tensor).toEqual(kept);
  });

  test('modes after sm_90 are refused with their names', () => {
    const body = loadBody(4, 1024).replace('.tile.', '.im2col::w.');
    expect(copied(body, { coordinates: [0, 0, 0, 0] }).codes).toContain('ptx/tensor-mode');
  });
});

describe('copies of ranges', () => {
  test('to shared memory, with bytes on the barrier', () => {
    const [far, out] = [random(4096, 3), new Uint8Array(TILE)];
    const body = `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 1040;
  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1+256], [%rd4+32], 1024, [%r2];
  @%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd4], 16, [%r2];
${wait}`;
    expect(copied(body, { far, out }).wrong).toEqual([]);
    expect(out.subarray(256, 1280)).toEqual(far.subarray(32, 1056));
    expect(out.subarray(0, 16)).toEqual(far.subarray(0, 16));
  });

  test('to global memory, plain and reduced', () => {
    const image = Float32Array.from({ length: TILE / 4 }, (_, i) => i / 4);
    const far = new Float32Array(64).fill(1);
    const body = `  @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd4], [%r1+64], 64;
  @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd4+128], [%r1], 128;
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;`;
    expect(copied(body, { far, image }).wrong).toEqual([]);
    expect([...far]).toEqual(
      Array.from({ length: 64 }, (_, i) => (i < 16 ? 4 + i / 4 : i < 32 ? 1 : 1 + (i - 32) / 4)),
    );
  });

  test('from one place of shared memory to another', () => {
    const [image, out] = [random(TILE, 5), new Uint8Array(TILE)];
    const body = `  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 512;
  @%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1+8192], [%r1+1024], 512, [%r2];
${wait}`;
    expect(copied(body, { image, out }).wrong).toEqual([]);
    expect(out.subarray(8192, 8704)).toEqual(image.subarray(1024, 1536));
  });

  test.each([
    [24, 0, 'ptx/bulk-size'],
    [16, 8, 'ptx/misaligned'],
    [64, 16, 'ptx/out-of-bounds'],
  ])('of %i bytes at byte %i of 64 are %s', (size, offset, code) => {
    const body = `@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd4+${offset}], [%r1], ${size};`;
    expect(copied(body, { far: new Uint8Array(64) }).wrong).toEqual([code]);
  });
});

const expectKept = (map: TensorMap): void =>
  expect(decodeTensorMap(new DataView(encodeTensorMap(map).buffer))).toEqual(map);

describe('a tensor map', () => {
  const f16 = { type: 6, sizes: [256, 64], strides: [2, 512], box: [64, 8] };
  const pixels = (lower: readonly number[], upper = lower, count = 32, channels = 64) => {
    const rank = lower.length + 2;
    const of = (first: number, rest: number): number[] =>
      Array.from({ length: rank }, (_, i) => (i === 0 ? first : rest));
    const around = { sizes: of(256, 8), strides: of(2, 512), elementStrides: of(1, 1) };
    return { ...around, box: of(channels, 1), im2col: { lower, upper, pixels: count } };
  };

  test.each([
    {},
    { sizes: [1, 1], box: [8, 1] },
    { box: [256, 8] },
    { elementStrides: [8, 1] },
    { strides: [2, 2 ** 40 - 16] },
    { type: 9, strides: [8, 512], box: [128, 256] },
    { swizzle: 3 },
    { swizzle: 2, box: [32, 8] },
    pixels([-(2 ** 15)], [2 ** 15 - 1], 1024),
    pixels([-128, 127], [0, 0], 1),
    pixels([-16, 15, 0], [0, 1, 2]),
  ])('keeps %o in its bytes', (change) => expectKept(tensorMap({ ...f16, ...change })));

  test('keeps what random boxes have', () => {
    forAll([someCase], { seed: 3 }, ({ map }) => void expectKept(map));
  });

  test.each([
    [{ address: 8 }, 'an address'],
    [{ box: [264, 8] }, 'a box of 264 x 8'],
    [{ box: [64, 0] }, 'a box of 64 x 0'],
    [{ sizes: [256, 0] }, 'sizes of 256 x 0'],
    [{ elementStrides: [1, 9] }, 'element strides of 1, 9'],
    [{ elementStrides: [0, 1] }, 'element strides of 0, 1'],
    [{ strides: [2, 520] }, 'strides that are not multiples of 16 bytes (520)'],
    [{ strides: [2, 2 ** 40] }, 'strides'],
    [{ interleave: 1 }, 'an interleaved'],
    [{ box: [4, 8] }, 'a box whose rows have 8 bytes'],
    [{ swizzle: 3, box: [72, 8] }, 'a box whose rows have 144 bytes'],
    [{ swizzle: 2 }, 'a box whose rows have 128 bytes'],
    [{ type: 9, strides: [8, 512], box: [130, 256] }, `a box of ${130 * 8 * 256} bytes`],
    [pixels([0], [0], 1024, 256), `a box of ${512 * 1024} bytes`],
    [pixels([], []), 'pixels of 2 dimensions'],
    [pixels([0], [0], 0), 'a column of 0'],
    [pixels([0], [0], 1025), 'a column of 1025'],
    [pixels([0], [0, 0]), 'corners of 1 and 2'],
    [{ ...pixels([0]), im2col: { lower: [], upper: [0], pixels: 1 } }, 'corners of 0 and 1'],
    [pixels([2 ** 15]), 'a corner of 32768'],
    [pixels([0], [-(2 ** 15) - 1]), 'a corner of -32769'],
    [pixels([0, 128]), 'a corner of 128'],
    [pixels([0, 0], [0, -129]), 'a corner of -129'],
    [pixels([16, 0, 0]), 'a corner of 16'],
  ])('has a problem in %o: %s', (change, problem) => {
    expect(tensorMapProblem(tensorMap({ ...f16, ...change }))).toContain(problem);
  });
});
