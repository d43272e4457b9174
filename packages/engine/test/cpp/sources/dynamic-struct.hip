#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=4224
// observed: s.a element=4 widest=4 bytes=4224
// observed: s.sum element=4 widest=4 bytes=4224
struct Smem { float a[32][32]; float sum[32]; };
extern "C" __global__ void k(float *out, const float *in) {
  extern __shared__ char raw[];
  Smem &s = *reinterpret_cast<Smem *>(raw);
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  s.sum[x] = 0;
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + s.sum[x];
}
void launch(float *out, const float *in) { hipLaunchKernelGGL(k, dim3(1), dim3(32, 32), sizeof(Smem), 0, out, in); }
