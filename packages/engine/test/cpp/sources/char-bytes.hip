#include <hip/hip_runtime.h>
// launch: grid=1,block=128
// observed: la element=1 widest=16 bytes=2304
constexpr int PITCH = 128;
extern "C" __global__ void k(uint4 *out, const uint4 *in) {
  __attribute__((aligned(16))) __shared__ char la[16 * PITCH];
  unsigned t = threadIdx.x, r = t / 8, c = t % 8;
  *(uint4 *)(la + r * PITCH + c * 16) = in[t];
  __syncthreads();
  out[t] = *(uint4 *)(la + t % 16 * PITCH + t / 16 * 16);
}
