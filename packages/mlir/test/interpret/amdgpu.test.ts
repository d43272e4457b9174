/** `amdgpu`: copies straight to LDS, their waits, and matrix cores, against plain loops. */
import { describe, expect, it } from 'vitest';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import {
  bufferMap,
  codes,
  decode,
  encode,
  executed,
  FAT,
  kernelOf,
  lanes,
  LDS,
  opcodesOf,
  run,
} from './harness.ts';

describe('gather_to_lds', () => {
  const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7 + (i >> 8)) & 255);
  const tile = `memref<2048xi8, ${LDS}>`;

  /** Each lane copies from element `63 - lane` of its size; the whole LDS buffer comes back. */
  function copied(size: number, name: string, guard = '', end = ''): readonly number[] {
    const body = `%zero = arith.constant 0 : i8
      %lds = memref.alloc() : ${tile}
      scf.for %k = %x to %c2048 step %c1 {
        memref.store %zero, %lds[%k] : ${tile}
      }
      %from = affine.apply affine_map<()[s0] -> ((63 - s0) * ${size})>()[%x]
      %buffer = amdgpu.fat_raw_buffer_cast %in : memref<4096xi8> to memref<4096xi8, ${FAT}>
      ${guard}
      amdgpu.gather_to_lds %buffer[%from], %lds[%c16] : vector<${size}xi8>, memref<4096xi8, ${FAT}>, ${tile}
      ${end}
      amdgpu.memory_counter_wait load(0)
      scf.for %k = %c0 to %c2048 step %c1 {
        %v = memref.load %lds[%k] : ${tile}
        memref.store %v, %out[%k] : memref<2048xi8>
      }`;
    const text = kernelOf(body, '%in: memref<4096xi8>, %out: memref<2048xi8>');
    const { out, traces } = executed(text, [bytes], { asyncCompletion: 'late' });
    expect(opcodesOf(traces)).toContain(`buffer_load_${name} lds`);
    return out.map((byte) => byte & 255);
  }

  /** Lane l writes at `16 + l * slot`, whatever lanes do beside it. */
  function wanted(size: number, slot: number, first = 0): number[] {
    const out = range(2048, () => 0);
    for (const lane of lanes.slice(first)) {
      const from = (63 - lane) * size;
      out.splice(16 + lane * slot, size, ...bytes.subarray(from, from + size));
    }
    return out;
  }

  it.each([
    [1, 'ubyte', 4],
    [2, 'ushort', 4],
    [4, 'dword', 4],
    [12, 'dwordx3', 16],
    [16, 'dwordx4', 16],
  ])('moves %i bytes for each lane by %s into slots of %i', (size, name, slot) => {
    expect(copied(size, name)).toEqual(wanted(size, slot));
  });

  it.each([
    [4, 'dword', 4],
    [16, 'dwordx4', 16],
  ])('leaves the slots of inactive lanes alone (%i bytes)', (size, name, slot) => {
    const guard = '%some = arith.cmpi uge, %x, %c3 : index\nscf.if %some {';
    expect(copied(size, name, guard, '}')).toEqual(wanted(size, slot, 3));
  });

  /** Lane l copies row 63 - l of the source; `places` are the indices of the destination, row `first` of it. */
  const rowCopy = (source: string, places: string, first = 0): string => {
    const lds = `memref<${4 + first}x64xi32, ${LDS}>`;
    return kernelOf(`(%in: memref<64x16xi8>, %out: memref<64x16xi8>)
      %row = affine.apply affine_map<()[s0] -> (63 - s0)>()[%x]
      %lds = memref.alloc() : ${lds}
      amdgpu.gather_to_lds %in[${source}], %lds[${places}] : vector<16xi8>, memref<64x16xi8>, ${lds}
      amdgpu.memory_counter_wait load(0)
      %q = affine.apply affine_map<()[s0] -> (s0 floordiv 16 + ${first})>()[%x]
      %c = affine.apply affine_map<()[s0] -> ((s0 mod 16) * 4)>()[%x]
      %v = vector.load %lds[%q, %c] : ${lds}, vector<4xi32>
      %b = vector.bitcast %v : vector<4xi32> to vector<16xi8>
      vector.store %b, %out[%x, %c0] : memref<64x16xi8>, vector<16xi8>`);
  };

  it.each([
    ['%row', '', 0],
    ['%row', '%c0', 0],
    ['%row, %c0', '%c0, %c0', 0],
    ['%row', '%c1', 1],
    ['%row, %c0', '%c1, %c0', 1],
  ] as const)('takes [%s] and [%s] as leading indices', (source, places, first) => {
    const data = range(1024, (i) => (i * 7) % 127);
    expect(executed(rowCopy(source, places, first), [data]).out).toEqual(
      lanes.flatMap((lane) => data.slice((63 - lane) * 16, (64 - lane) * 16)),
    );
  });

  it.each([
    ['%row', '%c0, %c0, %c0'],
    ['%row, %c0, %c0', '%c0'],
  ])('refuses more indices than dimensions: [%s] and [%s]', (source, places) => {
    expect(codes(rowCopy(source, places))).toEqual(['execute/type-mismatch']);
  });

  it.each(rows`
      has no copy of 8 bytes               | no-transfer      | 256 | %c0 | vector<2xf32>
      stops when a slot leaves the buffer  | lds-out-of-range | 64  | %c1 | f32
      stays inside with the last slot      |                  | 65  | %c1 | f32
    `)('%s', (_name, code, count, at, type) => {
    const lds = `memref<${count}xf32, ${LDS}>`;
    const body = `%lds = memref.alloc() : ${lds}
      amdgpu.gather_to_lds %in[%x], %lds[${at}] : ${type}, memref<65xf32>, ${lds}`;
    const wanted = code === '' ? [] : [`execute/${code}`];
    expect(codes(kernelOf(body, '%in: memref<65xf32>'))).toEqual(wanted);
  });
});

