/** Launch files for MLIR, PTX and Triton: the same as for machine code, by position or name, printed and executed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { arrayIn, ldscope, type Outcome } from './fake-io.ts';
import { caseText } from './case-text.ts';
import { rows } from '../../../test/rows.ts';

/** y[i] = a * x[63 - i] through LDS, and how many words there are. */
const scale = caseText('scale.mlir');

const launch = `
grid: 1
buffers:
  x: { dtype: f32, shape: [64], fill: iota }
  y: { bytes: 512 }
args: [{ pointer: x }, { pointer: y, offset: 256 }, { f32: 0.5 }, { i64: 64 }]
`;

async function run(text: string, launchText: string, ...more: string[]) {
  const argv = ['run', 'k.mlir', '-m', 'gfx942', '-l', 'l.yaml', ...more];
  return await ldscope(argv, { files: { 'k.mlir': text, 'l.yaml': launchText } });
}

const floatsOf = (outcome: Outcome, file: string): number[] => [
  ...new Float32Array(arrayIn(outcome, file).buffer),
];

const wanted = Array.from({ length: 64 }, (_, i) => (63 - i) / 2);

describe('MLIR', () => {
  test('is executed with the buffers and values of a launch file', async () => {
    const outcome = await run(scale, launch, '-d', 'y=y.npy');
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    expect(outcome.stdout).toContain('scale: 1 workgroup, 1 wave on gfx942, 0 hazards');
    expect(floatsOf(outcome, 'y.npy')).toEqual([...Array.from({ length: 64 }, () => 0), ...wanted]);
  });

  test('takes arguments by name, and kernels one after the other', async () => {
    const named = `
grid: 1
buffers: { x: { dtype: f32, shape: [64], fill: iota } }
kernels:
  scale: { args: { n: { i64: 64 }, y: { pointer: x }, a: { f32: 2 }, x: { pointer: x } } }
run: [scale, scale]
`;
    const outcome = await run(scale, named, '-d', 'x=x.npy');
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    expect(floatsOf(outcome, 'x.npy')).toEqual(Array.from({ length: 64 }, (_, i) => 4 * i));
  });

  test.each(rows`
    [{ i32: 1 }] | launch/argument-kind | argument x is memref<64xf32>, but a value is given
    [{ dtype: f32, shape: 8 }] | launch/argument-kind | memref<64xf32>, 256 bytes, but a buffer of 32
    { a: { f64: 1 } } | launch/argument-kind | argument a is f32, but a value of 8 bytes
    { a: { pointer: x } } | launch/argument-kind | argument a is f32, but a buffer is given
    { b: { f32: 1 } } | launch/unknown-key | 'b' is not a part of this launch
    [{ at: 8, f32: 1 }] | launch/argument-at | has a byte offset
    [{ i32: 1 }, { i32: 1 }, { i32: 1 }, { i32: 1 }, { i32: 1 }] | emulate/too-many | 4 arguments, but 5
  `)('is not executed with %s', async (args, code, words = '') => {
    const text = `grid: 1\nbuffers: { x: { bytes: 256 } }\nargs: ${args}\n`;
    const found = await run(scale, text);
    expect(found.code).toBe(2);
    expect(found.stderr).toContain(code ?? '');
    expect(found.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    if (code !== 'launch/unknown-key' && code !== 'launch/argument-at')
      expect(found.stderr).toContain('{ name: x, dtype: f32, shape: [64] }');
  });

  test('has a launch file to fill in, which is one', async () => {
    const { stdout, code } = await ldscope('launch k.mlir', { files: { 'k.mlir': scale } });
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(1)).toEqual([
      '# scale',
      'grid: [1] # workgroups in x, y, z',
      'block: [64] # as the kernel states it',
      'args:',
      '  - { name: x, dtype: f32, shape: [64], fill: random } # x: memref<64xf32>',
      '  - { name: y, dtype: f32, shape: [64], fill: random } # y: memref<64xf32>',
      '  - { f32: 0 } # a: f32',
      '  - { i64: 0 } # n: index',
      '',
    ]);
    const filled = stdout.replace('i64: 0', 'i64: 64').replace('f32: 0 }', 'f32: 3 }');
    expect((await run(scale, filled)).code).toBe(0);
  });

  test('is analyzed with the values of the launch, which it leaves as they are', async () => {
    // Lanes read the words that x says: all on one bank.
    const gather = scale
      .replace('%x: memref<64xf32>', '%x: memref<64xindex>')
      .replace(
        '%value = memref.load %x[%lane] : memref<64xf32>',
        '%value = arith.constant 1.0 : f32',
      )
      .replace(
        '%other = arith.subi %last, %lane : index',
        '%other = memref.load %x[%lane] : memref<64xindex>',
      )
      .replaceAll('memref<64xf32, #gpu', 'memref<2048xf32, #gpu');
    const ways = async (fill: string): Promise<string> => {
      const text = `grid: 1\nargs: [{ dtype: i64, shape: 64, fill: ${fill} }, { bytes: 256 }, { f32: 1 }, { i64: 64 }]\n`;
      const argv = ['analyze', 'k.mlir', '-m', 'gfx942', '-l', 'l.yaml'];
      return (await ldscope(argv, { files: { 'k.mlir': gather, 'l.yaml': text } })).stdout;
    };
    expect(await ways('iota')).toContain('No bank conflicts');
    expect(await ways('32')).toContain('No bank conflicts');
    const strided = await ldscope('analyze k.mlir -m gfx942 -l l.yaml', {
      files: {
        'k.mlir': gather,
        'l.yaml':
          'grid: 1\nargs: [{ dtype: i64, fill: i.bin, shape: 64 }, { bytes: 256 }, { f32: 1 }, { i64: 64 }]\n',
      },
      binaries: {
        'i.bin': new Uint8Array(
          BigInt64Array.from({ length: 64 }, (_, i) => BigInt(32 * i)).buffer,
        ),
      },
    });
    expect(strided.stdout).toMatch(/ds_read_b32 .* 32 /);
  });
});

