// The cost rule of a gfx942 ds_read_b128, written directly: for each phase, the different first words on
// each bank, and the fullest bank. Reads addresses from a file, prints nanoseconds per pass and a checksum.
//
//   simulate ADDRESSES ROWS PASSES
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const uint8_t kPhases[8][8] = {
    {0, 1, 2, 3, 20, 21, 22, 23},     {4, 5, 6, 7, 16, 17, 18, 19},
    {8, 9, 10, 11, 28, 29, 30, 31},   {12, 13, 14, 15, 24, 25, 26, 27},
    {32, 33, 34, 35, 52, 53, 54, 55}, {36, 37, 38, 39, 48, 49, 50, 51},
    {40, 41, 42, 43, 60, 61, 62, 63}, {44, 45, 46, 47, 56, 57, 58, 59},
};

static uint64_t countRow(const uint32_t *addresses) {
  uint64_t cycles = 0;
  for (const auto &phase : kPhases) {
    uint32_t words[32][8];
    uint8_t slots[32] = {0};
    int most = 1;
    for (uint8_t lane : phase) {
      const uint32_t word = addresses[lane] >> 2;
      const uint32_t bank = word & 31;
      int at = 0;
      while (at < slots[bank] && words[bank][at] != word) at++;
      if (at < slots[bank]) continue;
      words[bank][at] = word;
      slots[bank]++;
      if (slots[bank] > most) most = slots[bank];
    }
    cycles += most;
  }
  return cycles;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const size_t rows = strtoul(argv[2], nullptr, 10);
  const int passes = atoi(argv[3]);
  std::vector<uint32_t> addresses(rows * 64);
  FILE *file = fopen(argv[1], "rb");
  if (!file || fread(addresses.data(), 4, addresses.size(), file) != addresses.size()) return 2;
  fclose(file);
  for (int pass = 0; pass < passes; pass++) {
    const auto begin = std::chrono::steady_clock::now();
    uint64_t cycles = 0;
    for (size_t row = 0; row < rows; row++) cycles += countRow(&addresses[row * 64]);
    const auto end = std::chrono::steady_clock::now();
    const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();
    printf("%lld %llu\n", (long long)time, (unsigned long long)cycles);
  }
}