describe('fat_raw_buffer', () => {
  it('gives zero beyond its valid bytes, and drops stores there', () => {
    const [plain, fat] = ['memref<64xi32>', `memref<64xi32, ${FAT}>`];
    const body = `%n = arith.constant 100 : i64
      %a = amdgpu.fat_raw_buffer_cast %in validBytes(%n) : ${plain} to ${fat}
      %b = amdgpu.fat_raw_buffer_cast %out validBytes(%n) : ${plain} to ${fat}
      %v = memref.load %a[%x] : ${fat}
      %one = arith.constant 1 : i32
      %w = arith.addi %v, %one : i32
      memref.store %w, %b[%x] : ${fat}
      %far = affine.apply affine_map<()[s0] -> (s0 * 1000000 + 64)>()[%x]
      memref.store %w, %b[%far] : ${fat}
      %back = memref.load %a[%far] : ${fat}
      %rest = affine.apply affine_map<()[s0] -> (63 - s0)>()[%x]
      memref.store %back, %out[%rest] : ${plain}
      memref.store %w, %b[%x] : ${fat}`;
    const text = kernelOf(body, `%in: ${plain}, %out: ${plain}`);
    const { out } = executed(text, [lanes, lanes.map(() => 9)]);
    expect(out).toEqual(lanes.map((lane) => (lane < 25 ? lane + 1 : 0)));
  });

  it('keeps a vector that begins inside and ends outside apart by element', () => {
    const body = `%b = amdgpu.fat_raw_buffer_cast %in : memref<64xi32> to memref<64xi32, ${FAT}>
      %v = vector.load %b[%x] : memref<64xi32, ${FAT}>, vector<4xi32>
      vector.store %v, %out[%x, %c0] : memref<64x4xi32>, vector<4xi32>`;
    const text = kernelOf(body, '%in: memref<64xi32>, %out: memref<64x4xi32>');
    const wanted = range(256, (i) => Number((i >> 2) + (i & 3) < 64));
    expect(executed(text, [lanes.map(() => 1)]).out).toEqual(wanted);
  });

  it('takes the size of a buffer that nobody gives as unlimited', () => {
    const body = `%b = amdgpu.fat_raw_buffer_cast %in : memref<?xi32> to memref<?xi32, ${FAT}>
      %v = memref.load %b[%x] : memref<?xi32, ${FAT}>
      memref.store %v, %out[%x] : memref<64xi32>`;
    const text = kernelOf(body, '%in: memref<?xi32>, %out: memref<64xi32>');
    expect(executed(text, [lanes]).out).toEqual(lanes);
  });
});

