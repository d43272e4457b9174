/** Arguments of machine code as launch files and `--launch` give them: every bit, structs by value, and what is wrong. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { parseLaunch } from '@ldscope/core';
import { readNpy } from '@ldscope/engine';
import { arrayIn, expectRefused, ldscope } from './fake-io.ts';

/** Stores the `bytes` of its second argument, by value, into the buffer of the first; LDS is used once. */
const copies = (bytes: number, valueKind = 'by_value'): string => {
  const words = Array.from(
    { length: bytes / 4 },
    (_, word) => `	s_load_dword s4, s[0:1], ${8 + 4 * word}
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s4
	global_store_dword v0, v1, s[2:3] offset:${4 * word}`,
  );
  const head = '\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\tv_mov_b32_e32 v0, 0\n\tds_write_b32 v0, v0';
  const kernel = amdKernel([head, ...words].join('\n'), { name: 'copies', ldsBytes: 256 });
  return `${amdModule('gfx942', kernel)}	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - { .address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer, .name: out }
      - { .offset: 8, .size: ${bytes}, .value_kind: ${valueKind}, .name: value }
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: ${8 + bytes}
    .max_flat_workgroup_size: 64
    .name:           copies
    .private_segment_fixed_size: 0
    .symbol:         copies.kd
    .wavefront_size: 64
...
	.end_amdgpu_metadata
`;
};

const out = (bytes: number): string => `  - { name: out, dtype: u8, shape: [${bytes}] }`;

/** The bytes of the second argument as the kernel finds them. */
async function bytesOf(bytes: number, argument: string): Promise<Uint8Array> {
  const files = {
    'k.s': copies(bytes),
    'l.yaml': `grid: 1\nblock: 1\nargs:\n${out(bytes)}\n  - ${argument}\n`,
  };
  const outcome = await ldscope('run k.s -l l.yaml -d out=o.npy', { files });
  expect(outcome.stderr).toBe('');
  return arrayIn(outcome, 'o.npy');
}

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset);

describe('scalars', () => {
  test('of 64 bits keep every bit', async () => {
    const values = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
    const forms = fc.constantFrom<(value: bigint) => string>(
      String,
      (value) => `"${value}"`,
      (value) => `0x${BigInt.asUintN(64, value).toString(16)}`,
    );
    await fc.assert(
      fc.asyncProperty(values, forms, async (value, form) => {
        const type = value < 2n ** 63n ? 'i64' : 'u64';
        const data = await bytesOf(8, `{ ${type}: ${form(value)} }`);
        expect(view(data).getBigUint64(0, true)).toBe(BigInt.asUintN(64, value));
      }),
      { numRuns: 10 },
    );
    const reported = await bytesOf(8, '{ i64: -9223372036854775783 }');
    expect(view(reported).getBigInt64(0, true)).toBe(-9223372036854775783n);
  });

  test('of the specification on the command line do as well', () => {
    const scalar = (text: string): number | bigint | undefined => {
      const launch = parseLaunch(`arg1=${text}`);
      return launch.ok ? launch.value.scalars.get('arg1') : undefined;
    };
    expect(scalar('-9223372036854775783')).toBe(-9223372036854775783n);
    expect(scalar('0xffffffffffffffff')).toBe(2n ** 64n - 1n);
    expect([scalar('5'), scalar('0x10'), scalar('0.5')]).toEqual([5, 16, 0.5]);
  });

  test.each([
    ['a fraction', '{ i32: 1.5 }'],
    ['more than the type holds', '{ u16: 65536 }'],
    ['less than the type holds', '{ i32: -2147483649 }'],
    ['a word', '{ i64: many }'],
    ['a rounded number', '{ i64: 1e30 }'],
  ])('of integers are refused: %s', async (_what, argument) => {
    const files = { 'k.s': copies(4), 'l.yaml': `grid: 1\nargs:\n${out(4)}\n  - ${argument}\n` };
    await expectRefused('run k.s -l l.yaml', { files }, 'a whole number of');
  });

  test('stand for bits of the other sign, and floats have names', async () => {
    expect(view(await bytesOf(4, '{ i32: 0xffffffff }')).getInt32(0, true)).toBe(-1);
    expect(view(await bytesOf(4, '{ u32: -2 }')).getUint32(0, true)).toBe(0xfffffffe);
    expect(view(await bytesOf(8, '{ f64: "-inf" }')).getFloat64(0, true)).toBe(-Infinity);
    expect(view(await bytesOf(4, '{ f32: nan }')).getFloat32(0, true)).toBeNaN();
  });
});