/** x[i] = x[i] + n, by one warp. */
const ptx = caseText('add.ptx');

describe('PTX', () => {
  test('is executed with the same launch file, as often as it is listed', async () => {
    const text = `
grid: 1
buffers: { x: { dtype: i32, shape: 32, fill: iota } }
args: [{ pointer: x }, { i32: 100 }]
run: [add, add]
`;
    const outcome = await ldscope('run k.ptx -m h100 -l l.yaml -d x=x.npy', {
      files: { 'k.ptx': ptx, 'l.yaml': text },
    });
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    const words = [...new Int32Array(arrayIn(outcome, 'x.npy').buffer)];
    expect(words).toEqual(Array.from({ length: 32 }, (_, i) => 200 + i));
  });
});

describe('Triton', () => {
  const file = join(import.meta.dirname, '../../../examples/triton-matmul/kernel.ttgir');
  const text = readFileSync(file, 'utf8');

  test('has a launch file to fill in, which analyze takes; run refuses it', async () => {
    const { stdout, code } = await ldscope('launch k.ttgir', { files: { 'k.ttgir': text } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}- \{ name: \w+, dtype: f16, shape: \[\?\], fill: random \} # /m);
    expect(stdout).toContain('# block: that of num-warps');
    const files = { 'k.ttgir': text, 'l.yaml': stdout.replaceAll('[?]', '[1024]') };
    const analyzed = await ldscope('analyze k.ttgir -m gfx942 -l l.yaml', { files });
    expect(analyzed.code).toBe(0);
    const ran = await ldscope('run k.ttgir -m gfx942 -l l.yaml', { files });
    expect(ran.stderr).toContain('usage/run-needs-assembly');
  });
});
