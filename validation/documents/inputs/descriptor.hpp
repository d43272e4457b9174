// Packs of 8 elements, and the XOR of rows and packs on them: two statements of a policy.
constexpr auto packs = make_naive_tensor_descriptor(make_tuple(number<8>{}, number<32>{}, number<8>{}),
                                                    make_tuple(number<8>{}, number<64>{}, number<1>{}),
                                                    number<8>{}, number<1>{});
constexpr auto turned = transform_tensor_descriptor(
    packs, make_tuple(make_xor_transform(make_tuple(number<32>{}, number<8>{})), make_pass_through_transform(number<8>{})),
    make_tuple(sequence<1, 0>{}, sequence<2>{}), make_tuple(sequence<1, 0>{}, sequence<2>{}));
