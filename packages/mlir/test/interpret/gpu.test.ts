/** `gpu`: who a lane is, what lanes tell each other, and how waves meet. */
import { describe, expect, it } from 'vitest';
import { codes, decode, encode, perLane, run, runClean } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';
const lanes = Array.from({ length: 64 }, (_, i) => i);

describe('identity', () => {
  it('counts work-items x first, then y, then z, through waves and workgroups', () => {
    const ops = [
      ['thread_id x', (i: number) => i % 8],
      ['thread_id y', (i: number) => Math.floor(i / 8) % 4],
      ['thread_id z', (i: number) => Math.floor(i / 32)],
      ['lane_id', (i: number) => i % 64],
      ['subgroup_id : index', (i: number) => Math.floor(i / 64)],
      ['num_subgroups : index', () => 2],
      ['subgroup_size : index', () => 64],
      ['block_dim x', () => 8],
      ['block_dim y', () => 4],
      ['block_dim z', () => 4],
      ['grid_dim x', () => 2],
      ['grid_dim y', () => 3],
    ] as const;
    for (const [op, wanted] of ops) {
      const text = `func.func @k(%out: memref<128xi32>) {
        %x = gpu.thread_id x
        %y = gpu.thread_id y
        %z = gpu.thread_id z
        %i = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * 8 + s2 * 32)>()[%x, %y, %z]
        %v = gpu.${op}
        %r = arith.index_cast %v : index to i32
        memref.store %r, %out[%i] : memref<128xi32>
        return
      }`;
      const out = new Uint8Array(512);
      runClean(text, { launch: 'grid=2x3,block=8x4x4', buffers: new Map([[0, out]]) });
      const found = decode('i32', out);
      expect(found, op).toEqual(found.map((_, i) => wanted(i)));
    }
  });

  it('knows its workgroup in three dimensions', () => {
    const text = `func.func @k(%out: memref<24x3xi32>) {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %i = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * 2 + s2 * 6)>()[%bx, %by, %bz]
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %x = arith.index_cast %bx : index to i32
      %y = arith.index_cast %by : index to i32
      %z = arith.index_cast %bz : index to i32
      memref.store %x, %out[%i, %c0] : memref<24x3xi32>
      memref.store %y, %out[%i, %c1] : memref<24x3xi32>
      memref.store %z, %out[%i, %c2] : memref<24x3xi32>
      return
    }`;
    const out = new Uint8Array(24 * 12);
    runClean(text, { launch: 'grid=2x3x4,block=64', buffers: new Map([[0, out]]) });
    const wanted = Array.from({ length: 24 }, (_, i) => [
      i % 2,
      Math.floor(i / 2) % 3,
      Math.floor(i / 6),
    ]);
    expect(decode('i32', out)).toEqual(wanted.flat());
  });

  it('makes global ids of both', () => {
    const body = '%r = gpu.global_id x';
    const values = Array.from({ length: 192 }, (_, i) => i);
    expect(perLane({ inputs: [['index', values]], result: 'index', body })).toEqual(values);
  });
});

describe('shuffles', () => {
  const partners: Readonly<
    Record<string, (lane: number, offset: number, width: number) => number>
  > = {
    xor: (lane, offset, width) =>
      Math.floor((lane ^ offset) / width) === Math.floor(lane / width) ? lane ^ offset : -1,
    up: (lane, offset, width) => ((lane % width) - offset >= 0 ? lane - offset : -1),
    down: (lane, offset, width) => ((lane % width) + offset < width ? lane + offset : -1),
    idx: (lane, offset, width) => (offset < width ? lane - (lane % width) + offset : -1),
  };
  const cases = Object.keys(partners).flatMap((mode) =>
    [64, 32, 16].flatMap((width) =>
      [0, 1, 5, 16, 33].map((offset) => [mode, offset, width] as const),
    ),
  );

  it.each(cases)('%s by %i in %i lanes', (mode, offset, width) => {
    const body = `%o = arith.constant ${offset} : i32
      %w = arith.constant ${width} : i32
      %v, %ok = gpu.shuffle ${mode} %a, %o, %w : i32
      %bit = arith.extui %ok : i1 to i32
      %k = arith.constant 1000 : i32
      %h = arith.muli %bit, %k : i32
      %r = arith.addi %v, %h : i32`;
    const found = perLane({ inputs: [['i32', lanes]], result: 'i32', body });
    const wanted = lanes.map((lane) => {
      const partner = partners[mode]?.(lane, offset, width) ?? -1;
      return partner < 0 ? lane : partner + 1000;
    });
    expect(found).toEqual(wanted);
  });

  it('moves every element of a vector', () => {
    const body = `%o = arith.constant 1 : i32
      %w = arith.constant 64 : i32
      %neg = arith.negf %a : f32
      %p = vector.from_elements %a, %neg : vector<2xf32>
      %v, %ok = gpu.shuffle xor %p, %o, %w : vector<2xf32>
      %r = vector.extract %v[1] : f32 from vector<2xf32>`;
    const found = perLane({ inputs: [['f32', lanes]], result: 'f32', body });
    expect(found).toEqual(lanes.map((lane) => -(lane ^ 1)));
  });

  it('hears nothing from inactive lanes', () => {
    const body = `%two = arith.constant 2 : i32
      %one = arith.constant 1 : i32
      %w = arith.constant 64 : i32
      %zero = arith.constant 0 : i32
      %m = arith.remui %a, %two : i32
      %even = arith.cmpi eq, %m, %zero : i32
      %r = scf.if %even -> (i32) {
        %v, %ok = gpu.shuffle xor %a, %one, %w : i32
        %bit = arith.extui %ok : i1 to i32
        scf.yield %bit : i32
      } else {
        scf.yield %two : i32
      }`;
    const found = perLane({ inputs: [['i32', lanes]], result: 'i32', body });
    expect(found).toEqual(lanes.map((lane) => (lane % 2 === 0 ? 0 : 2)));
  });
});

