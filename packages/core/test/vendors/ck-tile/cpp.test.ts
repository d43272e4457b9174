/** Functions, structs and types around CK Tile's descriptors: what they mean is read, the rest is refused by name. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allIndices,
  calculateOffsets,
  type CppContext,
  type DescriptorSpec,
  expectValue,
  ldsIndexSwappingSpec,
  lengthsOf,
  makeDescriptor,
  mLdsLayerFor,
  parseDescriptor,
  parseEncoding,
} from '@ldscope/core';
import { forAll } from '../../../../../test/for-all.ts';
import { rows } from '../../../../../test/rows.ts';

/** A policy in the form of CK's: sizes of a problem, the size of its type, the banks of the chip. */
const POLICY = `
  template <typename Problem>
  struct GemmPolicy;  // what is declared only has no body

  struct Problem {
    using ADataType = DataType;
    struct Shape {
      static constexpr index_t kM = 64, kK = KK;
    };
  };

  namespace ck_tile {
  struct Policy {
   public:
    template <typename Problem>
    CK_TILE_HOST_DEVICE static constexpr index_t GetKPack() {
      return 16 / sizeof(remove_cvref_t<typename Problem::ADataType>);
    }

    template <typename Problem>
    CK_TILE_DEVICE static constexpr auto MakeALdsBlockDescriptor() {
      constexpr index_t kM = Problem::Shape::kM, kK = Problem::Shape::kK;
      constexpr index_t kKPack = GetKPack<Problem>();
      static_assert(kK % kKPack == 0, "a pack; would be cut }");
      constexpr auto DataTypeSize = sizeof(typename Problem::ADataType);
      constexpr auto MLdsLayer = ck_tile::max(1, get_n_lds_banks() * 4 / kK / DataTypeSize);
      constexpr auto desc_0 = make_naive_tensor_descriptor(
          make_tuple(number<kK / kKPack * MLdsLayer>{}, number<kM / MLdsLayer>{}, number<kKPack>{}),
          make_tuple(number<kKPack>{}, number<kK * MLdsLayer>{}, number<1>{}),
          number<kKPack>{}, number<1>{});
      constexpr auto permuted = transform_tensor_descriptor(
          desc_0,
          make_tuple(make_xor_transform(make_tuple(number<kM / MLdsLayer>{}, number<kK / kKPack * MLdsLayer>{})),
                     make_pass_through_transform(number<kKPack>{})),
          make_tuple(sequence<1, 0>{}, sequence<2>{}), make_tuple(sequence<1, 0>{}, sequence<2>{}));
      constexpr auto unmerged = transform_tensor_descriptor(
          permuted,
          make_tuple(make_unmerge_transform(make_tuple(number<MLdsLayer>{}, number<kK / kKPack>{})),
                     make_pass_through_transform(number<kM / MLdsLayer>{}),
                     make_pass_through_transform(number<kKPack>{})),
          make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
          make_tuple(sequence<0, 2>{}, sequence<1>{}, sequence<3>{}));
      return transform_tensor_descriptor(
          unmerged,
          make_tuple(make_merge_transform_v3_division_mod(make_tuple(number<kM / MLdsLayer>{}, number<MLdsLayer>{})),
                     make_merge_transform_v3_division_mod(make_tuple(number<kK / kKPack>{}, number<kKPack>{}))),
          make_tuple(sequence<1, 0>{}, sequence<2, 3>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    }
  };
  }  // namespace ck_tile
`;

const offsetsOf = (spec: DescriptorSpec): number[] => {
  const made = expectValue(makeDescriptor(spec));
  return [...calculateOffsets(made, allIndices(lengthsOf(made)))];
};

