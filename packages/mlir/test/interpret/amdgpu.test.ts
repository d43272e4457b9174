/** `amdgpu`: copies straight to LDS, their waits, and matrix cores, against plain loops. */
import { describe, expect, it } from 'vitest';
import { opcodeAt } from '@ldscope/core';
import { codes, decode, encode, run, runClean } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';
const FAT = '#amdgpu.address_space<fat_raw_buffer>';

describe('gather_to_lds', () => {
  const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7 + (i >> 8)) & 255);

  /** Each lane copies from element `63 - lane` of its size; the whole LDS buffer comes back. */
  function copied(size: number, guard = '', end = ''): Uint8Array {
    const text = `func.func @k(%in: memref<4096xi8>, %out: memref<2048xi8>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c16 = arith.constant 16 : index
      %c20 = arith.constant 20 : index
      %c2048 = arith.constant 2048 : index
      %zero = arith.constant 0 : i8
      %lds = memref.alloc() : memref<2048xi8, ${LDS}>
      scf.for %k = %x to %c2048 step %c1 {
        memref.store %zero, %lds[%k] : memref<2048xi8, ${LDS}>
      }
      %from = affine.apply affine_map<()[s0] -> ((63 - s0) * ${size})>()[%x]
      %buffer = amdgpu.fat_raw_buffer_cast %in : memref<4096xi8> to memref<4096xi8, ${FAT}>
      ${guard}
      amdgpu.gather_to_lds %buffer[%from], %lds[%c16] : vector<${size}xi8>, memref<4096xi8, ${FAT}>, memref<2048xi8, ${LDS}>
      ${end}
      amdgpu.memory_counter_wait load(0)
      scf.for %k = %c0 to %c2048 step %c1 {
        %v = memref.load %lds[%k] : memref<2048xi8, ${LDS}>
        memref.store %v, %out[%k] : memref<2048xi8>
      }
      return
    }`;
    const out = new Uint8Array(2048);
    const { traces } = runClean(text, {
      buffers: new Map([
        [0, bytes],
        [1, out],
      ]),
      asyncCompletion: 'late',
    });
    const names = new Set([...(traces[0]?.op ?? [])].map((op) => opcodeAt(op).name));
    expect(names).toContain(INSTRUCTIONS[size]);
    return out;
  }

  const INSTRUCTIONS: Readonly<Record<number, string>> = {
    1: 'buffer_load_ubyte lds',
    2: 'buffer_load_ushort lds',
    4: 'buffer_load_dword lds',
    12: 'buffer_load_dwordx3 lds',
    16: 'buffer_load_dwordx4 lds',
  };

  /** Lane l writes at `16 + l * slot`, whatever lanes do beside it. */
  function wanted(size: number, slot: number, active: (lane: number) => boolean): Uint8Array {
    const out = new Uint8Array(2048);
    for (let lane = 0; lane < 64; lane++) {
      if (!active(lane)) continue;
      const from = (63 - lane) * size;
      out.set(bytes.subarray(from, from + size), 16 + lane * slot);
    }
    return out;
  }

  it.each([
    [1, 4],
    [2, 4],
    [4, 4],
    [12, 16],
    [16, 16],
  ])('moves %i bytes for each lane into slots of %i', (size, slot) => {
    expect(copied(size)).toEqual(wanted(size, slot, () => true));
  });

  it.each([
    [4, 4],
    [16, 16],
  ])('leaves the slots of inactive lanes alone (%i bytes)', (size, slot) => {
    const guard = '%some = arith.cmpi uge, %x, %c3 : index\nscf.if %some {';
    const found = copied(size, guard, '}');
    expect(found).toEqual(wanted(size, slot, (lane) => lane >= 3));
  });

  /** Lane l copies row 63 - l of the source; `places` are the indices of the destination, row `first` of it. */
  const rowCopy = (source: string, places: string, first = 0): string => {
    const lds = `memref<${4 + first}x64xi32, ${LDS}>`;
    return `func.func @k(%in: memref<64x16xi8>, %out: memref<64x16xi8>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %row = affine.apply affine_map<()[s0] -> (63 - s0)>()[%x]
      %lds = memref.alloc() : ${lds}
      amdgpu.gather_to_lds %in[${source}], %lds[${places}] : vector<16xi8>, memref<64x16xi8>, ${lds}
      amdgpu.memory_counter_wait load(0)
      %q = affine.apply affine_map<()[s0] -> (s0 floordiv 16 + ${first})>()[%x]
      %c = affine.apply affine_map<()[s0] -> ((s0 mod 16) * 4)>()[%x]
      %v = vector.load %lds[%q, %c] : ${lds}, vector<4xi32>
      %b = vector.bitcast %v : vector<4xi32> to vector<16xi8>
      vector.store %b, %out[%x, %c0] : memref<64x16xi8>, vector<16xi8>
      return
    }`;
  };

  it.each([
    ['%row', '', 0],
    ['%row', '%c0', 0],
    ['%row, %c0', '%c0, %c0', 0],
    ['%row', '%c1', 1],
    ['%row, %c0', '%c1, %c0', 1],
  ] as const)('takes [%s] and [%s] as leading indices', (source, places, first) => {
    const out = new Uint8Array(1024);
    const data = bytes.slice(0, 1024);
    runClean(rowCopy(source, places, first), { buffers: new Map([[0, data]]).set(1, out) });
    const wanted = Array.from({ length: 64 }, (_, lane) => [
      ...data.subarray((63 - lane) * 16, (64 - lane) * 16),
    ]);
    expect([...out]).toEqual(wanted.flat());
  });

  it('refuses more indices than dimensions', () => {
    expect(codes(rowCopy('%row', '%c0, %c0, %c0'))).toEqual(['execute/type-mismatch']);
    expect(codes(rowCopy('%row, %c0, %c0', '%c0'))).toEqual(['execute/type-mismatch']);
  });

  it('has no copy of 8 bytes', () => {
    const text = `func.func @k(%in: memref<64xf16>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %lds = memref.alloc() : memref<256xf16, ${LDS}>
      amdgpu.gather_to_lds %in[%x], %lds[%c0] : vector<4xf16>, memref<64xf16>, memref<256xf16, ${LDS}>
      return
    }`;
    expect(codes(text)).toEqual(['execute/no-transfer']);
  });

  it('stops when a slot leaves the buffer', () => {
    const text = `func.func @k(%in: memref<64xf32>) {
      %x = gpu.thread_id x upper_bound 64
      %c1 = arith.constant 1 : index
      %lds = memref.alloc() : memref<64xf32, ${LDS}>
      amdgpu.gather_to_lds %in[%x], %lds[%c1] : f32, memref<64xf32>, memref<64xf32, ${LDS}>
      return
    }`;
    expect(codes(text)).toEqual(['execute/lds-out-of-range']);
  });
});

