// Rows of a tile that are two elements longer than the tile is wide.
static constexpr index_t kRowPad = 2;
static constexpr auto PaddedRows()
{
    constexpr index_t kPitch = kK + kRowPad;
    return make_naive_tensor_descriptor(make_tuple(number<kM>{}, number<kK>{}),
                                        make_tuple(number<kPitch>{}, number<1>{}));
}
