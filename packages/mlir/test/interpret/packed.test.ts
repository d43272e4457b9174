/**
 * Elements below a byte in registers and in memory, against bits that are counted here: values of every code, casts
 * between all types of equal size, places in LDS, and what is refused because it is not whole bytes.
 */
import { sum } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { range, words } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import {
  bufferMap,
  codes,
  executed,
  inLanes,
  kernelOf,
  lanes,
  LDS,
  run,
  runClean,
} from './harness.ts';
import { bitsAt, bitsOf, valueOf } from './small-floats.ts';

/** Types that share bytes, and some that do not. */
const TYPES = words('i1 i2 i4 f4E2M1FN f6E2M3FN f6E3M2FN i6 i8 f8E4M3FN f8E5M2 i16 bf16 i32');

const random = (seed: number, length: number): Uint8Array => {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0);
  return Uint8Array.from({ length }, () => next() >>> 24);
};

/** What a kernel of bytes leaves in its last buffer of so many bytes. */
function bytesAfter(text: string, length: number, ...inputs: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(length);
  runClean(text, { buffers: bufferMap(...inputs, out) });
  return out;
}

describe('values', () => {
  it.each([
    ['f4E2M1FN', 6],
    ['f6E2M3FN', 7.5],
    ['f6E3M2FN', 28],
  ])('%s: all codes widen to what the format says, truncation saturates', (type, largest) => {
    const width = bitsOf(type);
    // One wave: codes 0 to 63, a scalar each, through a bitcast of the integer of that width.
    const widened = inLanes(
      `%n = arith.trunci %a : i32 to i${width}
       %f = arith.bitcast %n : i${width} to ${type}
       %r = arith.extf %f : ${type} to f32`,
      'i32',
      range(2 ** width),
      'f32',
    );
    expect(widened).toEqual(range(2 ** width, (code) => valueOf(type, code)));
    expect(Math.max(...widened)).toBe(largest);
    // The nearest value, ties to even.
    const table = range(2 ** (width - 1), (code) => valueOf(type, code));
    const inputs = range(64, (i) => (i - 20) * 0.1875 + (i % 3) * 0.03125);
    const wanted = inputs.map((value) => {
      const distance = (code: number): number => Math.abs(Math.abs(value) - (table[code] ?? 0));
      const [nearest = 0] = [...table.keys()].sort(
        (a, b) => distance(a) - distance(b) || (a % 2) - (b % 2),
      );
      return Math.sign(value) * (table[nearest] ?? 0) + 0;
    });
    const cut = `%f = arith.truncf %a : f32 to ${type}\n%r = arith.extf %f : ${type} to f32`;
    expect(inLanes(cut, 'f32', inputs).map((value) => value + 0)).toEqual(wanted);
  });

  it.each([2, 4])('i%i sign-extends, and zero-extends', (width) => {
    const extended = (op: string): number[] =>
      inLanes(
        `%n = arith.trunci %a : i32 to i${width}\n%r = arith.${op} %n : i${width} to i32`,
        'i32',
      );
    const low = lanes.map((lane) => lane % 2 ** width);
    const signed = low.map((value) => (value >= 2 ** (width - 1) ? value - 2 ** width : value));
    expect([extended('extsi'), extended('extui')]).toEqual([signed, low]);
  });
});

