/** What a launch file gives a kernel: bytes of structs, contents of buffers, launches of several kernels. */
import { describe, expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import {
  launchBuffers,
  launchFileOptions,
  launchFor,
  launchOf,
  nvidiaLaunchProblem,
  parseLaunchFile,
  suggestKernel,
  timelineKernel,
  writeNpy,
} from '@ldscope/engine';

const halves = writeNpy({
  descr: '<f2',
  shape: [2, 2],
  data: new Uint8Array([0, 60, 0, 64, 1, 2, 3, 4]),
});
const files: Readonly<Record<string, Uint8Array>> = {
  'a.npy': halves,
  'below/raw.bin': new Uint8Array([1, 0, 0, 0, 2, 0, 0, 0]),
  '../a.npy': halves,
};
const read = (text: string, given?: ReadonlyMap<string, { path: string; bytes: Uint8Array }>) =>
  parseLaunchFile(text, (path) => Promise.resolve(files[path]), { given });

async function launchOfText(text: string) {
  const launch = await read(text);
  if (!launch.ok) throw new Error(launch.diagnostics.map(({ message }) => message).join('; '));
  return launch.value;
}

/** The bytes of the one argument, in hex, and where its pointers are. */
async function bytesOf(argument: string, head = ''): Promise<readonly [string, string[]]> {
  const buffers = 'buffers: { a: { bytes: 64 }, b: { bytes: 8 } }';
  const launch = await launchOfText(`grid: 1\n${buffers}\n${head}\nargs:\n  - ${argument}\n`);
  const [value] = launch.arguments ?? [];
  if (value?.kind !== 'value') throw new Error('not a value');
  const hex = [...value.bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex,
    value.pointers.map(({ offset, buffer, into }) => `${offset}: ${buffer.name} + ${into}`),
  ];
}

const zeros = (bytes: number): string => '00'.repeat(bytes);

describe('variables of the module', () => {
  const text = `
grid: 4
cooperative: true
buffers: { table: { dtype: i32, shape: [4], fill: iota } }
globals:
  stencil: { dtype: f32, shape: [2], fill: 1 }
  params: [{ i32: 7 }, { f32: 0.5 }]
  lookup: { pointer: table, offset: 4 }
args: []
kernels: { other: { globals: { stencil: { hex: "00" } } } }`;

  test('are contents by their names, of the file or of a kernel', async () => {
    const file = await launchOfText(text);
    const { globals = [] } = launchFor(launchFileOptions(file), 'k');
    expect(globals.map(({ key, kind }) => [key, kind])).toEqual([
      ['stencil', 'buffer'],
      ['params', 'value'],
      ['lookup', 'value'],
    ]);
    expect(launchOf(launchFileOptions(file))).toMatchObject({ value: { cooperative: true } });
    const other = launchFor(launchFileOptions(file), 'other');
    expect(other.globals?.map(({ key }) => key)).toEqual(['stencil']);
    expect(launchBuffers(file).map(({ name }) => name)).toEqual(['table', 'stencil']);
  });

  test('are for PTX alone', () => {
    const language = { name: 'amdgcn', title: 'AMDGCN' };
    const globals = [{ kind: 'value' as const, bytes: new Uint8Array(1) }];
    expect(nvidiaLaunchProblem({ language }, { globals })?.code).toBe('launch/only-ptx');
    expect(nvidiaLaunchProblem({ language: { ...language, name: 'ptx' } }, { globals })).toBe(
      undefined,
    );
  });
});

describe('a texture object', () => {
  const texture = (rest: string): string => `{ texture: { pointer: a, ${rest} } }`;

  test('is 8 bytes that point to what describes it', async () => {
    const [hex, pointers] = await bytesOf(
      texture('offset: 4, dtype: u8, channels: 4, shape: [3, 2], filter: linear, read: float'),
    );
    expect(hex).toBe(zeros(8));
    expect(pointers).toEqual(['0: a + 4']);
  });

  test('is a field of a struct', async () => {
    const [hex, pointers] = await bytesOf(
      `[{ i32: 7 }, ${texture('dtype: f32, shape: 16, memory: linear')}]`,
    );
    expect(hex).toBe('07000000'.padEnd(32, '0'));
    expect(pointers).toEqual(['8: a + 0']);
    const inC = '{ struct: "struct { int n; uint64_t t; };", fields: { n: 7, t: FORM } }';
    const surface = '{ surface: { pointer: a, dtype: f32, shape: [4, 4] } }';
    expect(await bytesOf(inC.replace('FORM', surface))).toEqual([hex, pointers]);
  });

  test.each([
    ['dtype: f32, shape: [5, 4]', '80 bytes; its buffer has 64'],
    ['dtype: u8, channels: 3, shape: [4]', '3 channels'],
    ['dtype: u8, shape: [4, 2], cube: true', 'a cube whose faces are not squares'],
    ['dtype: u8, shape: [2, 2, 2], layers: 2', 'layers of three dimensions'],
    ['dtype: f32, shape: [4, 2], memory: linear', 'linear memory of more than one dimension'],
    ['dtype: f32, shape: [4], memory: linear, filter: linear', 'linear memory with a filter'],
    ['dtype: f32, shape: [4, 2], pitch: 8', 'a pitch of 8 bytes, less than a row'],
    ['dtype: f32, shape: [4], pitch: 16', 'a pitch without two dimensions'],
    ['dtype: f32, shape: [4], read: float', 'read: float of f32'],
    ['dtype: u8, shape: [4], filter: linear', 'a linear filter of integers without read: float'],
  ])('%s is refused', async (rest, problem) => {
    const launch = await read(`grid: 1\nbuffers: { a: { bytes: 64 } }\nargs: [${texture(rest)}]\n`);
    expect(launch.ok).toBe(false);
    if (launch.ok) return;
    const [first] = launch.diagnostics;
    expect(first?.code).toBe('launch-file/texture');
    expect(first?.message).toContain(problem);
  });
});

describe('a tensor map', () => {
  const map = (rest: string): string => `{ tensorMap: { pointer: a, dtype: f16, ${rest} } }`;
  const bytesAt = (hex: string, from: number, count: number): string =>
    hex.slice(2 * from, 2 * (from + count));

  test('is 128 bytes with the address of its tensor', async () => {
    const [hex, pointers] = await bytesOf(
      map('offset: 32, shape: [64, 10], box: [32, 4], swizzle: 64B, oobFill: nan'),
    );
    expect(hex).toHaveLength(256);
    expect(pointers).toEqual(['0: a + 32']);
    // Rank - 1, type, interleave, swizzle, fill; boxes; element strides; sizes; strides.
    expect(bytesAt(hex, 8, 5)).toBe('0106000201');
    expect(bytesAt(hex, 16, 4)).toBe('20000400');
    expect(bytesAt(hex, 26, 4)).toBe('01000100');
    expect(bytesAt(hex, 40, 8)).toBe('400000000a000000');
    expect(bytesAt(hex, 64, 8)).toBe('8000000000000000');
  });

  test('has the corners and the number of the pixels that a copy takes', async () => {
    const pixels =
      'im2col: { lowerCorner: [-1, -2], upperCorner: [-3, 4], channels: 16, pixels: 300 }';
    const [hex] = await bytesOf(map(`shape: [24, 3, 2, 1], ${pixels}`));
    expect(bytesAt(hex, 16, 8)).toBe('1000010001000100');
    expect(bytesAt(hex, 36, 2)).toBe('2c01');
    expect(bytesAt(hex, 96, 4)).toBe('fffffeff');
    expect(bytesAt(hex, 102, 4)).toBe('fdff0400');
  });

  test('fits in a struct', async () => {
    const [hex, pointers] = await bytesOf(`[{ i32: 7 }, ${map('shape: [8], box: [8]')}]`);
    expect(hex).toHaveLength(2 * 192);
    expect(pointers).toEqual(['64: a + 0']);
  });

  test.each(rows`
    shape: [64, 10]                                     | a list of 2
    shape: [24, 3, 2, 1], im2col: { lowerCorner: [0], upperCorner: [0, 0], channels: 16, pixels: 3 } | corners of 1 and 2 numbers
    shape: [24, 3, 2, 1], im2col: { lowerCorner: [0, 200], upperCorner: [0, 0], channels: 16, pixels: 3 } | a corner of 200
    shape: [24, 3], im2col: { lowerCorner: [0], upperCorner: [0], channels: 16, pixels: 3 } | pixels of 2 dimensions
    shape: [24, 3, 2], box: [8, 1, 1], im2col: { lowerCorner: [0], upperCorner: [0], channels: 16, pixels: 3 } | not both
    shape: [64, 10], box: [32]                          | a list of 2
    shape: [64, 10], box: [32, 4], strides: [128, 1280] | a list of 1
    shape: [64, 10], box: [12, 4]                       | 24 bytes
    shape: [64, 10], box: [64, 4], swizzle: 64B         | more than its swizzle
    shape: [63, 10], box: [32, 4]                       | multiples of 16 bytes
    shape: [64, 10], box: [32, 4], interleave: 16B      | interleaved
    shape: [64, 10], box: [32, 4], swizzle: 16B         | none or 32B or 64B or 128B
    shape: [64, 10], box: [32, 4], offset: 8            | multiple of 16
  `)('with %s is refused', async (rest = '', why = '') => {
    const text = `grid: 1\nbuffers: { a: { bytes: 2048 } }\nargs:\n  - ${map(rest)}\n`;
    const launch = await read(text);
    expect(launch.diagnostics.map(({ message }) => message).join()).toContain(why);
    expect(launch.ok).toBe(false);
  });
});

describe('a struct by value', () => {
  test('is a list of fields, placed as C does or at their bytes', async () => {
    expect(await bytesOf('[{ at: 0, pointer: a }, { at: 8, i32: 5 }]')).toEqual([
      `${zeros(8)}05000000${zeros(4)}`,
      ['0: a + 0'],
    ]);
    expect(await bytesOf('[{ u8: 1 }, [{ u16: 2 }, { pointer: b, offset: 4 }]]')).toEqual([
      `01${zeros(7)}0200${zeros(14)}`,
      ['16: b + 4'],
    ]);
  });

  test.each(rows`
    struct S { char c; short s; int i; };                   | { c: -1, s: 2, i: 3 }            | ff00020003000000
    struct S { half h; __hip_bfloat16 b; };                 | { h: 1, b: 1 }                   | 003c803f
    struct S { float f[2]; };                               | { f: [1, .nan] }                 | 0000803f0000c07f
    struct S { double d; bool t; };                         | { d: 1, t: true }                | 000000000000f03f01${zeros(7)}
    struct S { unsigned long n; };                          | { n: 18446744073709551615 }      | ffffffffffffffff
    struct S { long n; };                                   | { n: "-2" }                      | feffffffffffffff
    struct S { int a[2][3]; };                              | { a: [[1, 2, 3], [4, 5, 6]] }    | 010000000200000003000000040000000500000006000000
    struct S { struct { int x; }; struct T { int y; } t; }; | { x: 1, t: { y: 2 } }            | 0100000002000000
    struct S { float4 v; };                                 | { v: [0, 0, 0, 1] }              | ${zeros(12)}0000803f
    struct S { unsigned char raw[3]; int n; };              | { raw: { hex: "0a0b0c" }, n: 1 } | 0a0b0c0001000000
    struct __attribute__((packed)) S { char c; int n; };    | { c: 1, n: 2 }                   | 0102000000
  `)('%s of %s', async (types, fields, wanted) => {
    const [bytes] = await bytesOf(`{ struct: S, fields: ${fields} }`, `types: '${types}'`);
    expect(bytes).toBe(wanted);
    // The same text in place of the name.
    expect((await bytesOf(`{ struct: '${types}', fields: ${fields} }`))[0]).toBe(wanted);
  });

  test('has pointers to buffers, into them, to buffers of their own, and nowhere', async () => {
    const struct = 'struct S { int n; float *p[2]; const T<int> *q, *r; };';
    const fields =
      '{ n: 7, p: [a, { pointer: a, offset: 16 }], q: { dtype: f32, shape: 2 }, r: 0 }';
    expect(await bytesOf(`{ struct: "${struct}", fields: ${fields} }`)).toEqual([
      `07${zeros(39)}`,
      ['8: a + 0', '16: a + 16', '24: arg0.q + 0'],
    ]);
  });

  test.each([
    ['{ n: 1 }', 'fields of argument 0 must be a mapping with p too', 'fields'],
    ['{ n: 1, p: 0, m: 2 }', "'m' is not a part of this launch", 'm:'],
    ['{ n: 3000000000000, p: 0 }', 'field n of argument 0 must be a whole number of 32 bits', 'n:'],
    ['{ n: [1], p: 0 }', 'field n of argument 0 must be a whole number', 'n:'],
    ['{ n: 1, p: c }', 'field p of argument 0 must be one of buffers: a', 'p:'],
    ['{ n: 1, p: 5 }', 'field p of argument 0 must be the name of a buffer', 'p:'],
    ['{ n: 1, p: { hex: "00" } }', 'must be 8 bytes', 'hex'],
    ['{ n: 1, p: { pointer: a, offset: 65 } }', 'must be a byte of a, which has 64', 'offset'],
  ])('of fields that do not fit: %s', async (fields, wanted, place) => {
    const text = `grid: 1\nbuffers: { a: { bytes: 64 } }\ntypes: struct S { int n; float *p; };\nargs:\n  - { struct: S, fields: ${fields} }\n`;
    const launch = await read(text);
    const [problem] = launch.diagnostics;
    expect(problem?.message).toContain(wanted);
    expect(text.slice(problem?.span?.start)).toMatch(new RegExp(`^${place}`));
  });

  test('whose text is wrong has its place in the file', async () => {
    const text = 'grid: 1\ntypes: |\n  struct S {\n    int bits : 3;\n  };\n';
    const launch = await read(text);
    const [problem] = launch.diagnostics;
    expect(problem?.code).toBe('c-type/not-read');
    expect(text.slice(problem?.span?.start)).toMatch(/^: 3;/);
  });
});

describe('a buffer', () => {
  const bufferOf = async (entry: string) => {
    const launch = await launchOfText(`grid: 1\nbuffers: { x: ${entry} }\n`);
    const [buffer] = launch.buffers;
    if (buffer === undefined) throw new Error('no buffer');
    return buffer;
  };

  test.each([
    ['{ dtype: i16, shape: 3, fill: iota }', [0, 0, 1, 0, 2, 0]],
    ['{ dtype: i16, shape: 2, fill: -2 }', [254, 255, 254, 255]],
    ['{ dtype: f16, shape: [1, 2], fill: 1 }', [0, 60, 0, 60]],
    ['{ bytes: 3, fill: 0x7f }', [127, 127, 127]],
    ['{ dtype: i8, shape: 2, fill: -1 }', [255, 255]],
    ['{ dtype: u8, shape: 2, fill: iota }', [0, 1]],
    ['{ dtype: u16, shape: 1, fill: 65534 }', [254, 255]],
    ['{ dtype: i32, shape: 1, fill: -2 }', [254, 255, 255, 255]],
    ['{ dtype: u32, shape: 1, fill: 4294967295 }', [255, 255, 255, 255]],
    ['{ dtype: i64, shape: 2, fill: iota }', [...Array(8).fill(0), 1, ...Array(7).fill(0)]],
    ['{ dtype: u64, shape: 1, fill: 258 }', [2, 1, 0, 0, 0, 0, 0, 0]],
    ['{ dtype: bf16, shape: 1, fill: 1 }', [128, 63]],
    ['{ dtype: f32, shape: 1, fill: 1 }', [0, 0, 128, 63]],
    ['{ dtype: f64, shape: 1, fill: 1 }', [0, 0, 0, 0, 0, 0, 240, 63]],
    ['{ dtype: f8E4M3FN, shape: 1, fill: 1 }', [0x38]],
    ['{ dtype: f8E5M2, shape: 1, fill: 1 }', [0x3c]],
    ['{ dtype: f8E4M3FNUZ, shape: 1, fill: 1 }', [0x40]],
    ['{ dtype: f8E5M2FNUZ, shape: 1, fill: 1 }', [0x40]],
    ['{ bytes: 2 }', [0, 0]],
    ['{ fill: a.npy }', [0, 60, 0, 64, 1, 2, 3, 4]],
    ['{ dtype: i32, fill: below/raw.bin }', [1, 0, 0, 0, 2, 0, 0, 0]],
  ])('%s', async (entry, wanted) => {
    expect([...(await bufferOf(entry)).data]).toEqual(wanted);
  });

  test('takes type and shape of a file', async () => {
    expect(await bufferOf('{ fill: a.npy }')).toMatchObject({ dtype: 'f16', shape: [2, 2] });
    expect(await bufferOf('{ dtype: f16, fill: a.npy, shape: 4 }')).toMatchObject({ shape: [4] });
    expect(await bufferOf('{ dtype: u32, fill: below/raw.bin }')).toMatchObject({ shape: [2] });
  });

  test('has random numbers of its range and seed', async () => {
    const entry = (more: string): string => `{ dtype: i32, shape: 1000, fill: random${more} }`;
    const { data } = await bufferOf(entry(', range: [-3, 4]'));
    const numbers = [...new Int32Array(data.buffer)];
    expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    const floats = await bufferOf('{ dtype: f32, shape: 1000, fill: random, range: [2.5, 3] }');
    const values = [...new Float32Array(floats.data.buffer)];
    expect(Math.min(...values)).toBeGreaterThanOrEqual(2.5);
    expect(Math.max(...values)).toBeLessThanOrEqual(3);
    const [one, other] = [await bufferOf(entry('')), await bufferOf(entry(', seed: 2'))];
    expect(one.data).toEqual((await bufferOf(entry(', seed: 1'))).data);
    expect(one.data).not.toEqual(other.data);
  });

  test.each([
    ['{ dtype: i32, shape: 2, fill: ../a.npy }', 'launch-file/outside'],
    ['{ dtype: i32, shape: 2, fill: below/../../a.npy }', 'launch-file/outside'],
    ['{ dtype: i32, shape: 2, fill: /etc/passwd }', 'launch-file/outside'],
    ['{ dtype: i32, shape: 2, fill: "C:\\\\a" }', 'launch-file/outside'],
    ['{ dtype: i32, shape: 2, fill: missing.npy }', 'launch-file/unreadable'],
    ['{ dtype: f32, shape: 2, fill: a.npy }', 'launch-file/contents'],
    ['{ dtype: f16, shape: 5, fill: a.npy }', 'launch-file/contents'],
    ['{ dtype: i64, shape: 2, fill: below/raw.bin }', 'launch-file/contents'],
    ['{ dtype: u8, shape: 2, fill: 256 }', 'launch-file/shape'],
    ['{ dtype: u8, shape: 2, fill: zeros, range: [0, 1] }', 'launch-file/shape'],
    ['{ dtype: u8, shape: 2, fill: random, range: [0, 300] }', 'launch-file/shape'],
    ['{ dtype: u8, shape: 2, fill: random, range: [1, 1] }', 'launch-file/shape'],
    ['{ dtype: u8, bytes: 2 }', 'launch-file/shape'],
    ['{ dtype: u8 }', 'launch-file/shape'],
    ['{ fill: zeros }', 'launch-file/shape'],
  ])('is refused: %s', async (entry, code) => {
    const launch = await read(`grid: 1\nbuffers: { x: ${entry} }\n`);
    expect(launch.diagnostics.map((one) => one.code)).toEqual([code]);
    expect(launch.diagnostics[0]?.span).toBeDefined();
  });

  test('is filled from what the command line names', async () => {
    const given = new Map([['x', { path: '/elsewhere/x.npy', bytes: halves }]]);
    const launch = await read('grid: 1\nbuffers: { x: { dtype: f16, shape: 4 } }\n', given);
    if (!launch.ok) expect.unreachable();
    expect([...(launch.value.buffers[0]?.data ?? [])]).toEqual([0, 60, 0, 64, 1, 2, 3, 4]);
    const other = await read('grid: 1\nbuffers: { y: { bytes: 4 } }\n', given);
    expect(other.diagnostics[0]?.code).toBe('launch-file/no-buffer');
  });
});

describe('several kernels', () => {
  const text = `
block: 64
hidden: { hidden_global_offset_x: 64 }
buffers: { a: { bytes: 64 } }
args: [{ i32: 1 }]
kernels:
  init: { grid: 2 }
  "gemm<*>": { grid: [4, 2], block: [16, 16], args: [{ pointer: a }], hidden: { hidden_heap_v1: 8 } }
  "*": { grid: 1 }
run: [init, gemm, init]
`;

  test('have launches by name and pattern, with what the file says for all', async () => {
    const launch = await launchOfText(text.replace(', gemm, ', ', "gemm<float>", '));
    expect(launch.run).toEqual(['init', 'gemm<float>', 'init']);
    expect(launchBuffers(launch).map(({ name }) => name)).toEqual(['a']);
    const options = launchFileOptions(launch);
    const extents = (name: string) => launchFor(options, name).extents;
    expect(extents('init')).toMatchObject({ grid: [2, 1, 1], block: [64, 1, 1] });
    expect(extents('gemm<float>')).toMatchObject({ grid: [4, 2, 1], block: [16, 16, 1] });
    expect(extents('_Z4gemmIfEvPT_')).toMatchObject({ grid: [4, 2, 1] });
    expect(extents('ns::gemm<int>')).toMatchObject({ grid: [1, 1, 1] });
    expect(extents('other')).toMatchObject({ grid: [1, 1, 1] });
    expect([...(extents('gemm<float>')?.scalars ?? [])]).toEqual([
      ['hidden_global_offset_x', 64n],
      ['hidden_heap_v1', 8n],
    ]);
    expect(launchFor(options, 'init').arguments).toHaveLength(1);
  });

  test('need a grid each', async () => {
    const launch = await read(text.replace('init: { grid: 2 }', 'init: {}'));
    expect(launch.diagnostics.map((one) => one.code)).toEqual(['launch-file/no-grid']);
  });

  test('hold for the kernel that is chosen as the only one, or by a part of its name', async () => {
    // A wave stores and loads words that are a row of 32 apart: of 32 lanes each bank has one word, or 16.
    const kernel = amdModule(
      'gfx942',
      amdKernel(
        `  v_and_b32_e32 v1, 0x3ff, v0
  v_bfe_u32 v2, v0, 10, 10
  v_lshlrev_b32_e32 v1, 7, v1
  v_lshl_add_u32 v1, v2, 2, v1
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)`,
        { name: 'turn', ldsBytes: 16_384, ids: 1 },
      ),
    );
    const wide = launchFileOptions(
      await launchOfText('kernels: { turn: { grid: 1, block: 2x32 } }'),
    );
    const high = launchFileOptions(await launchOfText('kernels: { t*: { grid: 1, block: 64x1 } }'));
    const conflictsOf = (launch: typeof wide) =>
      suggestKernel(kernel, { ...launch, tile: '64x32xf32' }).report?.buffers[0]?.now.conflicts;
    expect([conflictsOf(wide), conflictsOf(high)]).toEqual([[2], [62]]);
    const shapeOf = (launch: typeof wide) =>
      timelineKernel(kernel, { ...launch, kernel: 'tur' }).report?.block?.shape;
    expect([shapeOf(wide), shapeOf(high)]).toEqual([
      [2, 32, 1],
      [64, 1, 1],
    ]);
  });
});
