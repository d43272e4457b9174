/** Constant expressions: beside a plain evaluation of random trees, and beside what ptxas puts into the content of a variable. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePtx } from '../src/index.ts';
import { forAll } from '../../../test/for-all.ts';

/** A tree, as text with all its brackets or with those that are needed, and what it is worth. */
interface Tree {
  readonly text: string;
  readonly level: number;
  readonly value: bigint;
  readonly isUnsigned: boolean;
}

const wrap = (value: bigint, isUnsigned: boolean): bigint =>
  isUnsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);

const leaf: fc.Arbitrary<Tree> = fc
  .tuple(fc.bigInt(0n, 2n ** 40n), fc.constantFrom('', 'U'), fc.constantFrom(10, 16))
  .map(([value, suffix, radix]) => ({
    text: `${radix === 16 ? '0x' : ''}${value.toString(radix)}${suffix}`,
    level: 20,
    value,
    isUnsigned: suffix === 'U',
  }));

const OPERATORS: readonly (readonly [
  name: string,
  level: number,
  of: (a: bigint, b: bigint) => bigint | boolean,
])[] = [
  ['||', 0, (a, b) => a !== 0n || b !== 0n],
  ['&&', 1, (a, b) => a !== 0n && b !== 0n],
  ['|', 2, (a, b) => a | b],
  ['^', 3, (a, b) => a ^ b],
  ['&', 4, (a, b) => a & b],
  ['==', 5, (a, b) => a === b],
  ['!=', 5, (a, b) => a !== b],
  ['<', 6, (a, b) => a < b],
  ['<=', 6, (a, b) => a <= b],
  ['>', 6, (a, b) => a > b],
  ['>=', 6, (a, b) => a >= b],
  ['<<', 7, (a, b) => a << (b & 63n)],
  ['>>', 7, (a, b) => a >> (b & 63n)],
  ['+', 8, (a, b) => a + b],
  ['-', 8, (a, b) => a - b],
  ['*', 9, (a, b) => a * b],
  ['/', 9, (a, b) => a / b],
  ['%', 9, (a, b) => a % b],
];

const within = ({ text, level }: Tree, least: number): string =>
  level < least ? `(${text})` : text;

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('tree'), tie('tree'), fc.nat(OPERATORS.length - 1))
      .map(([left, right, number]): Tree => {
        const [name = '+', level = 0, of] = OPERATORS[number] ?? [];
        const isShift = name === '<<' || name === '>>';
        const isUnsigned = isShift
          ? left.isUnsigned
          : left.isUnsigned || right.isUnsigned || name === '%';
        // Shifts by less than 64, quotients by other numbers than 0.
        const other: Tree = isShift
          ? { text: `${right.value & 31n}`, level: 20, value: right.value & 31n, isUnsigned: false }
          : (name === '/' || name === '%') && wrap(right.value, isUnsigned) === 0n
            ? { text: '3', level: 20, value: 3n, isUnsigned: false }
            : right;
        const value = of?.(wrap(left.value, isUnsigned), wrap(other.value, isUnsigned)) ?? 0n;
        const text = `${within(left, level)} ${name} ${within(other, level + 1)}`;
        return typeof value === 'boolean'
          ? { text, level, value: value ? 1n : 0n, isUnsigned: false }
          : { text, level, value: wrap(value, isUnsigned), isUnsigned };
      }),
    fc.tuple(tie('tree'), fc.constantFrom('-', '~', '!')).map(([inner, sign]): Tree => {
      const text = `${sign}${within(inner, 19)}`.replace(/^--/, '- -');
      if (sign === '!')
        return { text, level: 19, value: inner.value === 0n ? 1n : 0n, isUnsigned: false };
      const isUnsigned = sign === '~' || inner.isUnsigned;
      const value = sign === '-' ? -inner.value : ~inner.value;
      return { text, level: 19, value: wrap(value, isUnsigned), isUnsigned };
    }),
  ),
}));

const moduleOf = (texts: readonly string[]): string =>
  `.version 9.0\n.target sm_90\n.address_size 64\n.visible .global .align 8 .u64 g[${texts.length}] = {\n${texts.join(',\n')}\n};\n` +
  '.visible .entry k()\n{\n  ret;\n}\n';

const MARK = '0x1f2e3d4c5b6a7988';

/** The content of the variable. */
function contentOf(texts: readonly string[]): BigUint64Array {
  const { module, diagnostics } = parsePtx(moduleOf(texts));
  expect(diagnostics).toEqual([]);
  const content = module.variables[0]?.content ?? new Uint8Array(0);
  return new BigUint64Array(content.slice().buffer);
}

test('random trees are worth what plain arithmetic makes of them', () => {
  forAll([fc.array(tree, { minLength: 1, maxLength: 8 })], 500, (trees) => {
    const content = contentOf(trees.map(({ text }) => text));
    expect([...content]).toEqual(trees.map(({ value }) => BigInt.asUintN(64, value)));
  });
});

const hasAssembler = spawnSync('ptxas', ['--version']).status === 0;
describe.skipIf(!hasAssembler)(
  `ptxas${hasAssembler ? '' : ' (skipped: needs ptxas of CUDA 13)'}`,
  () => {
    test('puts the same content into its object', () => {
      const texts = [MARK, ...fc.sample(tree, { numRuns: 400, seed: 7 }).map(({ text }) => text)];
      const folder = mkdtempSync(join(tmpdir(), 'ldscope-constants-'));
      try {
        const [input, output] = [join(folder, 'a.ptx'), join(folder, 'a.cubin')];
        writeFileSync(input, moduleOf(texts));
        const { stderr } = spawnSync('ptxas', ['-arch=sm_90', input, '-o', output], {
          encoding: 'utf8',
        });
        expect(stderr).toBe('');
        // The content begins with a number that nothing else has.
        const object = readFileSync(output);
        const mark = Buffer.from(BigUint64Array.of(BigInt(MARK)).buffer);
        const begin = object.indexOf(mark);
        const bytes = object.subarray(begin, begin + 8 * texts.length);
        const theirs = new BigUint64Array(new Uint8Array(bytes).buffer);
        const ours = contentOf(texts);
        expect(texts.map((text, index) => `${text} = ${ours[index]}`)).toEqual(
          texts.map((text, index) => `${text} = ${theirs[index]}`),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
);
