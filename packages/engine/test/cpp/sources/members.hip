#include <hip/hip_runtime.h>
// launch: grid=1,block=256
// observed: s.a element=4
// observed: s.b element=2
struct Smem {
  float a[32][32];
  union {
    _Float16 b[64][64];
    float c[32];
  };
};
__device__ void fill(float (*t)[32], const float *in) {
  for (int i = threadIdx.x; i < 1024; i += 256) t[i / 32][i % 32] = in[i];
}
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Smem s;
  fill(s.a, in);
  auto &t = s.b;
  t[threadIdx.x / 64][threadIdx.x % 64] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s.a[threadIdx.x % 32][threadIdx.x / 32] + (float)t[threadIdx.x % 64][threadIdx.x / 64];
}