describe('a policy', () => {
  test('is LdsIndexSwapping of its sizes, its type and the banks', () => {
    const cases = fc.record({
      kK: fc.constantFrom(16, 32, 64, 128),
      elementBytes: fc.constantFrom(1, 2, 4),
      ldsBanks: fc.constantFrom(32, 64),
    });
    forAll([cases], 20, ({ kK, elementBytes, ldsBanks }) => {
      const text = POLICY.replace('KK;', `${kK};`);
      const spec = expectValue(parseDescriptor(text, { elementBytes, ldsBanks }));
      const swapping = {
        mPerBlock: 64,
        kPerBlock: kK,
        kPack: 16 / elementBytes,
        mLdsLayer: mLdsLayerFor(ldsBanks, kK, elementBytes),
      };
      expect(offsetsOf(spec)).toEqual(offsetsOf(expectValue(ldsIndexSwappingSpec(swapping))));
    });
  });
});

const first = (text: string, context?: CppContext): string => {
  const [fault] = parseDescriptor(text, context).diagnostics;
  return `${fault?.code} at '${text.slice(fault?.span?.start, fault?.span?.end)}': ${fault?.message}`;
};

const packed = (m: string, k: string): string =>
  `make_naive_tensor_descriptor_packed(make_tuple(number<${m}>{}, number<${k}>{}))`;
const make = (name: string, m: string, k: string): string =>
  `static constexpr auto ${name}() { return ${packed(m, k)}; }\n`;
const lengths = (text: string, context?: CppContext): readonly number[] =>
  expectValue(parseDescriptor(text, context)).base.lengths;

/** The lengths of what is read, or what is wrong first. */
const answer = (text: string): string =>
  parseDescriptor(text).ok ? `[${lengths(text).join(', ')}]` : first(text);

const both = make('MakeMK', '4', '8') + make('MakeKM', '8', '4');
const other = 'static constexpr auto Other() { for (;;) {} }\n';
const twice = 'constexpr index_t Twice(index_t x) { return 2 * x; }\n';
const problem = 'struct Problem { static constexpr index_t kM = 4; };\n';
const another = 'struct Other { static constexpr index_t kM = 16; };\n';
const maker = `template <typename Problem> ${make('X', 'Problem::kM', '8')}`;
const defaults = `template <typename Problem, typename Q = tuple<int, int>, index_t N = 3> ${make('X', 'Problem::kM', '8')}`;
const branches = `static constexpr auto X() {
  if constexpr (n == 64) { return ${packed('64', '4')}; }
  else if constexpr (n == 32) { return ${packed('32', '4')}; }
  else { return ${packed('what', 'ever')}; }
}`;
const asserted = (condition: string): string =>
  `static constexpr auto X() { static_assert(${condition}, "sizes"); return ${packed('4', '4')}; }`;