describe('the whole wave', () => {
  const half = `%c = arith.constant 20 : i32
    %low = arith.cmpi sge, %a, %c : i32`;

  it('broadcasts the first active lane, or a given one', () => {
    const body = `${half}
      %r = scf.if %low -> (i32) {
        %f = gpu.subgroup_broadcast %a, first_active_lane : i32
        scf.yield %f : i32
      } else {
        %one = arith.constant 7 : i32
        %s = gpu.subgroup_broadcast %a, specific_lane %one : i32
        scf.yield %s : i32
      }`;
    const found = perLane({ inputs: [['i32', lanes]], result: 'i32', body });
    expect(found).toEqual(lanes.map((lane) => (lane >= 20 ? 20 : 7)));
  });

  const models: Readonly<Record<string, (x: number, y: number) => number>> = {
    add: (x, y) => (x + y) | 0,
    mul: Math.imul,
    minsi: Math.min,
    maxsi: Math.max,
    and: (x, y) => x & y,
    or: (x, y) => x | y,
    xor: (x, y) => x ^ y,
    minui: (x, y) => (x >>> 0 < y >>> 0 ? x : y),
    maxui: (x, y) => (x >>> 0 > y >>> 0 ? x : y),
  };
  const values = lanes.map((lane) => (lane * 7919 - 100_000) | 1);

  it.each(Object.keys(models))('reduces by %s, also in clusters', (kind) => {
    const combine = models[kind] ?? Math.min;
    for (const size of [64, 8]) {
      const cluster = size === 64 ? '' : `cluster(size = ${size})`;
      const body = `%r = gpu.subgroup_reduce ${kind} %a ${cluster} : (i32) -> i32`;
      const found = perLane({ inputs: [['i32', values]], result: 'i32', body });
      const wanted = lanes.map((lane) => {
        const start = lane - (lane % size);
        return values.slice(start, start + size).reduce((x, y) => combine(x, y));
      });
      expect(found).toEqual(wanted);
    }
  });
});

describe('barriers', () => {
  const kernel = (body: string, block = 256): string => `func.func @k(%out: memref<${block}xi32>)
    attributes {gpu.known_block_size = array<i32: ${block}, 1, 1>} {
      %x = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %lds = memref.alloc() : memref<${block}xi32, ${LDS}>
      ${body}
      return
    }`;

  it('lets every wave see what the others wrote before', () => {
    const body = `%i = arith.index_cast %x : index to i32
      memref.store %i, %lds[%x] : memref<256xi32, ${LDS}>
      gpu.barrier
      %m = affine.apply affine_map<()[s0] -> (255 - s0)>()[%x]
      %r = memref.load %lds[%m] : memref<256xi32, ${LDS}>
      memref.store %r, %out[%x] : memref<256xi32>`;
    const out = new Uint8Array(1024);
    runClean(kernel(body), { buffers: new Map([[0, out]]) });
    expect(decode('i32', out)).toEqual(Array.from({ length: 256 }, (_, i) => 255 - i));
  });

  it('counts barriers for each wave, wherever they stand', () => {
    const body = `%first = arith.cmpi ult, %x, %c128 : index
      scf.if %first {
        gpu.barrier
      } else {
        rocdl.s.barrier
      }`;
    expect(codes(kernel(body))).toEqual([]);
  });

  it('does not wait for waves that have ended, and says so', () => {
    const body = `%first = arith.cmpi ult, %x, %c64 : index
      scf.if %first {
        gpu.barrier
      }`;
    const { diagnostics } = run(kernel(body));
    expect(diagnostics).toMatchObject([{ code: 'execute/uneven-barrier', severity: 'warning' }]);
  });

  it('refuses a barrier with part of a wave', () => {
    const body = `%few = arith.cmpi ult, %x, %c3 : index
      scf.if %few {
        gpu.barrier
      }`;
    expect(codes(kernel(body))).toEqual(['execute/barrier-divergence']);
  });
});

describe('hazards', () => {
  it('sees a read of LDS that nothing has written', () => {
    const text = `func.func @k() {
      %x = gpu.thread_id x upper_bound 64
      %t = memref.alloc() : memref<64xf32, ${LDS}>
      %v = memref.load %t[%x] : memref<64xf32, ${LDS}>
      return
    }`;
    const { execution } = run(text);
    expect(execution.hazards).toMatchObject([
      { code: 'hazard/uninitialized-lds', count: 1, location: { line: 4 } },
    ]);
  });
});

it('keeps global memory of one workgroup for the next', () => {
  const text = `func.func @k(%m: memref<64xi32>) {
    %x = gpu.thread_id x upper_bound 64
    %one = arith.constant 1 : i32
    %v = memref.load %m[%x] : memref<64xi32>
    %r = arith.addi %v, %one : i32
    memref.store %r, %m[%x] : memref<64xi32>
    return
  }`;
  const buffer = encode('i32', lanes);
  runClean(text, { launch: 'grid=5', buffers: new Map([[0, buffer]]) });
  expect(decode('i32', buffer)).toEqual(lanes.map((lane) => lane + 5));
});
