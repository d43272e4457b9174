// Four waves side by side in k, 16 bytes per lane: which element of a tile a thread holds.
static constexpr auto ColumnsOfWaves()
{
    constexpr index_t kVector = 16 / sizeof(DataType);
    constexpr index_t kWaves  = kK / kVector;
    using Encoding            = tile_distribution_encoding<sequence<1>,
                                                tuple<sequence<1, 8, 8>, sequence<kWaves, kVector>>,
                                                tuple<sequence<2>, sequence<1, 1>>,
                                                tuple<sequence<0>, sequence<1, 2>>,
                                                sequence<1, 2>,
                                                sequence<0, 1>>;
    return make_static_tile_distribution(Encoding{});
}
