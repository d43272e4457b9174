/**
 * Elements below a byte in registers and in memory, against bits that are counted here: values of every code, casts
 * between all types of equal size, places in LDS, and what is refused because it is not whole bytes.
 */
import { sum } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codes, decode, encode, run, runClean } from './harness.ts';

/** Bits of the types that share bytes, and of some that do not. */
const WIDTHS: Readonly<Record<string, number>> = {
  i1: 1,
  i2: 2,
  i4: 4,
  f4E2M1FN: 4,
  f6E2M3FN: 6,
  f6E3M2FN: 6,
  i6: 6,
  i8: 8,
  f8E4M3FN: 8,
  f8E5M2: 8,
  i16: 16,
  bf16: 16,
  i32: 32,
};

const bitsOf = (type: string): number => WIDTHS[type] ?? 0;

/** `count` bits from a bit of a byte array on, the lowest first. */
function bitsAt(bytes: Uint8Array, bit: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) {
    const byte = bytes[Math.floor((bit + i) / 8)] ?? 0;
    if (Math.floor(byte / 2 ** ((bit + i) % 8)) % 2 === 1) value += 2 ** i;
  }
  return value;
}

/** The values of a format without infinities and NaNs, from its definition: OCP MX 1.0, sections 5.3.1 to 5.3.3. */
function valueOf(exponentBits: number, mantissaBits: number, bias: number, code: number): number {
  const mantissa = code % 2 ** mantissaBits;
  const exponent = Math.floor(code / 2 ** mantissaBits) % 2 ** exponentBits;
  const sign = code >= 2 ** (exponentBits + mantissaBits) ? -1 : 1;
  const fraction = mantissa / 2 ** mantissaBits;
  const magnitude =
    exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias);
  return sign * magnitude;
}

const FORMATS = [
  { type: 'f4E2M1FN', exponentBits: 2, mantissaBits: 1, bias: 1, largest: 6 },
  { type: 'f6E2M3FN', exponentBits: 2, mantissaBits: 3, bias: 1, largest: 7.5 },
  { type: 'f6E3M2FN', exponentBits: 3, mantissaBits: 2, bias: 3, largest: 28 },
] as const;

const random = (seed: number, length: number): Uint8Array => {
  let state = seed;
  return Uint8Array.from(
    { length },
    () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 24,
  );
};

/** A kernel of one wave with thread `%t` and constant `%c0`. */
const kernel = (parameters: string, body: string): string =>
  `func.func @k(${parameters}) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x upper_bound 64
    ${body}
    return
  }`;

describe('values', () => {
  it.each(FORMATS)('$type: all codes widen to what the format says', (format) => {
    const { type, exponentBits, mantissaBits, bias, largest } = format;
    const width = bitsOf(type);
    const all = 2 ** width;
    // One wave: codes 0 to 63, a scalar each, through a bitcast of the integer of that width.
    const text = kernel(
      '%out: memref<64xf32>',
      `%i = arith.index_cast %t : index to i32
       %n = arith.trunci %i : i32 to i${width}
       %f = arith.bitcast %n : i${width} to ${type}
       %w = arith.extf %f : ${type} to f32
       memref.store %w, %out[%t] : memref<64xf32>`,
    );
    const out = new Uint8Array(256);
    runClean(text, { buffers: new Map([[0, out]]) });
    const values = decode('f32', out).slice(0, all);
    const wanted = Array.from({ length: all }, (_, code) =>
      valueOf(exponentBits, mantissaBits, bias, code),
    );
    expect(values).toEqual(wanted);
    expect(Math.max(...values)).toBe(largest);
  });

  it.each(FORMATS)(
    '$type: truncation takes the nearest value, ties to even, and saturates',
    (format) => {
      const { type, exponentBits, mantissaBits, bias } = format;
      const width = bitsOf(type);
      const table = Array.from({ length: 2 ** (width - 1) }, (_, code) =>
        valueOf(exponentBits, mantissaBits, bias, code),
      );
      const inputs = Array.from({ length: 64 }, (_, i) => (i - 20) * 0.1875 + (i % 3) * 0.03125);
      const text = kernel(
        '%in: memref<64xf32>, %out: memref<64xf32>',
        `%v = memref.load %in[%t] : memref<64xf32>
       %f = arith.truncf %v : f32 to ${type}
       %w = arith.extf %f : ${type} to f32
       memref.store %w, %out[%t] : memref<64xf32>`,
      );
      const out = new Uint8Array(256);
      runClean(text, {
        buffers: new Map([
          [0, encode('f32', inputs)],
          [1, out],
        ]),
      });
      const wanted = inputs.map((value) => {
        const distance = (code: number): number => Math.abs(Math.abs(value) - (table[code] ?? 0));
        const codesByDistance = [...table.keys()].sort(
          (a, b) => distance(a) - distance(b) || (a % 2) - (b % 2),
        );
        return Math.sign(value) * (table[codesByDistance[0] ?? 0] ?? 0);
      });
      expect(decode('f32', out).map((value) => value + 0)).toEqual(
        wanted.map((value) => value + 0),
      );
    },
  );

  it('i4 and i2 sign-extend, and zero-extend', () => {
    for (const width of [2, 4]) {
      const text = kernel(
        '%out: memref<64x2xi32>',
        `%i = arith.index_cast %t : index to i32
         %n = arith.trunci %i : i32 to i${width}
         %s = arith.extsi %n : i${width} to i32
         %u = arith.extui %n : i${width} to i32
         %c1 = arith.constant 1 : index
         memref.store %s, %out[%t, %c0] : memref<64x2xi32>
         memref.store %u, %out[%t, %c1] : memref<64x2xi32>`,
      );
      const out = new Uint8Array(512);
      runClean(text, { buffers: new Map([[0, out]]) });
      const wanted = Array.from({ length: 64 }, (_, i) => {
        const low = i % 2 ** width;
        return [low >= 2 ** (width - 1) ? low - 2 ** width : low, low];
      });
      expect(decode('i32', out)).toEqual(wanted.flat());
    }
  });
});