describe('waits', () => {
  const numbers = range(128, (i) => i + 1);

  /** Wave 0 copies two dwords for each lane, all waves read them after `sync`. */
  function outcome(
    sync: string,
    read = '%second',
    async = '',
  ): { hazards: string[]; late: number[] } {
    const lds = `memref<128xi32, ${LDS}>`;
    const body = `%lds = memref.alloc() : ${lds}
      %later = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%x]
      %lane = gpu.lane_id upper_bound 64
      %second = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%lane]
      %first = arith.cmpi ult, %x, %c64 : index
      scf.if %first {
        amdgpu.gather_to_lds ${async} %in[%x], %lds[%c0] : i32, memref<128xi32>, ${lds}
        amdgpu.gather_to_lds ${async} %in[%later], %lds[%c64] : i32, memref<128xi32>, ${lds}
      }
      ${sync}
      %v = memref.load %lds[${read}] : ${lds}
      memref.store %v, %out[%x] : memref<128xi32>`;
    const out = new Uint8Array(512);
    const { execution, diagnostics } = run(
      kernelOf(body, '%in: memref<128xi32>, %out: memref<128xi32>', 128),
      { buffers: bufferMap(encode('i32', numbers), out), asyncCompletion: 'late' },
    );
    expect(diagnostics).toEqual([]);
    return { hazards: execution.hazards.map(({ code }) => code), late: decode('i32', out) };
  }

  const WAIT = 'amdgpu.memory_counter_wait load(0)';
  const ONE_LEFT = 'amdgpu.memory_counter_wait load(1)\nrocdl.s.barrier';
  const all = [...numbers.slice(64), ...numbers.slice(64)];

  it.each(rows`
      wait, then barrier       | ${WAIT} \n rocdl.s.barrier
      a barrier that waits     | gpu.barrier
      s_waitcnt of everything  | rocdl.s.waitcnt 0 \n rocdl.s.barrier
      s_wait_loadcnt           | rocdl.s.wait.loadcnt 0 \n rocdl.s.barrier
    `)('%s: right at any speed', (_name, sync = '') => {
    expect(outcome(sync)).toEqual({ hazards: [], late: all });
  });

  it.each(rows`
      no wait                        | rocdl.s.barrier
      a wait after the barrier       | rocdl.s.barrier \n ${WAIT}
      a wait that allows one more    | amdgpu.memory_counter_wait load(1) \n rocdl.s.barrier
      a wait for stores              | amdgpu.memory_counter_wait store(0) \n rocdl.s.barrier
      no barrier                     | ${WAIT}
    `)('%s: a hazard', (_name, sync = '') => {
    expect(outcome(sync).hazards).toContain('hazard/unfinished-async-copy');
  });

  it('completes copies in order: one in flight leaves the first one done', () => {
    expect(outcome(ONE_LEFT, '%lane').hazards).toEqual([]);
  });

  it('delivers late data only when a wait forces it', () => {
    const { late } = outcome(ONE_LEFT, '%second', 'async');
    expect(late.slice(0, 64)).toEqual(lanes.map(() => 0));
    // Without async the compiler waits in the wave that copies.
    expect(outcome(ONE_LEFT).late).toEqual(all);
  });
});

