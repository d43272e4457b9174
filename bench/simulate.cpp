// The cost rule of a gfx942 ds_read_b128 in two ways. Reads addresses from a file, prints nanoseconds of processor time per
// pass and the cycles: of the first way, then of the second.
//
//   simulate ADDRESSES ROWS PASSES
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static const uint8_t kPhases[8][8] = {
    {0, 1, 2, 3, 20, 21, 22, 23},     {4, 5, 6, 7, 16, 17, 18, 19},
    {8, 9, 10, 11, 28, 29, 30, 31},   {12, 13, 14, 15, 24, 25, 26, 27},
    {32, 33, 34, 35, 52, 53, 54, 55}, {36, 37, 38, 39, 48, 49, 50, 51},
    {40, 41, 42, 43, 60, 61, 62, 63}, {44, 45, 46, 47, 56, 57, 58, 59},
};

// The rule written directly: for each phase, the different first words on each bank, and the fullest bank.
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

// The same counts as `packages/core/src/conflict/simd` takes them: eight rows at once, all pairs of lanes compared, loops that
// the compiler makes vectors of.
static uint64_t countEight(const uint32_t *addresses) {
  uint16_t lanes[64][8];
  for (int lane = 0; lane < 64; lane++)
    for (int row = 0; row < 8; row++) lanes[lane][row] = addresses[64 * row + lane] >> 2;
  uint16_t cycles[8] = {0};
  for (const auto &phase : kPhases) {
    uint16_t words[8][8], banks[8][8], most[8] = {0};
    for (int i = 0; i < 8; i++) {
      uint16_t again[8] = {0}, used[8];
      for (int row = 0; row < 8; row++) {
        words[i][row] = lanes[phase[i]][row];
        banks[i][row] = words[i][row] & 31;
        used[row] = 1;
      }
      for (int before = 0; before < i; before++)
        for (int row = 0; row < 8; row++) {
          again[row] |= words[i][row] == words[before][row] ? 0xffff : 0;
          used[row] += banks[i][row] == banks[before][row] ? 1 : 0;
        }
      for (int row = 0; row < 8; row++) {
        banks[i][row] |= again[row];
        const uint16_t slots = used[row] & ~again[row];
        most[row] = slots > most[row] ? slots : most[row];
      }
    }
    for (int row = 0; row < 8; row++) cycles[row] += most[row];
  }
  uint64_t sum = 0;
  for (const uint16_t one : cycles) sum += one;
  return sum;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const size_t rows = strtoul(argv[2], nullptr, 10);
  const int passes = atoi(argv[3]);
  std::vector<uint32_t> addresses(rows * 64);
  FILE *file = fopen(argv[1], "rb");
  if (!file || fread(addresses.data(), 4, addresses.size(), file) != addresses.size()) return 2;
  fclose(file);
  const auto measure = [&](size_t rowsAtOnce, auto count) {
    const clock_t begin = clock();
    uint64_t cycles = 0;
    for (size_t row = 0; row + rowsAtOnce <= rows; row += rowsAtOnce) cycles += count(&addresses[row * 64]);
    printf("%.0f %llu ", 1e9 * (clock() - begin) / CLOCKS_PER_SEC, (unsigned long long)cycles);
  };
  for (int pass = 0; pass < passes; pass++) {
    measure(1, countRow);
    measure(8, countEight);
    printf("\n");
  }
}
