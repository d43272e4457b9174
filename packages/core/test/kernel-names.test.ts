/** Names of kernels: demangled as LLVM does it, and found by what people call them. */
import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { demangledName } from '../src/base/demangle.ts';
import { readableName, symbolNamed } from '../src/base/kernel-names.ts';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { forAll } from '../../../test/for-all.ts';

/** Symbols and what `llvm-cxxfilt-22 --no-params` makes of them. */
const names: readonly (readonly [symbol: string, name: string])[] = [
  ['_Z18transposeCoalescedPfPKfii', 'transposeCoalesced'],
  ['_Z6kernelIfLi32EEvPT_i', 'kernel<float, 32>'],
  ['_ZN2ck4gemmIfLi32EEEvPT_', 'ck::gemm<float, 32>'],
  ['_ZN2ck4gemmINS_4TileILi32EEEfEEvPT0_', 'ck::gemm<ck::Tile<32>, float>'],
  ['_ZN12_GLOBAL__N_17reduce2Ev', '(anonymous namespace)::reduce2'],
  ['_ZL5stageILb1ELj8ELm16EEvv', 'stage<true, 8u, 16ul>'],
  ['_Z1kIDF16_DhDv4_fEvv', 'k<_Float16, half, float vector[4]>'],
  ['_Z1kIPKfRVKiOcEvv', 'k<float const*, int const volatile&, char&&>'],
  ['_Z1kILin5ELs3ELh1ELx9EEvv', 'k<-5, (short)3, (unsigned char)1, 9ll>'],
  ['_Z1kIJfiLi3EEEvv', 'k<float, int, 3>'],
  ['_Z1kIN1a1bIfEENS1_IiEES2_NS2_1cEEvv', 'k<a::b<float>, a::b<int>, a::b<float>, a::b<float>::c>'],
  ['_Z1kISt4pairIifES0_IffEEvv', 'k<std::pair<int, float>, std::pair<float, float>>'],
  ['_Z1kILN1a4modeE1EEvv', 'k<(a::mode)1>'],
  ['_ZSt4swapIfEvRT_S1_', 'std::swap<float>'],
  ['_ZN7rocprim6detail4sortIJLi1EjEEEvv', 'rocprim::detail::sort<1, unsigned int>'],
];

describe('a mangled name', () => {
  it.each(names)('%s', (symbol, name) => {
    expect(demangledName(symbol)).toBe(name);
  });

  it.each(
    ' main _Z _Z3ab _ZN _ZNE _ZN1aIE _Z1kIS5_Evv _Z1kIUlvE_Evv _Z1kIXadL_Z1fvEEEvv _Z0v _Z1kILf3f800000EEvv _ZN1aC1Ev _ZNSt1aE _ZZ1fvE1g'.split(
      ' ',
    ),
  )('that is not understood is left as it is: %s', (symbol) => {
    if (symbol !== '_ZNSt1aE') expect(demangledName(symbol)).toBeUndefined();
    expect(() => readableName(symbol)).not.toThrow();
  });

  it('does not grow without bounds', () => {
    const doubled = `_Z1kI${'St4pairI'.repeat(40)}`;
    expect(demangledName(doubled)).toBeUndefined();
    const square = `_Z1kISt1pIiiE${Array.from({ length: 30 }, (_, i) => `St1pIS${i === 0 ? 0 : i.toString(36).toUpperCase()}_S${i === 0 ? 0 : i.toString(36).toUpperCase()}_E`).join('')}Evv`;
    expect((demangledName(square) ?? '').length).toBeLessThanOrEqual(4096);
  });
});

/** Symbols made of the grammar, so that most are sound. */
const symbolOf = fc
  .letrec<{ type: string; list: string; name: string }>((tie) => ({
    name: fc.constantFrom('1a', '3foo', '4pair'),
    type: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('i', 'f', 'b', 'm', 'h', 'DF16_', 'S_', 'S0_', 'S1_', 'Li3E', 'Lb0E', 'Lj7E'),
      fc.tuple(fc.constantFrom('P', 'R', 'K', 'PK', 'Dv2_'), tie('type')).map(([a, b]) => a + b),
      fc.tuple(tie('name'), tie('list')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('name'), tie('name'), tie('list')).map(([a, b, c]) => `N${a}${c}${b}${c}E`),
      tie('name'),
    ),
    list: fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((all) => `I${all.join('')}E`),
  }))
  .list.chain((list) =>
    fc.constantFrom(`_Z1k${list}vv`, `_ZN2ns1k${list}Evv`, `_ZN2ns1c${list}1k${list}Evv`),
  );

const cxxfilt = llvmTool('llvm-cxxfilt');

test.skipIf(skips(cxxfilt))('LLVM reads the same, wherever anything is read', () => {
  const symbols = fc.sample(symbolOf, { numRuns: 3000, seed: 5 });
  const all = [...names.map(([symbol]) => symbol), ...symbols];
  const { stdout } = spawnSync(cxxfilt.command, ['--no-params'], {
    input: `${all.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const theirs = stdout.split('\n');
  const read = all.map((symbol) => demangledName(symbol));
  const different = all.flatMap((symbol, i) =>
    read[i] === undefined || read[i] === theirs[i] ? [] : [[symbol, read[i], theirs[i]]],
  );
  expect(different.slice(0, 5)).toEqual([]);
  expect(read.filter((name) => name !== undefined).length).toBeGreaterThan(1000);
});

test('any text is read without an exception', () => {
  const letters = fc.constantFrom(...'_ZNEISLKPRTJ0123abifjmv.t');
  forAll([fc.string({ unit: letters, maxLength: 60 })], { numRuns: 2000, seed: 7 }, (text) => {
    const name = demangledName(`_Z${text}`);
    expect(name === undefined || name.length > 0).toBe(true);
  });
});

describe('a kernel is meant by', () => {
  const symbols = [
    '_Z18transposeCoalescedPfPKf',
    '_Z9transposePf',
    '_ZN2ck4gemmIfEEvv',
    '_ZN2ck4gemmIiEEvv',
    'plain',
  ];

  it.each([
    ['its symbol', '_Z9transposePf', 1],
    ['its name, though it is a part of another', 'transpose', 1],
    ['its name with parameters', 'transposeCoalesced(float*, float const*)', 0],
    ['a part', 'Coalesced', 0],
    ['its arguments', 'ck::gemm<int>', 3],
    ['them with other spaces', 'ck::gemm< int >', 3],
    ['a name that is not mangled', 'plain', 4],
  ])('%s', (_what, wanted, index) => {
    expect(symbolNamed(symbols, wanted)).toBe(symbols[index]);
  });

  it.each(['gemm', 'ck::gemm', 'ck'])('nothing that two have: %s', (wanted) => {
    const found = symbolNamed(symbols, wanted);
    expect(found).toMatchObject({ code: 'launch/ambiguous-kernel' });
    expect(typeof found === 'object' && found.hint).toBe(
      'choose one of: ck::gemm<float>, ck::gemm<int>',
    );
  });

  it.each(['', 'nothing', '()'])('nothing that none has: %s', (wanted) => {
    expect(symbolNamed(symbols, wanted)).toBeUndefined();
  });
});