test.each(rows`
  a function that returns a descriptor  | [4, 8]  | constexpr index_t a = 4; ${make('MakeX', 'a', '8')}
  numbers of functions                  | [4, 8]  | constexpr index_t f() { return 4; } ${make('X', 'f()', 'f() * 2')}
  several, with no choice               | : MakeMK, MakeKM each return a descriptor | ${both}
  several, one returned                 | [4, 8]  | ${both}return MakeMK();
  several, one named                    | [8, 4]  | ${both}constexpr auto desc = MakeKM();
  several in a struct                   | [4, 8]  | struct P { ${both} }; P::MakeMK()
  a function that is not read           | [4, 8]  | ${other + twice + make('X', '4', '8')}
  a call of one that is not read        | notation/cpp-declaration at 'for' | ${other}Other()
  functions of numbers                  | [3, 8]  | ${packed('ck_tile::min(8, 3, 5)', 'ck_tile::max(2, 8, 3)')}
  a function with a default             | [4, 8]  | template <index_t N = 4> ${make('X', 'N', '8')}return X();
  the one of several without parameters | [2, 8]  | template <index_t N = 4> ${make('X', 'N', '8')}${make('X', '2', '8')}return X();
  two with defaults                     | notation/cpp-parameters at 'X': several functions | template <index_t N = 4> ${make('X', 'N', '8')}template <index_t N = 2, index_t M = 1> ${make('X', 'N', '8')}return X();
  a library alone                       | notation/cpp-name at 'std': 'std' has no value | ${packed('std', '2')}
  a function of a parameter             | [4, 8]  | ${twice + make('X', 'Twice(2)', '8')}
  a parameter too many                  | notation/cpp-parameters at 'Twice' | ${twice + make('X', 'Twice(2, 3)', '8')}
  no parameter                          | notation/cpp-parameters at 'Twice': no function 'Twice' takes these arguments | ${twice}constexpr index_t a = Twice();
  a name beside a function              | notation/cpp-name at 'kM' | ${twice + make('X', 'kM', '8')}
  a name without a value                | notation/cpp-name at 'kM': 'kM' has no value in this text | ${make('X', 'kM', '8')}
  a template argument                   | [4, 8]  | ${problem}${maker}X<Problem>()
  template arguments with defaults      | [4, 8]  | ${problem}${defaults}X<Problem, Q, N>()
  another template argument             | [16, 8] | ${problem}${another}${maker}X<Other>()
  an unknown template argument          | notation/cpp-name at 'Problem::kM': 'Nothing::kM' has no value | ${problem}${maker}X<Nothing>()
  no template argument                  | notation/cpp-name at 'Problem::kM': 'Problem::kM' has no value in this text | ${maker}
  the first branch                      | [64, 4] | constexpr index_t n = 64; ${branches}
  the second branch                     | [32, 4] | constexpr index_t n = 32; ${branches}
  the last branch                       | 'what' has no value | constexpr index_t n = 16; ${branches}
  an assertion that fails               | notation/cpp-assert at '4 % 3 == 0' | ${asserted('4 % 3 == 0')}
  an assertion of what is unknown       | [4, 4]  | ${asserted('Problem::kM > 4')}
  what is returned and never defined    | notation/cpp-name at 'lds_desc': 'lds_desc' has no value in this text | static constexpr auto X() { return lds_desc; }
  an enum                               | notation/cpp-declaration at 'enum' | enum { A };
  a condition                           | notation/cpp-name at 'a' | if (a) { }
  a loop                                | notation/cpp-declaration at 'for' | for (;;) { }
  a type of a type                      | notation/unknown-name at 'B' | using B = TensorDescriptor; using P = decltype(B{});
  a name of another scope, alike        | notation/cpp-name at 'a': 'P::a' has no value in this text | constexpr index_t a = 4; struct P { static constexpr index_t b = 1; }; ${packed('P::a', '2')}
`)('%s: %s', (_, expected, text) => {
  expect(answer(text)).toContain(expected);
});

describe('types and chips', () => {
  const text = `constexpr index_t a = 16 / sizeof(DataType); ${packed('a', 'get_n_lds_banks()')}`;

  test('come from the tile and the machine', () => {
    expect(lengths(text, { elementBytes: 2, ldsBanks: 64 })).toEqual([8, 64]);
    expect(first(text)).toMatch(/^notation\/cpp-sizeof at 'DataType'/);
    expect(first(text, { elementBytes: 2 })).toMatch(
      /^notation\/cpp-name at 'get_n_lds_banks\(\)'/,
    );
  });

  test('or from the text, which must not contradict', () => {
    const float = `using DataType = float; ${text}`;
    expect(lengths(float, { ldsBanks: 32 })).toEqual([4, 32]);
    expect(first(float, { elementBytes: 2, ldsBanks: 32 })).toBe(
      "notation/cpp-element at 'using DataType = float;': 'DataType' has 4 bytes, and an element of the tile has 2",
    );
    const acc = packed('sizeof(AccDataType)', '8');
    expect(first(acc, { elementBytes: 2 })).toMatch(/^notation\/cpp-sizeof at 'AccDataType'/);
    expect(lengths(`using AccDataType = float; ${acc}`, { elementBytes: 2 })).toEqual([4, 8]);
  });

  test('encodings use them too', () => {
    const encoding = `constexpr index_t K1 = 16 / sizeof(DataType);
      static constexpr auto MakeReadDistribution() {
        return make_static_tile_distribution(tile_distribution_encoding<sequence<1>,
          tuple<sequence<1, 8, 8>, sequence<32 / K1, K1>>, tuple<sequence<2>, sequence<1, 1>>,
          tuple<sequence<0>, sequence<1, 2>>, sequence<1, 2>, sequence<0, 1>>{});
      }`;
    const { hs } = expectValue(parseEncoding(encoding, { elementBytes: 2 }));
    expect(hs).toEqual([
      [1, 8, 8],
      [4, 8],
    ]);
  });
});