describe('fat_raw_buffer', () => {
  it('gives zero beyond its valid bytes, and drops stores there', () => {
    const text = `func.func @k(%in: memref<64xi32>, %out: memref<64xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %n = arith.constant 100 : i64
      %a = amdgpu.fat_raw_buffer_cast %in validBytes(%n) : memref<64xi32> to memref<64xi32, ${FAT}>
      %b = amdgpu.fat_raw_buffer_cast %out validBytes(%n) : memref<64xi32> to memref<64xi32, ${FAT}>
      %v = memref.load %a[%x] : memref<64xi32, ${FAT}>
      %one = arith.constant 1 : i32
      %w = arith.addi %v, %one : i32
      memref.store %w, %b[%x] : memref<64xi32, ${FAT}>
      %far = affine.apply affine_map<()[s0] -> (s0 * 1000000 + 64)>()[%x]
      memref.store %w, %b[%far] : memref<64xi32, ${FAT}>
      %back = memref.load %a[%far] : memref<64xi32, ${FAT}>
      %rest = affine.apply affine_map<()[s0] -> (63 - s0)>()[%x]
      memref.store %back, %out[%rest] : memref<64xi32>
      memref.store %w, %b[%x] : memref<64xi32, ${FAT}>
      return
    }`;
    const lanes = Array.from({ length: 64 }, (_, i) => i);
    const out = encode(
      'i32',
      lanes.map(() => 9),
    );
    runClean(text, {
      buffers: new Map([
        [0, encode('i32', lanes)],
        [1, out],
      ]),
    });
    expect(decode('i32', out)).toEqual(lanes.map((lane) => (lane < 25 ? lane + 1 : 0)));
  });

  it('keeps a vector that begins inside and ends outside apart by element', () => {
    const text = `func.func @k(%in: memref<64xi32>, %out: memref<64x4xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %b = amdgpu.fat_raw_buffer_cast %in : memref<64xi32> to memref<64xi32, ${FAT}>
      %v = vector.load %b[%x] : memref<64xi32, ${FAT}>, vector<4xi32>
      vector.store %v, %out[%x, %c0] : memref<64x4xi32>, vector<4xi32>
      return
    }`;
    const out = new Uint8Array(1024);
    const ones = Array.from({ length: 64 }, () => 1);
    runClean(text, {
      buffers: new Map([
        [0, encode('i32', ones)],
        [1, out],
      ]),
    });
    const wanted = Array.from({ length: 256 }, (_, i) => Number((i >> 2) + (i & 3) < 64));
    expect(decode('i32', out)).toEqual(wanted);
  });

  it('takes the size of a buffer that nobody gives as unlimited', () => {
    const text = `func.func @k(%in: memref<?xi32>, %out: memref<64xi32>) {
      %x = gpu.thread_id x upper_bound 64
      %b = amdgpu.fat_raw_buffer_cast %in : memref<?xi32> to memref<?xi32, ${FAT}>
      %v = memref.load %b[%x] : memref<?xi32, ${FAT}>
      memref.store %v, %out[%x] : memref<64xi32>
      return
    }`;
    const lanes = Array.from({ length: 64 }, (_, i) => i);
    const out = new Uint8Array(256);
    runClean(text, {
      buffers: new Map([
        [0, encode('i32', lanes)],
        [1, out],
      ]),
    });
    expect(decode('i32', out)).toEqual(lanes);
  });
});