describe('vector.bitcast', () => {
  // 24 bytes are a whole number of elements of every type.
  const vectorOf = (type: string): string => `vector<${(24 * 8) / bitsOf(type)}x${type}>`;
  const m = 'memref<64x24xi8>';
  const loaded = `%v = vector.load %in[%x, %c0] : ${m}, vector<24xi8>`;
  // Formats of 8 and 16 bits have NaNs of several patterns, which a value does not tell apart.
  const plain = TYPES.filter((type) => !/^(f8|bf)/.test(type));

  it.each(plain)('%s: to every type of as many bits and back', (type) => {
    const bytes = random(7 + TYPES.indexOf(type), 64 * 24);
    for (const other of plain) {
      const [a, b] = [vectorOf(type), vectorOf(other)];
      const body = `${loaded}
         %a = vector.bitcast %v : vector<24xi8> to ${a}
         %b = vector.bitcast %a : ${a} to ${b}
         %r = vector.bitcast %b : ${b} to vector<24xi8>
         vector.store %r, %out[%x, %c0] : ${m}, vector<24xi8>`;
      const text = kernelOf(body, `%in: ${m}, %out: ${m}`);
      expect(bytesAfter(text, bytes.length, bytes), `${type} to ${other}`).toEqual(bytes);
    }
  });

  it.each(words('i1 i2 i4 i6 i16 i32'))('%s: element e has the bits of its place', (type) => {
    const width = bitsOf(type);
    const bytes = random(91, 64 * 24);
    const shown = [0, 1, 2, 5].filter((e) => e < (24 * 8) / width);
    const body = `${loaded}
      %a = vector.bitcast %v : vector<24xi8> to ${vectorOf(type)}
      ${shown
        .map(
          (e, i) => `%e${e} = vector.extract %a[${e}] : ${type} from ${vectorOf(type)}
      %x${e} = arith.${width === 32 ? 'bitcast' : 'extui'} %e${e} : ${type} to i32
      memref.store %x${e}, %out[%x, %c${i}] : memref<64x4xi32>`,
        )
        .join('\n')}`;
    const { out } = executed(kernelOf(body, `%in: ${m}, %out: memref<64x4xi32>`), [bytes]);
    for (const lane of lanes) {
      const own = bytes.subarray(24 * lane, 24 * lane + 24);
      const found = shown.map((_, i) => (out[4 * lane + i] ?? 0) >>> 0);
      expect(found).toEqual(shown.map((e) => bitsAt(own, e * width, width)));
    }
  });

  it('refuses other numbers of bits', () => {
    const cast = `${loaded}\n%a = vector.bitcast %v : vector<24xi8> to vector<24xf4E2M1FN>`;
    expect(codes(kernelOf(cast, `%in: ${m}`))).toEqual(['execute/type-mismatch']);
  });
});

/** Vectors of whole bytes that one instruction moves, or several. */
const shapes = fc
  .record({
    type: fc.constantFrom(...words('i2 i4 f4E2M1FN f6E2M3FN f6E3M2FN')),
    bytes: fc.constantFrom(1, 2, 3, 4, 6, 8, 12, 16, 24, 32),
    lines: fc.constantFrom(1, 4, 16),
    lead: fc.nat(3),
  })
  .filter(({ type, bytes }) => (bytes * 8) % bitsOf(type) === 0);

