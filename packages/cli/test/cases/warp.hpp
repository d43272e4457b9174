template <typename T> struct WarpGemm;
template <> struct WarpGemm<half_t> { static constexpr index_t kK = 8; };
