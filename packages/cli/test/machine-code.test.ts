/** Machine code on the command line: analysis, launch files, buffers written as .npy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLaunchFile, readNpy, writeNpy } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';
import { arrayIn, expectRefused, ldscope, type Outcome } from './fake-io.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('machine-code');

/** Reverses 64 words through LDS: out[i] = in[63 - i] + n. */
const reverse = caseText('reverse.s');

const launch = `
grid: [1]
args:
  - { name: in, dtype: i32, shape: [64], fill: iota }
  - { name: out, dtype: i32, shape: [8, 8] }
  - { i32: 1000 }
`;

/** The words of a buffer that a run has written. */
const wordsOf = (outcome: Outcome, file: string): number[] => [
  ...new Int32Array(arrayIn(outcome, file).buffer),
];
const counted = (of: (i: number) => number): number[] =>
  Array.from({ length: 64 }, (_, i) => of(i));

describe('ldscope run', () => {
  const files = { 'k.s': reverse, 'l.yaml': launch };

  test('executes the kernel and names what it did', async () => {
    const outcome = await ldscope('run k.s -l l.yaml -d out=o.npy', { files });
    expect(outcome.stderr).toBe('');
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('reverse: 1 workgroup, 1 wave on gfx942, 0 hazards');
    expect(outcome.stdout).toContain('; block 64 x 1 x 1, from .max_flat_workgroup_size');
    expect(outcome.stdout).toContain('wrote o.npy');
    const array = readNpy(outcome.bytes.get('o.npy') ?? new Uint8Array());
    expect(array).toMatchObject({ descr: '<i4', shape: [8, 8] });
    expect(wordsOf(outcome, 'o.npy')).toEqual(counted((i) => 1063 - i));
  });

  // The metadata of the kernel has no names: its places are arg0, arg1, arg2.
  test.each([
    [
      'in order, into one buffer',
      '[{ pointer: all }, { pointer: all, offset: 256 }, { hex: "e8 03 00 00" }]',
    ],
    [
      'by name',
      '{ arg2: { i32: 1000 }, arg1: { pointer: all, offset: 256 }, arg0: { pointer: all } }',
    ],
    [
      'at their bytes',
      '[{ at: 8, pointer: all, offset: 256 }, { at: 0, struct: [{ pointer: all }] }, { at: 16, hex: e8030000 }]',
    ],
  ])('takes arguments %s', async (_, args) => {
    const text = `grid: [1]\nbuffers: { all: { dtype: i32, shape: [128], fill: iota } }\nargs: ${args}\n`;
    const given = { 'k.s': reverse, 'l.yaml': text };
    const outcome = await ldscope('run k.s -l l.yaml -d all=o.npy', { files: given });
    expect(outcome.stderr).toBe('');
    expect(wordsOf(outcome, 'o.npy')).toEqual([...counted((i) => i), ...counted((i) => 1063 - i)]);
  });

  test('the schema of launch files is that of the package', async () => {
    const { stdout, code } = await ldscope('launch --schema');
    expect(code).toBe(0);
    const path = join(import.meta.dirname, '../schema/launch.schema.json');
    expect(stdout).toBe(readFileSync(path, 'utf8'));
    await expectRefused('launch', {}, 'usage/launch-of-nothing');
  });

  test('executes kernels one after the other over the same buffers', async () => {
    const twice = `
buffers: { x: { dtype: i32, shape: [64], fill: iota } }
kernels:
  rev*: { grid: 1, args: [{ pointer: x }, { pointer: x }, { i32: 1000 }] }
run: [reverse, reverse, reverse]
`;
    const given = { files: { 'k.s': reverse, 'l.yaml': twice } };
    const outcome = await ldscope('run k.s -l l.yaml -d x=x.npy', given);
    expect(outcome.stderr).toBe('');
    expect(outcome.stdout.match(/reverse: 1 workgroup/g)).toHaveLength(3);
    expect(wordsOf(outcome, 'x.npy')).toEqual(counted((i) => 3063 - i));
    const analyzed = await ldscope('analyze k.s -l l.yaml', given);
    expect(analyzed.code).toBe(0);
    expect(analyzed.stdout).toContain('No bank conflicts');
  });

  test('fills a buffer from a file that the command line names', async () => {
    const data = new Uint8Array(new Int32Array(64).fill(5).buffer);
    const npy = writeNpy({ descr: '<i4', shape: [64], data });
    const given = { files, binaries: { '/far/in.npy': npy } };
    const outcome = await ldscope('run k.s -l l.yaml --fill in=/far/in.npy -d out=out.npy', given);
    expect(outcome.code).toBe(0);
    expect(wordsOf(outcome, 'out.npy')).toEqual(counted(() => 1005));
    for (const [fill, code] of [
      ['in', 'usage/fill'],
      ['in=nowhere.npy', 'usage/unreadable'],
      ['other=/far/in.npy', 'launch-file/no-buffer'],
    ] as const) {
      await expectRefused(`run k.s -l l.yaml --fill ${fill}`, given, code);
    }
  });

  test('executes a kernel beside one that has errors', async () => {
    const [head = '', tail = ''] = reverse.split('\t.section .rodata');
    const bad = `${head}bad:\n\ts_branch nowhere\n\ts_endpgm\n\t.section .rodata${tail}`.replace(
      '\t.amdgpu_metadata',
      '\t.amdhsa_kernel bad\n\t\t.amdhsa_next_free_vgpr 8\n\t\t.amdhsa_next_free_sgpr 16\n' +
        '\t\t.amdhsa_accum_offset 8\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata',
    );
    const beside = { ...files, 'k.s': bad };
    const run = async (kernel: string): Promise<number> =>
      (await ldscope(['run', 'k.s', '-l', 'l.yaml', '-k', kernel], { files: beside })).code;
    expect(await run('reverse')).toBe(0);
    expect(await run('bad')).toBe(2);
  });

  test.each(rows`
    args: [{ pointer: b }] | pointer of argument 0 must be a name in buffers, which has none
    buffers: { a: { bytes: 8 } }\nargs: [{ pointer: b }] | one of buffers: a
    buffers: { a: { bytes: 8 } }\nargs: [{ pointer: a, offset: 9 }] | a byte of a, which has 8
    buffers: { a: { bytes: 8 } }\nargs: { arg7: { pointer: a } } | 'arg7' is not a part of this launch
    buffers: [1] | buffers must be a mapping of names
    buffers: { a: 1 } | buffer a must be a mapping
    args: 1 | args must be a list, or a mapping of names
    args: [{ hex: "123" }] | hex of argument 0 must be a text of pairs of hex digits
  `)('refuses %s', async (args, words = '') => {
    const given = { 'k.s': reverse, 'l.yaml': `grid: [1]\n${args}\n` };
    await expectRefused('run k.s -l l.yaml', { files: given }, words);
  });
});

