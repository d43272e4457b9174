/** `ldscope explain` and `convert` of CK Tile's C++: headers with their includes, names by -D, one layout in full. */
import { describe, expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

/** A policy in the form of CK's, with the matrix instruction in a header of its own. */
const files = {
  'warp.hpp': `
    template <typename T> struct WarpGemm;
    template <> struct WarpGemm<half_t> { static constexpr index_t kK = 8; };`,
  'policy.hpp': `
    #include "warp.hpp"
    #include "ck_tile/core.hpp"
    struct Policy {
      template <typename Problem>
      CK_TILE_HOST_DEVICE static constexpr auto MakeALdsBlockDescriptor() {
        constexpr index_t kM = Problem::Shape::kM, kK = Problem::Shape::kK;
        constexpr index_t kPack = WarpGemm<typename Problem::ADataType>::kK;
        constexpr auto desc_0 = make_naive_tensor_descriptor(
            make_tuple(number<kK / kPack>{}, number<kM>{}, number<kPack>{}),
            make_tuple(number<(kM + 1) * kPack>{}, number<kPack>{}, number<1>{}), number<kPack>{}, number<1>{});
        return transform_tensor_descriptor(
            desc_0,
            make_tuple(make_pass_through_transform(kM), make_merge_transform(make_tuple(kK / kPack, kPack))),
            make_tuple(sequence<1>{}, sequence<0, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
      }
      template <typename Problem>
      CK_TILE_HOST_DEVICE static constexpr auto MakeADramTileDistribution() {
        constexpr index_t K1 = 16 / sizeof(typename Problem::ADataType), K0 = Problem::Shape::kK / K1;
        constexpr index_t M2 = get_warp_size() / K0, M1 = 4, M0 = Problem::Shape::kM / (M2 * M1);
        return make_static_tile_distribution(
            tile_distribution_encoding<sequence<1>, tuple<sequence<M0, M1, M2>, sequence<K0, K1>>,
                                       tuple<sequence<1>, sequence<1, 2>>, tuple<sequence<1>, sequence<2, 0>>,
                                       sequence<1, 2>, sequence<0, 1>>{});
      }
    };`,
  'plain.hpp': 'constexpr int a = 4;',
};

const given = ['-D', 'Shape::kM=64', '-D', 'Problem::Shape::kK=32', '-D', 'Problem::ADataType=f16'];

interface Layouts {
  readonly layouts: readonly {
    readonly kind: string;
    readonly name: string;
    readonly formula?: string;
    readonly coordinate?: { readonly offset: number };
    readonly moved?: { readonly offset: number };
    readonly lanes?: number;
    readonly elements?: readonly (readonly (readonly number[])[])[];
  }[];
}

async function layouts(...options: readonly string[]): Promise<Layouts['layouts']> {
  const { code, stdout } = await ldscope(['explain', 'policy.hpp', '-f', 'json', ...options], {
    files,
  });
  expect(code).toBe(0);
  return (JSON.parse(stdout) as Layouts).layouts;
}

describe('ldscope explain policy.hpp', () => {
  test('lists descriptors and distributions, one in full', async () => {
    const all = await layouts(...given);
    expect(all.map(({ kind }) => kind)).toEqual(['descriptor', 'encoding']);
    const index = ['--use', 'MakeALdsBlockDescriptor', '--index', '3,9', '--move', '1,8'];
    const [descriptor] = await layouts(...given, ...index);
    expect(descriptor?.formula).toBe('k / 8 * 520 + m * 8 + k % 8');
    // K / 8 packs of 65 rows of 8.
    expect(descriptor?.coordinate?.offset).toBe(520 + 3 * 8 + 1);
    expect(descriptor?.moved?.offset).toBe(2 * 520 + 4 * 8 + 1);
  });

  test('gives the element of each lane; waves are those of the chip', async () => {
    const use = ['--use', 'MakeADramTileDistribution'];
    const [wide] = await layouts(...given, ...use);
    expect(wide?.lanes).toBe(64);
    expect(wide?.elements?.[30]?.[1]).toEqual([7, 17]);
    const [narrow] = await layouts(...given, ...use, '-m', 'gfx1250');
    expect(narrow?.lanes).toBe(32);
  });

  test('says which names have no value, and refuses what is not right', async () => {
    await expectRefused(
      'explain policy.hpp --use MakeALdsBlockDescriptor',
      { files },
      "'Problem::Shape::kK' has no value",
      '--define "Problem::Shape::kK=',
    );
    const outside = [...given, '--use', 'MakeALdsBlockDescriptor', '--index', '64,0'];
    await expectRefused(['explain', 'policy.hpp', ...outside], { files }, 'layout/index-range');
    await expectRefused('explain policy.hpp -D =4', { files }, 'usage/define');
    await expectRefused('explain plain.hpp', { files });
  });
});

test('ldscope convert policy.hpp writes it in other notations', async () => {
  const options = ['--tile', '64x32xf16', '--use', 'MakeALdsBlockDescriptor', '-f', 'json'];
  const { code, stdout } = await ldscope(['convert', 'policy.hpp', ...options, ...given], {
    files,
  });
  expect(code).toBe(0);
  const { layout } = JSON.parse(stdout) as { layout: string };
  expect(layout).toBe('lines of 8 columns, lines of 1040 B (1024 + 16)');
});
