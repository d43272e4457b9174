/** Structs of C, laid out: what clang makes of them for AMD chips, and what is refused. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CType, readTypes } from '@ldscope/core';
import { namedTypes } from '../../../src/vendors/c/types/scalar-types.ts';
import { llvmTool, skips } from '../../../../../test/llvm.ts';
import { randomStruct } from './random-structs.ts';
import { forAll } from '../../../../../test/for-all.ts';

const clang = llvmTool('clang', 'amdgcn');

/** What the compiler says of constants, each an `unsigned long`. */
function compiledNumbers(source: string, flags: readonly string[]): number[] {
  const argv = [...'-S -emit-llvm -o - -w'.split(' '), ...flags, '-'];
  const { status, stdout, stderr } = spawnSync(clang.command, argv, {
    input: source,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(status, stderr.slice(0, 2000)).toBe(0);
  return [...stdout.matchAll(/^@n(\d+) = .*i64 (\d+)/gm)]
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([, , value]) => Number(value));
}

const PRELUDE = `
typedef __INT8_TYPE__ int8_t; typedef __UINT16_TYPE__ uint16_t; typedef __INT64_TYPE__ int64_t;
typedef __SIZE_TYPE__ size_t; typedef _Float16 half; struct Unknown; constexpr int D = 3;
namespace std {
typedef __UINT32_TYPE__ uint32_t;
template <class T, size_t N> struct array { T values[N]; };
}
namespace ck { typedef int index_t; }
`;

/** Offsets of all fields as C++ writes their paths, and the size of what is there. */
function fieldsOf(type: CType, path = ''): { path: string; offset: number; bytes: number }[] {
  if (type.kind === 'array') {
    return type.of.kind === 'struct' ? fieldsOf(type.of, `${path}[0]`) : [];
  }
  if (type.kind !== 'struct') return [];
  return type.fields.flatMap(({ name, type: inner, offset }) => {
    const own = name === '' ? path : `${path}${path === '' ? '' : '.'}${name}`;
    const entry = name === '' ? [] : [{ path: own, offset, bytes: inner.bytes }];
    const deeper = fieldsOf(inner, own).map((one) => ({ ...one, offset: one.offset + offset }));
    return [...entry, ...deeper];
  });
}

describe.skipIf(skips(clang))('clang agrees', () => {
  test('on every offset and size of random structs', () => {
    const makers = fc.sample(randomStruct, { numRuns: 500, seed: 20261121 });
    const texts = makers.map((make, i) => make(`T${i}`));
    const names: string[] = [];
    const expected: number[] = [];
    const wanted: string[] = [];
    for (const [i, text] of texts.entries()) {
      const read = readTypes(`constexpr int D = 3; ${text}`);
      if (!read.ok) throw new Error(`${read.diagnostics[0]?.message}: ${text}`);
      const { last } = read.value;
      const value = `((T${i} *)0)->`;
      for (const { path, offset, bytes } of fieldsOf(last)) {
        wanted.push(`__builtin_offsetof(T${i}, ${path})`, `sizeof(${value}${path})`);
        expected.push(offset, bytes);
        names.push(`${text} ${path}`, `${text} sizeof ${path}`);
      }
      wanted.push(`sizeof(T${i})`, `alignof(T${i})`);
      expected.push(last.bytes, last.alignment);
      names.push(`${text} sizeof`, `${text} alignof`);
    }
    const constants = wanted.map((one, i) => `extern const unsigned long n${i} = ${one};`);
    const source = `${PRELUDE}${texts.join('\n')}\n${constants.join('\n')}\n`;
    const flags = '--target=amdgcn-amd-amdhsa -x c++ -std=c++20 -fno-access-control';
    const found = compiledNumbers(source, flags.split(' '));
    expect(found).toHaveLength(expected.length);
    for (const [i, number] of expected.entries()) {
      expect(number, `${names[i]} at ${i}`).toBe(found[i]);
    }
    expect(expected.length).toBeGreaterThan(4000);
  });

  test('on vectors of the header that stands in for HIP', () => {
    const include = fileURLToPath(new URL('../../../../cli/include/hip', import.meta.url));
    const known = [...namedTypes].filter(([name]) => /^[a-z]+[1-4]$|^dim3$/.test(name));
    const named = known.filter(([name]) => !/^(?:half|u?longlong)/.test(name));
    const constants = named.flatMap(([name], i) => [
      `extern const unsigned long n${2 * i} = sizeof(${name});`,
      `extern const unsigned long n${2 * i + 1} = alignof(${name});`,
    ]);
    const source = `#include "hip_runtime.h"\n__device__ ${constants.join('\n__device__ ')}\n`;
    const flags = '-x hip --offload-device-only --offload-arch=gfx942 -nogpuinc -nogpulib';
    const words = [...flags.split(' '), '-include', '__clang_hip_runtime_wrapper.h', '-isystem'];
    const found = compiledNumbers(source.replaceAll('extern', 'extern __attribute__((used))'), [
      ...words,
      include,
    ]);
    expect(found).toEqual(named.flatMap(([, { bytes, alignment }]) => [bytes, alignment]));
  });
});

const sizeOf = (text: string): number | string => {
  const read = readTypes(text);
  return read.ok ? read.value.last.bytes : (read.diagnostics[0]?.code ?? '');
};

describe('what is written around fields', () => {
  test.each([
    ['struct A { int n; char c; };', 8],
    ['typedef struct { int n; } A;', 4],
    ['typedef struct Tag { struct Tag *next; int n; } A, *AP;', 16],
    ['using T = std::array<ck::index_t, 3>; struct A { T t; };', 12],
    ['struct A { struct B { int x; }; B b; }; struct C { A::B b[2]; };', 8],
    ['struct A { A(int n_, int m_) : n{n_}, m(m_) {} ~A() = default; int n, m; };', 8],
    ['struct A { bool operator==(const A &o) const { return n == o.n; } int n; };', 4],
    ['struct A { friend void f(A); int (*f)(int); };', 'c-type/not-read'],
    ['class A final { public: float2 v; private: float3 w; };', 24],
    ['struct A { ck::Array<ck::Array<int, 2>, 3> a; };', 24],
    ['struct A { const std::vector<int> *p; Foo<1, Bar<2>> *q; };', 16],
    ['static constexpr int N = 1 << 2; struct A { int n[N]; };', 'c-type/unknown'],
    ['struct A; struct B { A *a; };', 8],
  ])('%s takes %s', (text, wanted) => {
    expect(sizeOf(text)).toBe(wanted);
  });
});

describe('refused with its place', () => {
  test.each([
    ['struct A { union { int a; float b; } u; };', 'union'],
    ['struct A { int bits : 3; };', ':'],
    ['struct A : Base { int n; };', ':'],
    ['template <class T> struct A { T t; };', 'template'],
    ['enum E { X }; struct A { E e; };', 'enum'],
    ['struct A { virtual void f(); };', 'virtual'],
    ['struct A { int &n; };', '&'],
    ['struct A { void (*f)(); };', '('],
    ['struct A { Shape shape; };', 'Shape'],
    ['struct A { int n; float n; };', 'n; };'],
    ['struct A { int n; struct { int n; }; };', 'struct { int n; };'],
    ['struct A { };', 'A'],
    ['struct A { int n[]; };', ']'],
    ['struct A { int n[0]; };', '0'],
    ['struct A { int n[1000000]; };', '1000000'],
    ['struct A { int n[N]; };', 'N]'],
    ['struct A { alignas(2) int n; };', 'alignas'],
    ['struct A { alignas(3) int n; };', '3'],
    ['struct A { int n [[maybe_unused]]; };', '['],
    ['struct A { int n; }; struct A { int n; };', 'A { int n; };'],
    ['#pragma pack(1)\nstruct A { int n; };', '#'],
    ['struct A { long double d; };', 'long double'],
    ['struct A { int n }', '}'],
    ['struct A { int n;', ''],
  ])('%s', (text, place) => {
    const read = readTypes(text);
    expect(read.ok).toBe(false);
    const [{ span, code, hint } = { span: undefined, code: '', hint: '' }] = read.diagnostics;
    expect(code).toMatch(/^(?:c-type|syntax)\//);
    expect(hint).not.toBe('');
    const start = place === '' ? text.length : text.lastIndexOf(place);
    expect(text.slice(span?.start).startsWith(place)).toBe(true);
    if (place.length > 1) expect(span?.start).toBe(start);
  });
});

describe('any text', () => {
  const pieces = [
    ...'struct A B { } ; int n * [ ] 3 , ( ) < >'.split(' '),
    ...'alignas __attribute__ ((packed)) : = typedef using union :: ~'.split(' '),
    ...'const unsigned long std::array sizeof / 0 99999999999 operator'.split(' '),
    ...'static constexpr toString __proto__ # // /* \n " \u0000 🙂'.split(' '),
  ];
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join(' ')),
    fc
      .tuple(randomStruct, fc.nat(200), fc.nat(9), fc.constantFrom(...pieces))
      .map(([make, at, length, piece]) => {
        const text = make('A');
        return text.slice(0, at) + piece + text.slice(at + length);
      }),
  );

  test('is read or refused, never more', () => {
    forAll([texts], 3000, (text) => {
      const read = readTypes(text);
      if (!read.ok) {
        const [first] = read.diagnostics;
        expect(first?.message).not.toBe('');
        expect(first?.span?.start).toBeLessThanOrEqual(text.length);
      } else expect(read.value.last.bytes).toBeGreaterThan(0);
    });
  });

  test.each([
    ['struct A { '.repeat(5000)],
    [`struct A { int n[${'('.repeat(5000)}1; };`],
    [`struct A { ${'std::array<'.repeat(5000)} };`],
    [`struct A { int n${'[1]'.repeat(5000)}; };`],
    [`struct A { ${Array.from({ length: 9000 }, (_, i) => `char c${i};`).join('')} };`],
    [`struct A { char a[65536]; char b[65536]; };`],
  ])('of any size ends: %#', (text) => {
    const began = readTypes(text);
    expect(began.ok || began.diagnostics.length > 0).toBe(true);
  });
});
