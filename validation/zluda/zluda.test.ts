/** Lists of Rust, and the reading of a test list; the suite itself is outside of the repository. */
import { expect, test } from 'vitest';
import { numbersOf, readRustList } from './rust.ts';
import { failureOf, readTests } from './suite.ts';

const numbers = (text: string): unknown => {
  const list = readRustList(text);
  return list && [list.type, ...numbersOf(list.type, list.bytes)];
};

test('numbers of Rust have the type of the first suffix', () => {
  expect(numbers('[1u64, 0xFF_FF, 0b101]')).toEqual(['u64', 1n, 65535n, 5n]);
  expect(numbers('[1, -2]')).toEqual(['i32', 1n, -2n]);
  expect(numbers('[0.5, -2f32, f32::NAN]')).toEqual(['f32', 0.5, -2, NaN]);
  expect(numbers('[1.5]')).toEqual(['f64', 1.5]);
  expect(numbers('[i32::MIN, i32::MAX]')).toEqual(['i32', -(2n ** 31n), 2n ** 31n - 1n]);
  expect(numbers('[u64::max_value(),]')).toEqual(['u64', 2n ** 64n - 1n]);
  expect(numbers('[f32::from_bits(0x40000000), std::f32::consts::PI / 2f32]')).toEqual([
    'f32',
    2,
    Math.fround(Math.PI) / 2,
  ]);
  expect(numbers('[half::f16::from_f64(1.5), half::f16::NEG_INFINITY]')).toEqual([
    'f16',
    1.5,
    -Infinity,
  ]);
  expect(numbers('[0u16, half::f16::from_f32(2.0).to_bits()]')).toEqual(['u16', 0n, 0x4000n]);
  for (const text of ['', '[', '[1', '[1,,2]', '[foo]', '1', '[1] 2', '[f32::NAN(]'])
    expect(numbers(text)).toBeUndefined();
});

const KERNEL = `.version 8.0
.target sm_90
.visible .entry twice(.param .u64 input, .param .u64 output)
{
  .reg .u64 a, b; .reg .u32 x;
  ld.param.u64 a, [input]; ld.param.u64 b, [output];
  ld.u32 x, [a]; add.u32 x, x, x; st.u32 [b], x; ret;
}`;

test('tests of a list are executed, and their results compared', () => {
  const list = `macro_rules! test_ptx {
    ($name:ident) => { test_ptx_llvm!($name); };
}
test_ptx!(twice, [21u32], [42u32]); // test_ptx!(other, [1], [2]);
test_ptx_warp!(
    tid,
    [0u8, 1u8]
);
test_ptx_with_32!(add, [1u64], [2u64]);
test_ptx!(trap);`;
  const tests = readTests(list);
  expect(tests.map(({ file, threads }) => `${file} ${threads}`)).toEqual([
    'twice 1',
    'tid 64',
    'add 1',
    '32/add 1',
    'trap 1',
  ]);
  const [first] = tests;
  if (first === undefined) throw new Error('no test was read');
  expect(failureOf(first, KERNEL)).toBeUndefined();
  expect(failureOf(first, KERNEL.replace('x, x, x', 'x, x, 1'))).toBe(
    'result 0 is 22, expected 42',
  );
  expect(failureOf(first, KERNEL.replace('add', 'frobnicate'))).toMatch(/^ptx\/unsupported/);
});
