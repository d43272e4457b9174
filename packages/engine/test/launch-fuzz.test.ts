/** Launch files and buffers that are wrong in any way: a result or a diagnostic, never an exception. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLaunchFile } from '../src/launch/launch-file.ts';
import { readNpy, writeNpy } from '../src/launch/npy.ts';

const whole = writeNpy({ descr: '<f4', shape: [4], data: new Uint8Array(16) });
const read = (text: string, file: Uint8Array | undefined = whole) =>
  parseLaunchFile(text, () => Promise.resolve(file));

/** Texts of YAML values, right and wrong. */
const value: fc.Arbitrary<string> = fc.letrec<{ any: string; list: string; map: string }>(
  (tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', '64', '-1', '0', '1.5', '1e9', '1e400', '.nan', '.inf', '-.inf', '~'),
      fc.constantFrom('f16', 'i64', 'i32', 'f32', 'u8', 'f8E4M3FN', 'zeros', 'iota', 'random'),
      fc.constantFrom(
        ...'constructor __proto__ toString a.npy "" *a'.split(' '),
        '&a 1',
        '!!int x',
      ),
      fc.constantFrom('!tag 1', '9007199254740993', '0x7f', '"\\ud800"', '|-', '?', '<<', '%', '@'),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    map: fc
      .array(
        fc.tuple(
          fc.constantFrom(...'dtype shape fill seed name i64 f32 << struct at size'.split(' ')),
          tie('any'),
        ),
        { maxLength: 4 },
      )
      .map((entries) => `{ ${entries.map(([key, item]) => `${key}: ${item}`).join(', ')} }`),
  }),
).any;

const text = fc
  .record({ grid: value, block: fc.option(value), args: fc.array(value, { maxLength: 4 }) })
  .map(({ grid, block, args }) =>
    [
      `grid: ${grid}`,
      ...(block === null ? [] : [`block: ${block}`]),
      'args:',
      ...args.map((argument) => `  - ${argument}`),
    ].join('\n'),
  );

const sound = `grid: [2, 1, 1]
args:
  - { name: a, dtype: f16, shape: [8, 4], fill: random, seed: 3 }
  - { name: b, dtype: f32, shape: [4], fill: a.npy }
  - { i64: 128 }
  - { f32: 0.5 }
  - { struct: [{ i8: 1 }, { dtype: f16, shape: [4] }, { struct: [{ i32: [1, 2] }] }, { at: 40, i64: 5 }], size: 48 }
  - { at: 64, i32: 0xffffffff }
`;

async function check(source: string): Promise<void> {
  const result = await read(source);
  if (result.ok) {
    for (const argument of result.value.arguments ?? []) {
      const bytes = argument.kind === 'buffer' ? argument.data : argument.bytes;
      expect(bytes).toBeInstanceOf(Uint8Array);
    }
    return;
  }
  expect(result.diagnostics.length).toBeGreaterThan(0);
  for (const { code, message, hint } of result.diagnostics) {
    expect(code).toMatch(/^launch(?:-file)?\//);
    expect(message).not.toBe('');
    expect(hint).not.toBe('');
  }
}

describe('any launch file', () => {
  test('of values that do not belong there', async () => {
    await fc.assert(fc.asyncProperty(text, check), { numRuns: 600, seed: 1 });
  });

  test('broken at random', async () => {
    const edits = fc.array(fc.tuple(fc.nat(sound.length), fc.nat(6), fc.string({ maxLength: 3 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const broken = list.reduce(
          (rest, [at, length, piece]) => rest.slice(0, at) + piece + rest.slice(at + length),
          sound,
        );
        await check(broken);
      }),
      { numRuns: 600, seed: 2 },
    );
  });

  test.each([
    ['a type that every object has', 'grid: 1\nargs: [{ dtype: constructor, shape: [1] }]'],
    ['a scalar that every object has', 'grid: 1\nargs: [{ toString: 1 }]'],
    ['an integer that is none', 'grid: 1\nargs: [{ i64: .nan }]'],
    ['an integer without end', 'grid: 1\nargs: [{ u64: .inf }]'],
    ['a size without end', 'grid: 1\nargs: [{ dtype: f32, shape: [.inf] }]'],
    ['a negative grid', 'grid: [-1]'],
    ['four sizes', 'grid: [1, 1, 1, 1]'],
    ['lists in lists in lists', `grid: ${'['.repeat(20_000)}`],
    [
      'aliases of aliases',
      `a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n${Array.from(
        { length: 9 },
        (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(', ')}]`,
      ).join('\n')}\ngrid: 1`,
    ],
    [
      'more than all memory',
      `grid: 1\nargs:\n${'  - { dtype: u8, shape: [1073741824] }\n'.repeat(6)}`,
    ],
  ])('with %s is refused', async (_what, source) => {
    const result = await read(source);
    expect(result.ok).toBe(false);
    await check(source);
  });

  test('with buffers from files that are damaged', async () => {
    const bytes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(whole.length), async (edits, length) => {
        const broken = whole.slice(0, length);
        for (const [at, byte] of edits) if (at < length) broken[at] = byte;
        const array = readNpy(broken);
        if (typeof array !== 'string') expect(array.data.length).toBeLessThanOrEqual(length);
        await read('grid: 1\nargs: [{ dtype: f32, shape: [4], fill: a.npy }]', broken);
      }),
    );
  });
});
