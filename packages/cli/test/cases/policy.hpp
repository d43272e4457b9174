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
};
