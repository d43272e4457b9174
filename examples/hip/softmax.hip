// out = softmax of each row of 1,024 halves: a block per row, shuffles within a wave, dynamic LDS between waves.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

template <class Combine> __device__ float across(float value, Combine combine, float *scratch) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value = combine(value, __shfl_xor(value, offset));
  int wave = threadIdx.x / warpSize;
  if (threadIdx.x % warpSize == 0)
    scratch[wave] = value;
  __syncthreads();
  for (unsigned i = 0; i < blockDim.x / warpSize; i++)
    value = combine(value, scratch[i]);
  __syncthreads();
  return value;
}

extern "C" __global__ void __launch_bounds__(256) softmax(__half *out, const __half *in) {
  extern __shared__ float scratch[];
  const __half2 *row = reinterpret_cast<const __half2 *>(in) + blockIdx.x * 512;
  float2 low = __half22float2(row[threadIdx.x]), high = __half22float2(row[threadIdx.x + 256]);
  float most = across(
      fmaxf(fmaxf(low.x, low.y), fmaxf(high.x, high.y)), [](float a, float b) { return fmaxf(a, b); }, scratch);
  low = make_float2(__expf(low.x - most), __expf(low.y - most));
  high = make_float2(__expf(high.x - most), __expf(high.y - most));
  // Every lane has the sum of its wave behind the shuffles: only waves are added.
  float sum = low.x + low.y + high.x + high.y;
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    sum += __shfl_xor(sum, offset);
  if (threadIdx.x % warpSize == 0)
    scratch[threadIdx.x / warpSize] = sum;
  __syncthreads();
  sum = 0;
  for (unsigned i = 0; i < blockDim.x / warpSize; i++)
    sum += scratch[i];
  __half2 *result = reinterpret_cast<__half2 *>(out) + blockIdx.x * 512;
  result[threadIdx.x] = __floats2half2_rn(low.x / sum, low.y / sum);
  result[threadIdx.x + 256] = __floats2half2_rn(high.x / sum, high.y / sum);
}