describe('structs by value', () => {
  test('have their fields where C has them', async () => {
    const fields =
      '{ i8: 1 }, { i16: 2 }, { u8: 3 }, { f64: 4.5 }, { struct: [{ i8: 5 }, { i32: 6 }] }, { i8: [7, 8, 9] }';
    const data = await bytesOf(32, `{ struct: [${fields}] }`);
    const at = view(data);
    expect([at.getInt8(0), at.getInt16(2, true), at.getUint8(4)]).toEqual([1, 2, 3]);
    expect(at.getFloat64(8, true)).toBe(4.5);
    expect([at.getInt8(16), at.getInt32(20, true)]).toEqual([5, 6]);
    expect([...data.subarray(24, 28)]).toEqual([7, 8, 9, 0]);
  });

  test('take fields at bytes of their own, and a size', async () => {
    const data = await bytesOf(24, '{ struct: [{ at: 5, i32: -1 }, { i8: 7 }], size: 24 }');
    expect([...data]).toEqual([0, 0, 0, 0, 0, 255, 255, 255, 255, 7, ...Array<number>(14).fill(0)]);
  });

  test('carry pointers, whose buffers are written by name', async () => {
    // One struct instead of two arguments: the pointer and the word.
    const one = copies(4)
      .replace(/ +- \{ \.address_space.*\n/, '')
      .replace('.offset: 8, .size: 4', '.offset: 0, .size: 16');
    const launch = `grid: 1\nblock: 1\nargs: [{ struct: [{ name: out, dtype: u32, shape: [1] }, { u32: 77 }] }]`;
    const outcome = await ldscope('run k.s -l l.yaml -d out=o.npy', {
      files: { 'k.s': one, 'l.yaml': launch },
    });
    expect(outcome.stderr).toBe('');
    const array = readNpy(outcome.bytes.get('o.npy') ?? new Uint8Array());
    expect(array).toMatchObject({ shape: [1], data: new Uint8Array([77, 0, 0, 0]) });
  });

  test.each([
    ['overlap', '{ struct: [{ i32: 1 }, { at: 2, i32: 1 }] }', 'fields 0 and 1 overlap'],
    ['exceed the size', '{ struct: [{ i64: 1 }], size: 4 }', 'its fields need 8 bytes'],
    ['are none', '{ struct: [] }', 'a list of fields'],
    ['are numbers without a type', '{ struct: [1] }', 'field 0 of argument 1 must be a buffer'],
  ])('are refused when fields %s', async (_what, argument, message) => {
    const files = { 'k.s': copies(8), 'l.yaml': `grid: 1\nargs:\n${out(8)}\n  - ${argument}\n` };
    await expectRefused('run k.s -l l.yaml', { files }, message);
  });
});

describe('arguments that do not fit the kernel', () => {
  test('are refused with what the kernel takes, and nothing is executed', async () => {
    const wrong = `grid: 1\nargs:\n${out(32)}\n  - { i32: 1 }\n  - { i32: 2 }\n`;
    const files = { 'k.s': copies(32), 'l.yaml': wrong };
    const outcome = await ldscope('analyze k.s -l l.yaml', { files });
    const text = outcome.stdout + outcome.stderr;
    expect(outcome.code).toBe(2);
    expect(text).toContain('the kernel has 2 arguments, but 3 are given');
    expect(text).toContain('[{ name: out, dtype: f32, shape: [N] }, { struct: [...], size: 32 }]');
    expect(text).not.toContain('does not access LDS');
  });

  test.each([
    ['a shorter value', '{ i32: 1 }', 'has 8 bytes, but a value of 4 bytes'],
    ['a place outside', '{ at: 12, i64: 1 }', 'is not inside the 16 bytes'],
  ])('are refused: %s', async (_what, argument, message) => {
    const files = { 'k.s': copies(8), 'l.yaml': `grid: 1\nargs:\n${out(8)}\n  - ${argument}\n` };
    await expectRefused('run k.s -l l.yaml', { files }, message);
  });

  test('at a byte of their own are put there', async () => {
    const data = await bytesOf(8, '{ at: 12, u32: 0x01020304 }');
    expect([...data]).toEqual([0, 0, 0, 0, 4, 3, 2, 1]);
  });
});

describe('the time of a run', () => {
  /** Goes around a loop of three instructions. */
  const loops = (times: number): string =>
    copies(4).replace(
      '\ts_endpgm',
      `\ts_mov_b32 s8, ${times}
again:
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 again
	s_endpgm`,
    );
  const launch = `grid: 1\nblock: 1\nargs:\n${out(4)}\n  - { i32: 7 }\n`;

  test('is what limits it, not how many instructions a wave executes', async () => {
    const files = { 'k.s': loops(1_500_000), 'l.yaml': launch };
    const outcome = await ldscope('run k.s -l l.yaml', { files });
    expect(outcome.stderr).toBe('');
    expect(outcome.code).toBe(0);
  });

  test.each([
    ['the time', ['--seconds', '5'], 'execute/time-is-up'],
    ['a number of instructions', ['--max-steps', '1000'], 'execute/too-many-steps'],
  ])('ends a kernel that does not end, by %s', async (_what, options, code) => {
    let milliseconds = 0;
    await expectRefused(
      ['run', 'k.s', '-l', 'l.yaml', ...options],
      {
        files: { 'k.s': loops(0), 'l.yaml': launch },
        now: () => (milliseconds += 1000),
      },
      code,
    );
  });
});
