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
    fc.assert(
      fc.property(cases, ({ kK, elementBytes, ldsBanks }) => {
        const text = POLICY.replace('KK;', `${kK};`);
        const spec = expectValue(parseDescriptor(text, { elementBytes, ldsBanks }));
        const swapping = {
          mPerBlock: 64,
          kPerBlock: kK,
          kPack: 16 / elementBytes,
          mLdsLayer: mLdsLayerFor(ldsBanks, kK, elementBytes),
        };
        expect(offsetsOf(spec)).toEqual(offsetsOf(expectValue(ldsIndexSwappingSpec(swapping))));
      }),
      { numRuns: 20 },
    );
  });
});

const first = (text: string, context?: CppContext): string => {
  const [fault] = parseDescriptor(text, context).diagnostics;
  return `${fault?.code} at '${text.slice(fault?.span?.start, fault?.span?.end)}': ${fault?.message}`;
};

const rows = (m: string, k: string): string =>
  `make_naive_tensor_descriptor_packed(make_tuple(number<${m}>{}, number<${k}>{}))`;
const make = (name: string, m: string, k: string): string =>
  `static constexpr auto ${name}() { return ${rows(m, k)}; }\n`;
const lengths = (text: string, context?: CppContext): readonly number[] =>
  expectValue(parseDescriptor(text, context)).base.lengths;

describe('functions', () => {
  test('one that returns a descriptor is what the text means', () => {
    expect(lengths(`constexpr index_t a = 4; ${make('MakeX', 'a', '8')}`)).toEqual([4, 8]);
    expect(lengths(`constexpr index_t f() { return 4; } ${make('X', 'f()', 'f() * 2')}`)).toEqual([
      4, 8,
    ]);
  });

  test('of several the text says which', () => {
    const both = make('MakeMK', '4', '8') + make('MakeKM', '8', '4');
    expect(first(both)).toMatch(
      /^notation\/cpp-which .*: MakeMK, MakeKM each return a descriptor$/,
    );
    expect(lengths(`${both}return MakeMK();`)).toEqual([4, 8]);
    expect(lengths(`${both}constexpr auto desc = MakeKM();`)).toEqual([8, 4]);
    expect(lengths(`struct P { ${both} }; P::MakeMK()`)).toEqual([4, 8]);
  });

  test('what is not read counts where it is called', () => {
    const other = 'static constexpr auto Other() { for (;;) {} }\n';
    const given = 'constexpr index_t Twice(index_t x) { return 2 * x; }\n';
    expect(lengths(other + given + make('X', '4', '8'))).toEqual([4, 8]);
    expect(first(`${other}Other()`)).toMatch(/^notation\/cpp-declaration at 'for'/);
    expect(lengths(given + make('X', 'Twice(2)', '8'))).toEqual([4, 8]);
    expect(first(`${given}${make('X', 'Twice(2, 3)', '8')}`)).toMatch(
      /^notation\/cpp-parameters at 'Twice'/,
    );
    expect(first(given + make('X', 'kM', '8'))).toMatch(/^notation\/cpp-name at 'kM'/);
    expect(first(`${given}constexpr index_t a = Twice();`)).toMatch(
      /^notation\/cpp-parameters at 'Twice': no function 'Twice' takes these arguments/,
    );
    expect(first(make('X', 'kM', '8'))).toBe(
      "notation/cpp-name at 'kM': 'kM' has no value in this text",
    );
  });

  test('a body is of its own template arguments', () => {
    const maker = `template <typename Problem> ${make('X', 'Problem::kM', '8')}`;
    const problem = 'struct Problem { static constexpr index_t kM = 4; };\n';
    expect(lengths(`${problem}${maker}X<Problem>()`)).toEqual([4, 8]);
    const defaults = `template <typename Problem, typename Q = tuple<int, int>, index_t N = 3> ${make('X', 'Problem::kM', '8')}`;
    expect(lengths(`${problem}${defaults}X<Problem, Q, N>()`)).toEqual([4, 8]);
    const other = 'struct Other { static constexpr index_t kM = 16; };\n';
    expect(lengths(`${problem}${other}${maker}X<Other>()`)).toEqual([16, 8]);
    expect(first(`${problem}${maker}X<Nothing>()`)).toMatch(
      /^notation\/cpp-name at 'Problem::kM': 'Nothing::kM' has no value/,
    );
    expect(first(maker)).toBe(
      "notation/cpp-name at 'Problem::kM': 'Problem::kM' has no value in this text",
    );
  });

  test('if constexpr takes the branch of its condition', () => {
    const text = (banks: number): string =>
      `constexpr index_t n = ${banks};
       static constexpr auto X() {
         if constexpr (n == 64) { return ${rows('64', '4')}; }
         else if constexpr (n == 32) { return ${rows('32', '4')}; }
         else { return ${rows('what', 'ever')}; }
       }`;
    expect(lengths(text(64))).toEqual([64, 4]);
    expect(lengths(text(32))).toEqual([32, 4]);
    expect(first(text(16))).toContain("'what' has no value");
  });
});

describe('types and chips', () => {
  const text = `constexpr index_t a = 16 / sizeof(DataType); ${rows('a', 'get_n_lds_banks()')}`;

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
    const acc = rows('sizeof(AccDataType)', '8');
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
${rows('a', '4')}`;
    expect(first(text)).toMatch(/cpp-name at 'a'/);
    expect(lengths(text.replace('number<a>', 'number<pad + USE_PAD>'))).toEqual([9, 4]);
  });
});

test('a static_assert that fails is a fault, one of what is unknown is none', () => {
  const text = (condition: string) =>
    `static constexpr auto X() { static_assert(${condition}, "sizes"); return ${rows('4', '4')}; }`;
  expect(first(text('4 % 3 == 0'))).toMatch(/^notation\/cpp-assert at '4 % 3 == 0'/);
  expect(lengths(text('Problem::kM > 4'))).toEqual([4, 4]);
});

test('what is returned and never defined is named', () => {
  expect(first('static constexpr auto X() { return lds_desc; }')).toBe(
    "notation/cpp-name at 'lds_desc': 'lds_desc' has no value in this text",
  );
});

test('of several the context says which', () => {
  const both = `struct P { ${make('MakeMK', '4', '8')} ${make('MakeKM', '8', '4')} };`;
  expect(lengths(both, { use: 'MakeMK' })).toEqual([4, 8]);
  expect(lengths(both, { use: 'P::MakeKM' })).toEqual([8, 4]);
  expect(first(both, { use: 'MakeX' })).toMatch(/^notation\/unknown-name/);
});

test('what is not read is named', () => {
  expect(first('enum { A };')).toMatch(/^notation\/cpp-declaration at 'enum'/);
  expect(first('if (a) { }')).toMatch(/^notation\/cpp-name at 'a'/);
  expect(first('for (;;) { }')).toMatch(/^notation\/cpp-declaration at 'for'/);
  expect(first('using B = TensorDescriptor; using P = decltype(B{});')).toMatch(
    /^notation\/unknown-name at 'B'/,
  );
  // The value of another name that ends alike is not taken.
  const other = 'constexpr index_t a = 4; struct P { static constexpr index_t b = 1; };';
  expect(first(`${other} ${rows('P::a', '2')}`)).toBe(
    "notation/cpp-name at 'a': 'P::a' has no value in this text",
  );
});
