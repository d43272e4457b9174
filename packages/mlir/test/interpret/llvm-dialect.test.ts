/** The `llvm`, `rocdl` and `nvvm` dialects: memory, values that move between lanes, matrices, calls, wrong input. */
import { describe, expect, it } from 'vitest';
import { textsIn, textsWith } from '../../../../test/texts.ts';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import {
  bufferMap,
  codes,
  decode,
  encode,
  inLanes,
  lanes,
  opcodesOf,
  type Ran,
  run,
  runClean,
  type RunOptions,
} from './harness.ts';

/** A kernel of a body, before which globals and functions of the module may stand, with an empty line between them. */
function kernel(parameters: string, text: string, threads = 64): string {
  const [body = '', before = ''] = text.split('\n\n').reverse();
  return `${before}
  llvm.func @k(${parameters}) attributes {rocdl.kernel, gpu.known_block_size = array<i32: ${threads}, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %id = rocdl.workitem.id.x : i32
    ${body}
    llvm.return
  }`;
}

const IN_OUT = '%in: !llvm.ptr, %out: !llvm.ptr';

/** A body from `%x`, an i32 of each lane, to `%r`. */
function lanesOf(text: string): string {
  const [body = '', before = ''] = text.split('\n\n').reverse();
  return kernel(
    IN_OUT,
    `${before}\n\n%from = llvm.getelementptr %in[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %x = llvm.load %from : !llvm.ptr -> i32
    ${body}
    %to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %r, %to : i32, !llvm.ptr`,
  );
}

