// c = a * transpose(b), halves, one wave and one matrix instruction of 32 x 32 x 8 per step. Rows of 16 halves are 32 bytes: of the 32 rows
// that a wave reads at once, every fourth begins on the same bank.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef float float16 __attribute__((ext_vector_type(16)));

constexpr int SIZE = 32;
constexpr int DEPTH = 16;

__global__ void __launch_bounds__(64) mfma(float *c, const _Float16 *a, const _Float16 *b, int k) {
  __shared__ _Float16 as[SIZE][DEPTH];
  __shared__ _Float16 bs[SIZE][DEPTH];
  int lane = threadIdx.x;
  float16 sums = {};
  for (int k0 = 0; k0 < k; k0 += DEPTH) {
    for (int i = lane; i < SIZE * DEPTH / 4; i += 64) {
      int row = i / (DEPTH / 4), at = 4 * (i % (DEPTH / 4));
      *reinterpret_cast<half4 *>(&as[row][at]) = *reinterpret_cast<const half4 *>(&a[row * k + k0 + at]);
      *reinterpret_cast<half4 *>(&bs[row][at]) = *reinterpret_cast<const half4 *>(&b[row * k + k0 + at]);
    }
    __syncthreads();
    for (int step = 0; step < DEPTH; step += 8) {
      half4 left = *reinterpret_cast<half4 *>(&as[lane % 32][step + 4 * (lane / 32)]);
      half4 right = *reinterpret_cast<half4 *>(&bs[lane % 32][step + 4 * (lane / 32)]);
      sums = __builtin_amdgcn_mfma_f32_32x32x8f16(left, right, sums, 0, 0, 0);
    }
    __syncthreads();
  }
  for (int i = 0; i < 16; i++)
    c[(8 * (i / 4) + 4 * (lane / 32) + i % 4) * SIZE + lane % 32] = sums[i];
}