describe('memory', () => {
  it('keeps vectors where their bits belong, in LDS and in buffers', () => {
    forAll([shapes, fc.nat(1000)], 25, ({ type, bytes, lines, lead }, seed) => {
      const elements = (bytes * 8) / bitsOf(type);
      // Rows of whole bytes, with some vectors in front that nothing writes.
      const columns = elements * (64 / lines + lead);
      const rowBytes = (columns * bitsOf(type)) / 8;
      const input = random(seed, 64 * bytes);
      const vector = `vector<${elements}x${type}>`;
      const [source, target] = [
        `memref<${64 * elements}x${type}>`,
        `memref<${lines}x${columns}x${type}>`,
      ];
      const tile = target.replace(/>$/, `, ${LDS}>`);
      const body = `%m = memref.alloc() : ${tile}
        %r = affine.apply affine_map<()[s0] -> (s0 mod ${lines})>()[%x]
        %c = affine.apply affine_map<()[s0] -> ((s0 floordiv ${lines} + ${lead}) * ${elements})>()[%x]
        %i = affine.apply affine_map<()[s0] -> (s0 * ${elements})>()[%x]
        %v = vector.load %in[%i] : ${source}, ${vector}
        vector.store %v, %m[%r, %c] : ${tile}, ${vector}
        gpu.barrier
        %w = vector.load %m[%r, %c] : ${tile}, ${vector}
        vector.store %w, %out[%r, %c] : ${target}, ${vector}`;
      const out = new Uint8Array(lines * rowBytes);
      const { traces, execution } = runClean(kernelOf(body, `%in: ${source}, %out: ${target}`), {
        buffers: bufferMap(input, out),
      });
      expect(execution.kernel?.ldsBytes).toBe(lines * rowBytes);
      for (const lane of lanes) {
        const at = (lane % lines) * rowBytes + (Math.floor(lane / lines) + lead) * bytes;
        const own = input.subarray(lane * bytes, (lane + 1) * bytes);
        expect([...out.subarray(at, at + bytes)]).toEqual([...own]);
      }
      // Every address of LDS, from the index and the bits of an element alone.
      const starts = new Set(
        lanes
          .map((lane) => (lane % lines) * columns + (Math.floor(lane / lines) + lead) * elements)
          .map((element) => (element * bitsOf(type)) / 8),
      );
      const first = Array.from(traces[0]?.addressBytes.subarray(0, 64) ?? []);
      expect(first).toHaveLength(64);
      expect(first.every((address) => starts.has(address))).toBe(true);
    });
  });

  it.each([
    ['f4E2M1FN', 32],
    ['i4', 32],
    ['i2', 64],
  ])('%s: 16 bytes of each lane in rows of 128 bytes', (type, elements) => {
    const [m, v] = [`memref<64x${elements}x${type}>`, `vector<${elements}x${type}>`];
    const tile = `memref<16x${8 * elements}x${type}, ${LDS}>`;
    const body = `%m = memref.alloc() : ${tile}
       %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%x]
       %c = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * ${elements})>()[%x]
       %v = vector.load %in[%x, %c0] : ${m}, ${v}
       vector.store %v, %m[%r, %c] : ${tile}, ${v}
       gpu.barrier
       %w = vector.load %m[%r, %c] : ${tile}, ${v}
       vector.store %w, %out[%x, %c0] : ${m}, ${v}`;
    const [trace] = runClean(kernelOf(body, `%in: ${m}, %out: ${m}`)).traces;
    // Banks of 4 bytes: reads of 16 bytes use 64 in four phases of 16 lanes, writes 32 in eight phases of 8 lanes.
    const slots = (at: number, group: readonly number[], banks: number): number => {
      const used = new Map<number, Set<number>>();
      for (const lane of group) {
        const word = Math.floor((trace?.addressBytes[at * 64 + lane] ?? NaN) / 4);
        for (let w = word; w < word + 4; w++)
          used.set(w % banks, (used.get(w % banks) ?? new Set()).add(w));
      }
      return Math.max(...[...used.values()].map((set) => set.size));
    };
    const eights = range(8, (p) => range(8, (i) => 8 * p + i));
    // The lanes that a phase of ds_read_b128 serves: 0-3, 12-15, 20-27 and so on (arXiv 2511.08083).
    const half = [
      [0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27],
      [4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31],
    ];
    const sixteens = [...half, ...half.map((group) => group.map((lane) => lane + 32))];
    expect(sum(eights.map((group) => slots(0, group, 32)))).toBe(64);
    expect(sum(sixteens.map((group) => slots(1, group, 64)))).toBe(16);
  });

  const [lds, bits] = [`memref<64x32xf4E2M1FN, ${LDS}>`, `memref<64x32xi1, ${LDS}>`];
  const masked = (mask: string): string =>
    `%k = arith.constant dense<[${mask}]> : vector<4xi1> \n %z = arith.constant dense<1.0> : vector<4xf4E2M1FN> \n vector.maskedstore %m[%x, %c0], %k, %z : ${lds}, vector<4xi1>, vector<4xf4E2M1FN>`;

  it.each(rows`
      a store of one element       | part-of-byte | %z = arith.constant 1.0 : f4E2M1FN \n memref.store %z, %m[%x, %c0] : ${lds}
      a load of one element        | part-of-byte | %z = memref.load %m[%x, %c0] : ${lds}
      a vector within bytes        | within-byte  | %z = arith.constant dense<1.0> : vector<2xf4E2M1FN> \n vector.store %z, %m[%x, %c1] : ${lds}, vector<2xf4E2M1FN>
      a mask of whole bytes        |              | ${masked('true, true, false, false')}
      a mask of half a byte        | broken-mask  | ${masked('true, false, false, false')}
      a vector of predicates       | loose-vector | %p = memref.alloc() : ${bits} \n %z = arith.constant dense<true> : vector<32xi1> \n vector.store %z, %p[%x, %c0] : ${bits}, vector<32xi1>
    `)('%s: %s', (_name, code, body = '') => {
    const wanted = code === '' ? [] : [`execute/${code}`];
    expect(codes(kernelOf(`%m = memref.alloc() : ${lds}\n${body}`))).toEqual(wanted);
  });

  it('says why it refuses what is not whole bytes', () => {
    const text = kernelOf('%v = memref.load %in[%x] : memref<64xi4>', '%in: memref<64xi4>');
    expect(run(text).diagnostics[0]?.message).toContain('not a whole number of bytes');
  });

  it('keeps a predicate in a byte', () => {
    const predicates = `memref<64xi1, ${LDS}>`;
    const body = `%p = memref.alloc() : ${predicates}
      %b = arith.cmpi ult, %x, %c3 : index
      memref.store %b, %p[%x] : ${predicates}
      gpu.barrier
      %v = memref.load %p[%x] : ${predicates}
      %w = arith.extui %v : i1 to i8
      memref.store %w, %out[%x] : memref<64xi8>`;
    const { out, traces } = executed(kernelOf(body, '%out: memref<64xi8>'));
    expect(out).toEqual(lanes.map((lane) => (lane < 3 ? 1 : 0)));
    expect(traces[0]?.addressBytes[5]).toBe(5);
  });

  it('moves a transfer at the edge of a buffer by whole bytes', () => {
    const text = (size: number): string =>
      kernelOf(`(%in: memref<${size}xf4E2M1FN>, %out: memref<64x8xi8>)
      %pad = arith.constant 1.0 : f4E2M1FN
         %i = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%x]
         %v = vector.transfer_read %in[%i], %pad : memref<${size}xf4E2M1FN>, vector<16xf4E2M1FN>
         %w = vector.bitcast %v : vector<16xf4E2M1FN> to vector<8xi8>
         vector.store %w, %out[%x, %c0] : memref<64x8xi8>, vector<8xi8>`);
    const input = random(5, 500);
    // 0x22: two elements of 1.0 behind the end.
    expect([...bytesAfter(text(1000), 512, input)]).toEqual(range(512, (i) => input[i] ?? 0x22));
    expect(codes(text(1001))).toEqual(['execute/broken-mask']);
  });
});