describe('mfma', () => {
  const typeOf = (count: number, element: string): string =>
    count === 1 ? element : `vector<${count}x${element}>`;

  type Shape = readonly [m: number, k: number, blocks: number, type: string];
  const shapes: readonly Shape[] = [
    [16, 16, 1, 'f16'],
    [16, 16, 1, 'bf16'],
    [16, 32, 1, 'f16'],
    [16, 32, 1, 'bf16'],
    [16, 32, 1, 'i8'],
    [16, 4, 1, 'f32'],
    [32, 8, 1, 'f16'],
    [32, 16, 1, 'bf16'],
    [32, 16, 1, 'i8'],
    [32, 2, 1, 'f32'],
    [4, 4, 16, 'f16'],
    [4, 1, 16, 'f32'],
    [16, 4, 4, 'f16'],
    [16, 1, 4, 'f32'],
    [32, 4, 2, 'f16'],
    [32, 1, 2, 'f32'],
  ];

  it.each(shapes)('%i rows, k %i, %i blocks of %s', (m, k, blocks, type) => {
    const result = type === 'i8' ? 'i32' : 'f32';
    const [perLane, sums] = [(m * k * blocks) / 64, (m * m * blocks) / 64];
    /**
     * The layout said a second time, as AMD's calculator says it: element e of lane l of A is row
     * `l mod M`; k counts e first and then the groups of lanes that share no block.
     */
    const place = (lane: number, element: number): number => {
      const group = Math.floor(lane / m);
      const [block, inner] = blocks > 1 ? [group, element] : [0, perLane * group + element];
      return (block * m + (lane % m)) * k + inner;
    };
    /** Row and column of result register r: groups of four rows go round the lane groups of 64 / M. */
    const resultPlace = (lane: number, r: number): [number, number, number] => {
      if (m === 4) return [Math.floor(lane / 4), r, lane % 4];
      const perBlock = (m * m) / 64;
      const inBlock = r % perBlock;
      const row = 4 * ((64 / m) * Math.floor(inBlock / 4) + Math.floor(lane / m)) + (inBlock % 4);
      return [blocks === 1 ? 0 : Math.floor(r / perBlock), row, lane % m];
    };
    const [operand, sum] = [typeOf(perLane, type), typeOf(sums, result)];
    const memref = (count: number, element: string): string => `memref<64x${count}x${element}>`;
    const load = (name: string, count: number, element: string): string =>
      count === 1
        ? `%${name} = memref.load %${name}m[%x, %c0] : ${memref(count, element)}`
        : `%${name} = vector.load %${name}m[%x, %c0] : ${memref(count, element)}, ${typeOf(count, element)}`;
    const body = `${load('a', perLane, type)}
      ${load('b', perLane, type)}
      ${load('c', sums, result)}
      %d = amdgpu.mfma ${m}x${m}x${k} %a * %b + %c { blocks = ${blocks} : i32 } blgp = none : ${operand}, ${operand}, ${sum}
      vector.store %d, %dm[%x, %c0] : ${memref(sums, result)}, ${sum}`;
    const [held, total] = [memref(perLane, type), memref(sums, result)];
    const text = kernelOf(body, `%am: ${held}, %bm: ${held}, %cm: ${total}, %dm: ${total}`);
    const numbers = (count: number, seed: number): number[] =>
      range(64 * count, (i) => ((i * 37 + seed * 11 + (i >> 3)) % 15) - 7);
    const [a, b, c] = [numbers(perLane, 1), numbers(perLane, 2), numbers(sums, 3)];
    const [left, right]: number[][] = [[], []];
    for (const [i, value] of a.entries()) {
      const at = place(Math.floor(i / perLane), i % perLane);
      if (left) left[at] = value;
      if (right) right[at] = b[i] ?? 0;
    }
    expect(left?.filter((value) => value !== undefined).length).toBe(blocks * m * k);
    const wanted = c.map((start, i) => {
      const [block, row, column] = resultPlace(Math.floor(i / sums), i % sums);
      const at = (list: number[] | undefined, of: number, inner: number): number =>
        list?.[(block * m + of) * k + inner] ?? 0;
      return range(k).reduce(
        (all, at2) => all + at(left, row, at2) * at(right, column, at2),
        start,
      );
    });
    expect(executed(text, [a, b, c]).out).toEqual(wanted);
  });

  const kernel = (body: string): string =>
    kernelOf(`%h4 = arith.constant dense<1.0> : vector<4xf16>
      %h8 = arith.constant dense<1.0> : vector<8xf16>
      %b4 = arith.constant dense<1.0> : vector<4xbf16>
      %acc = arith.constant dense<0.0> : vector<4xf32>
      ${body}`);
  const good =
    '%d = amdgpu.mfma 16x16x16 %h4 * %h4 + %acc blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>';
  const wide = good.replaceAll('%h4', '%h8').replaceAll('<4xf16>', '<8xf16>');

  const other = (operand: string, type: string): string =>
    good.replace('* %h4', `* ${operand}`).replace(', vector<4xf16>', `, vector<${type}>`);
  it.each(rows`
    nothing                      |               | ${good}
    an operand too long          | type-mismatch | ${wide}
    operands of two lengths      | type-mismatch | ${other('%h8', '8xf16')}
    operands of two types        | type-mismatch | ${other('%b4', '4xbf16')}
    a shape that is not there    | unsupported   | ${good.replace('x16 %', 'x24 %')}
    a modifier                   | unsupported   | ${good.replace('none', 'bcast_first_32')}
    all lanes of a wave but one  | partial-wave  | %p = arith.cmpi ult, %x, %c63 : index \n scf.if %p { ${good} }
    part of a wave               | partial-wave  | %p = arith.cmpi ult, %x, %c5 : index \n scf.if %p { ${good} }
  `)('refuses %s', (_name, code, body = '') => {
    expect(codes(kernel(body))).toEqual(code === '' ? [] : [`execute/${code}`]);
  });

  it('refuses waves of 32', () => {
    expect(codes(kernel(good), { machine: 'gfx1100' })).toEqual(['execute/wave-size']);
  });
});