describe('vector.bitcast', () => {
  const types = Object.keys(WIDTHS);
  // 24 bytes are a whole number of elements of every type.
  const count = (type: string): number => (24 * 8) / bitsOf(type);

  it.each(types)('%s: to every type of as many bits and back', (type) => {
    const bytes = random(7 + types.indexOf(type), 64 * 24);
    // Formats of 8 and 16 bits have NaNs of several patterns, which a value does not tell apart.
    const plain = (one: string): boolean => !/^(f8|bf)/.test(one);
    for (const other of types) {
      if (!plain(type) || !plain(other)) continue;
      const [a, b] = [`vector<${count(type)}x${type}>`, `vector<${count(other)}x${other}>`];
      const text = kernel(
        '%in: memref<64x24xi8>, %out: memref<64x24xi8>',
        `%v = vector.load %in[%t, %c0] : memref<64x24xi8>, vector<24xi8>
         %a = vector.bitcast %v : vector<24xi8> to ${a}
         %b = vector.bitcast %a : ${a} to ${b}
         %r = vector.bitcast %b : ${b} to vector<24xi8>
         vector.store %r, %out[%t, %c0] : memref<64x24xi8>, vector<24xi8>`,
      );
      const out = new Uint8Array(bytes.length);
      runClean(text, {
        buffers: new Map([
          [0, bytes],
          [1, out],
        ]),
      });
      expect(out, `${type} to ${other}`).toEqual(bytes);
    }
  });

  it.each(['i1', 'i2', 'i4', 'i6', 'i16', 'i32'])(
    '%s: element e has the bits of its place',
    (type) => {
      const width = bitsOf(type);
      const bytes = random(91, 64 * 24);
      const shown = [0, 1, 2, 5].filter((e) => e < count(type));
      const text = kernel(
        '%in: memref<64x24xi8>, %out: memref<64x4xi32>',
        `%v = vector.load %in[%t, %c0] : memref<64x24xi8>, vector<24xi8>
       %a = vector.bitcast %v : vector<24xi8> to vector<${count(type)}x${type}>
       ${shown
         .map(
           (e, i) => `%e${e} = vector.extract %a[${e}] : ${type} from vector<${count(type)}x${type}>
       %x${e} = ${width === 32 ? `arith.bitcast %e${e} : i32 to i32` : `arith.extui %e${e} : ${type} to i32`}
       %p${e} = arith.constant ${i} : index
       memref.store %x${e}, %out[%t, %p${e}] : memref<64x4xi32>`,
         )
         .join('\n')}`,
      );
      const out = new Uint8Array(1024);
      runClean(text, {
        buffers: new Map([
          [0, bytes],
          [1, out],
        ]),
      });
      const found = decode('i32', out);
      for (let lane = 0; lane < 64; lane++) {
        for (const [i, e] of shown.entries()) {
          const wanted = bitsAt(bytes.subarray(24 * lane, 24 * lane + 24), e * width, width);
          expect((found[4 * lane + i] ?? 0) >>> 0).toBe(wanted);
        }
      }
    },
  );

  it('refuses other numbers of bits', () => {
    const text = kernel(
      '%in: memref<64x24xi8>',
      `%v = vector.load %in[%t, %c0] : memref<64x24xi8>, vector<24xi8>
       %a = vector.bitcast %v : vector<24xi8> to vector<24xf4E2M1FN>`,
    );
    expect(codes(text)).toEqual(['execute/type-mismatch']);
  });
});

