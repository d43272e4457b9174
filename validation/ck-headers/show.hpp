// Prints the factors of an encoding, as `encodingLine` has them, and every offset of a descriptor. It comes behind `ck_tile/core.hpp`,
// `<vector>` and `using namespace ck_tile`.

template <index_t... Is> void show(sequence<Is...>) {
  std::printf(" (");
  const char* gap = "";
  ((std::printf("%s%d", gap, static_cast<int>(Is)), gap = " "), ...);
  std::printf(")");
}
template <typename... Ts> void show(const tuple<Ts...>&) { (show(Ts{}), ...); }
template <typename E> void show_factors(int number) {
  std::printf("%d: encoding", number);
  show(typename E::RsLengths{});
  show(typename E::HsLengthss{});
  std::printf(" P");
  show(typename E::Ps2RHssMajor{});
  std::printf(" /");
  show(typename E::Ps2RHssMinor{});
  std::printf(" Y");
  show(typename E::Ys2RHsMajor{});
  std::printf(" /");
  show(typename E::Ys2RHsMinor{});
  std::printf("\n");
}
template <typename D> void show_encoding(int number, const D&) {
  show_factors<remove_cvref_t<decltype(D::get_static_tile_distribution_encoding())>>(number);
}
template <typename D, std::size_t... Is> void offsets(const D& d, std::index_sequence<Is...>) {
  const std::vector<int> lengths{static_cast<int>(d.get_length(number<Is>{}))...};
  std::printf("descriptor (");
  for (std::size_t i = 0; i < lengths.size(); i++) std::printf("%s%d", i == 0 ? "" : " ", lengths[i]);
  std::printf(") size %d at", static_cast<int>(d.get_element_space_size()));
  std::vector<int> index(lengths.size(), 0);
  for (;;) {
    std::printf(" %d", static_cast<int>(d.calculate_offset(make_tuple(index[Is]...))));
    int at = static_cast<int>(lengths.size()) - 1;
    while (at >= 0 && ++index[at] == lengths[at]) index[at--] = 0;
    if (at < 0) break;
  }
}
template <typename D> void show_descriptor(int number, const D& d) {
  std::printf("%d: ", number);
  offsets(d, std::make_index_sequence<D::get_num_of_dimension()>{});
  std::printf("\n");
}
