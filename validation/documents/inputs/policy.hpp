// A policy in the style of CK Tile: an LDS descriptor of swapped packs, and the distribution that loads its tile.
struct Policy
{
    template <typename Problem>
    CK_TILE_HOST_DEVICE static constexpr auto MakeALdsBlockDescriptor()
    {
        using T                    = typename Problem::ADataType;
        constexpr index_t kM       = Problem::BlockGemmShape::kM;
        constexpr index_t kK       = Problem::BlockGemmShape::kK;
        constexpr index_t kPack    = 16 / sizeof(T);
        constexpr index_t kRowSize = kK * sizeof(T);
        constexpr index_t L        = max(1, get_n_lds_banks() * 4 / kRowSize);

        constexpr auto rows = make_naive_tensor_descriptor(
            make_tuple(number<kK / kPack * L>{}, number<kM / L>{}, number<kPack>{}),
            make_tuple(number<kPack>{}, number<kK * L>{}, number<1>{}), number<kPack>{}, number<1>{});
        constexpr auto permuted = transform_tensor_descriptor(
            rows,
            make_tuple(make_xor_transform(make_tuple(number<kM / L>{}, number<kK / kPack * L>{})),
                       make_pass_through_transform(number<kPack>{})),
            make_tuple(sequence<1, 0>{}, sequence<2>{}), make_tuple(sequence<1, 0>{}, sequence<2>{}));
        constexpr auto unmerged = transform_tensor_descriptor(
            permuted,
            make_tuple(make_unmerge_transform(make_tuple(number<L>{}, number<kK / kPack>{})),
                       make_pass_through_transform(number<kM / L>{}), make_pass_through_transform(number<kPack>{})),
            make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
            make_tuple(sequence<0, 2>{}, sequence<1>{}, sequence<3>{}));
        return transform_tensor_descriptor(
            unmerged,
            make_tuple(make_merge_transform_v3_division_mod(make_tuple(number<kM / L>{}, number<L>{})),
                       make_merge_transform_v3_division_mod(make_tuple(number<kK / kPack>{}, number<kPack>{}))),
            make_tuple(sequence<1, 0>{}, sequence<2, 3>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    }

    template <typename Problem>
    CK_TILE_HOST_DEVICE static constexpr auto MakeADramTileDistribution()
    {
        constexpr index_t K1 = 16 / sizeof(typename Problem::ADataType);
        constexpr index_t K0 = Problem::BlockGemmShape::kK / K1;
        constexpr index_t M2 = get_warp_size() / K0;
        constexpr index_t M1 = 4;
        constexpr index_t M0 = Problem::BlockGemmShape::kM / (M2 * M1);
        return make_static_tile_distribution(
            tile_distribution_encoding<sequence<1>, tuple<sequence<M0, M1, M2>, sequence<K0, K1>>,
                                       tuple<sequence<1>, sequence<1, 2>>, tuple<sequence<1>, sequence<2, 0>>,
                                       sequence<1, 2>, sequence<0, 1>>{});
    }
};