const PACKED = ['i2', 'i4', 'f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN'] as const;

/** Vectors of whole bytes that one instruction moves, or several. */
const shapes = fc
  .record({
    type: fc.constantFrom(...PACKED),
    bytes: fc.constantFrom(1, 2, 3, 4, 6, 8, 12, 16, 24, 32),
    rows: fc.constantFrom(1, 4, 16),
    lead: fc.nat(3),
  })
  .filter(({ type, bytes }) => (bytes * 8) % bitsOf(type) === 0);

describe('memory', () => {
  it('keeps vectors where their bits belong, in LDS and in buffers', () => {
    fc.assert(
      fc.property(shapes, fc.nat(1000), ({ type, bytes, rows, lead }, seed) => {
        const elements = (bytes * 8) / bitsOf(type);
        // Rows of whole bytes, with some vectors in front that nothing writes.
        const columns = elements * (64 / rows + lead);
        const rowBytes = (columns * bitsOf(type)) / 8;
        const input = random(seed, 64 * bytes);
        const vector = `vector<${elements}x${type}>`;
        const tile = `memref<${rows}x${columns}x${type}, #gpu.address_space<workgroup>>`;
        const text = kernel(
          `%in: memref<${64 * elements}x${type}>, %out: memref<${rows}x${columns}x${type}>`,
          `%m = memref.alloc() : ${tile}
           %r = affine.apply affine_map<()[s0] -> (s0 mod ${rows})>()[%t]
           %c = affine.apply affine_map<()[s0] -> ((s0 floordiv ${rows} + ${lead}) * ${elements})>()[%t]
           %i = affine.apply affine_map<()[s0] -> (s0 * ${elements})>()[%t]
           %v = vector.load %in[%i] : memref<${64 * elements}x${type}>, ${vector}
           vector.store %v, %m[%r, %c] : ${tile}, ${vector}
           gpu.barrier
           %w = vector.load %m[%r, %c] : ${tile}, ${vector}
           vector.store %w, %out[%r, %c] : memref<${rows}x${columns}x${type}>, ${vector}`,
        );
        const out = new Uint8Array(rows * rowBytes);
        const { traces, execution } = runClean(text, {
          buffers: new Map([
            [0, input],
            [1, out],
          ]),
        });
        expect(execution.kernel?.ldsBytes).toBe(rows * rowBytes);
        for (let lane = 0; lane < 64; lane++) {
          const at = (lane % rows) * rowBytes + (Math.floor(lane / rows) + lead) * bytes;
          expect([...out.subarray(at, at + bytes)]).toEqual([
            ...input.subarray(lane * bytes, (lane + 1) * bytes),
          ]);
        }
        // Every address of LDS, from the index and the bits of an element alone.
        const [trace] = traces;
        if (trace === undefined) throw new Error('no trace');
        const starts = new Set(
          Array.from({ length: 64 }, (_, lane) =>
            [(lane % rows) * columns, (Math.floor(lane / rows) + lead) * elements].reduce(
              (a, b) => a + b,
            ),
          ).map((element) => (element * bitsOf(type)) / 8),
        );
        const first = Array.from(trace.addressBytes.subarray(0, 64));
        expect(first.every((address) => starts.has(address))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['f4E2M1FN', 32, 256, 64, 16],
    ['i4', 32, 256, 64, 16],
    ['i2', 64, 512, 64, 16],
  ])(
    '%s: 16 bytes of each lane in rows of 128 bytes',
    (type, elements, columns, writeCycles, readCycles) => {
      const tile = `memref<16x${columns}x${type}, #gpu.address_space<workgroup>>`;
      const text = kernel(
        `%in: memref<64x${elements}x${type}>, %out: memref<64x${elements}x${type}>`,
        `%m = memref.alloc() : ${tile}
       %r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
       %c = affine.apply affine_map<()[s0] -> ((s0 floordiv 16) * ${elements})>()[%t]
       %v = vector.load %in[%t, %c0] : memref<64x${elements}x${type}>, vector<${elements}x${type}>
       vector.store %v, %m[%r, %c] : ${tile}, vector<${elements}x${type}>
       gpu.barrier
       %w = vector.load %m[%r, %c] : ${tile}, vector<${elements}x${type}>
       vector.store %w, %out[%t, %c0] : memref<64x${elements}x${type}>, vector<${elements}x${type}>`,
      );
      const { traces } = runClean(text);
      const [trace] = traces;
      if (trace === undefined) throw new Error('no trace');
      // Banks of 4 bytes: reads of 16 bytes use 64 in four phases of 16 lanes, writes 32 in eight phases of 8 lanes.
      const slots = (at: number, lanes: readonly number[], banks: number): number => {
        const words = new Map<number, Set<number>>();
        for (const lane of lanes) {
          const word = Math.floor((trace.addressBytes[at * 64 + lane] ?? 0) / 4);
          for (let w = word; w < word + 4; w++) {
            words.set(w % banks, (words.get(w % banks) ?? new Set()).add(w));
          }
        }
        return Math.max(...[...words.values()].map((set) => set.size));
      };
      const eights = Array.from({ length: 8 }, (_, p) =>
        Array.from({ length: 8 }, (_lane, i) => 8 * p + i),
      );
      // The lanes that a phase of ds_read_b128 serves: 0-3, 12-15, 20-27 and so on (arXiv 2511.08083).
      const half = [
        [0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27],
        [4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31],
      ];
      const sixteens = [...half, ...half.map((lanes) => lanes.map((lane) => lane + 32))];
      expect(sum(eights.map((lanes) => slots(0, lanes, 32)))).toBe(writeCycles);
      expect(sum(sixteens.map((lanes) => slots(1, lanes, 64)))).toBe(readCycles);
    },
  );

  const lds = 'memref<64x32xf4E2M1FN, #gpu.address_space<workgroup>>';
  const refused = (body: string): readonly string[] =>
    codes(kernel('%in: memref<64x32xi8>', `%m = memref.alloc() : ${lds}\n${body}`));

  it('refuses what is not whole bytes, and says why', () => {
    const one = `%z = arith.constant 1.0 : f4E2M1FN\n`;
    const two = `%z = arith.constant dense<1.0> : vector<2xf4E2M1FN>\n`;
    expect(refused(`${one} memref.store %z, %m[%t, %c0] : ${lds}`)).toEqual([
      'execute/part-of-byte',
    ]);
    expect(refused(`%z = memref.load %m[%t, %c0] : ${lds}`)).toEqual(['execute/part-of-byte']);
    const odd = '%i = arith.constant 1 : index\n';
    expect(
      refused(`${two}${odd} vector.store %z, %m[%t, %i] : ${lds}, vector<2xf4E2M1FN>`),
    ).toEqual(['execute/within-byte']);
    const mask = (bits: string): string =>
      `%k = arith.constant dense<[${bits}]> : vector<4xi1>
       %z = arith.constant dense<1.0> : vector<4xf4E2M1FN>
       vector.maskedstore %m[%t, %c0], %k, %z : ${lds}, vector<4xi1>, vector<4xf4E2M1FN>`;
    expect(refused(mask('true, true, false, false'))).toEqual([]);
    expect(refused(mask('true, false, false, false'))).toEqual(['execute/broken-mask']);
    const predicates = 'memref<64x32xi1, #gpu.address_space<workgroup>>';
    expect(
      refused(`%p = memref.alloc() : ${predicates}
        %z = arith.constant dense<true> : vector<32xi1>
        vector.store %z, %p[%t, %c0] : ${predicates}, vector<32xi1>`),
    ).toEqual(['execute/loose-vector']);
    const { diagnostics } = run(
      kernel('%in: memref<64xi4>', `%v = memref.load %in[%t] : memref<64xi4>`),
    );
    expect(diagnostics[0]?.message).toContain('not a whole number of bytes');
  });

  it('keeps a predicate in a byte', () => {
    const predicates = 'memref<64xi1, #gpu.address_space<workgroup>>';
    const text = kernel(
      '%out: memref<64xi8>',
      `%p = memref.alloc() : ${predicates}
       %c3 = arith.constant 3 : index
       %b = arith.cmpi ult, %t, %c3 : index
       memref.store %b, %p[%t] : ${predicates}
       gpu.barrier
       %v = memref.load %p[%t] : ${predicates}
       %w = arith.extui %v : i1 to i8
       memref.store %w, %out[%t] : memref<64xi8>`,
    );
    const out = new Uint8Array(64);
    const { traces } = runClean(text, { buffers: new Map([[0, out]]) });
    expect([...out]).toEqual(Array.from({ length: 64 }, (_, lane) => (lane < 3 ? 1 : 0)));
    expect(traces[0]?.addressBytes[5]).toBe(5);
  });

  it('moves a transfer at the edge of a buffer by whole bytes', () => {
    const text = (size: number): string =>
      kernel(
        `%in: memref<${size}xf4E2M1FN>, %out: memref<64x8xi8>`,
        `%pad = arith.constant 1.0 : f4E2M1FN
         %i = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%t]
         %v = vector.transfer_read %in[%i], %pad : memref<${size}xf4E2M1FN>, vector<16xf4E2M1FN>
         %w = vector.bitcast %v : vector<16xf4E2M1FN> to vector<8xi8>
         vector.store %w, %out[%t, %c0] : memref<64x8xi8>, vector<8xi8>`,
      );
    const input = random(5, 500);
    const out = new Uint8Array(512);
    runClean(text(1000), {
      buffers: new Map([
        [0, input],
        [1, out],
      ]),
    });
    // 0x22: two elements of 1.0 behind the end.
    expect([...out]).toEqual(Array.from({ length: 512 }, (_, i) => input[i] ?? 0x22));
    expect(codes(text(1001))).toEqual(['execute/broken-mask']);
  });
});

describe('a transposing load', () => {
  /** Lane l reads row l of 16 elements; the rows of 16 lanes are a square, of which each lane gets a column. */
  const kernel = (type: string, packed: boolean, indices = '%x, %c0'): string => {
    const rowBytes = 2 * bitsOf(type);
    const lds = `memref<64x${packed ? `16x${type}` : `${rowBytes}xi8`}, #gpu.address_space<workgroup>>`;
    const bytes = `vector<${rowBytes}xi8>`;
    return `func.func @k(%in: memref<64x${rowBytes}xi8>, %out: memref<64x${rowBytes}xi8>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %m = memref.alloc() : ${lds}
      %v = vector.load %in[%x, %c0] : memref<64x${rowBytes}xi8>, ${bytes}
      ${
        packed
          ? `%e = vector.bitcast %v : ${bytes} to vector<16x${type}>
      vector.store %e, %m[%x, %c0] : ${lds}, vector<16x${type}>`
          : `vector.store %v, %m[%x, %c0] : ${lds}, ${bytes}`
      }
      %t = amdgpu.transpose_load %m[${indices}] : ${lds} -> vector<16x${type}>
      %b = vector.bitcast %t : vector<16x${type}> to ${bytes}
      vector.store %b, %out[%x, %c0] : memref<64x${rowBytes}xi8>, ${bytes}
      return
    }`;
  };

  it.each(
    ['i4', 'f4E2M1FN', 'i6', 'f6E2M3FN', 'f6E3M2FN'].flatMap((type) =>
      ['%x, %c0', '%x'].flatMap((indices) =>
        [false, true].map((packed) => [type, packed ? type : 'i8', indices] as const),
      ),
    ),
  )('of %s from a memref of %s at [%s]', (type, memory, indices) => {
    const bits = bitsOf(type);
    const data = Uint8Array.from({ length: 128 * bits }, (_, i) => (i * 73 + (i >> 4) * 29) & 255);
    const out = new Uint8Array(data.length);
    runClean(kernel(type, memory !== 'i8', indices), {
      buffers: new Map([[0, data]]).set(1, out),
    });
    const codesOf = (from: Uint8Array): number[] =>
      Array.from({ length: 1024 }, (_, i) => bitsAt(from, i * bits, bits));
    const [before, after] = [codesOf(data), codesOf(out)];
    expect(after).toEqual(
      before.map((_, i) => {
        const [lane, element] = [i >> 4, i & 15];
        return before[((lane & ~15) + element) * 16 + (lane & 15)];
      }),
    );
  });

  it('refuses numbers of elements that no instruction reads', () => {
    const text = kernel('i4', false).replaceAll('vector<16xi4>', 'vector<8xi4>');
    expect(codes(text)).toContain('execute/unsupported');
  });
});
