// One v_mfma_f32_32x32x8_f16 as the emulator defines it, written directly: A (32 x 8) and B (8 x 32) as doubles,
// exact products summed in a double, added to D and rounded to float. Prints nanoseconds per product, and a checksum.
//
//   matrix TIMES PASSES
#include <chrono>
#include <cstdio>
#include <cstdlib>

static double a[8][32], b[8][32];
static float d[32][32];

static void multiply() {
  for (int row = 0; row < 32; row++) {
    double sum[32] = {0};
    for (int k = 0; k < 8; k++)
      for (int column = 0; column < 32; column++) sum[column] += a[k][row] * b[k][column];
    for (int column = 0; column < 32; column++)
      d[row][column] = static_cast<float>(d[row][column] + sum[column]);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const int times = atoi(argv[1]);
  const int passes = atoi(argv[2]);
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < 32; i++) {
      a[k][i] = (7 * k + 3 * i) % 11 - 5;
      b[k][i] = (5 * k + 2 * i) % 13 - 6;
    }
  for (int pass = 0; pass < passes; pass++) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; i++) {
      a[0][i & 31] = -a[0][i & 31];
      multiply();
    }
    const auto end = std::chrono::steady_clock::now();
    const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();
    printf("%lld %g\n", (long long)time, d[3][5]);
  }
}