describe('a transposing load', () => {
  /** Lane l reads row l of 16 elements; the rows of 16 lanes are a square, of which each lane gets a column. */
  const kernel = (type: string, memory: string, indices = '%x, %c0'): string => {
    const rowBytes = 2 * bitsOf(type);
    const [bytes, vector] = [`vector<${rowBytes}xi8>`, `vector<16x${type}>`];
    const m = `memref<64x${rowBytes}xi8>`;
    const lds = `memref<64x${memory === 'i8' ? rowBytes : 16}x${memory}, ${LDS}>`;
    return kernelOf(`(%in: ${m}, %out: ${m})
      %m = memref.alloc() : ${lds}
      %v = vector.load %in[%x, %c0] : ${m}, ${bytes}
      ${
        memory === 'i8'
          ? `vector.store %v, %m[%x, %c0] : ${lds}, ${bytes}`
          : `%e = vector.bitcast %v : ${bytes} to ${vector}\nvector.store %e, %m[%x, %c0] : ${lds}, ${vector}`
      }
      %t = amdgpu.transpose_load %m[${indices}] : ${lds} -> ${vector}
      %b = vector.bitcast %t : ${vector} to ${bytes}
      vector.store %b, %out[%x, %c0] : ${m}, ${bytes}`);
  };

  it.each(
    words('i4 f4E2M1FN i6 f6E2M3FN f6E3M2FN').flatMap((type) =>
      ['%x, %c0', '%x'].flatMap((indices) =>
        ['i8', type].map((memory) => [type, memory, indices] as const),
      ),
    ),
  )('of %s from a memref of %s at [%s]', (type, memory, indices) => {
    const bits2 = bitsOf(type);
    const data = Uint8Array.from({ length: 128 * bits2 }, (_, i) => (i * 73 + (i >> 4) * 29) & 255);
    const out = bytesAfter(kernel(type, memory, indices), data.length, data);
    const codesOf = (from: Uint8Array): number[] =>
      range(1024, (i) => bitsAt(from, i * bits2, bits2));
    const before = codesOf(data);
    expect(codesOf(out)).toEqual(
      before.map((_, i) => before[((i >> 4) - ((i >> 4) & 15) + (i & 15)) * 16 + ((i >> 4) & 15)]),
    );
  });

  it('refuses numbers of elements that no instruction reads', () => {
    const text = kernel('i4', 'i8').replaceAll('vector<16xi4>', 'vector<8xi4>');
    expect(codes(text)).toContain('execute/unsupported');
  });
});