describe('templates', () => {
  test('specializations, bases and defaults', () => {
    const text = `
      template <typename T, index_t N> struct Warp;
      template <> struct Warp<half_t, 32> { static constexpr index_t kM = 32, kK = 8; };
      template <index_t N> struct Warp<float, N> { static constexpr index_t kM = N, kK = 2; };
      template <typename T, index_t N> using WarpOf = Warp<remove_cvref_t<T>, N>;
      template <typename W, index_t Rows = 2> struct Shape : W { static constexpr index_t kRows = Rows * W::kM; };
      template <typename T> static constexpr auto Make() {
        using S = Shape<WarpOf<T, 32>>;
        return make_naive_tensor_descriptor_packed(make_tuple(number<S::kRows>{}, number<S::kK>{}));
      }`;
    expect(lengths(`${text} return Make<half_t>();`)).toEqual([64, 8]);
    expect(lengths(`${text} return Make<fp32_t>();`)).toEqual([64, 2]);
    expect(first(`${text} return Make<bf16_t>();`)).toMatch(/^notation\/cpp-template/);
    expect(first(text)).toMatch(/'T' has no value/);
    expect(lengths(text, { constants: { T: 'half_t' } })).toEqual([64, 8]);
  });

  test('tuples, lambdas and types that are compared', () => {
    const text = `
      template <typename P> static constexpr auto Config() {
        constexpr auto pick = [](index_t a) { if constexpr (std::is_same_v<typename P::T, half_t>) return a * 2; else return a; };
        return make_tuple(number<4>{}, pick(8));
      }
      template <typename P> static constexpr auto Make() {
        constexpr auto config = Config<P>();
        constexpr index_t m = config.template at<0>(), k = config.at(number<1>{});
        return make_naive_tensor_descriptor_packed(make_tuple(number<m>{}, number<k>{}));
      }`;
    expect(lengths(text, { constants: { 'P::T': '_Float16' } })).toEqual([4, 16]);
    expect(lengths(text, { constants: { 'P::T': 'bf16_t' } })).toEqual([4, 8]);
    expect(first(text)).toMatch(/'P::T' has no value/);
  });

  test('members of what is unknown are given by their names, inner structs alone too', () => {
    const text = make('X', 'Problem::Shape::kM', 'WG::kK').replace(
      'return',
      'using WG = remove_cvref_t<decltype(Policy::template Get<Problem>())>; return',
    );
    const given = (constants: CppContext['constants']) => ({ ...(constants && { constants }) });
    expect(lengths(text, given({ 'Shape::kM': 64, 'WG::kK': 8 }))).toEqual([64, 8]);
    expect(first(text, given({ 'kM': 64, 'WG::kK': 8 }))).toMatch(
      /'Problem::Shape::kM' has no value/,
    );
    expect(first(text, given({ 'Shape::kM': 'half_t +' }))).toMatch(/^notation\/cpp-given/);
  });
});

describe('the preprocessor', () => {
  test('leaves the branches that are taken, at their places', () => {
    const text = `#define USE_PAD 1
#if 0
garbage ( here
#elif defined(USE_PAD) && USE_PAD > 0
constexpr index_t pad = 8; // "
#else
#error no
#endif
${packed('a', '4')}`;
    expect(first(text)).toMatch(/cpp-name at 'a'/);
    expect(lengths(text.replace('number<a>', 'number<pad + USE_PAD>'))).toEqual([9, 4]);
  });
});

test('of several the context says which', () => {
  const nested = `struct P { ${both} };`;
  expect(lengths(nested, { use: 'MakeMK' })).toEqual([4, 8]);
  expect(lengths(nested, { use: 'P::MakeKM' })).toEqual([8, 4]);
  expect(first(nested, { use: 'MakeX' })).toMatch(/^notation\/unknown-name/);
});
