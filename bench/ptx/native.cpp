// The kernels of kernels.cu on one core: million multiply-adds and rounds per second.
//
//   native ROWS DEPTH COUNTERS ROUNDS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double seconds(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  const int rows = atoi(argv[1]), depth = atoi(argv[2]), counters = atoi(argv[3]), rounds = atoi(argv[4]);
  std::vector<float> a(rows * depth), b(depth * 64), c(rows * 64);
  for (size_t i = 0; i < a.size(); i++) a[i] = float(i % 7) - 3;
  for (size_t i = 0; i < b.size(); i++) b[i] = float(i % 7) - 3;
  auto begin = std::chrono::steady_clock::now();
  for (int row = 0; row < rows; row++)
    for (int k = 0; k < depth; k++)
      for (int column = 0; column < 64; column++) c[row * 64 + column] += a[row * depth + k] * b[k * 64 + column];
  const double products = double(rows) * depth * 64 / seconds(begin) / 1e6;
  begin = std::chrono::steady_clock::now();
  unsigned sum = 0;
  for (int counter = 0; counter < counters; counter++) {
    unsigned x = counter;
    for (int i = 0; i < rounds; i++) {
      x *= 0xcc9e2d51u;
      x = (x << 15) | (x >> 17);
      x = x * 5 + 0xe6546b64u;
      x ^= x >> 13;
      x += i;
    }
    sum += x;
  }
  const double hashed = double(counters) * rounds / seconds(begin) / 1e6;
  // The sums keep the compiler from dropping the work.
  if (sum == 1 && c[5] == 12345) return 1;
  printf("%g %g\n", products, hashed);
}