const inputs = Int32Array.from({ length: 64 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
const x = (lane: number): number => inputs[lane] ?? 0;
const each = <T>(value: (lane: number) => T): T[] => range(64, value);
const low = (lane: number): number => x(lane) & 0xffff;

/** Runs a kernel that must have nothing to complain of on the memory of arrays. */
function runOn(text: string, options: RunOptions, ...arrays: readonly ArrayBufferView[]): Ran {
  const buffers = arrays.map(
    ({ buffer, byteOffset, byteLength }) =>
      new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength),
  );
  return runClean(text, { ...options, buffers: bufferMap(...buffers) });
}

function results(text: string, options: RunOptions = {}): number[] {
  const out = new Int32Array(64);
  runOn(text, options, inputs.slice(), out);
  return [...out];
}

const dpp = (control: number, rows = 15, banks = 15, bound = false): number[] =>
  results(
    lanesOf(`%old = llvm.mlir.constant(-5 : i32) : i32
      %r = rocdl.update.dpp %old, %x with ${control}, ${rows}, ${banks}, ${bound} : i32`),
  );

const bodies = new URL('llvm-dialect.mlir', import.meta.url);
const text = textsIn(new URL('llvm-kernels.mlir', import.meta.url));

it.each(
  textsWith<(lane: number) => number>(bodies, {
    'ds_bpermute, readlane, readfirstlane, mbcnt and ballot': (l) =>
      (x((7 * l) & 63) + x(7) - x(0)) ^ l,
    'permlane16.swap and permlane32.swap exchange rows and halves': (l) => {
      const a = (lane: number): number => ((lane & 16) === 0 ? x(lane) : -x(lane - 16) | 0);
      const b = (lane: number): number => ((lane & 16) === 0 ? x(lane + 16) : -x(lane) | 0);
      return l < 32 ? a(l) : b(l - 32);
    },
    // The selects are 7 to 0 and, as 0x89abcdef, 15 to 8.
    'permlanex16 takes a lane of the other row by four bits each': (l) =>
      x(((l ^ 16) & 48) | ((l & 15) < 8 ? 7 - (l & 7) : 15 - (l & 7))),
    'memset fills as many bytes as it is asked to': (l) => Math.imul(x(l) & 255, 0x02020202) ^ l,
    'a lane has memory of its own, which is copied whole': x,
    'constants of the module': (l) => [5, 7, 11, 13][l & 3] ?? 0,
    'buffers end where their resource does': (l) => {
      const inside = (lane: number): number => (lane < 32 ? x(lane) : 0);
      return (inside(l + 1) - inside(l)) | 0;
    },
    'functions of the module and of the device library, operations by name': (l) =>
      2 * l + 64 + Math.max(l, 4) + 2 ** (l & 4),
    'globals, structs and divergent pointers in LDS': (l) => (l % 2 === 1 ? x(l) : l),
    'loads into LDS pass no registers': (l) => x(l ^ 1),
    // Four lanes hold a row: lane l gets rows 2 and 3 of its column.
    '16 lanes read a transpose': (l) => {
      const row = (n: number): number => low((l & 48) + 4 * n + ((l & 15) >> 2));
      return row(2) | (row(3) << 16);
    },
    // Lanes of one parity add up; what follows never finds the old value again.
    'LDS is updated lane after lane': (l) => {
      const before = (lane: number): number =>
        lanes.reduce((sum, i) => (i < lane && i % 2 === lane % 2 ? sum + i : sum), 0);
      return before(l) + (before(l) === before(64 + (l & 1)) ? 1 : 0);
    },
  }),
)('%s', (_name, body, wanted) => {
  expect(results(lanesOf(body))).toEqual(each(wanted));
});

describe('values that move between lanes', () => {
  it.each([
    ['quad_perm [1, 0, 3, 2]', 0b10_11_00_01, (l: number) => x(l ^ 1)],
    ['row_shl:3', 0x103, (l: number) => ((l & 15) + 3 < 16 ? x(l + 3) : -5)],
    ['row_shr:3', 0x113, (l: number) => ((l & 15) >= 3 ? x(l - 3) : -5)],
    ['row_ror:5', 0x125, (l: number) => x((l & 48) | ((l + 11) & 15))],
    ['wave_shr:1', 0x138, (l: number) => (l === 0 ? -5 : x(l - 1))],
    ['wave_rol:1', 0x134, (l: number) => x((l + 1) & 63)],
    ['row_mirror', 0x140, (l: number) => x((l & 48) | (15 - (l & 15)))],
    ['row_half_mirror', 0x141, (l: number) => x((l & 56) | (7 - (l & 7)))],
    ['row_bcast:15', 0x142, (l: number) => (l < 16 ? -5 : x((l & 48) - 1))],
    ['row_bcast:31', 0x143, (l: number) => (l < 32 ? -5 : x(31))],
    ['row_newbcast:7', 0x157, (l: number) => x((l & 48) | 7)],
  ])('update.dpp %s', (_name, control, wanted) => {
    expect(dpp(control)).toEqual(each(wanted));
  });

  it('update.dpp masks rows and banks, and reads 0 with bound control', () => {
    expect(dpp(0x111, 0b0101, 0b0011, true)).toEqual(
      each((l) => {
        const enabled = (l >> 4) % 2 === 0 && ((l >> 2) & 3) < 2;
        return enabled ? ((l & 15) === 0 ? 0 : x(l - 1)) : -5;
      }),
    );
  });

  it.each([
    ['xor 5', (5 << 10) | 31, (l: number) => x(l ^ 5)],
    ['every eighth', 0b11000, (l: number) => x(l & 56)],
    ['quads turned', 0x8000 | 0b00_01_10_11, (l: number) => x(l ^ 3)],
    ['rotate by 3', 0xc000 | (3 << 5), (l: number) => x((l & 32) | ((l + 3) & 31))],
  ])('ds_swizzle %s', (_name, pattern, wanted) => {
    const body = `%p = llvm.mlir.constant(${pattern} : i32) : i32
      %r = rocdl.ds_swizzle %x, %p : (i32, i32) -> i32`;
    expect(results(lanesOf(body))).toEqual(each(wanted));
  });

  it('nvvm.shfl.sync knows segments and their ends', () => {
    const shuffled = (kind: string, by: number, clamp: number): number[] =>
      results(
        lanesOf(`%all = llvm.mlir.constant(-1 : i32) : i32
          %by = llvm.mlir.constant(${by} : i32) : i32
          %clamp = llvm.mlir.constant(${clamp} : i32) : i32
          %r = "nvvm.shfl.sync"(%all, %x, %by, %clamp) <{kind = #nvvm<shfl_kind ${kind}>}> : (i32, i32, i32, i32) -> i32`),
        { machine: 'sm_90' },
      );
    const halves = (16 << 8) | 31;
    expect(shuffled('bfly', 3, 31)).toEqual(each((l) => x(l ^ 3)));
    expect(shuffled('up', 2, 16 << 8)).toEqual(each((l) => ((l & 15) >= 2 ? x(l - 2) : x(l))));
    expect(shuffled('down', 2, halves)).toEqual(each((l) => ((l & 15) < 14 ? x(l + 2) : x(l))));
    expect(shuffled('idx', 5, halves)).toEqual(each((l) => x((l & 48) | 5)));
  });
});

describe('memory through pointers', () => {
  const ran = (name: string): Ran => run(lanesOf(textsIn(bodies)(name)));

  it('has objects in LDS, named at each access', () => {
    const { traces, execution } = ran('globals, structs and divergent pointers in LDS');
    const [trace] = traces;
    expect(execution.hazards).toEqual([]);
    expect(execution.ldsObjects?.map(({ name, bytes }) => `${name} ${bytes}`)).toEqual([
      '@tile 512',
      '@other 256',
    ]);
    expect(trace?.sites.map(({ buffer }) => buffer)).toEqual(['@tile', '@other', '@tile, @other']);
    expect(Array.from(trace?.addressBytes.subarray(0, 3) ?? [])).toEqual([4, 12, 20]);
  });

  it.each([
    ['loads into LDS pass no registers', 'global_load_lds_dword', 'ds_read_b32'],
    ['LDS is updated lane after lane', 'ds_write_b32', 'ds_add_rtn_u32', 'ds_cmpst_rtn_b32'],
  ])('is accessed by instructions: %s', (name, ...names) => {
    expect(opcodesOf(ran(name).traces)).toEqual(names);
  });

  it('has the LDS of called functions, in the order of the module', () => {
    const { execution } = ran(
      'functions of the module and of the device library, operations by name',
    );
    expect(execution.ldsObjects?.map(({ name }) => name)).toEqual(['@kept', '@own']);
  });

  it('crosses pages of memory that nobody gives', () => {
    const body = text('elements across pages of memory that nobody gives');
    const across = kernel('%in: !llvm.ptr, %out: !llvm.ptr, %work: !llvm.ptr', body);
    expect(results(across)).toEqual(each((l) => x(l) ^ (x(l) >> 16)));
  });

  it('takes LDS that the launch adds, as flat addresses too', () => {
    const dynamic = lanesOf(text('LDS that the launch adds, as flat addresses'));
    expect(results(dynamic, { launch: 'lds=256' })).toEqual(each((l) => x(63 - l)));
    expect(codes(dynamic, { launch: 'lds=128' })).toContain('execute/lds-out-of-range');
  });

  it.each(['row', 'col'])(
    'gives each lane its matrix fragments with nvvm.ldmatrix of a %s',
    (layout) => {
      const halves = Uint16Array.from({ length: 256 }, (_, i) => Math.imul(i, 40503));
      const at = (r: number, c: number): number => halves[(24 + r) * 8 + c] ?? 0;
      const out = new Int32Array(32);
      const body = text('nvvm.ldmatrix').replace('LAYOUT', layout);
      const { traces } = runOn(kernel(IN_OUT, body, 32), { machine: 'sm_90' }, halves.slice(), out);
      const wanted = range(32, (l) => {
        const [g, p] = [l >> 2, 2 * (l & 3)];
        return layout === 'row' ? at(g, p) | (at(g, p + 1) << 16) : at(p, g) | (at(p + 1, g) << 16);
      });
      expect([...out]).toEqual(wanted);
      expect(opcodesOf(traces)[1]).toBe(`ldmatrix.x4${layout === 'row' ? '' : '.trans'}`);
    },
  );
});

it('functions of the device library know the sizes of a launch by dimension', () => {
  const found = results(lanesOf(text('sizes of a launch by dimension')), { launch: 'grid=2x3x5' });
  expect(found).toEqual(each((l) => 128_000 + 15 + 3 + l));
});

describe('a memref descriptor', () => {
  const withStride = (stride: string): string =>
    kernel(
      '%ap: !llvm.ptr, %aq: !llvm.ptr, %ao: i64, %an: i64, %am: i64, %as: i64, %at: i64, %out: !llvm.ptr',
      text('a memref descriptor').replace('STRIDE', stride),
    );

  it('is one buffer, and what nothing reads need not be given', () => {
    expect(results(withStride('llvm.mlir.constant(1 : i64) : i64'))).toEqual(each(x));
  });

  it('has a stride that must be given when it is read', () => {
    const read = withStride(
      'llvm.extractvalue %s4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>',
    );
    expect(codes(read)).toContain('launch/scalar');
    expect(results(read, { launch: 'arg5=0,arg2=3' })).toEqual(each(() => x(3)));
  });
});

it.each(rows`
      a function that is nowhere       | %r = llvm.call @nowhere(%x) : (i32) -> i32
      an intrinsic that is not known   | %r = llvm.call_intrinsic "llvm.amdgcn.secret"(%x) : (i32) -> i32
      a pointer to nothing             | %z = llvm.mlir.zero : !llvm.ptr \n %r = llvm.load %z : !llvm.ptr -> i32
      an operation that is not known   | %r = "llvm.secret"(%x) : (i32) -> i32
      an aggregate as a number         | %u = llvm.mlir.undef : !llvm.struct<(i32, i32)> \n %r = "llvm.add"(%u, %x) : (!llvm.struct<(i32, i32)>, i32) -> i32
      a position that a struct has not | %u = llvm.mlir.undef : !llvm.struct<(i32, i32)> \n %r = "llvm.extractvalue"(%u) <{position = array<i64: 7>}> : (!llvm.struct<(i32, i32)>) -> i32
      a NaN that carries bits          | %n = llvm.mlir.constant(2114813453 : i32) : i32 \n %f = llvm.bitcast %n : i32 to vector<2xf16> \n %r = llvm.bitcast %f : vector<2xf16> to i32
      128 bits                         | %w = llvm.zext %x : i32 to i128 \n %r = llvm.trunc %w : i128 to i32
    `)('%s gives a diagnostic', (_name, body) => {
  const found = codes(lanesOf(body));
  expect(found.filter((code) => code.startsWith('execute/')).length).toBeGreaterThan(0);
});

it('small floats are taken out of a register, and halves are packed toward zero', () => {
  // E5M2 is the upper half of an f16; a number that is slightly larger goes back to it.
  const half = (byte: number): number => ((byte & 0x7f) > 0x7c ? 0x7e00 : byte << 8);
  expect(
    results(lanesOf(text('small floats, packed as halves'))).map((word) => word & 0x7fff7fff),
  ).toEqual(each((l) => (half((x(l) >>> 16) & 0xff) | (half(x(l) >>> 24) << 16)) & 0x7fff7fff));
});

it('a float is of one class', () => {
  const kinds = [NaN, -Infinity, -1.5, -1e-40, -0, 0, 1e-40, 1.5, Infinity];
  const chosen = range(10, (bit) =>
    inLanes(
      `%b = "llvm.intr.is.fpclass"(%a) <{bit = ${2 ** bit} : i32}> : (f32) -> i1
      %r = arith.extui %b : i1 to i32`,
      'f32',
      kinds,
      'i32',
    ).flatMap((one, i) => (one === 1 ? [i] : [])),
  );
  // A signaling NaN is a quiet one here.
  expect(chosen).toEqual([0, ...range(9)].map((kind) => [kind]));
});

it.each<[type: string, number: number, power: number, wanted: number]>([
  ['f32', 1.5, 10, 1536],
  ['f32', 1.5, 127, 1.5 * 2 ** 127],
  ['f32', 1.5, 128, Infinity],
  // Halves of the smallest number go to the even one.
  ['f32', 1.5, -149, 2 ** -148],
  ['f32', 1.5, -150, 2 ** -149],
  ['f32', 1.5, -151, 0],
  ['f32', 0, 2 ** 31 - 1, 0],
  ['f64', 1.5, 1023, 1.5 * 2 ** 1023],
  ['f64', 1.5, -1075, 2 ** -1074],
  ['f64', 2 ** -1074, 2097, 2 ** 1023],
  ['f64', 2 ** -1074, 2098, Infinity],
  ['f64', 2 ** 1023, -2097, 2 ** -1074],
])('ldexp of an %s: %d by 2^%i is %d', (type, number, power, wanted) => {
  const body = `%one = arith.constant ${number.toExponential(17)} : ${type}
    %r = "llvm.intr.ldexp"(%one, %a) : (${type}, i32) -> ${type}`;
  expect(inLanes(body, 'i32', [power], type)).toEqual([wanted]);
});

it('rocdl.mfma of xf32 leaves the last 13 bits out', () => {
  const d = new Float32Array(256);
  const body = text('rocdl.mfma of xf32');
  runOn(kernel('%ds: !llvm.ptr', body), { machine: 'gfx942' }, d);
  expect([...d]).toEqual(range(256, () => 8 * (1 + 2 ** -10)));
});

/** What lanes hold of a matrix: elements of a type, how many, and which row and column each is. */
type Held = readonly [type: string, count: number, (lane: number, i: number) => readonly number[]];

interface Product {
  /** `c` is all of C. */
  readonly on: Readonly<{ machine: string; threads: number; k: number; c: number }>;
  /** A by row and k, B by column and k, D by row and column. */
  readonly a: Held;
  readonly b: Held;
  readonly d: Held;
  readonly valueOfA: (row: number, k: number) => number;
  readonly valueOfB: (column: number, k: number) => number;
}

/** Between 1 and 2, in steps that an f16 has. */
const half = (seed: number): number => 1 + ((Math.imul(seed, 40503) >> 4) & 0x3ff) / 1024;

it.each(
  textsWith<Product>(new URL('llvm-matrices.mlir', import.meta.url), {
    'rocdl.mfma of f64': {
      on: { machine: 'gfx942', threads: 64, k: 4, c: 0 },
      a: ['f64', 1, (l) => [l & 15, l >> 4]],
      b: ['f64', 1, (l) => [l & 15, l >> 4]],
      d: ['f64', 4, (l, i) => [(l >> 4) + 4 * i, l & 15]],
      valueOfA: (row, k) => Math.sin(16 * k + row),
      valueOfB: (column, k) => Math.cos(3 * (16 * k + column)),
    },
    // RDNA 4: lane l holds eight k of row l mod 16.
    'rocdl.wmma of i8 and u8': {
      on: { machine: 'gfx1201', threads: 32, k: 16, c: 1 },
      a: ['i8', 8, (l, i) => [l & 15, 8 * (l >> 4) + i]],
      b: ['i8', 8, (l, i) => [l & 15, 8 * (l >> 4) + i]],
      d: ['i32', 8, (l, i) => [8 * (l >> 4) + i, l & 15]],
      valueOfA: (row, k) => (((16 * row + k) * 77) % 256) - 128,
      valueOfB: (column, k) => ((16 * column + k) * 91) % 256,
    },
    'nvvm.mma.sync of f16': {
      on: { machine: 'sm_90', threads: 32, k: 16, c: 0.25 },
      a: [
        'f16',
        8,
        (l, i) => [(l >> 2) + 8 * ((i >> 1) & 1), 2 * (l & 3) + (i & 1) + 8 * (i >> 2)],
      ],
      b: ['f16', 4, (l, i) => [l >> 2, 2 * (l & 3) + (i & 1) + 8 * (i >> 1)]],
      d: ['f32', 4, (l, i) => [(l >> 2) + 8 * (i >> 1), 2 * (l & 3) + (i & 1)]],
      valueOfA: (row, k) => half(16 * row + k),
      valueOfB: (column, k) => half(1000 + 8 * k + column),
    },
  }),
)('%s multiplies', (_name, body, { on, a, b, d, valueOfA, valueOfB }) => {
  const { machine, threads, k, c } = on;
  const held = ([type, count, place]: Held, value: (row: number, column: number) => number) =>
    encode(
      type,
      range(threads * count, (i) => {
        const [row = 0, column = 0] = place(Math.floor(i / count), i % count);
        return value(row, column);
      }),
    );
  const wanted = held(d, (row, column) =>
    range(k).reduce((sum, i) => sum + valueOfA(row, i) * valueOfB(column, i), c),
  );
  const found = new Uint8Array(wanted.length);
  const text = kernel('%as: !llvm.ptr, %bs: !llvm.ptr, %ds: !llvm.ptr', body, threads);
  runOn(text, { machine }, held(a, valueOfA), held(b, valueOfB), found);
  expect(decode(d[0], found)).toEqual(decode(d[0], wanted));
});