describe('launch files', () => {
  const read = (text: string) => parseLaunchFile(text, () => Promise.resolve(undefined));

  test.each(rows`
    no YAML                  | grid: [1                                                    | yaml
    a list                   | - 1                                                         | shape
    no grid                  | args: []                                                    | shape
    a grid of zero           | grid: [0]                                                   | shape
    an unknown type          | grid: 1 \n args: [{ dtype: f7, shape: [1] }]                | dtype
    a scalar that is text    | grid: 1 \n args: [{ i32: many }]                            | shape
    too much                 | grid: 1 \n args: [{ dtype: f64, shape: [65536, 65536] }]    | too-large
    a file that is not there | grid: 1 \n args: [{ dtype: f32, shape: 4, fill: a.npy }]    | unreadable
  `)('say what is wrong: %s', async (_what, text = '', code = '') => {
    const result = await read(text);
    expect(result.ok).toBe(false);
    expect(result.diagnostics[0]?.code).toBe(`launch-file/${code}`);
  });

  test('repeat random contents by their seed', async () => {
    const text = 'grid: 2\nargs: [{ dtype: f16, shape: [32], fill: random, seed: 7 }]';
    expect(await read(text)).toEqual(await read(text));
  });
});

test('what is written as .npy is read back', () => {
  forAll([fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 })], (shape) => {
    const data = new Uint8Array(shape.reduce((product, size) => product * size, 2)).fill(7);
    expect(readNpy(writeNpy({ descr: '<u2', shape, data }))).toEqual({
      descr: '<u2',
      shape,
      data,
    });
  });
});

test('damaged .npy files are refused in words', () => {
  const whole = writeNpy({ descr: '<f4', shape: [4], data: new Uint8Array(16) });
  forAll([fc.integer({ min: 0, max: whole.length - 1 })], (length) => {
    expect(typeof readNpy(whole.slice(0, length))).toBe('string');
  });
});