describe('waits', () => {
  /** Wave 0 copies two dwords for each lane, all waves read them after `sync`. */
  const kernel = (
    sync: string,
    read = '%second',
    async = '',
  ): string => `func.func @k(%in: memref<128xi32>, %out: memref<128xi32>)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
      %x = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %lds = memref.alloc() : memref<128xi32, ${LDS}>
      %later = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%x]
      %lane = gpu.lane_id upper_bound 64
      %second = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%lane]
      %first = arith.cmpi ult, %x, %c64 : index
      scf.if %first {
        amdgpu.gather_to_lds ${async} %in[%x], %lds[%c0] : i32, memref<128xi32>, memref<128xi32, ${LDS}>
        amdgpu.gather_to_lds ${async} %in[%later], %lds[%c64] : i32, memref<128xi32>, memref<128xi32, ${LDS}>
      }
      ${sync}
      %v = memref.load %lds[${read}] : memref<128xi32, ${LDS}>
      memref.store %v, %out[%x] : memref<128xi32>
      return
    }`;
  const numbers = Array.from({ length: 128 }, (_, i) => i + 1);

  function outcome(
    sync: string,
    read?: string,
    async?: string,
  ): { hazards: string[]; late: number[] } {
    const out = new Uint8Array(512);
    const { execution, diagnostics } = run(kernel(sync, read, async), {
      buffers: new Map([
        [0, encode('i32', numbers)],
        [1, out],
      ]),
      asyncCompletion: 'late',
    });
    expect(diagnostics).toEqual([]);
    return { hazards: execution.hazards.map(({ code }) => code), late: decode('i32', out) };
  }

  const WAIT = 'amdgpu.memory_counter_wait load(0)';
  const BARRIER = 'rocdl.s.barrier';
  const all = [...numbers.slice(64), ...numbers.slice(64)];

  it.each([
    ['wait, then barrier', `${WAIT}\n${BARRIER}`],
    ['a barrier that waits', 'gpu.barrier'],
    ['s_waitcnt of everything', `rocdl.s.waitcnt 0\n${BARRIER}`],
    ['s_wait_loadcnt', `rocdl.s.wait.loadcnt 0\n${BARRIER}`],
  ])('%s: right at any speed', (_name, sync) => {
    expect(outcome(sync)).toEqual({ hazards: [], late: all });
  });

  it.each([
    ['no wait', BARRIER],
    ['a wait after the barrier', `${BARRIER}\n${WAIT}`],
    ['a wait that allows one more', `amdgpu.memory_counter_wait load(1)\n${BARRIER}`],
    ['a wait for stores', `amdgpu.memory_counter_wait store(0)\n${BARRIER}`],
    ['no barrier', WAIT],
  ])('%s: a hazard', (_name, sync) => {
    expect(outcome(sync).hazards).toContain('hazard/unfinished-async-copy');
  });

  it('completes copies in order: one in flight leaves the first one done', () => {
    const { hazards } = outcome(`amdgpu.memory_counter_wait load(1)\n${BARRIER}`, '%lane');
    expect(hazards).toEqual([]);
  });

  it('delivers late data only when a wait forces it', () => {
    const sync = `amdgpu.memory_counter_wait load(1)\n${BARRIER}`;
    const zeros = numbers.slice(0, 64).map(() => 0);
    expect(outcome(sync, '%second', 'async').late.slice(0, 64)).toEqual(zeros);
    // Without async the compiler waits in the wave that copies.
    expect(outcome(sync).late).toEqual(all);
  });
});

describe('mfma', () => {
  interface Shape {
    readonly m: number;
    readonly k: number;
    readonly blocks: number;
    readonly type: string;
    readonly result: string;
  }

  const shape = (m: number, k: number, blocks: number, type: string): Shape => ({
    m,
    k,
    blocks,
    type,
    result: type === 'i8' ? 'i32' : 'f32',
  });

  const shapes: readonly Shape[] = [
    shape(16, 16, 1, 'f16'),
    shape(16, 16, 1, 'bf16'),
    shape(16, 32, 1, 'f16'),
    shape(16, 32, 1, 'bf16'),
    shape(16, 32, 1, 'i8'),
    shape(16, 4, 1, 'f32'),
    shape(32, 8, 1, 'f16'),
    shape(32, 16, 1, 'bf16'),
    shape(32, 16, 1, 'i8'),
    shape(32, 2, 1, 'f32'),
    shape(4, 4, 16, 'f16'),
    shape(4, 1, 16, 'f32'),
    shape(16, 4, 4, 'f16'),
    shape(16, 1, 4, 'f32'),
    shape(32, 4, 2, 'f16'),
    shape(32, 1, 2, 'f32'),
  ];

  const typeOf = (count: number, element: string): string =>
    count === 1 ? element : `vector<${count}x${element}>`;

  /**
   * The layout said a second time, as AMD's calculator says it: element e of lane l of A is row
   * `l mod M`; k counts e first and then the groups of lanes that share no block.
   */
  function place({ m, k, blocks }: Shape, lane: number, element: number): [number, number, number] {
    const perLane = (m * k * blocks) / 64;
    const group = Math.floor(lane / m);
    return blocks > 1 ? [group, lane % m, element] : [0, lane % m, perLane * group + element];
  }

  /** Row and column of result register r: groups of four rows go round the lane groups of 64 / M. */
  function resultPlace({ m, blocks }: Shape, lane: number, r: number): [number, number, number] {
    if (m === 4) return [Math.floor(lane / 4), r, lane % 4];
    const groups = 64 / m;
    const perBlock = (m * m) / 64;
    const inBlock = r % perBlock;
    const row = 4 * (groups * Math.floor(inBlock / 4) + Math.floor(lane / m)) + (inBlock % 4);
    return [blocks === 1 ? 0 : Math.floor(r / perBlock), row, lane % m];
  }

  it.each(shapes)('$m x $m x $k, $blocks blocks of $type', (form) => {
    const { m, k, blocks, type, result } = form;
    const [perLane, sums] = [(m * k * blocks) / 64, (m * m * blocks) / 64];
    const [operand, sum] = [typeOf(perLane, type), typeOf(sums, result)];
    const memory = (count: number, element: string): string => `memref<64x${count}x${element}>`;
    const loads = [
      ['a', perLane, type],
      ['b', perLane, type],
      ['c', sums, result],
    ] as const;
    const text = `func.func @k(%am: ${memory(perLane, type)}, %bm: ${memory(perLane, type)}, %cm: ${memory(sums, result)}, %dm: ${memory(sums, result)}) {
      %x = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      ${loads
        .map(([name, count, element]) =>
          count === 1
            ? `%${name} = memref.load %${name}m[%x, %c0] : ${memory(count, element)}`
            : `%${name} = vector.load %${name}m[%x, %c0] : ${memory(count, element)}, ${typeOf(count, element)}`,
        )
        .join('\n')}
      %d = amdgpu.mfma ${m}x${m}x${k} %a * %b + %c { blocks = ${blocks} : i32 } blgp = none : ${operand}, ${operand}, ${sum}
      vector.store %d, %dm[%x, %c0] : ${memory(sums, result)}, ${sum}
      return
    }`;
    const numbers = (count: number, seed: number): number[] =>
      Array.from({ length: 64 * count }, (_, i) => ((i * 37 + seed * 11 + (i >> 3)) % 15) - 7);
    const [a, b, c] = [numbers(perLane, 1), numbers(perLane, 2), numbers(sums, 3)];
    const out = new Uint8Array(4 * 64 * sums);
    runClean(text, {
      buffers: new Map([
        [0, encode(type, a)],
        [1, encode(type, b)],
        [2, encode(result, c)],
        [3, out],
      ]),
    });
    const at = (block: number, row: number, inner: number): number => (block * m + row) * k + inner;
    const left: number[] = [];
    const right: number[] = [];
    for (let lane = 0; lane < 64; lane++) {
      for (let e = 0; e < perLane; e++) {
        left[at(...place(form, lane, e))] = a[lane * perLane + e] ?? 0;
        right[at(...place(form, lane, e))] = b[lane * perLane + e] ?? 0;
      }
    }
    expect(left.filter((value) => value !== undefined).length).toBe(blocks * m * k);
    const wanted = c.map((start, i) => {
      const [block, row, column] = resultPlace(form, Math.floor(i / sums), i % sums);
      let total = start;
      for (let inner = 0; inner < k; inner++) {
        total += (left[at(block, row, inner)] ?? 0) * (right[at(block, column, inner)] ?? 0);
      }
      return total;
    });
    expect(decode(result, out)).toEqual(wanted);
  });

  const kernel = (body: string): string => `func.func @k() {
    %x = gpu.thread_id x upper_bound 64
    %h4 = arith.constant dense<1.0> : vector<4xf16>
    %h8 = arith.constant dense<1.0> : vector<8xf16>
    %b4 = arith.constant dense<1.0> : vector<4xbf16>
    %acc = arith.constant dense<0.0> : vector<4xf32>
    ${body}
    return
  }`;

  it.each([
    ['an operand too long', '16x16x16 %h8 * %h8 + %acc blgp = none : vector<8xf16>, vector<8xf16>'],
    [
      'operands of two lengths',
      '16x16x16 %h4 * %h8 + %acc blgp = none : vector<4xf16>, vector<8xf16>',
    ],
    [
      'operands of two types',
      '16x16x16 %h4 * %b4 + %acc blgp = none : vector<4xf16>, vector<4xbf16>',
    ],
  ])('%s', (_name, form) => {
    expect(codes(kernel(`%d = amdgpu.mfma ${form}, vector<4xf32>`))).toEqual([
      'execute/type-mismatch',
    ]);
  });

  it('refuses shapes, modifiers and waves that it does not execute', () => {
    const good =
      '%d = amdgpu.mfma 16x16x16 %h4 * %h4 + %acc blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>';
    expect(codes(kernel(good))).toEqual([]);
    expect(codes(kernel(good.replace('x16 %', 'x24 %')))).toEqual(['execute/unsupported']);
    expect(codes(kernel(good.replace('none', 'bcast_first_32')))).toEqual(['execute/unsupported']);
    expect(codes(kernel(good), { machine: 'gfx1100' })).toEqual(['execute/wave-size']);
    const part = `%c = arith.constant 5 : index\n%p = arith.cmpi ult, %x, %c : index\nscf.if %p {\n${good}\n}`;
    expect(codes(kernel(part))).toEqual(['execute/partial-wave']);
  });
});
